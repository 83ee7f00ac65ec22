"""Glicko-2, after Mark Glickman's "Example of the Glicko-2 system" (2022): ratings from wins, draws and losses.

Every match is a rating period of its own; between matches the deviation grows with the days that pass.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from teahouse.service.people.ratings.rating import LEAST, START, UNKNOWN, RatedPlayer, Rating, days_since

SCALE: Final = 400 / math.log(10)
CHANGE: Final = 0.5
"""How much volatilities may change (the paper's tau)."""
PRECISION: Final = 1e-6


class Opponent(NamedTuple):
    """An opponent's rating and deviation, and the result against them: 1 won, ½ drawn, 0 lost."""

    rating: float
    deviation: float
    score: float


def glicko(players: Sequence[RatedPlayer], at: int, _deals: int) -> list[Rating]:
    """The ratings after a match, in which everybody met everybody else once."""
    return [one.rating if one.is_fixed else _after(players, seat, at) for seat, one in enumerate(players)]


def _after(players: Sequence[RatedPlayer], seat: int, at: int) -> Rating:
    own = players[seat]
    met = [
        Opponent(other.rating.rating, other.rating.deviation, _score(own.rank, other.rank))
        for number, other in enumerate(players)
        if number != seat
    ]
    rating, deviation, volatility = update(own.rating, met, _periods(own.rating, at))
    return Rating(rating, min(max(deviation, LEAST), UNKNOWN), volatility, at, own.rating.games + 1)


def _periods(own: Rating, at: int) -> float:
    """The days since the last match, as far as they count: no deviation grows beyond a newcomer's."""
    return min(days_since(own, at), (UNKNOWN**2 - own.deviation**2) / (SCALE * own.volatility) ** 2)


def _score(own: int, other: int) -> float:
    return 0.5 if own == other else float(own < other)


def update(own: Rating, met: Sequence[Opponent], periods: float) -> tuple[float, float, float]:
    """Rating, deviation and volatility after meeting these opponents, this many rating periods after the last match.

    The steps are those of the paper, where `periods` is 1.
    """
    mean, spread = (own.rating - START) / SCALE, own.deviation / SCALE
    surprise, information = 0.0, 0.0
    for other in met:
        weight = 1 / math.sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-weight * (mean - (other.rating - START) / SCALE)))
        surprise += weight * (other.score - expected)
        information += weight**2 * expected * (1 - expected)
    variance = 1 / information
    volatility = _volatility(own.volatility, spread, variance, variance * surprise)
    grown = spread**2 + volatility**2 * periods
    spread = 1 / math.sqrt(1 / grown + 1 / variance)
    return SCALE * (mean + spread**2 * surprise) + START, SCALE * spread, volatility


def _volatility(old: float, spread: float, variance: float, change: float) -> float:
    """The new volatility: the root of the paper's function f, by its step 5 (Illinois)."""
    start = math.log(old**2)

    def f(x: float) -> float:
        grown = spread**2 + variance + math.exp(x)
        return math.exp(x) * (change**2 - grown) / (2 * grown**2) - (x - start) / CHANGE**2

    low, high = start, _upper_end(f, start, change**2 - spread**2 - variance)
    at_low, at_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _upper_end(f: Callable[[float], float], start: float, room: float) -> float:
    """The other end of an interval that holds the root."""
    if room > 0:
        return math.log(room)
    steps = 1
    while f(start - steps * CHANGE) < 0:
        steps += 1
    return start - steps * CHANGE
