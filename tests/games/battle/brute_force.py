"""Battle solved by brute force on the plain rules: slow, short and certainly right."""

import random
from collections.abc import Iterator

from teahouse.core.tiles import Tile
from teahouse.games.battle import Battle, Board
from teahouse.games.battle.board import VALUES

Columns = tuple[tuple[str, ...], ...]


class BruteForce:
    """Values of positions, remembered by their columns."""

    def __init__(self) -> None:
        self.seen: dict[Columns, int] = {}

    def value(self, columns: Columns) -> int:
        if columns not in self.seen:
            self.seen[columns] = max((self._worth(*move) for move in moves(columns)), default=0)
        return self.seen[columns]

    def _worth(self, gain: int, after: Columns) -> int:
        return gain - self.value(after)


def moves(columns: Columns) -> Iterator[tuple[int, Columns]]:
    """Every move: its points and the columns after it."""
    ends = [(c, end) for c, tiles in enumerate(columns) for end in range(min(len(tiles), 2))]
    tile = {(c, end): columns[c][-1 if end else 0] for c, end in ends}
    for number, first in enumerate(ends):
        for second in ends[number + 1 :]:
            if tile[first] == tile[second]:
                yield VALUES[tile[first]], taken(columns, first, second)


def taken(columns: Columns, *ends: tuple[int, int]) -> Columns:
    left = list(columns)
    for column, end in ends:
        left[column] = left[column][:-1] if end else left[column][1:]
    return tuple(left)


def board_of(columns: Columns) -> Board:
    return Board(tuple(tuple(map(Tile, tiles)) for tiles in columns), (0,) * len(columns))


def columns_of(board: Board) -> Columns:
    return tuple(tuple(str(tile) for tile in tiles) for tiles in board.columns)


def random_board(chance: random.Random, tiles: int) -> Board:
    """A position with this many tiles left and a move to make, reached by random play."""
    while True:
        board = Battle().deal(b"brute %d" % chance.getrandbits(60)).board
        left = board.left()
        while left > tiles and (pairs := board.pairs()):
            board = board.without(*chance.choice(pairs))
            left -= 2
        if left == tiles and board.has_pair():
            return board
