"""Special hands as rows of numbers: how far a hand is from each, which kinds help, and what a win is worth by them.

A row is one variant of a pattern: tiles that it needs, and slots of one, two or three tiles alike that may be of
several kinds. The distance is the cheapest way to fill the slots, found kind by kind: for every number of groups that
each slot has so far (a state), the fewest tiles to add. Melded pongs and kongs fill a slot of three.

For a hand without melds and a row whose slots share no kinds there is a faster way: the tiles that the hand has of the
row are a sum over levels, which are masks of the kinds of which it has at least one, two, three and four tiles. A tile
helps if it adds to that sum.
"""

from typing import Annotated, Final, NamedTuple

from teahouse.kernels.arrays import Ints, Reals, Rows
from teahouse.kernels.bits import ones
from teahouse.kernels.classic.built_in_hands import HAND_SIZE
from teahouse.kernels.classic.numbers import CHOW, CODE, CONCEALED, KINDS, RANKS, WinNumbers
from teahouse.kernels.classic.specials import FAR, all_triples, cheapest_pairs, cheapest_triples
from teahouse.kernels.kernel import kernel
from teahouse.kernels.record import KernelRecord

SLOTS: Final = 6
STATES: Final = 64
USED: Final = 5
MOST_LACKS: Final = 2048
"""The most rows of a ruleset, together with the special hands of `plans.special`."""
LEVELS: Final = 4
SUMS: Final = 4
GROUPS: Final = 12
"""`SUMS` is the most sums of a row, `GROUPS` the most groups of levels of a sum."""
PONG: Final = 3
NO_MELDS, HIDDEN, SHOWN, CHOWED = range(4)
"""What a hand has melded: nothing, concealed kongs, claimed sets, a chow."""


class PatternRow(KernelRecord):
    """One variant of a special hand.

    need: tiles of each kind. masks, sizes, many, repeats, steps, slot_count, states: the slots, and how states number
    the groups that they have. allowed: the kinds it can have. numbers: instead of slots, so many numbers in the suits
    `first` and `second`, or in all three and one more in two of them, where `first` is -1. covered: 1 where no set may
    be claimed. worth, shown_worth: its value, and that with claimed sets. last: 1 where the winning tile fills its only
    slot. winds: the sheets for which it is, a bit each. beyond: for each kind, how many tiles beyond the needed ones
    its slots could use, a bit for each number.

    sums: how many sums count what a hand has of it, 0 if only the slower way does; the highest sum counts. groups: of
    each sum; levels: of each group, a mask for each level; most: what a group counts at most.
    """

    need: Annotated[Ints, KINDS]
    masks: Annotated[Ints, SLOTS]
    sizes: Annotated[Ints, SLOTS]
    many: Annotated[Ints, SLOTS]
    repeats: Annotated[Ints, SLOTS]
    steps: Annotated[Ints, SLOTS]
    slot_count: int
    states: int
    allowed: int
    numbers: int
    first: int
    second: int
    covered: int
    worth: int
    shown_worth: int
    last: int
    winds: int
    beyond: Annotated[Ints, KINDS]
    sums: int
    groups: Annotated[Ints, SUMS]
    levels: Annotated[Ints, (SUMS, GROUPS, LEVELS)]
    most: Annotated[Ints, (SUMS, GROUPS)]


class PatternWorkspace(KernelRecord):
    """Working memory for distances: by state, and by state and tiles of a kind used; and a hand.

    lacks: what the hand lacks for each row, and after the rows for each special hand of `plans.special`.
    levels: those of the last hand in `find_levels`. gains: what each kind is worth to it.
    """

    costs: Annotated[Ints, STATES]
    spread: Annotated[Ints, STATES * USED]
    hand: Annotated[Ints, KINDS]
    lacks: Annotated[Ints, MOST_LACKS]
    levels: Annotated[Ints, LEVELS]
    gains: Annotated[Reals, KINDS]


class Patterns(NamedTuple):
    """The rows of a ruleset, and working memory for distances to them.

    All kernels of deals get them as arguments: one array more here would make deals 3 % slower.
    """

    rows: Rows[PatternRow]
    work: PatternWorkspace


@kernel
def spread_slot(row: PatternRow, work: PatternWorkspace, slot: int) -> None:
    """Lower the costs of states in which one slot uses tiles of the current kind."""
    size, step, many = row.sizes[slot], row.steps[slot], row.many[slot]
    most = 4 // size if row.repeats[slot] else 1
    # From the last state back: each adds to later ones, so no tile of this slot is counted twice.
    for state in range(row.states - 1, -1, -1):
        have = state // step % (many + 1)
        for times in range(1, min(most, many - have) + 1):
            target = USED * (state + times * step)
            for used in range(USED - times * size):
                place = target + used + times * size
                work.spread[place] = min(work.spread[place], work.spread[USED * state + used])


@kernel
def settle_kind(row: PatternRow, work: PatternWorkspace, kind: int, held: int, is_melded: bool) -> None:
    """The costs of every state after a kind: for each number of its tiles used, those that are missing."""
    need = row.need[kind]
    before = max(0, need - held)
    for state in range(row.states):
        best = FAR
        for used in range(USED - need):
            cost = work.spread[USED * state + used] + max(0, need + used - held) - before
            if is_melded:
                cost = work.spread[USED * state + used] if used == PONG else FAR
            best = min(best, cost)
        work.costs[state] = best


@kernel
def slots_missing(row: PatternRow, counts: Ints, melded_pongs: int, work: PatternWorkspace) -> int:
    """Tiles missing to a variant with slots; melded_pongs: the kinds of melded pongs and kongs, as a mask."""
    missing = 0
    for kind in range(KINDS):
        missing += max(0, row.need[kind] - counts[kind])
        if (melded_pongs >> kind) & 1 and row.need[kind] > 0:
            return FAR
    for state in range(row.states):
        work.costs[state] = FAR
    work.costs[0] = 0
    open_kinds = 0
    for slot in range(row.slot_count):
        open_kinds |= row.masks[slot]
    if melded_pongs & ~open_kinds:
        return FAR
    for kind in range(KINDS):
        if (open_kinds >> kind) & 1:
            is_melded = (melded_pongs >> kind) & 1 == 1
            for state in range(row.states):
                work.spread[USED * state] = work.costs[state]
                for used in range(1, USED):
                    work.spread[USED * state + used] = FAR
            for slot in range(row.slot_count):
                if (row.masks[slot] >> kind) & 1 and (row.sizes[slot] == PONG or not is_melded):
                    spread_slot(row, work, slot)
            settle_kind(row, work, kind, counts[kind], is_melded)
    open_slots = work.costs[row.states - 1]
    if row.last and missing > 0:
        open_slots = max(1, open_slots)  # the winning tile fills the slot, so a tile that is there already does not
    return int(min(FAR, missing + open_slots))


@kernel
def numbers_missing(row: PatternRow, counts: Ints) -> int:
    """Tiles missing to numbers in two suits, or in three and one more in two of them."""
    if row.first < 0:
        return cheapest_triples(all_triples(counts), row.numbers + 1)
    paired = single = 0
    for rank in range(RANKS):
        a, b = counts[RANKS * row.first + rank], counts[RANKS * row.second + rank]
        paired += min(a, b)
        single += abs(a - b)
    return cheapest_pairs(paired, single, row.numbers)


@kernel
def pattern_missing(
    row: PatternRow, counts: Ints, melded_pongs: int, melded: int, best: int, work: PatternWorkspace
) -> int:
    """Tiles missing to a variant; FAR if they are at least `best`, or if its melds are not allowed."""
    if melded == CHOWED or (melded == SHOWN and row.covered == 1) or (melded != NO_MELDS and row.numbers > 0):
        return FAR
    usable = 0
    for kind in range(KINDS):
        if (row.allowed >> kind) & 1:
            usable += counts[kind]
        usable += PONG * ((melded_pongs >> kind) & 1)
    if HAND_SIZE - usable >= best:
        return FAR
    return numbers_missing(row, counts) if row.numbers > 0 else slots_missing(row, counts, melded_pongs, work)


@kernel
def pattern_useful(
    row: PatternRow, counts: Ints, melded_pongs: int, melded: int, far: int, work: PatternWorkspace
) -> int:
    """The kinds that bring a hand nearer to a variant that is this far away, as a mask."""
    mask = 0
    for kind in range(KINDS):
        if (row.allowed >> kind) & 1 and counts[kind] < 4 and (melded_pongs >> kind) & 1 == 0:
            counts[kind] += 1
            if pattern_missing(row, counts, melded_pongs, melded, far, work) < far:
                mask |= 1 << kind
            counts[kind] -= 1
    return mask


@kernel
def find_levels(counts: Ints, work: PatternWorkspace) -> None:
    """Find the levels of a hand; `row_missing` and `row_useful` use the levels of the last one."""
    one = two = three = four = 0
    for kind in range(KINDS):
        held, bit = counts[kind], 1 << kind
        if held > 0:
            one |= bit
            if held > 1:
                two |= bit
            if held > 2:
                three |= bit
            if held > 3:
                four |= bit
    work.levels[0], work.levels[1], work.levels[2], work.levels[3] = one, two, three, four


@kernel
def group_has(row: PatternRow, number: int, group: int, levels: Ints) -> int:
    """How many tiles of a group of levels a hand has, not limited to what the group counts."""
    found = 0
    for level in range(LEVELS):
        found += ones(levels[level] & row.levels[number, group, level])
    return found


@kernel
def sum_missing(row: PatternRow, number: int, levels: Ints) -> int:
    """Tiles missing to a variant by one of its sums."""
    found = 0
    for group in range(row.groups[number]):
        found += min(row.most[number, group], group_has(row, number, group, levels))
    return HAND_SIZE - found


@kernel
def sum_useful(row: PatternRow, number: int, levels: Ints) -> int:
    """The kinds that add to one of the sums of a variant, as a mask."""
    mask = 0
    for group in range(row.groups[number]):
        if group_has(row, number, group, levels) < row.most[number, group]:
            below = -1  # every kind: the first tile of a kind needs none before it
            for level in range(LEVELS):
                mask |= row.levels[number, group, level] & below & ~levels[level]
                below = levels[level]
    return mask


@kernel
def row_missing(
    row: PatternRow, counts: Ints, melded_pongs: int, melded: int, best: int, work: PatternWorkspace
) -> int:
    """Tiles missing to a variant, by the faster way if there is one; at least `best` if it is not nearer."""
    if melded != NO_MELDS or row.sums == 0:
        return pattern_missing(row, counts, melded_pongs, melded, best, work)
    far = sum_missing(row, 0, work.levels)
    for number in range(1, row.sums):
        far = min(far, sum_missing(row, number, work.levels))
    return far


@kernel
def row_useful(row: PatternRow, counts: Ints, melded_pongs: int, melded: int, far: int, work: PatternWorkspace) -> int:
    """The kinds that bring a hand nearer to a variant that is this far away, by the faster way if there is one."""
    if melded != NO_MELDS or row.sums == 0:
        return pattern_useful(row, counts, melded_pongs, melded, far, work)
    mask = 0
    for number in range(row.sums):
        if sum_missing(row, number, work.levels) == far:
            mask |= sum_useful(row, number, work.levels)
    return mask


@kernel
def melds_of(melds: Ints, count: int) -> int:
    """What a hand has melded."""
    found = NO_MELDS
    for number in range(count):
        meld = melds[number]
        if meld & CHOW:
            return CHOWED
        if meld & CONCEALED == 0:
            found = SHOWN
        elif found == NO_MELDS:
            found = HIDDEN
    return found


@kernel
def melded_pongs_of(melds: Ints, count: int) -> int:
    """The kinds of melded pongs and kongs, as a mask."""
    mask = 0
    for number in range(count):
        mask |= 1 << (melds[number] & CODE)
    return mask


@kernel
def kinds_of(tiles: Ints) -> int:
    """The kinds of a hand, as a mask."""
    mask = 0
    for kind in range(KINDS):
        if tiles[kind] > 0:
            mask |= 1 << kind
    return mask


@kernel
def is_for(row: PatternRow, win: WinNumbers) -> bool:
    """Do the winds of a win, and its last tile, fit a variant?"""
    if (row.winds >> win.sheet) & 1 == 0:
        return False
    return row.last == 0 or win.tiles[win.winning_tile] > row.need[win.winning_tile]


@kernel
def may_be(row: PatternRow, tiles: Ints, melded_pongs: int) -> bool:
    """Could the slots use up every kind of a whole hand, each kind checked by itself?"""
    for kind in range(KINDS):
        left = tiles[kind] - row.need[kind] + PONG * ((melded_pongs >> kind) & 1)
        if left < 0 or (row.beyond[kind] >> left) & 1 == 0:
            return False
    return True


@kernel
def is_row(row: PatternRow, tiles: Ints, melded_pongs: int, melded: int, kinds: int, work: PatternWorkspace) -> bool:
    """Is a whole hand this variant? kinds: all of the hand and its melds."""
    if kinds & ~row.allowed or not may_be(row, tiles, melded_pongs):
        return False
    return pattern_missing(row, tiles, melded_pongs, melded, 1, work) == 0


@kernel
def pattern_worth(rows: Rows[PatternRow], win: WinNumbers, kinds: int, work: PatternWorkspace) -> int:
    """The value of the most valuable pattern that a hand is; -1 for none. kinds: all of the hand and its melds."""
    melded, best = melds_of(win.melds, win.meld_count), -1
    if melded == CHOWED:
        return best
    melded_pongs = melded_pongs_of(win.melds, win.meld_count)
    for place in range(len(rows)):
        row = rows[place]
        worth = row.shown_worth if melded == SHOWN else row.worth
        if worth > best and is_for(row, win) and is_row(row, win.tiles, melded_pongs, melded, kinds, work):
            best = worth
    return best
