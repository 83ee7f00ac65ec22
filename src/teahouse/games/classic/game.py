"""Classic mahjong: two to four seats draw, claim and discard until one goes Mahjong."""

from collections.abc import Sequence
from typing import ClassVar, Final, assert_never

from msgspec.structs import replace

from teahouse.core.errors import IllegalMove
from teahouse.core.game import Ended, Forfeit, Forfeited, GameTypes, Result
from teahouse.core.seats import Seat, check_seat, seats, with_seat
from teahouse.core.shuffle import Stream
from teahouse.core.tiles import TILES, sorted_tiles
from teahouse.games.classic.play import moves as moving
from teahouse.games.classic.play import view as viewing
from teahouse.games.classic.play.claims import MAHJONG, PASS, answer, claims, settle, unanswered
from teahouse.games.classic.play.events import Answered, BonusShown, DiceRolled, Event
from teahouse.games.classic.play.exchange import begin_exchange, give
from teahouse.games.classic.play.mahjong import can_win_drawn, go_mahjong, is_ready, result_of
from teahouse.games.classic.play.moves import (
    ClaimChow,
    ClaimKong,
    ClaimPong,
    DeclareKong,
    DeclareMahjong,
    Discard,
    Move,
    Pass,
)
from teahouse.games.classic.play.opening import (
    BrokenWall,
    Opening,
    broken_wall,
    built_wall,
    dealt_hands,
    personal_winds,
    roll_for_dealer,
    roll_for_east,
    side_of,
    throw,
)
from teahouse.games.classic.play.refusals import move_refusal
from teahouse.games.classic.play.state import ClassicRules, ClassicState, ClassicView
from teahouse.games.classic.play.turns import declare_kong, discard, kong_tiles, settle_dealt_bonus
from teahouse.games.classic.rulesets.ruleset import Ruleset

DISCARDS: Final = {tile: Discard(tile) for tile in TILES}


class Classic:
    """The rules of Classic mahjong.

    >>> game = Classic()
    >>> state = game.deal(b"tea")
    >>> [game.move_text(move) for move in game.legal_moves(state, state.turn)][:3]
    ['2m', '3m', '6m']
    """

    name: ClassVar = "classic"
    types: ClassVar = GameTypes(ClassicRules, ClassicState, Move, Event, ClassicView)

    def __init__(self, rules: ClassicRules | None = None) -> None:
        """Play with these options, or the usual ones."""
        self.rules: Final = (rules or ClassicRules()).filled()
        chosen = self.rules.chosen()
        self.ruleset: Final[Ruleset] = replace(chosen, max_chows=0) if self.rules.goulash else chosen
        self.seats: Final = seats(self.ruleset.players)

    def deal(self, seed: bytes) -> ClassicState:
        """Build the wall, throw the dice and deal, all from the seed."""
        built = built_wall(seed, self.ruleset)
        opening = self.opening(Stream(seed, "classic/dice/"))
        side = side_of(opening.dealer, self.ruleset.players)
        return self.start(opening, broken_wall(built, side, opening.heaps, self.ruleset))

    def opening(self, dice: Stream) -> Opening:
        """Winds, dealer and break of the wall, by dice if the match does not set them."""
        east, dealer = self.rules.east, self.rules.dealer
        rolls: tuple[DiceRolled, ...] = ()
        if east is None:
            east, rolls = roll_for_east(dice, self.ruleset.players)
        if dealer is None:
            dealer, dealer_rolls = roll_for_dealer(dice, east, self.ruleset)
            rolls += dealer_rolls
        broken = throw(dice, "kong_box", dealer, 2)
        return Opening(
            rolls=(*rolls, broken),
            winds=personal_winds(east, self.ruleset.winds),
            prevailing=self.rules.prevailing,
            dealer=dealer,
            heaps=sum(broken.dice),
            lifted=self.ruleset.kong_box and self.ruleset.kong_box_size == "dice",
            tallies=self.rules.tallies,
            max_chows=self.ruleset.max_chows,
            streak=self.rules.streak,
            goulash=self.rules.goulash,
        )

    def start(self, opening: Opening, layout: BrokenWall) -> ClassicState:
        """Deal from a broken wall, in the order of its tiles, and replace the bonus tiles."""
        count, dealer = len(self.seats), opening.dealer
        hands, wall = dealt_hands(layout.wall, dealer, count)
        state = ClassicState(
            opening=replace(opening, wall=len(layout.wall), box=len(layout.box)),
            wall=wall,
            box=layout.box,
            hands=tuple(sorted_tiles(hand) for hand in hands),
            melds=((),) * count,
            bonus=((),) * count,
            turn=dealer,
            turns=with_seat((0,) * count, dealer, 1),
            unchanged=(True,) * count,
            ready=(False,) * count,
            gone=(False,) * count,
            drawn=hands[dealer][-1],
        )
        events: list[Event] = []
        state = settle_dealt_bonus(state, self.ruleset, events)
        bonus_events = tuple(event for event in events if isinstance(event, BonusShown))
        state = replace(state, opening=replace(state.opening, shown=bonus_events))
        return begin_exchange(state) if opening.goulash and state.ending is None else state

    def opening_events(self, state: ClassicState) -> tuple[DiceRolled | BonusShown, ...]:
        """The public events of the deal: the dice, then the bonus tiles that are shown."""
        return (*state.opening.rolls, *state.opening.shown)

    def to_move(self, state: ClassicState) -> tuple[Seat, ...]:
        """The seat to move; after a discard every other seat that has not answered, whether it can claim or not."""
        return viewing.to_move(state)

    def legal_moves(self, state: ClassicState, seat: Seat) -> Sequence[Move]:
        """On its turn: Mahjong, kongs, then discards by tile; for a tile on offer: claims, the strongest first."""
        window = state.window
        if state.ending is not None or seat not in self.seats or state.gone[seat]:
            return ()
        if window is None:
            return self.turn_moves(state) if seat == state.turn else ()
        if seat == window.offer.seat or window.answers[seat] is not None:
            return ()
        return claims(state, seat, window, self.ruleset)

    def turn_moves(self, state: ClassicState) -> list[Move]:
        """Every move of the seat whose turn it is."""
        hand = state.hands[state.turn]
        if state.exchange is not None:
            return [DISCARDS[tile] for tile in dict.fromkeys(hand)]
        moves: list[Move] = [MAHJONG] if can_win_drawn(state, self.ruleset) else []
        moves += [DeclareKong(tile) for tile in kong_tiles(state, self.ruleset)]
        moves += [DISCARDS[tile] for tile in dict.fromkeys(hand)]
        if self.ruleset.must_declare_ready and not state.ready[state.turn]:
            moves += [Discard(tile, ready=True) for tile in dict.fromkeys(hand) if is_ready(state, tile, self.ruleset)]
        return moves

    def apply(self, state: ClassicState, seat: Seat, move: Move) -> tuple[ClassicState, Sequence[Event]]:
        """Play a move, and the turns of seats that resigned after it."""
        events: list[Event] = []
        if isinstance(move, Forfeit):
            after = self.give_up(state, seat, move, events)
        else:
            self.check(state, seat, move)
            after = self.played(state, seat, move, events)
        while after.window is None and after.ending is None and after.gone[after.turn]:
            after = self.laid_down(after, DISCARDS[after.drawn or after.hands[after.turn][-1]], events)
        if after.ending is not None:
            events.append(Ended(result_of(after)))
        return after, tuple(events)

    def check(self, state: ClassicState, seat: Seat, move: Move) -> None:
        """Refuse a move that is not legal."""
        if seat in viewing.to_move(state):
            if self.is_plain(state, move) or move in self.legal_moves(state, seat):
                return
            raise IllegalMove(f"expected a legal move of seat {seat}, got {moving.move_text(move)}")
        if state.ending is not None:
            raise IllegalMove(f"expected no move after the end of the deal, got one of seat {seat}")
        if state.window is not None:
            raise IllegalMove(f"expected no answer of seat {seat}, got {moving.move_text(move)}")
        raise IllegalMove(f"expected a move of seat {state.turn}, got one of seat {seat}")

    def is_plain(self, state: ClassicState, move: Move) -> bool:
        """Is it a pass, or a discard from the hand? Then the other legal moves need not be listed."""
        if isinstance(move, Discard):
            return state.window is None and not move.ready and move.tile in state.hands[state.turn]
        return state.window is not None and isinstance(move, Pass)

    def played(self, state: ClassicState, seat: Seat, move: Move, events: list[Event]) -> ClassicState:
        """The state after a legal move."""
        if state.window is not None:
            assert not isinstance(move, Discard | DeclareKong | Forfeit)
            events.append(Answered(seat, move))
            return answer(state, seat, move, self.ruleset, events)
        match move:
            case Discard():
                return self.laid_down(state, move, events)
            case DeclareKong():
                return declare_kong(state, move, self.ruleset, events)
            case DeclareMahjong():
                return go_mahjong(state, [seat], None, self.ruleset, events)
            case ClaimChow() | ClaimPong() | ClaimKong() | Pass() | Forfeit():
                raise AssertionError(move)
            case _:
                assert_never(move)

    def laid_down(self, state: ClassicState, move: Discard, events: list[Event]) -> ClassicState:
        """A tile leaves the hand: it is discarded, or passed on in the exchange of a goulash."""
        if state.exchange is not None:
            return give(state, move.tile, events)
        return discard(state, move, self.ruleset, events)

    def give_up(self, state: ClassicState, seat: Seat, move: Forfeit, events: list[Event]) -> ClassicState:
        """The seat resigns: it discards every tile it draws and claims nothing; the deal ends when one seat is left."""
        if state.ending is not None:
            raise IllegalMove(f"expected no move after the end of the deal, got one of seat {seat}")
        check_seat(seat, len(self.seats))
        if state.gone[seat]:
            raise IllegalMove(f"seat {seat} has given up already")
        events.append(Forfeited(seat, move.reason))
        state = replace(state, gone=with_seat(state.gone, seat, True))
        if state.gone.count(False) < 2:
            return replace(state, window=None, ending=move.reason)
        window = state.window
        if window is None or seat == window.offer.seat:
            return state
        window = replace(window, answers=with_seat(window.answers, seat, PASS))
        if unanswered(state, window):
            return replace(state, window=window)
        return settle(state, window, self.ruleset, events)

    def view(self, state: ClassicState, seat: Seat | None) -> ClassicView:
        """What that seat may know; None is an onlooker."""
        if seat is not None:
            check_seat(seat, len(self.seats))
        return viewing.view_of(state, seat, self.result(state))

    def seen_by(self, event: Event, seat: Seat | None) -> Event | None:
        """The event with other seats' drawn tiles hidden; None for their answers."""
        return viewing.seen_by(event, seat)

    def follow(self, view: ClassicView, event: Event) -> ClassicView:
        """The view after an event."""
        return viewing.follow(view, event)

    def result(self, state: ClassicState) -> Result | None:
        """What every seat receives or pays, or None while play goes on."""
        return None if state.ending is None else result_of(state)

    def move_text(self, move: Move) -> str:
        """`5m` to discard; `kong 5m`, `chow 345m`, `pong`, `kong`, `mahjong`, `pass`, `resign`."""
        return moving.move_text(move)

    def parse_move(self, text: str) -> Move:
        """Read what `move_text` writes."""
        return moving.parse_move(text)

    def shorthands(self, state: ClassicState, seat: Seat, move: Move) -> tuple[str, ...]:
        """Words without their tiles: `kong`, `chow`; `mj`; `-` to pass."""
        return moving.shorthands(move)

    def refusal(self, state: ClassicState, seat: Seat, text: str) -> str | None:
        """Why the move that a text names is not possible now."""
        return move_refusal(state, seat, text, self.legal_moves(state, seat), self.ruleset)
