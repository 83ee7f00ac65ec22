"""What each seat may know: views, events with hidden tiles, and how a view follows events."""

from typing import assert_never

from msgspec.structs import replace

from teahouse.core.game import Ended, Forfeited, Result
from teahouse.core.seats import Seat, with_seat
from teahouse.core.tiles import Tile
from teahouse.games.classic.play.claims import asked_seats, unanswered
from teahouse.games.classic.play.events import (
    Answered,
    BonusShown,
    DiceRolled,
    Discarded,
    Drew,
    Event,
    Gave,
    KongDeclared,
    Melded,
    Received,
    Won,
)
from teahouse.games.classic.play.exchange import follow_giving, follow_receiving, seen_exchange
from teahouse.games.classic.play.mahjong import take_offer
from teahouse.games.classic.play.state import ClassicState, ClassicView, LaidTile, Offer
from teahouse.games.classic.play.turns import pong_place, take_discard, with_kong, with_tile, without_tiles


def to_move(state: ClassicState) -> tuple[Seat, ...]:
    """The seat to move; while a tile is on offer, every seat that has not answered; nobody after the end."""
    if state.ending is not None:
        return ()
    return (state.turn,) if state.window is None else unanswered(state, state.window)


def seen_waiting(state: ClassicState, seat: Seat | None) -> tuple[Seat, ...]:
    """The seats to move, as this seat may know them; during a claim it does not see which others have answered."""
    if state.window is None or state.ending is not None:
        return to_move(state)
    waiting = unanswered(state, state.window)
    return tuple(other for other in asked_seats(state.window.offer, state.gone) if other != seat or other in waiting)


def view_of(state: ClassicState, seat: Seat | None, result: Result | None) -> ClassicView:
    """What that seat sees; None is an onlooker."""
    window = state.window
    return ClassicView(
        seat=seat,
        opening=state.opening,
        hand=() if seat is None else state.hands[seat],
        drawn=state.drawn if seat == state.turn else None,
        hand_sizes=tuple(len(hand) for hand in state.hands),
        melds=state.melds,
        bonus=state.bonus,
        discards=state.discards,
        wall=len(state.wall),
        box=len(state.box),
        turn=state.turn,
        waiting=seen_waiting(state, seat),
        offer=None if window is None else window.offer,
        answer=None if window is None or seat is None or state.gone[seat] else window.answers[seat],
        ready=state.ready,
        gone=state.gone,
        wins=state.wins,
        result=result,
        tail=state.tail,
        claimed=state.claimed,
        exchange=seen_exchange(state.exchange, state.opening, seat),
    )


def seen_by(event: Event, seat: Seat | None) -> Event | None:
    """The event with drawn and passed tiles hidden from the other seats; None for another seat's answer."""
    match event:
        case Drew() | Gave():
            return event if event.seat == seat else replace(event, tile=None)
        case Received():
            return event if event.seat == seat else replace(event, tiles=None)
        case Answered():
            return event if event.seat == seat else None
        case DiceRolled() | BonusShown() | Discarded() | Melded() | KongDeclared() | Won() | Forfeited() | Ended():
            return event
        case _:
            assert_never(event)


def follow(view: ClassicView, event: Event) -> ClassicView:  # noqa: PLR0911, PLR0912 — one case an event
    """The view after an event, both of the same viewer."""
    match event:
        case DiceRolled():
            return view
        case Drew():
            return follow_drawing(view, event)
        case Gave():
            return follow_giving(view, event)
        case Received():
            return follow_receiving(view, event)
        case BonusShown():
            bonus = with_seat(view.bonus, event.seat, (*view.bonus[event.seat], event.tile))
            return lose(replace(view, bonus=bonus, drawn=None), event.seat, event.tile, 1)
        case Discarded():
            return follow_discard(view, event)
        case Answered():
            waiting = tuple(seat for seat in view.waiting if seat != event.seat)
            return replace(view, waiting=waiting, answer=event.claim)
        case Melded():
            return follow_claim(view, event)
        case KongDeclared():
            return follow_kong(view, event)
        case Won():
            return follow_win(view, event)
        case Forfeited():
            return follow_giving_up(view, event)
        case Ended():
            return replace(view, waiting=(), offer=None, answer=None, result=event.result)
        case _:
            assert_never(event)


def follow_giving_up(view: ClassicView, event: Forfeited) -> ClassicView:
    """A seat is no longer asked, and its answer does not count."""
    waiting = tuple(seat for seat in view.waiting if seat != event.seat)
    answer = None if event.seat == view.seat else view.answer
    return replace(view, gone=with_seat(view.gone, event.seat, True), waiting=waiting, answer=answer)


def follow_drawing(view: ClassicView, event: Drew) -> ClassicView:
    """Move one tile from the wall or the Kong Box into a hand, and give that seat the turn."""
    from_box = event.supply == "kong_box"
    view = replace(
        view,
        wall=view.wall - (not from_box or event.refilled),
        box=view.box - (from_box and not event.refilled),
        hand_sizes=with_seat(view.hand_sizes, event.seat, view.hand_sizes[event.seat] + 1),
        hand=view.hand if event.tile is None else with_tile(view.hand, event.tile),
        drawn=event.tile,
        tail=view.tail + (event.refilled or event.supply == "wall_tail"),
    )
    return at_turn(view, event.seat)


def at_turn(view: ClassicView, seat: Seat) -> ClassicView:
    """Give a seat the turn, with nothing on offer."""
    return replace(view, turn=seat, waiting=(seat,), offer=None, answer=None)


def on_offer(view: ClassicView, offer: Offer) -> ClassicView:
    """Ask every other seat that still plays about this tile."""
    return replace(view, waiting=asked_seats(offer, view.gone), offer=offer, answer=None, drawn=None)


def lose(view: ClassicView, seat: Seat, tile: Tile, count: int) -> ClassicView:
    """A hand without this many tiles of a kind; only the viewer's own hand shows its tiles."""
    sizes = with_seat(view.hand_sizes, seat, view.hand_sizes[seat] - count)
    hand = without_tiles(view.hand, tile, count) if seat == view.seat else view.hand
    return replace(view, hand_sizes=sizes, hand=hand)


def follow_discard(view: ClassicView, event: Discarded) -> ClassicView:
    """Move a tile from a hand to the discards and offer it to the others."""
    view = replace(
        lose(view, event.seat, event.tile, 1),
        discards=(*view.discards, LaidTile(event.seat, event.tile)),
        ready=with_seat(view.ready, event.seat, True) if event.ready else view.ready,
    )
    return on_offer(view, Offer(event.tile, event.seat, "discard"))


def follow_claim(view: ClassicView, event: Melded) -> ClassicView:
    """Move the last discard and tiles of the claimer's hand into a meld."""
    needed = list(event.meld.tiles)
    needed.remove(event.tile)
    for tile in needed:
        view = lose(view, event.seat, tile, 1)
    melds = with_seat(view.melds, event.seat, (*view.melds[event.seat], event.meld))
    return at_turn(replace(take_discard(view, event.seat), melds=melds, drawn=None), event.seat)


def follow_kong(view: ClassicView, event: KongDeclared) -> ClassicView:
    """Meld four tiles of a hand, or add one to a melded pong; others may be allowed to rob it."""
    tile = event.meld.tile
    melds = view.melds[event.seat]
    view = lose(view, event.seat, tile, 4 if pong_place(melds, tile) is None else 1)
    view = replace(view, melds=with_seat(view.melds, event.seat, with_kong(melds, event.meld)), drawn=None)
    return view if event.offer is None else on_offer(view, Offer(tile, event.seat, event.offer))


def follow_win(view: ClassicView, event: Won) -> ClassicView:
    """Show a winning hand; a tile that was on offer belongs to it, or to the first of several winners."""
    wins = (*view.wins, event)
    if view.offer is None or view.wins:
        return replace(view, wins=wins)
    return replace(
        take_offer(view, event.seat, view.offer),
        wins=wins,
        hand=event.hand if event.seat == view.seat else view.hand,
        hand_sizes=with_seat(view.hand_sizes, event.seat, len(event.hand)),
    )
