"""Scored Solitaire: take matching free pairs from a stacked layout, alone for practice or against others for a pot."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Final, assert_never

import msgspec

from teahouse.core.errors import IllegalMove, InvalidOption
from teahouse.core.game import Ended, Forfeit, Forfeited, GameTypes, Result, Rules
from teahouse.core.record import MOST_MOVES
from teahouse.core.seats import BySeat, Seat, check_seat, seats, with_seat
from teahouse.core.shuffle import derived_seed
from teahouse.core.tiles import Tile, parse_tiles
from teahouse.games.option_values import named, within
from teahouse.games.solitaire.board import Board, free_pairs, full_board, with_ending
from teahouse.games.solitaire.deals.deal import GENERATOR, Deal, DealLevel, deal_layout
from teahouse.games.solitaire.follow import followed
from teahouse.games.solitaire.layout import LAYOUT_NAMES, Layout, find_layout, layout_key
from teahouse.games.solitaire.moves import (
    DealShown,
    EndGame,
    Event,
    Finished,
    Hint,
    Hinted,
    Move,
    PairTaken,
    Redo,
    Shuffle,
    Shuffled,
    StartedOver,
    StartOver,
    TakePair,
    Undo,
    Undone,
    move_text,
    parse_move,
)
from teahouse.games.solitaire.refusals import tile_refusal
from teahouse.games.solitaire.sets import TEXTS, check_faces, faces_of, faces_text
from teahouse.games.solitaire.shape import shape_of
from teahouse.games.solitaire.turns import end_game, hint, redo, shuffle, shuffle_number, take_pair, undo
from teahouse.games.solitaire.view import SolitaireView, board_view, standing

MOST_SEATS: Final = 12
MOST_USES: Final = 5
MOST_START_OVERS: Final = 100
CONTEST_DEALS: Final = 100
CASUAL_USES: Final = 500
"""How often each kind of help may be used in a casual game: more than anybody needs, and a record can hold it."""


class SolitaireRules(Rules, frozen=True):
    """The options of Solitaire.

    layout: the name of a layout, or the text of one in the house's notation.
    level: gentle (built to be cleared), classic (uniform and proved to be clearable) or wild (uniform, unchecked).
    players: 1 is practice; 2 to 12 compete, each on a board of their own with the same deal.
    uses: how often each kind of help may be used (0 to 5).
    start_overs: how often practice may start over (0 to 100; on a large layout as often as a record can hold).
    casual: practice without points; help is free, `uses` does not limit it, and everything can be undone and redone.
    """

    layout: Annotated[str, named(*LAYOUT_NAMES)] = "turtle"
    level: DealLevel = "classic"
    players: Annotated[int, within(1, MOST_SEATS)] = 1
    uses: Annotated[int, within(0, MOST_USES)] = MOST_USES
    start_overs: Annotated[int, within(0, MOST_START_OVERS)] = MOST_START_OVERS
    casual: bool = False

    def __post_init__(self) -> None:
        """Refuse a layout that cannot be read and numbers out of range; give equal layouts the same name."""
        layout = find_layout(self.layout)
        for name, value, least, most in (
            ("players", self.players, 1, MOST_SEATS),
            ("uses", self.uses, 0, MOST_USES),
            ("start_overs", self.start_overs, 0, MOST_START_OVERS),
        ):
            if not least <= value <= most:
                raise InvalidOption(f"expected {name} from {least} to {most}, got {value}")
        if self.casual and self.players > 1:
            raise InvalidOption(f"expected 1 player in a casual game, got {self.players}")
        msgspec.structs.force_setattr(self, "layout", layout_key(layout))
        most_starts = MOST_MOVES // most_moves(layout, self.help_uses)
        msgspec.structs.force_setattr(self, "start_overs", min(self.start_overs, most_starts - 1))

    @property
    def help_uses(self) -> int:
        """How often each kind of help may be used on a board."""
        return CASUAL_USES if self.casual else self.uses


def most_moves(layout: Layout, uses: int) -> int:
    """How many moves one board can see: every pair, every undone pair again, all help, and the end or a new start."""
    return len(layout.places) // 2 + 4 * uses + 1


class SolitaireState(msgspec.Struct, frozen=True):
    """The deal, the key that shuffles are drawn from, every seat's board, who finished in which order, start-overs."""

    deal: Deal
    key: bytes
    boards: BySeat[Board]
    finished: tuple[Seat, ...] = ()
    start_overs: int = 0


class Solitaire:
    """The rules of Solitaire.

    >>> game = Solitaire()
    >>> state = game.deal(b"tea")
    >>> [game.move_text(move) for move in game.legal_moves(state, Seat(0))][:2]
    ['a1.1-b3.1', 'a2.1-b1.1']
    """

    name: ClassVar = "solitaire"
    types: ClassVar = GameTypes(SolitaireRules, SolitaireState, Move, Event, SolitaireView)

    def __init__(self, rules: SolitaireRules | None = None) -> None:
        """Play with these options, or the usual ones."""
        self.rules: Final = rules or SolitaireRules()
        self.seats: Final = seats(self.rules.players)
        self.layout: Final = find_layout(self.rules.layout)
        self.shape: Final = shape_of(self.layout)
        self.is_practice: Final = self.rules.players == 1

    def deal(self, seed: bytes) -> SolitaireState:
        """Fill the layout from the seed; every seat gets a copy. A contest that nobody can begin is dealt again."""
        key = derived_seed(seed, "solitaire/shuffle", 0)
        for attempt in range(1 if self.is_practice else CONTEST_DEALS):
            again = derived_seed(seed, "solitaire/again", attempt) if attempt else seed
            state = self._begin(deal_layout(self.layout, self.rules.level, again), key)
            if self.is_practice or not state.finished:
                return state
        raise InvalidOption(
            f"expected a contest that begins with a free pair or help, got none in {CONTEST_DEALS} deals"
        )

    def start(self, tiles: Sequence[Tile]) -> SolitaireState:
        """Begin from any tiles in the order of slots, or `InvalidText` when they do not fit the layout."""
        faces = faces_of(tiles)
        check_faces(faces, len(self.layout.places))
        deal = Deal(self.rules.layout, self.rules.level, "given", GENERATOR, faces_text(faces), None)
        return self._begin(deal, derived_seed(faces, "solitaire/given", 0))

    def _begin(self, deal: Deal, key: bytes) -> SolitaireState:
        board = self._full_board(deal)
        finished = self.seats if board.ending is not None else ()
        return SolitaireState(deal, key, (board,) * len(self.seats), finished)

    def _full_board(self, deal: Deal) -> Board:
        faces = faces_of(parse_tiles(deal.tiles))
        return full_board(self.shape, faces, self.rules.help_uses, casual=self.rules.casual)

    def to_move(self, state: SolitaireState) -> tuple[Seat, ...]:
        """Every seat that has not finished: all play at the same time."""
        return tuple(seat for seat in self.seats if state.boards[seat].ending is None)

    def legal_moves(self, state: SolitaireState, seat: Seat) -> Sequence[Move]:
        """Every pair of matching free tiles in the order of slots, then help, End Game and start over."""
        if seat not in self.seats or state.boards[seat].ending is not None:
            return ()
        board = state.boards[seat]
        pairs: list[Move] = [TakePair(first, second) for first, second in free_pairs(board)]
        offered = (
            (Undo(), board.can_undo),
            (Redo(), bool(board.undone)),
            (Shuffle(), board.can_shuffle),
            (Hint(), bool(pairs) and board.help.hints > 0),
            (EndGame(), not board.can_shuffle),
            (StartOver(), self._can_start_over(state)),
        )
        return pairs + [move for move, is_offered in offered if is_offered]

    def apply(self, state: SolitaireState, seat: Seat, move: Move) -> tuple[SolitaireState, Sequence[Event]]:
        """Make the move on the seat's own board."""
        check_seat(seat, len(self.seats))
        if len(state.finished) == len(self.seats):
            raise IllegalMove(f"expected no move after the end of the game, got one of seat {seat}")
        board = state.boards[seat]
        if board.ending is not None:
            raise IllegalMove(f"seat {seat} has finished: {board.ending}")
        if isinstance(move, Forfeit):
            return self._given_up(state, seat, move)
        if isinstance(move, StartOver):
            return self._start_over(state, seat)
        after, event = self._turn(state, seat, move)
        return self._moved(state, seat, with_ending(after), event)

    def _turn(
        self, state: SolitaireState, seat: Seat, move: TakePair | Undo | Redo | Shuffle | Hint | EndGame
    ) -> tuple[Board, Event]:
        board = state.boards[seat]
        match move:
            case TakePair():
                return take_pair(self.shape, board, seat, move)
            case Undo():
                return undo(self.shape, board, seat)
            case Redo():
                return redo(self.shape, board, seat, state.key)
            case Shuffle():
                number = shuffle_number(board) if board.casual else self.rules.uses - board.help.shuffles + 1
                return shuffle(self.shape, board, seat, state.key, number)
            case Hint():
                return hint(board, seat)
            case EndGame():
                return end_game(board, seat)
            case _:
                assert_never(move)

    def _moved(
        self, state: SolitaireState, seat: Seat, board: Board, event: Event
    ) -> tuple[SolitaireState, Sequence[Event]]:
        boards = with_seat(state.boards, seat, board)
        if board.ending is None:
            return SolitaireState(state.deal, state.key, boards, state.finished, state.start_overs), (event,)
        after = SolitaireState(state.deal, state.key, boards, (*state.finished, seat), state.start_overs)
        events = (event,) if isinstance(event, Finished | Forfeited) else (event, Finished(seat, board.ending))
        result = self.result(after)
        return after, events if result is None else (*events, Ended(result), DealShown(state.deal))

    def _can_start_over(self, state: SolitaireState) -> bool:
        return self.is_practice and state.start_overs < self.rules.start_overs

    def _start_over(self, state: SolitaireState, seat: Seat) -> tuple[SolitaireState, Sequence[Event]]:
        if not self.is_practice:
            raise IllegalMove("only practice can be started over")
        if not self._can_start_over(state):
            raise IllegalMove(f"expected at most {self.rules.start_overs} start-overs, got one more")
        board = self._full_board(state.deal)
        after = SolitaireState(state.deal, state.key, (board,), (), state.start_overs + 1)
        return after, (StartedOver(seat, board_view(self.shape, board)),)

    def _given_up(self, state: SolitaireState, seat: Seat, move: Forfeit) -> tuple[SolitaireState, Sequence[Event]]:
        """The seat finishes with the score it has."""
        board = msgspec.structs.replace(state.boards[seat], hint=None, ending=move.reason)
        return self._moved(state, seat, board, Forfeited(seat, move.reason))

    def view(self, state: SolitaireState, seat: Seat | None) -> SolitaireView:
        """Every seat's standing and the viewer's own board; an onlooker sees a board only in practice."""
        if seat is not None:
            check_seat(seat, len(self.seats))
        owner = self._board_owner(seat)
        result = self.result(state)
        return SolitaireView(
            layout=state.deal.layout,
            level=state.deal.level,
            dealt=state.deal.dealt,
            seat=seat,
            standings=tuple(standing(board) for board in state.boards),
            board=None if owner is None else board_view(self.shape, state.boards[owner]),
            result=result,
            deal=None if result is None else state.deal,
            casual=self.rules.casual,
        )

    def _board_owner(self, seat: Seat | None) -> Seat | None:
        """The seat whose board a viewer sees; an onlooker sees one only in practice."""
        return Seat(0) if seat is None and self.is_practice else seat

    def seen_by(self, event: Event, seat: Seat | None) -> Event:
        """The event as that seat sees it: of other seats' moves only the points."""
        match event:
            case PairTaken() if event.seat != self._board_owner(seat):
                return PairTaken(event.seat, event.points)
            case Undone() if event.seat != self._board_owner(seat):
                return Undone(event.seat, event.points, event.price)
            case Shuffled() if event.seat != self._board_owner(seat):
                return Shuffled(event.seat, event.price, None)
            case Hinted() if event.seat != self._board_owner(seat):
                return Hinted(event.seat, event.price, None)
            case _:
                return event

    def follow(self, view: SolitaireView, event: Event) -> SolitaireView:
        """The view after an event."""
        return followed(self.shape, view, event)

    def result(self, state: SolitaireState) -> Result | None:
        """The highest score wins a contest, the winners in the order they finished; practice is won by clearing."""
        if len(state.finished) < len(self.seats):
            return None
        scores = tuple(board.score for board in state.boards)
        if self.is_practice:
            ending = state.boards[0].ending
            assert ending is not None
            return Result(scores, self.seats if ending == "cleared" else (), ending)
        best = max(scores)
        return Result(scores, tuple(seat for seat in state.finished if scores[seat] == best), "all_finished")

    def move_text(self, move: Move) -> str:
        """`a1.1-b2.3` for a pair by its slots; `undo`, `redo`, `shuffle`, `hint`, `end`, `restart`, `resign`."""
        return move_text(self.layout, move)

    def parse_move(self, text: str) -> Move:
        """Read what `move_text` writes."""
        return parse_move(self.layout, text, is_practice=self.is_practice)

    def shorthands(self, state: SolitaireState, seat: Seat, move: Move) -> tuple[str, ...]:
        """A pair by the tiles on the seat's board: `5m`, `5m5m` or `1f6f`."""
        return pair_shorthands(state.boards[seat], move) if isinstance(move, TakePair) else ()

    def refusal(self, state: SolitaireState, seat: Seat, text: str) -> str | None:
        """Why the pair that a text names by its tiles cannot be taken."""
        return tile_refusal(self.layout, state.boards[seat], text)


def pair_shorthands(board: Board, move: TakePair) -> tuple[str, ...]:
    """The two tiles together, and one alone if both are of one kind."""
    faces = board.faces
    first, second = TEXTS[faces[move.first]], TEXTS[faces[move.second]]
    return (first, first + second) if first == second else (first + second, second + first)
