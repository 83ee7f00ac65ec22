"""Solitaire by brute force: every pair in every position, on boards small enough for that."""

import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations

from teahouse.games.solitaire import Layout, Place, Shape
from teahouse.games.solitaire.layout import make_layout
from teahouse.games.solitaire.sets import GROUPS, pair_value
from teahouse.games.solitaire.shape import bits


def is_clearable(shape: Shape, faces: Sequence[int]) -> bool:
    """Can the board be cleared? Try everything."""

    @cache
    def clears(left: int) -> bool:
        return not left or any(clears(left & ~(1 << a | 1 << b)) for a, b in pairs(shape, faces, left))

    return clears(shape.full)


def best_score(shape: Shape, faces: Sequence[int]) -> int:
    """The highest total without help, whether the board is cleared or not."""

    @cache
    def best(left: int) -> int:
        table = left.bit_count() // 2
        return max(
            (
                pair_value(faces[a], faces[b]) * table + best(left & ~(1 << a | 1 << b))
                for a, b in pairs(shape, faces, left)
            ),
            default=0,
        )

    return best(shape.full)


def pairs(shape: Shape, faces: Sequence[int], left: int) -> list[tuple[int, int]]:
    """The free pairs of a position."""
    free = [slot for slot in bits(left) if shape.is_free(slot, left)]
    return [(a, b) for a, b in combinations(free, 2) if GROUPS[faces[a]] == GROUPS[faces[b]]]


def random_layout(chance: random.Random, tiles: int) -> Layout:
    """Tiles dropped at random on a small table, each as low as it can lie or a layer higher."""
    places: list[Place] = []
    while len(places) < tiles:
        spot = Place(0, chance.randrange(4), chance.randrange(7))
        under = [place.z for place in places if place.overlaps(spot)]
        z = max(under, default=-1) + 1
        if z < 5:
            places.append(Place(z, spot.y, spot.x))
    return make_layout("", places)


def random_faces(chance: random.Random, tiles: int, sizes: Sequence[int]) -> bytes:
    """Groups of these sizes, as many as fit, in any order; the bonus tiles among them."""
    kinds = iter(chance.sample(range(35), 35))
    faces: list[int] = []
    while len(faces) < tiles:
        size = min(chance.choice(sizes), tiles - len(faces))
        kind = next(kinds)
        faces += [34 + number % 8 for number in range(size)] if kind == 34 else [kind] * size
    return bytes(chance.sample(faces, tiles))
