"""How the cost of solving Battle grows, as a picture: nodes on a scale of powers of ten over tiles left."""

from collections.abc import Iterator, Sequence
from math import log10
from typing import NamedTuple

from teahouse.pictures.cloth import CHALK, GOLD, cloth, document, label
from teahouse.pictures.faces.shapes import disc, line

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 84, 40, 58, 64
LEAST_POWER, MOST_POWER = 3, 9
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Cost(NamedTuple):
    """The cost of positions by tiles and threads: median and worst, in nodes and in milliseconds."""

    tiles: int
    threads: int
    nodes: float
    worst_nodes: float
    ms: float
    worst_ms: float


def growth_svg(costs: Sequence[Cost]) -> str:
    """The picture of a growth table."""
    return document(
        "Nodes to solve a Battle position",
        (WIDTH, HEIGHT),
        cloth(WIDTH, HEIGHT),
        *_axes(costs),
        *_curve(costs, [cost.nodes for cost in costs], GOLD),
        *_curve(costs, [cost.worst_nodes for cost in costs], CHALK),
        label("nodes to solve a position of random play: median (gold) and worst of twenty", WIDTH / 2, 36, size=17),
        label("tiles left", WIDTH / 2, HEIGHT - 18, size=16),
    )


def _x(costs: Sequence[Cost], tiles: float) -> float:
    first, last = costs[0].tiles, costs[-1].tiles
    return LEFT + (WIDTH - LEFT - RIGHT) * (tiles - first) / max(last - first, 1)


def _y(nodes: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (MOST_POWER - log10(nodes)) / (MOST_POWER - LEAST_POWER)


def _axes(costs: Sequence[Cost]) -> Iterator[str]:
    for power in range(LEAST_POWER, MOST_POWER + 1):
        y = _y(10**power)
        yield line(f"M{LEFT - 16} {y:.1f}H{WIDTH - RIGHT + 8}", CHALK, 1, opacity=0.35)
        yield label("10" + str(power).translate(RAISED), LEFT - 42, y + 5, size=15)
    for cost in costs:
        yield label(str(cost.tiles), _x(costs, cost.tiles), HEIGHT - BOTTOM + 24, size=15)


def _curve(costs: Sequence[Cost], values: Sequence[float], colour: str) -> Iterator[str]:
    places = [(_x(costs, cost.tiles), _y(value)) for cost, value in zip(costs, values, strict=True)]
    yield line("M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in places), colour, 3)
    yield from (disc(x, y, 4.5, fill=colour) for x, y in places)
