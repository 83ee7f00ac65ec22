"""Means with confidence intervals, and Elo ratings from results that are paired by deal."""

from collections.abc import Mapping, Sequence
from math import exp, isclose, log, sqrt
from statistics import NormalDist, fmean, stdev
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

CONFIDENCE: Final = 0.95
ELO: Final = 400 / log(10)
"""Elo points for one unit of the natural logarithm of the odds."""
NEWTON_STEPS: Final = 50
CLOSE: Final = 1e-10

Scores = Mapping[tuple[int, int], tuple[float, float]]
"""For a pair of players on one deal: the first one's score against the second, and the number of games."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean and half the width of its 95 % confidence interval; None if the results are too few or all the same."""

    mean: float
    error: float | None

    @property
    def low(self) -> float | None:
        """The lower end of the interval."""
        return None if self.error is None else self.mean - self.error

    @property
    def high(self) -> float | None:
        """The upper end of the interval."""
        return None if self.error is None else self.mean + self.error

    def text(self, digits: int = 1, scale: float = 1.0, *, sign: bool = False) -> str:
        """Write the mean and its error.

        >>> Estimate(0.515, 0.031).text(scale=100), Estimate(3.0, None).text(sign=True)
        ('51.5 ± 3.1', '+3.0 ± ?')
        """
        error = "?" if self.error is None else f"{scale * self.error:.{digits}f}"
        return f"{scale * self.mean:{'+' if sign else ''}.{digits}f} ± {error}"


def student(freedom: int) -> float:
    """How many standard errors the interval has on each side (Student's t, as an expansion of the normal quantile).

    >>> round(student(4), 2), round(student(10**6), 2)
    (2.77, 1.96)
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of one value a deal.

    >>> estimate([1, 2, 3, 4]).text(2)
    '2.50 ± 2.04'
    >>> estimate([1, 1, 1]).text()
    '1.0 ± ?'
    """
    if len(values) < 2 or isclose(min(values), max(values)):
        return Estimate(fmean(values), None)
    return Estimate(fmean(values), student(len(values) - 1) * stdev(values) / sqrt(len(values)))


def ratings(players: int, deals: Sequence[Scores]) -> list[Estimate]:
    """Elo ratings with mean 0: the Bradley-Terry model, with a draw as half a win for each.

    One drawn game is added for every pair of players who met, so that a player who won everything has a rating too.
    The intervals treat the games of a deal as one observation, because they are not independent.
    """
    import numpy as np

    met = sorted({pair for deal in deals for pair in deal})
    clusters: list[Scores] = [*deals, *({pair: (0.5, 1.0)} for pair in met)]
    together = _together(clusters)
    strength, curve = np.zeros(players), np.ones((players, players))
    for _ in range(NEWTON_STEPS):
        curve = 1.0 + _curvature(together, strength)
        step = np.clip(np.linalg.solve(curve, _surprise(together, strength)), -1, 1)
        strength += step
        if abs(step).max() < CLOSE:
            break
    spread = np.zeros((players, players))
    for deal in clusters:
        each = _surprise(deal, strength)
        spread += np.outer(each, each)
    inverse = np.linalg.inv(curve)
    errors = np.sqrt(np.clip(np.diag(inverse @ spread @ inverse), 0, None))
    scale = ELO * student(max(len(deals) - 1, 1))
    return [
        Estimate(float(ELO * mean), float(scale * error) if len(deals) > 1 else None)
        for mean, error in zip(strength - strength.mean(), errors, strict=True)
    ]


def _together(deals: Sequence[Scores]) -> Scores:
    total: dict[tuple[int, int], tuple[float, float]] = {}
    for deal in deals:
        for pair, (score, games) in deal.items():
            before = total.get(pair, (0.0, 0.0))
            total[pair] = before[0] + score, before[1] + games
    return total


def _surprise(deal: Scores, strength: "Vector") -> "Vector":
    """How much better than expected each player scored."""
    import numpy as np

    found = np.zeros_like(strength)
    for (one, other), (score, games) in deal.items():
        gap = score - games * _expected(strength, one, other)
        found[one] += gap
        found[other] -= gap
    return found


def _curvature(deal: Scores, strength: "Vector") -> "Vector":
    import numpy as np

    found = np.zeros((len(strength), len(strength)))
    for (one, other), (_, games) in deal.items():
        expected = _expected(strength, one, other)
        weight = games * expected * (1 - expected)
        found[one, one] += weight
        found[other, other] += weight
        found[one, other] -= weight
        found[other, one] -= weight
    return found


def _expected(strength: "Vector", one: int, other: int) -> float:
    return float(1 / (1 + exp(strength[other] - strength[one])))
