"""Plans that aim at special hands described by rows: their chance and what they are worth."""

from teahouse.kernels.arrays import Ints
from teahouse.kernels.classic.numbers import KINDS, WinNumbers
from teahouse.kernels.classic.pattern_rows import (
    SHOWN,
    Patterns,
    find_levels,
    melded_pongs_of,
    melds_of,
    row_missing,
    row_useful,
)
from teahouse.kernels.classic.plans.reach import PLANS
from teahouse.kernels.classic.plans.special import SPECIAL_PLANS
from teahouse.kernels.classic.plans.types import HandEstimate, Holding, Situation, Workspace
from teahouse.kernels.classic.plans.worth import expected, fill_special_stages, likely_score
from teahouse.kernels.kernel import kernel


@kernel
def count_unseen(mask: int, unseen: Ints) -> int:
    """The number of unseen tiles of these kinds."""
    found = 0
    for kind in range(KINDS):
        if (mask >> kind) & 1:
            found += unseen[kind]
    return found


@kernel
def weigh_rows(
    workspace: Workspace,
    patterns: Patterns,
    hand: Holding,
    melded: WinNumbers,
    situation: Situation,
    best: HandEstimate,
) -> None:
    """Make the best pattern that is near enough the plan, if it is worth more than the plan so far."""
    melds, melded_pongs = melds_of(melded.melds, melded.meld_count), melded_pongs_of(melded.melds, melded.meld_count)
    rows, work = patterns.rows, patterns.work
    stages, context, hazard = workspace.stages, situation.context, situation.hazard
    for kind in range(KINDS):
        work.hand[kind] = hand.tiles[kind]
    find_levels(work.hand, work)
    widest = context.special_width + 1
    for place in range(len(rows)):
        row = rows[place]
        lacking = row_missing(row, work.hand, melded_pongs, melds, widest, work)
        if lacking < widest:
            useful = count_unseen(row_useful(row, work.hand, melded_pongs, melds, lacking, work), hand.unseen)
            if useful:
                worth = float(row.shown_worth if melds == SHOWN else row.worth)
                worth = likely_score(context, 0.0, worth) if context.faan else worth
                fill_special_stages(context, stages, lacking, useful, 0, row.covered == 0)
                points = expected(context, hazard, stages, lacking, worth)
                if points > best.expected:
                    best.second = best.expected
                    best.expected = points + context.mix * (best.second - points)
                    best.plan, best.missing, best.rate = PLANS + SPECIAL_PLANS + place, lacking, float(useful)
                    best.chance, best.score = stages.chance, worth
            best.nearest = min(best.nearest, lacking)
