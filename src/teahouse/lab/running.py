"""An arena from its first deal to its standings."""

from collections.abc import Callable, Iterator
from functools import partial
from os import cpu_count
from pathlib import Path

from teahouse.core.errors import InvalidOption, shown
from teahouse.lab.arena import Arena, ArenaGame, ArenaTable, games_a_deal, make_arena
from teahouse.lab.results import Results
from teahouse.lab.standings import Standings, standings
from teahouse.lab.worker_pool import MakeWorker, work_through

ArenaWorkers = Callable[[MakeWorker[list[ArenaGame]], range], Iterator[list[ArenaGame]]]
"""A function that plays deals: takes what makes the contestants, and the deals, and yields the games deal by deal."""


def run_arena(arena: Arena, deals: int, *, jobs: int | None = None, out: Path | None = None) -> Standings:
    """Play an arena in several processes (one for each core by default), and store the games in a file."""
    _check_count("deals", deals)
    if jobs is not None:
        _check_count("jobs", jobs)
    made = make_arena(arena)
    workers: ArenaWorkers = partial(work_through, jobs=jobs or cpu_count() or 1)
    return standings(made, [game for deal in played(made, deals, workers, out) for game in deal])


def _check_count(what: str, count: object) -> None:
    if not isinstance(count, int) or count < 1:
        raise InvalidOption(f"expected a number of {what} above 0, got {shown(count)}")


def played(arena: Arena, deals: int, workers: ArenaWorkers, out: Path | None = None) -> Iterator[list[ArenaGame]]:
    """The games of the first deals: from the results file, then the rest, added to the file as they come."""
    each = games_a_deal(arena)
    kept = None if out is None else Results(out, arena, each)
    known = [] if kept is None else kept.games[: deals * each]
    missing = range(len(known) // each, deals)
    if kept is not None and missing:
        kept.begin()
    yield from (known[start : start + each] for start in range(0, len(known), each))
    for deal in workers(partial(ArenaTable, arena), missing):
        if kept is not None:
            kept.add(deal)
        yield deal
