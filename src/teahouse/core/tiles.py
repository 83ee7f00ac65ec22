"""The 42 kinds of tile: their text both ways, their properties and their English names."""

from collections.abc import Iterable
from enum import StrEnum
from itertools import groupby
from typing import Final

from teahouse.core.errors import InvalidText, shown


class Suit(StrEnum):
    """One of the three suits; its value is the letter in a tile's text."""

    CHARACTERS = "m"
    CIRCLES = "p"
    BAMBOO = "s"


class Wind(StrEnum):
    """One of the four winds, in the order of play."""

    EAST = "East"
    SOUTH = "South"
    WEST = "West"
    NORTH = "North"


class Dragon(StrEnum):
    """One of the three dragons."""

    WHITE = "White"
    GREEN = "Green"
    RED = "Red"


class Tile(StrEnum):
    """A kind of tile; its value is its text, as mahjong software writes it.

    >>> Tile("5p").spoken, Tile.RED.dragon, Tile.M9.rank
    ('Five of Circles', <Dragon.RED: 'Red'>, 9)
    """

    M1, M2, M3, M4, M5, M6, M7, M8, M9 = "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m"
    P1, P2, P3, P4, P5, P6, P7, P8, P9 = "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p"
    S1, S2, S3, S4, S5, S6, S7, S8, S9 = "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s"
    EAST, SOUTH, WEST, NORTH = "1z", "2z", "3z", "4z"
    WHITE, GREEN, RED = "5z", "6z", "7z"
    PLUM, ORCHID, CHRYSANTHEMUM, BAMBOO = "1f", "2f", "3f", "4f"
    SPRING, SUMMER, AUTUMN, WINTER = "5f", "6f", "7f", "8f"

    @property
    def code(self) -> int:
        """The kind's number, 0 to 41, in the order characters, circles, bamboo, winds, dragons, flowers, seasons."""
        return _CODES[self]

    @property
    def rank(self) -> int:
        """The digit of the text: 1 to 9 in a suit."""
        return int(self[0])

    @property
    def suit(self) -> Suit | None:
        """The suit, or None for an honour or a bonus tile."""
        return Suit(self[1]) if self[1] in "mps" else None

    @property
    def wind(self) -> Wind | None:
        """The wind this tile shows, if it shows one."""
        return _WINDS.get(self)

    @property
    def dragon(self) -> Dragon | None:
        """The dragon this tile shows, if it shows one."""
        return _DRAGONS.get(self)

    @property
    def is_honour(self) -> bool:
        """Is it a wind or a dragon?"""
        return self[1] == "z"

    @property
    def is_flower(self) -> bool:
        """Is it one of the four Flowers?"""
        return self[1] == "f" and self.rank <= 4

    @property
    def is_season(self) -> bool:
        """Is it one of the four Seasons?"""
        return self[1] == "f" and self.rank > 4

    @property
    def is_bonus(self) -> bool:
        """Is it a Flower or a Season?"""
        return self[1] == "f"

    @property
    def spoken(self) -> str:
        """The tile's name as a player says it aloud, in English; the app has it in every language."""
        return TILE_NAMES[self]


TILES: Final = tuple(Tile)
SUIT_TILES: Final = TILES[:27]
HONOUR_TILES: Final = TILES[27:34]
BONUS_TILES: Final = TILES[34:]
PLAIN_TILES: Final = SUIT_TILES + HONOUR_TILES
"""The kinds without the bonus tiles: sets and pairs are made of these."""
PLAIN_KINDS: Final = len(PLAIN_TILES)
COPIES: Final = 4
"""How many tiles there are of each plain kind; of each bonus tile there is one."""

_CODES: Final = {tile: code for code, tile in enumerate(TILES)}
_WINDS: Final = dict(zip(HONOUR_TILES[:4], Wind, strict=True))
_DRAGONS: Final = dict(zip(HONOUR_TILES[4:], Dragon, strict=True))


def parse_tile(text: str) -> Tile:
    """Read one tile.

    >>> parse_tile("5m")
    <Tile.M5: '5m'>
    """
    try:
        return Tile(text)
    except ValueError:
        raise InvalidText(f"expected a tile such as 5m, 1z or 8f, got {shown(text)}") from None


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles, one by one or in groups that share a letter, with or without spaces.

    >>> [str(tile) for tile in parse_tiles("123m 5z5z")]
    ['1m', '2m', '3m', '5z', '5z']
    """
    tiles: list[Tile] = []
    digits = ""
    for place, letter in enumerate(text, 1):
        if letter in "123456789":
            digits += letter
        elif letter in "mpszf" and digits:
            tiles += (_tile_at(digit + letter, text, place) for digit in digits)
            digits = ""
        elif digits or not letter.isspace():
            raise InvalidText(f"expected tiles such as 123m 55z, got {shown(text)} (character {place})")
    if digits:
        raise InvalidText(f"expected a letter m, p, s, z or f at the end of {shown(text)}")
    return tuple(tiles)


def _tile_at(tile: str, text: str, place: int) -> Tile:
    if tile not in _CODES:
        raise InvalidText(f"expected a tile, got {tile!r} in {shown(text)} (character {place})")
    return Tile(tile)


def tiles_text(tiles: Iterable[Tile]) -> str:
    """Write tiles in their order; neighbours with the same letter share it.

    >>> tiles_text(parse_tiles("1m2m3m 5z5z 4m"))
    '123m 55z 4m'
    """
    groups = groupby(tiles, key=lambda tile: tile[1])
    return " ".join("".join(tile[0] for tile in group) + letter for letter, group in groups)


def sorted_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Put tiles into the order of their kinds."""
    return tuple(sorted(tiles, key=_CODES.__getitem__))


def _names() -> dict[Tile, str]:
    ranks = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"]
    suited = [f"{rank} of {suit}" for suit in ("Characters", "Circles", "Bamboo") for rank in ranks]
    winds = [f"{wind} Wind" for wind in Wind]
    dragons = [f"{dragon} Dragon" for dragon in Dragon]
    bonus = ["Plum", "Orchid", "Chrysanthemum", "Bamboo Flower", "Spring", "Summer", "Autumn", "Winter"]
    return dict(zip(TILES, [*suited, *winds, *dragons, *bonus], strict=True))


TILE_NAMES: Final = _names()
