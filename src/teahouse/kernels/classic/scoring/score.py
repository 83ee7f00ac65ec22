"""The score of a win, and of many."""

from teahouse.kernels.arrays import Rows
from teahouse.kernels.classic.numbers import Score, Sheet, Win
from teahouse.kernels.classic.scoring.reading import Reading, begin, decide
from teahouse.kernels.kernel import kernel


@kernel
def score(win: Win, sheet: Sheet, reading: Reading, found: Score) -> bool:
    """Score a win; False when the hand is not complete."""
    begin(win, sheet, reading)
    return decide(win, sheet, reading, found)


@kernel
def score_all(wins: Rows[Win], sheets: Rows[Sheet], reading: Reading, found: Rows[Score]) -> int:
    """Score many wins; the number of the first that is not complete, or how many there are."""
    for row in range(len(wins)):
        if not score(wins[row], sheets[wins[row].sheet], reading, found[row]):
            return row
    return len(wins)
