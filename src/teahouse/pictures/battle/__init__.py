"""Pictures of Battle. `BATTLE` names them all."""

from typing import Final

from teahouse.pictures.battle.board import battle_board
from teahouse.pictures.battle.svg import battle_svg
from teahouse.pictures.battle.text import BATTLE_HELP, battle_event, battle_move, battle_text, battle_values
from teahouse.pictures.picture import Picture

BATTLE: Final = Picture(
    svg=battle_svg,
    text=battle_text,
    move=battle_move,
    event=battle_event,
    board=battle_board,
    values=battle_values,
    help=BATTLE_HELP,
    may_take_back=True,
    letters={"u": "undo"},
    questions={"resign": "Give up? Your opponent wins and gets every point on the table."},
)
