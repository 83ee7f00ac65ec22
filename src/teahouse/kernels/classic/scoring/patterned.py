"""Wins scored and hands weighed where patterns are played."""

from teahouse.kernels.arrays import Rows
from teahouse.kernels.classic.numbers import ScoreNumbers, SheetNumbers, WinNumbers
from teahouse.kernels.classic.pattern_rows import Patterns, pattern_worth
from teahouse.kernels.classic.plans.pattern_plans import weigh_rows
from teahouse.kernels.classic.plans.race import weigh_race
from teahouse.kernels.classic.plans.types import HandEstimate, Holding, Situation, Workspace
from teahouse.kernels.classic.scoring.finishing import Scorer, copy_win, weigh
from teahouse.kernels.classic.scoring.reading import ReadingWorkspace, begin, decide
from teahouse.kernels.kernel import kernel


@kernel
def begin_patterned(win: WinNumbers, sheet: SheetNumbers, patterns: Patterns, reading: ReadingWorkspace) -> None:
    """Read a hand: its sets in every way, and the special hands that it is, patterns too."""
    begin(win, sheet, reading)
    if len(patterns.rows) > 0:
        tiles = reading.tiles
        tiles.special = max(tiles.special, pattern_worth(patterns.rows, win, tiles.kinds, patterns.work))


@kernel
def score_win(
    win: WinNumbers, sheet: SheetNumbers, patterns: Patterns, reading: ReadingWorkspace, found: ScoreNumbers
) -> bool:
    """Score a win; False when the hand is not complete."""
    begin_patterned(win, sheet, patterns, reading)
    return decide(win, sheet, reading, found)


@kernel
def score_patterned(
    wins: Rows[WinNumbers],
    sheets: Rows[SheetNumbers],
    patterns: Patterns,
    reading: ReadingWorkspace,
    found: Rows[ScoreNumbers],
) -> int:
    """Score many wins where patterns are played; the number of the first that is incomplete, or how many there are."""
    for number in range(len(wins)):
        win = wins[number]
        if not score_win(win, sheets[win.sheet], patterns, reading, found[number]):
            return number
    return len(wins)


@kernel
def weigh_any(
    workspace: Workspace,
    scorer: Scorer,
    patterns: Patterns,
    hand: Holding,
    situation: Situation,
    best: HandEstimate,
) -> None:
    """Find what a hand that waits for its next tile is worth, by sets and a pair and by patterns."""
    weigh(workspace, scorer, hand, situation, best)
    if len(patterns.rows) == 0:
        return
    if situation.context.nearer > 0.0:
        weigh_race(workspace, patterns, hand, scorer.melded, situation.context, best)
    else:
        weigh_rows(workspace, patterns, hand, scorer.melded, situation, best)


@kernel
def weigh_patterned(
    workspace: Workspace,
    scorer: Scorer,
    patterns: Patterns,
    hands: Rows[Holding],
    melded: Rows[WinNumbers],
    situation: Situation,
    best: Rows[HandEstimate],
) -> None:
    """The same for many hands, each with its melds as in a win."""
    for one in range(len(hands)):
        copy_win(melded[one], scorer.melded)
        weigh_any(workspace, scorer, patterns, hands[one], situation, best[one])
