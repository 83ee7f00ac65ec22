"""Many hands in one call."""

from typing import NamedTuple

from teahouse.kernels.arrays import ByteRows, Ints, Rows
from teahouse.kernels.classic.distance.hand import DistanceWorkspace, HandDistance, Wanted, analyse, full, kinds_of
from teahouse.kernels.classic.distance.lane_specials import keep_nearest, nearest
from teahouse.kernels.classic.distance.lanes import (
    LANES,
    Lanes,
    find_masks,
    load_honours,
    load_rows,
    load_suit,
    load_suit_twice,
    together,
    together_with_one_chow,
    unpack,
    unpack_to,
)
from teahouse.kernels.classic.distance.layout import KINDS, SETS, SUITS, HandTables
from teahouse.kernels.classic.specials import useful_for
from teahouse.kernels.kernel import kernel


class Alike(NamedTuple):
    """What a batch of hands shares.

    sets: still to make. shares: how many of these may be chows, suit by suit. hands: the special hands of the ruleset.
    masks: whether to find useful kinds.
    """

    sets: int
    shares: Ints
    hands: int
    masks: bool


class MeldedHands(NamedTuple):
    """Hands with melds, a row each: tiles in hand and in melds, sets still to make, and chows among them."""

    counts: ByteRows
    melded: ByteRows
    sets: Ints
    chows: Ints


@kernel
def add_specials(counts: ByteRows, first: int, size: int, hands: int, lanes: Lanes) -> None:
    """Add the kinds that help special hands which are at least as near as the standard shape."""
    for lane in range(size):
        far = lanes.specials[lane]
        if far > lanes.best[lane]:
            continue
        for kind in range(KINDS):
            lanes.hand[kind] = counts[first + lane, kind]
        if far < lanes.best[lane]:
            lanes.masks[lane] = 0
        lanes.masks[lane] |= useful_for(lanes.hand, hands, far) & ~full(lanes.hand)


@kernel
def distances(counts: ByteRows, alike: Alike, tables: HandTables, lanes: Lanes, found: Rows[HandDistance]) -> int:
    """The distances of hands with the same number of sets to make, and their useful kinds if wanted.

    Melded tiles are not taken into account. Stops at the first hand with more than fourteen tiles or more than four of
    a kind and returns its number; -1 if there is none.
    """
    sets = alike.sets
    for first in range(0, len(counts), LANES):
        size = min(LANES, len(counts) - first)
        unknown = load_rows(lanes, counts, first, size)
        if unknown >= 0:
            return unknown
        for suit in range(SUITS):
            load_suit(lanes, tables.suits[alike.shares[suit]], tables.ranks, tables.starts, suit)
        load_honours(lanes, tables.honours)
        for group in range(SUITS + 1):
            unpack(lanes, group)
        together(lanes, sets)
        if alike.masks:
            find_masks(lanes, sets)
        if alike.hands > 0 and sets == SETS:
            nearest(lanes, alike.hands)
            if alike.masks:
                add_specials(counts, first, size, alike.hands, lanes)
            keep_nearest(lanes, lanes.best)
            for lane in range(LANES):
                lanes.best[lane] = lanes.specials[lane]
        for lane in range(size):
            found[first + lane].distance = lanes.best[lane]
            if alike.masks:
                found[first + lane].useful = lanes.masks[lane]
    return -1


@kernel
def distances_with_one_chow(
    counts: ByteRows, alike: Alike, tables: HandTables, lanes: Lanes, found: Rows[HandDistance]
) -> int:
    """The distances of hands that may have one chow: the least that `distances` finds over all shares, in one pass."""
    sets = alike.sets
    for first in range(0, len(counts), LANES):
        size = min(LANES, len(counts) - first)
        unknown = load_rows(lanes, counts, first, size)
        if unknown >= 0:
            return unknown
        for suit in range(SUITS):
            load_suit_twice(lanes, tables.suits[0], tables.suits[1], tables.ranks, tables.starts, suit)
            unpack_to(lanes.words[suit, 0], lanes.costs[suit])
            unpack_to(lanes.words[suit, 1], lanes.chowed[suit])
        load_honours(lanes, tables.honours)
        unpack(lanes, SUITS)
        together_with_one_chow(lanes, sets)
        if alike.hands > 0 and sets == SETS:
            nearest(lanes, alike.hands)
            keep_nearest(lanes, lanes.best)
            for lane in range(LANES):
                lanes.best[lane] = lanes.specials[lane]
        for lane in range(size):
            found[first + lane].distance = lanes.best[lane]
    return -1


@kernel
def analyse_melded(
    hands: MeldedHands, specials: int, tables: HandTables, scratch: DistanceWorkspace, found: Rows[HandDistance]
) -> None:
    """The distance and useful kinds of hands with melds, one after another.

    specials: the special hands of the ruleset. `found` must hold the result without regard to melded tiles, which is
    usually right already.
    """
    counts, melded = scratch.counts, scratch.melded
    for row in range(len(hands.counts)):
        for kind in range(KINDS):
            melded[kind] = hands.melded[row, kind]
        if found[row].useful & kinds_of(melded) == 0:
            continue
        for kind in range(KINDS):
            counts[kind] = hands.counts[row, kind]
        wanted = Wanted(hands.sets[row], hands.chows[row], specials)
        analyse(counts, melded, wanted, tables, scratch, found[row])
