"""Readings: every way to split tiles into sets and a pair, and nothing else."""

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import prod

import pytest

from teahouse.core.tiles import HONOUR_TILES, SUIT_TILES, Tile, parse_tiles
from teahouse.games.classic.notation import hand_text, meld_text
from teahouse.games.classic.scoring.readings import group_readings, readings
from tests.games.classic.reference import all_readings


def as_reference(tiles: list[Tile]) -> list[tuple[tuple[tuple[str, Tile], ...], Tile]]:
    return [(tuple(sorted((one.kind, one.tile) for one in found.sets)), found.pair) for found in readings(tiles)]


@pytest.mark.parametrize("size", [2, 5, 8, 11, 14])
def test_readings_are_those_of_brute_force_each_once(size: int) -> None:
    rng = random.Random(size)
    complete = 0
    for _ in range(1500):
        kinds = rng.choice((SUIT_TILES[:5], SUIT_TILES[:9], (*SUIT_TILES[18:], *HONOUR_TILES[:2]), SUIT_TILES))
        tiles = rng.sample([tile for tile in kinds for _ in range(4)], size)
        found = as_reference(tiles)
        assert len(set(found)) == len(found)
        assert set(found) == all_readings(tiles)
        complete += bool(found)
    assert complete > 20


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        ("123m 55p", ["55p [123m]"]),
        ("111222333m 44p", ["44p [111m] [222m] [333m]", "44p [123m] [123m] [123m]"]),
        (
            "11122233344455s",
            [
                "22s [111s] [234s] [345s] [345s]",
                "55s [111s] [222s] [333s] [444s]",
                "55s [111s] [234s] [234s] [234s]",
                "55s [123s] [123s] [123s] [444s]",
            ],
        ),
        (
            "11223344556677m",
            [
                "11m [234m] [234m] [567m] [567m]",
                "44m [123m] [123m] [567m] [567m]",
                "77m [123m] [123m] [456m] [456m]",
            ],
        ),
        ("111z 222z 33z", ["33z [111z] [222z]"]),
        ("123z 44z", []),
        ("1111z 22z", []),
        ("11m 22p 33s 44z", []),
        ("112m", []),
        ("123m 456p", []),
        ("", []),
    ],
)
def test_readings_by_example(tiles: str, expected: list[str]) -> None:
    found = (hand_text([one.pair] * 2, sorted(one.sets, key=meld_text)) for one in readings(parse_tiles(tiles)))
    assert sorted(found) == expected


def holdings(ranks: int, tiles: int) -> Iterator[tuple[int, ...]]:
    """Every way to have this many tiles of this many ranks, at most four of each."""
    if ranks == 0:
        if tiles == 0:
            yield ()
        return
    for count in range(min(4, tiles) + 1):
        for rest in holdings(ranks - 1, tiles - count):
            yield (count, *rest)


def most_readings(tiles: int) -> int:
    numbers = (sum(count << 3 * rank for rank, count in enumerate(held)) for held in holdings(9, tiles))
    return max(len(group_readings.__wrapped__(number, 0)) for number in numbers)


@pytest.mark.slow
def test_no_hand_can_be_read_in_more_than_four_ways() -> None:
    most = {size: most_readings(size) for size in range(2, 15) if size % 3 != 1}
    assert most == {2: 1, 3: 1, 5: 1, 6: 1, 8: 2, 9: 2, 11: 3, 12: 3, 14: 4}
    splits = (
        parts for count in range(1, 5) for parts in combinations_with_replacement(most, count) if sum(parts) == 14
    )
    assert max(prod(most[size] for size in parts) for parts in splits) == 4
