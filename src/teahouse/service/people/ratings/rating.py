"""A rating with its uncertainty, and a rated match as the systems see it."""

from collections.abc import Sequence
from typing import Final

import msgspec

from teahouse.service.timers import DAY_MS

START: Final = 1500.0
UNKNOWN: Final = 350.0
"""The deviation of a newcomer."""
VOLATILITY: Final = 0.06
CERTAIN: Final = 110.0
"""Up to this deviation a rating is established."""
MANY: Final = 20
"""After this many matches it is established too, however wide its interval is."""
LEAST: Final = 30.0
"""No deviation is smaller, so that a rating always can move."""
INTERVAL: Final = 1.96
"""The true strength is within this many deviations in 95 of 100 cases."""


class Rating(msgspec.Struct, frozen=True):
    """A rating, its standard deviation, how much results vary (Glicko-2 alone), and when the last match ended."""

    rating: float = START
    deviation: float = UNKNOWN
    volatility: float = VOLATILITY
    at: int = 0
    games: int = 0


class RatedPlayer(msgspec.Struct, frozen=True):
    """A player of a rated match: the rating before it, and the rank reached (0 is best; equal ranks are a draw).

    is_fixed: a house player, whose rating does not change.
    """

    rating: Rating
    rank: int
    is_fixed: bool = False


class ShownRating(msgspec.Struct, frozen=True):
    """A rating as people see it: rounded, with its interval and whether it is provisional."""

    rating: int
    low: int
    high: int
    deviation: int
    provisional: bool
    games: int


def shown_rating(rating: Rating) -> ShownRating:
    """A rating as people see it.

    >>> shown_rating(Rating(1612.4, 80.0, games=12))
    ShownRating(rating=1612, low=1456, high=1769, deviation=80, provisional=False, games=12)
    """
    reach = INTERVAL * rating.deviation
    low, high = round(rating.rating - reach), round(rating.rating + reach)
    is_provisional = rating.deviation > CERTAIN and rating.games < MANY
    return ShownRating(round(rating.rating), low, high, round(rating.deviation), is_provisional, rating.games)


def days_since(rating: Rating, at: int) -> float:
    """The days between a person's last match and this moment; 0 before the first match."""
    return max(0, at - rating.at) / DAY_MS if rating.games else 0.0


def ranks(points: Sequence[int], lost: Sequence[bool]) -> tuple[int, ...]:
    """The rank of each seat by its points, the best 0; those who lost by leaving come after everybody else.

    >>> ranks((5, 9, 5, 20), (False, False, False, True))
    (1, 0, 1, 3)
    """
    keys = [(not has_lost, own) for has_lost, own in zip(lost, points, strict=True)]
    return tuple(sum(other > key for other in keys) for key in keys)
