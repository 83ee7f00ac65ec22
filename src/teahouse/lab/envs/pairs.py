"""Numbers for pairs of n items, counted by the first item and then the second."""

from functools import cache


@cache
def pair_starts(count: int) -> tuple[int, ...]:
    """For each first item, the number to add to the second item to get the number of the pair.

    >>> pair_starts(4)
    (-1, 1, 2, 2)
    """
    return tuple(first * (2 * count - first - 1) // 2 - first - 1 for first in range(count))


@cache
def pairs(count: int) -> tuple[tuple[int, int], ...]:
    """Every pair in the order of its number.

    >>> pairs(4)
    ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    """
    return tuple((first, second) for first in range(count) for second in range(first + 1, count))
