"""Hands that race for special hands: the value of a hand by all the hands it may become, and by its next tile.

If special hands are many and chows limited, every hand is slow, and many are equally near. A hand that it may become
has a promise: its worth, divided by a factor for every missing tile. The value of a hand is the highest promise, plus a
gain for every tile that lifts a promise above that.
"""

from typing import NamedTuple

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
from teahouse.kernels.classic.plans.special import ALL_HONOURS, SPECIAL_PLANS, special_kinds, special_missing
from teahouse.kernels.classic.plans.types import FINALISTS, HandEstimate, Holding, Stages, WeighingContext, Workspace
from teahouse.kernels.classic.specials import FAR
from teahouse.kernels.kernel import kernel


class Race(NamedTuple):
    """A hand in a race: what it has melded, the kinds of its pongs and kongs as a mask, and the factor for a tile."""

    melds: int
    melded_pongs: int
    ratio: float


@kernel
def promised(context: WeighingContext, stages: Stages, ratio: float, score: float, missing: int) -> float:
    """The estimated value of a hand of this score and distance: what it pays, minus what the wins of others cost."""
    return float((score * context.pays - stages.given_up) * ratio ** (-missing))


@kernel
def ratio_of(context: WeighingContext) -> float:
    """How many times as likely a win is with one tile less missing, with the rounds left."""
    return float(context.nearer * (1.0 + context.late / max(1.0, context.rounds)))


@kernel
def is_open(context: WeighingContext, hand: Holding, special: int) -> bool:
    """May a hand still become this special hand?"""
    return context.worths[special] > 0.0 and hand.honours_only == 1 and (hand.sets == 4 or special == ALL_HONOURS)


@kernel
def raise_kinds(patterns: Patterns, mask: int, gain: float) -> None:
    """Raise the gain of each of these kinds to at least this much."""
    gains = patterns.work.gains
    for kind in range(KINDS):
        if (mask >> kind) & 1:
            gains[kind] = max(gains[kind], gain)


@kernel
def set_plan(best: HandEstimate, plan: int, missing: int, score: float, chance: float) -> None:
    """Set the plan of a hand."""
    best.plan, best.missing, best.score, best.chance = plan, missing, score, chance


@kernel
def find_peak(
    workspace: Workspace,
    patterns: Patterns,
    hand: Holding,
    context: WeighingContext,
    race: Race,
    best: HandEstimate,
) -> float:
    """Find the highest promise, and what the hand lacks for every special hand; in `work.lacks` rows come first."""
    rows, work, peak = patterns.rows, patterns.work, 0.0
    stages, ratio = workspace.stages, race.ratio
    for place in range(FINALISTS):
        final = workspace.finals[place]
        if final.plan >= 0:
            peak = max(peak, promised(context, stages, ratio, final.score, final.missing))
    for place in range(len(rows) + SPECIAL_PLANS):
        special, score, lacking = place - len(rows), 0.0, FAR  # below zero for a row
        if special < 0:
            row = rows[place]
            score = float(row.shown_worth if race.melds == SHOWN else row.worth)
            lacking = row_missing(row, work.hand, race.melded_pongs, race.melds, FAR, work)
        elif is_open(context, hand, special):
            score, lacking = context.worths[special], special_missing(hand.tiles, special, hand.sets)
        patterns.work.lacks[place] = lacking
        best.nearest = min(best.nearest, lacking)
        if lacking == FAR:
            continue
        promise = promised(context, stages, ratio, score, lacking)
        if promise > peak:
            peak = promise
            plan = PLANS + SPECIAL_PLANS + place if special < 0 else PLANS + special
            set_plan(best, plan, lacking, score, ratio ** (-lacking))
    return peak


@kernel
def find_gains(
    stages: Stages,
    patterns: Patterns,
    hand: Holding,
    context: WeighingContext,
    race: Race,
    peak: float,
) -> None:
    """Find the gain of every kind above the peak, by the special hand for which it gains the most."""
    rows, work = patterns.rows, patterns.work
    for kind in range(KINDS):
        work.gains[kind] = 0.0
    for place in range(len(rows) + SPECIAL_PLANS):
        special, lacking, mask, covered = place - len(rows), patterns.work.lacks[place], 0, True
        if lacking == FAR:
            continue
        score = context.worths[special] if special >= 0 else 0.0
        if special < 0:
            score = float(rows[place].shown_worth if race.melds == SHOWN else rows[place].worth)
        gain = promised(context, stages, race.ratio, score, lacking - 1) - peak
        if gain <= 0.0:
            continue
        if special < 0:
            covered = rows[place].covered == 1
            mask = row_useful(rows[place], work.hand, race.melded_pongs, race.melds, lacking, work)
        else:
            mask = special_kinds(hand.tiles, special, hand.sets, lacking)
        givers = 3.0 if lacking == 1 else 0.0 if covered else 1.0  # the seats whose discards may be claimed
        raise_kinds(patterns, mask, (1.0 + givers * context.given) * gain)


@kernel
def weigh_race(
    workspace: Workspace,
    patterns: Patterns,
    hand: Holding,
    melded: WinNumbers,
    context: WeighingContext,
    best: HandEstimate,
) -> None:
    """Weigh a hand by all hands that it may become; the caller has found the best plans of sets and a pair."""
    work, stages, melds, count = patterns.work, workspace.stages, melded.melds, melded.meld_count
    race = Race(melds_of(melds, count), melded_pongs_of(melds, count), ratio_of(context))
    for kind in range(KINDS):
        work.hand[kind] = hand.tiles[kind]
    find_levels(work.hand, work)
    peak = find_peak(workspace, patterns, hand, context, race, best)
    find_gains(stages, patterns, hand, context, race, peak)
    gain = 0.0
    for place in range(FINALISTS):
        final = workspace.finals[place]
        if final.plan >= 0:
            above = promised(context, stages, race.ratio, final.score, final.missing - 1) - peak
            gain = max(gain, final.rate * above)
    for kind in range(KINDS):
        gain += hand.unseen[kind] * work.gains[kind]
    best.expected = stages.given_up + peak + gain / max(1.0, context.unseen)
