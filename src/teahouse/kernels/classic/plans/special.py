"""How far a concealed hand is from the special hands that are told by their tiles.

They are numbered: Thirteen Unique Wonders, Gates of Heaven and Wriggling Snake of each suit, Knitting without each
suit, Triple Knitting, All Pair Honours with seven different pairs and with any, and All Winds and Dragons, which has
sets.
"""

from typing import Final

from teahouse.kernels.arrays import Ints
from teahouse.kernels.classic.plans.reach import HONOURS, KINDS, SUITS
from teahouse.kernels.classic.plans.suits import FAR, RANKS
from teahouse.kernels.kernel import kernel

WONDERS: Final = 0
GATES: Final = 1
SNAKE: Final = GATES + SUITS
KNITTING: Final = SNAKE + SUITS
TRIPLE: Final = KNITTING + SUITS
PAIRS: Final = TRIPLE + 1
ANY_PAIRS: Final = PAIRS + 1
ALL_HONOURS: Final = ANY_PAIRS + 1
SPECIALS: Final = ALL_HONOURS + 1

HAND: Final = 14
DRAGONS: Final = 31


@kernel
def is_major(tile: int) -> bool:
    """Is it a 1, a 9 or an honour?"""
    return tile >= HONOURS or tile % RANKS == 0 or tile % RANKS == RANKS - 1


@kernel
def of_units(wanted: int, ready: int, half: int) -> int:
    """What is missing for so many pairs, when so many are there and of so many more one half is."""
    return max(0, wanted - ready) + max(0, wanted - ready - half)


@kernel
def wonders(hand: Ints) -> int:
    """Each 1, 9, wind and dragon, one of them twice."""
    kinds, pair = 0, 0
    for tile in range(KINDS):
        if hand[tile] > 0 and is_major(tile):
            kinds += 1
            if hand[tile] > 1:
                pair = 1
    return HAND - kinds - pair


@kernel
def gates(hand: Ints, suit: int) -> int:
    """1112345678999 of one suit, and one more of it."""
    missing, extra = 0, 0
    for rank in range(RANKS):
        wanted = 3 if rank in (0, RANKS - 1) else 1
        held = hand[RANKS * suit + rank]
        missing += max(0, wanted - held)
        extra += max(0, held - wanted)
    return missing + (1 if extra == 0 else 0)


@kernel
def snake(hand: Ints, suit: int) -> int:
    """11 and 2 to 9 of one suit, and each wind."""
    missing = 2 - min(2, int(hand[RANKS * suit]))
    for rank in range(1, RANKS):
        missing += 1 if hand[RANKS * suit + rank] == 0 else 0
    for tile in range(HONOURS, DRAGONS):
        missing += 1 if hand[tile] == 0 else 0
    return missing


@kernel
def knitting(hand: Ints, without: int, spare: bool) -> int:
    """Seven pairs of one number in the same two suits; or how many halves more are there than are wanted."""
    ready, half = 0, 0
    one, other = RANKS * ((without + 1) % SUITS), RANKS * ((without + 2) % SUITS)
    for rank in range(RANKS):
        a, b = hand[one + rank], hand[other + rank]
        ready += min(a, b)
        half += abs(a - b)
    return max(0, ready + half - 7) if spare else of_units(7, ready, half)


@kernel
def pairs(hand: Ints, different: bool, spare: bool) -> int:
    """Seven pairs of 1s, 9s, winds and dragons; or how many single ones more are there than are wanted."""
    ready, half = 0, 0
    for tile in range(KINDS):
        if is_major(tile):
            if different and hand[tile] >= 2:
                ready += 1
            else:
                ready += hand[tile] // 2
                half += hand[tile] % 2
    return max(0, ready + half - 7) if spare else of_units(7, ready, half)


@kernel
def triple_knitting(hand: Ints) -> int:
    """Four numbers in all three suits and one number in two: the cheapest four units, one more for the pair."""
    full, two, one = 0, 0, 0
    for rank in range(RANKS):
        a, b, c = hand[rank], hand[RANKS + rank], hand[2 * RANKS + rank]
        low, high = min(a, b, c), max(a, b, c)
        middle = a + b + c - low - high
        full += low
        two += middle - low
        one += high - middle
    # A pair costs nothing on a unit of two or three, one tile on a unit of one; four triples cost 0, 1, 2 or 3 each.
    fewest = FAR
    for kind in range(4):
        if kind == 0:
            left_full, left_two, left_one, cost = full - 1, two, one, 0
        elif kind == 1:
            left_full, left_two, left_one, cost = full, two - 1, one, 0
        elif kind == 2:
            left_full, left_two, left_one, cost = full, two, one - 1, 1
        else:
            left_full, left_two, left_one, cost = full, two, one, 2
        if left_full >= 0 and left_two >= 0 and left_one >= 0:
            need = max(0, 4 - left_full)
            from_two = min(need, left_two)
            from_one = min(need - from_two, left_one)
            total = cost + from_two + 2 * from_one + 3 * (need - from_two - from_one)
            fewest = min(fewest, total)
    return fewest


@kernel
def all_honours(hand: Ints, sets: int) -> int:
    """Sets and a pair of honours: the fullest kinds become the sets, the next one the pair."""
    pairs_missing, best = 0, FAR
    for pair in range(HONOURS, KINDS):
        missing = max(0, 2 - hand[pair])
        three, two, one = 0, 0, 0
        for tile in range(HONOURS, KINDS):
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
    """What a hand lacks for one of the special hands."""
    if which == WONDERS:
        return wonders(hand)
    if which < SNAKE:
        return gates(hand, which - GATES)
    if which < KNITTING:
        return snake(hand, which - SNAKE)
    if which < TRIPLE:
        return knitting(hand, which - KNITTING, False)
    if which == TRIPLE:
        return triple_knitting(hand)
    if which in (PAIRS, ANY_PAIRS):
        return pairs(hand, which == PAIRS, False)
    return all_honours(hand, sets)


@kernel
def special_useful(hand: Ints, unseen: Ints, which: int, sets: int, missing: int) -> int:
    """The unseen tiles that bring the hand nearer to it, times 64, and how many kinds they are."""
    found = 0
    for tile in range(KINDS):
        if unseen[tile] > 0 and hand[tile] < 4:
            hand[tile] += 1
            if special_missing(hand, which, sets) < missing:
                found += 64 * unseen[tile] + 1
            hand[tile] -= 1
    return found


@kernel
def special_spare(hand: Ints, which: int) -> int:
    """How many kinds can be wanted at once beyond those that are missing."""
    if KNITTING <= which < TRIPLE:
        return knitting(hand, which - KNITTING, True)
    return pairs(hand, which == PAIRS, True) if which in (PAIRS, ANY_PAIRS) else 0
