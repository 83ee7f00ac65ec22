"""A survey of uniform Solitaire deals: how many can be cleared, how long that takes to decide, how hard they are."""

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import mean, quantiles
from typing import Final

import msgspec

from teahouse.core.tiles import parse_tiles
from teahouse.games.solitaire import deal_layout, find_layout, shape_of
from teahouse.games.solitaire.sets import faces_of
from teahouse.players.player import SearchLimits
from teahouse.players.solitaire.difficulty import Difficulty, difficulty
from teahouse.players.solitaire.prover import ProofPosition, decide, in_order, quick_engine

DEVIATIONS: Final = 1.96
"""Standard deviations on each side of a confidence interval of 95 percent."""


class SurveyedDeal(msgspec.Struct, frozen=True):
    """One deal: was it decided, how long did that take, and how hard is it?"""

    clearable: bool | None
    nodes: int
    seconds: float
    difficulty: Difficulty


class LayoutSummary(msgspec.Struct, frozen=True):
    """A summary of a layout's deals.

    low, high: the 95 % confidence interval of the share that can be cleared, among those decided. times: median, 90th
    and 99th percentile and maximum of the seconds. stars: how many deals have one star, two, and so on to five.
    """

    layout: str
    deals: int
    clearable: int
    dead: int
    unknown: int
    low: float
    high: float
    mean_seconds: float
    times: tuple[float, float, float, float]
    share: float
    stars: tuple[int, ...]


class SurveyTask(msgspec.Struct, frozen=True):
    """A survey to run: a layout, the number of deals and their seed, the limits of each, the plays for difficulty."""

    layout: str
    deals: int
    seed: bytes
    limits: SearchLimits
    plays: int


def survey(task: SurveyTask, threads: int) -> Iterator[SurveyedDeal]:
    """Decide wild deals on several threads; the answers come in the order of the deals."""
    quick_engine()
    difficulty(_position(task, 0).shape, _position(task, 0).faces, 1)
    return in_order(
        lambda position: _surveyed(task, position), (_position(task, n) for n in range(task.deals)), threads
    )


def survey_deal(task: SurveyTask, number: int) -> SurveyedDeal:
    """Decide one of the deals."""
    return _surveyed(task, _position(task, number))


def _position(task: SurveyTask, number: int) -> ProofPosition:
    shape = shape_of(find_layout(task.layout))
    deal = deal_layout(shape.layout, "wild", task.seed + b"/%d" % number)
    return ProofPosition(shape, faces_of(parse_tiles(deal.tiles)))


def _surveyed(task: SurveyTask, position: ProofPosition) -> SurveyedDeal:
    found = decide(position, task.limits)
    hard = difficulty(position.shape, position.faces, task.plays)
    return SurveyedDeal(found.proof.clearable, found.proof.nodes, found.seconds, hard)


def summary(layout: str, found: Sequence[SurveyedDeal]) -> LayoutSummary:
    """Summarise a layout's deals."""
    alive, dead = (sum(each.clearable is answer for each in found) for answer in (True, False))
    low, high = confidence(alive, alive + dead)
    times = sorted(each.seconds for each in found)
    cuts = quantiles(times, n=100, method="inclusive") if len(times) > 1 else times * 99
    stars = tuple(sum(each.difficulty.stars == count for each in found) for count in range(1, 6))
    return LayoutSummary(
        layout,
        len(found),
        alive,
        dead,
        len(found) - alive - dead,
        low,
        high,
        mean(times),
        (cuts[49], cuts[89], cuts[98], times[-1]),
        mean(each.difficulty.share for each in found),
        stars,
    )


def confidence(hits: int, trials: int) -> tuple[float, float]:
    """Wilson's interval for a share.

    >>> [round(end, 3) for end in confidence(97, 100)]
    [0.915, 0.99]
    """
    if trials == 0:
        return 0.0, 1.0
    share, square = hits / trials, DEVIATIONS**2
    centre = share + square / (2 * trials)
    spread = DEVIATIONS * sqrt(share * (1 - share) / trials + square / (4 * trials**2))
    scale = 1 + square / trials
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
