"""Positions and moves on plain numbers.

A kind of tile is a number from 0 to 26, three for each value, so the most valuable kind in a mask is its highest bit. A
column is the interval of rows that still have tiles, written `10 * first + end`; taking its top tile adds 10, taking
its bottom tile subtracts 1. Its ends are numbered 2c (top) and 2c + 1 (bottom). Each end of every interval has a row
with the changes when its tile is taken, at `2 * (100 * column + interval)` for the top and one further for the bottom.

A move is described by what is known of the position that it leads to, so that many moves need no search at all.
"""

from typing import Annotated, Final

from teahouse.kernels.arrays import Ints, Rows, Short, Shorts
from teahouse.kernels.battle.field import ENDS, KINDS
from teahouse.kernels.battle.table import prefetch
from teahouse.kernels.bits import highest, lowest, ones
from teahouse.kernels.kernel import hot
from teahouse.kernels.record import KernelRecord

NOTHING: Final = KINDS
"""The kind that becomes free if taking a tile frees no other one."""
SUITS: Final = 3
INTERVALS: Final = 100
TOP: Final = 20
BOTTOM: Final = -2
END_BITS: Final = 5
ANY_END: Final = (1 << END_BITS) - 1
MOST_MOVES: Final = 40
"""24 free tiles are at most six kinds of four, with six moves each."""


class ColumnEnd(KernelRecord):
    """An end of an interval of a column. The kernels have those of every interval as `column_ends`.

    place, check: what taking its tile adds to the keys of the position. shown: the kind that is free then, or NOTHING.
    length: the tiles of the interval.
    """

    place: int
    check: int
    shown: Short
    length: Short


class BattlePosition(KernelRecord):
    """A position: the row of each end of a column, and of each kind its free ends, as a mask, and the tiles left."""

    ends: Annotated[Shorts, ENDS]
    free: Annotated[Shorts, KINDS + 1]
    left: Annotated[Shorts, KINDS]


class Reached(KernelRecord):
    """What is known of a position by the move that led to it.

    pair: the two ends and the kind that were taken, packed. place, check: its keys. once, twice: the kinds with an open
    pair and with two, as masks. choices: how many choices it has, weighted. gain: the points of the pair.
    """

    pair: int
    place: int
    check: int
    once: int
    twice: int
    choices: int
    gain: int


class SearchMove(Reached):
    """A move: where it leads, and how early it is tried."""

    score: int


class Frame(Reached):
    """One ply of the search.

    first, next, end: where in the list its moves begin, the next one to try, and their end. goal: is the position worth
    this much? counts, pairs, points: the pairs left, packed by value, how many, and their points. hope: the most that
    the moves tried can bring. since: the nodes searched before it. is_all: 1 if all moves will probably have to be
    tried, because none reaches the goal.
    """

    first: int
    next: int
    end: int
    goal: int
    counts: int
    pairs: int
    points: int
    hope: int
    since: int
    is_all: int


# The order in which moves are tried, tuned on random positions of 70 tiles by the number of nodes. Beside the points of
# the exchange, few choices left mean a smaller tree, the more so the easier the goal is. The order must not depend on
# what the table holds: with the same preference everywhere, lines reach the same positions again, which saves more
# than any remembered move.
EXCHANGE: Final = 64
EASE: Final = 4
MIDDLING_GOAL: Final = 3
EASIEST: Final = 12
CHOICE: Final = 40
CHOICE_POINT: Final = 8
LENGTH: Final = 20
SPLIT: Final = 80


@hot
def weight(kind: int) -> int:
    """How much a choice of this kind makes the tree grow: a valuable one takes longer to refute than a cheap one."""
    return CHOICE + CHOICE_POINT * (kind // SUITS + 1)


@hot
def exchange_weight(goal: int) -> int:
    """How much a point of the exchange counts, for this goal."""
    return EXCHANGE - EASE * min(max(MIDDLING_GOAL - goal, -EASIEST), EASIEST)


@hot
def first_row(position: BattlePosition, end: int) -> int:
    """The row of an end in a position."""
    return int(position.ends[end])


@hot
def second_row(position: BattlePosition, first: int, second: int) -> int:
    """The row of the second end of a pair without its first tile, which may be the other end of the same column."""
    return int(position.ends[second]) + (TOP if first ^ second == 1 else 0)


@hot
def cut(position: BattlePosition, column_ends: Rows[ColumnEnd], end: int) -> None:
    """Take the tile from an end of a column, which frees the next one."""
    position.free[column_ends[first_row(position, end)].shown] ^= 1 << end
    change = BOTTOM if end & 1 else TOP
    position.ends[end] += change
    position.ends[end ^ 1] += change


@hot
def pair_of(first: int, second: int, kind: int) -> int:
    """A pair, packed: its two ends and its kind."""
    return first | second << END_BITS | kind << 2 * END_BITS


@hot
def first_of(pair: int) -> int:
    """The first end of a packed pair."""
    return pair & ANY_END


@hot
def second_of(pair: int) -> int:
    """The second end of a packed pair."""
    return (pair >> END_BITS) & ANY_END


@hot
def kind_of(pair: int) -> int:
    """The kind of a packed pair."""
    return pair >> 2 * END_BITS


@hot
def take(position: BattlePosition, column_ends: Rows[ColumnEnd], pair: int) -> None:
    """Take a pair."""
    first, second, kind = first_of(pair), second_of(pair), kind_of(pair)
    position.free[kind] ^= 1 << first | 1 << second
    position.left[kind] -= 2
    cut(position, column_ends, first)
    cut(position, column_ends, second)
    position.free[NOTHING] = 0


@hot
def list_moves(
    position: BattlePosition, column_ends: Rows[ColumnEnd], frame: Frame, moves: Rows[SearchMove], table: Ints
) -> int:
    """Write every move of a position with its keys into the rows of its frame; return their end.

    Their entries in the table are prefetched.
    """
    end = frame.first
    kinds = frame.once
    while kinds:
        kind = highest(kinds)
        kinds ^= 1 << kind
        firsts = int(position.free[kind])
        while firsts:
            first = lowest(firsts)
            firsts &= firsts - 1
            one = column_ends[first_row(position, first)]
            place, check = frame.place + one.place, frame.check + one.check
            seconds = firsts
            while seconds:
                second = lowest(seconds)
                seconds &= seconds - 1
                other = column_ends[second_row(position, first, second)]
                move = moves[end]
                move.pair = pair_of(first, second, kind)
                move.gain = kind // SUITS + 1
                move.place = place + other.place
                move.check = check + other.check
                prefetch(table, move.place)
                end += 1
    return end


@hot
def describe(
    position: BattlePosition, column_ends: Rows[ColumnEnd], frame: Frame, move: SearchMove, point: int
) -> None:
    """Complete a move: what is known of the position it leads to, and its score.

    point: how much a point of the exchange counts. A kind with n free tiles has n (n - 1) / 2 choices, so taking two of
    them takes 2n - 3 choices away. A tile that becomes free brings a choice with every mate: each free tile of its kind
    but the two that are taken; the two tiles that become free may be mates of each other.
    """
    first, second, kind = first_of(move.pair), second_of(move.pair), kind_of(move.pair)
    one, other = column_ends[first_row(position, first)], column_ends[second_row(position, first, second)]
    shown, again = int(one.shown), int(other.shown)
    free = ones(position.free[kind])
    mates = ones(position.free[shown]) - 2 * (shown == kind)
    more = ones(position.free[again]) - 2 * (again == kind) + (shown == again != NOTHING)
    once = frame.once & ~((free < 4) << kind) | (mates > 0) << shown | (more > 0) << again
    move.twice = frame.twice & ~(1 << kind) | (mates > 2) << shown | (more > 2) << again
    move.choices = frame.choices - weight(kind) * (2 * free - 3) + weight(shown) * mates + weight(again) * more
    reply = highest(once) // SUITS + 1 if once else 0
    split = SPLIT if position.left[kind] == 4 else 0
    move.score = point * (move.gain - reply) - move.choices - LENGTH * (one.length + other.length) + split
    move.once = once


@hot
def describe_moves(
    position: BattlePosition, column_ends: Rows[ColumnEnd], frame: Frame, moves: Rows[SearchMove], end: int, goal: int
) -> None:
    """Complete the moves of a frame, with scores for this goal."""
    point = exchange_weight(goal)
    for place in range(frame.first, end):
        describe(position, column_ends, frame, moves[place], point)


@hot
def list_described(
    position: BattlePosition,
    column_ends: Rows[ColumnEnd],
    frame: Frame,
    moves: Rows[SearchMove],
    table: Ints,
    goal: int,
) -> int:
    """Write every move of a position into the rows of its frame, with scores for this goal; return their end."""
    end = list_moves(position, column_ends, frame, moves, table)
    describe_moves(position, column_ends, frame, moves, end, goal)
    return end
