"""Analyses a finished Solitaire game with every face known: where it was lost, and the points left on the table."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import msgspec

from teahouse.core.record import Record, record_seed, replay
from teahouse.core.seats import Seat
from teahouse.games.solitaire import Board, Move, Shape, Solitaire, StartOver, TakePair
from teahouse.games.solitaire.layout import Pair
from teahouse.players.player import SearchLimits
from teahouse.players.solitaire.difficulty import Difficulty, difficulty
from teahouse.players.solitaire.oracle import BestLine, Oracle, best_line
from teahouse.players.solitaire.prover import ProofPosition, decide

USUAL_SECONDS: Final = 5.0
MARKS: Final = ((300.0, "??"), (150.0, "?"), (60.0, "?!"))
"""The mark for a move after which the best known line scores this many points less."""


class Analysis(msgspec.Struct, frozen=True):
    """The analysis of a finished game.

    clearable: for every position, the first included, whether it could still be cleared (None: not known). lost_at: the
    number of the move after which it could not, though it could before. score: the player's score. best: the best line
    without help on the same deal. left: the points between them, 0 if help brought more.
    """

    clearable: tuple[bool | None, ...]
    lost_at: int | None
    score: int
    best: BestLine
    left: int
    difficulty: Difficulty

    def _repr_html_(self) -> str:
        lost = "never" if self.lost_at is None else f"by move {self.lost_at}"
        stars = "★" * self.difficulty.stars + "☆" * (5 - self.difficulty.stars)
        rows = (("score", self.score), ("best line", self.best.score), ("left on the table", self.left))
        table = (*rows, ("lost", lost), ("difficulty", stars))
        return "<table>" + "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in table) + "</table>"


def analyse(
    shape: Shape,
    boards: Sequence[Board],
    limits: SearchLimits,
    seconds: float = USUAL_SECONDS,
    on_progress: Callable[[int], None] | None = None,
) -> Analysis:
    """Analyse the boards of one player from the deal to the end; `on_progress` gets the number left to analyse."""
    clearable = can_be_cleared(shape, boards, limits, on_progress)
    faces = boards[0].faces
    best = best_line(shape, faces, seconds)
    score = boards[-1].score
    left = max(0, best.score - score)
    return Analysis(clearable, lost_at(clearable), score, best, left, difficulty(shape, faces))


def can_be_cleared(
    shape: Shape, boards: Sequence[Board], limits: SearchLimits, on_progress: Callable[[int], None] | None = None
) -> tuple[bool | None, ...]:
    """For every board of one player, whether it could still be cleared; None if the limits ended the proof."""
    clearable: list[bool | None] = []
    for number in range(len(boards)):
        clearable.append(_can_clear(shape, boards, number, clearable, limits))
        if on_progress is not None:
            on_progress(len(boards) - number - 1)
    return tuple(clearable)


def played(game: Solitaire, record: Record, seat: Seat) -> tuple[list[Board], list[Move]]:
    """The boards of a seat in a recorded game and the moves between them, since it last started over."""
    course = course_of(game, record, seat)
    return course.boards, course.moves


class Course(NamedTuple):
    """The game of one seat since it last started over: its boards, the moves between them, and their replay steps."""

    boards: list[Board]
    moves: list[Move]
    steps: list[int]


def course_of(game: Solitaire, record: Record, seat: Seat) -> Course:
    """The course of a seat in a recorded game."""
    course = Course([game.deal(record_seed(record)).boards[seat]], [], [])
    for number, step in enumerate(replay(game, record), 1):
        if step.seat != seat:
            continue
        if isinstance(step.move, StartOver):
            course = Course([], [], [])
        else:
            course.moves.append(step.move)
            course.steps.append(number)
        course.boards.append(step.state.boards[seat])
    return course


def best_totals(shape: Shape, course: Course, best: BestLine, plays: int) -> list[tuple[int, tuple[Pair, ...]]]:
    """For every board, the best total known from there on without help, and a line that reaches it.

    Forwards, each search starts from the line found before it; then backwards, a better total found for a later board
    also counts for the board before it.
    """
    found: list[tuple[int, tuple[Pair, ...]]] = []
    line = best.line
    for board in course.boards:
        oracle = Oracle(shape, board.faces, board.left)
        oracle.follow(line, plays)
        line = oracle.line()
        found.append((board.score + oracle.score, line))
    for number in range(len(course.moves) - 1, -1, -1):
        move, (total, rest) = course.moves[number], found[number + 1]
        if isinstance(move, TakePair) and total > found[number][0]:
            found[number] = (total, ((move.first, move.second), *rest))
    return found


def _can_clear(
    shape: Shape, boards: Sequence[Board], number: int, before: Sequence[bool | None], limits: SearchLimits
) -> bool | None:
    """Can this board be cleared? After a pair is taken from a dead position the next is dead too, without a proof."""
    board = boards[number]
    last = boards[number - 1] if number else None
    if last is not None and before[-1] is False and board.faces == last.faces and not board.left & ~last.left:
        return False
    return decide(ProofPosition(shape, board.faces, board.left), limits).proof.clearable


def lost_at(clearable: Sequence[bool | None]) -> int | None:
    """The last move that spoiled a position which could be cleared."""
    spoiled = (
        number for number in range(1, len(clearable)) if clearable[number] is False and clearable[number - 1] is True
    )
    return max(spoiled, default=None)
