"""`python -m tests.simulation 0-999`: many simulated worlds, a summary, and a short script for each kind of fault."""

import argparse
import sys
import time
from collections import Counter

from tests.simulation.campaign import NOTHING, Failure, Tally, run_all, seeds_of, shortened
from tests.simulation.run import STEPS

REPORTED = 3  # kinds of fault that are shortened and printed


def main() -> int:
    """Run the campaign that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("seeds", help="seeds of worlds, such as 0-999 or 17")
    parser.add_argument("--steps", type=int, default=STEPS, help="steps a world, before everybody falls silent")
    parser.add_argument("--whole", action="store_true", help="do not make failing worlds short")
    args = parser.parse_args()
    tally, started = NOTHING, time.monotonic()
    for part in run_all(seeds_of(args.seeds), args.steps):
        tally += part
        if sys.stderr.isatty():
            print(f"\r{summary(tally)}", end="", file=sys.stderr)
    print(f"{summary(tally)} in {time.monotonic() - started:.0f} s")
    report(tally, whole=args.whole)
    return 1 if tally.failures else 0


def summary(tally: Tally) -> str:
    """The figures of a campaign in one line."""
    figures = ", ".join(f"{number:,} {name}" for name, number in tally.figures.items())
    return f"{figures}, {len({failure.seed for failure in tally.failures})} failing worlds"


def report(tally: Tally, *, whole: bool) -> None:
    """The faults by kind with their seeds, then a short script for each of the first kinds."""
    kinds: dict[str, list[Failure]] = {}
    for failure in tally.failures:
        kinds.setdefault(f"{failure.fault.invariant}: {failure.fault.text}", []).append(failure)
    counts = Counter({kind: len(failures) for kind, failures in kinds.items()})
    for kind, times in counts.most_common():
        print(f"{times:6} {kind} (seeds {', '.join(str(failure.seed) for failure in kinds[kind][:5])})")
    for kind, _ in counts.most_common(0 if whole else REPORTED):
        first = min(kinds[kind], key=lambda failure: len(failure.script.steps))
        print(f"\n{shortened(first)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
