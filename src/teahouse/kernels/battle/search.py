"""The exact search: is a position worth at least so much? Asked again and again until its value is known.

Alpha-beta with a window of no width, without recursion: each ply has a row of `frames` for its own numbers and forty
rows of `moves`. A test "is the value at least `goal`?" is answered by a bound that decides it.
"""

from typing import Final

from teahouse.kernels.battle.bounds import BITS, dream
from teahouse.kernels.battle.moves import (
    CHECK,
    ENDS,
    MOST_MOVES,
    MOVE,
    OPEN_ONCE,
    OPEN_TWICE,
    PLACE,
    SCORE,
    SUITS,
    Bytes,
    list_moves,
    take,
)
from teahouse.kernels.battle.table import HIGHEST, LOWEST, Words, find, keep, lower, upper
from teahouse.kernels.compiled import compiled

PLIES: Final = 56

GOAL: Final = MOVE
"""A frame is a move's row (what led here) and then: the goal, pairs left packed by value, how many, their points,"""
COUNTS: Final = MOVE + 1
PAIRS: Final = MOVE + 2
POINTS: Final = MOVE + 3
MOVES: Final = MOVE + 4
"""moves listed, moves tried, the best that any move can still bring, and the nodes searched before this one."""
TRIED: Final = MOVE + 5
HOPE: Final = MOVE + 6
SINCE: Final = MOVE + 7
FRAME: Final = MOVE + 8

STOP: Final = 0
"""The threads' common board: stop at once, the value's bounds so far, the guess, the nodes a thread may search."""
LOW: Final = 1
HIGH: Final = 2
GUESS: Final = 3
LIMIT: Final = 4
NODES: Final = 8
"""From here on each thread counts its nodes, one cache line apart."""
LINE: Final = 8

POLL: Final = 1000
SPENT: Final = -1000
OPEN: Final = -1001
SETTLED_PAIRS: Final = 24
"""The bounds without search say nothing useful while more pairs are left than this."""


@compiled("int64(int64[::1], int64[::1], int64[::1], int64)")
def known(table: Words, frame: Words, move: Words, goal: int) -> int:
    """What is known of the position after a move, from its side, without search: a bound that decides, or OPEN."""
    if move[OPEN_ONCE] == 0:
        return 0
    entry = find(table, move[PLACE], move[CHECK])
    if entry:
        if lower(entry) >= goal:
            return lower(entry)
        if upper(entry) < goal:
            return upper(entry)
    pairs = frame[PAIRS] - 1
    if pairs <= SETTLED_PAIRS:
        value = (move[ENDS] >> 10) // SUITS
        counts = frame[COUNTS] - (1 << (BITS * value))
        points = frame[POINTS] - value - 1
        least = -dream(counts, pairs, points, move[OPEN_ONCE], move[OPEN_TWICE], 1)
        if least >= goal:
            return least
        most = dream(counts, pairs, points, move[OPEN_ONCE], move[OPEN_TWICE], 0)
        if most < goal:
            return most
    return OPEN


@compiled("void(int64[::1], int64[::1], int64, int64)")
def enter(frame: Words, above: Words, goal: int, nodes: int) -> None:
    """Fill the frame of the position after the move that lies in it."""
    value = (frame[ENDS] >> 10) // SUITS
    frame[GOAL] = goal
    frame[COUNTS] = above[COUNTS] - (1 << (BITS * value))
    frame[PAIRS] = above[PAIRS] - 1
    frame[POINTS] = above[POINTS] - value - 1
    frame[SINCE] = nodes


@compiled("int64(int64[::1], int64[:, ::1], int64[::1])")
def foreknown(frame: Words, moves: Words, table: Words) -> int:
    """Look every move up in the table: a bound that reaches the goal at once, or OPEN.

    Moves known to fall short are struck off; what they can bring at most is kept as the frame's hope.
    """
    goal = frame[GOAL]
    number = 0
    while number < frame[MOVES]:
        gain = (moves[number, ENDS] >> 10) // SUITS + 1
        entry = find(table, moves[number, PLACE], moves[number, CHECK])
        if entry:
            if gain - upper(entry) >= goal:
                return gain - upper(entry)
            if gain - lower(entry) < goal:
                frame[HOPE] = max(frame[HOPE], gain - lower(entry))
                frame[MOVES] -= 1
                for field in range(MOVE):
                    moves[number, field] = moves[frame[MOVES], field]
                continue
        number += 1
    return OPEN


@compiled("void(int64[:, ::1], int64, int64, int64)")
def choose(moves: Words, start: int, end: int, helper: int) -> None:
    """Bring the move to try next to the front.

    The dearest score comes first. Where that one fails, all moves must be tried, and a helping thread begins at the
    other end: the threads meet in the middle and find each other's results in the table.
    """
    chosen = start
    for number in range(start + 1, end):
        better = moves[number, SCORE] > moves[chosen, SCORE]
        if better != (helper > 0 and start > 0):
            chosen = number
    if chosen != start:
        for field in range(MOVE):
            moves[start, field], moves[chosen, field] = moves[chosen, field], moves[start, field]


@compiled(
    "int64(int64[::1], int64[:, ::1], int64[:, ::1], int8[:, ::1], int64[:, ::1], int64[::1], int64[::1], int64, int64)"
)
def test(
    position: Words,
    frames: Words,
    moves: Words,
    ends: Bytes,
    keys: Words,
    table: Words,
    board: Words,
    goal: int,
    helper: int,
) -> int:
    """A bound of the position's value that decides whether it is at least `goal`; SPENT when stopped before."""
    counter = NODES + LINE * helper
    ply = 0
    frames[0, GOAL] = goal
    frames[0, SINCE] = board[counter]
    fresh = True
    halted = False
    next_poll = board[counter] + POLL
    while True:
        frame = frames[ply]
        here = moves[MOST_MOVES * ply : MOST_MOVES * (ply + 1)]
        answer = OPEN
        if fresh:
            board[counter] += 1
            if board[counter] >= next_poll:
                next_poll = board[counter] + POLL
                board[STOP] |= board[counter] >= board[LIMIT]
                halted = board[STOP] != 0 or board[LOW] >= goal or board[HIGH] < goal
            if halted:
                while ply > 0:
                    take(position, ends, frames[ply, ENDS], -1)
                    ply -= 1
                return SPENT
            frame[TRIED] = 0
            frame[HOPE] = LOWEST
            frame[MOVES] = list_moves(position, frame, ends, keys, here, table)
            answer = foreknown(frame, here, table)
            fresh = False
        while answer == OPEN and not fresh:
            tried = frame[TRIED]
            if tried == frame[MOVES]:
                answer = frame[HOPE]
                break
            choose(here, tried, frame[MOVES], helper)
            frame[TRIED] = tried + 1
            move = here[tried]
            gain = (move[ENDS] >> 10) // SUITS + 1
            reply = known(table, frame, move, gain - frame[GOAL] + 1)
            if reply == OPEN:
                take(position, ends, move[ENDS], 1)
                below = frames[ply + 1]
                for field in range(MOVE):
                    below[field] = move[field]
                enter(below, frame, gain - frame[GOAL] + 1, board[counter])
                fresh = True
            else:
                board[counter] += 1
                if gain - reply >= frame[GOAL]:
                    answer = gain - reply
                else:
                    frame[HOPE] = max(frame[HOPE], gain - reply)
        if fresh:
            ply += 1
            continue
        # The position of this frame is answered: keep it, and hand it up until a frame has more to try.
        low, high = (answer, HIGHEST) if answer >= frame[GOAL] else (LOWEST, answer)
        keep(table, frame[PLACE], frame[CHECK], low, high, board[counter] - frame[SINCE])
        if ply == 0:
            return answer
        take(position, ends, frame[ENDS], -1)
        gain = (frame[ENDS] >> 10) // SUITS + 1
        ply -= 1
        above = frames[ply]
        if gain - answer >= above[GOAL]:
            above[MOVES] = above[TRIED]
            above[HOPE] = gain - answer
        else:
            above[HOPE] = max(above[HOPE], gain - answer)


@compiled("void(int64[::1], int64[:, ::1], int64[:, ::1], int8[:, ::1], int64[:, ::1], int64[::1], int64[::1], int64)")
def solve(
    position: Words, frames: Words, moves: Words, ends: Bytes, keys: Words, table: Words, board: Words, helper: int
) -> None:
    """Narrow the bounds on the board until they meet, or until told to stop. Any number of threads may run this."""
    goal = board[GUESS]
    while board[STOP] == 0 and board[LOW] < board[HIGH]:
        goal = min(max(goal, board[LOW] + 1), board[HIGH])
        value = test(position, frames, moves, ends, keys, table, board, goal, helper)
        if value == SPENT:
            continue
        if value >= goal:
            board[LOW] = max(board[LOW], value)
            goal = value + 1
        else:
            board[HIGH] = min(board[HIGH], value)
            goal = value
