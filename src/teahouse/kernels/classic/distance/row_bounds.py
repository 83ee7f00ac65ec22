"""Distances of 64 hands at once to special hands that rows describe.

A row is a sum of parts: the tiles that it needs in a group of kinds, and its slots. Many rows share a part, so each is
worked out once. What the parts lack, each for itself, is together a lower bound of the distance, because tiles that
serve two parts can only be missed more often; where no kind belongs to two parts, it is the distance itself. The
other rows are looked at one by one, only for hands to which the bound says that they may be nearer.

Rows are in classes by the groups of kinds that they use: suits and honours. Few hands have so many tiles in the groups
of a class that it could be nearer than what was found; those wait until there are 64 of them.
"""

from typing import Annotated, Final, NamedTuple

import numpy as np

from teahouse.kernels.arrays import ByteRows, Bytes, Ints, Record, Rows
from teahouse.kernels.classic.distance.hand import Look
from teahouse.kernels.classic.distance.lanes import LANES, fill
from teahouse.kernels.classic.distance.layout import KINDS, RANKS, SUITS
from teahouse.kernels.classic.pattern_rows import NO_MELDS, SIZE, PatternRow, PatternWork, pattern_missing
from teahouse.kernels.kernel import kernel

MOST_PARTS: Final = 1024
ROW_PARTS: Final = 10
CLASSES: Final = 1 << SUITS + 1
PAIR: Final = 2
U8 = np.uint8


class BoundPart(Record):
    """A part of rows: `tiles` is 0 for tiles that are needed, at `first` and after; otherwise it is a slot's.

    kinds, count: the kinds of a slot. many, repeats: as in a row.
    """

    tiles: int
    first: int
    need: Annotated[Ints, RANKS]
    kinds: Annotated[Ints, KINDS]
    count: int
    many: int
    repeats: int


class BoundRow(Record):
    """A row as a sum of parts. place: of the row itself. exact: 1 where the sum is its distance.

    most: how many tiles of each kind it can use.
    """

    place: int
    most: Annotated[Ints, KINDS]
    parts: Annotated[Ints, ROW_PARTS]
    count: int
    exact: int


class BoundClass(Record):
    """Rows that use the same groups, a bit each: where they and their parts begin and end."""

    groups: int
    first_row: int
    end_row: int
    first_part: int
    end_part: int


class Bounds(NamedTuple):
    """The rows of a ruleset, and as sums of parts, class by class; in each the exact ones come first."""

    rows: Rows[PatternRow]
    parts: Rows[BoundPart]
    sums: Rows[BoundRow]
    classes: Rows[BoundClass]


class BoundWork(Record):
    """Where 64 hands are laid out: their tiles by kind, what each part lacks, sums, and the smallest distance.

    waiting, count: the hands that wait to be looked at for a class, and how many.
    """

    waiting: Annotated[Ints, (CLASSES, LANES)]
    count: Annotated[Ints, CLASSES]
    counts: Annotated[Bytes, (KINDS, LANES)]
    lacks: Annotated[Bytes, (MOST_PARTS, LANES)]
    sums: Annotated[Bytes, (3, LANES)]
    best: Annotated[Bytes, LANES]


@kernel
def lack_needed(part: BoundPart, work: BoundWork, lacks: Bytes) -> None:
    """How many of the needed tiles are missing."""
    fill(lacks, 0)
    for rank in range(RANKS):
        need = part.need[rank]
        if need > 0:
            held = work.counts[part.first + rank]
            for lane in range(LANES):
                lacks[lane] = U8(lacks[lane] + U8(U8(need) - min(held[lane], U8(need))))


@kernel
def lack_ones(part: BoundPart, work: BoundWork, lacks: Bytes) -> None:
    """What a slot of single tiles lacks."""
    fill(lacks, 0)
    most = 4 if part.repeats else 1
    for number in range(part.count):
        held = work.counts[part.kinds[number]]
        for lane in range(LANES):
            lacks[lane] = U8(lacks[lane] + min(held[lane], U8(most)))
    many = part.many
    for lane in range(LANES):
        lacks[lane] = U8(U8(many) - min(lacks[lane], U8(many)))


@kernel
def lack_pairs(part: BoundPart, work: BoundWork, lacks: Bytes) -> None:
    """What a slot of pairs lacks."""
    fill(work.sums[0], 0)
    fill(work.sums[1], 0)
    paired, single = work.sums[0], work.sums[1]
    most = 4 if part.repeats else PAIR
    for number in range(part.count):
        held = work.counts[part.kinds[number]]
        for lane in range(LANES):
            count = min(held[lane], U8(most))
            paired[lane] = U8(paired[lane] + U8(count >> U8(1)))
            single[lane] = U8(single[lane] + U8(count & U8(1)))
    many = part.many
    for lane in range(LANES):
        wanted = U8(U8(many) - min(paired[lane], U8(many)))
        lacks[lane] = U8(U8(wanted + wanted) - min(single[lane], wanted))


@kernel
def lack_pongs(part: BoundPart, work: BoundWork, lacks: Bytes) -> None:
    """What a slot of pongs lacks: the kinds with the most tiles are taken first."""
    for number in range(3):
        fill(work.sums[number], 0)
    one, two, three = work.sums[0], work.sums[1], work.sums[2]
    for number in range(part.count):
        held = work.counts[part.kinds[number]]
        for lane in range(LANES):
            one[lane] = U8(one[lane] + min(held[lane], U8(1)))
            two[lane] = U8(two[lane] + U8(max(min(held[lane], U8(2)), U8(1)) - U8(1)))
            three[lane] = U8(three[lane] + U8(max(min(held[lane], U8(3)), U8(2)) - U8(2)))
    many = part.many
    for lane in range(LANES):
        met = U8(min(one[lane], U8(many)) + U8(min(two[lane], U8(many)) + min(three[lane], U8(many))))
        lacks[lane] = U8(U8(3 * many) - met)


@kernel
def find_lacks(parts: Rows[BoundPart], one: BoundClass, work: BoundWork) -> None:
    """What every part of a class lacks."""
    for place in range(one.first_part, one.end_part):
        part, lacks = parts[place], work.lacks[place]
        if part.tiles == 0:
            lack_needed(part, work, lacks)
        elif part.tiles == 1:
            lack_ones(part, work, lacks)
        elif part.tiles == PAIR:
            lack_pairs(part, work, lacks)
        else:
            lack_pongs(part, work, lacks)


@kernel
def add_parts(row: BoundRow, work: BoundWork, total: Bytes) -> None:
    """The sum of a row's parts."""
    fill(total, 0)
    for number in range(row.count):
        lacks = work.lacks[row.parts[number]]
        for lane in range(LANES):
            total[lane] = U8(total[lane] + lacks[lane])


@kernel
def lower_best(bounds: Bounds, one: BoundClass, work: BoundWork, hand: PatternWork, size: int) -> None:
    """Lower the distances of the hands to that of the nearest row of a class."""
    total, best = work.sums[0], work.best
    for number in range(one.first_row, one.end_row):
        row = bounds.sums[number]
        add_parts(row, work, total)
        if row.exact:
            for lane in range(LANES):
                best[lane] = min(best[lane], total[lane])
        else:
            nearer = U8(0)
            for lane in range(LANES):
                nearer = max(nearer, U8(max(best[lane], total[lane]) - total[lane]))
            if nearer > 0:
                look_closely(bounds.rows[row.place], row, work, hand, size)


@kernel
def look_closely(row: PatternRow, total: BoundRow, work: BoundWork, hand: PatternWork, size: int) -> None:
    """Look at a row for the hands to which it may be nearer than what was found."""
    for lane in range(size):
        if work.sums[0, lane] < work.best[lane]:
            lacks = SIZE
            for kind in range(KINDS):
                held = int(work.counts[kind, lane])
                hand.hand[kind] = held
                lacks -= min(held, total.most[kind])
            if lacks < int(work.best[lane]):
                far = pattern_missing(row, hand.hand, 0, NO_MELDS, int(work.best[lane]), hand)
                work.best[lane] = U8(min(int(work.best[lane]), far))


@kernel
def look_at_waiting(
    bounds: Bounds, place: int, counts: ByteRows, work: BoundWork, hand: PatternWork, found: Rows[Look]
) -> None:
    """Lower the distances of the hands that wait for a class."""
    size = work.count[place]
    work.count[place] = 0
    if size == 0:
        return
    for lane in range(LANES):
        at = int(work.waiting[place, lane if lane < size else 0])
        for kind in range(KINDS):
            work.counts[kind, lane] = counts[at, kind]
        work.best[lane] = U8(found[at].distance)
    find_lacks(bounds.parts, bounds.classes[place], work)
    lower_best(bounds, bounds.classes[place], work, hand, size)
    for lane in range(size):
        found[work.waiting[place, lane]].distance = work.best[lane]


@kernel
def tiles_of(counts: ByteRows, number: int, first: int, end: int) -> int:
    """How many tiles of these kinds a hand has."""
    total = 0
    for kind in range(first, end):
        total += counts[number, kind]
    return total


@kernel
def lower_distances(bounds: Bounds, counts: ByteRows, work: BoundWork, hand: PatternWork, found: Rows[Look]) -> None:
    """Lower the distances of hands without melds that are nearer to a row."""
    for number in range(len(counts)):
        best = found[number].distance
        a = tiles_of(counts, number, 0, RANKS)
        b = tiles_of(counts, number, RANKS, 2 * RANKS)
        c = tiles_of(counts, number, 2 * RANKS, 3 * RANKS)
        d = tiles_of(counts, number, 3 * RANKS, KINDS)
        for place in range(len(bounds.classes)):
            groups = bounds.classes[place].groups
            usable = (groups & 1) * a + (groups >> 1 & 1) * b + (groups >> 2 & 1) * c + (groups >> 3) * d
            if SIZE - usable < best:
                work.waiting[place, work.count[place]] = number
                work.count[place] += 1
                if work.count[place] == LANES:
                    look_at_waiting(bounds, place, counts, work, hand, found)
    for place in range(len(bounds.classes)):
        look_at_waiting(bounds, place, counts, work, hand, found)
