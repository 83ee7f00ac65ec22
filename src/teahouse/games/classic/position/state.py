"""The state that the text of a position describes."""

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from teahouse.core.errors import InvalidText, shown
from teahouse.core.seats import BySeat, Seat
from teahouse.core.tiles import Tile, Wind, sorted_tiles
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.play.opening import Opening, material
from teahouse.games.classic.play.state import (
    ClaimedTile,
    ClassicRules,
    ClassicState,
    LaidTile,
    OpenOffer,
    TileOrigin,
)
from teahouse.games.classic.position.dealt import DealtTiles, box_size, heaps
from teahouse.games.classic.position.known import KnownTiles
from teahouse.games.classic.position.seating import WINDS, PositionSeating, tile_of
from teahouse.games.positions import whole_numbers

MOST_TURNS: Final = 200
USUAL_TURNS: Final = 2
"""Turns that a seat has begun if the text does not give them: enough that no hand counts as won at once."""
CAME: Final[Mapping[str, TileOrigin]] = {way: way for way in get_args(TileOrigin)}


def rules_of(seating: PositionSeating) -> ClassicRules:
    """The rules that a position is played under."""
    east = Seat(seating.winds.index(Wind.EAST))
    prevailing = seating.facts.get("prevailing", Wind.EAST).lower()
    if WINDS.get(prevailing) not in seating.winds:
        raise InvalidText(f"prevailing: expected one of {', '.join(seating.winds)}, got {shown(prevailing)}")
    dealer = seating.fact_seat("dealer", east)
    return ClassicRules(ruleset=seating.ruleset, east=east, dealer=dealer, prevailing=WINDS[prevailing])


def state_of(seating: PositionSeating, known: KnownTiles, dealt: DealtTiles) -> ClassicState:
    """The state that a text describes."""
    facts, count, box = seating.facts, len(seating.winds), box_size(seating)
    rules = rules_of(seating)
    usual = " ".join([str(USUAL_TURNS)] * count)
    offer = known.offer
    came = _came(facts.get("came", "wall"))
    return ClassicState(
        opening=Opening(
            rolls=(),
            winds=seating.winds,
            prevailing=rules.prevailing,
            dealer=rules.dealer or Seat(0),
            heaps=heaps(seating),
            lifted=seating.ruleset.kong_box and seating.ruleset.kong_box_size == "dice",
            wall=len(material(seating.ruleset)) - box,
            box=box,
            max_chows=seating.ruleset.max_chows,
            goulash=known.exchange is not None,
        ),
        wall=dealt.wall,
        box=dealt.box,
        hands=tuple(sorted_tiles(hand) for hand in dealt.hands),
        melds=known.melds,
        bonus=known.bonus,
        turn=known.turn,
        turns=whole_numbers("turns", facts.get("turns", usual), count, MOST_TURNS),
        unchanged=seating.fact_seats("unchanged"),
        ready=seating.fact_seats("ready"),
        gone=seating.fact_seats("gone"),
        drawn=None
        if offer is not None or came == "claim" or known.exchange is not None
        else _drawn(facts, dealt.hands[known.turn]),
        came=came,
        kongs=whole_numbers("kongs", facts.get("kongs", "0"), 1, 4)[0],
        discards=tuple(LaidTile(placed.seat, placed.tile) for placed in known.discards),
        window=None if offer is None else OpenOffer(offer, (None,) * count),
        tail=whole_numbers("tail", facts.get("tail", "0"), 1, len(material(seating.ruleset)))[0],
        claimed=_claimed(known.melds),
        exchange=known.exchange,
    )


def _came(text: str) -> TileOrigin:
    if text not in CAME:
        raise InvalidText(f"came: expected one of {', '.join(CAME)}, got {shown(text)}")
    return CAME[text]


def _drawn(facts: Mapping[str, str], hand: Sequence[Tile]) -> Tile:
    drawn = tile_of("drawn", facts["drawn"]) if "drawn" in facts else hand[-1]
    if drawn not in hand:
        raise InvalidText(f"drawn: expected a tile of the hand, got {drawn}")
    return drawn


def _claimed(melds: BySeat[tuple[Meld, ...]]) -> tuple[ClaimedTile, ...]:
    """Every claimed set, with the player before as the giver of its first tile, because the text does not name one."""
    count = len(melds)
    return tuple(
        ClaimedTile(Seat((seat - 1) % count), meld.tile, Seat(seat), 0)
        for seat, sets in enumerate(melds)
        for meld in sets
        if not meld.concealed
    )
