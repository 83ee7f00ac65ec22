"""The moves of a seat on its own board: checked, made, and turned into events. Help that fails costs nothing."""

import msgspec

from teahouse.core.errors import IllegalMove
from teahouse.core.seats import Seat
from teahouse.games.solitaire.board import (
    Board,
    before_shuffle,
    best_pair,
    reshuffled,
    with_hint,
    with_last_pair,
    without_pair,
)
from teahouse.games.solitaire.layout import Slot, slot_text
from teahouse.games.solitaire.moves import Finished, Hinted, PairTaken, Shuffled, TakePair, Undone
from teahouse.games.solitaire.sets import GROUPS, TEXTS
from teahouse.games.solitaire.shape import Shape
from teahouse.games.solitaire.view import faces_at, seen_cells


def take_pair(shape: Shape, board: Board, seat: Seat, move: TakePair) -> tuple[Board, PairTaken]:
    """Take two matching free tiles for their points."""
    _check_pair(shape, board, move)
    pair = (move.first, move.second)
    after = without_pair(shape, board, pair)
    uncovered = faces_at(board, shape.uncovered(board.left, after.left, *pair))
    return after, PairTaken(seat, board.points(pair), faces_at(board, pair), uncovered)


def _check_pair(shape: Shape, board: Board, move: TakePair) -> None:
    last = len(board.faces) - 1
    for slot in (move.first, move.second):
        if not 0 <= slot <= last:
            raise IllegalMove(f"expected slots from 0 to {last}, got {slot}")
        if not board.free >> slot & 1:
            raise IllegalMove(f"expected a free tile, got {_said(shape, board, slot)}")
    if move.first >= move.second:
        both = f"{slot_text(shape.layout, move.first)} {slot_text(shape.layout, move.second)}"
        raise IllegalMove(f"expected two slots in their order, got {both}")
    if GROUPS[board.faces[move.first]] != GROUPS[board.faces[move.second]]:
        both = f"{_said(shape, board, move.first)} and {_said(shape, board, move.second)}"
        raise IllegalMove(f"expected two matching tiles, got {both}")


def _said(shape: Shape, board: Board, slot: Slot) -> str:
    if not board.left >> slot & 1:
        tile = "none"
    else:
        tile = TEXTS[board.faces[slot]] if shape.is_seen(slot, board.left) else "a covered tile"
    return f"{tile} in {slot_text(shape.layout, slot)}"


def undo(shape: Shape, board: Board, seat: Seat) -> tuple[Board, Undone]:
    """Put the last pair back and give its points back; not across a shuffle, except in a casual game."""
    if not board.help.undos:
        raise IllegalMove("no undo is left")
    if not board.taken:
        raise IllegalMove("there is no pair to undo since the deal or the last shuffle")
    step = board.taken[-1]
    if isinstance(step, bytes):
        after = before_shuffle(board, step)
        return after, Undone(seat, 0, 0, cells=seen_cells(shape, after)[0])
    after = with_last_pair(shape, board, step)
    return after, Undone(seat, after.points(step), board.price, faces_at(after, step))


def redo(shape: Shape, board: Board, seat: Seat, key: bytes) -> tuple[Board, PairTaken | Shuffled]:
    """Make the step again that was undone last, in a casual game."""
    if not board.casual:
        raise IllegalMove("only a casual game has redo")
    if not board.undone:
        raise IllegalMove("there is nothing to redo")
    *others, step = board.undone
    result: tuple[Board, PairTaken | Shuffled] = (
        shuffle(shape, board, seat, key, shuffle_number(board))
        if step is None
        else take_pair(shape, board, seat, TakePair(*step))
    )
    return msgspec.structs.replace(result[0], undone=tuple(others)), result[1]


def shuffle_number(board: Board) -> int:
    """The number of the next shuffle of a casual game: one more than the shuffles that were not undone."""
    return sum(isinstance(step, bytes) for step in board.taken) + 1


def shuffle(shape: Shape, board: Board, seat: Seat, key: bytes, number: int) -> tuple[Board, Shuffled]:
    """Mix the tiles left on the places left; the new order depends on the shuffle's number, counted from 1."""
    if not board.help.shuffles:
        raise IllegalMove("no shuffle is left")
    if not board.has_two_free:
        raise IllegalMove("no shuffle can produce a free pair: fewer than two places are free")
    after = reshuffled(board, key, number)
    return after, Shuffled(seat, board.price, seen_cells(shape, after)[0])


def hint(board: Board, seat: Seat) -> tuple[Board, Hinted]:
    """Point at the free pair with the highest value."""
    if not board.help.hints:
        raise IllegalMove("no hint is left")
    pair = best_pair(board)
    if pair is None:
        raise IllegalMove("there is no free pair to hint at")
    return with_hint(board, pair), Hinted(seat, board.price, pair)


def end_game(board: Board, seat: Seat) -> tuple[Board, Finished]:
    """Finish with the score reached."""
    if board.can_shuffle:
        raise IllegalMove("the game can be ended only when no shuffle is left")
    return msgspec.structs.replace(board, hint=None, ending="ended"), Finished(seat, "ended")
