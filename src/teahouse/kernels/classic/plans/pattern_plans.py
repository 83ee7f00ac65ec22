"""Plans that aim at special hands described by rows: their chance and what they are worth."""

from teahouse.kernels.arrays import Ints, Reals, Rows
from teahouse.kernels.classic.numbers import KINDS, WinNumbers
from teahouse.kernels.classic.pattern_rows import (
    SHOWN,
    PatternRow,
    PatternWork,
    melds_of,
    pongs_of,
    row_missing,
    row_useful,
    take_hand,
)
from teahouse.kernels.classic.plans.reach import PLANS
from teahouse.kernels.classic.plans.special import SPECIALS
from teahouse.kernels.classic.plans.worth import (
    HandEstimate,
    Holding,
    Known,
    Stages,
    expected,
    fill_special_stages,
    likely_score,
)
from teahouse.kernels.kernel import kernel


@kernel
def live_useful(mask: int, unseen: Ints) -> int:
    """The unseen tiles of these kinds, times 64, and the number of kinds."""
    found = 0
    for kind in range(KINDS):
        if (mask >> kind) & 1 and unseen[kind] > 0:
            found += 64 * unseen[kind] + 1
    return found


@kernel
def weigh_rows(
    rows: Rows[PatternRow],
    work: PatternWork,
    stages: Stages,
    hand: Holding,
    melded: WinNumbers,
    known: Known,
    hazard: Reals,
    best: HandEstimate,
) -> None:
    """Make the best pattern that is near enough the plan, if it is worth more than the plan so far."""
    melds, pongs = melds_of(melded.melds, melded.meld_count), pongs_of(melded.melds, melded.meld_count)
    for kind in range(KINDS):
        work.hand[kind] = hand.tiles[kind]
    take_hand(work.hand, work)
    widest = int(known.special_width) + 1
    for place in range(len(rows)):
        row = rows[place]
        lacking = row_missing(row, work.hand, pongs, melds, widest, work)
        if lacking < widest:
            useful = live_useful(row_useful(row, work.hand, pongs, melds, lacking, work), hand.unseen)
            if useful:
                worth = float(row.shown_worth if melds == SHOWN else row.worth)
                worth = likely_score(known, 0.0, worth) if known.faan else worth
                fill_special_stages(known, stages, lacking, useful, 0, row.covered == 0)
                points = expected(known, hazard, stages, lacking, worth)
                if points > best.expected:
                    best.second = best.expected
                    best.expected = points + known.mix * (best.second - points)
                    best.plan, best.missing, best.rate = PLANS + SPECIALS + place, lacking, float(useful // 64)
                    best.chance, best.score = stages.chance, worth
            best.nearest = min(best.nearest, lacking)
