"""Solitaire's best lines: how far the proven upper bound is above them, and how many deals are solved exactly.

Seconds are those of the processor, so that other work on the machine changes little.
`python -m benchmarks.solitaire.optimum LAYOUT DEALS SECONDS` tells every deal of a layout; `half-NAME` is the western
half of a layout of the house, 72 tiles, and `halves` is all of them.
"""

import statistics
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.measure import Figure
from teahouse.core.tiles import parse_tiles
from teahouse.games.solitaire import LAYOUT_NAMES, Layout, deal_layout, find_layout, shape_of
from teahouse.games.solitaire.layout import make_layout
from teahouse.games.solitaire.sets import faces_of
from teahouse.players.solitaire.optimum.proving import proven_line

TURTLES = 2
TURTLE_SECONDS = 60.0
HALVES = ("turtle", "moat", "nine-pillars")
HALF_SECONDS = 60.0
HALF = "half-"


class Proved(NamedTuple):
    """One deal: the best line found, the bound, and the seconds it took."""

    score: int
    bound: int
    seconds: float

    @property
    def gap(self) -> float:
        """The difference between bound and line, as a share of the bound."""
        return (self.bound - self.score) / self.bound


def figures() -> Iterator[Figure]:
    """The gap on the Turtle, and the halves of layouts solved."""
    turtles = [proved("turtle", number, TURTLE_SECONDS) for number in range(TURTLES)]
    gap = 100 * statistics.mean(each.gap for each in turtles)
    note = f"{TURTLES} deals at the level wild, {TURTLE_SECONDS:g} s each; aim 5 %"
    yield Figure("Solitaire, proven upper bound above the best line, Turtle", "%", gap, note=note)
    halves = [proved(HALF + name, 0, HALF_SECONDS) for name in HALVES]
    solved = 100 * statistics.mean(each.score == each.bound for each in halves)
    note = f"{len(halves)} deals at the level wild, at most {max(each.seconds for each in halves):.0f} s"
    yield Figure("Solitaire, 72 tiles, deals whose best line is proven", "%", solved, note=note)


def proved(name: str, number: int, seconds: float) -> Proved:
    """The best line of a wild deal and its bound."""
    layout = chosen(name)
    faces = faces_of(parse_tiles(deal_layout(layout, "wild", b"bench %d" % number).tiles))
    started = time.process_time()
    found = proven_line(shape_of(layout), faces, seconds, clock=time.process_time)
    return Proved(found.score, found.bound, time.process_time() - started)


def chosen(name: str) -> Layout:
    """A layout by its name, or the western half of one."""
    if not name.startswith(HALF):
        return find_layout(name)
    places = sorted(find_layout(name.removeprefix(HALF)).places, key=lambda place: (place.x, place))
    return make_layout("", places[: len(places) // 2])


def campaign(name: str, deals: int, seconds: float) -> None:
    """Prove deals of a layout, and print each result, then a summary."""
    found: list[Proved] = []
    for number in range(deals):
        found.append(each := proved(name, number, seconds))
        print(f"{name} {number}: {each.score:,} of {each.bound:,}, {each.gap:.2%}, {each.seconds:.1f} s", flush=True)
    gap, time_taken = (statistics.mean(values) for values in ([f.gap for f in found], [f.seconds for f in found]))
    solved = sum(each.score == each.bound for each in found)
    slowest = max(each.seconds for each in found)
    print(f"| {name} | {deals} | {solved} | {gap:.2%} | {time_taken:.1f} s | {slowest:.1f} s |", flush=True)


if __name__ == "__main__":
    _, wanted, count, limit = sys.argv
    for layout_name in [HALF + name for name in LAYOUT_NAMES] if wanted == "halves" else [wanted]:
        campaign(layout_name, int(count), float(limit))
