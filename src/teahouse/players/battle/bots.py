"""Players of Battle. Players that search import their engine at their first choice, so listing them is cheap."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec

from teahouse.games.battle import BattleView, TakePair
from teahouse.players.player import Budget

if TYPE_CHECKING:
    from teahouse.players.battle.engine import Engine


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
    """The base of players with an engine. Each has its own table, so that players do not share what they found."""

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
        """The move that looks best; if the budget ends the search, the best seen so far."""
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
    """Plays exactly whenever it can finish within its budget; otherwise by the mean of several quick searches."""

    def __init__(self) -> None:
        """Start without an engine."""
        super().__init__(PERFECT_MEMORY)

    def choose(self, view: BattleView, moves: Sequence[TakePair], budget: Budget, rng: Random) -> TakePair:
        """The best move, or the best that was found in time."""
        if len(moves) == 1:
            return moves[0]
        from teahouse.players.battle.thinking import think

        found = think(self._thinking(), view.board, budget)
        return found.best or moves[0]


def easy() -> LookingPlayer:
    """A player that looks two plies ahead: its move and the answer."""
    return LookingPlayer(EASY)


def medium() -> LookingPlayer:
    """A player that looks four plies ahead."""
    return LookingPlayer(MEDIUM)


def hard() -> LookingPlayer:
    """A player that looks twelve plies ahead and plays the second half exactly."""
    return LookingPlayer(HARD)
