"""Distances of 64 hands at once to special hands that rows describe.

A row is a sum of parts: the tiles that it needs in a group of kinds, and its slots, which take what the needed tiles
leave. Many rows share a part, so each is worked out once. Where no kind belongs to two slots, the sum of what the parts
lack is the distance. Otherwise it is a lower bound, because tiles that serve two slots can only be missed more often;
such a row is looked at by itself, only for hands to which the bound says that it may be nearer.
"""

from typing import Annotated, Final, NamedTuple

import numpy as np

from teahouse.kernels.arrays import ByteRows, Bytes, Ints, Record, Rows
from teahouse.kernels.classic.distance.lanes import LANES, fill
from teahouse.kernels.classic.distance.layout import KINDS, RANKS
from teahouse.kernels.classic.pattern_rows import NO_MELDS, PONG, PatternRow, PatternWork, pattern_missing
from teahouse.kernels.kernel import kernel

MOST_PARTS: Final = 512
ROW_PARTS: Final = 10
PAIR: Final = 2
U8 = np.uint8


class BoundPart(Record):
    """A part of rows: `tiles` is 0 for tiles that are needed, at `first` and after; otherwise it is a slot's.

    kinds, count: the kinds of a slot. before: how many tiles of each go to the needed ones first; most: how many of the
    others it can use. many: as in a row. paired: 1 for pongs and one pair of the same kinds, which are one part.
    """

    tiles: int
    first: int
    need: Annotated[Ints, RANKS]
    kinds: Annotated[Ints, KINDS]
    before: Annotated[Ints, KINDS]
    most: Annotated[Ints, KINDS]
    count: int
    many: int
    paired: int


class BoundRow(Record):
    """A row as a sum of parts. place: of the row itself. exact: 1 where the sum is its distance."""

    place: int
    parts: Annotated[Ints, ROW_PARTS]
    count: int
    exact: int


class BoundWork(Record):
    """What each part lacks by 64 hands, and sums."""

    lacks: Annotated[Bytes, (MOST_PARTS, LANES)]
    sums: Annotated[Bytes, (4, LANES)]


class Bounds(NamedTuple):
    """The rows of a ruleset, and as sums of parts, the exact ones first; where they are worked out."""

    rows: Rows[PatternRow]
    parts: Rows[BoundPart]
    sums: Rows[BoundRow]
    work: BoundWork
    hand: PatternWork


@kernel
def lack_needed(part: BoundPart, counts: ByteRows, lacks: Bytes) -> None:
    """How many of the needed tiles are missing."""
    fill(lacks, 0)
    for rank in range(RANKS):
        need = part.need[rank]
        if need > 0:
            held = counts[part.first + rank]
            for lane in range(LANES):
                lacks[lane] = U8(lacks[lane] + U8(U8(need) - min(held[lane], U8(need))))


@kernel
def lack_ones(part: BoundPart, counts: ByteRows, lacks: Bytes) -> None:
    """What a slot of single tiles lacks. Of every kind it can use the tiles beyond the needed ones."""
    fill(lacks, 0)
    many = part.many
    for number in range(part.count):
        held, before, most = counts[part.kinds[number]], part.before[number], part.most[number]
        for lane in range(LANES):
            usable = min(U8(max(held[lane], U8(before)) - U8(before)), U8(most))
            lacks[lane] = U8(lacks[lane] + usable)
    for lane in range(LANES):
        lacks[lane] = U8(U8(many) - min(lacks[lane], U8(many)))


@kernel
def lack_pairs(part: BoundPart, counts: ByteRows, work: BoundWork, lacks: Bytes) -> None:
    """What a slot of pairs lacks."""
    fill(work.sums[1], 0)
    fill(work.sums[2], 0)
    paired, single, many = work.sums[1], work.sums[2], part.many
    for number in range(part.count):
        held, before, most = counts[part.kinds[number]], part.before[number], part.most[number]
        for lane in range(LANES):
            usable = min(U8(max(held[lane], U8(before)) - U8(before)), U8(most))
            paired[lane] = U8(paired[lane] + U8(usable >> U8(1)))
            single[lane] = U8(single[lane] + U8(usable & U8(1)))
    for lane in range(LANES):
        wanted = U8(U8(many) - min(paired[lane], U8(many)))
        lacks[lane] = U8(U8(wanted + wanted) - min(single[lane], wanted))


@kernel
def lack_pongs(part: BoundPart, counts: ByteRows, work: BoundWork, lacks: Bytes) -> None:
    """What a slot of pongs lacks, or of pongs and one pair: the kinds with the most tiles are taken first.

    The pair is of the last of them. It could use a third tile only where all are complete, so what they have together
    is no more than all need.
    """
    for number in range(1, 4):
        fill(work.sums[number], 0)
    one, two, three = work.sums[1], work.sums[2], work.sums[3]
    for number in range(part.count):
        held, before, most = counts[part.kinds[number]], part.before[number], part.most[number]
        for lane in range(LANES):
            usable = min(U8(max(held[lane], U8(before)) - U8(before)), U8(most))
            one[lane] = U8(one[lane] + min(usable, U8(1)))
            two[lane] = U8(two[lane] + U8(usable >> U8(1)))
            three[lane] = U8(three[lane] + U8(U8(usable + U8(1)) >> U8(2)))
    many, size = part.many + part.paired, PONG * part.many + PAIR * part.paired
    for lane in range(LANES):
        met = U8(min(one[lane], U8(many)) + U8(min(two[lane], U8(many)) + min(three[lane], U8(many))))
        lacks[lane] = U8(U8(size) - min(met, U8(size)))


@kernel
def find_lacks(bounds: Bounds, counts: ByteRows) -> None:
    """What every part lacks."""
    for place in range(len(bounds.parts)):
        part, lacks = bounds.parts[place], bounds.work.lacks[place]
        if part.tiles == 0:
            lack_needed(part, counts, lacks)
        elif part.tiles == 1:
            lack_ones(part, counts, lacks)
        elif part.tiles == PAIR:
            lack_pairs(part, counts, bounds.work, lacks)
        else:
            lack_pongs(part, counts, bounds.work, lacks)


@kernel
def add_parts(row: BoundRow, work: BoundWork, total: Bytes) -> None:
    """The sum of a row's parts."""
    first = work.lacks[row.parts[0]]
    for lane in range(LANES):
        total[lane] = first[lane]
    for number in range(1, row.count):
        lacks = work.lacks[row.parts[number]]
        for lane in range(LANES):
            total[lane] = U8(total[lane] + lacks[lane])


@kernel
def lower_to_rows(bounds: Bounds, counts: ByteRows, best: Bytes) -> None:
    """Lower the distances of 64 hands without melds, whose tiles are given by kind, to that of the nearest row."""
    find_lacks(bounds, counts)
    total = bounds.work.sums[0]
    for number in range(len(bounds.sums)):
        row = bounds.sums[number]
        add_parts(row, bounds.work, total)
        if row.exact:
            for lane in range(LANES):
                best[lane] = min(best[lane], total[lane])
        else:
            look_closely(bounds.rows[row.place], counts, total, best, bounds.hand)


@kernel
def look_closely(row: PatternRow, counts: ByteRows, total: Bytes, best: Bytes, hand: PatternWork) -> None:
    """Look at a row for the hands to which it may be nearer than what was found."""
    for lane in range(LANES):
        if total[lane] < best[lane]:
            for kind in range(KINDS):
                hand.hand[kind] = counts[kind, lane]
            far = pattern_missing(row, hand.hand, 0, NO_MELDS, int(best[lane]), hand)
            best[lane] = U8(min(int(best[lane]), far))
