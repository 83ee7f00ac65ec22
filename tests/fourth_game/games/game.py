"""Caravan: two seats take tiles from the ends of a row in turn; more points win."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Final, Literal, assert_never

import msgspec
from msgspec import Meta

from teahouse.core.drawing import Drawn
from teahouse.core.errors import IllegalMove, InvalidText, shown
from teahouse.core.game import Ended, Forfeit, Forfeited, GameTypes, Result, Rules, Tagged
from teahouse.core.seats import BySeat, Seat, check_seat, seat_after, seats, with_seat
from teahouse.core.shuffle import shuffled
from teahouse.core.tiles import Tile, parse_tiles

MATERIAL: Final = parse_tiles("123456789m 123456789m")

End = Literal["left", "right"]
ENDS: Final[tuple[End, ...]] = ("left", "right")


class CaravanRules(Rules, frozen=True):
    """The options of Caravan.

    tiles: how long the row is (2 to 18).
    """

    tiles: Annotated[int, Meta(ge=2, le=len(MATERIAL))] = 12


class TakeTile(Tagged, frozen=True):
    """Take the tile at an end of the row."""

    end: End


class TileTaken(Tagged, frozen=True):
    """A seat took a tile and got its points."""

    seat: Seat
    end: End
    tile: Tile
    points: int


Move = TakeTile | Forfeit
Event = TileTaken | Forfeited | Ended


class CaravanState(msgspec.Struct, frozen=True):
    """The row, the points so far, whose turn it is, and who gave up."""

    row: tuple[Tile, ...]
    scores: BySeat[int]
    turn: Seat
    forfeit: Forfeited | None = None


class CaravanView(Drawn, msgspec.Struct, frozen=True):
    """The view of everybody, which has everything."""

    row: tuple[Tile, ...]
    scores: BySeat[int]
    turn: Seat
    result: Result | None


class Caravan:
    """Take tiles from the ends of a row; more points win."""

    name: ClassVar = "caravan"
    types: ClassVar = GameTypes(CaravanRules, CaravanState, Move, Event, CaravanView)

    def __init__(self, rules: CaravanRules | None = None) -> None:
        """Play with these options, or the usual ones."""
        self.rules: Final = rules or CaravanRules()
        self.seats: Final = seats(2)

    def deal(self, seed: bytes) -> CaravanState:
        """Lay the first tiles of the shuffled material in a row."""
        row = shuffled(MATERIAL, seed, "caravan/")[: self.rules.tiles]
        return CaravanState(tuple(row), (0, 0), Seat(0))

    def to_move(self, state: CaravanState) -> tuple[Seat, ...]:
        """The seat whose turn it is."""
        return (state.turn,) if is_on(state) else ()

    def legal_moves(self, state: CaravanState, seat: Seat) -> Sequence[TakeTile]:
        """Either end; only the left one if one tile remains."""
        if seat != state.turn or not is_on(state):
            return ()
        return [TakeTile(end) for end in ENDS[: len(state.row)]]

    def apply(self, state: CaravanState, seat: Seat, move: Move) -> tuple[CaravanState, Sequence[Event]]:
        """Take the tile, or give up."""
        after, event = take_tile(state, seat, move) if isinstance(move, TakeTile) else give_up(state, seat, move)
        result = self.result(after)
        return after, (event,) if result is None else (event, Ended(result))

    def view(self, state: CaravanState, seat: Seat | None) -> CaravanView:
        """The same for everybody."""
        if seat is not None:
            check_seat(seat, 2)
        return CaravanView(state.row, state.scores, state.turn, self.result(state))

    def seen_by(self, event: Event, seat: Seat | None) -> Event:
        """The same for everybody."""
        return event

    def follow(self, view: CaravanView, event: Event) -> CaravanView:
        """The view after an event."""
        match event:
            case TileTaken():
                scores = with_seat(view.scores, event.seat, view.scores[event.seat] + event.points)
                return CaravanView(without(view.row, event.end), scores, seat_after(event.seat, 2), None)
            case Forfeited():
                return view
            case Ended():
                return CaravanView(view.row, view.scores, view.turn, event.result)
            case _:
                assert_never(event)

    def result(self, state: CaravanState) -> Result | None:
        """More points win, equal points are a draw; a seat that gave up loses."""
        if state.forfeit is not None:
            return Result(state.scores, (seat_after(state.forfeit.seat, 2),), state.forfeit.reason)
        if state.row:
            return None
        first, second = state.scores
        winners = () if first == second else (Seat(0),) if first > second else (Seat(1),)
        return Result(state.scores, winners, "row_gone")

    def move_text(self, move: Move) -> str:
        """`left`, `right`, or `resign`."""
        match move:
            case TakeTile():
                return move.end
            case Forfeit():
                return next(text for text, forfeit in FORFEITS.items() if forfeit == move)
            case _:
                assert_never(move)

    def parse_move(self, text: str) -> Move:
        """Read what `move_text` writes."""
        for end in ENDS:
            if text == end:
                return TakeTile(end)
        if text in FORFEITS:
            return FORFEITS[text]
        raise InvalidText(f"expected left or right, got {shown(text)}")

    def shorthands(self, state: CaravanState, seat: Seat, move: Move) -> tuple[str, ...]:
        """The end's letter, or the tile there: `l`, `5m`."""
        return (move.end[0], str(end_tile(state.row, move.end))) if isinstance(move, TakeTile) else ()


FORFEITS: Final[dict[str, Forfeit]] = {
    "resign": Forfeit("resigned"),
    "forfeit:time": Forfeit("time"),
    "forfeit:absent": Forfeit("absent"),
}


def is_on(state: CaravanState) -> bool:
    """Does play go on?"""
    return bool(state.row) and state.forfeit is None


def end_tile(row: tuple[Tile, ...], end: End) -> Tile:
    """The tile at an end."""
    return row[0 if end == "left" else -1]


def without(row: tuple[Tile, ...], end: End) -> tuple[Tile, ...]:
    """The row after the tile at an end is gone."""
    return row[1:] if end == "left" else row[:-1]


def take_tile(state: CaravanState, seat: Seat, move: TakeTile) -> tuple[CaravanState, TileTaken]:
    """Give the tile's points to the seat, and the turn to the other."""
    if not is_on(state):
        raise IllegalMove(f"expected no move after the end of the game, got one of seat {seat}")
    if seat != state.turn:
        raise IllegalMove(f"expected a move of seat {state.turn}, got one of seat {seat}")
    if move.end not in ENDS[: len(state.row)]:
        raise IllegalMove("expected the last tile to be taken from the left, got right")
    tile = end_tile(state.row, move.end)
    scores = with_seat(state.scores, seat, state.scores[seat] + tile.rank)
    after = CaravanState(without(state.row, move.end), scores, seat_after(seat, 2))
    return after, TileTaken(seat, move.end, tile, tile.rank)


def give_up(state: CaravanState, seat: Seat, move: Forfeit) -> tuple[CaravanState, Forfeited]:
    """Mark the seat that gives up."""
    check_seat(seat, 2)
    if not is_on(state):
        raise IllegalMove(f"expected no move after the end of the game, got one of seat {seat}")
    event = Forfeited(seat, move.reason)
    return CaravanState(state.row, state.scores, state.turn, event), event
