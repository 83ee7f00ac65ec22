"""Lehmer's random numbers, for simulated deals and searches: the same numbers compiled or not.

This module needs no NumPy, so kernels that also run as plain Python can import it. `luck` has better numbers.
"""

from typing import Final

from teahouse.kernels.kernel import hot

MODULUS: Final = 2147483647
MULTIPLIER: Final = 48271
DROPPED: Final = 8
"""The lowest bits, which are the least random, are not used."""


@hot
def next_luck(luck: int) -> int:
    """The number after this one; both are from 1 up to, not including, the modulus."""
    return luck * MULTIPLIER % MODULUS


@hot
def number_below(luck: int, below: int) -> int:
    """A number from 0 up to, not including, `below`."""
    return (luck >> DROPPED) % below
