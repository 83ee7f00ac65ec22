"""A Battle position in one line, as programs in the dialect of chess engines read it."""

from teahouse.games.battle import BattleView
from teahouse.games.battle.board import board_text


def uci_position_text(view: BattleView) -> str:
    """A Battle position in one line: the rows of the board, then the points, first of the seat to move."""
    rows = "/".join(row.replace(" ", "") for row in board_text(view.board).splitlines())
    own, other = view.scores[view.mover], view.scores[1 - view.mover]
    return f"board {rows} scores {own} {other}"
