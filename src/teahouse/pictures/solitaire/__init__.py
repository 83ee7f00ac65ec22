"""Pictures of Solitaire. `SOLITAIRE` names them all."""

from typing import Final

from teahouse.pictures.picture import Picture
from teahouse.pictures.solitaire.board import solitaire_board
from teahouse.pictures.solitaire.svg import solitaire_svg
from teahouse.pictures.solitaire.text import (
    SOLITAIRE_HELP,
    SOLITAIRE_LETTERS,
    SOLITAIRE_QUESTIONS,
    solitaire_event,
    solitaire_move,
    solitaire_text,
    solitaire_values,
)

SOLITAIRE: Final = Picture(
    svg=solitaire_svg,
    text=solitaire_text,
    move=solitaire_move,
    event=solitaire_event,
    board=solitaire_board,
    values=solitaire_values,
    help=SOLITAIRE_HELP,
    letters=SOLITAIRE_LETTERS,
    questions=SOLITAIRE_QUESTIONS,
)
