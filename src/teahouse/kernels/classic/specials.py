"""How far a hand without melds is from the special hands that are defined by their tiles, not by sets.

Each hand is a sum of conditions that are met or not. Where a hand may choose, as Knitting does among numbers, each
further condition of one number costs at least as much as the one before, so taking the cheapest ones is best.
"""

from typing import Final

from teahouse.kernels.arrays import Ints
from teahouse.kernels.bits import ones
from teahouse.kernels.classic import built_in_hands
from teahouse.kernels.classic.built_in_hands import (
    GATES_EXTRA,
    GATES_TILES,
    HAND_SIZE,
    MAJORS,
    PAIRS,
    SNAKE_TILES,
    TRIPLES,
    WHOLE_SUIT,
)
from teahouse.kernels.classic.numbers import FIRST_DRAGON, FIRST_HONOUR, KINDS, RANKS, SUITS
from teahouse.kernels.kernel import kernel

# The forms of `patterns` as the bits of a mask.
WONDERS: Final = 1 << built_in_hands.THIRTEEN_WONDERS
GATES: Final = 1 << built_in_hands.GATES_ANY
GATES_MINOR: Final = 1 << built_in_hands.GATES_MINOR
GATES_LAST: Final = 1 << built_in_hands.GATES_LAST
ALL_GATES: Final = GATES | GATES_MINOR | GATES_LAST
SNAKE: Final = 1 << built_in_hands.WRIGGLING_SNAKE
KNITTING: Final = 1 << built_in_hands.KNITTING
TRIPLE_KNITTING: Final = 1 << built_in_hands.TRIPLE_KNITTING
PAIR_HONOURS: Final = 1 << built_in_hands.PAIRS_ANY
PAIRS_DIFFERENT: Final = 1 << built_in_hands.PAIRS_DIFFERENT

EXTRA_RANKS: Final = sum(allowed << rank for rank, allowed in enumerate(GATES_EXTRA))
"""`GATES_EXTRA` as a mask."""

FAR: Final = 15
"""Farther than any hand is from Mahjong."""
WIND_KINDS: Final = FIRST_DRAGON - FIRST_HONOUR


@kernel
def to_wonders(counts: Ints, at: int) -> int:
    """Tiles missing to each 1, 9 and honour, one of them twice."""
    kinds = pair = 0
    for kind in range(KINDS):
        if (MAJORS >> kind) & 1:
            kinds += counts[at + kind] > 0
            pair |= counts[at + kind] > 1
    return HAND_SIZE - kinds - pair


@kernel
def for_wonders(counts: Ints, at: int) -> int:
    """The kinds that bring the Thirteen Unique Wonders nearer."""
    missing = pair = 0
    for kind in range(KINDS):
        if (MAJORS >> kind) & 1:
            pair |= counts[at + kind] > 1
            if counts[at + kind] == 0:
                missing |= 1 << kind
    return missing if pair else MAJORS


@kernel
def to_gates(counts: Ints, at: int, hands: int) -> int:
    """Tiles missing to 1112345678999 of the suit that begins here and one more of it; hands: its form, as a mask.

    If the one more must be the winning tile, the thirteen others come first: without all of them, one that is there
    already does not count. A whole hand counts as won with the right tile.
    """
    missing = more = 0
    for rank in range(RANKS):
        wanted = GATES_TILES[rank]
        held = counts[at + rank]
        missing += max(0, wanted - held)
        more |= (held > wanted) << rank
    lacks_more = more & (EXTRA_RANKS if hands & GATES_MINOR else WHOLE_SUIT) == 0
    return missing + (lacks_more | (hands & GATES_LAST > 0 and missing > 0))


@kernel
def for_gates(counts: Ints, at: int, hands: int) -> int:
    """The ranks that bring the Gates of Heaven nearer, as a mask; hands: its form."""
    missing = allowed = 0
    extra = 1
    for rank in range(RANKS):
        wanted = GATES_TILES[rank]
        held = counts[at + rank]
        if held < wanted:
            missing |= 1 << rank
        if GATES_EXTRA[rank] or hands & GATES_MINOR == 0:
            allowed |= 1 << rank
            if held > wanted:
                extra = 0
    if hands & GATES_LAST and missing:
        return missing
    return missing | (allowed if extra else 0)


@kernel
def to_snake(counts: Ints, at: int) -> int:
    """Tiles missing to 11 and 2 to 9 of the suit that begins here, winds left out."""
    missing = 0
    for rank in range(RANKS):
        missing += max(0, SNAKE_TILES[rank] - counts[at + rank])
    return missing


@kernel
def missing_winds(counts: Ints) -> int:
    """The number of winds that are not there at all."""
    missing = 0
    for wind in range(FIRST_HONOUR, FIRST_HONOUR + WIND_KINDS):
        missing += counts[wind] == 0
    return missing


@kernel
def missing_ones(counts: Ints, at: int, kinds: int) -> int:
    """The kinds, of this many from here on, that are not there at all, as a mask."""
    mask = 0
    for kind in range(kinds):
        if counts[at + kind] == 0:
            mask |= 1 << kind
    return mask


@kernel
def cheapest_pairs(paired: int, single: int, pairs: int) -> int:
    """Tiles missing to this many pairs, from some pairs and single tiles that may be paired."""
    wanted = max(0, pairs - paired)
    return wanted + max(0, wanted - single)


@kernel
def to_knitting(counts: Ints, one: int, two: int) -> int:
    """Tiles missing to seven pairs of a number in the two suits that begin here."""
    paired = single = 0
    for rank in range(RANKS):
        a, b = counts[one + rank], counts[two + rank]
        paired += min(a, b)
        single += abs(a - b)
    return cheapest_pairs(paired, single, PAIRS)


@kernel
def for_knitting(counts: Ints, one: int, two: int) -> int:
    """The kinds that bring Knitting in the two suits that begin here nearer."""
    paired = single = mask = 0
    for rank in range(RANKS):
        a, b = counts[one + rank], counts[two + rank]
        paired += min(a, b)
        single += abs(a - b)
        if a < b:
            mask |= 1 << (one + rank)
        if b < a:
            mask |= 1 << (two + rank)
    if paired + single < PAIRS:
        mask = (511 << one) | (511 << two)
    return mask


@kernel
def triples_of(a: int, b: int, c: int) -> int:
    """For one number held this often in each suit: the triples that are whole, lack one tile, lack two; a byte each."""
    least, most = min(a, b, c), max(a, b, c)
    middle = a + b + c - least - most
    return least | ((middle - least) << 8) | ((most - middle) << 16)


@kernel
def cheapest_triples(triples: int, count: int) -> int:
    """Tiles missing to this many triples less one tile: the cheapest are built, and the last may be a pair."""
    wanted = max(0, count - (triples & 255))
    cost = wanted
    wanted = max(0, wanted - ((triples >> 8) & 255))
    cost += wanted
    cost += max(0, wanted - (triples >> 16))
    return max(0, cost - 1)


@kernel
def all_triples(counts: Ints) -> int:
    """The triples of all numbers."""
    triples = 0
    for rank in range(RANKS):
        triples += triples_of(counts[rank], counts[RANKS + rank], counts[2 * RANKS + rank])
    return triples


@kernel
def to_triple_knitting(counts: Ints) -> int:
    """Tiles missing to Triple Knitting."""
    return cheapest_triples(all_triples(counts), TRIPLES)


@kernel
def for_triple_knitting(counts: Ints) -> int:
    """The kinds that bring Triple Knitting nearer."""
    triples = all_triples(counts)
    far = cheapest_triples(triples, TRIPLES)
    mask = 0
    for rank in range(RANKS):
        a, b, c = counts[rank], counts[RANKS + rank], counts[2 * RANKS + rank]
        others = triples - triples_of(a, b, c)  # no byte borrows from the next: the sum contains this number's triples
        if cheapest_triples(others + triples_of(a + 1, b, c), TRIPLES) < far:
            mask |= 1 << rank
        if cheapest_triples(others + triples_of(a, b + 1, c), TRIPLES) < far:
            mask |= 1 << (RANKS + rank)
        if cheapest_triples(others + triples_of(a, b, c + 1), TRIPLES) < far:
            mask |= 1 << (2 * RANKS + rank)
    return mask


@kernel
def to_pair_honours(counts: Ints, different: int) -> int:
    """Tiles missing to seven pairs of 1s, 9s and honours."""
    paired = single = 0
    for kind in range(KINDS):
        if (MAJORS >> kind) & 1:
            held = counts[kind]
            if different:
                held = min(held, 2)
            paired += held >> 1
            single += held & 1
    return cheapest_pairs(paired, single, PAIRS)


@kernel
def for_pair_honours(counts: Ints, different: int) -> int:
    """The kinds that bring All Pair Honours nearer."""
    paired = single = mask = even = 0
    for kind in range(KINDS):
        if (MAJORS >> kind) & 1:
            held = counts[kind]
            if different:
                held = min(held, 2)
            paired += held >> 1
            single += held & 1
            if held & 1:
                mask |= 1 << kind
            elif held < (2 if different else 4):
                even |= 1 << kind
    return mask | (even if paired + single < PAIRS else 0)


@kernel
def distance_of(counts: Ints, hands: int) -> int:
    """Tiles missing to the nearest of these special hands."""
    best = FAR
    if hands & WONDERS:
        best = min(best, to_wonders(counts, 0))
    if hands & (PAIR_HONOURS | PAIRS_DIFFERENT):
        best = min(best, to_pair_honours(counts, hands & PAIRS_DIFFERENT))
    if hands & TRIPLE_KNITTING:
        best = min(best, to_triple_knitting(counts))
    winds = missing_winds(counts)
    for suit in range(SUITS):
        at = RANKS * suit
        if hands & ALL_GATES:
            best = min(best, to_gates(counts, at, hands))
        if hands & SNAKE:
            best = min(best, to_snake(counts, at) + winds)
        if hands & KNITTING:
            best = min(best, to_knitting(counts, at, (at + RANKS) % FIRST_HONOUR))
    return best


@kernel
def useful_for(counts: Ints, hands: int, far: int) -> int:
    """The kinds that bring those of these special hands nearer that are this far away, whether any is left or not."""
    mask = 0
    if hands & WONDERS and to_wonders(counts, 0) == far:
        mask |= for_wonders(counts, 0)
    if hands & (PAIR_HONOURS | PAIRS_DIFFERENT) and to_pair_honours(counts, hands & PAIRS_DIFFERENT) == far:
        mask |= for_pair_honours(counts, hands & PAIRS_DIFFERENT)
    if hands & TRIPLE_KNITTING and to_triple_knitting(counts) == far:
        mask |= for_triple_knitting(counts)
    winds = missing_ones(counts, FIRST_HONOUR, WIND_KINDS)
    lacking = ones(winds)
    for suit in range(SUITS):
        at = RANKS * suit
        if hands & ALL_GATES and to_gates(counts, at, hands) == far:
            mask |= for_gates(counts, at, hands) << at
        if hands & SNAKE and to_snake(counts, at) + lacking == far:
            one = 1 if counts[at] < SNAKE_TILES[0] else 0
            mask |= ((missing_ones(counts, at, RANKS) | one) << at) | (winds << FIRST_HONOUR)
        other = (at + RANKS) % FIRST_HONOUR
        if hands & KNITTING and to_knitting(counts, at, other) == far:
            mask |= for_knitting(counts, at, other)
    return mask if far > 0 else 0
