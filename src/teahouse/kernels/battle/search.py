"""The exact search: it asks whether a position is worth at least a goal, with new goals until the value is known.

Alpha-beta with a null window, without recursion: each ply has a row of `frames` for its own numbers, a position of its
own, and forty rows of `moves`. The question "is it worth at least `goal`?" is answered by a bound that decides it.

Several *walkers* go through one tree. They share what they find in the table, and if all moves must be tried, each
prefers a move that no other is searching. Every thread has one walker or more, which take turns: while the memory
fetches the entries that one walker needs, another one works.
"""

from typing import Final

from teahouse.kernels.arrays import Ints, Rows
from teahouse.kernels.battle.bounds import BITS
from teahouse.kernels.battle.choosing import SHARED_PAIRS, list_tried, look_up_moves, next_move
from teahouse.kernels.battle.control import MARKS, OPEN, Control, Walker, Workspace
from teahouse.kernels.battle.moves import ColumnEnd, Frame, describe_moves, take
from teahouse.kernels.battle.table import HIGHEST, LOWEST, find, keep, lower, narrowed, upper
from teahouse.kernels.kernel import hot

TURNS: Final = 256
"""Turns of each walker between two checks of the shared control."""
SELDOM: Final = 64
"""Steps of a walker between two checks whether the positions above it are answered."""
SPENT: Final = -1000
"""The result of a search that stopped without an answer."""


@hot
def solve(workspace: Workspace, column_ends: Rows[ColumnEnd], table: Ints, control: Control, helper: int) -> None:
    """Narrow the shared bounds until they meet, or until a stop is requested. Any number of threads may run this."""
    goal = control.guess
    while control.stop == 0 and control.low < control.high:
        goal = min(max(goal, control.low + 1), control.high)
        value = ask(workspace, column_ends, table, control, goal, helper)
        if value == SPENT:
            continue
        # Two threads may write at once; the bound that is lost was right, and so is the other one.
        if value >= goal:
            control.low = max(control.low, value)
            goal = value + 1
        else:
            control.high = min(control.high, value)
            goal = value


@hot
def ask(
    workspace: Workspace, column_ends: Rows[ColumnEnd], table: Ints, control: Control, goal: int, helper: int
) -> int:
    """A bound of the position's value that decides whether it is at least `goal`; SPENT if the search was stopped."""
    walkers = workspace.walkers
    before = int(control.nodes[helper, 0])
    for number in range(len(walkers)):
        walker = walkers[number]
        walker.at = walker.root
        walker.nodes = walker.steps = 0
        frame = workspace.frames[walker.root]
        frame.goal = goal
        frame.since = 0
        frame.is_all = int(goal > control.guess)
        enter(workspace, column_ends, table, control, walker)
    answer = OPEN
    turns = 0
    while answer == OPEN:
        turns += 1
        if turns % TURNS == 0 and is_over(workspace, control, goal, helper, before):
            answer = SPENT
        for number in range(len(walkers)):
            if answer == OPEN:
                answer = step(workspace, column_ends, table, control, walkers[number])
    for number in range(len(walkers)):
        leave(workspace, control, walkers[number], walkers[number].root)
    is_over(workspace, control, goal, helper, before)
    return answer


@hot
def is_over(workspace: Workspace, control: Control, goal: int, helper: int, before: int) -> bool:
    """Must a thread stop: on request, at its limit, or because another thread has found the answer?

    before: the nodes of the questions that it answered before.
    """
    nodes = before
    for number in range(len(workspace.walkers)):
        nodes += workspace.walkers[number].nodes
    control.nodes[helper, 0] = nodes
    if nodes >= control.limit:
        control.stop = 1
    return control.stop != 0 or control.low >= goal or control.high < goal


@hot
def step(workspace: Workspace, column_ends: Rows[ColumnEnd], table: Ints, control: Control, walker: Walker) -> int:
    """Process a walker's position, and go on to the next one. Return the answer of its root, or OPEN."""
    moves = workspace.moves
    answer = OPEN
    walker.steps += 1
    if control.is_alone == 0 and walker.steps % SELDOM == 0:
        answer = overtaken(workspace, table, control, walker)
    if answer == OPEN and walker.is_fresh != 0:
        frame = workspace.frames[walker.at]
        answer = look_up_moves(frame, moves, table)
        if answer == OPEN:
            describe_moves(workspace.positions[walker.at], column_ends, frame, moves, frame.end, frame.goal)
    while True:
        frame = workspace.frames[walker.at]
        if answer == OPEN:
            answer = next_move(frame, moves, table, control, walker)
        if answer == OPEN:
            descend(workspace, column_ends, control, walker)
            enter(workspace, column_ends, table, control, walker)
            return OPEN
        remember(frame, answer, table, walker.nodes)
        if walker.at == walker.root:
            return answer
        answer = ascend(workspace, control, walker, answer)
        walker.is_fresh = 0


@hot
def enter(workspace: Workspace, column_ends: Rows[ColumnEnd], table: Ints, control: Control, walker: Walker) -> None:
    """Start a position: list its moves, and prefetch their entries in the table."""
    frame = workspace.frames[walker.at]
    walker.nodes += 1
    walker.is_fresh = 1
    frame.next = frame.first
    frame.end = list_tried(workspace.positions[walker.at], column_ends, frame, workspace.moves, table, control)


@hot
def descend(workspace: Workspace, column_ends: Rows[ColumnEnd], control: Control, walker: Walker) -> None:
    """Go down by the move begun last, into the frame below."""
    above, frame = workspace.frames[walker.at], workspace.frames[walker.at + 1]
    move = workspace.moves[above.next - 1]
    frame.pair, frame.gain = move.pair, move.gain
    frame.place, frame.check = move.place, move.check
    frame.once, frame.twice, frame.choices = move.once, move.twice, move.choices
    frame.goal = move.gain - above.goal + 1
    frame.counts = above.counts - (1 << (BITS * (move.gain - 1)))
    frame.pairs = above.pairs - 1
    frame.points = above.points - move.gain
    frame.since = walker.nodes
    frame.is_all = 1 - above.is_all
    mark(control, frame, frame.check)
    workspace.positions[walker.at + 1] = workspace.positions[walker.at]
    take(workspace.positions[walker.at + 1], column_ends, move.pair)
    walker.at += 1


@hot
def ascend(workspace: Workspace, control: Control, walker: Walker, answer: int) -> int:
    """Go up with the answer of a frame; return the answer that it gives to the frame above, or OPEN."""
    frame, above = workspace.frames[walker.at], workspace.frames[walker.at - 1]
    mark(control, frame, 0)
    walker.at -= 1
    worth = frame.gain - answer
    above.hope = max(above.hope, worth)
    return worth if worth >= above.goal else OPEN


@hot
def overtaken(workspace: Workspace, table: Ints, control: Control, walker: Walker) -> int:
    """If another walker has answered a frame above, go up to it; return the answer, or OPEN."""
    for at in range(walker.root + 1, walker.at + 1):
        frame = workspace.frames[at]
        if frame.pairs < SHARED_PAIRS:
            break
        entry = find(table, frame.place, frame.check)
        is_reached = lower(entry) >= frame.goal
        if is_reached or upper(entry) < frame.goal:
            leave(workspace, control, walker, at)
            return lower(entry) if is_reached else upper(entry)
    return OPEN


@hot
def leave(workspace: Workspace, control: Control, walker: Walker, at: int) -> None:
    """Go up to a frame without any answer."""
    while walker.at > at:
        mark(control, workspace.frames[walker.at], 0)
        walker.at -= 1


@hot
def mark(control: Control, frame: Frame, check: int) -> None:
    """Mark a position as being searched (`check`: its key) or no longer (0)."""
    if control.is_alone == 0 and frame.pairs >= SHARED_PAIRS:
        control.searched[frame.place & (MARKS - 1)] = check


@hot
def remember(frame: Frame, answer: int, table: Ints, nodes: int) -> None:
    """Store the answer of a frame in the table."""
    bound = narrowed(answer)
    low, high = (bound, HIGHEST) if answer >= frame.goal else (LOWEST, bound)
    keep(table, frame.place, frame.check, low, high, nodes - frame.since)
