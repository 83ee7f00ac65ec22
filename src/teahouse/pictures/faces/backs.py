"""The backs of the tiles, each of a material that is also seen at their sides."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple

from teahouse.pictures.faces.body import JADE_BACK, Material, slab
from teahouse.pictures.faces.sets.contrast import BLACK, GREY, contrast_back
from teahouse.pictures.faces.shapes import around, disc, group, line, moved, number
from teahouse.pictures.palette import IVORY_SHADE, STRAW

INDIGO_BACK: Final = Material("#12224a", "#1b3470", "#5f84cf", "#2b4c9b", (("#12224a", 1), ("#2b4c9b", 0.9)))
CINNABAR_BACK: Final = Material("#4d0d0c", "#6f1512", "#d5604f", "#a52a22", (("#4d0d0c", 1), ("#a52a22", 0.9)))
BAMBOO_BACK: Final = Material("#6d4a1c", "#946a2e", "#e9c98b", "#c79a52", (("#6d4a1c", 1), ("#c79a52", 0.9)))
BLACK_BACK: Final = Material(BLACK, BLACK, GREY, BLACK, ((BLACK, 1), (GREY, 0.9)))

_FRAME: Final = "M10 8H50a3 3 0 0 1 3 3V69a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3V11a3 3 0 0 1 3-3z"


class Backs(StrEnum):
    """The backs to choose from."""

    JADE = "jade"
    INDIGO = "indigo"
    CINNABAR = "cinnabar"
    BAMBOO = "bamboo"
    CONTRAST = "contrast"


class Back(NamedTuple):
    """A back: what it is made of, and what is cut into it."""

    material: Material
    drawing: Callable[[], str]


def _jade() -> str:
    """A lattice window and its blossom."""
    cells = range(1, 8)
    falling = ((max(0, n - 4), min(4, n), min(4, n), max(0, n - 4)) for n in cells)
    bars = "".join(_bar(a, b, c, d) + _bar(4 - a, b, 4 - c, d) for a, b, c, d in falling)
    return slab(JADE_BACK) + _carved(bars, JADE_BACK, 1) + _carved(_FRAME, JADE_BACK, 1.6) + _medallion(JADE_BACK)


def _indigo() -> str:
    """Waves, one row behind the other."""
    rows = "".join(_wave(x, y) for y in range(16, 76, 10) for x in range(14 if y % 20 == 16 else 22, 50, 16))
    return slab(INDIGO_BACK) + _carved(rows, INDIGO_BACK, 1.3) + _carved(_FRAME, INDIGO_BACK, 1.6)


def _cinnabar() -> str:
    """A great golden blossom in a double ring."""
    petal = "M0-2C-8-6-7-16 0-19C7-16 8-6 0-2z"
    bloom = group(
        disc(0, 0, 22, fill="none", stroke=STRAW, stroke_width=1.2),
        around(petal, 8, fill="none", stroke=STRAW, stroke_width=1.4),
        disc(0, 0, 3.2, fill=STRAW),
        transform=moved(30, 40),
    )
    corners = "M13 22V14H21M47 22V14H39M13 58V66H21M47 58V66H39"
    return slab(CINNABAR_BACK) + line(_FRAME, STRAW, 1.2) + line(corners, STRAW, 1.4) + bloom


def _bamboo() -> str:
    """Split canes side by side, with their joints."""
    canes = "".join(f"M{number(x)} 3V77" for x in (11.2, 20.6, 30, 39.4, 48.8))
    joints = "".join(f"M{number(x)} {y}h7" for x, y in ((12.4, 22), (21.8, 52), (31.2, 30), (40.6, 60), (3.2, 44)))
    joints += "M50 18h6M12.4 64h7M21.8 14h7M31.2 70h7M40.6 24h7"
    return slab(BAMBOO_BACK) + _carved(canes, BAMBOO_BACK, 1.4) + _carved(joints, BAMBOO_BACK, 1.8)


def _carved(d: str, material: Material, width: float) -> str:
    """Lines cut into the slab: a light edge beside each groove."""
    light = line(d, material.light, width * 0.9, transform="translate(.4 .6)", opacity=0.7)
    return light + line(d, material.shade, width)


def _bar(a: int, b: int, c: int, d: int) -> str:
    """One bar of the lattice between two places on its grid of four by four."""
    return f"M{number(7 + 11.5 * a)} {8 + 16 * b}L{number(7 + 11.5 * c)} {8 + 16 * d}"


def _wave(x: int, y: int) -> str:
    """Three arches, one inside the other."""
    return "".join(f"M{x - r} {y}a{r} {r} 0 0 1 {2 * r} 0" for r in (8, 5, 2))


def _medallion(material: Material) -> str:
    """The blossom in the middle of the jade."""
    petal = "M0 0C-7-3-6.5-12 0-13C6.5-12 7-3 0 0z"
    return group(
        disc(0, 0, 17, fill=material.face, stroke=material.shade, stroke_width=1.4),
        disc(0.3, 0.4, 15.2, fill="none", stroke=material.light, stroke_width=0.7),
        around(petal, 5, fill=material.light, stroke=material.shade, stroke_width=0.8),
        disc(0, 0, 3.4, fill=IVORY_SHADE) + disc(0, 0, 1.5, fill=material.shade),
        transform=moved(30, 40),
    )


BACKS: Final = {
    Backs.JADE: Back(JADE_BACK, _jade),
    Backs.INDIGO: Back(INDIGO_BACK, _indigo),
    Backs.CINNABAR: Back(CINNABAR_BACK, _cinnabar),
    Backs.BAMBOO: Back(BAMBOO_BACK, _bamboo),
    Backs.CONTRAST: Back(BLACK_BACK, contrast_back),
}
