"""The layout of the tables of hands, and how to find a group of tiles in them.

A *group* is a suit, nine kinds, or the honours, seven. The tiles of a suit are two numbers in base five: `low` for the
first five kinds, `high` for the other four. The suits' table has a section for each `high`; within it are the
combinations of low kinds that leave the suit at most `MOST` tiles, fewest tiles first. So `starts[high] + ranks[low]`
is the entry, no entry is unused, and common hands are close together.

A *part* is what a group may contribute to a hand: a number of sets, with the pair or without. The empty part costs
nothing; the nine others are numbered `2 * sets + pair - 1`. An entry has two numbers. The first holds the cost of each
part, four bits each, in missing tiles. Then follow, nine bits each, the kinds that lower each cost: for three parts in
the first number and for six in the second.
"""

from typing import Final, NamedTuple

from teahouse.kernels.arrays import IntRows, Ints
from teahouse.kernels.kernel import kernel

KINDS: Final = 34
SUITS: Final = 3
RANKS: Final = 9
HONOURS: Final = 7
FIRST_HONOUR: Final = 27
LOW: Final = 5
"""How many kinds of a suit are in its lower number."""
LOWS: Final = 5**LOW
HIGHS: Final = 5 ** (RANKS - LOW)
MOST_LOW: Final = 4 * LOW
FILLED_HONOURS: Final = 5**HONOURS
MOST: Final = 15
"""The most tiles of a suit in the tables: fourteen, and one more to see whether it helps."""
ENTRIES: Final = 548_090

SETS: Final = 4
PARTS: Final = 9
COST: Final = 15
"""The mask of a cost, and the cost of a part that is impossible."""
MASK: Final = 511
MASKS_AT: Final = 36
"""The first number's bit where the masks begin."""
MASKS_FIRST: Final = 3
"""How many masks are in the first number."""

LIMITS: Final = 5
"""The suits' tables: by how many chows there may be, 0 to 3, and without limit."""
ANY_CHOWS: Final = 4


class HandTables(NamedTuple):
    """The tables for analysing hands: the suits' tables by limits of chows, the honours' table, and the indices."""

    suits: IntRows
    honours: Ints
    ranks: Ints
    starts: Ints


@kernel
def digits(number: int) -> int:
    """The sum of the digits in base five."""
    total = 0
    while number > 0:
        total += number % 5
        number //= 5
    return total


@kernel
def number_entries(ranks: Ints, starts: Ints, ends: Ints) -> None:
    """Compute the place of each low and each high number; `ends`: how many low numbers have at most this many tiles."""
    place = 0
    for total in range(MOST_LOW + 1):
        for low in range(LOWS):
            if digits(low) == total:
                ranks[low] = place
                place += 1
        ends[total] = place
    entry = 0
    for total in range(MOST + 1):
        for high in range(HIGHS):
            if digits(high) == total:
                starts[high] = entry
                entry += ends[min(MOST - total, MOST_LOW)]


@kernel
def entry_of(held: Ints, ranks: Ints, starts: Ints) -> int:
    """The entry of a suit's tiles, given as nine numbers."""
    low = high = 0
    for kind in range(LOW - 1, -1, -1):
        low = 5 * low + held[kind]
    for kind in range(RANKS - 1, LOW - 1, -1):
        high = 5 * high + held[kind]
    entry: int = starts[high] + ranks[low]
    return entry
