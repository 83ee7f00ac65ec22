"""The score of a win, and of many."""

from teahouse.kernels.arrays import Rows
from teahouse.kernels.classic.numbers import ScoreNumbers, SheetNumbers, WinNumbers
from teahouse.kernels.classic.scoring.reading import ReadingWorkspace, begin, decide
from teahouse.kernels.kernel import kernel


@kernel
def score(win: WinNumbers, sheet: SheetNumbers, reading: ReadingWorkspace, found: ScoreNumbers) -> bool:
    """Score a win; False when the hand is not complete."""
    begin(win, sheet, reading)
    return decide(win, sheet, reading, found)


@kernel
def score_all(
    wins: Rows[WinNumbers], sheets: Rows[SheetNumbers], reading: ReadingWorkspace, found: Rows[ScoreNumbers]
) -> int:
    """Score many wins; the number of the first that is not complete, or how many there are."""
    for row in range(len(wins)):
        if not score(wins[row], sheets[wins[row].sheet], reading, found[row]):
            return row
    return len(wins)
