"""What a seat of a deal sees in its hand: is it Mahjong, how far is it from it, and what would help."""

from typing import Final

from teahouse.kernels.classic import numbers as no
from teahouse.kernels.classic.deals import table as at
from teahouse.kernels.classic.distance import hand as distance
from teahouse.kernels.classic.distance import special
from teahouse.kernels.compiled import compiled
from teahouse.kernels.plain import Arrays, Numbers, arrays

TABLES: Final = arrays(5)
"""The suits' table without a limit of chows, the honours', the ranks and the starts; what `simple` likes."""
SUITS, HONOURS, RANKS, STARTS, LIKINGS = range(5)
LAST: Final = 3
"""The honours among the groups."""


@compiled(f"int64(int64[::1], {TABLES}, int64, int64)")
def entry(state: Numbers, tables: Arrays, seat: int, group: int) -> int:
    """Where a group of a hand stands in its table."""
    key = at.KEY + seat * at.KEYS + 2 * group
    if group == LAST:
        return int(state[key])
    return int(tables[STARTS][state[key + 1]] + tables[RANKS][state[key]])


@compiled(f"boolean(int64[::1], {TABLES}, int64)")
def is_standard(state: Numbers, tables: Arrays, seat: int) -> bool:
    """Is a hand complete by four sets and a pair? Each group must be whole sets, one of them with the pair."""
    pairs = 0
    for group in range(at.GROUPS):
        size = state[at.SIZE + seat * at.GROUPS + group]
        if size % 3 == 1:
            return False
        pairs += size % 3 == 2
    if pairs != 1:
        return False
    for group in range(at.GROUPS):
        size = state[at.SIZE + seat * at.GROUPS + group]
        part = 2 * (size // 3) + (size % 3) // 2
        if part > 0:
            row = 2 * entry(state, tables, seat, group)
            word = tables[HONOURS][row] if group == LAST else tables[SUITS][row]
            if (word >> (4 * (part - 1))) & 15:
                return False
    return True


@compiled("boolean(int64[::1], int64)")
def is_special(state: Numbers, seat: int) -> bool:
    """Is a hand without melds one of the special hands told by their tiles?"""
    if state[at.MELD_COUNT + seat] > 0 or state[at.HANDS_PLAYED] == 0:
        return False
    first = at.HANDS + seat * no.KINDS
    if state[at.SIZE + seat * at.GROUPS + LAST] > 0:
        majors = state[at.SIZE + seat * at.GROUPS + LAST]
        for suit in range(no.SUITS):
            majors += state[first + no.RANKS * suit] + state[first + no.RANKS * suit + no.RANKS - 1]
        winds = 0
        for wind in range(no.FIRST_HONOUR, no.FIRST_DRAGON):
            winds += state[first + wind] > 0
        if majors < 14 and winds < 4:
            return False
    return special.distance_of(state[first : first + no.KINDS], state[at.HANDS_PLAYED]) == 0


@compiled(f"boolean(int64[::1], {TABLES}, int64)")
def is_mahjong(state: Numbers, tables: Arrays, seat: int) -> bool:
    """Is a hand complete?"""
    return is_standard(state, tables, seat) or is_special(state, seat)


@compiled(f"void(int64[::1], {TABLES}, int64[::1], int64)")
def lay_out(state: Numbers, tables: Arrays, desk: Numbers, seat: int) -> None:
    """Lay the groups of a hand out on the desk."""
    for group in range(LAST):
        distance.take_entry(desk, group, tables[SUITS], entry(state, tables, seat, group))
    distance.take_entry(desk, LAST, tables[HONOURS], entry(state, tables, seat, LAST))


@compiled("int64(int64[::1], int64)")
def to_special(state: Numbers, seat: int) -> int:
    """Tiles missing to the nearest special hand told by its tiles."""
    if state[at.MELD_COUNT + seat] > 0 or state[at.HANDS_PLAYED] == 0:
        return special.FAR
    first = at.HANDS + seat * no.KINDS
    return special.distance_of(state[first : first + no.KINDS], state[at.HANDS_PLAYED])


@compiled(f"int64(int64[::1], {TABLES}, int64[::1], int64, int64)")
def missing(
    state: Numbers,
    tables: Arrays,
    desk: Numbers,
    seat: int,
    sets: int,
) -> int:
    """Tiles missing to Mahjong with so many sets still to make."""
    lay_out(state, tables, desk, seat)
    far = distance.together(desk, sets)
    if sets == 4:
        far = min(far, to_special(state, seat))
    return far


@compiled(f"int64(int64[::1], {TABLES}, int64[::1], int64)")
def live(state: Numbers, tables: Arrays, desk: Numbers, seat: int) -> int:
    """How many tiles that nobody has seen bring a hand nearer to Mahjong."""
    sets = 4 - state[at.MELD_COUNT + seat]
    lay_out(state, tables, desk, seat)
    far = distance.together(desk, sets)
    mask = distance.lowering_all(desk, sets, far)
    other = to_special(state, seat)
    first = at.HANDS + seat * no.KINDS
    if other <= far:
        if other < far:
            mask = 0
        mask |= special.useful_for(state[first : first + no.KINDS], state[at.HANDS_PLAYED], other)
    count = 0
    for kind in range(no.KINDS):
        if (mask >> kind) & 1:
            count += max(0, 4 - state[at.SEEN + kind] - state[first + kind])
    return count


@compiled(f"void(int64[::1], {TABLES}, int64[::1], int64[::1], int64[::1], int64)")
def after_discards(
    state: Numbers,
    tables: Arrays,
    weights: Numbers,
    desk: Numbers,
    far: Numbers,
    seat: int,
) -> None:
    """For each kind in a hand, the tiles missing to Mahjong once one of it is discarded."""
    sets = 4 - state[at.MELD_COUNT + seat]
    lay_out(state, tables, desk, seat)
    nearest = distance.together(desk, sets)
    distance.find_rests(desk, sets)
    other = to_special(state, seat)
    for group in range(at.GROUPS):
        rows = tables[HONOURS] if group == LAST else tables[SUITS]
        for kind in range(no.RANKS * group, min(no.RANKS * (group + 1), no.KINDS)):
            if state[at.HANDS + seat * no.KINDS + kind] == 0:
                continue
            at.add_tile(state, weights, seat, kind, -1)
            distance.take_entry(desk, group, rows, entry(state, tables, seat, group))
            far[kind] = distance.least(desk, group * distance.COSTS, distance.RESTS + group * distance.COSTS, sets)
            if other <= nearest + 1:
                far[kind] = min(far[kind], to_special(state, seat))
            at.add_tile(state, weights, seat, kind, 1)
        distance.take_entry(desk, group, rows, entry(state, tables, seat, group))
