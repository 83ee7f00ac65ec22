"""Reads and writes any position of Battle as text: the seat to move and the scores, then nine rows of the board.

`to move: 1` and `scores: 12 7` may be left out: then seat 0 moves and nobody has points.
"""

from typing import Final

from teahouse.core.errors import InvalidText, shown
from teahouse.core.seats import Seat
from teahouse.games.battle.board import TOTAL, board_text, parse_board
from teahouse.games.battle.game import Battle, BattleState
from teahouse.games.positions import Position, read_lines, whole_numbers

TO_MOVE: Final = "to move"
SCORES: Final = "scores"
EXAMPLE: Final = b"teahouse/analysis/"


def parse_position(text: str) -> Position:
    """Read a position, or `InvalidText`."""
    facts, rest = read_lines(text, (TO_MOVE, SCORES))
    board = parse_board("\n".join(line for _, line in rest))
    (mover,) = whole_numbers(TO_MOVE, facts.get(TO_MOVE, "0"), 1, 1)
    mine, theirs = whole_numbers(SCORES, facts.get(SCORES, "0 0"), 2, TOTAL)
    if mine + theirs + board.value() > TOTAL:
        expected = f"{SCORES}: expected at most {TOTAL - board.value()} points beside this board"
        raise InvalidText(f"{expected}, got {shown(facts[SCORES])}")
    return Position(Battle(), BattleState(board, (mine, theirs), Seat(mover)))


def position_text(game: Battle, state: BattleState, seat: Seat) -> str:
    """Write a position; it is the same for both seats."""
    first, second = state.scores
    return f"{TO_MOVE}: {state.mover}\n{SCORES}: {first} {second}\n{board_text(state.board)}"


def example_position() -> str:
    """A full board, before the first move."""
    game = Battle()
    return position_text(game, game.deal(EXAMPLE), Seat(0))
