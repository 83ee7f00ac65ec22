"""A Battle board in the form of the kernels: intervals of columns, kinds by value, keys by content."""

import hashlib
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from teahouse.core.tiles import Tile
from teahouse.games.battle import Board, Slot, TakePair
from teahouse.games.battle.board import COLUMNS, ROWS
from teahouse.players.battle.kernels import bounds, search, table
from teahouse.players.battle.kernels import moves as layout

SUITS: Final = "mps"


class Packed(NamedTuple):
    """A board for the search: the position, its frame, and what every interval of every column holds."""

    position: table.Words
    root: table.Words
    ends: NDArray[np.int8]
    keys: table.Words


class Desk(NamedTuple):
    """The working memory of one search thread."""

    position: table.Words
    frames: table.Words
    moves: table.Words


def kind(tile: Tile) -> int:
    """The kernels' number of a tile: three for each value, the lowest value first."""
    return len(SUITS) * (tile.rank - 1) + SUITS.index(tile[1])


@cache
def content_keys(content: bytes) -> tuple[int, int]:
    """The two keys of a run of tiles; they are the same from either end and in any column.

    A position's keys are the sums over its columns, so that positions that differ only in order share an entry. Both
    tiles of a column of two are free, so it counts as two columns of one.
    """
    if len(content) == 2:
        one, other = content_keys(content[:1]), content_keys(content[1:])
        return one[0] + other[0], one[1] + other[1]
    digest = hashlib.blake2b(min(content, content[::-1]), digest_size=16).digest()
    return int.from_bytes(digest[:8], "big") & table.PLACE_MASK, int.from_bytes(digest[8:], "big") & table.CHECK_MASK


def packed(board: Board) -> Packed:
    """Pack a board."""
    made = Packed(
        np.zeros(layout.POSITION, np.int64),
        np.zeros(search.FRAME, np.int64),
        np.zeros((3, COLUMNS * layout.INTERVALS), np.int8),
        np.zeros((2, COLUMNS * layout.INTERVALS), np.int64),
    )
    for column, tiles in enumerate(board.columns):
        _pack_column(made, column, bytes(kind(tile) for tile in tiles))
    for number in range(layout.KINDS):
        _count_kind(made, number)
    return made


def _pack_column(made: Packed, column: int, kinds: bytes) -> None:
    size = len(kinds)
    for first in range(size):
        for end in range(first + 1, size + 1):
            at = layout.INTERVALS * column + layout.TOP * first + end
            made.ends[:, at] = kinds[first], kinds[end - 1], end - first
            made.keys[:, at] = content_keys(kinds[first:end])
    made.position[column] = size
    made.root[layout.PLACE] += made.keys[0, layout.INTERVALS * column + size]
    made.root[layout.CHECK] += made.keys[1, layout.INTERVALS * column + size]
    for number in kinds:
        made.position[layout.LEFT + number] += 1
    if size > 0:
        made.position[layout.FREE + kinds[0]] |= 1 << (2 * column)
    if size > 1:
        made.position[layout.FREE + kinds[-1]] |= 1 << (2 * column + 1)


def _count_kind(made: Packed, number: int) -> None:
    free = int(made.position[layout.FREE + number]).bit_count()
    made.root[layout.OPEN_ONCE] |= (free > 1) << number
    made.root[layout.OPEN_TWICE] |= (free > 3) << number
    made.root[layout.CHOICES] += layout.weight(number) * (free * (free - 1) // 2)
    pairs = int(made.position[layout.LEFT + number]) // 2
    value = number // len(SUITS)
    made.root[search.COUNTS] += pairs << (bounds.BITS * value)
    made.root[search.PAIRS] += pairs
    made.root[search.POINTS] += pairs * (value + 1)


def desk(board: Packed) -> Desk:
    """A desk with the board on it."""
    frames = np.zeros(search.PLIES * search.FRAME, np.int64)
    frames[: search.FRAME] = board.root
    frames[layout.FIRST :: search.FRAME] = np.arange(search.PLIES) * (layout.MOST_MOVES * layout.MOVE)
    return Desk(board.position.copy(), frames, np.zeros(search.PLIES * layout.MOST_MOVES * layout.MOVE, np.int64))


def move_of(board: Board, ends: int) -> TakePair:
    """The move that takes two packed ends from a board."""
    slots = sorted(_slot(board, end) for end in (ends & 31, (ends >> 5) & 31))
    return TakePair(*slots)


def _slot(board: Board, end: int) -> Slot:
    column = end >> 1
    depth = len(board.columns[column]) - 1 if end & 1 else 0
    return Slot(ROWS * column + board.tops[column] + depth)
