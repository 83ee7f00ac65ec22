"""A grid of styled letters, and the places on it where a cursor can go."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from teahouse.core.tiles import Suit, Tile

BLANK: Final = (" ", "")
HEIGHTS: Final = ("tile1", "tile2", "tile3", "tile4", "tile5")
"""Styles of tiles, the lowest and dimmest first: dark ink on a light ground, readable on any terminal."""
INKS: Final = {Suit.CHARACTERS: "red_ink", Suit.CIRCLES: "blue_ink", Suit.BAMBOO: "green_ink"}
DRAGON_INKS: Final = {Tile.RED: "red_ink", Tile.GREEN: "green_ink"}

Fragment = tuple[str, str]
"""A style, written in words such as `bold red`, and a text in it."""


class Spot(NamedTuple):
    """A place for the cursor: its name in the game's notation, where it is, and what it holds in words.

    The first and the last letter of a spot are brackets or blanks: they show whether it is chosen.
    """

    name: str
    row: int
    column: int
    width: int
    says: str


class BoardMove(NamedTuple):
    """A move, and the spots to select for it."""

    spots: frozenset[str]
    move: Any


class TextBoard(NamedTuple):
    """A view on a grid: its lines, its spots, the moves they select, and the scores in one line.

    start: the spot on which the cursor begins; empty to leave it where it was.
    """

    canvas: "Canvas"
    spots: tuple[Spot, ...]
    choices: tuple[BoardMove, ...]
    standing: str
    start: str = ""


class Canvas:
    """A grid of letters that grows as it is written on."""

    def __init__(self) -> None:
        """Start empty."""
        self._cells: list[list[tuple[str, str]]] = []

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self._cells)

    @property
    def width(self) -> int:
        """How many columns the longest row has."""
        return max(map(len, self._cells), default=0)

    def copy(self) -> "Canvas":
        """A copy of the canvas."""
        other = Canvas()
        other._cells = [list(cells) for cells in self._cells]
        return other

    def put(self, row: int, column: int, text: str, style: str = "") -> int:
        """Write a text over what is there, and return the column after it."""
        while len(self._cells) <= row:
            self._cells.append([])
        cells = self._cells[row]
        cells += [BLANK] * (column + len(text) - len(cells))
        cells[column : column + len(text)] = [(letter, style) for letter in text]
        return column + len(text)

    def letter(self, row: int, column: int) -> str:
        """The letter at a place; a blank if nothing was written there."""
        cells = self._cells[row] if row < len(self._cells) else []
        return cells[column][0] if column < len(cells) else BLANK[0]

    def put_all(self, row: int, column: int, parts: Sequence[Fragment]) -> int:
        """Write texts one after another, each in its style, and return the column after them."""
        for style, text in parts:
            column = self.put(row, column, text, style)
        return column

    def mark(self, spot: Spot, brackets: str, style: str) -> None:
        """Put a spot into brackets and add a style to it."""
        cells = self._cells[spot.row]
        for place in range(spot.column, spot.column + spot.width):
            letter, before = cells[place]
            cells[place] = (letter, f"{before} {style}".strip())
        for place, bracket in zip((spot.column, spot.column + spot.width - 1), brackets, strict=True):
            cells[place] = (bracket, cells[place][1])

    def rows(self) -> list[list[Fragment]]:
        """The rows as fragments, without blanks at the end."""
        return [
            [(style, "".join(letter for letter, _ in run)) for style, run in groupby(cells, key=lambda cell: cell[1])]
            for cells in self._cells
        ]

    def plain(self) -> str:
        """The letters without their styles."""
        return "\n".join("".join(letter for letter, _ in cells).rstrip() for cells in self._cells)


def tile_style(tile: Tile | None, height: int, *, is_bold: bool = False) -> str:
    """The style of a tile in this layer, from 1; None is a tile whose face is hidden."""
    ink = "" if tile is None else INKS[tile.suit] if tile.suit else DRAGON_INKS.get(tile, "black_ink")
    return f"{HEIGHTS[min(height, len(HEIGHTS)) - 1]} {ink}{' bold' if is_bold else ''}"
