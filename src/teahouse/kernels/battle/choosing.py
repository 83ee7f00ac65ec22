"""Which moves of a position need a search, and which of them is searched next."""

from typing import Final

from teahouse.kernels.arrays import Ints, Rows
from teahouse.kernels.battle.bounds import BITS, SUITS, upper_bound
from teahouse.kernels.battle.control import MARKS, OPEN, Control, Walker
from teahouse.kernels.battle.evaluation import estimated_value
from teahouse.kernels.battle.moves import (
    MIDDLING_GOAL,
    BattlePosition,
    ColumnEnd,
    Frame,
    SearchMove,
    list_described,
    list_moves,
)
from teahouse.kernels.battle.table import LOWEST, find, lower, upper
from teahouse.kernels.bits import highest
from teahouse.kernels.kernel import hot

SHARED_PAIRS: Final = 12
"""Positions with fewer pairs are searched too quickly to be shared."""
BEHIND: Final = 1 << 20
"""What a move loses in the order if another walker is searching it."""
SETTLED_PAIRS: Final = 20
"""The lower bound without search is useless while more pairs are left than this."""
NEARLY_OVER: Final = 6
"""The upper bound without search is useless while more pairs are left than this."""
POINT: Final = 173
REPLY: Final = 210
"""The weights of a point of a pair, `POINT`, and of a point of the best reply to it, against the choices that are left:
learned from 6,000 solved positions of 44 and 52 tiles. A best move is among the first two in 90 % of them, and in 87 %
in the other order."""


@hot
def list_tried(
    position: BattlePosition,
    column_ends: Rows[ColumnEnd],
    frame: Frame,
    moves: Rows[SearchMove],
    table: Ints,
    control: Control,
) -> int:
    """Write the moves that are tried in a position into the rows of its frame; return their end.

    If only the most promising ones are tried, the choice must not depend on the goal, or each goal would have another
    game.
    """
    if control.ending < frame.pairs <= control.wide:
        end = list_described(position, column_ends, frame, moves, table, MIDDLING_GOAL)
        if control.prefers_points != 0:
            prefer_points(moves, frame.first, end)
        return promising(moves, frame.first, end, control.width)
    return list_moves(position, column_ends, frame, moves, table)


@hot
def prefer_points(moves: Rows[SearchMove], start: int, end: int) -> None:
    """Score the moves by which one is probably best, instead of by which one makes the smallest tree."""
    for place in range(start, end):
        move = moves[place]
        reply = highest(move.once) // SUITS + 1 if move.once else 0
        move.score = POINT * move.gain - REPLY * reply - move.choices


@hot
def promising(moves: Rows[SearchMove], start: int, end: int, width: int) -> int:
    """Move the most promising moves to the front, at most `width` of them; return their end."""
    cut = min(start + width, end)
    for place in range(start, cut):
        choose(moves, place, end, False)
    return cut


@hot
def look_up_moves(frame: Frame, moves: Rows[SearchMove], table: Ints) -> int:
    """Look up every move in the table. Return a bound that reaches the goal at once, or OPEN.

    Moves that cannot reach the goal are removed; the most that they can bring becomes the frame's hope.
    """
    goal = frame.goal
    best = hope = 2 * LOWEST
    end = frame.first
    for place in range(frame.first, frame.end):
        move = moves[place]
        entry = find(table, move.place, move.check)
        best = max(best, move.gain - upper(entry))
        most = move.gain - lower(entry)
        if most < goal:
            hope = max(hope, most)
        else:
            if end < place:
                moves[end] = move
            end += 1
    frame.end = end
    frame.hope = hope
    return best if best >= goal else OPEN


@hot
def next_move(frame: Frame, moves: Rows[SearchMove], table: Ints, control: Control, walker: Walker) -> int:
    """Go through the moves of a frame up to one that must be searched; the frame's `next` is then the one after it.

    Return a bound that answers the frame without search; or OPEN: search the move before the frame's `next`.
    """
    while frame.next < frame.end:
        place = frame.next
        is_first = place == frame.first
        if frame.is_all and control.is_alone == 0 and frame.pairs > SHARED_PAIRS:
            choose_apart(moves, place, frame.end, control)
        else:
            choose(moves, place, frame.end, control.is_backwards != 0 and not is_first)
        frame.next = place + 1
        move = moves[place]
        reply = known(table, control, frame, move, is_first)
        if reply == OPEN:
            frame.is_all |= not is_first
            return OPEN
        walker.nodes += 1
        if move.gain - reply >= frame.goal:
            return move.gain - reply
        frame.hope = max(frame.hope, move.gain - reply)
    return frame.hope


@hot
def choose(moves: Rows[SearchMove], start: int, end: int, is_backwards: bool) -> None:
    """Move the next move to try to the front: the one with the highest score, or backwards, with the lowest."""
    chosen = start
    score = moves[start].score
    for place in range(start + 1, end):
        better = moves[place].score > score
        if better != is_backwards:
            chosen = place
            score = moves[place].score
    if chosen != start:
        swap(moves[start], moves[chosen])


@hot
def choose_apart(moves: Rows[SearchMove], start: int, end: int, control: Control) -> None:
    """Move the next move to try to the front: if possible one that no other walker is searching."""
    chosen = start
    best = -BEHIND * BEHIND
    for place in range(start, end):
        move = moves[place]
        is_searched = control.searched[move.place & (MARKS - 1)] == move.check
        score = (-move.score if control.is_backwards else move.score) - (BEHIND if is_searched else 0)
        if score > best:
            chosen = place
            best = score
    if chosen != start:
        swap(moves[start], moves[chosen])


@hot
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


@hot
def known(table: Ints, control: Control, frame: Frame, move: SearchMove, is_first: bool) -> int:
    """A bound of the position after a move that decides the question without search, from its side; or OPEN."""
    once, twice = move.once, move.twice
    goal = move.gain - frame.goal + 1
    pairs = frame.pairs - 1
    if once == 0:
        return 0
    if pairs <= control.floor:
        return estimated_value(control.weights, once, twice, pairs, move.choices)
    if not is_first:
        entry = find(table, move.place, move.check)
        if lower(entry) >= goal:
            return lower(entry)
        if upper(entry) < goal:
            return upper(entry)
    if pairs <= control.settled:
        counts = frame.counts - (1 << (BITS * (move.gain - 1)))
        points = frame.points - move.gain
        least = -upper_bound(counts, pairs, points, once, twice, 1)
        if least >= goal:
            return least
        if pairs <= NEARLY_OVER:
            most = upper_bound(counts, pairs, points, once, twice, 0)
            if most < goal:
                return most
    return OPEN
