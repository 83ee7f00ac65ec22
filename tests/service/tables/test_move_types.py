"""The type of a move, read from the log without the rules of its game."""

from typing import Any

import pytest

from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.games import GAMES, make_game
from teahouse.games.classic.play.moves import Pass
from teahouse.service.tables.events import Moved, is_forfeit, move_text, move_type


def moved(move: Any) -> Moved:
    return Moved(Seat(0), move_text(move), 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_forfeit_is_told_from_every_first_move_of_a_game(game: str) -> None:
    rules = make_game(game, {})
    state = rules.deal(b"types")
    moves = [move for seat in rules.to_move(state) for move in rules.legal_moves(state, seat)]
    assert moves
    assert not any(is_forfeit(moved(move)) for move in moves)
    assert is_forfeit(moved(Forfeit("time")))


def test_a_pass_is_of_type_pass() -> None:
    assert move_type(moved(Pass())) == "pass"
