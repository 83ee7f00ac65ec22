"""Every way to read tiles as sets and a pair.

Inside, tiles are one number in base eight: a digit for each kind, lowest first, saying how many there are. A set is a
number too: the code of its lowest tile, plus `CHOW` or `KONG`, plus `CONCEALED`. Suits are independent, so
each is read by itself and cached, and a hand's readings are the combinations.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from teahouse.core.tiles import PLAIN_KINDS, PLAIN_TILES, TILES, Tile
from teahouse.games.classic.melds import HIGHEST_RUN, Meld

CHOW: Final = 64
KONG: Final = 128
CONCEALED: Final = 256
CODE: Final = 63
REMEMBERED: Final = 1 << 16

DIGIT: Final = 3
"""Bits of a digit."""

GROUPS: Final = (0, 27, 54, 81)
"""The first bits of the groups: characters, circles, bamboo, honours."""

_GROUP: Final = (1 << 27) - 1
_WEIGHTS: Final = {tile: 1 << DIGIT * tile.code for tile in PLAIN_TILES}
_ONES: Final = sum(_WEIGHTS.values())


class Encoded(NamedTuple):
    """A reading as numbers: the sets, the pair's code (-1 for none), and how many of the sets are chows."""

    sets: tuple[int, ...]
    pair: int
    chows: int


class Reading(NamedTuple):
    """One way to read tiles: chows and pongs, and the pair."""

    sets: tuple[Meld, ...]
    pair: Tile


NOTHING: Final = (Encoded((), -1, 0),)


def readings(tiles: Iterable[Tile]) -> tuple[Reading, ...]:
    """Every way to read the tiles as sets and one pair, each once.

    >>> [reading.pair for reading in readings([Tile.M1] * 3 + [Tile.M2] * 3 + [Tile.M3] * 3 + [Tile.M4] * 2)]
    [<Tile.M4: '4m'>, <Tile.M4: '4m'>, <Tile.M1: '1m'>]
    """
    return tuple(
        Reading(
            tuple(Meld("chow" if one & CHOW else "pong", TILES[one & CODE]) for one in encoded.sets),
            TILES[encoded.pair],
        )
        for encoded in encoded_readings(tiles_number(tiles))
    )


def tiles_number(tiles: Iterable[Tile]) -> int:
    """The tiles as one number.

    >>> oct(tiles_number([Tile.M1, Tile.M1, Tile.M3]))
    '0o102'
    """
    return sum(map(_WEIGHTS.__getitem__, tiles))


def kinds(number: int) -> int:
    """The kinds that are present: the same digits, each 0 or 1."""
    return (number | number >> 1 | number >> 2) & _ONES


def kind(code: int) -> int:
    """The number of one tile, by its code."""
    return 1 << DIGIT * code


def kinds_in(mask: int) -> int:
    """The number of one tile of every kind in a mask, which has a bit for each code."""
    return sum(kind(code) for code in range(PLAIN_KINDS) if mask >> code & 1)


def counts(number: int) -> tuple[int, ...]:
    """How many tiles of each of the 34 kinds there are."""
    return tuple([number >> DIGIT * code & 7 for code in range(PLAIN_KINDS)])


def group_of(number: int, first: int) -> int:
    """The tiles of the group that begins with this bit."""
    return number >> first & _GROUP


def encoded_readings(number: int) -> Sequence[Encoded]:
    """Every reading of a hand with exactly one pair."""
    joined: Sequence[Encoded] = NOTHING
    for first in GROUPS:
        if tiles := number >> first & _GROUP:
            here = group_readings(tiles, first)
            if not here:
                return ()
            if joined is NOTHING:
                joined = here
            else:
                joined = [_joined(a, b) for a in joined for b in here if a.pair < 0 or b.pair < 0]
    return joined if joined and joined[0].pair >= 0 else ()


def _joined(a: Encoded, b: Encoded) -> Encoded:
    return Encoded(a.sets + b.sets, max(a.pair, b.pair), a.chows + b.chows)


@lru_cache(maxsize=REMEMBERED)
def group_readings(tiles: int, first: int) -> tuple[Encoded, ...]:
    """Every reading of one group's tiles, with at most one pair."""
    rank_counts = list(counts(tiles)[:9])
    size = sum(rank_counts)
    if size % 3 == 1:
        return ()
    runs = 0 if first == GROUPS[-1] else HIGHEST_RUN
    read = _readings(rank_counts, 0, runs, with_pair=size % 3 == 2)
    unique = dict.fromkeys((tuple(sorted(sets)), pair) for sets, pair in read)
    return tuple(_encoded(sets, pair, first // DIGIT) for sets, pair in unique)


def _encoded(sets: tuple[int, ...], pair: int, first: int) -> Encoded:
    chows = sum(one >= CHOW for one in sets)
    return Encoded(tuple(first + one for one in sets), -1 if pair < 0 else first + pair, chows)


def _readings(
    rank_counts: list[int], rank: int, runs: int, *, with_pair: bool
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Read the lowest tile left in every possible way, then the rest; `runs` is how many ranks can begin a chow."""
    while rank < 9 and not rank_counts[rank]:
        rank += 1
    if rank == 9:
        if not with_pair:
            yield (), -1
        return
    if rank_counts[rank] >= 3:
        for sets, pair in _without(rank_counts, (rank, rank, rank), runs, with_pair=with_pair):
            yield (rank, *sets), pair
    if rank < runs and rank_counts[rank + 1] and rank_counts[rank + 2]:
        for sets, pair in _without(rank_counts, (rank, rank + 1, rank + 2), runs, with_pair=with_pair):
            yield (CHOW + rank, *sets), pair
    if with_pair and rank_counts[rank] >= 2:
        for sets, _ in _without(rank_counts, (rank, rank), runs, with_pair=False):
            yield sets, rank


def _without(
    rank_counts: list[int], ranks: tuple[int, ...], runs: int, *, with_pair: bool
) -> Iterator[tuple[tuple[int, ...], int]]:
    left = rank_counts.copy()
    for rank in ranks:
        left[rank] -= 1
    return _readings(left, ranks[0], runs, with_pair=with_pair)


def meld_code(meld: Meld) -> int:
    """A meld as a number."""
    kind_of_set = CHOW if meld.kind == "chow" else KONG if meld.kind == "kong" else 0
    return meld.tile.code + kind_of_set + (CONCEALED if meld.concealed else 0)


def meld_kinds(meld: Meld) -> int:
    """Which kinds a meld has."""
    return (0o111 if meld.kind == "chow" else 1) << DIGIT * meld.tile.code
