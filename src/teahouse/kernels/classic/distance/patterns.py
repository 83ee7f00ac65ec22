"""Distances to special hands that rows describe, for many hands in one call."""

from teahouse.kernels.arrays import ByteRows, Ints, Rows
from teahouse.kernels.classic.distance.hand import HandDistance
from teahouse.kernels.classic.distance.layout import KINDS
from teahouse.kernels.classic.pattern_rows import Patterns, find_levels, row_missing, row_useful
from teahouse.kernels.kernel import kernel


@kernel
def look_at_patterns(
    patterns: Patterns,
    counts: ByteRows,
    melded_pongs: Ints,
    melded: Ints,
    masks: bool,
    found: Rows[HandDistance],
) -> None:
    """Lower the distances of hands that are nearer to a pattern, and add the kinds that help."""
    rows, work, lacks = patterns.rows, patterns.work, patterns.work.lacks
    for number in range(len(counts)):
        for kind in range(KINDS):
            work.hand[kind] = counts[number, kind]
        find_levels(work.hand, work)
        best = found[number].distance
        for place in range(len(rows)):
            far = row_missing(rows[place], work.hand, melded_pongs[number], melded[number], best + 1, work)
            lacks[place] = far
            best = min(best, far)
        if best < found[number].distance:
            found[number].distance = best
            found[number].useful = 0
        if masks and best > 0:
            for place in range(len(rows)):
                if lacks[place] == best:
                    row = rows[place]
                    useful = row_useful(row, work.hand, melded_pongs[number], melded[number], best, work)
                    found[number].useful |= useful
