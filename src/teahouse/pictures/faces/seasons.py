"""The four Seasons, each a small picture with a blue number in the upper right corner."""

from collections.abc import Callable
from typing import Final

from teahouse.core.tiles import Tile
from teahouse.pictures.faces.marks import sign
from teahouse.pictures.faces.shapes import around, disc, group, line, moved, number, path
from teahouse.pictures.palette import (
    BARK,
    BLOSSOM,
    CORAL,
    GOLD,
    GREEN,
    INDIGO,
    INK,
    IVORY_LIGHT,
    LEAF,
    ORANGE,
    PETAL,
    RED,
    SKY,
    SNOW,
)


def season_face(tile: Tile) -> str:
    """Draw a Season and its number, 1 to 4."""
    return _PICTURES[tile]() + sign(str(tile.rank - 4), 47, 6.5, 12, INDIGO)


def _spring() -> str:
    """A swallow above a fresh twig."""
    leaf = "M0 0C3-3.5 8-3.5 11 0C8 3 3 3 0 0z"
    leaves = ((15, 69, -70), (21, 67, 35), (28, 65, -75), (35, 65, 30), (41, 63, -65), (45, 62, 5))
    return (
        line("M6 73C18 68 34 67 47 62", BARK, 1.8)
        + group(*(path(leaf, transform=moved(x, y, turn=turn)) for x, y, turn in leaves), fill=LEAF)
        + group(disc(23, 60, 2.4), disc(38, 57.5, 2.4), disc(10, 66, 2.4), fill=BLOSSOM, stroke=RED, stroke_width=0.9)
        + group(_swallow(), transform=moved(25, 33, scale=0.86, turn=-30))
    )


def _swallow() -> str:
    """The bird from above, its head towards the top."""
    wing = "M0-12C9-15 22-9 28 8C20 0 10-2 3 4z"
    tail = "M0 6C3 12 6 20 9 30C5 24 2 19 0 16C-2 19-5 24-9 30C-6 20-3 12 0 6z"
    return (
        path(tail + wing, fill=INDIGO)
        + path(wing, fill=INDIGO, transform="scale(-1 1)")
        + path("M0-21C5-20 5.5-12 5-6C4.5 3 3 9 0 13C-3 9-4.5 3-5-6C-5.5-12-5-20 0-21z", fill=INK)
        + path("M0-10C3-8 3 0 0 6C-3 0-3-8 0-10z", fill=IVORY_LIGHT)
        + path("M-3.8-15C-2-18 2-18 3.8-15C3-11-3-11-3.8-15z", fill=RED)
        + path("M-1.4-20.5L0-25L1.4-20.5z", fill=GOLD)
    )


def _summer() -> str:
    """A lotus open above the water under a red sun."""
    petals = (
        ("M30 62C16 60 8 52 7 42C16 43 25 50 30 62z", BLOSSOM),
        ("M30 62C44 60 52 52 53 42C44 43 35 50 30 62z", BLOSSOM),
        ("M30 63C19 56 14 44 16 32C25 38 30 48 30 63z", PETAL),
        ("M30 63C41 56 46 44 44 32C35 38 30 48 30 63z", PETAL),
        ("M30 64C22 54 22 38 30 26C38 38 38 54 30 64z", BLOSSOM),
    )
    bloom = "".join(path(d, fill=fill) for d, fill in petals)
    return (
        disc(18, 19, 9, fill=RED)
        + path("M6 66C14 60 46 60 54 66C46 73 14 73 6 66z", fill=GREEN)
        + group(bloom, stroke=RED, stroke_width=1, stroke_linejoin="round")
        + line("M10 74H24M30 75.5H50", SKY, 1.4)
    )


def _autumn() -> str:
    """A maple leaf, and a smaller one behind it."""
    small = group(_maple(GOLD, ORANGE), transform=moved(43, 61, scale=0.52, turn=35))
    return small + group(_maple(RED, CORAL), transform=moved(27, 38, scale=1.04, turn=-12))


def _maple(fill: str, vein: str) -> str:
    """A leaf of seven pointed lobes."""
    lobe = "M0 3C-4-2-6-9-4-13C-3.5-17-1-22 0-27C1-22 3.5-17 4-13C6-9 4-2 0 3z"
    lobes = ((0, 1), (40, 0.95), (-40, 0.95), (80, 0.82), (-80, 0.82), (122, 0.52), (-122, 0.52))
    turns = [f"rotate({turn})scale({number(size)})" for turn, size in lobes]
    return (
        line("M0 0C1 10 0 18-3 27", fill, 1.6)
        + group(*(path(lobe, transform=turn) for turn in turns), fill=fill)
        + group(*(path("M0 0V-20", transform=turn) for turn in turns), stroke=vein, stroke_width=0.9)
    )


def _winter() -> str:
    """A pine under snow, with falling crystals."""
    return (
        path("M25 60H31V71H25z", fill=BARK)
        + "".join(_tier(28, y, scale) for y, scale in ((37, 1.34), (22, 1.1), (9, 0.84)))
        + path(
            "M5 74C9 68 20 68 29 70C40 67 51 68 55 74", fill=SNOW, stroke=SKY, stroke_width=1.3, stroke_linecap="round"
        )
        + _crystal(50, 31, 6)
        + _crystal(9.5, 17, 5)
    )


def _tier(x: float, y: float, scale: float) -> str:
    """One storey of the pine, and the snow that lies on it."""
    needles = "M0 0C3 8 9 15 17 20C13 22 10 21 8.5 19.5C6 23 2 23 0 20.5"
    needles += "C-2 23-6 23-8.5 19.5C-10 21-13 22-17 20C-9 15-3 8 0 0z"
    snow = "M0-.5C3 5 5.5 8.5 9 12C7.5 13.5 5.5 12.5 4.8 11C4 13.5 1.2 14 0 11.5C-1.2 14-4 13.5-4.8 11"
    snow += "C-5.5 12.5-7.5 13.5-9 12C-5.5 8.5-3 5 0-.5z"
    return group(
        path(needles, fill=GREEN),
        path(snow, fill=SNOW, stroke=SKY, stroke_width=0.7),
        transform=moved(x, y, scale=scale),
    )


def _crystal(x: float, y: float, radius: float) -> str:
    return group(
        around("M0 0V-10M0-6L-2.5-8.5M0-6L2.5-8.5", 6),
        stroke=SKY,
        stroke_width=1.6,
        stroke_linecap="round",
        fill="none",
        transform=moved(x, y, scale=radius / 10),
    )


_PICTURES: Final[dict[Tile, Callable[[], str]]] = {
    Tile.SPRING: _spring,
    Tile.SUMMER: _summer,
    Tile.AUTUMN: _autumn,
    Tile.WINTER: _winter,
}
