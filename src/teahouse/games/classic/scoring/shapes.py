"""One reading of a hand in the form that rules ask about: its kinds, and its sets as numbers."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from teahouse.core.tiles import Tile
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.scoring.readings import (
    CHOW,
    CODE,
    CONCEALED,
    KONG,
    Encoded,
    kind,
    kinds,
    kinds_in,
    meld_code,
    meld_kinds,
    tiles_number,
)
from teahouse.games.classic.scoring.wins import Win
from teahouse.kernels.classic import built_in_hands

SUITS: Final = tuple(kinds_in(mask) for mask in built_in_hands.SUIT_MASKS)


class HandNumbers(NamedTuple):
    """A hand before it is read: the concealed tiles as one number, each meld as a number, and all its kinds.

    claimed_kongs: how many of the melds are kongs claimed onto concealed pongs.
    """

    number: int
    melds: tuple[int, ...]
    kinds: int
    claimed_kongs: int = 0


class HandShape(NamedTuple):
    """A hand read in one way.

    kinds: all its kinds. sets: all its sets, each concealed or not. pongs: the kinds of its pongs and kongs.
    completes_pair: the winning tile is one of the pair. more_concealed: melded kongs that count as concealed.
    """

    kinds: int
    sets: tuple[int, ...]
    pair: int
    chows: int
    pongs: int
    completes_pair: bool = False
    more_concealed: int = 0

    @property
    def kongs(self) -> int:
        """How many kongs it has."""
        return sum([one & KONG == KONG for one in self.sets])

    @property
    def concealed_pongs(self) -> int:
        """How many concealed pongs it has, kongs left out."""
        return sum([one & (CONCEALED | CHOW | KONG) == CONCEALED for one in self.sets])

    @property
    def concealed_pongs_or_kongs(self) -> int:
        """How many concealed pongs and kongs it has."""
        return self.more_concealed + sum([one & (CONCEALED | CHOW) == CONCEALED for one in self.sets])


def hand_numbers(concealed: Iterable[Tile], melds: tuple[Meld, ...]) -> HandNumbers:
    """The hand as numbers."""
    number = tiles_number(concealed)
    if not melds:
        return HandNumbers(number, (), kinds(number))
    all_kinds = kinds(number)
    for meld in melds:
        all_kinds |= meld_kinds(meld)
    claimed = sum([meld.kind == "kong" and not meld.concealed and not meld.added for meld in melds])
    return HandNumbers(number, tuple([meld_code(meld) for meld in melds]), all_kinds, claimed)


def shapes(reading: Encoded, hand: HandNumbers, win: Win, *, spoiled: bool, more_concealed: int = 0) -> list[HandShape]:
    """The reading with its melds; if a discard makes its set count as melded, once for each set it can complete."""
    concealed = tuple([one | CONCEALED for one in reading.sets])
    sets, chows = concealed + hand.melds, reading.chows
    pongs = 0
    for one in hand.melds:
        if one & CHOW:
            chows += 1
    for one in sets:
        if not one & CHOW:
            pongs |= kind(one & CODE)
    pair, of_pair = reading.pair, reading.pair == win.winning_tile.code
    if not spoiled:
        return [HandShape(hand.kinds, sets, pair, chows, pongs, of_pair, more_concealed)]
    unspoiled = [HandShape(hand.kinds, sets, pair, chows, pongs, True, more_concealed)] if of_pair else []
    spoiling = _spoiled(sets, len(concealed), win)
    return unspoiled + [HandShape(hand.kinds, one, pair, chows, pongs, False, more_concealed) for one in spoiling]


def _spoiled(sets: tuple[int, ...], concealed: int, win: Win) -> list[tuple[int, ...]]:
    code = win.winning_tile.code
    spoiled: list[tuple[int, ...]] = []
    tried: list[int] = []
    for place in range(concealed):
        one = sets[place]
        if one not in tried and one & CODE <= code <= (one & CODE) + (2 if one & CHOW else 0):
            tried.append(one)
            spoiled.append((*sets[:place], one & ~CONCEALED, *sets[place + 1 :]))
    return spoiled


def suits_used(kinds: int) -> int:
    """The number of suits among these kinds."""
    return sum([bool(kinds & suit) for suit in SUITS])
