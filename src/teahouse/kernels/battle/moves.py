"""Positions and moves on plain numbers.

A kind of tile is a number from 0 to 26, three a value, so that the dearest kind in a mask is its highest bit. A column
is the interval of rows still standing, written `10 * first + end`; taking its top tile adds 10, its bottom tile takes
1 away. Its ends are numbered 2c (top) and 2c + 1 (bottom); a single tile is a top only.

What is at the ends of every interval, its size and its two keys are looked up in four arrays at `100 * c + interval`.
"""

from typing import Any, Final, TypeAlias

from teahouse.kernels.battle.table import Words, foresee
from teahouse.kernels.compiled import compiled, highest, lowest, ones

Bytes: TypeAlias = Any
"""An array of small integers."""

COLUMNS: Final = 12
ROWS: Final = 9
KINDS: Final = 27
SUITS: Final = 3
INTERVALS: Final = 100
TOP: Final = 10
BOTTOM: Final = -1

FREE: Final = COLUMNS
"""A position is one array: the interval of each column, then the free ends of each kind as a mask, then tiles left."""
LEFT: Final = FREE + KINDS
POSITION: Final = LEFT + KINDS

MOST_MOVES: Final = 40
"""24 free tiles are at most six kinds of four, with six moves each."""

ENDS: Final = 0
"""A move is a row: its two ends and kind, its score, and what is known of the position after it."""
SCORE: Final = 1
PLACE: Final = 2
CHECK: Final = 3
OPEN_ONCE: Final = 4
OPEN_TWICE: Final = 5
CHOICES: Final = 6
GAIN: Final = 7
MOVE: Final = 8

FIRST: Final = MOVE
"""Where in `moves` the moves of a frame begin."""

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


@compiled("int64(int64)")
def weight(kind: int) -> int:
    """How much a choice of this kind makes the tree grow: a dear one is refuted later than a cheap one."""
    return CHOICE + CHOICE_POINT * (kind // SUITS + 1)


@compiled("int64(int64)")
def exchange_weight(goal: int) -> int:
    """How much a point of the exchange counts, for this goal."""
    return EXCHANGE - EASE * min(max(MIDDLING_GOAL - goal, -EASIEST), EASIEST)


@compiled("void(int64[::1], int8[:, ::1], int64, int64)")
def toggle(position: Words, ends: Bytes, column: int, interval: int) -> None:
    """Show or hide the free ends of a column that stands as this interval."""
    at = INTERVALS * column + interval
    size = ends[2, at]
    if size > 0:
        position[FREE + int(ends[0, at])] ^= 1 << (2 * column)
    if size > 1:
        position[FREE + int(ends[1, at])] ^= 1 << (2 * column + 1)


@compiled("void(int64[::1], int8[:, ::1], int64, int64)")
def cut(position: Words, ends: Bytes, column: int, change: int) -> None:
    """Take a tile from an end of a column, or put it back: `change` is TOP or BOTTOM, or one of them negated."""
    interval = position[column]
    toggle(position, ends, column, interval)
    position[column] = interval + change
    toggle(position, ends, column, interval + change)


@compiled("void(int64[::1], int8[:, ::1], int64, int64)")
def take(position: Words, ends: Bytes, move: int, sign: int) -> None:
    """Take a pair (`sign` 1) or put it back (-1)."""
    first, second, kind = move & 31, (move >> 5) & 31, move >> 10
    cut(position, ends, first >> 1, sign * (BOTTOM if first & 1 else TOP))
    cut(position, ends, second >> 1, sign * (BOTTOM if second & 1 else TOP))
    position[LEFT + kind] -= 2 * sign


@compiled("void(int64[::1], int64[::1], int64, int8[:, ::1], int64[:, ::1], int64[::1], int64, int64, int64)")
def describe(
    position: Words, frames: Words, frame: int, ends: Bytes, keys: Words, moves: Words, move: int, pair: int, point: int
) -> None:
    """Write one move at `moves[move:]`: where it leads from the position in `frames[frame:]`, and its score."""
    first, second, kind = pair & 31, (pair >> 5) & 31, pair >> 10
    column, other = first >> 1, second >> 1
    free = ones(position[FREE + kind])
    before = INTERVALS * column + position[column]
    length = int(ends[2, before])
    if column == other:
        after = before + TOP + BOTTOM
        shown = int(ends[0, after]) if length > 2 else -1
        again = int(ends[1, after]) if length > 3 else -1
        place = keys[0, after] - keys[0, before]
        check = keys[1, after] - keys[1, before]
        length += length
    else:
        after = before + (BOTTOM if first & 1 else TOP)
        shown = int(ends[first & 1, after]) if length > 2 else -1
        before_too = INTERVALS * other + position[other]
        after_too = before_too + (BOTTOM if second & 1 else TOP)
        again = int(ends[second & 1, after_too]) if ends[2, before_too] > 2 else -1
        place = keys[0, after] - keys[0, before] + keys[0, after_too] - keys[0, before_too]
        check = keys[1, after] - keys[1, before] + keys[1, after_too] - keys[1, before_too]
        length += int(ends[2, before_too])
    once, twice = frames[frame + OPEN_ONCE], frames[frame + OPEN_TWICE] & ~(1 << kind)
    choices = frames[frame + CHOICES] - weight(kind) * (2 * free - 3)
    if free < 4:
        once &= ~(1 << kind)
    if shown >= 0:
        mates = ones(position[FREE + shown]) - (2 if shown == kind else 0)
        choices += weight(shown) * mates
        once |= (mates > 0) << shown
        twice |= (mates > 2) << shown
    if again >= 0:
        mates = ones(position[FREE + again]) - (2 if again == kind else 0) + (shown == again)
        choices += weight(again) * mates
        once |= (mates > 0) << again
        twice |= (mates > 2) << again
    reply = highest(once) // SUITS + 1 if once else 0
    gain = kind // SUITS + 1
    moves[move + ENDS] = pair
    moves[move + GAIN] = gain
    moves[move + SCORE] = (
        point * (gain - reply) - choices - LENGTH * length + (SPLIT if position[LEFT + kind] == 4 else 0)
    )
    moves[move + PLACE] = frames[frame + PLACE] + place
    moves[move + CHECK] = frames[frame + CHECK] + check
    moves[move + OPEN_ONCE] = once
    moves[move + OPEN_TWICE] = twice
    moves[move + CHOICES] = choices


@compiled("int64(int64[::1], int64[::1], int64, int8[:, ::1], int64[:, ::1], int64[::1], int64, int64[::1])")
def list_moves(
    position: Words, frames: Words, frame: int, ends: Bytes, keys: Words, moves: Words, goal: int, table: Words
) -> int:
    """Write every move of a position where its frame says, and fetch what the table holds after each; their end."""
    point = exchange_weight(goal)
    move = frames[frame + FIRST]
    kinds = frames[frame + OPEN_ONCE]
    while kinds:
        kind = highest(kinds)
        kinds ^= 1 << kind
        firsts = position[FREE + kind]
        while firsts:
            first = lowest(firsts)
            firsts &= firsts - 1
            seconds = firsts
            while seconds:
                second = lowest(seconds)
                seconds &= seconds - 1
                describe(position, frames, frame, ends, keys, moves, move, first | second << 5 | kind << 10, point)
                foresee(table, moves[move + PLACE])
                move += MOVE
    return int(move)
