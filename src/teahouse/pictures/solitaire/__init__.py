"""Pictures of Solitaire. `SOLITAIRE` names them all."""

from typing import Final

from teahouse.pictures.picture import Picture
from teahouse.pictures.solitaire.svg import solitaire_svg
from teahouse.pictures.solitaire.text import SOLITAIRE_HELP, solitaire_event, solitaire_move, solitaire_text

SOLITAIRE: Final = Picture(
    svg=solitaire_svg, text=solitaire_text, move=solitaire_move, event=solitaire_event, help=SOLITAIRE_HELP
)
