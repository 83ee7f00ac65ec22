"""The course of a Battle game as SVG: by how much the first seat was heading to win, move after move."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from teahouse.pictures.cloth import CHALK, GOLD, cloth, document, label
from teahouse.pictures.faces.shapes import disc, line

WIDTH: Final = 860
HEIGHT: Final = 360
LEFT: Final = 64
RIGHT: Final = 24
TOP: Final = 56
BOTTOM: Final = 52
LEAST_SPAN: Final = 10
PLY_STEP: Final = 10
FAINT: Final = 0.35


def curve_svg(values: Sequence[int], exact_from: int | None, marks: Sequence[str], names: Sequence[str]) -> str:
    """A curve with one point before each move and one at the end.

    exact_from: the first point from which the values are exact; the curve before it is dashed. marks: one a move, empty
    for a good one.
    """
    span = max(LEAST_SPAN, *(abs(value) for value in values))
    places = [(_x(ply, len(values)), _y(value, span)) for ply, value in enumerate(values)]
    first = len(places) - 1 if exact_from is None else exact_from
    return document(
        f"{names[0]} against {names[1]}",
        (WIDTH, HEIGHT),
        cloth(WIDTH, HEIGHT),
        *_axes(span, len(values)),
        *_stretch(places[: first + 1], dashes="3 6"),
        *_stretch(places[first:], dashes=""),
        *_mistakes(places, marks),
        label(f"above: {names[0]} is heading to win, below: {names[1]}", WIDTH / 2, 34, size=17),
    )


def _x(ply: int, count: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * ply / max(count - 1, 1)


def _y(value: int, span: int) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (span - value) / (2 * span)


def _axes(span: int, count: int) -> Iterator[str]:
    for value in (-span, -span // 2, 0, span // 2, span):
        y = _y(value, span)
        yield line(
            f"M{LEFT} {y:.1f}H{WIDTH - RIGHT}", CHALK, 1.5 if value == 0 else 1, opacity=1 if not value else FAINT
        )
        yield label(f"{value:+}" if value else "0", LEFT - 26, y + 5, size=15)
    for ply in range(0, count, PLY_STEP):
        yield label(str(ply), _x(ply, count), HEIGHT - BOTTOM + 26, size=15)


def _stretch(places: Sequence[tuple[float, float]], *, dashes: str) -> Iterator[str]:
    if len(places) > 1:
        points = " ".join(f"{x:.1f} {y:.1f}" for x, y in places)
        yield line(f"M{points}", GOLD, 3, stroke_dasharray=dashes or "none", stroke_linejoin="round")


def _mistakes(places: Sequence[tuple[float, float]], marks: Sequence[str]) -> Iterator[str]:
    for (_, after), mark in zip(pairwise(places), marks, strict=True):
        if mark:
            x, y = after
            yield disc(x, y, 4, fill=CHALK)
            yield label(mark, x, y - 9, size=15, is_strong=True)
