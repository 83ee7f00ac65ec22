"""Players of Caravan. `CARAVAN` names them all."""

from collections.abc import Sequence
from random import Random
from typing import Final

from teahouse.core.tiles import Tile
from teahouse.players.advice import Advice, AdviceContext, Advised, Note, noted
from teahouse.players.game_players import Adviser, GamePlayers
from teahouse.players.player import Budget, RandomPlayer
from tests.fourth_game.games.game import Caravan, CaravanView, TakeTile, end_tile, without

NAME: Final = "caravan"


class GreedyPlayer:
    """Takes the higher end, or any if both are equal."""

    def choose(self, view: CaravanView, moves: Sequence[TakeTile], budget: Budget, rng: Random) -> TakeTile:
        """A move of the most points."""
        most = max(end_tile(view.row, move.end).rank for move in moves)
        return rng.choice([move for move in moves if end_tile(view.row, move.end).rank == most])


class PerfectPlayer:
    """Plays perfectly."""

    def choose(self, view: CaravanView, moves: Sequence[TakeTile], budget: Budget, rng: Random) -> TakeTile:
        """The first of the best moves."""
        return max(moves, key=lambda move: move_value(view, move))


def move_value(view: CaravanView, move: TakeTile) -> int:
    """The margin after a move, with best play of both sides."""
    return end_tile(view.row, move.end).rank - row_value(without(view.row, move.end))


def row_value(row: tuple[Tile, ...]) -> int:
    """The margin of the player to move with best play, computed for short rows first."""
    values = [0] * (len(row) + 1)
    for length in range(1, len(row) + 1):
        values = [
            max(row[start].rank - values[start + 1], row[start + length - 1].rank - values[start])
            for start in range(len(row) - length + 1)
        ]
    return values[0]


def advise(view: CaravanView, moves: Sequence[TakeTile], context: AdviceContext) -> Advice:
    """The ends with their exact values, the better first."""
    ranked = sorted(moves, key=lambda move: -move_value(view, move))
    best = move_value(view, ranked[0])
    return Advice(NAME, view.turn, tuple(_advised(view, move, best) for move in ranked))


def _advised(view: CaravanView, move: TakeTile, best: int) -> Advised:
    value = move_value(view, move)
    notes = (Note("scores", end_tile(view.row, move.end).rank), Note("best_play", value))
    text, reason = Caravan().move_text(move), noted(notes)
    return Advised(move=move, text=text, reason=reason, notes=notes, value=float(value), lost=float(best - value))


CARAVAN: Final = GamePlayers(
    levels={"random": RandomPlayer, "greedy": GreedyPlayer, "perfect": PerfectPlayer},
    usual="greedy",
    adviser=Adviser("perfect", lambda view: view.turn, advise),
)
