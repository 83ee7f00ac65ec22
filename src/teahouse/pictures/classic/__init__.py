"""Pictures of Classic. `CLASSIC` names them all."""

from typing import Final

from teahouse.pictures.classic.svg import classic_svg
from teahouse.pictures.classic.text import classic_text
from teahouse.pictures.classic.words import CLASSIC_HELP, classic_event, classic_move
from teahouse.pictures.picture import Picture

CLASSIC: Final = Picture(svg=classic_svg, text=classic_text, move=classic_move, event=classic_event, help=CLASSIC_HELP)
