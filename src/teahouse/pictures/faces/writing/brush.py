"""A brush: turns strokes given as a few points into tapered outlines."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from teahouse.pictures.faces.writing.brushes import BRUSHES

Point = tuple[float, float]

UNIT: Final = 0.05
"""The size, in face units, of one step in an outline's whole-number coordinates."""

GRID: Final = 100
"""The side of the square on which glyphs are laid out."""

_SAMPLES: Final = 10
_ARCH: Final = 0.012


class Stroke(NamedTuple):
    """One movement of the brush: its kind, its width in face units and its path on the glyph's grid."""

    kind: str
    width: float
    points: tuple[Point, ...]


class GlyphFrame(NamedTuple):
    """The rectangle of the face into which a glyph's grid is stretched."""

    x: float
    y: float
    width: float
    height: float


def parse_strokes(text: str, width: float) -> tuple[Stroke, ...]:
    """Read strokes, one a semicolon: a kind, its width as a share of the glyph's if not 1, and points.

    >>> parse_strokes("h.5 0,50 100,45", 8)
    (Stroke(kind='h', width=4.0, points=((0.0, 50.0), (100.0, 45.0))),)
    """
    strokes: list[Stroke] = []
    for words in (part.split() for part in text.split(";")):
        share = float(words[0][1:] or 1)
        points = tuple((float(x), float(y)) for x, _, y in (word.partition(",") for word in words[1:]))
        strokes.append(Stroke(words[0][0], width * share, points))
    return tuple(strokes)


def brushed(strokes: Iterable[Stroke], frame: GlyphFrame) -> str:
    """Draw strokes into a frame: path data in steps of `UNIT`, for a nonzero fill."""
    return "".join(_closed_curve(_outline(stroke, frame)) for stroke in strokes)


def _outline(stroke: Stroke, frame: GlyphFrame) -> list[Point]:
    xs, ys = frame.width / GRID, frame.height / GRID
    spine = _spine([(frame.x + x * xs, frame.y + y * ys) for x, y in stroke.points], arched=stroke.kind == "h")
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(spine))
    outline: list[Point] = []
    for edge in BRUSHES[stroke.kind].split():
        along, shift, aside = (float(part) for part in edge.split(","))
        (x, y), (dx, dy) = _walked(spine, along * length + shift * stroke.width)
        outline.append((x + dy * aside * stroke.width, y - dx * aside * stroke.width))
    return outline


def _spine(points: Sequence[Point], *, arched: bool) -> list[Point]:
    if len(points) == 2 and arched:
        (ax, ay), (bx, by) = points
        points = (points[0], ((ax + bx) / 2, (ay + by) / 2 - _ARCH * abs(bx - ax)), points[1])
    if len(points) == 2:
        return list(points)
    ends = [_beyond(points[1], points[0]), *points, _beyond(points[-2], points[-1])]
    spine = [points[0]]
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        spine += (_spline(a, b, c, d, step / _SAMPLES) for step in range(1, _SAMPLES + 1))
    return spine


def _beyond(a: Point, b: Point) -> Point:
    return (2 * b[0] - a[0], 2 * b[1] - a[1])


def _spline(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    """The Catmull-Rom curve between b and c."""

    def along(p: float, q: float, r: float, s: float) -> float:
        return q + t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p))) / 2

    return (along(a[0], b[0], c[0], d[0]), along(a[1], b[1], c[1], d[1]))


def _walked(spine: Sequence[Point], distance: float) -> tuple[Point, Point]:
    """The place after a distance along a spine, and the direction there; beyond its ends the spine is straight."""
    left = distance
    for i, ((ax, ay), (bx, by)) in enumerate(pairwise(spine)):
        step = hypot(bx - ax, by - ay)
        if left <= step or i == len(spine) - 2:
            dx, dy = (bx - ax) / step, (by - ay) / step
            return (ax + dx * left, ay + dy * left), (dx, dy)
        left -= step
    raise AssertionError("a spine has at least two points")


def _closed_curve(outline: Sequence[Point]) -> str:
    """A smooth closed curve about its corners.

    The corners fall on even steps, so the joints between them are whole and each `t` mirrors the corner exactly.
    """
    corners = [(2 * round(x / UNIT / 2), 2 * round(y / UNIT / 2)) for x, y in outline]
    joints = [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    start, end = joints[-1], joints[0]
    d = f"M{_pair(*start)}q{_pair(corners[0][0] - start[0], corners[0][1] - start[1])}"
    d += _joined(end[0] - start[0], end[1] - start[1])
    d += "t" + "".join(_joined(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(joints)).lstrip()
    return d + "z"


def _pair(x: int, y: int) -> str:
    return f"{x}{'' if y < 0 else ' '}{y}"


def _joined(x: int, y: int) -> str:
    return f"{'' if x < 0 else ' '}{_pair(x, y)}"
