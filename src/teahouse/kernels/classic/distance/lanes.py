"""Many hands side by side: the same sums for 64 hands at a time, so that the machine does several in one step.

Every number of a hand has a *lane* for each of the 64 hands; all are bytes, in one long array.
"""

from typing import Final

import numpy as np

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
from teahouse.kernels.compiled import compiled
from teahouse.kernels.plain import Numbers

LANES: Final = 64
COUNTS: Final = 0
"""The lanes of the tiles in hand, by kind; then the costs of the groups, of two together, and of all but one."""
COSTS: Final = COUNTS + KINDS * LANES
GROUP: Final = 10 * LANES
PAIRED: Final = COSTS + 4 * GROUP
RESTS: Final = PAIRED + 2 * GROUP
BEST: Final = RESTS + 4 * GROUP
"""The lanes of the distance, of the distance to special hands, and of the sums that these need."""
SPECIALS: Final = BEST + LANES
SUMS: Final = SPECIALS + LANES
BYTES: Final = SUMS + 4 * LANES

WORDS: Final = 0
"""Among the numbers of a block: the entries of the groups, twice 64 each, and the masks found."""
MASKS: Final = WORDS + 8 * LANES
NUMBERS: Final = MASKS + LANES

U8 = np.uint8


@compiled("void(uint8[::1], int64, int64)")
def fill(lanes: Numbers, to: int, value: int) -> None:
    """Give every lane this number."""
    lane_of = lanes[to : to + LANES]
    for lane in range(LANES):
        lane_of[lane] = U8(value)


@compiled("int64(uint8[::1], uint8[:, ::1], int64, int64)")
def take_rows(lanes: Numbers, counts: Numbers, first: int, size: int) -> int:
    """Lay the hands of a block out lane by lane; the first that no table knows, or -1. Other lanes hold nothing."""
    for lane in range(size):
        total = most = 0
        for kind in range(KINDS):
            held = counts[first + lane, kind]
            lanes[COUNTS + kind * LANES + lane] = held
            total += held
            most = max(most, held)
        if total >= MOST or most > 4:
            return first + lane
    for lane in range(size, LANES):
        for kind in range(KINDS):
            lanes[COUNTS + kind * LANES + lane] = 0
    return -1


@compiled("void(uint8[::1], int64[::1], int64, int64, int64)")
def take_keys(lanes: Numbers, numbers: Numbers, to: int, first: int, kinds: int) -> None:
    """So many kinds, from the first on, as numbers in base five."""
    keys = numbers[to : to + LANES]
    for lane in range(LANES):
        keys[lane] = 0
    for kind in range(first + kinds - 1, first - 1, -1):
        held = lanes[COUNTS + kind * LANES : COUNTS + kind * LANES + LANES]
        for lane in range(LANES):
            keys[lane] = 5 * keys[lane] + held[lane]


@compiled("void(uint8[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64)")
def take_suit(lanes: Numbers, numbers: Numbers, rows: Numbers, ranks: Numbers, starts: Numbers, suit: int) -> None:
    """Find the entries of a suit."""
    to = WORDS + 2 * suit * LANES
    take_keys(lanes, numbers, to, RANKS * suit, LOW)
    take_keys(lanes, numbers, to + LANES, RANKS * suit + LOW, RANKS - LOW)
    one, two = numbers[to : to + LANES], numbers[to + LANES : to + 2 * LANES]
    for lane in range(LANES):
        entry = 2 * (starts[two[lane]] + ranks[one[lane]])
        one[lane] = rows[entry]
        two[lane] = rows[entry + 1]


@compiled("void(uint8[::1], int64[::1], int64[::1])")
def take_honours(lanes: Numbers, numbers: Numbers, rows: Numbers) -> None:
    """Find the entries of the honours."""
    to = WORDS + 2 * SUITS * LANES
    take_keys(lanes, numbers, to, FIRST_HONOUR, HONOURS)
    one, two = numbers[to : to + LANES], numbers[to + LANES : to + 2 * LANES]
    for lane in range(LANES):
        entry = 2 * one[lane]
        one[lane] = rows[entry]
        two[lane] = rows[entry + 1]


@compiled("void(uint8[::1], int64[::1], int64)")
def unpack(lanes: Numbers, numbers: Numbers, group: int) -> None:
    """Lay out what the parts of a group cost."""
    at = COSTS + group * GROUP
    words = numbers[WORDS + 2 * group * LANES : WORDS + (2 * group + 1) * LANES]
    fill(lanes, at, 0)
    for part in range(PARTS):
        to = lanes[at + (1 + part) * LANES : at + (2 + part) * LANES]
        for lane in range(LANES):
            to[lane] = U8((words[lane] >> (4 * part)) & COST)


@compiled("void(uint8[::1], int64, int64, int64)")
def lower(lanes: Numbers, to: int, one: int, two: int) -> None:
    """Lower lanes to the sums of two others where these are less."""
    least, first, second = lanes[to : to + LANES], lanes[one : one + LANES], lanes[two : two + LANES]
    for lane in range(LANES):
        least[lane] = min(least[lane], U8(first[lane] + second[lane]))


@compiled("void(uint8[::1], int64, int64, int64, int64)")
def join(lanes: Numbers, one: int, two: int, to: int, sets: int) -> None:
    """What two groups cost together, for every part of at most so many sets."""
    for part in range(2 * sets + 2):
        fill(lanes, to + part * LANES, COST)
    for a in range(sets + 1):
        for b in range(sets + 1 - a):
            at = to + 2 * (a + b) * LANES
            lower(lanes, at, one + 2 * a * LANES, two + 2 * b * LANES)
            lower(lanes, at + LANES, one + 2 * a * LANES, two + (2 * b + 1) * LANES)
            lower(lanes, at + LANES, one + (2 * a + 1) * LANES, two + 2 * b * LANES)


@compiled("void(uint8[::1], int64)")
def together(lanes: Numbers, sets: int) -> None:
    """The distances of the standard shape."""
    join(lanes, COSTS, COSTS + GROUP, PAIRED, sets)
    join(lanes, COSTS + 2 * GROUP, COSTS + 3 * GROUP, PAIRED + GROUP, sets)
    fill(lanes, BEST, COST)
    for part in range(2 * sets + 2):
        lower(lanes, BEST, PAIRED + part * LANES, PAIRED + GROUP + (2 * sets + 1 - part) * LANES)


@compiled("void(uint8[::1], int64[::1], int64, int64, int64, int64)")
def choose(lanes: Numbers, numbers: Numbers, group: int, part: int, sets: int, word: int) -> None:
    """Add the kinds that lower a part, where some cheapest sum has it."""
    cost = COSTS + group * GROUP + (1 + part) * LANES
    rest = RESTS + group * GROUP + (2 * sets - part) * LANES
    shift = 9 * (part - MASKS_FIRST)
    if part < MASKS_FIRST:
        shift = MASKS_AT + 9 * part
    to = RANKS * group
    costs, rests, best = lanes[cost : cost + LANES], lanes[rest : rest + LANES], lanes[BEST : BEST + LANES]
    words, masks = numbers[word : word + LANES], numbers[MASKS : MASKS + LANES]
    for lane in range(LANES):
        mask = ((words[lane] >> shift) & MASK) << to
        masks[lane] |= mask if U8(costs[lane] + rests[lane]) == best[lane] else 0


@compiled("void(uint8[::1], int64[::1], int64)")
def find_masks(lanes: Numbers, numbers: Numbers, sets: int) -> None:
    """The kinds that lower the distance of the standard shape."""
    pairs = PAIRED + GROUP
    join(lanes, COSTS + GROUP, pairs, RESTS, sets)
    join(lanes, COSTS, pairs, RESTS + GROUP, sets)
    join(lanes, PAIRED, COSTS + 3 * GROUP, RESTS + 2 * GROUP, sets)
    join(lanes, PAIRED, COSTS + 2 * GROUP, RESTS + 3 * GROUP, sets)
    masks = numbers[MASKS : MASKS + LANES]
    for lane in range(LANES):
        masks[lane] = 0
    for group in range(SUITS + 1):
        word = WORDS + 2 * group * LANES
        for part in range(2 * sets + 1):
            choose(lanes, numbers, group, part, sets, word if part < MASKS_FIRST else word + LANES)
