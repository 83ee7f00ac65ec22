"""Lehmer's random numbers, for simulated deals and searches: the same numbers compiled or not.

This module needs no NumPy, so kernels that also run as plain Python can import it. `knuth` has better numbers.
"""

from typing import Final

from teahouse.kernels.kernel import hot

MODULUS: Final = 2147483647
MULTIPLIER: Final = 48271
DROPPED: Final = 8
"""The lowest bits, which are the least random, are not used."""


@hot
def next_state(state: int) -> int:
    """The random state after this one; both are from 1 up to, not including, the modulus."""
    return state * MULTIPLIER % MODULUS


@hot
def number_below(state: int, below: int) -> int:
    """A number from 0 up to, not including, `below`."""
    return (state >> DROPPED) % below
