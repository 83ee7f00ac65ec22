"""The 42 tiles: text both ways, names, properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teahouse.core.errors import InvalidText
from teahouse.core.tiles import (
    BONUS_TILES,
    HONOUR_TILES,
    SUIT_TILES,
    TILE_NAMES,
    TILES,
    Tile,
    parse_tile,
    parse_tiles,
    sorted_tiles,
    tiles_text,
)


def test_there_are_42_kinds_in_a_fixed_order() -> None:
    assert len(TILES) == 42
    assert [tile.code for tile in TILES] == list(range(42))
    assert tiles_text(TILES) == "123456789m 123456789p 123456789s 1234567z 12345678f"


@given(st.sampled_from(TILES))
def test_a_tile_survives_its_text(tile: Tile) -> None:
    assert parse_tile(str(tile)) is tile


@given(st.lists(st.sampled_from(TILES)))
def test_tiles_survive_their_text(tiles: list[Tile]) -> None:
    assert list(parse_tiles(tiles_text(tiles))) == tiles
    assert list(parse_tiles("".join(tiles))) == tiles


@given(st.lists(st.sampled_from(TILES)))
def test_sorting_follows_the_order_of_kinds(tiles: list[Tile]) -> None:
    assert [tile.code for tile in sorted_tiles(tiles)] == sorted(tile.code for tile in tiles)


@pytest.mark.parametrize("text", ["", "5", "m5", "0m", "10m", "8z", "9f", "5M", " 5m", "5m\n", "５m"])
def test_an_unreadable_tile_is_named_in_the_error(text: str) -> None:
    with pytest.raises(InvalidText, match="expected a tile"):
        parse_tile(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("12x", "character 3"),
        ("m", "character 1"),
        ("12", "a letter m, p, s, z or f at the end"),
        ("8z", "'8z'"),
        ("1 2m", "character 2"),
        ("9f", "'9f'"),
    ],
)
def test_unreadable_tiles_are_named_with_their_place(text: str, complaint: str) -> None:
    with pytest.raises(InvalidText, match=complaint):
        parse_tiles(text)


def test_every_tile_has_a_name_of_its_own() -> None:
    assert list(TILE_NAMES) == list(TILES)
    assert len(set(TILE_NAMES.values())) == 42


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("1s", "One of Bamboo"),
        ("5p", "Five of Circles"),
        ("9m", "Nine of Characters"),
        ("1z", "East Wind"),
        ("7z", "Red Dragon"),
        ("4f", "Bamboo Flower"),
        ("8f", "Winter"),
    ],
)
def test_a_tile_is_called_by_its_name(text: str, name: str) -> None:
    assert parse_tile(text).spoken == name


def test_every_tile_is_of_one_group_only() -> None:
    for tile in TILES:
        groups = (tile.suit is not None, tile.wind is not None, tile.dragon is not None, tile.is_flower, tile.is_season)
        assert sum(groups) == 1
        assert tile.is_honour == (tile in HONOUR_TILES)
        assert tile.is_bonus == (tile in BONUS_TILES)
        assert (tile.suit is not None) == (tile in SUIT_TILES)
