"""What the text of a position says about the tiles."""

from collections.abc import Iterable
from typing import Final, NamedTuple, get_args

from teahouse.core.errors import InvalidText, shown
from teahouse.core.seats import BySeat, Seat
from teahouse.core.tiles import Tile, Wind
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.notation import HandText, parse_hand
from teahouse.games.classic.play.events import KongOffer, OfferKind
from teahouse.games.classic.play.exchange import EXCHANGES, TILES_PASSED
from teahouse.games.classic.play.state import (
    Exchange,
    Offer,
)
from teahouse.games.classic.position.seating import Placed, PositionSeating, tile_of
from teahouse.games.positions import whole_numbers

HIDDEN: Final = "?"
WAITING: Final = 13


class KnownTiles(NamedTuple):
    """The tiles in a text. hands: None for a hidden hand. offer: None during a turn."""

    hands: BySeat[HandText | None]
    melds: BySeat[tuple[Meld, ...]]
    bonus: BySeat[tuple[Tile, ...]]
    discards: tuple[Placed, ...]
    offer: Offer | None
    turn: Seat
    dealer: Seat
    exchange: Exchange | None

    def size(self, seat: Seat) -> int:
        """How many tiles a seat holds, melds not counted."""
        if self.exchange is not None:
            return WAITING + (seat == self.dealer) - len(self.exchange.given[seat])
        return WAITING - 3 * len(self.melds[seat]) + (seat == self.turn and self.offer is None)

    def tiles(self) -> Iterable[Tile]:
        """Every tile that has its place."""
        for hand, melds, bonus in zip(self.hands, self.melds, self.bonus, strict=True):
            yield from hand.tiles if hand else ()
            yield from bonus
            yield from (tile for meld in melds for tile in meld.tiles)
        yield from (placed.tile for placed in self.discards)
        yield from (tile for tiles in (self.exchange.given if self.exchange else ()) for tile in tiles)


def read_known(seating: PositionSeating) -> KnownTiles:
    """Read the tiles of a text."""
    winds = [wind.lower() for wind in seating.winds]
    first = next((Seat(seat) for seat, wind in enumerate(winds) if HIDDEN not in seating.facts.get(wind, HIDDEN)), None)
    if first is None:
        raise InvalidText(f"expected a hand such as east: 123m 456p 77s [555p], got none ({', '.join(winds)})")
    offer = _offer(seating, first)
    turn = seating.fact_seat("turn", first) if offer is None else offer.seat
    before = Seat((turn - (offer is None)) % len(winds))
    laid = seating.placed("discards", before)
    if offer is not None and offer.kind == "discard" and laid[-1:] != (Placed(offer.seat, offer.tile),):
        laid = (*laid, Placed(offer.seat, offer.tile))
    read = [_hand(wind, seating.facts.get(wind, HIDDEN)) for wind in winds]
    bonus = seating.placed("bonus", turn)
    by_seat = tuple(tuple(one.tile for one in bonus if one.seat == seat) for seat in seating.seats)
    hands, melds = tuple(hand for hand, _ in read), tuple(sets for _, sets in read)
    dealer = seating.fact_seat("dealer", Seat(seating.winds.index(Wind.EAST)))
    return KnownTiles(hands, melds, by_seat, laid, offer, turn, dealer, _exchange(seating))


def _exchange(seating: PositionSeating) -> Exchange | None:
    """The exchange of a goulash: its number from 1 on, then the tiles laid aside, such as `1 5m@east 9p@east`."""
    if "exchange" not in seating.facts:
        return None
    number, _, tiles = seating.facts["exchange"].partition(" ")
    placed = PositionSeating(seating.ruleset, seating.winds, {"exchange": tiles}).placed("exchange", Seat(0))
    tiles_by_seat = tuple(tuple(one.tile for one in placed if one.seat == seat) for seat in seating.seats)
    if max(map(len, tiles_by_seat)) > TILES_PASSED:
        raise InvalidText(
            f"exchange: expected at most {TILES_PASSED} tiles of a seat, got {max(map(len, tiles_by_seat))}"
        )
    return Exchange(max(0, whole_numbers("exchange", number, 1, EXCHANGES)[0] - 1), tiles_by_seat)


def _hand(wind: str, text: str) -> tuple[HandText | None, tuple[Meld, ...]]:
    is_hidden = text.startswith(HIDDEN)
    try:
        read = parse_hand(text.removeprefix(HIDDEN))
    except InvalidText as error:
        raise InvalidText(f"{wind}: {error}") from None
    if is_hidden and read.tiles:
        raise InvalidText(f"{wind}: expected only melds after {HIDDEN}, got {shown(text)}")
    return (None if is_hidden else read), read.melds


def _offer(seating: PositionSeating, claimer: Seat) -> Offer | None:
    words = seating.facts.get("offer", "").split()
    if not words:
        return None
    tile, at, seat = words[0].partition("@")
    kinds: tuple[OfferKind, ...] = ("discard", *get_args(KongOffer))
    kind = words[1] if len(words) > 1 else "discard"
    if len(words) > 2 or kind not in kinds:
        raise InvalidText(f"offer: expected a tile such as 5m@west, got {shown(seating.facts['offer'])}")
    giver = seating.seat("offer", seat) if at else Seat((claimer - 1) % len(seating.winds))
    return Offer(tile_of("offer", tile), giver, next(each for each in kinds if each == kind))


def check_sizes(seating: PositionSeating, known: KnownTiles) -> None:
    """Refuse hands of a wrong size, and tiles in impossible places."""
    for seat, wind in enumerate(seating.winds):
        hand, due = known.hands[seat], known.size(Seat(seat))
        if due < 0 or (hand is not None and len(hand.tiles) != due):
            count = due if hand is None else len(hand.tiles)
            why = "on its turn" if due % 3 == 2 else "not on its turn"
            raise InvalidText(
                f"{wind.lower()}: expected {due} tiles beside {len(known.melds[seat])} melds ({why}), got {count}"
            )
    for tile in (*known.bonus[0], *(tile for tiles in known.bonus[1:] for tile in tiles)):
        if not tile.is_bonus:
            raise InvalidText(f"bonus: expected Flowers and Seasons, got {tile}")
    for placed in known.discards:
        if placed.tile.is_bonus:
            raise InvalidText(f"discards: expected no Flowers and Seasons, got {placed.tile}")
