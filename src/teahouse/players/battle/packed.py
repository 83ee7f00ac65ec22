"""A Battle board in the form of the kernels: intervals of columns, kinds by value, keys by content."""

import hashlib
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final, NamedTuple, cast

from teahouse.core.tiles import Tile
from teahouse.games.battle import Board, Slot, TakePair
from teahouse.games.battle.board import ROWS
from teahouse.kernels.arrays import copy_of, new_record, new_rows
from teahouse.kernels.battle import bounds, search, table
from teahouse.kernels.battle import moves as layout

SUITS: Final = "mps"
FIRST: Final = b""
SECOND: Final = b"second"
"""Two series of keys: a search with the second one makes no mistake of the first one's keys again."""


class Packed(NamedTuple):
    """A board for the search: the position, its frame, and what every interval of every column holds."""

    position: layout.BattlePosition
    root: layout.Frame
    intervals: layout.Intervals


def kind(tile: Tile) -> int:
    """The kernels' number of a tile: three for each value, the lowest value first."""
    return len(SUITS) * (tile.rank - 1) + SUITS.index(tile[1])


@cache
def content_keys(content: bytes, series: bytes = FIRST) -> tuple[int, int]:
    """The two keys of a run of tiles in a series; they are the same from either end and in any column.

    A position's keys are the sums over its columns, so that positions that differ only in order share an entry. Both
    tiles of a column of two are free, so it counts as two columns of one.
    """
    if len(content) == 2:
        one, other = content_keys(content[:1], series), content_keys(content[1:], series)
        return one[0] + other[0], one[1] + other[1]
    digest = hashlib.blake2b(min(content, content[::-1]), digest_size=16, key=series).digest()
    return int.from_bytes(digest[:8], "big") & table.PLACE_MASK, int.from_bytes(digest[8:], "big") & table.CHECK_MASK


def packed(board: Board, series: bytes = FIRST) -> Packed:
    """Pack a board, with the keys of a series."""
    made = Packed(new_record(layout.BattlePosition), new_record(layout.Frame), new_record(layout.Intervals))
    columns = [bytes(kind(tile) for tile in tiles) for tiles in board.columns]
    _pack_position(made.position, columns)
    _pack_intervals(made.intervals, columns, series)
    _pack_root(made, columns, series)
    return made


def _pack_position(position: layout.BattlePosition, columns: Sequence[bytes]) -> None:
    free, left = position.free, position.left
    position.columns[:] = [len(kinds) for kinds in columns]
    for column, kinds in enumerate(columns):
        for number in kinds:
            left[number] += 1
        if len(kinds) > 0:
            free[kinds[0]] |= 1 << (2 * column)
        if len(kinds) > 1:
            free[kinds[-1]] |= 1 << (2 * column + 1)


def _pack_intervals(intervals: layout.Intervals, columns: Sequence[bytes], series: bytes) -> None:
    (tops, bottoms), sizes, places, checks = intervals.ends, intervals.sizes, intervals.places, intervals.checks
    for column, kinds in enumerate(columns):
        for first, end in combinations(range(len(kinds) + 1), 2):
            at = layout.INTERVALS * column + layout.TOP * first + end
            tops[at], bottoms[at], sizes[at] = kinds[first], kinds[end - 1], end - first
            places[at], checks[at] = content_keys(kinds[first:end], series)


def _pack_root(made: Packed, columns: Sequence[bytes], series: bytes) -> None:
    """The frame of the first ply."""
    root, keys = made.root, [content_keys(kinds, series) for kinds in columns if kinds]
    root.place, root.check = sum(place for place, _ in keys), sum(check for _, check in keys)
    free = [int(mask).bit_count() for mask in made.position.free]
    pairs = [int(left) // 2 for left in made.position.left]
    root.once = sum((count > 1) << number for number, count in enumerate(free))
    root.twice = sum((count > 3) << number for number, count in enumerate(free))
    root.choices = sum(layout.weight(number) * (count * (count - 1) // 2) for number, count in enumerate(free))
    root.counts = sum(count << bounds.BITS * (number // len(SUITS)) for number, count in enumerate(pairs))
    root.pairs = sum(pairs)
    root.points = sum(count * (number // len(SUITS) + 1) for number, count in enumerate(pairs))


def workspace(board: Packed) -> search.Workspace:
    """A workspace with the board in it."""
    frames = new_rows(layout.Frame, search.PLIES)
    frames[0] = board.root
    cast("Any", frames)["first"] = range(0, search.PLIES * layout.MOST_MOVES, layout.MOST_MOVES)
    return search.Workspace(
        copy_of(board.position), frames, new_rows(layout.SearchMove, search.PLIES * layout.MOST_MOVES)
    )


def move_of(board: Board, ends: int) -> TakePair:
    """The move that takes two packed ends from a board."""
    slots = sorted(_slot(board, end) for end in (ends & 31, (ends >> 5) & 31))
    return TakePair(*slots)


def _slot(board: Board, end: int) -> Slot:
    column = end >> 1
    depth = len(board.columns[column]) - 1 if end & 1 else 0
    return Slot(ROWS * column + board.tops[column] + depth)
