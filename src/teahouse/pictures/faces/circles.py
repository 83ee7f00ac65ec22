"""The Circles: one great wheel, and coins in their traditional rows."""

from typing import Final, NamedTuple

from teahouse.core.tiles import Tile
from teahouse.pictures.faces.shapes import LIP_OPACITY, around, disc, group, moved
from teahouse.pictures.palette import GREEN, INDIGO, IVORY_LIGHT, RED, SNOW


class Coin(NamedTuple):
    """A circle's middle and colour."""

    x: float
    y: float
    colour: str


class CoinPattern(NamedTuple):
    """How large the coins of a tile are, and where they lie."""

    radius: float
    coins: tuple[Coin, ...]


def _row(y: float, *coins: tuple[float, str]) -> tuple[Coin, ...]:
    return tuple(Coin(x, y, colour) for x, colour in coins)


def _pair(y: float, left: str, right: str, *, apart: float = 26) -> tuple[Coin, ...]:
    return _row(y, (30 - apart / 2, left), (30 + apart / 2, right))


def _three(y: float, colour: str) -> tuple[Coin, ...]:
    return _row(y, (12.6, colour), (30, colour), (47.4, colour))


CIRCLE_PATTERNS: Final[dict[int, CoinPattern]] = {
    2: CoinPattern(14.5, (Coin(30, 22.5, GREEN), Coin(30, 57.5, INDIGO))),
    3: CoinPattern(11, (Coin(16, 17, INDIGO), Coin(30, 40, RED), Coin(44, 63, GREEN))),
    4: CoinPattern(11.5, (*_pair(21.5, INDIGO, GREEN, apart=27), *_pair(58.5, GREEN, INDIGO, apart=27))),
    5: CoinPattern(10, (*_pair(18, INDIGO, GREEN, apart=29), Coin(30, 40, RED), *_pair(62, GREEN, INDIGO, apart=29))),
    6: CoinPattern(10, (*_pair(16.5, GREEN, GREEN), *_pair(42, RED, RED), *_pair(64, RED, RED))),
    7: CoinPattern(
        8.2,
        (
            *(Coin(x, y, GREEN) for x, y in ((13.5, 13), (30, 20.5), (46.5, 28))),
            *_pair(47, RED, RED, apart=22),
            *_pair(66, RED, RED, apart=22),
        ),
    ),
    8: CoinPattern(8.4, tuple(coin for y in (13, 31, 49, 67) for coin in _pair(y, INDIGO, INDIGO, apart=23))),
    9: CoinPattern(8.2, (*_three(15.5, GREEN), *_three(40, RED), *_three(64.5, INDIGO))),
}


def circle_face(tile: Tile) -> str:
    """Draw one of the Circles."""
    if tile.rank == 1:
        return wheel()
    pattern = CIRCLE_PATTERNS[tile.rank]
    return "".join(coin(place, pattern.radius) for place in pattern.coins)


def coin(place: Coin, radius: float) -> str:
    """Draw one coin: a rim, a ring of beads and an open eye."""
    x, y, colour = place
    return group(
        disc(0.5, 0.7, radius, fill=SNOW, opacity=LIP_OPACITY),
        disc(0, 0, radius, fill=colour),
        _ring(radius * 0.84, radius * 0.07, IVORY_LIGHT),
        _ring(radius * 0.57, radius * 0.2, IVORY_LIGHT, beads=10, share=0.52),
        disc(0, 0, radius * 0.34, fill=IVORY_LIGHT),
        disc(0, 0, radius * 0.22, fill=INDIGO if colour == RED else RED),
        transform=moved(x, y),
    )


def wheel() -> str:
    """Draw the One of Circles: a wheel of rings, beads and petals."""
    return group(
        disc(0.6, 0.9, 25, fill=SNOW, opacity=LIP_OPACITY),
        disc(0, 0, 25, fill=GREEN),
        _ring(22.9, 0.7, IVORY_LIGHT),
        _ring(20.2, 2.6, IVORY_LIGHT, beads=24, share=0.45),
        _ring(17.6, 0.7, IVORY_LIGHT),
        disc(0, 0, 16.2, fill=IVORY_LIGHT),
        around("M0-15.4C2.9-13.5 2.4-9.8 0-7.5C-2.4-9.8-2.9-13.5 0-15.4z", 12, fill=INDIGO),
        disc(0, 0, 8.6, fill=IVORY_LIGHT),
        disc(0, 0, 7.8, fill=RED),
        _ring(6.4, 0.6, IVORY_LIGHT),
        around("M0-5.2C2-4.3 1.8-2 0-.6C-1.8-2-2-4.3 0-5.2z", 6, fill=IVORY_LIGHT),
        disc(0, 0, 1.3, fill=IVORY_LIGHT),
        transform="translate(30 40)",
    )


def _ring(radius: float, width: float, colour: str, *, beads: int = 0, share: float = 0.5) -> str:
    dashes: dict[str, str | float] = {"pathLength": beads, "stroke_dasharray": f"{share} {1 - share}"} if beads else {}
    return disc(0, 0, radius, fill="none", stroke=colour, stroke_width=width, **dashes)
