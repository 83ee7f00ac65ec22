"""How Caravan is hosted."""

from collections.abc import Sequence
from typing import Any, Final

from teahouse.core.game import AnyGame
from teahouse.service.hosting.lesson import LEARNER, LessonPlan, Scene
from teahouse.service.hosting.rules import MINUTE, SECOND, UNTIMED, DailyTable, HostingRules, TimeControl, give_up
from tests.fourth_game.games.game import CaravanState, TakeTile, end_tile


def walk(game: AnyGame, state: Any) -> Any:
    """The seat to move takes the tile at the left."""
    (seat,) = game.to_move(state)
    return game.apply(state, seat, game.legal_moves(state, seat)[0])[0]


def any_end(game: AnyGame, state: CaravanState) -> Sequence[TakeTile]:
    """Either end."""
    return game.legal_moves(state, LEARNER)


def higher_end(game: AnyGame, state: CaravanState) -> Sequence[TakeTile]:
    """The end that scores more, where they differ."""
    moves = game.legal_moves(state, LEARNER)
    ranks = [end_tile(state.row, move.end).rank for move in moves]
    return [move for move, rank in zip(moves, ranks, strict=True) if rank > min(ranks)]


def daily(_day: int) -> DailyTable:
    """Another row every day, against the same opponent."""
    return DailyTable({}, {"1": "greedy"})


CARAVAN: Final = HostingRules(
    clocks={"2+2": TimeControl(bank=2 * MINUTE, step=2 * SECOND), "untimed": UNTIMED},
    silent=give_up,
    lesson=LessonPlan({}, (Scene("end", "tea", walk, any_end), Scene("higher", "tea", walk, higher_end, after=2))),
    daily=daily,
)
