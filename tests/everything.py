"""`python -m tests.everything`: what `make test` runs, side by side, because browsers wait more than they work.

Tests with browsers have a process of their own: a browser keeps an event loop running. Its output, and that of
the app's own tests, is printed after the rest, so that nothing is mixed.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, NamedTuple

from tests.quick_folder import quick_folder

CORES: Final = os.cpu_count() or 1
BROWSERS: Final = "tests/e2e"
SOAK: Final = "tests/soak"
LONGEST: Final = ("test_study.py", "test_classic.py")
"""The longest files, which must not start last."""


class Part(NamedTuple):
    """A running part of the tests."""

    name: str
    process: subprocess.Popen[bytes]
    told: IO[bytes] | None
    started: float

    def status(self) -> int:
        """Wait for its end, print its output, and return its exit status."""
        status = self.process.wait()
        print(f"\n{self.name}: {time.monotonic() - self.started:.0f} s, exit status {status}", flush=True)
        if self.told is not None:
            self.told.seek(0)
            sys.stdout.buffer.write(self.told.read())
            sys.stdout.flush()
        return status


def begin(name: str, command: Sequence[str], *, is_shown: bool = False) -> Part:
    """Start a part; only one prints its output while it runs."""
    told = None if is_shown else tempfile.TemporaryFile()  # noqa: SIM115 - read at its end
    process = subprocess.Popen(command, stdout=told, stderr=None if told is None else subprocess.STDOUT)
    return Part(name, process, told, time.monotonic())


@contextmanager
def quick_files() -> Generator[tuple[str, ...]]:
    """Options for pytest in this context, to keep the files of tests in memory if there is room."""
    folder = quick_folder()
    if folder is None:
        yield ()
        return
    with tempfile.TemporaryDirectory(prefix="teahouse-tests-", dir=folder) as base:
        yield (f"--basetemp={base}/files",)


def prepare(*modules: str) -> None:
    """Run modules side by side, and continue when all are done; exit if one fails."""
    running = [subprocess.Popen([sys.executable, "-m", module]) for module in modules]
    statuses = [process.wait() for process in running]
    if any(statuses):
        sys.exit(1)


def pytest_command(workers: int, *arguments: str) -> list[str]:
    """The command for pytest with this many workers, without the long campaigns."""
    spread = ("-n", str(workers), "--dist", "worksteal", "-m", "not slow")
    return [sys.executable, "-m", "pytest", *spread, *arguments]


def browser_tests() -> list[str]:
    """The files of tests with browsers, the longest first."""
    return sorted(map(str, Path(BROWSERS).rglob("test_*.py")), key=lambda file: (not file.endswith(LONGEST), file))


def main() -> None:
    """Make what the tests need, then run everything; exit status 1 when any part failed."""
    app = begin("the app's own tests", [sys.executable, "hatch_build.py", "npm", "run", "--silent", "test"])
    prepare("tests.compile_kernels", "tests.soak.installed")
    browsers = begin("tests with browsers, and the soak", pytest_command(CORES, SOAK, *browser_tests()))
    with quick_files() as options:
        others = pytest_command(CORES + 3, f"--ignore={BROWSERS}", f"--ignore={SOAK}", *options)  # they wait at times
        rest = begin("all other tests", others, is_shown=True)
        statuses = [part.status() for part in (rest, browsers, app)]
    sys.exit(1 if any(statuses) else 0)


if __name__ == "__main__":
    main()
