"""Luck for games by the thousand: a generator a game, quick to draw from, the same numbers compiled or not.

Knuth's linear congruential generator on 63 bits, of which the highest 31 are used. Deals that people play for come from
seeds and a cipher instead; see `core/shuffle.py`.
"""

from typing import Final

from teahouse.kernels.plain import NUMBER, NUMBERS, Numbers, kernel

ROWS: Final = "int32[:, ::1]"
"""A table of numbers, a game a row."""

MASK: Final = (1 << 63) - 1
FACTOR: Final = 6364136223846793005
INCREMENT: Final = 1442695040888963407
DROPPED: Final = 32
KEPT: Final = 31


@kernel(NUMBER, NUMBERS, NUMBER, NUMBER)
def chance(luck: Numbers, game: int, below: int) -> int:
    """A number from 0 up to, not including, `below`, which is far smaller than 2 to the power of 31."""
    state = (int(luck[game]) * FACTOR + INCREMENT) & MASK
    luck[game] = state
    return (state >> DROPPED) * int(below) >> KEPT
