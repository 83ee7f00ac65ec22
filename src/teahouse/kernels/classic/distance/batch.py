"""Many hands in one call."""

from teahouse.kernels.classic.distance.hand import DISTANCE, USEFUL, analyse, full, kinds_of
from teahouse.kernels.classic.distance.lane_specials import keep_nearest, nearest
from teahouse.kernels.classic.distance.lanes import (
    BEST,
    LANES,
    MASKS,
    SPECIALS,
    find_masks,
    take_honours,
    take_rows,
    take_suit,
    together,
    unpack,
)
from teahouse.kernels.classic.distance.layout import KINDS, SETS, SUITS
from teahouse.kernels.classic.distance.special import useful_for
from teahouse.kernels.compiled import compiled
from teahouse.kernels.plain import Numbers


@compiled("void(uint8[:, ::1], int64, int64, int64, uint8[::1], int64[::1], int64[::1])")
def add_specials(
    counts: Numbers, first: int, size: int, hands: int, lanes: Numbers, numbers: Numbers, hand: Numbers
) -> None:
    """Where special hands are as near as the standard shape, or nearer, add the kinds that help them."""
    for lane in range(size):
        far = lanes[SPECIALS + lane]
        if far > lanes[BEST + lane]:
            continue
        for kind in range(KINDS):
            hand[kind] = counts[first + lane, kind]
        if far < lanes[BEST + lane]:
            numbers[MASKS + lane] = 0
        numbers[MASKS + lane] |= useful_for(hand, hands, far) & ~full(hand)


@compiled(
    "int64(uint8[:, ::1], int64, int64[::1], int64, int64, int64[:, ::1], int64[::1], int64[::1], int64[::1],"
    " uint8[::1], int64[::1], int64[::1], int64[:, ::1])"
)
def distances(
    counts: Numbers,
    sets: int,
    shares: Numbers,
    hands: int,
    masks: int,
    suits: Numbers,
    honours: Numbers,
    ranks: Numbers,
    starts: Numbers,
    lanes: Numbers,
    numbers: Numbers,
    hand: Numbers,
    found: Numbers,
) -> int:
    """Distances, and with `masks` 1 the useful kinds, of hands that have to make as many sets.

    shares: how many of these may be chows, suit by suit. Of what melds hold nothing is known here. Returns the number
    of the first hand with more than fourteen tiles or more than four of a kind, at which it stops; -1 for none.
    """
    for first in range(0, len(counts), LANES):
        size = min(LANES, len(counts) - first)
        unknown = take_rows(lanes, counts, first, size)
        if unknown >= 0:
            return unknown
        for suit in range(SUITS):
            take_suit(lanes, numbers, suits[shares[suit]], ranks, starts, suit)
        take_honours(lanes, numbers, honours)
        for group in range(SUITS + 1):
            unpack(lanes, numbers, group)
        together(lanes, sets)
        if masks:
            find_masks(lanes, numbers, sets)
        nearest_of = BEST
        if hands > 0 and sets == SETS:
            nearest(lanes, hands)
            if masks:
                add_specials(counts, first, size, hands, lanes, numbers, hand)
            keep_nearest(lanes, BEST)
            nearest_of = SPECIALS
        for lane in range(size):
            found[first + lane, DISTANCE] = lanes[nearest_of + lane]
            if masks:
                found[first + lane, USEFUL] = numbers[MASKS + lane]
    return -1


@compiled(
    "void(uint8[:, ::1], uint8[:, ::1], int64[::1], int64[::1], int64, int64[:, ::1], int64[::1], int64[::1],"
    " int64[::1], int64[::1], int64[::1], int64[::1], int64[:, ::1])"
)
def analyse_melded(
    counts: Numbers,
    melded: Numbers,
    sets: Numbers,
    chows: Numbers,
    hands: int,
    suits: Numbers,
    honours: Numbers,
    ranks: Numbers,
    starts: Numbers,
    desk: Numbers,
    hand: Numbers,
    held: Numbers,
    found: Numbers,
) -> None:
    """Distance and useful kinds of hands with melds, one after another.

    `found` must hold what is true if the melds held nothing; most often that is true anyway.
    """
    for row in range(len(counts)):
        for kind in range(KINDS):
            held[kind] = melded[row, kind]
        if found[row, USEFUL] & kinds_of(held) == 0:
            continue
        for kind in range(KINDS):
            hand[kind] = counts[row, kind]
        analyse(hand, held, sets[row], chows[row], hands, suits, honours, ranks, starts, desk, found[row])
