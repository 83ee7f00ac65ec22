"""An estimate of a position's value without search, learned from solved positions.

It is a weighted sum over the most valuable open pairs, plus a constant for an odd or even number of pairs left, in
64ths of a point. The weights are passed to the search: see `benchmarks/battle/tune.py`.
"""

from typing import Final

from teahouse.kernels.arrays import Ints
from teahouse.kernels.bits import highest
from teahouse.kernels.kernel import hot

RANKED: Final = 8
"""How many of the most valuable open pairs count."""
EVEN: Final = RANKED
ODD: Final = RANKED + 1
CROWD: Final = RANKED + 2
WEIGHTS: Final = RANKED + 3
UNIT: Final = 64
HALF: Final = 32
SUITS: Final = 3


@hot
def estimated_value(weights: Ints, once: int, twice: int, pairs: int, choices: int) -> int:
    """The estimated value of a position by these weights, in points."""
    total = weights[ODD if pairs & 1 else EVEN] + weights[CROWD] * (choices >> 6)
    rank = 0
    while once and rank < RANKED:
        kind = highest(once)
        value = kind // SUITS + 1
        total += weights[rank] * value
        rank += 1
        if (twice >> kind) & 1 and rank < RANKED:
            total += weights[rank] * value
            rank += 1
        once ^= 1 << kind
    return int((total + HALF) // UNIT)
