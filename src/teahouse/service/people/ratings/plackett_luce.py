"""Ratings from the order in which several players finish: the Plackett-Luce model of Weng and Lin (2011).

It is algorithm 4 of "A Bayesian approximation method for online ranking", as `openskill` computes it, on a scale
that begins at 1500. A match of many deals counts more than one of few, because the noise shrinks with their root.
"""

import math
from collections.abc import Sequence
from typing import Final

from teahouse.service.people.ratings.rating import LEAST, UNKNOWN, VOLATILITY, RatedPlayer, Rating, days_since

DEAL_NOISE: Final = 700.0
"""How much the result of one deal varies around the strength of a player, on the scale of the ratings."""
DRIFT: Final = 10.0
"""How much a strength may change in a day."""
LEAST_SHARE: Final = 0.0001


def plackett_luce(players: Sequence[RatedPlayer], at: int, deals: int) -> list[Rating]:
    """The ratings after a match of this many deals."""
    means = [one.rating.rating for one in players]
    spreads = [math.hypot(one.rating.deviation, DRIFT * math.sqrt(days_since(one.rating, at))) for one in players]
    updated = update(means, spreads, [one.rank for one in players], DEAL_NOISE / math.sqrt(deals))
    return [
        one.rating
        if one.is_fixed
        else Rating(mean, min(max(spread, LEAST), UNKNOWN), VOLATILITY, at, one.rating.games + 1)
        for one, (mean, spread) in zip(players, updated, strict=True)
    ]


def update(
    means: Sequence[float], spreads: Sequence[float], ranks: Sequence[int], noise: float
) -> list[tuple[float, float]]:
    """Mean and spread of every player after a match with these ranks, 0 the best."""
    total_spread = math.sqrt(sum(spread**2 + noise**2 for spread in spreads))
    strengths = [math.exp((mean - max(means)) / total_spread) for mean in means]
    behind = [sum(own for own, other in zip(strengths, ranks, strict=True) if other >= rank) for rank in ranks]
    ties = [ranks.count(rank) for rank in ranks]
    updated = list[tuple[float, float]]()
    for seat, (mean, spread) in enumerate(zip(means, spreads, strict=True)):
        surprise = information = 0.0
        for other, rank in enumerate(ranks):
            if rank <= ranks[seat]:
                share = strengths[seat] / behind[other]
                surprise += ((other == seat) - share) / ties[other]
                information += share * (1 - share) / ties[other]
        shrunk = 1 - (spread / total_spread) ** 3 * information
        updated.append((mean + spread**2 / total_spread * surprise, spread * math.sqrt(max(shrunk, LEAST_SHARE))))
    return updated
