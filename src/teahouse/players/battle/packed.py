"""A Battle board in the form of the kernels: intervals of columns, kinds by value, keys by content."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, NamedTuple, cast

import numpy as np

from teahouse.core.tiles import Tile
from teahouse.games.battle import Board, Slot, TakePair
from teahouse.games.battle.board import ROWS
from teahouse.kernels.arrays import Rows, new_record, new_rows
from teahouse.kernels.battle import bounds, control, table
from teahouse.kernels.battle import moves as layout
from teahouse.kernels.battle.field import COLUMNS, KINDS

SUITS: Final = "mps"
FIRST: Final = b""
SECOND: Final = b"second"
"""The name of a second series of keys: a search with it cannot repeat an error from colliding keys of the first."""


REMEMBERED: Final = 8192
"""How many runs of tiles have their keys remembered: enough for some dozen deals."""


class Packed(NamedTuple):
    """A board for the search: the position, its frame, and every end that its columns can have later."""

    position: layout.BattlePosition
    root: layout.Frame
    ends: Rows[layout.ColumnEnd]


def kind(tile: Tile) -> int:
    """The kernels' number of a tile: three for each value, the lowest value first."""
    return len(SUITS) * (tile.rank - 1) + SUITS.index(tile[1])


@lru_cache(REMEMBERED)
def content_keys(content: bytes, series: bytes = FIRST) -> tuple[int, int]:
    """The two keys of a run of tiles in a series; they are the same from either end and in any column.

    A position's keys are the sums over its columns, so that positions that differ only in order share an entry. Both
    tiles of a column of two are free, so it counts as two columns of one.
    """
    if not content:
        return 0, 0
    if len(content) == 2:
        one, other = content_keys(content[:1], series), content_keys(content[1:], series)
        return one[0] + other[0], one[1] + other[1]
    digest = hashlib.blake2b(min(content, content[::-1]), digest_size=16, key=series).digest()
    return int.from_bytes(digest[:8], "big") & table.PLACE_MASK, int.from_bytes(digest[8:], "big") & table.CHECK_MASK


def packed(board: Board, series: bytes = FIRST) -> Packed:
    """Pack a board, with the keys of a series."""
    rows = 2 * layout.INTERVALS * COLUMNS
    made = Packed(new_record(layout.BattlePosition), new_record(layout.Frame), new_rows(layout.ColumnEnd, rows))
    columns = [bytes(kind(tile) for tile in tiles) for tiles in board.columns]
    _pack_position(made.position, columns)
    _pack_ends(made.ends, columns, series)
    _pack_root(made, columns, series)
    return made


def _pack_position(position: layout.BattlePosition, columns: Sequence[bytes]) -> None:
    ends, free, left = position.ends, position.free, position.left
    for column, kinds in enumerate(columns):
        ends[2 * column] = _row(column, 0, len(kinds))
        ends[2 * column + 1] = _row(column, 0, len(kinds)) + 1
        for number in kinds:
            left[number] += 1
        if len(kinds) > 0:
            free[kinds[0]] |= 1 << (2 * column)
        if len(kinds) > 1:
            free[kinds[-1]] |= 1 << (2 * column + 1)


def _row(column: int, first: int, end: int) -> int:
    """The row of the top of an interval of a column."""
    return 2 * layout.INTERVALS * column + layout.TOP * first - layout.BOTTOM * end


def _pack_ends(ends: Rows[layout.ColumnEnd], columns: Sequence[bytes], series: bytes) -> None:
    rows: list[int] = []
    written: list[tuple[int, int, int, int]] = []
    for column, kinds in enumerate(columns):
        for first, end in combinations(range(len(kinds) + 1), 2):
            rows += (_row(column, first, end), _row(column, first, end) + 1)
            written += column_ends(kinds[first:end], series)
    cast("Any", ends)[rows] = np.array(written, cast("Any", ends).dtype)


@lru_cache(REMEMBERED)
def column_ends(content: bytes, series: bytes) -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
    """The rows of both ends of a run of tiles: `ColumnEnd`, field by field."""
    return _column_end(content, content[1:], 0, series), _column_end(content, content[:-1], -1, series)


def _column_end(content: bytes, rest: bytes, end: int, series: bytes) -> tuple[int, int, int, int]:
    (place, check), (new_place, new_check) = content_keys(content, series), content_keys(rest, series)
    shown = rest[end] if len(rest) > 1 else layout.NOTHING
    return new_place - place, new_check - check, shown, len(content)


def _pack_root(made: Packed, columns: Sequence[bytes], series: bytes) -> None:
    """The frame of the first ply."""
    root, keys = made.root, [content_keys(kinds, series) for kinds in columns]
    root.place, root.check = sum(place for place, _ in keys), sum(check for _, check in keys)
    free = [int(mask).bit_count() for mask in made.position.free]
    pairs = [int(left) // 2 for left in made.position.left]
    root.once = sum((count > 1) << number for number, count in enumerate(free[:KINDS]))
    root.twice = sum((count > 3) << number for number, count in enumerate(free[:KINDS]))
    root.choices = sum(layout.weight(number) * (count * (count - 1) // 2) for number, count in enumerate(free[:KINDS]))
    root.counts = sum(count << bounds.BITS * (number // len(SUITS)) for number, count in enumerate(pairs))
    root.pairs = sum(pairs)
    root.points = sum(count * (number // len(SUITS) + 1) for number, count in enumerate(pairs))


def workspace(board: Packed, walkers: int = 1) -> control.Workspace:
    """A workspace with the board in it, for this many walkers."""
    plies = control.PLIES
    space = control.Workspace(
        new_rows(control.Walker, walkers),
        new_rows(layout.BattlePosition, walkers * plies),
        new_rows(layout.Frame, walkers * plies),
        new_rows(layout.SearchMove, walkers * plies * layout.MOST_MOVES),
    )
    for number in range(walkers):
        root = number * plies
        space.walkers[number].root = space.walkers[number].at = root
        space.positions[root], space.frames[root] = board.position, board.root
    cast("Any", space.frames)["first"] = range(0, walkers * plies * layout.MOST_MOVES, layout.MOST_MOVES)
    return space


def move_of(board: Board, ends: int) -> TakePair:
    """The move that takes two packed ends from a board."""
    slots = sorted(_slot(board, end) for end in (layout.first_of(ends), layout.second_of(ends)))
    return TakePair(*slots)


def _slot(board: Board, end: int) -> Slot:
    column = end >> 1
    depth = len(board.columns[column]) - 1 if end & 1 else 0
    return Slot(ROWS * column + board.tops[column] + depth)
