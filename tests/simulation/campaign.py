"""Runs many worlds on all cores, adds up their figures, and shortens the failing ones."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from tests.simulation.run import run_seed
from tests.simulation.shrink import fails_by, shrink
from tests.simulation.steps import Script, script_text
from tests.simulation.world import Fault


class Failure(NamedTuple):
    """A seed whose world broke an invariant, with all steps of that world."""

    seed: int
    fault: Fault
    script: Script


class Tally(NamedTuple):
    """The figures of a campaign."""

    figures: Counter[str]
    failures: tuple[Failure, ...]

    def __add__(self, other: object) -> "Tally":
        """Add up the figures of both."""
        assert isinstance(other, Tally)
        return Tally(self.figures + other.figures, (*self.failures, *other.failures))


NOTHING = Tally(Counter(), ())


def seeds_of(text: str) -> range:
    """The seeds that a text names.

    >>> seeds_of("3-5"), seeds_of("7")
    (range(3, 6), range(7, 8))
    """
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def run_some(seeds: Sequence[int], steps: int) -> Tally:
    """Run the worlds of some seeds."""
    tally = NOTHING
    for seed in seeds:
        outcome = run_seed(seed, steps)
        figures = Counter(
            worlds=1,
            tables=outcome.tables,
            steps=outcome.moments,
            messages=outcome.messages,
            hours=round(outcome.hours),
            breakages=outcome.broken,
        )
        failures = tuple(Failure(seed, fault, outcome.script) for fault in outcome.faults)
        tally += Tally(figures, failures)
    return tally


def run_all(seeds: range, steps: int, chunk: int = 10) -> Iterator[Tally]:
    """Run the worlds of many seeds on all cores; yield the figures of each part when it is done."""
    parts = [seeds[at : at + chunk] for at in range(0, len(seeds), chunk)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(run_some, parts, [steps] * len(parts))


def shortened(failure: Failure) -> str:
    """A failing seed, shortened to a script."""
    short = shrink(failure.script, fails_by(failure.fault.invariant, failure.fault.text))
    heading = f"# {failure.fault.invariant}: {failure.fault.text} (seed {failure.seed})\n"
    return heading + script_text(short)
