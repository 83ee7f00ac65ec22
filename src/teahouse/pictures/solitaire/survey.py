"""A survey of Solitaire deals as SVG: for each layout the share that can be cleared, and how hard its deals are."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from teahouse.pictures.cloth import CHALK, cloth, document, label
from teahouse.pictures.faces.shapes import box, line

WIDTH: Final = 860
ROW: Final = 40
TOP: Final = 84
BOTTOM: Final = 56
NAMES: Final = 90
CLEARED: Final = (180, 300)
"""Where the two columns of bars begin, and how wide they are."""
HARD: Final = (530, 300)
BAR: Final = 18
SHADES: Final = ("#e9f5d8", "#bfdd9a", "#f2c14e", "#e07a3f", "#a63d2f")
UNKNOWN: Final = "#8aa399"
INK: Final = "#1c2b24"


class Bar(NamedTuple):
    """A layout's row: the share proved clearable, its confidence interval, the unknown share, the stars."""

    name: str
    clearable: float
    low: float
    high: float
    unknown: float
    stars: Sequence[float]


def survey_svg(bars: Sequence[Bar], deals: int) -> str:
    """Two bars for each layout: the share that can be cleared, with its confidence interval, and the stars."""
    height = TOP + ROW * len(bars) + BOTTOM
    title = f"{deals} uniform deals a layout" if deals > 1 else "one uniform deal a layout"
    return document(
        title,
        (WIDTH, height),
        cloth(WIDTH, height),
        label("can be cleared", CLEARED[0] + CLEARED[1] / 2, 60, size=16),
        label("difficulty, one star to five", HARD[0] + HARD[1] / 2, 60, size=16),
        label(title, WIDTH / 2, 34, size=18, is_strong=True),
        *(drawing for row, bar in enumerate(bars) for drawing in _row(bar, TOP + ROW * row)),
        *_scale(height - BOTTOM + 22),
    )


def _row(bar: Bar, y: float) -> Iterator[str]:
    start, width = CLEARED
    middle = y + BAR / 2
    yield label(bar.name, NAMES, middle + 5, size=16)
    yield box(start, y, width, BAR, fill=SHADES[-1])
    yield box(start, y, width * bar.clearable, BAR, fill=SHADES[1])
    yield box(start + width * bar.clearable, y, width * bar.unknown, BAR, fill=UNKNOWN)
    low, high = (start + width * end for end in (bar.low, bar.high))
    yield line(f"M{low:.1f} {middle:g}H{high:.1f}M{low:.1f} {middle - 5:g}v10M{high:.1f} {middle - 5:g}v10", INK, 2)
    x = float(HARD[0])
    for share, shade in zip(bar.stars, SHADES, strict=True):
        yield box(x, y, HARD[1] * share, BAR, fill=shade)
        x += HARD[1] * share


def _scale(y: float) -> Iterator[str]:
    for start, width in (CLEARED, HARD):
        for percent in (0, 50, 100):
            x = start + width * percent / 100
            yield line(f"M{x:g} {y - 18:g}v-6", CHALK, 1)
            yield label(f"{percent} %", x, y, size=14)
