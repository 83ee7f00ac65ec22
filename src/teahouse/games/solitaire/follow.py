"""A view after an event: what a client does to stay up to date."""

from typing import assert_never

import msgspec

from teahouse.core.game import Ended, Forfeited
from teahouse.core.seats import Seat, with_seat
from teahouse.games.solitaire.board import BoardEnding
from teahouse.games.solitaire.moves import (
    DealShown,
    Event,
    Finished,
    Hinted,
    PairTaken,
    Shuffled,
    StartedOver,
    Undone,
)
from teahouse.games.solitaire.shape import Shape
from teahouse.games.solitaire.view import (
    BoardView,
    SolitaireView,
    Standing,
    view_hinted,
    view_shuffled,
    view_unshuffled,
    view_with,
    view_without,
)

replace = msgspec.structs.replace


def followed(shape: Shape, view: SolitaireView, event: Event) -> SolitaireView:
    """The view after an event, both of the same viewer."""
    match event:
        case Ended():
            return replace(view, result=event.result)
        case DealShown():
            return replace(view, deal=event.deal)
        case Finished():
            return _ended(view, event.seat, event.ending)
        case Forfeited():
            return _ended(view, event.seat, event.reason)
        case StartedOver():
            fresh = Standing(0, len(event.board.cells))
            return replace(view, standings=with_seat(view.standings, event.seat, fresh), board=event.board)
        case PairTaken() | Undone() | Shuffled() | Hinted():
            standings = with_seat(view.standings, event.seat, _standing(view.standings[event.seat], event))
            return replace(view, standings=standings, board=_board(shape, view.board, event))
        case _:
            assert_never(event)


def _ended(view: SolitaireView, seat: Seat, ending: BoardEnding) -> SolitaireView:
    """Remove the viewer's hint when the game ends."""
    standings = with_seat(view.standings, seat, replace(view.standings[seat], ending=ending))
    is_own = view.board is not None and seat == (view.seat or 0)
    board = replace(view.board, hint=None) if is_own and view.board is not None else view.board
    return replace(view, standings=standings, board=board)


def _standing(standing: Standing, event: PairTaken | Undone | Shuffled | Hinted) -> Standing:
    match event:
        case PairTaken():
            return replace(standing, score=standing.score + event.points, tiles=standing.tiles - 2)
        case Undone():
            back = 2 if event.cells is None else 0
            return replace(standing, score=standing.score - event.points - event.price, tiles=standing.tiles + back)
        case Shuffled() | Hinted():
            return replace(standing, score=standing.score - event.price)
        case _:
            assert_never(event)


def _board(shape: Shape, board: BoardView | None, event: PairTaken | Undone | Shuffled | Hinted) -> BoardView | None:
    """The viewer's own board, changed by its own events only."""
    if board is None:
        return None
    match event:
        case PairTaken() if event.taken:
            (first, _), (second, _) = event.taken
            return view_without(shape, board, (first, second), event.uncovered)
        case Undone():
            return _undone(shape, board, event)
        case Shuffled(cells=cells) if cells is not None:
            return view_shuffled(board, cells)
        case Hinted(pair=pair) if pair is not None:
            return view_hinted(board, pair)
        case _:
            return board


def _undone(shape: Shape, board: BoardView, event: Undone) -> BoardView:
    """The viewer's own board with its last pair put back, or its last shuffle undone."""
    if event.cells is not None:
        return view_unshuffled(board, event.cells)
    return view_with(shape, board, event.back) if event.back else board
