"""Players of Battle."""

from collections.abc import Sequence
from random import Random

from teahouse.games.battle import BattleView, TakePair
from teahouse.games.battle.board import VALUES, Slot
from teahouse.players.player import Budget


class GreedyPlayer:
    """Takes the dearest pair on offer; among equals, any."""

    def choose(self, view: BattleView, moves: Sequence[TakePair], budget: Budget, rng: Random) -> TakePair:
        """A move of the highest points."""
        best = max(points(view, move) for move in moves)
        return rng.choice([move for move in moves if points(view, move) == best])


def points(view: BattleView, move: TakePair) -> int:
    """What a pair is worth."""
    tile = view.board.at(Slot(move.first))
    assert tile is not None
    return VALUES[tile]
