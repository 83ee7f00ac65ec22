"""Fills the tables of hands: for every combination of a group, the cost of each part and the kinds that lower it.

The kinds of a group are processed in order. After each kind there is a cost for every number of chows begun one and two
kinds before, sets and pair made, and chows used where they are limited. Combinations with the same beginning share
these costs, because they are processed as a tree. Three equal chows are three pongs, so no kind begins more than two.
"""

from typing import Final

from teahouse.kernels.arrays import Ints
from teahouse.kernels.classic.distance.layout import (
    ANY_CHOWS,
    COST,
    FILLED_HONOURS,
    HIGHS,
    HONOURS,
    LOWS,
    MASKS_AT,
    MASKS_FIRST,
    MOST,
    PARTS,
    RANKS,
    entry_of,
)
from teahouse.kernels.kernel import kernel

BEGUN: Final = 3
"""Chows that one kind may begin: 0, 1 or 2."""
MADE: Final = 10
"""Sets and pair made, as `2 * sets + pair`."""
USED: Final = 5
"""Chows used, where they are limited: 0 to 4."""
SPENT: Final = BEGUN * BEGUN * MADE * USED
"""How many costs there are after each kind."""


@kernel
def step(spent: Ints, depth: int, held: int, room: int, most_begun: int, limit: int) -> None:
    """Process one kind: `held` tiles are there, at most `room` may be used, and a chow may begin or not."""
    here = depth * SPENT
    there = here + SPENT
    for place in range(there, there + SPENT):
        spent[place] = COST
    for state in range(SPENT):
        cost = spent[here + state]
        if cost >= COST:
            continue
        used = state % USED
        made = state // USED % MADE
        second = state // (USED * MADE) % BEGUN
        first = state // (USED * MADE * BEGUN)
        for begun in range(most_begun + 1):
            chows = used
            if limit < ANY_CHOWS:
                chows = used + begun
                if chows > limit:
                    break
            for shape in range(4):  # 1: a pong, 2: the pair, 3: both; `made` is odd if there is a pair already
                needed = first + second + begun + 3 * (shape & 1) + (shape & 2)
                after = made + 2 * (begun + (shape & 1)) + (shape >> 1)
                if needed > room or after >= MADE or ((shape >> 1) & made) == 1:
                    continue
                to = there + ((second * BEGUN + begun) * MADE + after) * USED + chows
                price = cost + max(0, needed - held)
                spent[to] = min(spent[to], price)


@kernel
def costs(spent: Ints, depth: int) -> int:
    """The cost of each part after all kinds, packed."""
    packed = 0
    for part in range(PARTS):
        least = COST
        for used in range(USED):
            least = min(least, spent[depth * SPENT + (part + 1) * USED + used])
        packed |= least << (4 * part)
    return packed


@kernel
def clear(spent: Ints) -> None:
    """Start before the first kind, with no cost and nothing made."""
    for place in range(SPENT):
        spent[place] = COST
    spent[0] = 0


@kernel
def fill_suits(rows: Ints, ranks: Ints, starts: Ints, spent: Ints, held: Ints, limit: int) -> None:
    """Compute the costs of every combination of a suit with at most this many chows."""
    clear(spent)
    depth = 0
    left = MOST
    held[0] = -1
    while depth >= 0:
        held[depth] += 1
        if held[depth] > 4 or left < held[depth]:
            depth -= 1
            if depth >= 0:
                left += held[depth]
            continue
        step(spent, depth, held[depth], 4, 2 if depth < RANKS - 2 else 0, limit)
        if depth < RANKS - 1:
            left -= held[depth]
            depth += 1
            held[depth] = -1
        else:
            rows[2 * entry_of(held, ranks, starts)] = costs(spent, RANKS)


@kernel
def fill_honours(rows: Ints, spent: Ints) -> None:
    """Compute the costs of every combination of the honours, in the order of one number in base five."""
    for entry in range(FILLED_HONOURS):
        clear(spent)
        rest = entry
        for depth in range(HONOURS):
            step(spent, depth, rest % 5, 4, 0, 0)
            rest //= 5
        rows[2 * entry] = costs(spent, HONOURS)


@kernel
def add_masks(rows: Ints, entry: int, other: int, kind: int) -> None:
    """Mark a kind wherever one more of it, which leads to the other entry, lowers a cost."""
    # A tile lowers a cost by one or not at all, so no digit of the difference borrows from the next.
    lowered = (rows[2 * entry] & ((1 << MASKS_AT) - 1)) - (rows[2 * other] & ((1 << MASKS_AT) - 1))
    for part in range(PARTS):
        bit = (lowered >> (4 * part)) & 1
        if part < MASKS_FIRST:
            rows[2 * entry] |= bit << (MASKS_AT + 9 * part + kind)
        else:
            rows[2 * entry + 1] |= bit << (9 * (part - MASKS_FIRST) + kind)


@kernel
def mask_suits(rows: Ints, ranks: Ints, starts: Ints) -> None:
    """Compute the kinds that lower the costs of every combination of a suit that has room for one more tile."""
    for high in range(HIGHS):
        for low in range(LOWS):
            total = 0
            rest = low + LOWS * high
            while rest > 0:
                total += rest % 5
                rest //= 5
            if total >= MOST:
                continue
            weight = 1
            rest = low + LOWS * high
            for kind in range(RANKS):
                if rest % 5 < 4:
                    whole = low + LOWS * high + weight
                    entry = starts[high] + ranks[low]
                    add_masks(rows, entry, starts[whole // LOWS] + ranks[whole % LOWS], kind)
                rest //= 5
                weight *= 5


@kernel
def mask_honours(rows: Ints) -> None:
    """Compute the kinds that lower the costs of every combination of the honours."""
    for entry in range(FILLED_HONOURS):
        weight = 1
        for kind in range(HONOURS):
            if entry // weight % 5 < 4:
                add_masks(rows, entry, entry + weight, kind)
            weight *= 5


WORK: Final = SPENT * (RANKS + 1)
"""The size of the working memory for filling the tables."""
