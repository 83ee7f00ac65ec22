"""The scores of wins where patterns are played."""

from teahouse.kernels.arrays import Rows
from teahouse.kernels.classic.numbers import Score, Sheet, Win
from teahouse.kernels.classic.pattern_rows import PatternRow, Patterns, PatternWork, pattern_worth
from teahouse.kernels.classic.scoring.reading import Reading, begin, decide
from teahouse.kernels.kernel import kernel


@kernel
def begin_patterned(win: Win, sheet: Sheet, patterns: Patterns, reading: Reading) -> None:
    """Read a hand: its sets in every way, and the special hands that it is, patterns too."""
    begin(win, sheet, reading)
    if len(patterns.rows) > 0:
        tiles = reading.tiles
        tiles.special = max(tiles.special, pattern_worth(patterns.rows, win, tiles.kinds, patterns.work))


@kernel
def score_win(win: Win, sheet: Sheet, patterns: Patterns, reading: Reading, found: Score) -> bool:
    """Score a win; False when the hand is not complete."""
    begin_patterned(win, sheet, patterns, reading)
    return decide(win, sheet, reading, found)


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
        if not score_win(win, sheets[win.sheet], Patterns(rows, work), reading, found[number]):
            return number
    return len(wins)
