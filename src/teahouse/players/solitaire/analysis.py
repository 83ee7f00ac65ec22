"""Judges a finished Solitaire game with every face known: where it was lost, and the points left on the table."""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from teahouse.core.record import Record, record_seed, replay
from teahouse.core.seats import Seat
from teahouse.games.solitaire import Board, Move, Shape, Solitaire, StartOver
from teahouse.players.player import SearchLimits
from teahouse.players.solitaire.difficulty import Difficulty, difficulty
from teahouse.players.solitaire.oracle import BestLine, best_line
from teahouse.players.solitaire.prover import Position, decide

USUAL_SECONDS: Final = 5.0


class Analysis(msgspec.Struct, frozen=True):
    """What the game looks like afterwards.

    clearable: for every position, the first included, whether it could still be cleared (None: not known). lost_at: the
    number of the move after which it could not, though it could before. score: what was reached. best: the best line
    without help on the same deal. left: the points between them, 0 when help brought more.
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
        told = (*rows, ("lost", lost), ("difficulty", stars))
        return "<table>" + "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in told) + "</table>"


def analyse(
    shape: Shape,
    boards: Sequence[Board],
    limits: SearchLimits,
    seconds: float = USUAL_SECONDS,
    told: Callable[[int], None] | None = None,
) -> Analysis:
    """Judge the boards of one player from the deal to the end; `told` hears how many are left to judge."""
    clearable: list[bool | None] = []
    for number in range(len(boards)):
        clearable.append(_can_clear(shape, boards, number, clearable, limits))
        if told is not None:
            told(len(boards) - number - 1)
    faces = boards[0].faces
    best = best_line(shape, faces, seconds)
    score = boards[-1].score
    left = max(0, best.score - score)
    return Analysis(tuple(clearable), _lost_at(clearable), score, best, left, difficulty(shape, faces))


def played(game: Solitaire, record: Record, seat: Seat) -> tuple[list[Board], list[Move]]:
    """The boards of a seat in a recorded game and the moves between them, since it last started over."""
    boards, moves = [game.deal(record_seed(record)).boards[seat]], list[Move]()
    for step in replay(game, record):
        if step.seat != seat:
            continue
        if isinstance(step.move, StartOver):
            boards, moves = [], []
        else:
            moves.append(step.move)
        boards.append(step.state.boards[seat])
    return boards, moves


def _can_clear(
    shape: Shape, boards: Sequence[Board], number: int, before: Sequence[bool | None], limits: SearchLimits
) -> bool | None:
    """Where a pair was taken from a dead position the next is dead as well, and needs no proof."""
    board = boards[number]
    last = boards[number - 1] if number else None
    if last is not None and before[-1] is False and board.faces == last.faces and not board.left & ~last.left:
        return False
    return decide(Position(shape, board.faces, board.left), limits).proof.clearable


def _lost_at(clearable: Sequence[bool | None]) -> int | None:
    """The last move that spoiled a position which could be cleared."""
    spoiled = (
        number for number in range(1, len(clearable)) if clearable[number] is False and clearable[number - 1] is True
    )
    return max(spoiled, default=None)
