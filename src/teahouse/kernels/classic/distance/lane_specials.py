"""The distances to special hands for 64 hands at once; `specials` explains them."""

import numpy as np

from teahouse.kernels.arrays import Bytes
from teahouse.kernels.classic.built_in_hands import (
    GATES_EXTRA,
    GATES_TILES,
    HAND_SIZE,
    MAJORS,
    PAIRS,
    SNAKE_TILES,
    TRIPLES,
)
from teahouse.kernels.classic.distance.lanes import LANES, Lanes, fill
from teahouse.kernels.classic.distance.layout import FIRST_HONOUR, KINDS, RANKS, SUITS
from teahouse.kernels.classic.specials import (
    ALL_GATES,
    FAR,
    GATES_LAST,
    GATES_MINOR,
    KNITTING,
    PAIR_HONOURS,
    PAIRS_DIFFERENT,
    SNAKE,
    TRIPLE_KNITTING,
    WIND_KINDS,
    WONDERS,
)
from teahouse.kernels.kernel import kernel

U8 = np.uint8


@kernel
def keep_nearest(lanes: Lanes, here: Bytes) -> None:
    """Keep these distances where they are the smallest so far."""
    best = lanes.specials
    for lane in range(LANES):
        best[lane] = min(best[lane], here[lane])


@kernel
def wonders(lanes: Lanes) -> None:
    """The Thirteen Unique Wonders."""
    fill(lanes.sums[0], 0)
    fill(lanes.sums[1], 0)
    kinds, most = lanes.sums[0], lanes.sums[1]
    for kind in range(KINDS):
        if (MAJORS >> kind) & 1:
            held = lanes.counts[kind]
            for lane in range(LANES):
                kinds[lane] = U8(kinds[lane] + min(held[lane], U8(1)))
                most[lane] = max(most[lane], held[lane])
    for lane in range(LANES):
        paired = min(U8(most[lane] >> U8(1)), U8(1))
        kinds[lane] = U8(U8(HAND_SIZE) - U8(kinds[lane] + paired))
    keep_nearest(lanes, lanes.sums[0])


@kernel
def cheapest_pairs(lanes: Lanes) -> None:
    """Turn pairs and single tiles, in the first and second sums, into a distance to seven pairs."""
    paired, single = lanes.sums[0], lanes.sums[1]
    for lane in range(LANES):
        wanted = U8(U8(PAIRS) - min(paired[lane], U8(PAIRS)))
        paired[lane] = U8(U8(wanted + wanted) - min(single[lane], wanted))
    keep_nearest(lanes, lanes.sums[0])


@kernel
def pair_honours(lanes: Lanes, most: int) -> None:
    """All Pair Honours, with at most this many of a kind."""
    fill(lanes.sums[0], 0)
    fill(lanes.sums[1], 0)
    paired, single = lanes.sums[0], lanes.sums[1]
    for kind in range(KINDS):
        if (MAJORS >> kind) & 1:
            held = lanes.counts[kind]
            for lane in range(LANES):
                count = min(held[lane], U8(most))
                paired[lane] = U8(paired[lane] + U8(count >> U8(1)))
                single[lane] = U8(single[lane] + U8(count & U8(1)))
    cheapest_pairs(lanes)


@kernel
def knitting(lanes: Lanes, one: int, two: int) -> None:
    """Knitting in two suits."""
    fill(lanes.sums[0], 0)
    fill(lanes.sums[1], 0)
    paired, single = lanes.sums[0], lanes.sums[1]
    for rank in range(RANKS):
        first, second = lanes.counts[one + rank], lanes.counts[two + rank]
        for lane in range(LANES):
            less, more = min(first[lane], second[lane]), max(first[lane], second[lane])
            paired[lane] = U8(paired[lane] + less)
            single[lane] = U8(single[lane] + U8(more - less))
    cheapest_pairs(lanes)


@kernel
def triple_knitting(lanes: Lanes) -> None:
    """Triple Knitting."""
    for number in range(3):
        fill(lanes.sums[number], 0)
    whole, double, single = lanes.sums[0], lanes.sums[1], lanes.sums[2]
    for rank in range(RANKS):
        a, b, c = lanes.counts[rank], lanes.counts[RANKS + rank], lanes.counts[2 * RANKS + rank]
        for lane in range(LANES):
            less, more = min(a[lane], b[lane]), max(a[lane], b[lane])
            least, most, middle = min(less, c[lane]), max(more, c[lane]), max(less, min(more, c[lane]))
            whole[lane] = U8(whole[lane] + least)
            double[lane] = U8(double[lane] + U8(middle - least))
            single[lane] = U8(single[lane] + U8(most - middle))
    for lane in range(LANES):
        first = U8(U8(TRIPLES) - min(whole[lane], U8(TRIPLES)))
        second = U8(first - min(first, double[lane]))
        third = U8(second - min(second, single[lane]))
        cost = U8(U8(first + second) + third)
        whole[lane] = U8(cost - min(cost, U8(1)))
    keep_nearest(lanes, lanes.sums[0])


@kernel
def gates(lanes: Lanes, suit: int, hands: int) -> None:
    """The Gates of Heaven in a suit; hands: its form, as a mask."""
    fill(lanes.sums[0], 0)
    fill(lanes.sums[1], 1)
    missing, more = lanes.sums[0], lanes.sums[1]
    for rank in range(RANKS):
        held = lanes.counts[RANKS * suit + rank]
        wanted = GATES_TILES[rank]
        extra = GATES_EXTRA[rank] if hands & GATES_MINOR else 1
        for lane in range(LANES):
            met = min(held[lane], U8(wanted))
            over = min(U8(held[lane] - met), U8(extra))
            missing[lane] = U8(missing[lane] + U8(U8(wanted) - met))
            more[lane] = min(more[lane], U8(U8(1) - over))
    if hands & GATES_LAST:
        for lane in range(LANES):
            more[lane] = max(more[lane], min(missing[lane], U8(1)))
    for lane in range(LANES):
        missing[lane] = U8(missing[lane] + more[lane])
    keep_nearest(lanes, lanes.sums[0])


@kernel
def snakes(lanes: Lanes) -> None:
    """The Wriggling Snake in each suit."""
    fill(lanes.sums[3], WIND_KINDS)
    missing, winds = lanes.sums[0], lanes.sums[3]
    for wind in range(FIRST_HONOUR, FIRST_HONOUR + WIND_KINDS):
        held = lanes.counts[wind]
        for lane in range(LANES):
            winds[lane] = U8(winds[lane] - min(held[lane], U8(1)))
    for suit in range(SUITS):
        for lane in range(LANES):
            missing[lane] = U8(winds[lane] + U8(HAND_SIZE - WIND_KINDS))
        for rank in range(RANKS):
            held = lanes.counts[RANKS * suit + rank]
            most = SNAKE_TILES[rank]
            for lane in range(LANES):
                missing[lane] = U8(missing[lane] - min(held[lane], U8(most)))
        keep_nearest(lanes, lanes.sums[0])


@kernel
def nearest(lanes: Lanes, hands: int) -> None:
    """The distances to the nearest of these special hands."""
    fill(lanes.specials, FAR)
    if hands & WONDERS:
        wonders(lanes)
    if hands & PAIR_HONOURS:
        pair_honours(lanes, 4)
    if hands & PAIRS_DIFFERENT:
        pair_honours(lanes, 2)
    if hands & TRIPLE_KNITTING:
        triple_knitting(lanes)
    if hands & SNAKE:
        snakes(lanes)
    for suit in range(SUITS):
        if hands & KNITTING:
            knitting(lanes, RANKS * suit, RANKS * suit + RANKS if suit < SUITS - 1 else 0)
        if hands & ALL_GATES:
            gates(lanes, suit, hands)
