"""Every way to read tiles as sets and a pair.

Inside, a set is one number: the code of its lowest tile, plus `CHOW` or `KONG`, plus `CONCEALED`. Suits do not touch
one another, so each is read by itself and remembered, and a hand's readings are the combinations.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from teahouse.core.tiles import HONOUR_TILES, SUIT_TILES, TILES, Tile
from teahouse.games.classic.melds import Meld

CHOW: Final = 64
KONG: Final = 128
CONCEALED: Final = 256
CODE: Final = 63
KINDS: Final = 34
REMEMBERED: Final = 1 << 16

_GROUPS: Final = 4
_GROUP: Final = 5**9
"""A group's tiles are one number: so many of each rank, in base five. Groups: characters, circles, bamboo, honours."""

WEIGHTS: Final[dict[Tile, tuple[int, int, int]]] = {
    tile: (tile.code // 9, 5 ** (tile.code % 9), 1 << tile.code) for tile in (*SUIT_TILES, *HONOUR_TILES)
}
"""Each kind's group, its weight in the group's number, and its bit."""


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
            tuple(Meld("chow" if one & CHOW else "pong", TILES[one & CODE]) for one in found.sets), TILES[found.pair]
        )
        for found in encoded_readings(group_keys(tiles))
    )


def group_keys(tiles: Iterable[Tile]) -> list[int]:
    """The tiles as four numbers, one a group."""
    keys = [0, _GROUP, 2 * _GROUP, 3 * _GROUP]
    for tile in tiles:
        group, weight, _ = WEIGHTS[tile]
        keys[group] += weight
    return keys


@lru_cache(maxsize=REMEMBERED)
def rank_counts(key: int) -> tuple[int, ...]:
    """How many tiles of each of its nine ranks a group has."""
    return tuple(key // 5**rank % 5 for rank in range(9))


def encoded_readings(keys: Iterable[int]) -> Sequence[Encoded]:
    """Every reading of a hand with exactly one pair."""
    found: Sequence[Encoded] = NOTHING
    for key in keys:
        if key % _GROUP:
            here = group_readings(key)
            if found is NOTHING:
                found = here
            else:
                found = [_joined(a, b) for a in found for b in here if a.pair < 0 or b.pair < 0]
            if not found:
                return ()
    return found if found[0].pair >= 0 else ()


def _joined(a: Encoded, b: Encoded) -> Encoded:
    return Encoded(a.sets + b.sets, max(a.pair, b.pair), a.chows + b.chows)


@lru_cache(maxsize=REMEMBERED)
def group_readings(key: int) -> tuple[Encoded, ...]:
    """Every reading of one group's tiles, with at most one pair."""
    group, counts = key // _GROUP, list(rank_counts(key))
    if sum(counts) % 3 == 1:
        return ()
    run_length = 0 if group == _GROUPS - 1 else 7
    found = {
        (tuple(sorted(sets)), pair): None
        for sets, pair in _readings(counts, 0, run_length, with_pair=sum(counts) % 3 == 2)
    }
    return tuple(_encoded(sets, pair, 9 * group) for sets, pair in found)


def _encoded(sets: tuple[int, ...], pair: int, first: int) -> Encoded:
    chows = sum(one >= CHOW for one in sets)
    return Encoded(tuple(first + one for one in sets), -1 if pair < 0 else first + pair, chows)


def _readings(counts: list[int], rank: int, runs: int, *, with_pair: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    """Read the lowest tile left in each way there is, then the rest; `runs` is how many ranks can begin a chow."""
    while rank < 9 and not counts[rank]:
        rank += 1
    if rank == 9:
        if not with_pair:
            yield (), -1
        return
    if counts[rank] >= 3:
        for sets, pair in _without(counts, (rank, rank, rank), runs, with_pair=with_pair):
            yield (rank, *sets), pair
    if rank < runs and counts[rank + 1] and counts[rank + 2]:
        for sets, pair in _without(counts, (rank, rank + 1, rank + 2), runs, with_pair=with_pair):
            yield (CHOW + rank, *sets), pair
    if with_pair and counts[rank] >= 2:
        for sets, _ in _without(counts, (rank, rank), runs, with_pair=False):
            yield sets, rank


def _without(
    counts: list[int], ranks: tuple[int, ...], runs: int, *, with_pair: bool
) -> Iterator[tuple[tuple[int, ...], int]]:
    left = counts.copy()
    for rank in ranks:
        left[rank] -= 1
    return _readings(left, ranks[0], runs, with_pair=with_pair)


def meld_code(meld: Meld) -> int:
    """A meld as a number."""
    kind = CHOW if meld.kind == "chow" else KONG if meld.kind == "kong" else 0
    return meld.tile.code + kind + (CONCEALED if meld.concealed else 0)


def meld_bits(meld: Meld) -> int:
    """The kinds of a meld's tiles as bits."""
    return (7 if meld.kind == "chow" else 1) << meld.tile.code
