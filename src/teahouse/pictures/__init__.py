"""A view drawn as SVG and as text. `PICTURES` is the only list of them."""

from collections.abc import Mapping
from typing import Final

from teahouse.core.drawing import drawing
from teahouse.games.battle import BattleView
from teahouse.games.classic import ClassicView
from teahouse.games.solitaire import SolitaireView
from teahouse.pictures.battle_svg import battle_svg
from teahouse.pictures.battle_text import BATTLE_HELP, battle_event, battle_move, battle_text
from teahouse.pictures.classic_svg import classic_svg
from teahouse.pictures.classic_text import classic_text
from teahouse.pictures.classic_words import CLASSIC_HELP, classic_event, classic_move
from teahouse.pictures.picture import Picture
from teahouse.pictures.solitaire_svg import solitaire_svg
from teahouse.pictures.solitaire_text import SOLITAIRE_HELP, solitaire_event, solitaire_move, solitaire_text
from teahouse.pictures.tiles import Faces

PICTURES: Final[Mapping[str, Picture]] = {
    "battle": Picture(
        svg=battle_svg, text=battle_text, move=battle_move, event=battle_event, help=BATTLE_HELP, may_take_back=True
    ),
    "classic": Picture(svg=classic_svg, text=classic_text, move=classic_move, event=classic_event, help=CLASSIC_HELP),
    "solitaire": Picture(
        svg=solitaire_svg, text=solitaire_text, move=solitaire_move, event=solitaire_event, help=SOLITAIRE_HELP
    ),
}

drawing.register(BattleView, battle_svg)
drawing.register(ClassicView, classic_svg)
drawing.register(SolitaireView, solitaire_svg)

__all__ = ["PICTURES", "Faces", "Picture"]
