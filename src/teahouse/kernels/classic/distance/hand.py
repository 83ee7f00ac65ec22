"""One hand: how many tiles are missing to Mahjong, and which kinds bring it nearer.

A hand of the standard shape takes a part from each group: the sets it still has to make and one pair in all. The tables
say what each part costs; the cheapest sum is the distance. A kind helps when it lowers the cost of a part that some
cheapest sum has. A limit on chows is shared out among the suits in every way.

No kind has more than four tiles. The tables know that of the tiles in hand; where melds hold some of a kind too, and
that kind seems to help, the costs of its group are found anew.
"""

from typing import Final

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
    entry_of,
)
from teahouse.kernels.classic.distance.special import FAR, distance_of, useful_for
from teahouse.kernels.classic.distance.tables import ROOM, clear, costs, step
from teahouse.kernels.compiled import compiled
from teahouse.kernels.plain import Numbers

GROUPS: Final = 4
COSTS: Final = 10
"""Numbers of a group on the desk: what each part costs, nothing at all being the first."""
RESTS: Final = GROUPS * COSTS
"""Where the desk holds, for each group, what the three others cost together."""
PAIRED: Final = 2 * RESTS
"""Where it holds two groups taken together, and the two others."""
WORDS: Final = PAIRED + 2 * COSTS
"""Where it holds the entries of the groups."""
HELD: Final = WORDS + 2 * GROUPS
"""Where it holds the tiles of a suit."""
SPENT: Final = HELD + RANKS
"""Where the costs of a group are found anew."""
DESK: Final = SPENT + ROOM
"""How long a desk is."""

DISTANCE: Final = 0
USEFUL: Final = 1


@compiled("void(int64[::1], int64, int64, int64, int64)")
def join(desk: Numbers, one: int, two: int, to: int, sets: int) -> None:
    """What two groups cost together, for every part of at most so many sets."""
    for place in range(to, to + COSTS):
        desk[place] = COST
    for a in range(sets + 1):
        first, paired = desk[one + 2 * a], desk[one + 2 * a + 1]
        for b in range(sets + 1 - a):
            at = to + 2 * (a + b)
            second = desk[two + 2 * b]
            desk[at] = min(desk[at], first + second)
            desk[at + 1] = min(desk[at + 1], first + desk[two + 2 * b + 1], paired + second)


@compiled("int64(int64[::1], int64, int64, int64)")
def least(desk: Numbers, one: int, two: int, sets: int) -> int:
    """What two groups that are all cost at least, for so many sets and the pair."""
    best = COST
    for a in range(sets + 1):
        b = sets - a
        best = min(best, desk[one + 2 * a] + desk[two + 2 * b + 1], desk[one + 2 * a + 1] + desk[two + 2 * b])
    return best


@compiled("void(int64[::1], int64)")
def unpack(desk: Numbers, group: int) -> None:
    """Lay out what the parts of a group cost."""
    at = group * COSTS
    desk[at] = 0
    word = desk[WORDS + 2 * group]
    for part in range(PARTS):
        desk[at + 1 + part] = (word >> (4 * part)) & COST


@compiled("int64(int64[::1], int64)")
def together(desk: Numbers, sets: int) -> int:
    """The distance of the groups on the desk."""
    join(desk, 0, COSTS, PAIRED, sets)
    join(desk, 2 * COSTS, 3 * COSTS, PAIRED + COSTS, sets)
    return least(desk, PAIRED, PAIRED + COSTS, sets)


@compiled("void(int64[::1], int64)")
def find_rests(desk: Numbers, sets: int) -> None:
    """For each group, what the three others cost; to be called after `together`."""
    join(desk, COSTS, PAIRED + COSTS, RESTS, sets)
    join(desk, 0, PAIRED + COSTS, RESTS + COSTS, sets)
    join(desk, PAIRED, 3 * COSTS, RESTS + 2 * COSTS, sets)
    join(desk, PAIRED, 2 * COSTS, RESTS + 3 * COSTS, sets)


@compiled("int64(int64[::1], int64, int64, int64)")
def lowering(desk: Numbers, group: int, sets: int, distance: int) -> int:
    """The kinds of a group that lower the cost of a part which some cheapest sum has, as a mask."""
    first, second = desk[WORDS + 2 * group], desk[WORDS + 2 * group + 1]
    at, rest = group * COSTS, RESTS + group * COSTS
    mask = 0
    for part in range(2 * sets + 1):
        other = 2 * sets - part
        if desk[at + 1 + part] + desk[rest + other] == distance:
            if part < MASKS_FIRST:
                mask |= first >> (MASKS_AT + 9 * part)
            else:
                mask |= second >> (9 * (part - MASKS_FIRST))
    return mask & MASK


@compiled("void(int64[::1], int64, int64[::1], int64)")
def take_entry(desk: Numbers, group: int, rows: Numbers, entry: int) -> None:
    """Lay out a group as it stands in a table."""
    desk[WORDS + 2 * group] = rows[2 * entry]
    desk[WORDS + 2 * group + 1] = rows[2 * entry + 1]
    unpack(desk, group)


@compiled("int64(int64[::1])")
def honours_entry(counts: Numbers) -> int:
    """The entry of the honours among 34 counts."""
    entry = 0
    for kind in range(KINDS - 1, FIRST_HONOUR - 1, -1):
        entry = 5 * entry + counts[kind]
    return entry


@compiled("void(int64[::1], int64[::1], int64[::1], int64, int64)")
def take_anew(desk: Numbers, counts: Numbers, melded: Numbers, group: int, limit: int) -> None:
    """Lay out a group of whose kinds melds hold some too: no more than four of each in all."""
    spent = desk[SPENT : SPENT + ROOM]
    clear(spent)
    kinds = RANKS if group < SUITS else HONOURS
    for depth in range(kinds):
        kind = RANKS * group + depth
        begun = 2 if group < SUITS and depth < RANKS - 2 else 0
        step(spent, depth, counts[kind], 4 - melded[kind], begun, limit)
    desk[WORDS + 2 * group] = costs(spent, kinds)
    desk[WORDS + 2 * group + 1] = 0
    unpack(desk, group)


@compiled("void(int64[::1], int64[::1], int64[:, ::1], int64[::1], int64[::1], int64[::1], int64, int64, int64)")
def take_hand(
    desk: Numbers,
    counts: Numbers,
    suits: Numbers,
    honours: Numbers,
    ranks: Numbers,
    starts: Numbers,
    limit: int,
    second: int,
    third: int,
) -> None:
    """Lay out the four groups of a hand, the suits with their shares of the chows."""
    for group in range(SUITS):
        share = limit if group == 0 else second if group == 1 else third
        held = counts[RANKS * group : RANKS * group + RANKS]
        take_entry(desk, group, suits[share], entry_of(held, ranks, starts))
    take_entry(desk, SUITS, honours, honours_entry(counts))


@compiled("int64(int64[::1], int64[::1], int64[::1], int64, int64, int64, int64)")
def lowering_anew(
    desk: Numbers, counts: Numbers, melded: Numbers, group: int, limit: int, sets: int, distance: int
) -> int:
    """The kinds of a group found anew that lower the distance: each is tried."""
    mask = 0
    for kind in range(RANKS * group, min(RANKS * (group + 1), KINDS)):
        if counts[kind] + melded[kind] < 4:
            counts[kind] += 1
            take_anew(desk, counts, melded, group, limit)
            counts[kind] -= 1
            if least(desk, group * COSTS, RESTS + group * COSTS, sets) < distance:
                mask |= 1 << (kind - RANKS * group)
    return mask


@compiled("int64(int64[::1])")
def kinds_of(melded: Numbers) -> int:
    """The kinds that melds hold some of, as a mask."""
    mask = 0
    for kind in range(KINDS):
        if melded[kind] > 0:
            mask |= 1 << kind
    return mask


@compiled("int64(int64[::1], int64, int64)")
def lowering_all(desk: Numbers, sets: int, distance: int) -> int:
    """The kinds of all groups that lower the distance, as the tables have them."""
    find_rests(desk, sets)
    mask = 0
    for group in range(GROUPS):
        mask |= lowering(desk, group, sets, distance) << (RANKS * group)
    return mask


@compiled("void(int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64, int64[::1])")
def look_anew(
    desk: Numbers,
    counts: Numbers,
    melded: Numbers,
    held: int,
    sets: int,
    first: int,
    second: int,
    third: int,
    found: Numbers,
) -> None:
    """Distance and useful kinds, the groups of which melds hold kinds (`held`, a mask) found anew."""
    for group in range(GROUPS):
        if (held >> (RANKS * group)) & MASK:
            limit = first if group == 0 else second if group == 1 else third
            take_anew(desk, counts, melded, group, limit)
    distance = together(desk, sets)
    mask = lowering_all(desk, sets, distance)
    for group in range(GROUPS):
        if (held >> (RANKS * group)) & MASK:
            limit = first if group == 0 else second if group == 1 else third
            mask |= lowering_anew(desk, counts, melded, group, limit, sets, distance) << (RANKS * group)
    found[DISTANCE] = distance
    found[USEFUL] = mask


@compiled("int64(int64[::1])")
def full(counts: Numbers) -> int:
    """The kinds of which all four tiles are there, as a mask."""
    mask = 0
    for kind in range(KINDS):
        if counts[kind] >= 4:
            mask |= 1 << kind
    return mask


@compiled(
    "void(int64[::1], int64[::1], int64, int64, int64, int64[:, ::1], int64[::1], int64[::1], int64[::1],"
    " int64[::1], int64[::1])"
)
def analyse(
    counts: Numbers,
    melded: Numbers,
    sets: int,
    chows: int,
    hands: int,
    suits: Numbers,
    honours: Numbers,
    ranks: Numbers,
    starts: Numbers,
    desk: Numbers,
    found: Numbers,
) -> None:
    """Find a hand's distance and the mask of kinds that lower it.

    counts, melded: tiles in hand and in melds, by kind. sets: how many are still to be made. chows: how many of them
    may be chows. hands: the special hands that are played, for a hand without melds.
    """
    best = FAR
    mask = 0
    held = kinds_of(melded)
    shared = chows if chows < sets else 0
    for first in range(shared + 1):
        for second in range(shared - first + 1):
            one, two, three = first, second, shared - first - second
            if chows >= sets:
                one = two = three = ANY_CHOWS
            take_hand(desk, counts, suits, honours, ranks, starts, one, two, three)
            found[DISTANCE] = together(desk, sets)
            if found[DISTANCE] > best:
                continue
            found[USEFUL] = lowering_all(desk, sets, found[DISTANCE])
            if found[USEFUL] & held:
                look_anew(desk, counts, melded, held, sets, one, two, three, found)
            if found[DISTANCE] < best:
                best = found[DISTANCE]
                mask = found[USEFUL]
            elif found[DISTANCE] == best:
                mask |= found[USEFUL]
    if held == 0 and hands > 0 and sets == SETS:
        far = distance_of(counts, hands)
        if far < best:
            mask = 0
        if far <= best:
            best = far
            mask |= useful_for(counts, hands, far) & ~full(counts)
    found[DISTANCE] = best
    found[USEFUL] = mask
