"""The White dragon: an empty frame."""

from typing import Final

from teahouse.pictures.faces.shapes import LIP_OPACITY, group, line
from teahouse.pictures.palette import INDIGO, SKY, SNOW

_CORNERS: Final = ((9, 10, 1, 1), (51, 10, -1, 1), (51, 70, -1, -1), (9, 70, 1, -1))


def white_face() -> str:
    """Draw the White dragon: a frame with a key fret in each corner and a fine rail within."""
    frets = "".join(_fret(*corner) for corner in _CORNERS)
    sides = "M23 10H37M23 70H37M9 24V56M51 24V56"
    rail = "M24.5 15H35.5M24.5 65H35.5M14 26V54M46 26V54"
    return group(
        line(frets + sides, SNOW, 2.6, transform="translate(.6 .8)", opacity=LIP_OPACITY),
        line(sides + frets, INDIGO, 2.6),
        line(rail, SKY, 1.5),
        stroke_linejoin="round",
    )


def _fret(x: int, y: int, dx: int, dy: int) -> str:
    """A square spiral: in along the side, round the corner, and curled up inside."""
    far_x, far_y = x + 14 * dx, y + 14 * dy
    curl = f"v{10 * dy}h{-9 * dx}v{-5 * dy}h{4 * dx}"
    return f"M{far_x} {y}H{x}V{far_y}M{far_x} {y}{curl}M{x} {far_y}h{5 * dx}"
