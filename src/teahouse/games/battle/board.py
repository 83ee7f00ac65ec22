"""The field of twelve columns and nine rows, its slots, and its text.

A slot is a place on the field: column `a` to `l` from the left, row `1` to `9` from the top, so `a1` is the top left
corner. Slots are numbered down the columns: a1 is 0, a9 is 8, b1 is 9.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Final, NewType

import msgspec
from msgspec import Meta

from teahouse.core.errors import InvalidText, shown
from teahouse.core.tiles import COPIES, SUIT_TILES, Tile

COLUMNS: Final = 12
ROWS: Final = 9
MATERIAL: Final = tuple(tile for tile in SUIT_TILES for _ in range(COPIES))
VALUES: Final[dict[str, int]] = {tile: tile.rank for tile in SUIT_TILES}
TOTAL: Final = sum(VALUES[tile] for tile in MATERIAL) // 2
"""The points of all pairs of a full board."""

TWELVE: Final = Meta(min_length=COLUMNS, max_length=COLUMNS)
LETTERS: Final = "abcdefghijkl"
GONE: Final = ".."

Slot = NewType("Slot", int)
SLOTS: Final = tuple(tuple(Slot(ROWS * column + row) for row in range(ROWS)) for column in range(COLUMNS))


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The tiles left. They are taken from the ends of a column only, so each column has no gaps.

    `columns` holds each column's tiles from the top down, `tops` the row of each column's first tile, from 0; an empty
    column begins at 0, so that equal positions are equal boards.
    """

    columns: Annotated[tuple[Annotated[tuple[Tile, ...], Meta(max_length=ROWS)], ...], TWELVE]
    tops: Annotated[tuple[Annotated[int, Meta(ge=0, lt=ROWS)], ...], TWELVE]

    def free(self) -> Iterator[tuple[Tile, Slot]]:
        """Every free tile with its slot: the two ends of each column, in the order of slots."""
        for tiles, top, slots in zip(self.columns, self.tops, SLOTS, strict=True):
            if tiles:
                yield tiles[0], slots[top]
                if len(tiles) > 1:
                    yield tiles[-1], slots[top + len(tiles) - 1]

    def pairs(self) -> list[tuple[Slot, Slot]]:
        """Every pair of identical free tiles, by first and then second slot."""
        pairs: list[tuple[Slot, Slot]] = []
        places: dict[Tile, list[Slot]] = {}
        for tile, slot in self.free():
            earlier = places.get(tile)
            if earlier is None:
                places[tile] = [slot]
            else:
                pairs += [(first, slot) for first in earlier]
                earlier.append(slot)
        pairs.sort()
        return pairs

    def has_pair(self) -> bool:
        """Are two identical tiles free?"""
        ends = [tiles[0] for tiles in self.columns if tiles]
        ends += [tiles[-1] for tiles in self.columns if len(tiles) > 1]
        return len(set(ends)) < len(ends)

    def at(self, slot: Slot) -> Tile | None:
        """The tile in a slot, or None if it is gone."""
        column, row = divmod(slot, ROWS)
        depth = row - self.tops[column]
        return self.columns[column][depth] if 0 <= depth < len(self.columns[column]) else None

    def is_free(self, slot: Slot) -> bool:
        """Is there a tile in this slot with nothing above it or nothing below it?"""
        column, row = divmod(slot, ROWS)
        depth, size = row - self.tops[column], len(self.columns[column])
        return size > 0 and depth in (0, size - 1)

    def without(self, *slots: Slot) -> "Board":
        """The board without these free tiles."""
        columns, tops = list(self.columns), list(self.tops)
        for slot in slots:
            column, row = divmod(slot, ROWS)
            if row == tops[column]:
                columns[column] = columns[column][1:]
                tops[column] = row + 1 if columns[column] else 0
            else:
                columns[column] = columns[column][:-1]
        return Board(tuple(columns), tuple(tops))

    def tiles(self) -> Iterator[Tile]:
        """Every tile left, in the order of slots."""
        for column in self.columns:
            yield from column

    def left(self) -> int:
        """How many tiles are left."""
        return sum(map(len, self.columns))

    def points(self, slot: Slot) -> int:
        """What a pair with the tile in this slot scores."""
        tile = self.at(slot)
        assert tile is not None
        return VALUES[tile]

    def value(self) -> int:
        """The points of all pairs left, whether they can be taken or not."""
        return sum(VALUES[tile] for tile in self.tiles()) // 2


def full_board(tiles: Sequence[Tile]) -> Board:
    """The field filled with 108 tiles, column by column."""
    columns = tuple(tuple(tiles[start : start + ROWS]) for start in range(0, COLUMNS * ROWS, ROWS))
    return Board(columns, (0,) * COLUMNS)


def slot_text(slot: Slot) -> str:
    """Write a slot.

    >>> slot_text(Slot(0)), slot_text(Slot(107))
    ('a1', 'l9')
    """
    column, row = divmod(slot, ROWS)
    return f"{LETTERS[column]}{row + 1}"


def parse_slot(text: str) -> Slot:
    """Read a slot.

    >>> parse_slot("b1")
    9
    """
    if len(text) != 2 or text[0] not in LETTERS or text[1] not in "123456789":
        raise InvalidText(f"expected a slot from a1 to l9, got {shown(text)}")
    return SLOTS[LETTERS.index(text[0])][int(text[1]) - 1]


def board_text(board: Board) -> str:
    """Write a board as nine rows of twelve cells, `..` for a gone tile."""
    return "\n".join(" ".join(board.at(SLOTS[column][row]) or GONE for column in range(COLUMNS)) for row in range(ROWS))


def parse_board(text: str) -> Board:
    """Read a board with 0, 2 or 4 tiles of every kind, and no hole in any column."""
    rows = [line.split() for line in text.strip().splitlines()]
    if len(rows) != ROWS:
        raise InvalidText(f"expected {ROWS} rows, got {len(rows)}")
    for number, row in enumerate(rows, 1):
        if len(row) != COLUMNS:
            raise InvalidText(f"row {number}: expected {COLUMNS} cells, got {len(row)}")
    cells = [_parse_column(letter, column) for letter, column in zip(LETTERS, zip(*rows, strict=True), strict=True)]
    board = Board(tuple(tiles for _, tiles in cells), tuple(top for top, _ in cells))
    _check_counts(board)
    return board


def _parse_column(letter: str, cells: Sequence[str]) -> tuple[int, tuple[Tile, ...]]:
    filled = [row for row, cell in enumerate(cells) if cell != GONE]
    tiles = tuple(_parse_cell(f"{letter}{row + 1}", cells[row]) for row in filled)
    if filled and filled[-1] - filled[0] + 1 != len(filled):
        raise InvalidText(f"column {letter}: expected tiles without a hole, got {shown(' '.join(cells))}")
    return (filled[0] if filled else 0), tiles


def _parse_cell(place: str, cell: str) -> Tile:
    if cell not in VALUES:
        raise InvalidText(f"{place}: expected a tile from 1m to 9s or {GONE}, got {shown(cell)}")
    return Tile(cell)


def _check_counts(board: Board) -> None:
    for tile, count in Counter(board.tiles()).items():
        if count % 2 or count > COPIES:
            raise InvalidText(f"expected 0, 2 or {COPIES} tiles {tile}, got {count}")
