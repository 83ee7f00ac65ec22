"""Distances to special hands that rows describe, for many hands in one call."""

from teahouse.kernels.arrays import ByteRows, Ints, Rows
from teahouse.kernels.classic.distance.hand import HandDistance
from teahouse.kernels.classic.distance.layout import KINDS
from teahouse.kernels.classic.pattern_rows import PatternRow, PatternWork, row_missing, row_useful, take_hand
from teahouse.kernels.kernel import kernel


@kernel
def look_further(
    rows: Rows[PatternRow],
    counts: ByteRows,
    pongs: Ints,
    melded: Ints,
    masks: bool,
    work: PatternWork,
    found: Rows[HandDistance],
) -> None:
    """Lower the distances of hands that are nearer to a pattern, and add the kinds that help."""
    for number in range(len(counts)):
        for kind in range(KINDS):
            work.hand[kind] = counts[number, kind]
        take_hand(work.hand, work)
        best = found[number].distance
        for place in range(len(rows)):
            far = row_missing(rows[place], work.hand, pongs[number], melded[number], best + 1, work)
            work.lacks[place] = far
            best = min(best, far)
        if best < found[number].distance:
            found[number].distance = best
            found[number].useful = 0
        if masks and best > 0:
            for place in range(len(rows)):
                if work.lacks[place] == best:
                    row = rows[place]
                    useful = row_useful(row, work.hand, pongs[number], melded[number], best, work)
                    found[number].useful |= useful
