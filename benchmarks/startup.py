"""How quickly the commands start, beside Python itself."""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

from benchmarks.measure import Figure

RUNS = 9


def figures() -> Iterator[Figure]:
    """Milliseconds of `teahouse --help`, beside the bare interpreter."""
    bare, ours = float("inf"), float("inf")
    for _ in range(RUNS):
        bare = min(bare, _milliseconds([sys.executable, "-c", "pass"]))
        ours = min(ours, _milliseconds([sys.executable, "-m", "teahouse", "--help"]))
    yield Figure(
        "teahouse --help: time until it ends",
        "ms",
        ours,
        bare,
        f"python {sys.version.split()[0]} -c pass",
        note="lower is better; aim 150 ms",
    )


def _milliseconds(command: Sequence[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return 1000 * (time.perf_counter() - started)
