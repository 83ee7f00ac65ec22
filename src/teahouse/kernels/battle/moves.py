"""Positions and moves on plain numbers.

A kind of tile is a number from 0 to 26, three for each value, so the most valuable kind in a mask is its highest bit. A
column is the interval of rows that still have tiles, written `10 * first + end`; taking its top tile adds 10, taking
its bottom tile subtracts 1. Its ends are numbered 2c (top) and 2c + 1 (bottom); a single tile is a top only.

A move is described by what is known of the position that it leads to, so that many moves need no search at all.
"""

from typing import Annotated, Final

from teahouse.kernels.arrays import Ints, KernelRecord, Rows, SmallInts
from teahouse.kernels.battle.table import foresee
from teahouse.kernels.bits import highest, lowest, ones
from teahouse.kernels.kernel import kernel

COLUMNS: Final = 12
ROWS: Final = 9
KINDS: Final = 27
SUITS: Final = 3
INTERVALS: Final = 100
PLACES: Final = COLUMNS * INTERVALS
TOP: Final = 10
BOTTOM: Final = -1
MOST_MOVES: Final = 40
"""24 free tiles are at most six kinds of four, with six moves each."""


class Intervals(KernelRecord):
    """What every interval of every column holds, at `100 * column + interval`.

    ends: the kinds at its top and at its bottom. places, checks: its two keys.
    """

    ends: Annotated[SmallInts, (2, PLACES)]
    sizes: Annotated[SmallInts, PLACES]
    places: Annotated[Ints, PLACES]
    checks: Annotated[Ints, PLACES]


class BattlePosition(KernelRecord):
    """A position: the interval of each column, and of each kind its free ends, as a mask, and the tiles left."""

    columns: Annotated[Ints, COLUMNS]
    free: Annotated[Ints, KINDS]
    left: Annotated[Ints, KINDS]


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
    so much? counts, pairs, points: the pairs left, packed by value, how many, and their points. hope: the most that the
    moves tried can bring. since, seen: the nodes searched before it and so far.
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
    seen: int


# How moves are tried: tuned on random positions of 70 tiles by the number of nodes. Beside what the exchange brings,
# a move that leaves few choices makes the smaller tree, and the more so the easier the goal is. The order must not
# depend on what the table holds: the same preference everywhere makes lines meet again, which saves more than any
# remembered move.
EXCHANGE: Final = 64
EASE: Final = 4
MIDDLING_GOAL: Final = 3
EASIEST: Final = 12
CHOICE: Final = 40
CHOICE_POINT: Final = 8
LENGTH: Final = 20
SPLIT: Final = 80


@kernel
def weight(kind: int) -> int:
    """How much a choice of this kind makes the tree grow: a valuable one is refuted later than a cheap one."""
    return CHOICE + CHOICE_POINT * (kind // SUITS + 1)


@kernel
def exchange_weight(goal: int) -> int:
    """How much a point of the exchange counts, for this goal."""
    return EXCHANGE - EASE * min(max(MIDDLING_GOAL - goal, -EASIEST), EASIEST)


@kernel
def toggle(position: BattlePosition, board: Intervals, column: int, interval: int) -> None:
    """Show or hide the free ends of a column with this interval."""
    at = INTERVALS * column + interval
    size = board.sizes[at]
    if size > 0:
        position.free[board.ends[0, at]] ^= 1 << (2 * column)
    if size > 1:
        position.free[board.ends[1, at]] ^= 1 << (2 * column + 1)


@kernel
def cut(position: BattlePosition, board: Intervals, column: int, change: int) -> None:
    """Take a tile from an end of a column, or put it back: `change` is TOP or BOTTOM, or one of them negated."""
    interval = position.columns[column]
    toggle(position, board, column, interval)
    position.columns[column] = interval + change
    toggle(position, board, column, interval + change)


@kernel
def take(position: BattlePosition, board: Intervals, pair: int, sign: int) -> None:
    """Take a pair (`sign` 1) or put it back (-1)."""
    first, second, kind = pair & 31, (pair >> 5) & 31, pair >> 10
    cut(position, board, first >> 1, sign * (BOTTOM if first & 1 else TOP))
    cut(position, board, second >> 1, sign * (BOTTOM if second & 1 else TOP))
    position.left[kind] -= 2 * sign


@kernel
def describe(position: BattlePosition, board: Intervals, frame: Frame, move: SearchMove, pair: int, point: int) -> None:
    """Fill in a move that takes a pair: where it leads from the position of the frame, and its score.

    point: how much a point of the exchange counts.
    """
    first, second, kind = pair & 31, (pair >> 5) & 31, pair >> 10
    column, other = first >> 1, second >> 1
    free = ones(position.free[kind])
    before = INTERVALS * column + position.columns[column]
    length = int(board.sizes[before])
    if column == other:
        after = before + TOP + BOTTOM
        shown = int(board.ends[0, after]) if length > 2 else -1
        again = int(board.ends[1, after]) if length > 3 else -1
        place = board.places[after] - board.places[before]
        check = board.checks[after] - board.checks[before]
        length += length
    else:
        after = before + (BOTTOM if first & 1 else TOP)
        shown = int(board.ends[first & 1, after]) if length > 2 else -1
        before_too = INTERVALS * other + position.columns[other]
        after_too = before_too + (BOTTOM if second & 1 else TOP)
        again = int(board.ends[second & 1, after_too]) if board.sizes[before_too] > 2 else -1
        place = board.places[after] - board.places[before] + board.places[after_too] - board.places[before_too]
        check = board.checks[after] - board.checks[before] + board.checks[after_too] - board.checks[before_too]
        length += int(board.sizes[before_too])
    once, twice = frame.once, frame.twice & ~(1 << kind)
    choices = frame.choices - weight(kind) * (2 * free - 3)
    if free < 4:
        once &= ~(1 << kind)
    if shown >= 0:
        mates = ones(position.free[shown]) - (2 if shown == kind else 0)
        choices += weight(shown) * mates
        once |= (mates > 0) << shown
        twice |= (mates > 2) << shown
    if again >= 0:
        mates = ones(position.free[again]) - (2 if again == kind else 0) + (shown == again)
        choices += weight(again) * mates
        once |= (mates > 0) << again
        twice |= (mates > 2) << again
    reply = highest(once) // SUITS + 1 if once else 0
    gain = kind // SUITS + 1
    move.score = point * (gain - reply) - choices - LENGTH * length + (SPLIT if position.left[kind] == 4 else 0)
    move.pair = pair
    move.gain = gain
    move.place = frame.place + int(place)
    move.check = frame.check + int(check)
    move.once = once
    move.twice = twice
    move.choices = choices


@kernel
def list_moves(
    position: BattlePosition, board: Intervals, frame: Frame, moves: Rows[SearchMove], table: Ints, goal: int
) -> int:
    """Write every move of a position into the rows of its frame and prefetch their table entries; their end.

    goal: what the moves' scores are for.
    """
    point = exchange_weight(goal)
    end = frame.first
    kinds = frame.once
    while kinds:
        kind = highest(kinds)
        kinds ^= 1 << kind
        firsts = int(position.free[kind])
        while firsts:
            first = lowest(firsts)
            firsts &= firsts - 1
            seconds = firsts
            while seconds:
                second = lowest(seconds)
                seconds &= seconds - 1
                move = moves[end]
                describe(position, board, frame, move, first | second << 5 | kind << 10, point)
                foresee(table, move.place)
                end += 1
    return end
