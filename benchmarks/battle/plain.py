"""A plain alpha-beta search of Battle with a table, compiled like ours: what the engine is measured against.

The most valuable pair first, a full window, bounds and a best move in a table keyed by the intervals; nothing else.
"""

import random

import numpy as np

from teahouse.games.battle import Board
from teahouse.kernels.arrays import IntRows, Ints, Rows, new_rows
from teahouse.kernels.battle.field import COLUMNS, KINDS
from teahouse.kernels.battle.moves import INTERVALS, MOST_MOVES, SUITS, BattlePosition, ColumnEnd, take
from teahouse.kernels.bits import lowest, ones
from teahouse.kernels.kernel import kernel
from teahouse.players.battle.packed import packed
from teahouse.players.compiling import compiled

PLIES = 56
WORST = -1000
BITS = 22
KEY_BITS = 40
FIELD = 1023
OFFSET = 512


@kernel
def list_plainly(position: BattlePosition, moves: Ints, start: int) -> int:
    """Write every pair, the most valuable kind first; return their end."""
    end = start
    for kind in range(KINDS - 1, -1, -1):
        firsts = position.free[kind]
        if ones(firsts) > 1:
            while firsts:
                first = lowest(firsts)
                firsts &= firsts - 1
                seconds = firsts
                while seconds:
                    moves[end] = first | lowest(seconds) << 5 | kind << 10
                    seconds &= seconds - 1
                    end += 1
    return end


@kernel
def key_of(position: BattlePosition, keys: Ints) -> int:
    """The key of the twelve intervals."""
    key = 0
    for column in range(COLUMNS):
        key ^= keys[position.ends[2 * column] >> 1]
    return int(key)


@kernel
def plainly(
    positions: Rows[BattlePosition],
    moves: Ints,
    column_ends: Rows[ColumnEnd],
    keys: Ints,
    table: IntRows,
    count: Ints,
    ply: int,
    alpha: int,
    beta: int,
) -> int:
    """The value of a position if it lies between alpha and beta, else a bound of it."""
    count[0] += 1
    position = positions[ply]
    start = MOST_MOVES * ply
    end = list_plainly(position, moves, start)
    if end == start:
        return 0
    key = key_of(position, keys)
    place = key & (len(table) - 1)
    first = -1
    if table[place, 0] == key:
        low, high = (table[place, 1] & FIELD) - OFFSET, ((table[place, 1] >> 10) & FIELD) - OFFSET
        if low >= beta or low == high:
            return int(low)
        if high <= alpha:
            return int(high)
        alpha, beta = max(alpha, low), min(beta, high)
        first = table[place, 1] >> 20
    best, chosen, floor = WORST, 0, alpha
    for turn in range(-1, end - start):
        number = first if turn < 0 else turn
        if number < 0 or (turn >= 0 and turn == first):
            continue
        move = moves[start + number]
        gain = (move >> 10) // SUITS + 1
        positions[ply + 1] = position
        take(positions[ply + 1], column_ends, move)
        value = gain - plainly(positions, moves, column_ends, keys, table, count, ply + 1, gain - beta, gain - floor)
        if value > best:
            best, chosen = value, number
            floor = max(floor, best)
            if best >= beta:
                break
    low = best if best > alpha else -OFFSET
    high = best if best < beta else OFFSET - 1
    table[place, 0] = key
    table[place, 1] = (low + OFFSET) | (high + OFFSET) << 10 | chosen << 20
    return int(best)


class PlainSearch:
    """The plain search with its table, 64 MB."""

    def __init__(self) -> None:
        """Draw keys and make an empty table."""
        chance = random.Random(1)
        self._keys = np.array([chance.getrandbits(62) for _ in range(COLUMNS * INTERVALS)], np.int64)
        self._table = np.zeros((1 << BITS, 2), np.int64)

    def solve(self, board: Board) -> tuple[int, int]:
        """The value and the nodes it took."""
        self._table[:] = 0
        task = packed(board)
        count = np.zeros(1, np.int64)
        positions = new_rows(BattlePosition, PLIES)
        positions[0] = task.position
        moves = np.zeros(PLIES * MOST_MOVES, np.int64)
        search = compiled(plainly)
        value = search(positions, moves, task.ends, self._keys, self._table, count, 0, -OFFSET + 1, OFFSET - 1)
        return value, int(count[0])
