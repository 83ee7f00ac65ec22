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
from teahouse.kernels.classic import patterns

SUITS: Final = tuple(kinds_in(mask) for mask in patterns.SUIT_MASKS)
CHARACTERS: Final = SUITS[0]
CIRCLES: Final = SUITS[1]
BAMBOO: Final = SUITS[2]
WINDS: Final = kinds_in(patterns.WINDS)
DRAGONS: Final = kinds_in(patterns.DRAGONS)
HONOURS: Final = kinds_in(patterns.HONOURS)
TERMINALS: Final = kinds_in(patterns.TERMINALS)
MAJORS: Final = kinds_in(patterns.MAJORS)
GREEN_DRAGON: Final = kinds_in(patterns.GREEN_DRAGON)
JADE: Final = kinds_in(patterns.JADE)


class Held(NamedTuple):
    """A hand before it is read: the concealed tiles as one number, each meld as a number, and all its kinds."""

    number: int
    melds: tuple[int, ...]
    kinds: int


class Shape(NamedTuple):
    """A hand read in one way.

    kinds: all its kinds. sets: all its sets, each concealed or not. pongs: the kinds of its pongs and kongs.
    """

    kinds: int
    sets: tuple[int, ...]
    pair: int
    chows: int
    pongs: int

    @property
    def concealed_pongs(self) -> int:
        """How many concealed pongs it has, kongs left out."""
        return sum(one & (CONCEALED | CHOW | KONG) == CONCEALED for one in self.sets)

    @property
    def concealed_pongs_or_kongs(self) -> int:
        """How many concealed pongs and kongs it has."""
        return sum(one & (CONCEALED | CHOW) == CONCEALED for one in self.sets)


def held(concealed: Iterable[Tile], melds: tuple[Meld, ...]) -> Held:
    """The hand as numbers."""
    number = tiles_number(concealed)
    if not melds:
        return Held(number, (), kinds(number))
    found = kinds(number)
    for meld in melds:
        found |= meld_kinds(meld)
    return Held(number, tuple([meld_code(meld) for meld in melds]), found)


def shapes(reading: Encoded, hand: Held, win: Win, *, spoiled: bool) -> list[Shape]:
    """The reading with its melds; where a discard makes its set count as melded, once for each set it can complete."""
    concealed = tuple([one | CONCEALED for one in reading.sets])
    sets, chows = concealed + hand.melds, reading.chows
    pongs = 0
    for one in hand.melds:
        if one & CHOW:
            chows += 1
    for one in sets:
        if not one & CHOW:
            pongs |= kind(one & CODE)
    if not spoiled:
        return [Shape(hand.kinds, sets, reading.pair, chows, pongs)]
    return [
        Shape(hand.kinds, one, reading.pair, chows, pongs) for one in _spoiled(sets, len(concealed), reading.pair, win)
    ]


def _spoiled(sets: tuple[int, ...], concealed: int, pair: int, win: Win) -> list[tuple[int, ...]]:
    code = win.winning_tile.code
    found = [sets] if pair == code else []
    tried: list[int] = []
    for place in range(concealed):
        one = sets[place]
        if one not in tried and one & CODE <= code <= (one & CODE) + (2 if one & CHOW else 0):
            tried.append(one)
            found.append((*sets[:place], one & ~CONCEALED, *sets[place + 1 :]))
    return found
