"""What each seat may know: views, covered events, and how a view follows events."""

from typing import assert_never

from msgspec.structs import replace

from teahouse.core.game import Ended, Forfeited, Result
from teahouse.core.seats import Seat, with_seat
from teahouse.core.tiles import Tile
from teahouse.games.classic.play.claims import asked, unanswered
from teahouse.games.classic.play.events import (
    Answered,
    BonusShown,
    DiceRolled,
    Discarded,
    Drew,
    Event,
    KongDeclared,
    Melded,
    Won,
)
from teahouse.games.classic.play.mahjong import taken_away
from teahouse.games.classic.play.state import ClassicState, ClassicView, LaidTile, Offer
from teahouse.games.classic.play.turns import pong_place, with_kong, with_tile, without_tiles


def to_move(state: ClassicState) -> tuple[Seat, ...]:
    """Whoever is at turn; while a tile is on offer, everybody who has not answered; nobody after the end."""
    if state.ending is not None:
        return ()
    return (state.turn,) if state.window is None else unanswered(state, state.window)


def seen_waiting(state: ClassicState, seat: Seat | None) -> tuple[Seat, ...]:
    """Who is to move as far as that seat may know: of those who are asked, nobody learns which others have answered."""
    if state.window is None or state.ending is not None:
        return to_move(state)
    waiting = unanswered(state, state.window)
    return tuple(other for other in asked(state.window.offer, state.gone) if other != seat or other in waiting)


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
    )


def seen_by(event: Event, seat: Seat | None) -> Event | None:
    """The event with a drawn tile covered for everybody but its own seat; of an answer the others hear nothing."""
    match event:
        case Drew():
            return event if event.seat == seat else replace(event, tile=None)
        case Answered():
            return event if event.seat == seat else None
        case DiceRolled() | BonusShown() | Discarded() | Melded() | KongDeclared() | Won() | Forfeited() | Ended():
            return event
        case _:
            assert_never(event)


def follow(view: ClassicView, event: Event) -> ClassicView:  # noqa: PLR0911 — one case an event
    """The view after an event seen by the same eyes."""
    match event:
        case DiceRolled():
            return view
        case Drew():
            return follow_drawing(view, event)
        case BonusShown():
            shown = with_seat(view.bonus, event.seat, (*view.bonus[event.seat], event.tile))
            return lose(replace(view, bonus=shown, drawn=None), event.seat, event.tile, 1)
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
    """A seat is not asked any more, and what it answered does not count."""
    waiting = tuple(seat for seat in view.waiting if seat != event.seat)
    answer = None if event.seat == view.seat else view.answer
    return replace(view, gone=with_seat(view.gone, event.seat, True), waiting=waiting, answer=answer)


def follow_drawing(view: ClassicView, event: Drew) -> ClassicView:
    """One tile less in the wall or the Kong Box, one more in a hand, whose turn it is."""
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
    """It is that seat's turn, and nothing is on offer."""
    return replace(view, turn=seat, waiting=(seat,), offer=None, answer=None)


def on_offer(view: ClassicView, offer: Offer) -> ClassicView:
    """Everybody else is asked for this tile, but those who gave up."""
    return replace(view, waiting=asked(offer, view.gone), offer=offer, answer=None, drawn=None)


def lose(view: ClassicView, seat: Seat, tile: Tile, count: int) -> ClassicView:
    """A hand with so many tiles of a kind less; the tiles themselves are only known in the own hand."""
    sizes = with_seat(view.hand_sizes, seat, view.hand_sizes[seat] - count)
    hand = without_tiles(view.hand, tile, count) if seat == view.seat else view.hand
    return replace(view, hand_sizes=sizes, hand=hand)


def follow_discard(view: ClassicView, event: Discarded) -> ClassicView:
    """A tile from a hand to the discards, on offer to the others."""
    view = replace(
        lose(view, event.seat, event.tile, 1),
        discards=(*view.discards, LaidTile(event.seat, event.tile)),
        ready=with_seat(view.ready, event.seat, True) if event.ready else view.ready,
    )
    return on_offer(view, Offer(event.tile, event.seat, "discard"))


def follow_claim(view: ClassicView, event: Melded) -> ClassicView:
    """The last discard becomes part of a meld, with tiles from the claimer's hand."""
    needed = list(event.meld.tiles)
    needed.remove(event.tile)
    for tile in needed:
        view = lose(view, event.seat, tile, 1)
    melds = with_seat(view.melds, event.seat, (*view.melds[event.seat], event.meld))
    return at_turn(replace(view, melds=melds, discards=view.discards[:-1], drawn=None), event.seat)


def follow_kong(view: ClassicView, event: KongDeclared) -> ClassicView:
    """Four tiles from a hand, or one that joins a melded pong; perhaps on offer to robbers."""
    tile = event.meld.tile
    melds = view.melds[event.seat]
    view = lose(view, event.seat, tile, 4 if pong_place(melds, tile) is None else 1)
    view = replace(view, melds=with_seat(view.melds, event.seat, with_kong(melds, event.meld)), drawn=None)
    return view if event.offer is None else on_offer(view, Offer(tile, event.seat, event.offer))


def follow_win(view: ClassicView, event: Won) -> ClassicView:
    """A hand is laid open; a tile that was on offer lies in it, the first winner's where several share it."""
    wins = (*view.wins, event)
    if view.offer is None or view.wins:
        return replace(view, wins=wins)
    discards, melds = taken_away(view.discards, view.melds, view.offer)
    return replace(
        view,
        wins=wins,
        discards=discards,
        melds=melds,
        hand=event.hand if event.seat == view.seat else view.hand,
        hand_sizes=with_seat(view.hand_sizes, event.seat, len(event.hand)),
    )
