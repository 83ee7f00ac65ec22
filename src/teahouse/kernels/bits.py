"""Operations on bit masks, a prefetch, and a read of a whole cache line; each compiles to a few instructions."""

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


def largest_match(table: Ints, start: int, shift: int, wanted: int) -> int:
    """The largest of the eight numbers from `table[start]` on, none negative, whose bits from `shift` on are `wanted`;
    or 0."""
    return max((int(entry) for entry in table[start : start + 8] if int(entry) >> shift == wanted), default=0)
