"""Mahjong Battle: two seats take identical free tiles in turn; more points wins."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Final, assert_never

import msgspec
from msgspec import Meta

from teahouse.core.drawing import Drawn
from teahouse.core.errors import IllegalMove, InvalidOption, InvalidText, shown
from teahouse.core.game import Ended, Forfeit, Forfeited, GameTypes, Result, Rules, Tagged
from teahouse.core.seats import BySeat, Seat, check_seat, seat_after, seats, with_seat
from teahouse.core.shuffle import shuffled
from teahouse.core.tiles import Tile
from teahouse.games.battle.board import MATERIAL, VALUES, Board, Slot, full_board, parse_slot, slot_text
from teahouse.games.battle.refusals import tile_refusal

MOST_OPENING_MOVES: Final = 12
RESIGN: Final = "resign"
SEPARATORS: Final = str.maketrans("", "", " ,-")


class BattleRules(Rules, frozen=True):
    """The options of Battle.

    least_opening_moves: a deal that offers fewer moves than this is dealt again (0 to 12).
    first_seat: the seat that starts (0 or 1); in a double match the second game swaps it.
    """

    least_opening_moves: Annotated[int, Meta(ge=0, le=MOST_OPENING_MOVES)] = 2
    first_seat: Annotated[Seat, Meta(ge=0, le=1)] = Seat(0)

    def __post_init__(self) -> None:
        """Refuse values that no deal can satisfy."""
        for name, value, most in (
            ("least_opening_moves", self.least_opening_moves, MOST_OPENING_MOVES),
            ("first_seat", self.first_seat, 1),
        ):
            if not 0 <= value <= most:
                raise InvalidOption(f"expected {name} from 0 to {most}, got {value}")


class TakePair(Tagged, frozen=True):
    """Take two identical free tiles; the first slot is the one with the lower number."""

    first: Slot
    second: Slot


class PairTaken(Tagged, frozen=True):
    """A seat took a pair and got its points."""

    seat: Seat
    first: Slot
    second: Slot
    tile: Tile
    points: int


Move = TakePair | Forfeit
Event = PairTaken | Forfeited | Ended


class BattleState(msgspec.Struct, frozen=True, gc=False):
    """The tiles left, the points so far, the seat to move, and the seat that resigned."""

    board: Board
    scores: BySeat[int]
    mover: Seat
    forfeit: Forfeited | None = None


class BattleView(Drawn, msgspec.Struct, frozen=True):
    """What a viewer may know: in Battle, everything."""

    board: Board
    scores: BySeat[int]
    mover: Seat
    result: Result | None


class Battle:
    """The rules of Mahjong Battle.

    >>> game = Battle()
    >>> state = game.deal(b"tea")
    >>> [game.move_text(move) for move in game.legal_moves(state, Seat(0))][:3]
    ['b1f9', 'b9f1', 'c9i1']
    """

    name: ClassVar = "battle"
    types: ClassVar = GameTypes(BattleRules, BattleState, Move, Event, BattleView)

    def __init__(self, rules: BattleRules | None = None) -> None:
        """Play with these options, or the usual ones."""
        self.rules: Final = rules or BattleRules()
        self.seats: Final = seats(2)

    def deal(self, seed: bytes) -> BattleState:
        """Fill the field from the seed, repeatedly until it offers enough moves."""
        attempt = 0
        while len((board := dealt_board(seed, attempt)).pairs()) < self.rules.least_opening_moves:
            attempt += 1
        return self.start(board)

    def start(self, board: Board) -> BattleState:
        """Begin from any board with no points scored."""
        return BattleState(board, (0, 0), self.rules.first_seat)

    def to_move(self, state: BattleState) -> tuple[Seat, ...]:
        """The seat whose turn it is; there is no passing."""
        return () if is_over(state) else (state.mover,)

    def legal_moves(self, state: BattleState, seat: Seat) -> Sequence[TakePair]:
        """Every pair of identical free tiles, in the order of slots."""
        if seat != state.mover or state.forfeit is not None:
            return ()
        return [TakePair(first, second) for first, second in state.board.pairs()]

    def apply(self, state: BattleState, seat: Seat, move: Move) -> tuple[BattleState, Sequence[Event]]:
        """Take the pair, or give up."""
        after, event = take_pair(state, seat, move) if isinstance(move, TakePair) else give_up(state, seat, move)
        result = self.result(after)
        return after, (event,) if result is None else (event, Ended(result))

    def view(self, state: BattleState, seat: Seat | None) -> BattleView:
        """The same for everybody."""
        if seat is not None:
            check_seat(seat, 2)
        return BattleView(state.board, state.scores, state.mover, self.result(state))

    def seen_by(self, event: Event, seat: Seat | None) -> Event:
        """The same for everybody."""
        return event

    def follow(self, view: BattleView, event: Event) -> BattleView:
        """The view after an event."""
        match event:
            case PairTaken():
                return BattleView(
                    view.board.without(event.first, event.second),
                    with_seat(view.scores, event.seat, view.scores[event.seat] + event.points),
                    seat_after(event.seat, 2),
                    None,
                )
            case Forfeited():
                return view
            case Ended():
                return BattleView(view.board, view.scores, view.mover, event.result)
            case _:
                assert_never(event)

    def result(self, state: BattleState) -> Result | None:
        """More points win; a seat that resigned loses, and the other gets the points left on the table."""
        if state.forfeit is not None:
            return forfeit_result(state, state.forfeit)
        if state.board.has_pair():
            return None
        best = max(state.scores)
        winners = tuple(seat for seat in self.seats if state.scores[seat] == best)
        return Result(state.scores, winners if len(winners) == 1 else (), "no_pairs")

    def move_text(self, move: Move) -> str:
        """`a1c9` for a pair by its slots; `resign`."""
        match move:
            case TakePair():
                return slot_text(move.first) + slot_text(move.second)
            case Forfeit():
                return RESIGN if move.reason == "resigned" else f"forfeit:{move.reason}"
            case _:
                assert_never(move)

    def parse_move(self, text: str) -> Move:
        """Read what `move_text` writes; the two slots may come in either order, with or without a separator."""
        if text in FORFEITS:
            return FORFEITS[text]
        slots = text.translate(SEPARATORS)
        if len(slots) != 4:
            raise InvalidText(f"expected two slots such as a1c9, got {shown(text)}")
        first, second = sorted((parse_slot(slots[:2]), parse_slot(slots[2:])))
        return TakePair(first, second)

    def shorthands(self, state: BattleState, seat: Seat, move: Move) -> tuple[str, ...]:
        """A pair by its tile, once or twice: `5m`, `5m5m`."""
        match move:
            case TakePair():
                tile = str(state.board.at(move.first))
                return (tile, tile * 2)
            case Forfeit():
                return ()
            case _:
                assert_never(move)

    def refusal(self, state: BattleState, seat: Seat, text: str) -> str | None:
        """Why the pair that a text names by its tile cannot be taken."""
        return tile_refusal(state.board, text)


FORFEITS: Final[dict[str, Forfeit]] = {
    RESIGN: Forfeit("resigned"),
    "forfeit:time": Forfeit("time"),
    "forfeit:absent": Forfeit("absent"),
}


def dealt_board(seed: bytes, attempt: int) -> Board:
    """The board that a seed gives at the first (0), second (1), … attempt."""
    return full_board(shuffled(MATERIAL, seed, f"battle/{attempt}/"))


def is_over(state: BattleState) -> bool:
    """Did a seat resign, or is no pair left?"""
    return state.forfeit is not None or not state.board.has_pair()


def take_pair(state: BattleState, seat: Seat, move: TakePair) -> tuple[BattleState, PairTaken]:
    """Give the pair and its points to the seat, and the turn to the other."""
    if state.forfeit is not None:
        raise IllegalMove(f"expected no move after the end of the game, got one of seat {seat}")
    if seat != state.mover:
        raise IllegalMove(f"expected a move of seat {state.mover}, got one of seat {seat}")
    tile = pair_tile(state.board, move)
    points = VALUES[tile]
    scores = with_seat(state.scores, seat, state.scores[seat] + points)
    after = BattleState(state.board.without(move.first, move.second), scores, seat_after(seat, 2))
    return after, PairTaken(seat, move.first, move.second, tile, points)


def pair_tile(board: Board, move: TakePair) -> Tile:
    """The tile that both slots hold, or `IllegalMove` if they are not a free pair."""
    for slot in (move.first, move.second):
        if not 0 <= slot < len(MATERIAL):
            raise IllegalMove(f"expected slots from 0 to {len(MATERIAL) - 1}, got {slot}")
        if not board.is_free(slot):
            raise IllegalMove(f"expected a free tile, got {board.at(slot) or 'none'} in {slot_text(slot)}")
    if move.first >= move.second:
        raise IllegalMove(f"expected two slots in their order, got {slot_text(move.first)} {slot_text(move.second)}")
    tile, other = board.at(move.first), board.at(move.second)
    if tile is None or tile != other:
        places = f"{tile} in {slot_text(move.first)} and {other} in {slot_text(move.second)}"
        raise IllegalMove(f"expected two identical tiles, got {places}")
    return tile


def give_up(state: BattleState, seat: Seat, move: Forfeit) -> tuple[BattleState, Forfeited]:
    """Mark the seat that resigns."""
    check_seat(seat, 2)
    if is_over(state):
        raise IllegalMove(f"expected no move after the end of the game, got one of seat {seat}")
    event = Forfeited(seat, move.reason)
    return BattleState(state.board, state.scores, state.mover, event), event


def forfeit_result(state: BattleState, forfeit: Forfeited) -> Result:
    """The other seat wins and gets the points still on the table, so that resigning early gains nothing."""
    other = seat_after(forfeit.seat, 2)
    scores = with_seat(state.scores, other, state.scores[other] + state.board.value())
    return Result(scores, (other,), forfeit.reason)
