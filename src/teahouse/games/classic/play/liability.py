"""Who pays for everybody: the player who discarded a hand's most valuable sets or a clearly dangerous tile."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from teahouse.core.seats import Seat
from teahouse.core.tiles import HONOUR_TILES, PLAIN_TILES, SUIT_TILES, Tile
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.play.state import ClassicState, Offer
from teahouse.games.classic.rulesets.ruleset import Ruleset

SUITS: Final = tuple(frozenset(SUIT_TILES[first : first + 9]) for first in (0, 9, 18))
HONOURS: Final = frozenset(HONOUR_TILES)
WINDS: Final = frozenset(tile for tile in HONOUR_TILES if tile.wind)
DRAGONS: Final = HONOURS - WINDS
TERMINALS: Final = frozenset(tile for tile in SUIT_TILES if tile.rank in (1, 9))
GREEN: Final = frozenset((Tile.S2, Tile.S3, Tile.S4, Tile.S6, Tile.S8, Tile.GREEN))
SORTS: Final = (*SUITS, HONOURS, TERMINALS, GREEN)
"""The kinds of which three melded sets are a warning."""
WARNING_SETS: Final = 3
FEW_TILES: Final = 5
"""With this many tiles or fewer in the wall, a kind that is nowhere face up is dangerous."""
SETS_OF_A_HAND: Final = 4


class Danger(NamedTuple):
    """Kinds that are dangerous to discard, and a test: did they become dangerous because of the hand that won?"""

    kinds: frozenset[Tile]
    became: Callable[[Sequence[Tile]], bool]


def liable_seat(state: ClassicState, winner: Seat, offer: Offer | None, ruleset: Ruleset) -> Seat | None:
    """The seat that pays for all, if there is one; the winning tile is not in the winner's hand yet."""
    match ruleset.liability:
        case "fed_sets" if offer is None:
            return seat_that_fed(state, winner)
        case "dangerous_discard" if offer is not None and offer.kind == "discard":
            return offer.seat if is_to_blame(state, winner, offer) else None
        case _:
            return None


def seat_that_fed(state: ClassicState, winner: Seat) -> Seat | None:
    """The seat whose discard completed four sets of a suit, three dragon sets, four wind sets or four kongs."""
    melds = state.melds[winner]
    givers = iter([claimed.seat for claimed in state.claimed if claimed.by == winner])
    fed = [None if meld.concealed else next(givers) for meld in melds]
    whole = [
        *(([meld.tile in suit for meld in melds], SETS_OF_A_HAND) for suit in SUITS),
        ([meld.kind != "chow" and meld.tile in DRAGONS for meld in melds], len(DRAGONS)),
        ([meld.tile in WINDS for meld in melds], len(WINDS)),
        ([meld.kind == "kong" for meld in melds], SETS_OF_A_HAND),
    ]
    for belong, count in whole:
        if sum(belong) == count:
            last = max(place for place, belongs in enumerate(belong) if belongs)
            if not melds[last].added:
                return fed[last]
    return None


def is_to_blame(state: ClassicState, winner: Seat, offer: Offer) -> bool:
    """Was the discard dangerous, did the hand become what it threatened to be, and was there another to discard?"""
    hand = (*state.hands[winner], offer.tile, *(tile for meld in state.melds[winner] for tile in meld.tiles))
    liable = list(dangers(state, winner, offer))
    if not any(offer.tile in danger.kinds and danger.became(hand) for danger in liable):
        return False
    dangerous = frozenset[Tile]().union(*(danger.kinds for danger in liable))
    return any(tile not in dangerous for tile in state.hands[offer.seat])


def dangers(state: ClassicState, winner: Seat, offer: Offer) -> Iterator[Danger]:
    """The dangers of a hand that everybody could see before the discard."""
    melds = state.melds[winner]
    if len(melds) >= WARNING_SETS:
        for kinds in SORTS:
            if all(is_of(meld, kinds) for meld in melds):
                yield Danger(kinds, kinds.issuperset)
    for kinds in (DRAGONS, WINDS):
        kinds_shown = {meld.tile for meld in melds if meld.tile in kinds}
        if len(kinds_shown) == len(kinds) - 1:
            yield Danger(kinds - kinds_shown, partial(has_pong, kinds - kinds_shown))
    if len(state.wall) <= FEW_TILES:
        yield Danger(frozenset(PLAIN_TILES) - in_sight(state, offer), any_hand)


def any_hand(_hand: Sequence[Tile]) -> bool:
    """Near the end of the wall every hand counts."""
    return True


def is_of(meld: Meld, kinds: frozenset[Tile]) -> bool:
    """Is a meld of these kinds only?"""
    return kinds.issuperset(meld.tiles)


def has_pong(kinds: frozenset[Tile], hand: Sequence[Tile]) -> bool:
    """Are there three equal tiles among these kinds?"""
    return any(hand.count(tile) >= 3 for tile in kinds)


def in_sight(state: ClassicState, offer: Offer) -> frozenset[Tile]:
    """The kinds that lie face up, apart from the tile on offer."""
    laid = [each.tile for each in state.discards]
    laid.remove(offer.tile)
    return frozenset((*laid, *(tile for melds in state.melds for meld in melds for tile in meld.tiles)))
