"""An upper bound for the score on a Solitaire board, proved from the order in which tiles can go.

For every tile some tiles must be gone before it is free. So each pair of a group, from the first to the last, has an
earliest step. If nothing else blocked the pairs, taking the most valuable available one at every step would be best,
because every step takes one pair; the total of that is the bound.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations, groupby
from typing import NamedTuple

from teahouse.games.solitaire import Shape, Slot
from teahouse.games.solitaire.sets import GROUPS, VALUES
from teahouse.games.solitaire.shape import bits


class EarlierTiles(NamedTuple):
    """The tiles that must go before a tile is free: to open its west side, and to open its east side, as masks."""

    west: int
    east: int

    @property
    def tiles(self) -> int:
        """The tiles that must go in any case."""
        return self.west & self.east

    @property
    def least(self) -> int:
        """The least number of tiles."""
        return min(self.west.bit_count(), self.east.bit_count())


def score_bound(shape: Shape, faces: Sequence[int]) -> int:
    """No line without help scores more than this."""
    pairs, waiting, total = len(faces) // 2, list[int](), 0
    releases = sorted(_releases(shape, faces), reverse=True)
    for step in range(pairs):
        while releases and releases[-1][0] <= step:
            heappush(waiting, -releases.pop()[1])
        if waiting:
            total -= heappop(waiting) * (pairs - step)
    return total


def any_bound(faces: Sequence[int]) -> int:
    """An upper bound of any play, with any help: the most valuable pairs first, as if all were free."""
    groups: dict[int, list[int]] = {}
    for face in faces:
        groups.setdefault(GROUPS[face], []).append(VALUES[face])
    best = (value for values in groups.values() for value in sorted(values, reverse=True)[: len(values) // 2])
    pairs = len(faces) // 2
    return sum(value * (pairs - step) for step, value in enumerate(sorted(best, reverse=True)))


def _releases(shape: Shape, faces: Sequence[int]) -> Iterable[tuple[int, int]]:
    """For every pair of every group, its earliest step, counted from 0, and its highest value."""
    before = earlier_tiles(shape)
    groups: dict[int, list[Slot]] = {}
    for slot, face in enumerate(faces):
        groups.setdefault(GROUPS[face], []).append(Slot(slot))
    for slots in groups.values():
        values = sorted((VALUES[faces[slot]] for slot in slots), reverse=True)
        yield from zip(_steps(before, slots), values, strict=False)


def _steps(before: Sequence[EarlierTiles], slots: Sequence[Slot]) -> list[int]:
    alone = sorted(_step(before[slot].least) for slot in slots)
    steps = alone[1::2]
    steps[0] = max(steps[0], min(_step(_joint(before, two)) for two in combinations(slots, 2)))
    everything = sum(1 << slot for slot in slots)
    for slot in slots:
        everything |= before[slot].tiles
    steps[-1] = max(steps[-1], _step(everything.bit_count() - 2))
    return steps


def _step(gone: int) -> int:
    """The first step before which this many tiles can be gone."""
    return (gone + 1) // 2


def _joint(before: Sequence[EarlierTiles], two: tuple[Slot, Slot]) -> int:
    one, other = (before[slot] for slot in two)
    return max(one.least, other.least, (one.tiles | other.tiles).bit_count())


@lru_cache(maxsize=64)
def earlier_tiles(shape: Shape) -> tuple[EarlierTiles, ...]:
    """The tiles that must go before each tile. To open a side of a tile, its row must be taken from that end."""
    places = shape.layout.places
    above, west, east, must = ([0] * len(places) for _ in range(4))

    def height(slot: Slot) -> int:
        return -places[slot].z

    def column(slot: Slot) -> int:
        return places[slot].x

    slots = sorted(sorted((Slot(each) for each in range(len(places))), key=column), key=height)
    for _, layer in groupby(slots, key=height):
        row = list(layer)
        for slot in row:
            above[slot] = _joined(1 << over | must[over] for over in bits(shape.above[slot]))
        for slot in row:
            west[slot] = _joined(1 << beside | above[beside] | west[beside] for beside in bits(shape.west[slot]))
        for slot in reversed(row):
            east[slot] = _joined(1 << beside | above[beside] | east[beside] for beside in bits(shape.east[slot]))
        for slot in row:
            must[slot] = above[slot] | west[slot] & east[slot]
    return tuple(EarlierTiles(above[slot] | west[slot], above[slot] | east[slot]) for slot in range(len(places)))


def _joined(masks: Iterable[int]) -> int:
    joined = 0
    for mask in masks:
        joined |= mask
    return joined
