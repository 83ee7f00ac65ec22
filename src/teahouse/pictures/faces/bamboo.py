"""The Bamboo: jointed sticks in their traditional rows; the One is a bird and has its own module."""

from typing import Final, NamedTuple

from teahouse.core.tiles import Tile
from teahouse.pictures.faces.shapes import LIP_OPACITY, group, number, path
from teahouse.pictures.palette import GREEN, INDIGO, IVORY_LIGHT, RED, SNOW

# The proportions of a stick, as shares of its width.
_KNOT: Final = 0.42
_FOOT: Final = 0.62
_WAIST: Final = 0.82
_HOLLOW: Final = 0.76
_JOINT: Final = 1.2


class Stick(NamedTuple):
    """A stick's middle, its colour and its slant in degrees."""

    x: float
    y: float
    colour: str
    turn: float = 0


class StickPattern(NamedTuple):
    """How long and wide the sticks of a tile are, and where they stand."""

    length: float
    width: float
    sticks: tuple[Stick, ...]


def _row(y: float, colours: tuple[str, ...], apart: float) -> tuple[Stick, ...]:
    first = 30 - apart * (len(colours) - 1) / 2
    return tuple(Stick(first + apart * i, y, colour) for i, colour in enumerate(colours))


def _slanted(y: float, colour: str, turn: float) -> tuple[Stick, ...]:
    """Four sticks in the shape of an M, or of a W when turned the other way."""
    return (
        Stick(8.5, y, colour),
        Stick(21.6, y, colour, -turn),
        Stick(38.4, y, colour, turn),
        Stick(51.5, y, colour),
    )


BAMBOO_PATTERNS: Final[dict[int, StickPattern]] = {
    2: StickPattern(31, 11, (Stick(30, 22.5, INDIGO), Stick(30, 57.5, GREEN))),
    3: StickPattern(31, 10.5, (Stick(30, 22.5, INDIGO), *_row(57.5, (GREEN, GREEN), 24))),
    4: StickPattern(31, 10.5, (*_row(22.5, (INDIGO, GREEN), 24), *_row(57.5, (GREEN, INDIGO), 24))),
    5: StickPattern(29, 10, (*_row(22, (GREEN, INDIGO), 34), Stick(30, 40, RED), *_row(58, (INDIGO, GREEN), 34))),
    6: StickPattern(31, 9.6, (*_row(22.5, (GREEN,) * 3, 16.5), *_row(57.5, (INDIGO,) * 3, 16.5))),
    7: StickPattern(
        20,
        9,
        (Stick(30, 16.5, RED), *_row(40, (GREEN, INDIGO, GREEN), 16.5), *_row(63.5, (GREEN, INDIGO, GREEN), 16.5)),
    ),
    8: StickPattern(30, 7.6, (*_slanted(23, GREEN, 19), *_slanted(57, INDIGO, -19))),
    9: StickPattern(20.5, 9, tuple(s for y in (15.5, 40, 64.5) for s in _row(y, (GREEN, RED, INDIGO), 16.5))),
}


def bamboo_face(tile: Tile) -> str:
    """Draw one of the Bamboo from Two to Nine."""
    pattern = BAMBOO_PATTERNS[tile.rank]
    return "".join(stick(place, pattern.length, pattern.width) for place in pattern.sticks)


def stick(place: Stick, length: float, width: float) -> str:
    """Draw one stick: two stems between three joints, with a gleam down each."""
    outline = _outline(length, width)
    turn = f"rotate({number(place.turn)})" if place.turn else ""
    return group(
        path(outline, fill=SNOW, opacity=LIP_OPACITY, transform="translate(.5 .7)"),
        path(outline, fill=place.colour),
        path(_gleams(length, width), stroke=IVORY_LIGHT, stroke_width=width * 0.13, stroke_linecap="round"),
        path(_cuts(length, width), stroke=IVORY_LIGHT, stroke_width=width * 0.07),
        transform=f"translate({number(place.x)} {number(place.y)}){turn}",
    )


def _outline(length: float, width: float) -> str:
    """Swollen joints at both ends and in the middle; the stems between them are waisted."""
    joint = width * _KNOT
    stem = (length - 3 * joint) / 2
    curves = (
        (_WAIST - _FOOT, _JOINT - _FOOT, joint),
        (0, _HOLLOW - _WAIST, stem),
        (0, _JOINT - _WAIST, joint),
        (0, _HOLLOW - _WAIST, stem),
        (_FOOT - _WAIST, _JOINT - _WAIST, joint),
    )
    down = "".join(_bow(step * width / 2, out * width / 2, drop) for step, out, drop in curves)
    up = "".join(_bow(-step * width / 2, -out * width / 2, -drop) for step, out, drop in curves)
    top, foot = number(-length / 2), number(width * _FOOT)
    return f"M{number(-width * _FOOT / 2)} {top}h{foot}{down}h-{foot}{up}z"


def _bow(step: float, out: float, drop: float) -> str:
    """A curve that drops some way and bulges out, ending a step aside."""
    values = (number(round(value, 1)) for value in (out, 0, out, drop, step, drop))
    return "c" + "".join(value if value[0] == "-" or i == 0 else f" {value}" for i, value in enumerate(values))


def _gleams(length: float, width: float) -> str:
    """A line of light down each stem."""
    joint = width * _KNOT
    stem = (length - 3 * joint) / 2
    inset = width * 0.12
    run = number(round(stem - 2 * inset, 1))
    return f"M0 {number(round(inset - joint / 2 - stem, 1))}v{run}M0 {number(round(joint / 2 + inset, 1))}v{run}"


def _cuts(length: float, width: float) -> str:
    """A fine cut where each joint meets a stem."""
    joint, half = width * _KNOT, width * _WAIST / 2
    heights = (joint - length / 2, -joint / 2, joint / 2, length / 2 - joint)
    return "".join(f"M{number(round(-half, 1))} {number(round(y, 1))}h{number(round(2 * half, 1))}" for y in heights)
