"""How far a concealed hand is from each special hand that a plan may aim at, and which unseen tiles bring it nearer.

The plans are numbered as `patterns` lists the forms of special hands, with a plan for each suit; of Knitting, for each
suit that it is without. After them comes All Winds and Dragons, which has sets.
"""

from itertools import accumulate
from typing import Final

from teahouse.kernels.arrays import Ints
from teahouse.kernels.classic import specials
from teahouse.kernels.classic.built_in_hands import MAJORS, SPECIAL_FORMS
from teahouse.kernels.classic.built_in_hands import PAIRS as WANTED
from teahouse.kernels.classic.numbers import FIRST_HONOUR, KINDS, RANKS, SUITS
from teahouse.kernels.classic.plans.suits import FAR
from teahouse.kernels.classic.specials import (
    missing_winds,
    to_gates,
    to_knitting,
    to_pair_honours,
    to_snake,
    to_triple_knitting,
    to_wonders,
)
from teahouse.kernels.kernel import kernel

WONDERS, GATES, GATES_MINOR, SNAKE, KNITTING, TRIPLE, ANY_PAIRS, PAIRS, GATES_LAST, ALL_HONOURS = accumulate(
    (form.suits for form in SPECIAL_FORMS), initial=0
)
"""The first plan of each form."""
SPECIAL_PLANS: Final = ALL_HONOURS + 1


@kernel
def whole_snake(hand: Ints, suit: int) -> int:
    """Tiles missing to the Wriggling Snake of a suit, winds counted."""
    return to_snake(hand, RANKS * suit) + missing_winds(hand)


@kernel
def all_honours(hand: Ints, sets: int) -> int:
    """Tiles missing to sets and a pair of honours: the kinds with the most tiles are the sets, the next the pair."""
    pairs_missing, best = 0, FAR
    for pair in range(FIRST_HONOUR, KINDS):
        missing = max(0, 2 - hand[pair])
        three, two, one = 0, 0, 0
        for tile in range(FIRST_HONOUR, KINDS):
            if tile != pair:
                three += 1 if hand[tile] >= 3 else 0
                two += 1 if hand[tile] == 2 else 0
                one += 1 if hand[tile] == 1 else 0
        need = max(0, sets - three)
        from_two = min(need, two)
        from_one = min(need - from_two, one)
        pairs_missing = missing + from_two + 2 * from_one + 3 * (need - from_two - from_one)
        best = min(best, pairs_missing)
    return best


@kernel
def special_missing(hand: Ints, which: int, sets: int) -> int:
    """The tiles that a hand lacks for one of the special hands."""
    if which == WONDERS:
        return to_wonders(hand, 0)
    if which < SNAKE:
        form = specials.GATES if which < GATES_MINOR else specials.GATES_MINOR
        return to_gates(hand, RANKS * ((which - GATES) % SUITS), form)
    if which < KNITTING:
        return whole_snake(hand, which - SNAKE)
    if which < TRIPLE:
        without = which - KNITTING
        return to_knitting(hand, RANKS * ((without + 1) % SUITS), RANKS * ((without + 2) % SUITS))
    if which == TRIPLE:
        return to_triple_knitting(hand)
    if which in (PAIRS, ANY_PAIRS):
        return to_pair_honours(hand, 1 if which == PAIRS else 0)
    if which < ALL_HONOURS:
        return to_gates(hand, RANKS * (which - GATES_LAST), specials.GATES_LAST)
    return all_honours(hand, sets)


@kernel
def special_kinds(hand: Ints, which: int, sets: int, missing: int) -> int:
    """The kinds that bring the hand nearer to it, as a mask."""
    mask = 0
    for tile in range(KINDS):
        if hand[tile] < 4:
            hand[tile] += 1
            if special_missing(hand, which, sets) < missing:
                mask |= 1 << tile
            hand[tile] -= 1
    return mask


@kernel
def special_useful(hand: Ints, unseen: Ints, which: int, sets: int, missing: int) -> int:
    """The number of unseen tiles that bring the hand nearer to it."""
    found = 0
    for tile in range(KINDS):
        if unseen[tile] > 0 and hand[tile] < 4:
            hand[tile] += 1
            if special_missing(hand, which, sets) < missing:
                found += unseen[tile]
            hand[tile] -= 1
    return found


@kernel
def spare_knitting(hand: Ints, without: int) -> int:
    """The number of halves of Knitting pairs beyond those needed."""
    there = 0
    one, other = RANKS * ((without + 1) % SUITS), RANKS * ((without + 2) % SUITS)
    for rank in range(RANKS):
        there += max(hand[one + rank], hand[other + rank])
    return max(0, there - WANTED)


@kernel
def spare_pairs(hand: Ints, different: bool) -> int:
    """The number of pairs and single tiles of All Pair Honours beyond those needed."""
    there = 0
    for tile in range(KINDS):
        if (MAJORS >> tile) & 1:
            held = min(hand[tile], 2) if different else hand[tile]
            there += (held + 1) // 2
    return max(0, there - WANTED)


@kernel
def special_spare(hand: Ints, which: int) -> int:
    """The number of kinds that can be useful at once beyond the missing ones."""
    if KNITTING <= which < TRIPLE:
        return spare_knitting(hand, which - KNITTING)
    return spare_pairs(hand, which == PAIRS) if which in (PAIRS, ANY_PAIRS) else 0
