"""The exact search: is a position worth at least this much? It asks again and again until the value is known.

Alpha-beta with a null window, without recursion: each ply has a row of `frames` for its own numbers and forty rows of
`moves`. The question "is it worth at least `goal`?" is answered by a bound that decides it.
"""

from typing import Annotated, Final, NamedTuple

from teahouse.kernels.arrays import Ints, KernelRecord, Rows
from teahouse.kernels.battle.bounds import BITS, dream
from teahouse.kernels.battle.evaluation import WEIGHTS, looks
from teahouse.kernels.battle.moves import MIDDLING_GOAL, BattlePosition, Frame, Intervals, SearchMove, list_moves, take
from teahouse.kernels.battle.table import HIGHEST, LOWEST, find, keep, lower, upper
from teahouse.kernels.kernel import kernel

PLIES: Final = 56
MOST_THREADS: Final = 256
LINE: Final = 8
"""This many numbers fill a cache line."""


class Workspace(NamedTuple):
    """What one thread writes to while it searches: the position, a frame for each ply, and the moves of all frames."""

    position: BattlePosition
    frames: Rows[Frame]
    moves: Rows[SearchMove]


class Control(KernelRecord):
    """What all threads of a search share.

    stop: 1 to stop at once. low, high: the bounds of the value so far. guess: the first goal. limit: the nodes that a
    thread may search. floor: the pairs left at which a position is only looked at (0: never), by these weights. wide,
    width, ending: with at most `wide` pairs left and more than `ending`, only the `width` most promising moves are
    tried (wide 0: never). A search with neither a floor nor a width is exact. settled: the pairs left from which the
    bounds without search hold. nodes: what each thread has searched, in the first number of a cache line of its own;
    one line more, because the threads of a second search are numbered from 1: all of them go from the other end.
    """

    stop: int
    low: int
    high: int
    guess: int
    limit: int
    floor: int
    wide: int
    width: int
    ending: int
    settled: int
    weights: Annotated[Ints, WEIGHTS]
    nodes: Annotated[Ints, (MOST_THREADS + 1, LINE)]


POLL: Final = 1000
SPENT: Final = -1000
OPEN: Final = -1001
SETTLED_PAIRS: Final = 20
"""The bounds without search say nothing useful while more pairs are left than this."""


@kernel
def is_over(control: Control, goal: int, helper: int, nodes: int) -> bool:
    """Must a thread stop: on request, at its limit, or because another thread has found the answer?"""
    control.nodes[helper, 0] = nodes
    if nodes >= control.limit:
        control.stop = 1
    return control.stop != 0 or control.low >= goal or control.high < goal


@kernel
def known(table: Ints, control: Control, frame: Frame, move: SearchMove, is_first: bool) -> int:
    """A bound of the position after a move that decides the question without search, from its side; or OPEN."""
    once, twice = move.once, move.twice
    goal = move.gain - frame.goal + 1
    pairs = frame.pairs - 1
    if once == 0:
        return 0
    if pairs <= control.floor:
        return looks(control.weights, once, twice, pairs, move.choices)
    if not is_first:
        entry = find(table, move.place, move.check)
        if entry:
            if lower(entry) >= goal:
                return lower(entry)
            if upper(entry) < goal:
                return upper(entry)
    if pairs <= control.settled:
        counts = frame.counts - (1 << (BITS * (move.gain - 1)))
        points = frame.points - move.gain
        least = -dream(counts, pairs, points, once, twice, 1)
        if least >= goal:
            return least
        most = dream(counts, pairs, points, once, twice, 0)
        if most < goal:
            return most
    return OPEN


@kernel
def descend(above: Frame, move: SearchMove, frame: Frame, nodes: int) -> None:
    """Fill the frame below with the position after a move."""
    frame.pair, frame.gain = move.pair, move.gain
    frame.place, frame.check = move.place, move.check
    frame.once, frame.twice, frame.choices = move.once, move.twice, move.choices
    frame.goal = move.gain - above.goal + 1
    frame.counts = above.counts - (1 << (BITS * (move.gain - 1)))
    frame.pairs = above.pairs - 1
    frame.points = above.points - move.gain
    frame.since = nodes


@kernel
def foreknown(frame: Frame, moves: Rows[SearchMove], table: Ints) -> int:
    """Look up every move in the table. Return a bound that reaches the goal at once, or OPEN.

    Moves that are known to fall short are removed; the most that they can bring is kept as the frame's hope.
    """
    goal = frame.goal
    place, end = frame.next, frame.end
    while place < end:
        move = moves[place]
        gain = move.gain
        entry = find(table, move.place, move.check)
        if entry:
            if gain - upper(entry) >= goal:
                return gain - upper(entry)
            if gain - lower(entry) < goal:
                frame.hope = max(frame.hope, gain - lower(entry))
                end -= 1
                moves[place] = moves[end]
                continue
        place += 1
    frame.end = end
    return OPEN


@kernel
def swap(one: SearchMove, other: SearchMove) -> None:
    """Exchange two moves."""
    one.pair, other.pair = other.pair, one.pair
    one.score, other.score = other.score, one.score
    one.place, other.place = other.place, one.place
    one.check, other.check = other.check, one.check
    one.once, other.once = other.once, one.once
    one.twice, other.twice = other.twice, one.twice
    one.choices, other.choices = other.choices, one.choices
    one.gain, other.gain = other.gain, one.gain


@kernel
def choose(moves: Rows[SearchMove], start: int, end: int, backwards: bool) -> None:
    """Move the next move to try to the front: the one with the highest score, or backwards, with the lowest."""
    chosen = start
    score = moves[start].score
    for place in range(start + 1, end):
        better = moves[place].score > score
        if better != backwards:
            chosen = place
            score = moves[place].score
    if chosen != start:
        swap(moves[start], moves[chosen])


@kernel
def promising(moves: Rows[SearchMove], start: int, end: int, width: int) -> int:
    """Move the most promising moves to the front, at most `width` of them; their end."""
    cut = min(start + width, end)
    for place in range(start, cut):
        choose(moves, place, end, False)
    return cut


@kernel
def list_tried(
    position: BattlePosition, board: Intervals, frame: Frame, moves: Rows[SearchMove], table: Ints, control: Control
) -> int:
    """Write the moves that are tried in a position into the rows of its frame; their end.

    Where only the most promising ones are tried, they must not depend on the goal: the game stays the same one.
    """
    is_narrow = control.ending < frame.pairs <= control.wide
    end = list_moves(position, board, frame, moves, table, MIDDLING_GOAL if is_narrow else frame.goal)
    return promising(moves, frame.first, end, control.width) if is_narrow else end


@kernel
def next_move(frame: Frame, moves: Rows[SearchMove], table: Ints, control: Control, helper: int) -> int:
    """Go through the moves of a frame up to one that must be searched, and leave it as the last one begun.

    A bound that answers the frame without search; or OPEN: search the move before the frame's next.
    """
    while frame.next < frame.end:
        place = frame.next
        is_first = place == frame.first
        # Where the best move fails, all must be tried, and a helping thread begins at the other end: the threads meet
        # in the middle and find each other's results in the table.
        choose(moves, place, frame.end, helper > 0 and not is_first)
        frame.next = place + 1
        move = moves[place]
        reply = known(table, control, frame, move, is_first)
        if reply == OPEN:
            return OPEN
        frame.seen += 1
        if move.gain - reply >= frame.goal:
            return move.gain - reply
        frame.hope = max(frame.hope, move.gain - reply)
    return frame.hope


@kernel
def remember(frame: Frame, answer: int, table: Ints, nodes: int) -> None:
    """Store the answer of a frame in the table."""
    low, high = (answer, HIGHEST) if answer >= frame.goal else (LOWEST, answer)
    keep(table, frame.place, frame.check, low, high, nodes - frame.since)


@kernel
def hand_up(frame: Frame, worth: int) -> None:
    """Give a frame the value of the move it searched last; a move that reaches the goal ends the frame."""
    if worth >= frame.goal:
        frame.end = frame.next
        frame.hope = worth
    else:
        frame.hope = max(frame.hope, worth)


@kernel
def ask(workspace: Workspace, board: Intervals, table: Ints, control: Control, goal: int, helper: int) -> int:
    """A bound of the position's value that decides whether it is at least `goal`; SPENT when stopped before."""
    position, frames, moves = workspace.position, workspace.frames, workspace.moves
    nodes = int(control.nodes[helper, 0])
    next_poll = nodes + POLL
    ply = 0
    frames[0].goal = goal
    frames[0].since = nodes
    fresh = True
    while nodes < next_poll or not is_over(control, goal, helper, nodes):
        next_poll += POLL * (nodes >= next_poll)
        frame = frames[ply]
        answer = OPEN
        if fresh:
            nodes += 1
            frame.next = frame.first
            frame.hope = LOWEST
            frame.end = list_tried(position, board, frame, moves, table, control)
            answer = foreknown(frame, moves, table)
        if answer == OPEN:
            frame.seen = nodes
            answer = next_move(frame, moves, table, control, helper)
            nodes = frame.seen
        fresh = answer == OPEN
        if fresh:
            move = moves[frame.next - 1]
            take(position, board, move.pair, 1)
            descend(frame, move, frames[ply + 1], nodes)
            ply += 1
            continue
        remember(frame, answer, table, nodes)
        if ply == 0:
            control.nodes[helper, 0] = nodes
            return answer
        take(position, board, frame.pair, -1)
        ply -= 1
        hand_up(frames[ply], frame.gain - answer)
    while ply > 0:
        take(position, board, frames[ply].pair, -1)
        ply -= 1
    return SPENT


@kernel
def solve(workspace: Workspace, board: Intervals, table: Ints, control: Control, helper: int) -> None:
    """Narrow the shared bounds until they meet, or until told to stop. Any number of threads may run this."""
    goal = control.guess
    while control.stop == 0 and control.low < control.high:
        goal = min(max(goal, control.low + 1), control.high)
        value = ask(workspace, board, table, control, goal, helper)
        if value == SPENT:
            continue
        if value >= goal:
            control.low = max(control.low, value)
            goal = value + 1
        else:
            control.high = min(control.high, value)
            goal = value
