"""The exact search: is a position worth at least so much? Asked again and again until its value is known.

Alpha-beta with a window of no width, without recursion: each ply has a row of `frames` for its own numbers and forty
rows of `moves`. A test "is the value at least `goal`?" is answered by a bound that decides it.
"""

from typing import Final

from teahouse.kernels.battle.bounds import BITS, dream
from teahouse.kernels.battle.evaluation import looks
from teahouse.kernels.battle.moves import (
    CHECK,
    CHOICES,
    ENDS,
    FIRST,
    GAIN,
    MOST_MOVES,
    MOVE,
    OPEN_ONCE,
    OPEN_TWICE,
    PLACE,
    SCORE,
    Bytes,
    list_moves,
    take,
)
from teahouse.kernels.battle.table import HIGHEST, LOWEST, Words, find, keep, lower, upper
from teahouse.kernels.compiled import compiled

PLIES: Final = 56

GOAL: Final = FIRST + 1
"""A frame begins as the row of the move that led to it. Then: where its moves begin, the goal, the pairs left (packed
by value, how many, their points), the next move and the end of the moves, the most that the moves tried can bring, and
the nodes searched before it."""
COUNTS: Final = FIRST + 2
PAIRS: Final = FIRST + 3
POINTS: Final = FIRST + 4
NEXT: Final = FIRST + 5
END: Final = FIRST + 6
HOPE: Final = FIRST + 7
SINCE: Final = FIRST + 8
FRAME: Final = FIRST + 9

STOP: Final = 0
"""The threads' common board: stop at once, the value's bounds so far, the guess, the nodes a thread may search, and
the pairs left at which a position is only looked at (0: never, the search is exact)."""
LOW: Final = 1
HIGH: Final = 2
GUESS: Final = 3
LIMIT: Final = 4
FLOOR: Final = 5
LOOKS: Final = 8
"""The weights of the evaluation."""
NODES: Final = 24
"""From here on each thread counts its nodes, one cache line apart."""
LINE: Final = 8

POLL: Final = 1000
SPENT: Final = -1000
OPEN: Final = -1001
SETTLED_PAIRS: Final = 20
"""The bounds without search say nothing useful while more pairs are left than this."""


@compiled("int64(int64[::1], int64[::1], int64[::1], int64, int64[::1], int64, int64)")
def known(table: Words, board: Words, frames: Words, frame: int, moves: Words, move: int, goal: int) -> int:
    """What is known of the position after a move, from its side, without search: a bound that decides, or OPEN."""
    once, twice = moves[move + OPEN_ONCE], moves[move + OPEN_TWICE]
    pairs = frames[frame + PAIRS] - 1
    if once == 0:
        return 0
    if pairs <= board[FLOOR]:
        return looks(board, LOOKS, once, twice, pairs, moves[move + CHOICES])
    if move > frames[frame + FIRST]:
        entry = find(table, moves[move + PLACE], moves[move + CHECK])
        if entry:
            if lower(entry) >= goal:
                return lower(entry)
            if upper(entry) < goal:
                return upper(entry)
    if pairs <= SETTLED_PAIRS and board[FLOOR] == 0:
        gain = moves[move + GAIN]
        counts = frames[frame + COUNTS] - (1 << (BITS * (gain - 1)))
        points = frames[frame + POINTS] - gain
        least = -dream(counts, pairs, points, once, twice, 1)
        if least >= goal:
            return least
        most = dream(counts, pairs, points, once, twice, 0)
        if most < goal:
            return most
    return OPEN


@compiled("void(int64[::1], int64, int64[::1], int64, int64, int64)")
def descend(frames: Words, above: int, moves: Words, move: int, goal: int, nodes: int) -> None:
    """Fill the frame below with the position after a move."""
    frame = above + FRAME
    for field in range(MOVE):
        frames[frame + field] = moves[move + field]
    gain = moves[move + GAIN]
    frames[frame + GOAL] = goal
    frames[frame + COUNTS] = frames[above + COUNTS] - (1 << (BITS * (gain - 1)))
    frames[frame + PAIRS] = frames[above + PAIRS] - 1
    frames[frame + POINTS] = frames[above + POINTS] - gain
    frames[frame + SINCE] = nodes


@compiled("int64(int64[::1], int64, int64[::1], int64[::1])")
def foreknown(frames: Words, frame: int, moves: Words, table: Words) -> int:
    """Look every move up in the table: a bound that reaches the goal at once, or OPEN.

    Moves known to fall short are struck off; what they can bring at most is kept as the frame's hope.
    """
    goal = frames[frame + GOAL]
    move, end = frames[frame + NEXT], frames[frame + END]
    while move < end:
        gain = moves[move + GAIN]
        entry = find(table, moves[move + PLACE], moves[move + CHECK])
        if entry:
            if gain - upper(entry) >= goal:
                return gain - upper(entry)
            if gain - lower(entry) < goal:
                frames[frame + HOPE] = max(frames[frame + HOPE], gain - lower(entry))
                end -= MOVE
                for field in range(MOVE):
                    moves[move + field] = moves[end + field]
                continue
        move += MOVE
    frames[frame + END] = end
    return OPEN


@compiled("void(int64[::1], int64, int64, int64)")
def choose(moves: Words, start: int, end: int, backwards: int) -> None:
    """Bring the move to try next to the front: the one of the highest score, or backwards, of the lowest."""
    chosen = start
    score = moves[start + SCORE]
    for move in range(start + MOVE, end, MOVE):
        better = moves[move + SCORE] > score
        if better != (backwards > 0):
            chosen = move
            score = moves[move + SCORE]
    if chosen != start:
        for field in range(MOVE):
            moves[start + field], moves[chosen + field] = moves[chosen + field], moves[start + field]


@compiled(
    "int64(int64[::1], int64[::1], int64[::1], int8[:, ::1], int64[:, ::1], int64[::1], int64[::1], int64, int64)"
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
    nodes = board[counter]
    next_poll = nodes + POLL
    frame = 0
    frames[GOAL] = goal
    frames[SINCE] = nodes
    fresh = True
    while True:
        answer = OPEN
        if fresh:
            nodes += 1
            if nodes >= next_poll:
                next_poll = nodes + POLL
                board[counter] = nodes
                board[STOP] |= nodes >= board[LIMIT]
                if board[STOP] != 0 or board[LOW] >= goal or board[HIGH] < goal:
                    while frame > 0:
                        take(position, ends, frames[frame + ENDS], -1)
                        frame -= FRAME
                    return SPENT
            frames[frame + NEXT] = frames[frame + FIRST]
            frames[frame + HOPE] = LOWEST
            frames[frame + END] = list_moves(position, frames, frame, ends, keys, moves, frames[frame + GOAL], table)
            answer = foreknown(frames, frame, moves, table)
            fresh = False
        while answer == OPEN:
            move = frames[frame + NEXT]
            if move == frames[frame + END]:
                answer = frames[frame + HOPE]
                break
            choose(moves, move, frames[frame + END], helper > 0 and move > frames[frame + FIRST])
            frames[frame + NEXT] = move + MOVE
            gain = moves[move + GAIN]
            wanted = gain - frames[frame + GOAL] + 1
            reply = known(table, board, frames, frame, moves, move, wanted)
            if reply == OPEN:
                take(position, ends, moves[move + ENDS], 1)
                descend(frames, frame, moves, move, wanted, nodes)
                frame += FRAME
                fresh = True
                break
            nodes += 1
            if reply < wanted:
                answer = gain - reply
            else:
                frames[frame + HOPE] = max(frames[frame + HOPE], gain - reply)
        if fresh:
            continue
        low, high = (answer, HIGHEST) if answer >= frames[frame + GOAL] else (LOWEST, answer)
        keep(table, frames[frame + PLACE], frames[frame + CHECK], low, high, nodes - frames[frame + SINCE])
        if frame == 0:
            board[counter] = nodes
            return answer
        take(position, ends, frames[frame + ENDS], -1)
        gain = frames[frame + GAIN]
        frame -= FRAME
        if gain - answer >= frames[frame + GOAL]:
            frames[frame + END] = frames[frame + NEXT]
            frames[frame + HOPE] = gain - answer
        else:
            frames[frame + HOPE] = max(frames[frame + HOPE], gain - answer)


@compiled("void(int64[::1], int64[::1], int64[::1], int8[:, ::1], int64[:, ::1], int64[::1], int64[::1], int64)")
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
