"""A small canvas of pixels: rectangles, and letters of three by five dots."""

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from teahouse.core.tiles import TILES, Suit, Tile
from teahouse.pictures import palette

Colour = tuple[int, int, int]
Pixels = NDArray[np.uint8]

WIDTH: Final = 3
HEIGHT: Final = 5
SCALE: Final = 3
TILE_WIDTH: Final = 28
TILE_HEIGHT: Final = 36
LINE: Final = HEIGHT * SCALE + 9
MARGIN: Final = 8
TEXTS: Final = frozenset(tile.value for tile in TILES)

DOTS: Final = {
    "0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711", "5": "74717",
    "6": "74757", "7": "71122", "8": "75757", "9": "75717", "-": "00700", ":": "02020",
    ".": "00002", "?": "71302", " ": "00000", "a": "25755", "b": "65656", "c": "34443",
    "d": "65556", "e": "74647", "f": "74644", "g": "34553", "h": "55755", "i": "72227",
    "j": "11152", "k": "55655", "l": "44447", "m": "57755", "n": "65555", "o": "25552",
    "p": "65644", "q": "25531", "r": "65655", "s": "34216", "t": "72222", "u": "55557",
    "v": "55552", "w": "55775", "x": "55255", "y": "55222", "z": "71247",
}  # fmt: skip
"""Every letter as five rows from the top, each a digit whose bits are its three dots."""


def colour(name: str) -> Colour:
    """A colour of the house's palette, `#rrggbb`, as three numbers.

    >>> colour("#ff8000")
    (255, 128, 0)
    """
    red, green, blue = bytes.fromhex(name.removeprefix("#"))
    return red, green, blue


CLOTH: Final = colour(palette.JADE_DEEP)
FACE: Final = colour(palette.IVORY)
DIM: Final = colour(palette.IVORY_EDGE)
BACK: Final = colour(palette.JADE_LIGHT)
EDGE: Final = colour(palette.IVORY_DEEP)
MARK: Final = colour(palette.GOLD)
PAPER: Final = colour(palette.SNOW)
INKS: Final = {
    Suit.CHARACTERS: colour(palette.RED),
    Suit.CIRCLES: colour(palette.INDIGO),
    Suit.BAMBOO: colour(palette.GREEN),
}
INK: Final = colour(palette.INK)


class PixelCanvas:
    """Pixels to draw on, filled with cloth at first."""

    def __init__(self, width: int, height: int) -> None:
        """A cloth of this size in pixels."""
        self.pixels: Final[NDArray[np.uint8]] = np.full((height, width, 3), CLOTH, np.uint8)

    def rectangle(self, x: int, y: int, width: int, height: int, fill: Colour) -> None:
        """Fill a rectangle, cut off at the edges of the canvas."""
        self.pixels[max(y, 0) : max(y + height, 0), max(x, 0) : max(x + width, 0)] = fill

    def text(self, x: int, y: int, text: str, ink: Colour = PAPER) -> None:
        """Write letters, figures, spaces and `-:.?`; other signs are `?`."""
        for number, letter in enumerate(text.lower()):
            for row, dots in enumerate(DOTS.get(letter, DOTS["?"])):
                for column in range(WIDTH):
                    if int(dots) >> (WIDTH - 1 - column) & 1:
                        left = x + SCALE * (number * (WIDTH + 1) + column)
                        self.rectangle(left, y + SCALE * row, SCALE, SCALE, ink)

    def tile(self, x: int, y: int, tile: str, *, fill: Colour = FACE, edge: Colour = EDGE) -> None:
        """Draw a tile with its text; a hidden tile shows its back."""
        known = tile in TEXTS
        self.rectangle(x, y, TILE_WIDTH, TILE_HEIGHT, edge)
        self.rectangle(x + 1, y + 1, TILE_WIDTH - 3, TILE_HEIGHT - 3, fill if known else BACK)
        if known:
            self.text(x + 3, y + 10, tile, ink_of(Tile(tile)))

    def tiles(self, x: int, y: int, tiles: Iterable[str], *, edge: Colour = EDGE) -> int:
        """Draw tiles side by side, and return the place of the next one."""
        for tile in tiles:
            self.tile(x, y, tile, edge=edge)
            x += TILE_WIDTH
        return x


def ink_of(tile: Tile) -> Colour:
    """The colour of a tile's suit."""
    return INK if tile.suit is None else INKS[tile.suit]
