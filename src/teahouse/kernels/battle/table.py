"""The table of positions already searched: one array shared by all threads, without locks.

An entry is one number of 63 bits, written by one store, so that no thread ever sees half of it:

    check (43 bits) | lower bound + 128 (8) | 127 - upper bound (8) | work (4)

so that an empty entry, 0, has the widest bounds: the value lies between -128 and 127. Eight entries make a bucket of
one cache line. A position's bucket follows from its first key, its check from its second.

**Every value fits.** The players take turns, so from any position on the mover takes q or q + 1 pairs and the other
player q, all different, of the 54 pairs of a full board: six of each value from 1 to 9. The mover's points minus the
other's are at most the q + 1 highest values minus the q lowest. Another pair for both raises that as long as the next
highest value is above the next lowest one, that is to q = 24: 24 pairs of 9 to 6 and a 5, 185 points, minus 24 pairs of
1 to 4, 60 points, are 125. In the same way they are at least the q lowest minus the q highest: 60 - 180 = -120. So
`MOST` and `LEAST` are between `HIGHEST` and `LOWEST`.

A search finds bounds, not only values. An upper bound above 127 or a lower one below -128 says no more than these, so
they are stored instead (`narrowed`). In a search that ends with estimates, which proves nothing, values outside could
occur; they count as the nearest that fits, and never spill into other bits.
"""

from typing import Final

from teahouse.kernels.arrays import Ints
from teahouse.kernels.bits import fetch, highest, largest_match
from teahouse.kernels.kernel import hot

WAYS: Final = 8
PLACE_BITS: Final = 31
PLACE_MASK: Final = (1 << PLACE_BITS) - 1
CHECK_SHIFT: Final = 20
CHECK_MASK: Final = (1 << 43) - 1
LOWER_SHIFT: Final = 12
UPPER_SHIFT: Final = 4
BYTE: Final = 255
WORK: Final = 15
LOWEST: Final = -128
HIGHEST: Final = 127
LEAST: Final = -120
MOST: Final = 125
"""The bounds of every value, from the rules."""
UNKNOWN: Final = 0


@hot
def bucket(table: Ints, place: int) -> int:
    """Where the bucket of a position begins."""
    return (((place & PLACE_MASK) * (len(table) >> 3)) >> PLACE_BITS) << 3


@hot
def find(table: Ints, place: int, check: int) -> int:
    """The entry of a position, or 0.

    Two threads may have written the same position: either entry is right.
    """
    return largest_match(table, bucket(table, place), CHECK_SHIFT, check & CHECK_MASK)


@hot
def lower(entry: int) -> int:
    """The lower bound that an entry holds."""
    return ((entry >> LOWER_SHIFT) & BYTE) + LOWEST


@hot
def upper(entry: int) -> int:
    """The upper bound that an entry holds."""
    return HIGHEST - ((entry >> UPPER_SHIFT) & BYTE)


@hot
def narrowed(bound: int) -> int:
    """A bound, or the nearest one that an entry can hold."""
    return min(max(bound, LOWEST), HIGHEST)


@hot
def prefetch(table: Ints, place: int) -> None:
    """Prefetch the bucket of a position that will be looked up soon."""
    fetch(table, bucket(table, place))


@hot
def keep(table: Ints, place: int, check: int, low: int, high: int, nodes: int) -> None:
    """Write bounds that took this many nodes: into the position's entry, or over the entry that took the fewest."""
    # The number of an entry's way is in the low bits of its price; the work is half the binary digits of the nodes.
    start = bucket(table, place)
    wanted = check & CHECK_MASK
    found = UNKNOWN
    cheapest = WAYS * (WORK + 2)
    for index in range(WAYS):
        entry = table[start + index]
        is_same = entry >> CHECK_SHIFT == wanted
        found = max(found, entry if is_same else UNKNOWN)
        cheapest = min(cheapest, index + (0 if is_same else WAYS * ((entry & WORK) + 1)))
    low = max(low, lower(found))
    high = min(high, upper(found))
    work = min(highest(nodes | 1) >> 1, WORK)
    bounds = (low - LOWEST) << LOWER_SHIFT | (HIGHEST - high) << UPPER_SHIFT
    table[start + cheapest % WAYS] = wanted << CHECK_SHIFT | bounds | work
