"""64 hands at a time, so that the processor handles several hands in one instruction.

Every number of a hand has a *lane* for each of the 64 hands.
"""

from typing import Annotated, Final

import numpy as np

from teahouse.kernels.arrays import ByteRows, Bytes, Ints
from teahouse.kernels.classic.distance.layout import (
    COST,
    FIRST_HONOUR,
    HONOURS,
    KINDS,
    LOW,
    MASK,
    MASKS_AT,
    MASKS_FIRST,
    MOST,
    PARTS,
    RANKS,
    SUITS,
)
from teahouse.kernels.kernel import kernel
from teahouse.kernels.record import KernelRecord

LANES: Final = 64
GROUPS: Final = 4
COSTS: Final = 10
SUMS: Final = 4

U8 = np.uint8


class Lanes(KernelRecord):
    """Working memory for 64 hands, with the lanes of every number side by side.

    counts: the tiles in hand, by kind. costs: what the parts of each group cost; chowed: with one chow, where costs are
    without; joined: of the first two groups together and of the two others; rests: of the three others beside each
    group. best, specials: the distance, and that to special hands; sums: what these need. words: the entries of the
    groups. masks: the kinds found. hand: the tiles of one of the hands.
    """

    counts: Annotated[Bytes, (KINDS, LANES)]
    costs: Annotated[Bytes, (GROUPS, COSTS, LANES)]
    chowed: Annotated[Bytes, (SUITS, COSTS, LANES)]
    joined: Annotated[Bytes, (GROUPS, COSTS, LANES)]
    rests: Annotated[Bytes, (GROUPS, COSTS, LANES)]
    best: Annotated[Bytes, LANES]
    specials: Annotated[Bytes, LANES]
    sums: Annotated[Bytes, (SUMS, LANES)]
    words: Annotated[Ints, (GROUPS, 2, LANES)]
    masks: Annotated[Ints, LANES]
    hand: Annotated[Ints, KINDS]


@kernel
def fill(lanes: Bytes, value: int) -> None:
    """Set every lane to this number."""
    for lane in range(LANES):
        lanes[lane] = U8(value)


@kernel
def load_rows(lanes: Lanes, counts: ByteRows, first: int, size: int) -> int:
    """Write a block of hands lane by lane, other lanes empty; return the first hand that no table covers, or -1."""
    for lane in range(size):
        total = most = 0
        for kind in range(KINDS):
            held = counts[first + lane, kind]
            lanes.counts[kind, lane] = held
            total += held
            most = max(most, held)
        if total >= MOST or most > 4:
            return first + lane
    for lane in range(size, LANES):
        for kind in range(KINDS):
            lanes.counts[kind, lane] = 0
    return -1


@kernel
def find_keys(lanes: Lanes, keys: Ints, first: int, kinds: int) -> None:
    """Compute the number in base five of this many kinds, from the first on."""
    for lane in range(LANES):
        keys[lane] = 0
    for kind in range(first + kinds - 1, first - 1, -1):
        held = lanes.counts[kind]
        for lane in range(LANES):
            keys[lane] = 5 * keys[lane] + held[lane]


@kernel
def load_suit(lanes: Lanes, rows: Ints, ranks: Ints, starts: Ints, suit: int) -> None:
    """Find the entries of a suit."""
    one, two = lanes.words[suit, 0], lanes.words[suit, 1]
    find_keys(lanes, one, RANKS * suit, LOW)
    find_keys(lanes, two, RANKS * suit + LOW, RANKS - LOW)
    for lane in range(LANES):
        entry = 2 * (starts[two[lane]] + ranks[one[lane]])
        one[lane] = rows[entry]
        two[lane] = rows[entry + 1]


@kernel
def load_suit_twice(lanes: Lanes, without: Ints, one_chow: Ints, ranks: Ints, starts: Ints, suit: int) -> None:
    """Find the entries of a suit without chows and with one."""
    one, two = lanes.words[suit, 0], lanes.words[suit, 1]
    find_keys(lanes, one, RANKS * suit, LOW)
    find_keys(lanes, two, RANKS * suit + LOW, RANKS - LOW)
    for lane in range(LANES):
        entry = 2 * (starts[two[lane]] + ranks[one[lane]])
        one[lane] = without[entry]
        two[lane] = one_chow[entry]


@kernel
def load_honours(lanes: Lanes, rows: Ints) -> None:
    """Find the entries of the honours."""
    one, two = lanes.words[SUITS, 0], lanes.words[SUITS, 1]
    find_keys(lanes, one, FIRST_HONOUR, HONOURS)
    for lane in range(LANES):
        entry = 2 * one[lane]
        one[lane] = rows[entry]
        two[lane] = rows[entry + 1]


@kernel
def unpack(lanes: Lanes, group: int) -> None:
    """Unpack the costs of a group's parts."""
    unpack_to(lanes.words[group, 0], lanes.costs[group])


@kernel
def unpack_to(words: Ints, costs: ByteRows) -> None:
    """Unpack the costs of parts."""
    fill(costs[0], 0)
    for part in range(PARTS):
        to = costs[1 + part]
        for lane in range(LANES):
            to[lane] = U8((words[lane] >> (4 * part)) & COST)


@kernel
def lower(least: Bytes, one: Bytes, two: Bytes) -> None:
    """Lower lanes to the sums of two others where these are less."""
    for lane in range(LANES):
        least[lane] = min(least[lane], U8(one[lane] + two[lane]))


@kernel
def join(one: ByteRows, two: ByteRows, into: ByteRows, sets: int) -> None:
    """The cost of two groups together, for every part of at most this many sets."""
    for part in range(2 * sets + 2):
        fill(into[part], COST)
    join_too(one, two, into, sets)


@kernel
def join_too(one: ByteRows, two: ByteRows, into: ByteRows, sets: int) -> None:
    """Lower costs to those of two groups together."""
    for a in range(sets + 1):
        for b in range(sets + 1 - a):
            at = 2 * (a + b)
            lower(into[at], one[2 * a], two[2 * b])
            lower(into[at + 1], one[2 * a], two[2 * b + 1])
            lower(into[at + 1], one[2 * a + 1], two[2 * b])


@kernel
def together(lanes: Lanes, sets: int) -> None:
    """The distances of the standard shape."""
    join(lanes.costs[0], lanes.costs[1], lanes.joined[0], sets)
    join(lanes.costs[2], lanes.costs[3], lanes.joined[1], sets)
    fill(lanes.best, COST)
    for part in range(2 * sets + 2):
        lower(lanes.best, lanes.joined[0, part], lanes.joined[1, 2 * sets + 1 - part])


@kernel
def together_with_one_chow(lanes: Lanes, sets: int) -> None:
    """The distances of the standard shape where at most one suit has a chow."""
    join(lanes.costs[0], lanes.costs[1], lanes.joined[0], sets)
    join(lanes.costs[0], lanes.chowed[1], lanes.joined[1], sets)
    join_too(lanes.chowed[0], lanes.costs[1], lanes.joined[1], sets)
    join(lanes.costs[2], lanes.costs[3], lanes.joined[2], sets)
    join(lanes.chowed[2], lanes.costs[3], lanes.joined[3], sets)
    fill(lanes.best, COST)
    for part in range(2 * sets + 2):
        lower(lanes.best, lanes.joined[0, part], lanes.joined[3, 2 * sets + 1 - part])
        lower(lanes.best, lanes.joined[1, part], lanes.joined[2, 2 * sets + 1 - part])


@kernel
def choose(lanes: Lanes, group: int, part: int, sets: int) -> None:
    """Add the kinds that lower a part, where the part is in some cheapest sum."""
    shift, word = 9 * (part - MASKS_FIRST), 1
    if part < MASKS_FIRST:
        shift, word = MASKS_AT + 9 * part, 0
    to = RANKS * group
    costs, rests, best = lanes.costs[group, 1 + part], lanes.rests[group, 2 * sets - part], lanes.best
    words, masks = lanes.words[group, word], lanes.masks
    for lane in range(LANES):
        mask = ((words[lane] >> shift) & MASK) << to
        masks[lane] |= mask if U8(costs[lane] + rests[lane]) == best[lane] else 0


@kernel
def find_masks(lanes: Lanes, sets: int) -> None:
    """Find the kinds that lower the distance of the standard shape."""
    join(lanes.costs[1], lanes.joined[1], lanes.rests[0], sets)
    join(lanes.costs[0], lanes.joined[1], lanes.rests[1], sets)
    join(lanes.joined[0], lanes.costs[3], lanes.rests[2], sets)
    join(lanes.joined[0], lanes.costs[2], lanes.rests[3], sets)
    for lane in range(LANES):
        lanes.masks[lane] = 0
    for group in range(GROUPS):
        for part in range(2 * sets + 1):
            choose(lanes, group, part, sets)
