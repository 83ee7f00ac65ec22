"""Pictures of Battle. `BATTLE` names them all."""

from typing import Final

from teahouse.pictures.battle.svg import battle_svg
from teahouse.pictures.battle.text import BATTLE_HELP, battle_event, battle_move, battle_text
from teahouse.pictures.picture import Picture

BATTLE: Final = Picture(
    svg=battle_svg, text=battle_text, move=battle_move, event=battle_event, help=BATTLE_HELP, may_take_back=True
)
