"""A seat's own turn: drawing, replacing bonus tiles, discarding and declaring kongs."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeVar

from msgspec.structs import replace

from teahouse.core.seats import Seat, seat_after, with_seat
from teahouse.core.tiles import TILES, Tile
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.play.events import BonusShown, Discarded, DrawSource, Drew, Event, KongDeclared, KongOffer
from teahouse.games.classic.play.moves import DeclareKong, Discard
from teahouse.games.classic.play.state import ClaimedTile, ClassicState, ClassicView, LaidTile, Offer, OpenOffer
from teahouse.games.classic.rulesets.ruleset import Ruleset

CODES: Final[dict[Tile, int]] = {tile: tile.code for tile in TILES}
BONUS: Final = frozenset(tile for tile in TILES if tile.is_bonus)

Hand = tuple[Tile, ...]
StateOrView = TypeVar("StateOrView", ClassicState, ClassicView)


def with_tile(hand: Hand, tile: Tile) -> Hand:
    """The hand with one more tile, in order."""
    place = bisect_right(hand, CODES[tile], key=CODES.__getitem__)
    return (*hand[:place], tile, *hand[place:])


def without_tile(hand: Hand, tile: Tile) -> Hand:
    """The hand without one tile."""
    place = hand.index(tile)
    return hand[:place] + hand[place + 1 :]


def without_tiles(hand: Hand, tile: Tile, count: int) -> Hand:
    """A sorted hand without this many tiles of a kind."""
    place = hand.index(tile)
    return hand[:place] + hand[place + count :]


class Replacement(NamedTuple):
    """A replacement tile, the wall and box that are left, its origin, and whether the Kong Box was refilled."""

    tile: Tile
    wall: Hand
    box: Hand
    supply: DrawSource
    refilled: bool


def has_replacement(wall: Hand, box: Hand, ruleset: Ruleset) -> bool:
    """Is there a tile to take for a kong or a bonus tile?"""
    return bool(box) or (bool(wall) and serves_from_tail(ruleset))


def serves_from_tail(ruleset: Ruleset) -> bool:
    """Do replacements come from the wall's tail when there is no Kong Box?"""
    return not ruleset.kong_box or ruleset.kong_box_empty == "take_from_wall_tail"


def replacement(wall: Hand, box: Hand, ruleset: Ruleset) -> Replacement:
    """Take a tile for a kong or a bonus tile; there must be one."""
    if not box:
        return Replacement(wall[-1], wall[:-1], box, "wall_tail", refilled=False)
    if ruleset.kong_box_replenish and wall:
        return Replacement(box[0], wall[:-1], (*box[1:], wall[-1]), "kong_box", refilled=True)
    return Replacement(box[0], wall, box[1:], "kong_box", refilled=False)


def begin_turn(state: ClassicState, seat: Seat, ruleset: Ruleset, events: list[Event]) -> ClassicState:
    """The seat draws from the wall; the game is drawn when the wall is empty."""
    wall = state.wall
    if not wall:
        return replace(state, window=None, ending="wall_exhausted")
    tile, rest = wall[0], wall[1:]
    events.append(Drew(seat, tile, "wall"))
    state = replace(
        state,
        wall=rest,
        hands=with_seat(state.hands, seat, with_tile(state.hands[seat], tile)),
        turn=seat,
        turns=with_seat(state.turns, seat, state.turns[seat] + 1),
        drawn=tile,
        came="wall" if rest else "last_wall_tile",
        kongs=0,
        window=None,
    )
    return settle_bonus(state, ruleset, events) if tile in BONUS else state


def settle_bonus(state: ClassicState, ruleset: Ruleset, events: list[Event]) -> ClassicState:
    """Show the bonus tile just drawn and replace it, until the replacement is not a bonus tile."""
    draw = draw_from_wall if ruleset.bonus_replacement == "wall" else draw_replacement
    while (tile := state.drawn) is not None and tile in BONUS and state.ending is None:
        seat = state.turn
        events.append(BonusShown(seat, tile))
        state = replace(
            state,
            hands=with_seat(state.hands, seat, without_tile(state.hands[seat], tile)),
            bonus=with_seat(state.bonus, seat, (*state.bonus[seat], tile)),
            drawn=None,
        )
        state = draw(state, ruleset, events)
    return state


def draw_from_wall(state: ClassicState, _: Ruleset, events: list[Event]) -> ClassicState:
    """The seat to move takes the next tile of the wall for a bonus tile; the game is drawn when there is none."""
    if not state.wall:
        return replace(state, window=None, ending="wall_exhausted")
    seat, tile, rest = state.turn, state.wall[0], state.wall[1:]
    events.append(Drew(seat, tile, "wall"))
    return replace(
        state,
        wall=rest,
        hands=with_seat(state.hands, seat, with_tile(state.hands[seat], tile)),
        drawn=tile,
        came="wall" if rest else "last_wall_tile",
        window=None,
    )


def draw_replacement(state: ClassicState, ruleset: Ruleset, events: list[Event]) -> ClassicState:
    """The seat to move takes one tile for a kong or a bonus tile; the game is drawn when there is none."""
    if not has_replacement(state.wall, state.box, ruleset):
        exhausted = "wall_exhausted" if serves_from_tail(ruleset) else "kong_box_exhausted"
        return replace(state, window=None, ending=exhausted)
    seat = state.turn
    draw = replacement(state.wall, state.box, ruleset)
    events.append(Drew(seat, draw.tile, draw.supply, draw.refilled))
    return replace(
        state,
        wall=draw.wall,
        box=draw.box,
        hands=with_seat(state.hands, seat, with_tile(state.hands[seat], draw.tile)),
        drawn=draw.tile,
        came=draw.supply,
        window=None,
        tail=state.tail + (draw.refilled or draw.supply == "wall_tail"),
    )


def discard(state: ClassicState, move: Discard, ruleset: Ruleset, events: list[Event]) -> ClassicState:
    """The seat to move discards a tile, and every other seat may claim it."""
    seat, tile = state.turn, move.tile
    events.append(Discarded(seat, tile, move.ready))
    unchanged = state.unchanged[seat] and keeps_original_call(state, move, ruleset)
    return replace(
        state,
        hands=with_seat(state.hands, seat, without_tile(state.hands[seat], tile)),
        discards=(*state.discards, LaidTile(seat, tile)),
        drawn=None,
        kongs=0,
        unchanged=with_seat(state.unchanged, seat, unchanged),
        ready=with_seat(state.ready, seat, True) if move.ready else state.ready,
        window=opened(state, Offer(tile, seat, "discard")),
    )


def keeps_original_call(state: ClassicState, move: Discard, ruleset: Ruleset) -> bool:
    """May a hand that was never changed still be an original call after this discard?

    If ready hands are declared, it is declared with the first discard. The ruleset says if the first draw may be kept.
    """
    is_first = state.turns[state.turn] == 1
    if ruleset.must_declare_ready and not (move.ready or state.ready[state.turn]):
        return False
    may_change = is_first and ruleset.original_call_from == "first_discard"
    return move.tile == state.drawn or state.came == "dealt" or may_change


def take_discard(position: StateOrView, by: Seat) -> StateOrView:
    """Give the last discard to the seat that claimed it, and store where it lay."""
    *left, laid = position.discards
    claimed = ClaimedTile(laid.seat, laid.tile, by, len(left))
    return replace(position, discards=tuple(left), claimed=(*position.claimed, claimed))


def opened(state: ClassicState, offer: Offer) -> OpenOffer:
    """A claim window for this offer, without answers."""
    return OpenOffer(offer, (None,) * len(state.hands))


def kong_tiles(state: ClassicState, ruleset: Ruleset) -> Iterator[Tile]:
    """The tiles of which the seat to move may declare a kong now."""
    if not has_replacement(state.wall, state.box, ruleset):
        return
    if state.came == "claim" and not ruleset.kong_after_claim:
        return
    hand, melds = state.hands[state.turn], state.melds[state.turn]
    pongs = [meld.tile for meld in melds if meld.kind == "pong"] if melds else ()
    previous = None
    for place, tile in enumerate(hand):
        if tile is previous:
            continue
        previous = tile
        if tile in pongs or (hand[place : place + 4].count(tile) == 4 and may_conceal(state, tile, ruleset)):
            yield tile


def may_conceal(state: ClassicState, tile: Tile, ruleset: Ruleset) -> bool:
    """May four alike in the hand be declared now, or only right after the fourth tile was drawn?"""
    if ruleset.declare_concealed_kong == "optional_on_own_turn":
        return True
    return tile == state.drawn or state.turns[state.turn] == 1


def declare_kong(state: ClassicState, move: DeclareKong, ruleset: Ruleset, events: list[Event]) -> ClassicState:
    """Declare a kong or add to a melded pong; take the replacement at once unless others may rob it."""
    seat, tile = state.turn, move.tile
    hand, melds = state.hands[seat], state.melds[seat]
    is_added = pong_place(melds, tile) is not None
    meld = Meld("kong", tile, concealed=not is_added, added=is_added)
    offer = robbable(state, tile, ruleset, is_added=is_added)
    events.append(KongDeclared(seat, meld, offer))
    state = replace(
        state,
        hands=with_seat(state.hands, seat, without_tiles(hand, tile, 1 if is_added else 4)),
        melds=with_seat(state.melds, seat, with_kong(melds, meld)),
        unchanged=with_seat(state.unchanged, seat, False),
        kongs=state.kongs + 1 if state.kongs and tile == state.drawn else 1,
        drawn=None,
        window=None if offer is None else opened(state, Offer(tile, seat, offer)),
    )
    return state if offer is not None else take_for_kong(state, ruleset, events)


def pong_place(melds: tuple[Meld, ...], tile: Tile) -> int | None:
    """The index of the pong of this tile among the melds, if there is one."""
    return next((place for place, meld in enumerate(melds) if meld.kind == "pong" and meld.tile == tile), None)


def with_kong(melds: tuple[Meld, ...], kong: Meld) -> tuple[Meld, ...]:
    """The melds with a kong in the place of its pong, or behind the others."""
    place = pong_place(melds, kong.tile)
    return (*melds, kong) if place is None else (*melds[:place], kong, *melds[place + 1 :])


def robbable(state: ClassicState, tile: Tile, ruleset: Ruleset, *, is_added: bool) -> KongOffer | None:
    """Whether the others are asked to rob this kong, and as what."""
    if not is_added:
        return None if ruleset.rob_concealed_kong == "never" else "concealed_kong"
    from_box = state.came == "kong_box" and tile == state.drawn
    return None if from_box and ruleset.rob_added_kong == "wall_draw" else "added_kong"


def take_for_kong(state: ClassicState, ruleset: Ruleset, events: list[Event]) -> ClassicState:
    """The replacement for a kong, and for any bonus tile it turns out to be."""
    return settle_bonus(draw_replacement(state, ruleset, events), ruleset, events)


def next_seat(state: ClassicState, seat: Seat) -> Seat:
    """The seat to the right."""
    return seat_after(seat, len(state.hands))


def settle_dealt_bonus(state: ClassicState, ruleset: Ruleset, events: list[Event]) -> ClassicState:
    """After dealing, seat by seat from the dealer: show bonus tiles and replace them until none is left."""
    dealer, last = state.turn, state.drawn
    for number in range(len(state.hands)):
        seat = Seat((dealer + number) % len(state.hands))
        for tile in [tile for tile in state.hands[seat] if tile in BONUS]:
            if state.ending is None:
                state = settle_bonus(replace(state, turn=seat, drawn=tile), ruleset, events)
        if seat == dealer and state.bonus[dealer]:
            last = state.drawn
    return replace(state, turn=dealer, drawn=last, came="dealt")
