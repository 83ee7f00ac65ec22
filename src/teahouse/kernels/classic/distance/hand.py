"""One hand: how many tiles are missing to Mahjong, and which kinds bring it nearer.

A hand of the standard shape takes a part from each group: the sets still to make, and one pair in all. The tables hold
the cost of each part; the cheapest sum is the distance. A kind helps when it lowers the cost of a part of some cheapest
sum. Where chows are limited, all ways to divide them among the suits are tried.

No kind has more than four tiles. The tables know this for the tiles in hand. Where a kind is also in melds and seems to
help, the costs of its group are computed again.
"""

from typing import Annotated, Final, NamedTuple

from teahouse.kernels.arrays import Ints
from teahouse.kernels.classic.distance.layout import (
    ANY_CHOWS,
    COST,
    FIRST_HONOUR,
    HONOURS,
    KINDS,
    MASK,
    MASKS_AT,
    MASKS_FIRST,
    PARTS,
    RANKS,
    SETS,
    SUITS,
    HandTables,
    entry_of,
)
from teahouse.kernels.classic.distance.tables import WORK, clear, costs, step
from teahouse.kernels.classic.specials import FAR, distance_of, useful_for
from teahouse.kernels.kernel import kernel
from teahouse.kernels.record import KernelRecord

GROUPS: Final = 4
COSTS: Final = 10
"""What each part of a group costs, nothing at all being the first."""


class DistanceWorkspace(KernelRecord):
    """Working memory for one hand.

    words: the entries of the groups. costs: what the parts of each group cost; joined: of the first two groups together
    and of the two others; rests: of the three others for each group. spent: for computing costs again.
    counts, melded: the tiles of one of many hands.
    """

    words: Annotated[Ints, (GROUPS, 2)]
    costs: Annotated[Ints, (GROUPS, COSTS)]
    joined: Annotated[Ints, (2, COSTS)]
    rests: Annotated[Ints, (GROUPS, COSTS)]
    spent: Annotated[Ints, WORK]
    counts: Annotated[Ints, KINDS]
    melded: Annotated[Ints, KINDS]


class HandDistance(KernelRecord):
    """The result for a hand: its distance, and the kinds that lower it, as a mask."""

    distance: int
    useful: int


class Shares(NamedTuple):
    """The largest number of chows of each suit."""

    one: int
    two: int
    three: int


class Wanted(NamedTuple):
    """The complete hands that a hand may become.

    sets: still to make; how many of them may be chows; and the special hands of the ruleset, for a hand without melds.
    """

    sets: int
    chows: int
    hands: int


@kernel
def join(one: Ints, two: Ints, into: Ints, sets: int) -> None:
    """The cost of two groups together, for every part of at most this many sets."""
    for place in range(COSTS):
        into[place] = COST
    for a in range(sets + 1):
        first, paired = one[2 * a], one[2 * a + 1]
        for b in range(sets + 1 - a):
            at = 2 * (a + b)
            second = two[2 * b]
            into[at] = min(into[at], first + second)
            into[at + 1] = min(into[at + 1], first + two[2 * b + 1], paired + second)


@kernel
def least(one: Ints, two: Ints, sets: int) -> int:
    """The least cost of two groups together, for this many sets and the pair."""
    best = COST
    for a in range(sets + 1):
        b = sets - a
        best = min(best, one[2 * a] + two[2 * b + 1], one[2 * a + 1] + two[2 * b])
    return best


@kernel
def unpack(scratch: DistanceWorkspace, group: int) -> None:
    """Unpack the costs of a group's parts."""
    scratch.costs[group, 0] = 0
    word = scratch.words[group, 0]
    for part in range(PARTS):
        scratch.costs[group, 1 + part] = (word >> (4 * part)) & COST


@kernel
def together(scratch: DistanceWorkspace, sets: int) -> int:
    """The distance of the unpacked groups."""
    join(scratch.costs[0], scratch.costs[1], scratch.joined[0], sets)
    join(scratch.costs[2], scratch.costs[3], scratch.joined[1], sets)
    return least(scratch.joined[0], scratch.joined[1], sets)


@kernel
def find_rests(scratch: DistanceWorkspace, sets: int) -> None:
    """For each group, compute the cost of the three others; call `together` before."""
    join(scratch.costs[1], scratch.joined[1], scratch.rests[0], sets)
    join(scratch.costs[0], scratch.joined[1], scratch.rests[1], sets)
    join(scratch.joined[0], scratch.costs[3], scratch.rests[2], sets)
    join(scratch.joined[0], scratch.costs[2], scratch.rests[3], sets)


@kernel
def lowering(scratch: DistanceWorkspace, group: int, sets: int, distance: int) -> int:
    """The kinds of a group that lower the cost of a part of some cheapest sum, as a mask."""
    first, second = scratch.words[group, 0], scratch.words[group, 1]
    # Part p is number p + 1 among the costs; with sets and a pair in all, the others make number 2 * sets - p.
    mask = 0
    for part in range(2 * sets + 1):
        if scratch.costs[group, 1 + part] + scratch.rests[group, 2 * sets - part] == distance:
            if part < MASKS_FIRST:
                mask |= first >> (MASKS_AT + 9 * part)
            else:
                mask |= second >> (9 * (part - MASKS_FIRST))
    return mask & MASK


@kernel
def load_entry(scratch: DistanceWorkspace, group: int, rows: Ints, entry: int) -> None:
    """Unpack a group from a table entry."""
    scratch.words[group, 0] = rows[2 * entry]
    scratch.words[group, 1] = rows[2 * entry + 1]
    unpack(scratch, group)


@kernel
def honours_entry(counts: Ints) -> int:
    """The entry of the honours among 34 counts."""
    entry = 0
    for kind in range(KINDS - 1, FIRST_HONOUR - 1, -1):
        entry = 5 * entry + counts[kind]
    return entry


@kernel
def share_of(shares: Shares, group: int) -> int:
    """The largest number of chows of a group."""
    return shares.one if group == 0 else shares.two if group == 1 else shares.three


@kernel
def recompute(scratch: DistanceWorkspace, counts: Ints, melded: Ints, group: int, limit: int) -> None:
    """Compute the costs of a group whose kinds are also in melds: at most four tiles of each in all."""
    clear(scratch.spent)
    kinds = RANKS if group < SUITS else HONOURS
    for depth in range(kinds):
        kind = RANKS * group + depth
        begun = 2 if group < SUITS and depth < RANKS - 2 else 0
        step(scratch.spent, depth, counts[kind], 4 - melded[kind], begun, limit)
    scratch.words[group, 0] = costs(scratch.spent, kinds)
    scratch.words[group, 1] = 0
    unpack(scratch, group)


@kernel
def load_hand(scratch: DistanceWorkspace, counts: Ints, tables: HandTables, shares: Shares) -> None:
    """Unpack the four groups of a hand, the suits with their shares of the chows."""
    for group in range(SUITS):
        held = counts[RANKS * group : RANKS * group + RANKS]
        rows = tables.suits[share_of(shares, group)]
        load_entry(scratch, group, rows, entry_of(held, tables.ranks, tables.starts))
    load_entry(scratch, SUITS, tables.honours, honours_entry(counts))


@kernel
def lowering_by_trial(
    scratch: DistanceWorkspace, counts: Ints, melded: Ints, group: int, limit: int, sets: int, distance: int
) -> int:
    """The kinds of a recomputed group that lower the distance: each is tried."""
    mask = 0
    for kind in range(RANKS * group, min(RANKS * (group + 1), KINDS)):
        if counts[kind] + melded[kind] < 4:
            counts[kind] += 1
            recompute(scratch, counts, melded, group, limit)
            counts[kind] -= 1
            if least(scratch.costs[group], scratch.rests[group], sets) < distance:
                mask |= 1 << (kind - RANKS * group)
    return mask


@kernel
def kinds_of(melded: Ints) -> int:
    """The kinds that are in melds, as a mask."""
    mask = 0
    for kind in range(KINDS):
        if melded[kind] > 0:
            mask |= 1 << kind
    return mask


@kernel
def lowering_all(scratch: DistanceWorkspace, sets: int, distance: int) -> int:
    """The kinds of all groups that lower the distance, according to the tables."""
    find_rests(scratch, sets)
    mask = 0
    for group in range(GROUPS):
        mask |= lowering(scratch, group, sets, distance) << (RANKS * group)
    return mask


@kernel
def look_with_melds(
    scratch: DistanceWorkspace, counts: Ints, melded: Ints, sets: int, shares: Shares, found: HandDistance
) -> None:
    """The distance and the useful kinds, with the groups whose kinds are in melds computed again."""
    held = kinds_of(melded)
    for group in range(GROUPS):
        if (held >> (RANKS * group)) & MASK:
            recompute(scratch, counts, melded, group, share_of(shares, group))
    distance = together(scratch, sets)
    mask = lowering_all(scratch, sets, distance)
    for group in range(GROUPS):
        if (held >> (RANKS * group)) & MASK:
            limit = share_of(shares, group)
            mask |= lowering_by_trial(scratch, counts, melded, group, limit, sets, distance) << (RANKS * group)
    found.distance = distance
    found.useful = mask


@kernel
def full(counts: Ints) -> int:
    """The kinds of which all four tiles are used, as a mask."""
    mask = 0
    for kind in range(KINDS):
        if counts[kind] >= 4:
            mask |= 1 << kind
    return mask


@kernel
def analyse(
    counts: Ints, melded: Ints, wanted: Wanted, tables: HandTables, scratch: DistanceWorkspace, found: HandDistance
) -> None:
    """Compute the distance and the useful kinds of a hand from its tiles by kind, in hand and in melds."""
    best = FAR
    mask = 0
    held = kinds_of(melded)
    sets, chows = wanted.sets, wanted.chows
    shared = chows if chows < sets else 0
    for first in range(shared + 1):
        for second in range(shared - first + 1):
            shares = Shares(first, second, shared - first - second)
            if chows >= sets:
                shares = Shares(ANY_CHOWS, ANY_CHOWS, ANY_CHOWS)
            load_hand(scratch, counts, tables, shares)
            found.distance = together(scratch, sets)
            if found.distance > best:
                continue
            found.useful = lowering_all(scratch, sets, found.distance)
            if found.useful & held:
                look_with_melds(scratch, counts, melded, sets, shares, found)
            if found.distance < best:
                best = found.distance
                mask = found.useful
            elif found.distance == best:
                mask |= found.useful
    if held == 0 and wanted.hands > 0 and sets == SETS:
        far = distance_of(counts, wanted.hands)
        if far < best:
            mask = 0
        if far <= best:
            best = far
            mask |= useful_for(counts, wanted.hands, far) & ~full(counts)
    found.distance = best
    found.useful = mask
