"""The scores of many wins where patterns are played."""

from teahouse.kernels.arrays import Rows
from teahouse.kernels.classic.numbers import Score, Sheet, Win
from teahouse.kernels.classic.pattern_rows import PatternRow, PatternWork, pattern_worth
from teahouse.kernels.classic.scoring.reading import Reading, begin, decide
from teahouse.kernels.kernel import kernel


@kernel
def score_patterned(
    wins: Rows[Win],
    sheets: Rows[Sheet],
    rows: Rows[PatternRow],
    work: PatternWork,
    reading: Reading,
    found: Rows[Score],
) -> int:
    """Score many wins where patterns are played; the number of the first that is incomplete, or how many there are."""
    for number in range(len(wins)):
        win = wins[number]
        sheet = sheets[win.sheet]
        begin(win, sheet, reading)
        tiles = reading.tiles
        tiles.special = max(tiles.special, pattern_worth(rows, win, tiles.kinds, work))
        if not decide(win, sheet, reading, found[number]):
            return number
    return len(wins)
