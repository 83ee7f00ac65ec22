"""The analysis board as the routes call it: bounded, in other processes, and never for a game in play."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from teahouse.core.errors import InvalidRecord
from teahouse.core.seats import Seat
from teahouse.service.analysis.explorer_wire import AnalysisMessage, ExploreTask
from teahouse.service.analysis.exploring import Explorers
from teahouse.service.analysis.kept import Analyses, AnalysisTree, KeptAnalysis, check_tree
from teahouse.service.analysis.positions import (
    MOST_SEATS,
    AnalysisOrigin,
    AnalysisPosition,
    AnalysisStart,
    AnalysisWish,
    drawn,
    looked_at,
    started,
    written,
)
from teahouse.service.engines.queue import Lane
from teahouse.service.engines.workers import Worker
from teahouse.service.errors import refused

SECONDS: Final = 4.0
"""Processor time for one position."""
TREE_SECONDS: Final = 8.0
USUAL_THINKING: Final = 8.0
LONGEST_THINKING: Final = 30.0


class LiveGameGuard(NamedTuple):
    """Refuses games in play: `state` checks a state that a person reached from a text, `record` checks a record."""

    state: Callable[[str, Any, str, str], Awaitable[None]]
    record: Callable[[bytes], Awaitable[Any]]


class EngineWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position for an engine. seat: whose moves are weighed, where several seats decide. seconds: the time limit."""

    position: AnalysisWish
    seat: Annotated[Seat, Meta(ge=0, lt=MOST_SEATS)] | None = None
    seconds: Annotated[float, Meta(ge=0.5, le=LONGEST_THINKING)] = USUAL_THINKING


class RecordWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Moves from a deal, to be written as a record."""

    position: AnalysisWish
    origin: AnalysisOrigin
    names: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=MOST_SEATS)] = ()


class AnalysisBoard:
    """Positions, engines and saved analyses."""

    def __init__(self, worker: Worker, explorers: Explorers, analyses: Analyses, guard: LiveGameGuard) -> None:
        """Work in these processes; the guard refuses games in play."""
        self._worker, self.explorers, self.analyses = worker, explorers, analyses
        self._guard = guard

    async def look(self, lane: Lane, wish: AnalysisWish) -> AnalysisPosition:
        """A position with the view of every seat."""
        shown, state = await self._worker.run(lane, SECONDS, looked_at, wish)
        await self._guard.state(wish.game, state, lane.person, wish.position)
        return shown

    async def picture(self, lane: Lane, wish: AnalysisWish, seat: Seat) -> str:
        """A position as a picture."""
        await self.look(lane, wish)
        return await self._worker.run(lane, SECONDS, drawn, wish, seat)

    async def start(self, lane: Lane, data: bytes, seat: Seat) -> AnalysisStart:
        """A record as the start of an analysis."""
        await self._guard.record(data)
        try:
            return await self._worker.run(lane, TREE_SECONDS, started, data, seat)
        except InvalidRecord as error:
            raise refused("record/invalid", str(error), "line", {"line": error.line}) from None

    async def record(self, lane: Lane, wish: RecordWish) -> bytes:
        """Moves from a deal as a record."""
        await self.look(lane, wish.position)
        return await self._worker.run(lane, TREE_SECONDS, written, wish.position, wish.origin, wish.names)

    async def explore(self, lane: Lane, wish: EngineWish) -> AsyncGenerator[AnalysisMessage]:
        """Messages with what an engine finds out about a position, while it runs."""
        await self.look(lane, wish.position)
        return self.explorers.explore(ExploreTask(wish.position, wish.seconds, wish.seat), lane)

    async def keep(self, lane: Lane, person: str, tree: AnalysisTree, name: str = "") -> KeptAnalysis:
        """Save a tree under a new id, or replace the person's older one."""
        await self._worker.run(lane, TREE_SECONDS, check_tree, tree)
        await self.look(lane, AnalysisWish(game=tree.game, position=tree.position))
        return await (self.analyses.change(person, name, tree) if name else self.analyses.keep(person, tree))
