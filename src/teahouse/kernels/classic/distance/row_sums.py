"""Distances of many hands to special hands that rows describe.

How many tiles a hand has of a row is a sum. Its terms are *levels*: 1 if a hand has at least this many tiles of a kind.
Needed tiles are a sum of levels. A slot can use at most as many first tiles of its kinds as it has groups, as many
second ones and as many third ones. Many rows share such sums, so each is computed once, in steps that add four numbers.

If no kind belongs to two slots, a hand lacks the difference between the sum and a whole hand. Otherwise it lacks at
least that, because tiles that fit two slots are counted twice; such a row is computed by itself, only for hands to
which it may be nearer.
"""

from typing import Annotated, Final, NamedTuple

import numpy as np

from teahouse.kernels.arrays import ByteRows, Bytes, Ints, Rows
from teahouse.kernels.classic.built_in_hands import HAND_SIZE
from teahouse.kernels.classic.distance.hand import HandDistance
from teahouse.kernels.classic.distance.layout import KINDS
from teahouse.kernels.classic.pattern_rows import NO_MELDS, PatternRow, PatternWorkspace, pattern_missing
from teahouse.kernels.kernel import kernel
from teahouse.kernels.record import KernelRecord

LANES: Final = 256
"""How many hands take each step together: enough that finding its numbers takes less time than adding them."""
LEVELS: Final = 4
NOTHING: Final = LEVELS * KINDS
"""The place of a number that is always 0; the levels are before it, the steps after it."""
FIRST_STEP: Final = NOTHING + 1
PLACES: Final = 1024
TERMS: Final = 4
U8 = np.uint8


class SumStep(KernelRecord):
    """The sum of the numbers at four places, none counted for more than its `most`.

    row: the row whose tiles the sum counts, or -1. exact: 1 if the sum and the distance add up to a whole hand.
    """

    terms: Annotated[Ints, TERMS]
    most: Annotated[Ints, TERMS]
    row: int
    exact: int


class RowSums(NamedTuple):
    """The rows of a ruleset; the steps that they share, in order; and a last step for each row, exact ones first."""

    rows: Rows[PatternRow]
    shared: Rows[SumStep]
    last: Rows[SumStep]


class SumWorkspace(KernelRecord):
    """For the hands of one block: the numbers at every place; what they have of a row; what they lack."""

    numbers: Annotated[Bytes, (PLACES, LANES)]
    here: Annotated[Bytes, LANES]
    best: Annotated[Bytes, LANES]


@kernel
def lower_to_rows(
    sums: RowSums, counts: ByteRows, work: SumWorkspace, hand: PatternWorkspace, found: Rows[HandDistance]
) -> None:
    """Lower the distances of hands without melds to that of the nearest row."""
    for first in range(0, len(counts), LANES):
        size = min(LANES, len(counts) - first)
        find_levels(counts, first, size, work.numbers)
        for number in range(len(sums.shared)):
            add(sums.shared[number], work.numbers, work.numbers[FIRST_STEP + number])
        for lane in range(size):
            work.best[lane] = found[first + lane].distance
        for number in range(len(sums.last)):
            step = sums.last[number]
            add(step, work.numbers, work.here)
            if step.exact:
                lower(work.best, work.here)
            else:
                look_closely(sums.rows[step.row], counts[first : first + size], work, hand)
        for lane in range(size):
            found[first + lane].distance = work.best[lane]


@kernel
def find_levels(counts: ByteRows, first: int, size: int, numbers: ByteRows) -> None:
    """Compute whether hands have at least one, two, three and four tiles of every kind."""
    for lane in range(size):
        for kind in range(KINDS):
            numbers[kind, lane] = counts[first + lane, kind]
    for kind in range(KINDS):
        one, two = numbers[kind], numbers[KINDS + kind]
        three, four = numbers[2 * KINDS + kind], numbers[3 * KINDS + kind]
        for lane in range(LANES):  # at most four tiles are held, so shifts replace comparisons
            held = one[lane]
            four[lane] = U8(held >> U8(2))
            three[lane] = U8(U8(held + U8(1)) >> U8(2))
            two[lane] = min(U8(held >> U8(1)), U8(1))
            one[lane] = min(held, U8(1))


@kernel
def add(step: SumStep, numbers: ByteRows, into: Bytes) -> None:
    """Compute the sum of a step."""
    one, two, three, four = step.terms[0], step.terms[1], step.terms[2], step.terms[3]
    a, b, c, d = numbers[one], numbers[two], numbers[three], numbers[four]
    most_a, most_b, most_c, most_d = U8(step.most[0]), U8(step.most[1]), U8(step.most[2]), U8(step.most[3])
    for lane in range(LANES):
        left = U8(min(a[lane], most_a) + min(b[lane], most_b))
        right = U8(min(c[lane], most_c) + min(d[lane], most_d))
        into[lane] = U8(left + right)


@kernel
def lower(best: Bytes, here: Bytes) -> None:
    """Lower distances to what the hands lack of a row."""
    for lane in range(LANES):
        best[lane] = min(best[lane], U8(U8(HAND_SIZE) - here[lane]))


@kernel
def look_closely(row: PatternRow, counts: ByteRows, work: SumWorkspace, hand: PatternWorkspace) -> None:
    """Compute the exact distance to a row for the hands to which it may be nearer than what was found."""
    for lane in range(len(counts)):
        best = int(work.best[lane])
        if work.here[lane] + best > HAND_SIZE:
            for kind in range(KINDS):
                hand.hand[kind] = counts[lane, kind]
            far = pattern_missing(row, hand.hand, 0, NO_MELDS, best, hand)
            work.best[lane] = U8(min(best, far))
