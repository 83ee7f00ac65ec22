"""The exact search: is a position worth at least so much? Asked again and again until its value is known.

Alpha-beta with a window of no width, without recursion: each ply has a row of `frames` for its own numbers and forty
rows of `moves`. The question "is it worth at least `goal`?" is answered by a bound that decides it.
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
by value, how many, their points), the next move and the end of the moves, the most that the moves tried can bring, the
nodes searched before it and so far."""
COUNTS: Final = FIRST + 2
PAIRS: Final = FIRST + 3
POINTS: Final = FIRST + 4
NEXT: Final = FIRST + 5
END: Final = FIRST + 6
HOPE: Final = FIRST + 7
SINCE: Final = FIRST + 8
SEEN: Final = FIRST + 9
FRAME: Final = FIRST + 10

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


@compiled("boolean(int64[::1], int64, int64, int64)")
def is_over(board: Words, goal: int, counter: int, nodes: int) -> bool:
    """Must a thread stop: by order, at its limit, or because another thread has decided the same?"""
    board[counter] = nodes
    if nodes >= board[LIMIT]:
        board[STOP] = 1
    return bool(board[STOP] != 0 or board[LOW] >= goal or board[HIGH] < goal)


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


@compiled("void(int64[::1], int64, int64[::1], int64, int64)")
def descend(frames: Words, above: int, moves: Words, move: int, nodes: int) -> None:
    """Fill the frame below with the position after a move."""
    frame = above + FRAME
    for field in range(MOVE):
        frames[frame + field] = moves[move + field]
    gain = moves[move + GAIN]
    frames[frame + GOAL] = gain - frames[above + GOAL] + 1
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
                return int(gain - upper(entry))
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


@compiled("int64(int64[::1], int64, int64[::1], int64[::1], int64[::1], int64)")
def next_move(frames: Words, frame: int, moves: Words, table: Words, board: Words, helper: int) -> int:
    """Go through the moves of a frame up to one that must be searched, and leave it as the last one begun.

    A bound that answers the frame without search; or OPEN: search the move before the frame's next.
    """
    goal = frames[frame + GOAL]
    while frames[frame + NEXT] < frames[frame + END]:
        move = frames[frame + NEXT]
        # Where the best move fails, all must be tried, and a helping thread begins at the other end: the threads meet
        # in the middle and find each other's results in the table.
        choose(moves, move, frames[frame + END], helper > 0 and move > frames[frame + FIRST])
        frames[frame + NEXT] = move + MOVE
        gain = moves[move + GAIN]
        reply = known(table, board, frames, frame, moves, move, gain - goal + 1)
        if reply == OPEN:
            return OPEN
        frames[frame + SEEN] += 1
        if gain - reply >= goal:
            return int(gain - reply)
        frames[frame + HOPE] = max(frames[frame + HOPE], gain - reply)
    return int(frames[frame + HOPE])


@compiled("void(int64[::1], int64, int64, int64[::1], int64)")
def remember(frames: Words, frame: int, answer: int, table: Words, nodes: int) -> None:
    """Keep the answer of a frame in the table."""
    low, high = (answer, HIGHEST) if answer >= frames[frame + GOAL] else (LOWEST, answer)
    keep(table, frames[frame + PLACE], frames[frame + CHECK], low, high, nodes - frames[frame + SINCE])


@compiled("void(int64[::1], int64, int64)")
def hand_up(frames: Words, frame: int, worth: int) -> None:
    """Tell a frame what the move it searched last is worth; a move that reaches the goal is the last."""
    if worth >= frames[frame + GOAL]:
        frames[frame + END] = frames[frame + NEXT]
        frames[frame + HOPE] = worth
    else:
        frames[frame + HOPE] = max(frames[frame + HOPE], worth)


@compiled(
    "int64(int64[::1], int64[::1], int64[::1], int8[:, ::1], int64[:, ::1], int64[::1], int64[::1], int64, int64)"
)
def ask(
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
    while nodes < next_poll or not is_over(board, goal, counter, nodes):
        next_poll += POLL * (nodes >= next_poll)
        answer = OPEN
        if fresh:
            nodes += 1
            frames[frame + NEXT] = frames[frame + FIRST]
            frames[frame + HOPE] = LOWEST
            frames[frame + END] = list_moves(position, frames, frame, ends, keys, moves, frames[frame + GOAL], table)
            answer = foreknown(frames, frame, moves, table)
        if answer == OPEN:
            frames[frame + SEEN] = nodes
            answer = next_move(frames, frame, moves, table, board, helper)
            nodes = frames[frame + SEEN]
        fresh = answer == OPEN
        if fresh:
            move = frames[frame + NEXT] - MOVE
            take(position, ends, moves[move + ENDS], 1)
            descend(frames, frame, moves, move, nodes)
            frame += FRAME
            continue
        remember(frames, frame, answer, table, nodes)
        if frame == 0:
            board[counter] = nodes
            return int(answer)
        take(position, ends, frames[frame + ENDS], -1)
        frame -= FRAME
        hand_up(frames, frame, frames[frame + FRAME + GAIN] - answer)
    while frame > 0:
        take(position, ends, frames[frame + ENDS], -1)
        frame -= FRAME
    return SPENT


@compiled("void(int64[::1], int64[::1], int64[::1], int8[:, ::1], int64[:, ::1], int64[::1], int64[::1], int64)")
def solve(
    position: Words, frames: Words, moves: Words, ends: Bytes, keys: Words, table: Words, board: Words, helper: int
) -> None:
    """Narrow the bounds on the board until they meet, or until told to stop. Any number of threads may run this."""
    goal = board[GUESS]
    while board[STOP] == 0 and board[LOW] < board[HIGH]:
        goal = min(max(goal, board[LOW] + 1), board[HIGH])
        value = ask(position, frames, moves, ends, keys, table, board, goal, helper)
        if value == SPENT:
            continue
        if value >= goal:
            board[LOW] = max(board[LOW], value)
            goal = value + 1
        else:
            board[HIGH] = min(board[HIGH], value)
            goal = value
