"""What every tile is made of: the ivory body, the jade back, and the side seen on a board."""

from typing import Final

from teahouse.pictures.faces.shapes import around, box, disc, group, line, number, path
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


def body() -> str:
    """Draw the ivory body under a face, lit from the upper left."""
    return _slab(IVORY_EDGE, IVORY_SHADE, IVORY_LIGHT, IVORY)


def back() -> str:
    """Draw the back of a tile: jade, with a lattice window and its blossom."""
    slab = _slab(JADE_EDGE, JADE_DEEP, JADE_LIGHT, JADE)
    return slab + _lattice() + _medallion()


def side(depth: float = TILE_DEPTH, *, covered: bool = False) -> str:
    """Draw the thickness and the shadow of a tile, to lie beneath it; a covered tile has its jade on top."""
    jade, ivory = ((JADE_EDGE, 1), (JADE, 0.9)), ((IVORY_DEEP, 1), (IVORY_EDGE, 0.88), (IVORY_SHADE, 0.35))
    below, above = (ivory, jade) if covered else (jade, ivory)
    layers = [(SHADOW, 1.5, 0.18), (SHADOW, 1.2, 0.2)]
    layers += [(colour, share, 1) for colour, share in below]
    layers += [(colour, share * _UPPER, 1) for colour, share in above]
    return "".join(_layer(colour, share * depth, opacity) for colour, share, opacity in layers)


def _layer(colour: str, depth: float, opacity: float) -> str:
    outline = _extruded(depth)
    return path(outline, fill=colour) if opacity == 1 else path(outline, fill=colour, opacity=opacity)


def _slab(edge: str, shade: str, light: str, face: str) -> str:
    """A rounded block: an outline, a bevel dark below and bright above, and the polished face."""
    return (
        box(0, 0, 60, 80, rx=_RADIUS, fill=edge)
        + box(0.6, 0.6, 58.8, 78.8, rx=5.6, fill=shade)
        + box(0.6, 0.6, 57.4, 77.2, rx=5.4, fill=light)
        + box(1.8, 2, 56.2, 75.8, rx=4.6, fill=face)
    )


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


def _lattice() -> str:
    """A window with a diamond lattice, cut into the jade."""
    cells = range(1, 8)
    falling = ((max(0, n - 4), min(4, n), min(4, n), max(0, n - 4)) for n in cells)
    bars = "".join(_bar(a, b, c, d) + _bar(4 - a, b, 4 - c, d) for a, b, c, d in falling)
    frame = "M10 8H50a3 3 0 0 1 3 3V69a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3V11a3 3 0 0 1 3-3z"
    return (
        line(bars, JADE_LIGHT, 0.9, transform="translate(.4 .6)", opacity=0.7)
        + line(bars, JADE_DEEP, 1)
        + line(frame, JADE_LIGHT, 1.6, transform="translate(.4 .6)")
        + line(frame, JADE_DEEP, 1.6)
    )


def _bar(a: int, b: int, c: int, d: int) -> str:
    """One bar of the lattice between two places on its grid of four by four."""
    return f"M{number(7 + 11.5 * a)} {8 + 16 * b}L{number(7 + 11.5 * c)} {8 + 16 * d}"


def _medallion() -> str:
    """The blossom in the middle of the back."""
    petal = "M0 0C-7-3-6.5-12 0-13C6.5-12 7-3 0 0z"
    return group(
        disc(0, 0, 17, fill=JADE, stroke=JADE_DEEP, stroke_width=1.4),
        disc(0.3, 0.4, 15.2, fill="none", stroke=JADE_LIGHT, stroke_width=0.7),
        around(petal, 5, fill=JADE_LIGHT, stroke=JADE_DEEP, stroke_width=0.8),
        disc(0, 0, 3.4, fill=IVORY_SHADE) + disc(0, 0, 1.5, fill=JADE_DEEP),
        transform="translate(30 40)",
    )
