"""Reads a seat's hand: is it Mahjong, how far is it from Mahjong, and which tiles help?

If chows are limited, all ways to divide those that the hand may still have among the suits are tried.
"""

from typing import Final, NamedTuple

from teahouse.kernels.arrays import IntRows, Ints
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.built_in_hands import HAND_SIZE
from teahouse.kernels.classic.deals.deal_state import GROUPS, DealState, add_tile, owned
from teahouse.kernels.classic.deals.patterns import (
    PATTERN_HANDS,
    UsefulKinds,
    is_pattern_hand,
    lower_to_pattern_hands,
    to_pattern_hand,
    with_pattern_kinds,
)
from teahouse.kernels.classic.distance.hand import (
    DistanceWorkspace,
    Shares,
    find_rests,
    least,
    load_entry,
    lowering_all,
    share_of,
    together,
)
from teahouse.kernels.classic.distance.layout import ANY_CHOWS
from teahouse.kernels.classic.pattern_rows import Patterns
from teahouse.kernels.classic.specials import FAR, distance_of, useful_for
from teahouse.kernels.kernel import hot, kernel
from teahouse.kernels.record import KernelRecord

LAST: Final = 3
"""The honours among the groups."""


class SuitWeights(KernelRecord):
    """The weights of the level `simple` for a pair, a whole set, two neighbours, and two with a gap between them."""

    pair: int
    whole: int
    neighbours: int
    gap: int


class HandLookup(NamedTuple):
    """The lookup tables of hands.

    suits, honours: of the suits by limits of chows, and of the honours; ranks, starts: where to look. suit_values: the
    value that `simple` gives to each combination of a suit, for each number of allowed chows, eight bits each, at the
    entries of `distance.layout`; weights: those for it. patterns: the special hands that rows describe.
    """

    suits: IntRows
    honours: Ints
    ranks: Ints
    starts: Ints
    suit_values: Ints
    weights: SuitWeights
    patterns: Patterns


@kernel
def entry(state: DealState, lookup: HandLookup, seat: int, group: int) -> int:
    """The entry of a group of a hand in its table."""
    keys = state.keys[seat]
    if group == LAST:
        return int(keys[2 * LAST])
    return int(lookup.starts[keys[2 * group + 1]] + lookup.ranks[keys[2 * group]])


@kernel
def chows_left(state: DealState, seat: int) -> int:
    """How many chows a seat may still have."""
    return int(state.most_chows - state.chows[seat])


@kernel
def cost_of(state: DealState, lookup: HandLookup, seat: int, group: int, limit: int) -> int:
    """How many tiles a group lacks to be whole sets, or whole sets and the pair, with at most this many chows."""
    size = state.sizes[seat, group]
    part = 2 * (size // 3) + (size % 3) // 2
    if part == 0:
        return 0
    row = 2 * entry(state, lookup, seat, group)
    word = lookup.honours[row] if group == LAST else lookup.suits[limit, row]
    return int((word >> (4 * (part - 1))) & 15)


@kernel
def is_standard(state: DealState, lookup: HandLookup, seat: int) -> bool:
    """Is a hand complete by four sets and a pair? Each group must be whole sets, one of them with the pair."""
    pairs = 0
    for group in range(GROUPS):
        size = state.sizes[seat, group]
        if size % 3 == 1:
            return False
        pairs += size % 3 == 2
    if pairs != 1:
        return False
    for group in range(GROUPS):
        if cost_of(state, lookup, seat, group, ANY_CHOWS) > 0:
            return False
    left = chows_left(state, seat)
    return left + state.meld_count[seat] >= codes.MOST_MELDS or chows_needed(state, lookup, seat, left) <= left


@kernel
def chows_needed(state: DealState, lookup: HandLookup, seat: int, most: int) -> int:
    """The fewest chows of a complete hand; more than `most` count as `most` + 1."""
    total = 0
    for group in range(LAST):
        needed = 0
        while needed <= most and cost_of(state, lookup, seat, group, needed) > 0:
            needed += 1
        total += needed
    return total


@kernel
def is_special(state: DealState, seat: int) -> bool:
    """Is a hand without melds one of the special hands that are defined by their tiles?"""
    if state.meld_count[seat] > 0 or state.hands_played == 0:
        return False
    hand = state.hands[seat]
    # With honours, the Thirteen Wonders and All Pair Honours have no minors, the Snake every wind; others have none.
    if state.sizes[seat, LAST] > 0:
        majors = state.sizes[seat, LAST]
        for suit in range(codes.SUITS):
            majors += hand[codes.RANKS * suit] + hand[codes.RANKS * suit + codes.RANKS - 1]
        winds = 0
        for wind in range(codes.FIRST_HONOUR, codes.FIRST_DRAGON):
            winds += hand[wind] > 0
        if majors < HAND_SIZE and winds < 4:
            return False
    return distance_of(hand, state.hands_played) == 0


@kernel
def is_mahjong(state: DealState, lookup: HandLookup, seat: int) -> bool:
    """Is a hand complete? Special hands that rows describe are checked separately, because few rulesets have them."""
    return is_standard(state, lookup, seat) or is_special(state, seat)


@hot
def is_any_mahjong(state: DealState, lookup: HandLookup, seat: int) -> bool:
    """The same as `is_mahjong`, also for special hands that rows describe."""
    return is_mahjong(state, lookup, seat) or (
        state.has_patterns == 1 and is_pattern_hand(state, lookup.patterns, seat)
    )


@kernel
def is_ready(state: DealState, lookup: HandLookup, seat: int) -> bool:
    """Is a hand that waits for its next tile one tile short of Mahjong? Its own tiles cannot come."""
    for kind in range(codes.KINDS):
        if owned(state, seat, kind) < 4:
            add_tile(state, seat, kind, 1)
            found = is_any_mahjong(state, lookup, seat)
            add_tile(state, seat, kind, -1)
            if found:
                return True
    return False


@kernel
def shares_at(chows: int, sets: int, number: int) -> Shares:
    """A way to divide chows among the suits, by its number; the one way without a limit."""
    if chows >= sets:
        return Shares(ANY_CHOWS, ANY_CHOWS, ANY_CHOWS)
    first, left = 0, number
    while left > chows - first:
        left -= chows - first + 1
        first += 1
    return Shares(first, left, chows - first - left)


@kernel
def ways_to_share(chows: int, sets: int) -> int:
    """How many ways there are to divide chows among the suits."""
    return 1 if chows >= sets else (chows + 1) * (chows + 2) // 2


@kernel
def lay_out(state: DealState, lookup: HandLookup, scratch: DistanceWorkspace, seat: int, shares: Shares) -> None:
    """Unpack the groups of a hand, the suits with their shares of the chows."""
    for group in range(LAST):
        load_entry(scratch, group, lookup.suits[share_of(shares, group)], entry(state, lookup, seat, group))
    load_entry(scratch, LAST, lookup.honours, entry(state, lookup, seat, LAST))


@kernel
def to_special(state: DealState, seat: int, sought: int) -> int:
    """Tiles missing to the nearest of the special hands sought, a mask of those that are defined by their tiles."""
    if state.meld_count[seat] > 0 or sought == 0:
        return FAR
    return distance_of(state.hands[seat], sought)


@kernel
def missing(
    state: DealState,
    lookup: HandLookup,
    scratch: DistanceWorkspace,
    seat: int,
    sets: int,
    chows: int,
    sought: int,
) -> int:
    """Tiles missing to Mahjong, with this many sets to make and at most this many chows, or to a special hand."""
    far = FAR
    for number in range(ways_to_share(chows, sets)):
        lay_out(state, lookup, scratch, seat, shares_at(chows, sets, number))
        far = min(far, together(scratch, sets))
    if sets == 4:
        far = min(far, to_special(state, seat, sought))
    return far


@kernel
def live(
    state: DealState,
    lookup: HandLookup,
    scratch: DistanceWorkspace,
    seat: int,
    chows: int,
    sought: int,
    pong_factor: int,
) -> int:
    """How many tiles that the seat has not seen bring a hand nearer to Mahjong, with at most this many chows.

    pong_factor: how many times a tile counts if the hand has two of its kind already.
    """
    return count_live(state, seat, useful_kinds(state, lookup, scratch, seat, chows, sought).kinds, pong_factor)


@kernel
def useful_kinds(
    state: DealState, lookup: HandLookup, scratch: DistanceWorkspace, seat: int, chows: int, sought: int
) -> UsefulKinds:
    """How far a hand is from Mahjong, and the kinds that bring it nearer."""
    sets = 4 - state.meld_count[seat]
    far, mask = FAR, 0
    for number in range(ways_to_share(chows, sets)):
        lay_out(state, lookup, scratch, seat, shares_at(chows, sets, number))
        away = together(scratch, sets)
        if away < far:
            far, mask = away, 0
        if away == far:
            mask |= lowering_all(scratch, sets, far)
    other = to_special(state, seat, sought)
    hand = state.hands[seat]
    if other <= far:
        if other < far:
            mask = 0
        mask |= useful_for(hand, sought, other)
        far = other
    return UsefulKinds(far, mask)


@kernel
def count_live(state: DealState, seat: int, mask: int, pong_factor: int) -> int:
    """How many tiles of these kinds the seat has not seen; one that makes a pong counts pong_factor times."""
    count, hand = 0, state.hands[seat]
    for kind in range(codes.KINDS):
        if (mask >> kind) & 1:
            count += max(0, 4 - state.seen[kind] - hand[kind]) * (pong_factor if hand[kind] >= 2 else 1)
    return count


@kernel
def lower_after(
    state: DealState, lookup: HandLookup, scratch: DistanceWorkspace, far: Ints, seat: int, sets: int, shares: Shares
) -> int:
    """Lower the tiles missing after each discard to those with these shares; return those missing before it."""
    lay_out(state, lookup, scratch, seat, shares)
    nearest = together(scratch, sets)
    find_rests(scratch, sets)
    for group in range(GROUPS):
        rows = lookup.honours if group == LAST else lookup.suits[share_of(shares, group)]
        for kind in range(codes.RANKS * group, min(codes.RANKS * (group + 1), codes.KINDS)):
            if state.hands[seat, kind] > 0:
                add_tile(state, seat, kind, -1)
                load_entry(scratch, group, rows, entry(state, lookup, seat, group))
                far[kind] = min(far[kind], least(scratch.costs[group], scratch.rests[group], sets))
                add_tile(state, seat, kind, 1)
    return nearest


@kernel
def after_discards(
    state: DealState,
    lookup: HandLookup,
    scratch: DistanceWorkspace,
    far: Ints,
    seat: int,
    chows: int,
    sought: int,
) -> int:
    """For each kind in a hand, the tiles missing to Mahjong or a special hand sought after discarding one of it.

    Returns those missing before.
    """
    sets = 4 - state.meld_count[seat]
    nearest = FAR
    for kind in range(codes.KINDS):
        far[kind] = FAR
    for number in range(ways_to_share(chows, sets)):
        shares = shares_at(chows, sets, number)
        nearest = min(nearest, lower_after(state, lookup, scratch, far, seat, sets, shares))
    other = to_special(state, seat, sought)
    if other > nearest + 1:
        return nearest
    for kind in range(codes.KINDS):
        if state.hands[seat, kind] > 0:
            add_tile(state, seat, kind, -1)
            far[kind] = min(far[kind], to_special(state, seat, sought))
            add_tile(state, seat, kind, 1)
    return min(nearest, other)


@kernel
def missing_any(
    state: DealState, lookup: HandLookup, scratch: DistanceWorkspace, seat: int, sets: int, chows: int, sought: int
) -> int:
    """The same as `missing`, also for special hands that rows describe."""
    far = missing(state, lookup, scratch, seat, sets, chows, sought)
    return to_pattern_hand(state, lookup.patterns, seat, far) if sought & PATTERN_HANDS else far


@kernel
def live_any(
    state: DealState,
    lookup: HandLookup,
    scratch: DistanceWorkspace,
    seat: int,
    chows: int,
    sought: int,
    pong_factor: int,
) -> int:
    """The same as `live`, also for special hands that rows describe."""
    found = useful_kinds(state, lookup, scratch, seat, chows, sought)
    if sought & PATTERN_HANDS:
        found = with_pattern_kinds(state, lookup.patterns, seat, found)
    return count_live(state, seat, found.kinds, pong_factor)


@kernel
def after_any(
    state: DealState, lookup: HandLookup, scratch: DistanceWorkspace, far: Ints, seat: int, chows: int, sought: int
) -> None:
    """The same as `after_discards`, also for special hands that rows describe."""
    nearest = after_discards(state, lookup, scratch, far, seat, chows, sought)
    if sought & PATTERN_HANDS:
        lower_to_pattern_hands(state, lookup.patterns, far, seat, nearest)
