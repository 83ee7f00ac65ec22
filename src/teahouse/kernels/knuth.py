"""Random numbers for simulated games: one generator for each game, fast, with the same numbers compiled or not.

Knuth's linear congruential generator on 63 bits, of which the highest 31 are used. The deals of real games come from
seeds and HMAC instead; see `core/shuffle.py`.
"""

from typing import Final

from teahouse.kernels.arrays import Ints
from teahouse.kernels.kernel import kernel

MASK: Final = (1 << 63) - 1
FACTOR: Final = 6364136223846793005
INCREMENT: Final = 1442695040888963407
DROPPED: Final = 32
KEPT: Final = 31


@kernel
def draw_below(states: Ints, game: int, below: int) -> int:
    """A number from 0 up to, not including, `below`, which is far smaller than 2 to the power of 31.

    states: the random state of every game.
    """
    state = (int(states[game]) * FACTOR + INCREMENT) & MASK
    states[game] = state
    return (state >> DROPPED) * int(below) >> KEPT
