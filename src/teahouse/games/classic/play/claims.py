"""Claims on a discard, robbing a kong, and which claim wins when several seats want the same tile."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from teahouse.core.seats import BySeat, Seat, with_seat
from teahouse.core.tiles import SUIT_TILES, Tile
from teahouse.games.classic.melds import Meld, chows
from teahouse.games.classic.play.events import Event, Melded
from teahouse.games.classic.play.mahjong import can_win_offer, go_mahjong
from teahouse.games.classic.play.moves import Claim, ClaimChow, ClaimKong, ClaimPong, DeclareMahjong, Pass
from teahouse.games.classic.play.state import ClassicState, Offer, OpenOffer
from teahouse.games.classic.play.turns import (
    Hand,
    begin_turn,
    has_replacement,
    next_seat,
    take_discard,
    take_for_kong,
    without_tile,
    without_tiles,
)
from teahouse.games.classic.rulesets.ruleset import Ruleset

PASS: Final = Pass()
PONG: Final = ClaimPong()
KONG: Final = ClaimKong()
MAHJONG: Final = DeclareMahjong()


class ChowShape(NamedTuple):
    """A run that a tile fits into, and the two tiles it needs from the hand."""

    claim: ClaimChow
    first: Tile
    second: Tile


def _shapes(tile: Tile) -> tuple[ChowShape, ...]:
    suit = [other for other in SUIT_TILES if other.suit == tile.suit]
    runs = [suit[start : start + 3] for start in range(7) if tile in suit[start : start + 3]]
    return tuple(ChowShape(ClaimChow(run[0]), *(other for other in run if other != tile)) for run in runs)


CHOWS: Final = {tile: _shapes(tile) for tile in SUIT_TILES}


def claims(state: ClassicState, seat: Seat, window: OpenOffer, ruleset: Ruleset) -> list[Claim]:
    """Every answer a seat may give to the tile on offer, the strongest claim first, `Pass` last."""
    offer = window.offer
    answers: list[Claim] = [MAHJONG] if can_win_offer(state, seat, offer, ruleset) else []
    if offer.kind == "discard":
        hand = state.hands[seat]
        same = hand.count(offer.tile)
        if same == 3 and has_replacement(state.wall, state.box, ruleset):
            answers.append(KONG)
        if same >= 2:
            answers.append(PONG)
        if seat == next_seat(state, offer.seat) and offer.tile in CHOWS and may_chow(state, seat, ruleset):
            answers += chow_claims(hand, offer.tile)
    answers.append(PASS)
    return answers


def may_chow(state: ClassicState, seat: Seat, ruleset: Ruleset) -> bool:
    """May this seat meld one more chow?"""
    return chows(state.melds[seat]) < ruleset.max_chows


def chow_claims(hand: Hand, tile: Tile) -> Iterator[ClaimChow]:
    """Every run that the tile completes."""
    return (shape.claim for shape in CHOWS[tile] if shape.first in hand and shape.second in hand)


def answer(state: ClassicState, seat: Seat, claim: Claim, ruleset: Ruleset, events: list[Event]) -> ClassicState:
    """Store a seat's answer; after the last one, decide who gets the tile."""
    window = state.window
    assert window is not None
    answers = with_seat(window.answers, seat, claim)
    window = OpenOffer(window.offer, answers)
    if unanswered(state, window):
        return replace(state, window=window)
    return settle(state, window, ruleset, events)


def unanswered(state: ClassicState, window: OpenOffer) -> tuple[Seat, ...]:
    """The seats that have still to answer, in the order of seats."""
    return tuple(seat for seat in asked_seats(window.offer, state.gone) if window.answers[seat] is None)


def asked_seats(offer: Offer, gone: BySeat[bool]) -> tuple[Seat, ...]:
    """The seats that answer this offer: all but the seat that made it and seats that resigned."""
    return tuple(Seat(seat) for seat, is_gone in enumerate(gone) if not is_gone and seat != offer.seat)


def settle(state: ClassicState, window: OpenOffer, ruleset: Ruleset, events: list[Event]) -> ClassicState:
    """Give the tile to the strongest claim (Mahjong, Kong, Pong, Chow); without one, play goes on."""
    offer, answers = window.offer, window.answers
    seats = [Seat((offer.seat + number) % len(answers)) for number in range(1, len(answers))]
    claiming = [seat for seat in seats if not isinstance(answers[seat], Pass | None)]
    if not claiming:
        return go_on(state, offer, ruleset, events)
    winners = [seat for seat in claiming if isinstance(answers[seat], DeclareMahjong)]
    if winners:
        return go_mahjong(state, winners, offer, ruleset, events)
    for kind in (ClaimKong, ClaimPong, ClaimChow):
        for seat in claiming:
            claim = answers[seat]
            if isinstance(claim, kind):
                return take_claimed(state, seat, claim, ruleset, events)
    raise AssertionError(answers)


def go_on(state: ClassicState, offer: Offer, ruleset: Ruleset, events: list[Event]) -> ClassicState:
    """Nobody claims the tile: the next seat draws, or the kong is complete and its seat takes the replacement."""
    if offer.kind == "discard":
        return begin_turn(state, next_seat(state, offer.seat), ruleset, events)
    return take_for_kong(replace(state, window=None), ruleset, events)


def take_claimed(
    state: ClassicState, seat: Seat, claim: ClaimKong | ClaimPong | ClaimChow, ruleset: Ruleset, events: list[Event]
) -> ClassicState:
    """The seat melds the set that the discard completes and has the turn; it draws only after a kong."""
    laid = state.discards[-1]
    tile, hand = laid.tile, state.hands[seat]
    match claim:
        case ClaimChow():
            meld, rest = Meld("chow", claim.first), without_run(hand, tile, claim)
        case ClaimPong():
            meld, rest = Meld("pong", tile), without_tiles(hand, tile, 2)
        case ClaimKong():
            meld, rest = Meld("kong", tile), without_tiles(hand, tile, 3)
    events.append(Melded(seat, meld, tile, laid.seat))
    state = replace(
        take_discard(state, seat),
        hands=with_seat(state.hands, seat, rest),
        melds=with_seat(state.melds, seat, (*state.melds[seat], meld)),
        turn=seat,
        turns=with_seat(state.turns, seat, state.turns[seat] + 1),
        unchanged=with_seat(state.unchanged, seat, False),
        drawn=None,
        came="claim",
        kongs=1 if isinstance(claim, ClaimKong) else 0,
        window=None,
    )
    return take_for_kong(state, ruleset, events) if isinstance(claim, ClaimKong) else state


def without_run(hand: Hand, tile: Tile, claim: ClaimChow) -> Hand:
    """The hand without the two tiles that a chow with this tile needs from it."""
    shape = next(shape for shape in CHOWS[tile] if shape.claim == claim)
    return without_tile(without_tile(hand, shape.first), shape.second)
