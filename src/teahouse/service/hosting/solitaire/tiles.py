"""Recognises the tiles of a Solitaire deal in a position of the same layout.

A position is the name of its layout and then its tiles in the order of slots, `..` where one is gone or covered.
"""

from typing import Final

from teahouse.core.tiles import parse_tiles
from teahouse.games.solitaire import SolitaireState
from teahouse.games.solitaire.sets import TEXTS
from teahouse.service.hosting.rules import DealTiles

GONE: Final = ".."
FEWEST_TILES: Final = 12
"""Tiles that a position must have before it says which deal it comes from."""


def text(state: SolitaireState) -> str:
    """The layout and all tiles as they were dealt."""
    return position_text(state.deal.layout, parse_tiles(state.deal.tiles))


def position_text(layout: str, cells: "list[str] | tuple[str, ...]") -> str:
    """A position as text.

    >>> position_text("turtle", ["1m", "..", "5z"])
    'turtle 1m .. 5z'
    """
    return " ".join((layout, *cells))


def left_text(state: SolitaireState) -> str:
    """The tiles that are left on the first board."""
    board = state.boards[0]
    cells = [TEXTS[face] if board.left >> slot & 1 else GONE for slot, face in enumerate(board.faces)]
    return position_text(state.deal.layout, cells)


def leads_to(dealt: str, position: str) -> bool:
    """Are the tiles of the position where they were dealt? False where too few are left to tell."""
    layout, *tiles = dealt.split(" ")
    other, *cells = position.split()
    if layout != other or len(cells) != len(tiles):
        return False
    shown = [(cell, tile) for cell, tile in zip(cells, tiles, strict=True) if cell != GONE]
    return len(shown) >= FEWEST_TILES and all(cell == tile for cell, tile in shown)


DEAL_TILES: Final = DealTiles(text, leads_to, left_text)
