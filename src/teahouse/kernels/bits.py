"""Bits of masks, and a hint to the memory: compiled, each of these is one instruction of the machine."""

from teahouse.kernels.arrays import Ints


def ones(mask: int) -> int:
    """How many bits are set in a mask of at most 63 bits."""
    return int(mask).bit_count()


def lowest(mask: int) -> int:
    """The number of the lowest set bit of a mask that is not 0."""
    return (int(mask) & -int(mask)).bit_length() - 1


def highest(mask: int) -> int:
    """The number of the highest set bit of a mask that is not 0."""
    return int(mask).bit_length() - 1


def fetch(table: Ints, index: int) -> None:
    """Ask for the cache line that holds `table[index]`, which will be read soon."""
