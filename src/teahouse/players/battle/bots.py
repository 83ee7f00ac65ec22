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
    from teahouse.players.player import SearchLimits

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


# An exact search of 72 tiles takes some 200,000 nodes, and ten tiles more take ten times as many. Boards of this size
# are solved at once, larger ones where a narrow search foretells that the budget is enough.
TILES_A_SECOND: Final = 72
TILES_FOR_TEN_TIMES: Final = 10
EXACT_SHARE: Final = 0.5
NODES_A_SECOND: Final = 1_500_000
DEEPER: Final = 4
FORETELLING_DEPTH: Final = 20
"""The depth of the narrow search whose nodes foretell those of an exact search."""


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
    return _Thinking(engine, board, budget, told, report).solution()


class _Thinking:
    """Searches of one board, deeper and deeper, within one budget."""

    def __init__(
        self,
        engine: "Engine",
        board: Board,
        budget: Budget,
        told: "DepthReport | None",
        report: "ReportProgress | None",
    ) -> None:
        self._engine = engine
        self._board = board
        self._budget = budget
        self._told = told
        self._report = report
        self._started = time.perf_counter()
        self._nodes = 0

    def solution(self) -> "Solution":
        """Look ahead, solve the board if the budget allows it, or else search wider and wider narrow games."""
        from teahouse.players.battle.engine import NARROW

        pairs = self._board.left() // 2
        found = self._counted(self._engine.look(self._board, DEEPER, self._left(), self._report), DEEPER)
        if within_reach(self._board, self._budget):
            exact = self._solved(found, EXACT_SHARE)
            if exact.exact:
                return exact
        for depth in range(2 * DEEPER, pairs + NARROW, DEEPER):
            deeper = self._engine.deepen(self._board, depth, self._left(), self._report, found.lower)
            self._counted(deeper, depth)
            if not deeper.exact:
                return _better(deeper, found)
            found = deeper
            if depth == FORETELLING_DEPTH and self._can_solve(found):
                return _better(self._solved(found), found)
        return found

    def _counted(self, found: "Solution", depth: int) -> "Solution":
        self._nodes += found.nodes
        if found.exact and self._told is not None:
            self._told(min(depth, self._board.left() // 2), found)
        return found

    def _left(self, share: float = 1.0) -> "SearchLimits":
        """A share of what is left of the budget."""
        from teahouse.players.player import SearchLimits

        seconds = max(self._budget.seconds - (time.perf_counter() - self._started), 0.0)
        nodes = None if self._budget.nodes is None else int(share * max(self._budget.nodes - self._nodes, 0))
        return SearchLimits(share * seconds, nodes)

    def _solved(self, found: "Solution", share: float = 1.0) -> "Solution":
        """What an exact search finds with a share of what is left, first asked about the value that was found."""
        exact = self._engine.solve(self._board, self._left(share), self._report, found.lower)
        return self._counted(exact, self._board.left() // 2)

    def _can_solve(self, narrow: "Solution") -> bool:
        """Is what is left enough for an exact search, by the nodes and the speed of the narrow search?"""
        left = self._left()
        assert left.seconds is not None
        affordable = left.seconds * narrow.nodes / max(narrow.seconds, 1e-9)
        return foretold_nodes(self._board.left(), narrow.nodes) <= min(affordable, left.nodes or affordable)


def _better(last: "Solution", before: "Solution") -> "Solution":
    """The last search counts where it was finished, or where it has proven as much as the one before promised."""
    return last if last.exact or last.lower >= before.lower else before


def foretold_nodes(tiles: int, narrow: int) -> float:
    """The nodes that an exact search will probably take, by those of the narrow search of FORETELLING_DEPTH.

    Fitted to 450 positions of 80 to 88 tiles: two times of three the search takes between 0.6 and 1.7 times as many.
    """
    return float(10 ** (0.038 * tiles - 3.317) * narrow**1.262)


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
