"""Special hands that rows describe, as a seat of a simulated deal sees them: is its hand one, and how far is it?"""

from typing import Final, NamedTuple

from teahouse.kernels.arrays import Ints
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.deals.deal_state import DealState, add_tile
from teahouse.kernels.classic.pattern_rows import (
    CHOWED,
    Patterns,
    find_levels,
    is_row,
    kinds_of,
    melded_pongs_of,
    melds_of,
    row_missing,
    row_useful,
)
from teahouse.kernels.kernel import kernel

PATTERN_HANDS: Final = 1 << 10
"""A bit after those of the built-in special hands: rows are sought too."""


class UsefulKinds(NamedTuple):
    """How far a hand is from Mahjong, and the kinds that bring it nearer, as a mask."""

    far: int
    kinds: int


@kernel
def is_pattern_hand(state: DealState, patterns: Patterns, seat: int) -> bool:
    """Is a hand one of the special hands that rows describe?"""
    rows, hand, melds, count = patterns.rows, state.hands[seat], state.melds[seat], state.meld_count[seat]
    melded, melded_pongs = melds_of(melds, count), melded_pongs_of(melds, count)
    if melded == CHOWED:
        return False
    kinds = melded_pongs | kinds_of(hand)
    place = 0
    while place < len(rows) and not is_row(rows[place], hand, melded_pongs, melded, kinds, patterns.work):
        place += 1
    return place < len(rows)


@kernel
def to_pattern_hand(state: DealState, patterns: Patterns, seat: int, best: int) -> int:
    """Tiles missing to the nearest row, with the melds that the seat has; `best` if none is nearer."""
    rows, melds, count = patterns.rows, state.melds[seat], state.meld_count[seat]
    melded, melded_pongs = melds_of(melds, count), melded_pongs_of(melds, count)
    find_levels(state.hands[seat], patterns.work)
    for place in range(len(rows)):
        best = min(best, row_missing(rows[place], state.hands[seat], melded_pongs, melded, best, patterns.work))
    return best


@kernel
def with_pattern_kinds(state: DealState, patterns: Patterns, seat: int, found: UsefulKinds) -> UsefulKinds:
    """Add the rows that are as near or nearer to what was found without them."""
    rows, hand, melds, count = patterns.rows, state.hands[seat], state.melds[seat], state.meld_count[seat]
    far, mask = found.far, found.kinds
    melded, melded_pongs = melds_of(melds, count), melded_pongs_of(melds, count)
    find_levels(hand, patterns.work)
    for place in range(len(rows)):
        away = row_missing(rows[place], hand, melded_pongs, melded, far + 1, patterns.work)
        if away <= far:
            if away < far:
                far, mask = away, 0
            mask |= row_useful(rows[place], hand, melded_pongs, melded, far, patterns.work)
    return UsefulKinds(far, mask)


@kernel
def lower_to_pattern_hands(state: DealState, patterns: Patterns, far: Ints, seat: int, nearest: int) -> None:
    """Lower the tiles missing after each discard to those for the nearest row; nearest: those before, without rows.

    A discard never brings a hand nearer, so only rows that are near before it matter.
    """
    rows, hand, melds, count = patterns.rows, state.hands[seat], state.melds[seat], state.meld_count[seat]
    melded, melded_pongs, work = melds_of(melds, count), melded_pongs_of(melds, count), patterns.work
    nearby = work.lacks  # here the numbers of the rows that matter
    find_levels(hand, work)
    near = 0
    for place in range(len(rows)):
        if row_missing(rows[place], hand, melded_pongs, melded, nearest + 2, work) < nearest + 2:
            nearby[near] = place
            near += 1
    for kind in range(codes.KINDS):
        if hand[kind] > 0 and near > 0:
            add_tile(state, seat, kind, -1)
            find_levels(hand, work)
            for number in range(near):
                row = rows[int(nearby[number])]
                far[kind] = min(far[kind], row_missing(row, hand, melded_pongs, melded, far[kind], work))
            add_tile(state, seat, kind, 1)


@kernel
def lay_meld(state: DealState, seat: int, meld: int) -> None:
    """Add a set to a seat's melds for a while, to weigh its hand with it."""
    state.melds[seat, state.meld_count[seat]] = meld
    state.meld_count[seat] += 1


@kernel
def lift_meld(state: DealState, seat: int) -> None:
    """Remove the last of a seat's melds again."""
    state.meld_count[seat] -= 1
