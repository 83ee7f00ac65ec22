"""The analysis board as the routes call it: bounded, in other processes, and never for a game in play."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from teahouse.core.errors import InvalidRecord
from teahouse.core.seats import Seat
from teahouse.service.analysis.explorer_wire import AnalysisMessage, ExploreTask
from teahouse.service.analysis.exploring import Explorers
from teahouse.service.analysis.positions import (
    MOST_SEATS,
    POSITION_SECONDS,
    AnalysisOrigin,
    AnalysisPosition,
    AnalysisRequest,
    AnalysisStart,
    analysed_position,
    analysis_start,
    moves_record,
    position_svg,
)
from teahouse.service.analysis.saved_analyses import Analyses, AnalysisTree, SavedAnalysis, check_tree
from teahouse.service.engines.queue import Lane
from teahouse.service.engines.workers import Workers
from teahouse.service.errors import refused

TREE_SECONDS: Final = 8.0
"""Processor time for a record, or for all variations of an analysis."""
USUAL_THINKING: Final = 8.0
LONGEST_THINKING: Final = 30.0


class LiveGameGuard(NamedTuple):
    """Refuses games in play: `state` checks a state that a person reached from a text, `record` checks a record."""

    state: Callable[[str, Any, str, str], Awaitable[None]]
    record: Callable[[bytes], Awaitable[Any]]


class ExploreRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position for an engine. seat: whose moves are weighed, if several seats decide. seconds: the time limit."""

    position: AnalysisRequest
    seat: Annotated[Seat, Meta(ge=0, lt=MOST_SEATS)] | None = None
    seconds: Annotated[float, Meta(ge=0.5, le=LONGEST_THINKING)] = USUAL_THINKING


class RecordRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Moves from a deal, to be written as a record."""

    position: AnalysisRequest
    origin: AnalysisOrigin
    names: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=MOST_SEATS)] = ()


class AnalysisBoard:
    """Positions, engines and saved analyses."""

    def __init__(self, workers: Workers, explorers: Explorers, analyses: Analyses, guard: LiveGameGuard) -> None:
        """Work in these processes; the guard refuses games in play."""
        self._workers, self.explorers, self.analyses = workers, explorers, analyses
        self._guard = guard

    async def position(self, lane: Lane, request: AnalysisRequest) -> AnalysisPosition:
        """A position with the view of every seat."""
        position, state = await self._workers.run(lane, POSITION_SECONDS, analysed_position, request)
        await self._guard.state(request.game, state, lane.person, request.position)
        return position

    async def picture(self, lane: Lane, request: AnalysisRequest, seat: Seat) -> str:
        """A position as a picture."""
        await self.position(lane, request)
        return await self._workers.run(lane, POSITION_SECONDS, position_svg, request, seat)

    async def start(self, lane: Lane, data: bytes, seat: Seat) -> AnalysisStart:
        """A record as the start of an analysis."""
        await self._guard.record(data)
        try:
            return await self._workers.run(lane, TREE_SECONDS, analysis_start, data, seat)
        except InvalidRecord as error:
            raise refused("record/invalid", str(error), "line", {"line": error.line}) from None

    async def record(self, lane: Lane, request: RecordRequest) -> bytes:
        """Moves from a deal as a record."""
        await self.position(lane, request.position)
        return await self._workers.run(
            lane, TREE_SECONDS, moves_record, request.position, request.origin, request.names
        )

    async def explore(self, lane: Lane, request: ExploreRequest) -> AsyncGenerator[AnalysisMessage]:
        """Messages with what an engine finds out about a position, while it runs."""
        await self.position(lane, request.position)
        return self.explorers.explore(ExploreTask(request.position, request.seconds, request.seat), lane)

    async def save(self, lane: Lane, person: str, tree: AnalysisTree, analysis_id: str = "") -> SavedAnalysis:
        """Save a tree under a new id, or replace the person's older one."""
        await self._workers.run(lane, TREE_SECONDS, check_tree, tree)
        await self.position(lane, AnalysisRequest(game=tree.game, position=tree.position))
        return await (
            self.analyses.change(person, analysis_id, tree) if analysis_id else self.analyses.save(person, tree)
        )
