"""The exchange of a goulash: three times, everybody passes three tiles face down before the first discard."""

from typing import Final

from msgspec.structs import replace

from teahouse.core.seats import BySeat, Seat, seat_after, with_seat
from teahouse.core.tiles import Tile, sorted_tiles
from teahouse.games.classic.play.events import Event, Gave, Received
from teahouse.games.classic.play.opening import Opening
from teahouse.games.classic.play.state import ClassicState, ClassicView, Exchange, SeenExchange
from teahouse.games.classic.play.turns import without_tile

EXCHANGES: Final = 3
TILES_PASSED: Final = 3
PAIRS_OF_FOUR: Final = (2, 1, 3)
"""The place, counted from East, of East's partner among four: West, South, then North; the other two are partners."""
STEPS_OF_THREE: Final = (1, 2, 1)
"""How far three players pass to the right: one seat, two, and one again."""


def partners(opening: Opening, number: int) -> BySeat[Seat]:
    """The seat to which every seat passes its tiles in an exchange, 0 to 2.

    >>> from teahouse.core.tiles import Wind
    >>> opening = Opening((), (Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH), Wind.EAST, Seat(0), 7)
    >>> [partners(opening, number) for number in range(3)]
    [(2, 3, 0, 1), (1, 0, 3, 2), (3, 2, 1, 0)]
    """
    count = len(opening.winds)
    return tuple(
        Seat((opening.east + _partner((seat - opening.east) % count, number, count)) % count) for seat in range(count)
    )


def _partner(place: int, number: int, count: int) -> int:
    if count == 3:
        return (place + STEPS_OF_THREE[number]) % count
    return place ^ (PAIRS_OF_FOUR[number] if count == 4 else 1)


def begin_exchange(state: ClassicState, number: int = 0) -> ClassicState:
    """Begin an exchange; the dealer is the first to pass tiles."""
    exchange = Exchange(number, ((),) * len(state.hands))
    return replace(state, exchange=exchange, turn=state.opening.dealer, drawn=None)


def give(state: ClassicState, tile: Tile, events: list[Event]) -> ClassicState:
    """The seat to move lays a tile aside, face down; when everybody has laid three aside, the tiles change hands."""
    seat, exchange = state.turn, state.exchange
    assert exchange is not None
    events.append(Gave(seat, tile))
    given = with_seat(exchange.given, seat, (*exchange.given[seat], tile))
    state = replace(
        state,
        hands=with_seat(state.hands, seat, without_tile(state.hands[seat], tile)),
        exchange=replace(exchange, given=given),
        turn=next_giver(state.opening, seat, len(given[seat])),
    )
    return swapped(state, events) if all(len(tiles) == TILES_PASSED for tiles in given) else state


def next_giver(opening: Opening, seat: Seat, given_tiles: int) -> Seat:
    """The seat that lays a tile aside next: the same seat until it has laid three aside."""
    return seat if given_tiles < TILES_PASSED else seat_after(seat, len(opening.winds))


def swapped(state: ClassicState, events: list[Event]) -> ClassicState:
    """Everybody takes up the tiles that were passed to them."""
    exchange, opening = state.exchange, state.opening
    assert exchange is not None
    givers = partners_back(opening, exchange.number)
    received = tuple(sorted_tiles(exchange.given[giver]) for giver in givers)
    for seat, giver in enumerate(givers):
        events.append(Received(Seat(seat), giver, received[seat]))
    hands = tuple(sorted_tiles((*hand, *tiles)) for hand, tiles in zip(state.hands, received, strict=True))
    state = replace(state, hands=hands)
    if exchange.number + 1 < EXCHANGES:
        return begin_exchange(state, exchange.number + 1)
    return replace(state, exchange=None, turn=opening.dealer, drawn=received[opening.dealer][-1])


def partners_back(opening: Opening, number: int) -> BySeat[Seat]:
    """The seat from which every seat receives."""
    to = partners(opening, number)
    return tuple(Seat(to.index(Seat(seat))) for seat in range(len(to)))


def seen_exchange(exchange: Exchange | None, opening: Opening, seat: Seat | None) -> SeenExchange | None:
    """What a viewer sees of an exchange: how many tiles everybody has laid aside, and which the viewer has."""
    if exchange is None:
        return None
    return SeenExchange(
        number=exchange.number,
        to=partners(opening, exchange.number),
        given=tuple(map(len, exchange.given)),
        own=() if seat is None else exchange.given[seat],
    )


def follow_giving(view: ClassicView, event: Gave) -> ClassicView:
    """A seat laid a tile aside."""
    exchange = view.exchange
    assert exchange is not None
    given = with_seat(exchange.given, event.seat, exchange.given[event.seat] + 1)
    own = exchange.own if event.tile is None else (*exchange.own, event.tile)
    turn = next_giver(view.opening, event.seat, given[event.seat])
    return replace(
        view,
        hand=view.hand if event.tile is None else without_tile(view.hand, event.tile),
        hand_sizes=with_seat(view.hand_sizes, event.seat, view.hand_sizes[event.seat] - 1),
        exchange=replace(exchange, given=given, own=own),
        turn=turn,
        waiting=(turn,),
    )


def follow_receiving(view: ClassicView, event: Received) -> ClassicView:
    """A seat took up what was passed to it; after the last seat the next exchange begins, or the first turn."""
    exchange, opening = view.exchange, view.opening
    assert exchange is not None
    is_last = exchange.number + 1 == EXCHANGES
    view = replace(
        view,
        hand=view.hand if event.tiles is None else sorted_tiles((*view.hand, *event.tiles)),
        hand_sizes=with_seat(view.hand_sizes, event.seat, view.hand_sizes[event.seat] + TILES_PASSED),
        drawn=event.tiles[-1] if is_last and event.tiles and event.seat == opening.dealer else view.drawn,
    )
    if event.seat + 1 < len(opening.winds):
        return view
    empty = Exchange(exchange.number + 1, ((),) * len(opening.winds))
    following = None if is_last else seen_exchange(empty, opening, view.seat)
    return replace(view, exchange=following, turn=opening.dealer, waiting=(opening.dealer,))
