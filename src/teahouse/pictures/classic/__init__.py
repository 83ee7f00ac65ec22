"""Pictures of Classic. `CLASSIC` names them all."""

from typing import Final

from teahouse.pictures.classic.board import classic_board
from teahouse.pictures.classic.svg import classic_svg
from teahouse.pictures.classic.text import classic_text, footer
from teahouse.pictures.classic.words import (
    CLASSIC_HELP,
    CLASSIC_LETTERS,
    classic_event,
    classic_move,
    classic_values,
)
from teahouse.pictures.picture import Picture

CLASSIC: Final = Picture(
    svg=classic_svg,
    text=classic_text,
    move=classic_move,
    event=classic_event,
    board=classic_board,
    values=classic_values,
    help=CLASSIC_HELP,
    letters=CLASSIC_LETTERS,
    questions={"resign": "Give up this deal? You discard what you draw and claim nothing."},
    closing=footer,
)
