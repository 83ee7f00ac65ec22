"""What every tile is made of: the body under its face and the side seen on a board, of some material."""

from typing import Final, NamedTuple

from teahouse.pictures.faces.shapes import box, number, path
from teahouse.pictures.palette import (
    IVORY,
    IVORY_DEEP,
    IVORY_EDGE,
    IVORY_LIGHT,
    IVORY_SHADE,
    JADE,
    JADE_DEEP,
    JADE_EDGE,
    JADE_LIGHT,
    SHADOW,
)

TILE_WIDTH: Final = 60
TILE_HEIGHT: Final = 80
TILE_DEPTH: Final = 8
"""How far the side of a tile reaches beyond its face, to the right and below."""

SIDE_WIDTH: Final = TILE_WIDTH + 12
SIDE_HEIGHT: Final = TILE_HEIGHT + 12
"""The room that a side and its shadow take."""

_UPPER: Final = 0.56  # the share of the side that the upper material takes
_RADIUS: Final = 6
_SLANT: Final = 0.29  # the share of a corner's radius that lies outside its diagonal


class Material(NamedTuple):
    """The colours of a slab (its outline, the bevel's dark and bright part, its face) and the layers of its side."""

    edge: str
    shade: str
    light: str
    face: str
    layers: tuple[tuple[str, float], ...]


IVORY_BODY: Final = Material(
    IVORY_EDGE, IVORY_SHADE, IVORY_LIGHT, IVORY, ((IVORY_DEEP, 1), (IVORY_EDGE, 0.88), (IVORY_SHADE, 0.35))
)
PORCELAIN_BODY: Final = Material(
    "#c3cbd3", "#dde3e8", "#ffffff", "#f8fafb", (("#97a3ae", 1), ("#c3cbd3", 0.88), ("#dde3e8", 0.35))
)
LACQUER_BODY: Final = Material(
    "#0d0c12", "#17161e", "#4a4757", "#25232d", (("#08070b", 1), ("#17161e", 0.88), ("#35323f", 0.35))
)
JADE_BACK: Final = Material(JADE_EDGE, JADE_DEEP, JADE_LIGHT, JADE, ((JADE_EDGE, 1), (JADE, 0.9)))


def slab(material: Material) -> str:
    """A rounded block, lit from the upper left: an outline, a bevel dark below and bright above, the polished face."""
    return (
        box(0, 0, 60, 80, rx=_RADIUS, fill=material.edge)
        + box(0.6, 0.6, 58.8, 78.8, rx=5.6, fill=material.shade)
        + box(0.6, 0.6, 57.4, 77.2, rx=5.4, fill=material.light)
        + box(1.8, 2, 56.2, 75.8, rx=4.6, fill=material.face)
    )


def side(upper: Material, lower: Material, depth: float = TILE_DEPTH) -> str:
    """Draw the thickness and the shadow of a tile, to lie beneath it: one material on top of the other."""
    return lower_side(lower, depth) + upper_side(upper, depth)


def lower_side(material: Material, depth: float = TILE_DEPTH) -> str:
    """The shadow, and the part of the side that lies on the table."""
    shadow = "".join(path(_extruded(share * depth), fill=SHADOW, opacity=o) for share, o in ((1.5, 0.18), (1.2, 0.2)))
    return shadow + _layers(material, depth)


def upper_side(material: Material, depth: float = TILE_DEPTH) -> str:
    """The part of the side right beneath what is seen from above."""
    return _layers(material, depth * _UPPER)


def _layers(material: Material, depth: float) -> str:
    return "".join(path(_extruded(share * depth), fill=colour) for colour, share in material.layers)


def _extruded(depth: float) -> str:
    """The outline that the body sweeps when pushed down and to the right."""
    w, h, r, d = TILE_WIDTH, TILE_HEIGHT, _RADIUS, depth
    near, far = r * _SLANT, r * (1 - _SLANT)
    arc = f"a{r} {r} 0 0 1 "
    return (
        f"M0 {r}{arc}{r}-{r}H{w - r}{arc}{number(far)} {number(near)}l{number(d)} {number(d)}"
        f"{arc}{number(near)} {number(far)}V{number(h - r + d)}{arc}-{r} {r}H{number(r + d)}"
        f"{arc}-{number(far)}-{number(near)}l-{number(d)}-{number(d)}{arc}-{number(near)}-{number(far)}z"
    )
