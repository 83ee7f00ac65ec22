"""A hand read in one way, as its rules ask about it: kinds of tiles as bits, sets by number."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from teahouse.core.tiles import Tile
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.readings import CHOW, CODE, CONCEALED, KONG, WEIGHTS, Encoded, meld_bits, meld_code
from teahouse.games.classic.wins import Win

CHARACTERS: Final = 0x1FF
CIRCLES: Final = CHARACTERS << 9
BAMBOO: Final = CHARACTERS << 18
SUITS: Final = (CHARACTERS, CIRCLES, BAMBOO)
WINDS: Final = 0b1111 << 27
DRAGONS: Final = 0b111 << 31
HONOURS: Final = WINDS | DRAGONS
TERMINALS: Final = sum(0b100000001 << first for first in (0, 9, 18))
MAJORS: Final = TERMINALS | HONOURS
GREEN_DRAGON: Final = 1 << 32
JADE: Final = GREEN_DRAGON | sum(1 << (18 + rank - 1) for rank in (2, 3, 4, 6, 8))


class Held(NamedTuple):
    """A hand before it is read: the concealed tiles group by group, the melds by number, and all kinds as bits."""

    keys: list[int]
    melds: tuple[int, ...]
    bits: int


class Shape(NamedTuple):
    """A hand read in one way.

    bits: all its kinds. sets: all its sets, each concealed or not. pongs: the kinds of its pongs and kongs.
    """

    bits: int
    sets: tuple[int, ...]
    pair: int
    chows: int
    pongs: int

    @property
    def kongs(self) -> int:
        """How many kongs it has."""
        return sum(one & KONG > 0 for one in self.sets)

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
    keys, bits = [0, 5**9, 2 * 5**9, 3 * 5**9], 0
    for tile in concealed:
        group, weight, bit = WEIGHTS[tile]
        keys[group] += weight
        bits |= bit
    for meld in melds:
        bits |= meld_bits(meld)
    return Held(keys, tuple(map(meld_code, melds)) if melds else (), bits)


def shapes(reading: Encoded, hand: Held, win: Win, *, spoiled: bool) -> list[Shape]:
    """The reading with its melds; where a discard spoils the set it completes, once for each set it can complete."""
    concealed = tuple([one | CONCEALED for one in reading.sets])
    sets, chows = concealed + hand.melds, reading.chows
    pongs = 0
    for one in hand.melds:
        if one & CHOW:
            chows += 1
    for one in sets:
        if not one & CHOW:
            pongs |= 1 << (one & CODE)
    if not spoiled:
        return [Shape(hand.bits, sets, reading.pair, chows, pongs)]
    return [
        Shape(hand.bits, one, reading.pair, chows, pongs) for one in _spoiled(sets, len(concealed), reading.pair, win)
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
