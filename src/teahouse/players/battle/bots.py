"""Players of Battle. Players that search import their engine at their first choice, so listing them is cheap."""

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec

from teahouse.games.battle import BattleView, Board, TakePair
from teahouse.players.player import Budget

if TYPE_CHECKING:
    from teahouse.players.battle.engine import Engine
    from teahouse.players.battle.solution import ReportProgress, Solution

    DepthReport = Callable[[int, Solution], None]


class GreedyPlayer:
    """Takes a pair with the most points, at random among equals."""

    def choose(self, view: BattleView, moves: Sequence[TakePair], budget: Budget, rng: Random) -> TakePair:
        """A move with the most points."""
        best = max(view.board.points(move.first) for move in moves)
        return rng.choice([move for move in moves if view.board.points(move.first) == best])


class SearchLevel(msgspec.Struct, frozen=True):
    """How a player searches: depth in plies, number of tiles from which it plays exactly, and megabytes."""

    depth: int
    exact_tiles: int
    memory: int


EASY: Final = SearchLevel(depth=2, exact_tiles=12, memory=2)
MEDIUM: Final = SearchLevel(depth=4, exact_tiles=24, memory=8)
HARD: Final = SearchLevel(depth=12, exact_tiles=56, memory=64)
PERFECT_MEMORY: Final = 256


class _Searcher:
    """The base of players with an engine. Each has its own table, so none knows what another has seen."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._engine: Engine | None = None

    def _thinking(self) -> "Engine":
        if self._engine is None:
            from teahouse.players.battle.engine import fitting_engine

            self._engine = fitting_engine(self._memory)
        return self._engine


class LookingPlayer(_Searcher):
    """Looks a fixed number of plies ahead, and plays the ending exactly."""

    def __init__(self, level: SearchLevel) -> None:
        """Play on this level."""
        super().__init__(level.memory)
        self._level = level

    def choose(self, view: BattleView, moves: Sequence[TakePair], budget: Budget, rng: Random) -> TakePair:
        """The move that looks best; where the budget ends the search, the best seen so far."""
        if len(moves) == 1:
            return moves[0]
        from teahouse.players.player import SearchLimits

        engine, limits = self._thinking(), SearchLimits(budget.seconds, budget.nodes)
        if view.board.left() <= self._level.exact_tiles:
            found = engine.solve(view.board, limits)
        else:
            found = engine.look(view.board, self._level.depth, limits)
        return found.best or moves[0]


class PerfectPlayer(_Searcher):
    """Plays exactly whenever it can finish within its budget; otherwise it plays a narrower game to the end, as wide as
    the budget allows."""

    def __init__(self) -> None:
        """Start without an engine."""
        super().__init__(PERFECT_MEMORY)

    def choose(self, view: BattleView, moves: Sequence[TakePair], budget: Budget, rng: Random) -> TakePair:
        """The best move, or the best that was found in time."""
        if len(moves) == 1:
            return moves[0]
        found = think(self._thinking(), view.board, budget)
        return found.best or moves[0]


# An exact search of 70 tiles takes some 400,000 nodes, of ten tiles more ten times as many; a second sees a million
# and a half. So this many tiles are usually solved in one second.
TILES_A_SECOND: Final = 72
TILES_FOR_TEN_TIMES: Final = 10
EXACT_SHARE: Final = 0.5
NODES_A_SECOND: Final = 1_500_000
DEEPER: Final = 4


def think(
    engine: "Engine",
    board: Board,
    budget: Budget,
    told: "DepthReport | None" = None,
    report: "ReportProgress | None" = None,
) -> "Solution":
    """The exact solution where it fits into the budget; otherwise what the deepest search found.

    told: called with every finished search and its depth. report: called with the progress of a long search.
    """
    from teahouse.players.battle.engine import NARROW
    from teahouse.players.player import SearchLimits

    started = time.perf_counter()
    pairs = board.left() // 2
    found = engine.look(board, DEEPER, SearchLimits(budget.seconds, budget.nodes), report)
    spent = found.nodes
    if told is not None:
        told(min(DEEPER, pairs), found)

    def left(share: float = 1.0) -> SearchLimits:
        seconds = max(budget.seconds - (time.perf_counter() - started), 0.0)
        nodes = None if budget.nodes is None else int(share * max(budget.nodes - spent, 0))
        return SearchLimits(share * seconds, nodes)

    if within_reach(board, budget):
        solution = engine.solve(board, left(EXACT_SHARE), report)
        if solution.exact:
            if told is not None:
                told(pairs, solution)
            return solution
        spent += solution.nodes
    for depth in range(2 * DEEPER, pairs + NARROW, DEEPER):
        deeper = engine.deepen(board, depth, left(), report, found.lower)
        spent += deeper.nodes
        if not deeper.exact:
            return deeper if deeper.lower >= found.lower else found
        found = deeper
        if told is not None:
            told(depth, found)
    return found


def within_reach(board: Board, budget: Budget) -> bool:
    """Can the board usually be solved within the budget?"""
    seconds = budget.seconds if budget.nodes is None else min(budget.seconds, budget.nodes / NODES_A_SECOND)
    hardness = 10 ** ((board.left() - TILES_A_SECOND) / TILES_FOR_TEN_TIMES)
    return hardness <= seconds


def easy() -> LookingPlayer:
    """A player that searches two plies: its move and the answer."""
    return LookingPlayer(EASY)


def medium() -> LookingPlayer:
    """A player that looks four plies ahead."""
    return LookingPlayer(MEDIUM)


def hard() -> LookingPlayer:
    """A player that looks twelve plies ahead and plays the second half exactly."""
    return LookingPlayer(HARD)
