"""Operations on bit masks, and a prefetch: compiled, each is one machine instruction."""

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
    """Prefetch the cache line of `table[index]`, which will be read soon."""
