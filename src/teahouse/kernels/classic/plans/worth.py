"""What hands are worth in points: for each plan the chance to finish it in time, times what it pays."""

from typing import Final

from teahouse.kernels.arrays import Ints, Reals, Rows
from teahouse.kernels.classic.plans.reach import (
    HONOURS,
    KINDS,
    PLANS,
    SUITS,
    Flow,
    PlannedHand,
    distances,
    doublings_of,
    find_rates,
    form_of,
    prepare,
    without_chows_of,
)
from teahouse.kernels.classic.plans.special import (
    ALL_HONOURS,
    SPECIAL_PLANS,
    special_missing,
    special_spare,
    special_useful,
)
from teahouse.kernels.classic.plans.suits import ANY_CHOW, FAR, RANKS
from teahouse.kernels.classic.plans.types import (
    FINALISTS,
    MOST_STAGES,
    HandEstimate,
    Holding,
    Plan,
    PongWorths,
    Situation,
    Stages,
    WeighingContext,
    Workspace,
)
from teahouse.kernels.kernel import kernel

LEAST_ALIVE: Final = 0.001
NEARLY: Final = 0.5
"""Likely doublings count as enough for a win if they are short by less than this."""


@kernel
def may_use(form: int, tile: int) -> bool:
    """May a plan use this tile?"""
    if form == 0:
        return True
    if form <= SUITS:
        return tile >= HONOURS or tile // RANKS == form - 1
    return tile < HONOURS and tile // RANKS == form - 4


@kernel
def is_enough(least_doublings: float, least_score: float, doublings: float, score: float) -> bool:
    """Does a hand with these doublings and this score reach the ruleset's least doublings or least score?"""
    if least_doublings == 0 and least_score == 0:
        return True
    return 0 < least_doublings <= doublings or 0 < least_score <= score


@kernel
def asks_least(context: WeighingContext) -> bool:
    """Does a win need a minimum of doublings or score?"""
    return context.least_doublings > 0 or context.least_score > 0


@kernel
def likely_score(context: WeighingContext, points: float, doublings: float) -> float:
    """What likely points and doublings score; a fraction of faan is interpolated between two rows of the table."""
    if context.faan == 0:
        return float(min(context.limit, points * 2.0**doublings))
    faan = min(doublings, context.most_faan)
    low = int(faan)
    high = min(low + 1, context.most_faan)
    return float(context.table[low] + (context.table[high] - context.table[low]) * (faan - low))


@kernel
def score_of(hand: Holding, pong: PongWorths, context: WeighingContext, plan: int) -> float:
    """The expected score of the plan's hand, from the sets it has and those it is likely to make."""
    form, without_chows, wanted_doublings = form_of(plan), without_chows_of(plan), doublings_of(plan)
    tiles, pong_doublings = hand.tiles, pong.doublings
    points, pairs, made, pairs_points = float(hand.points), 0, 0, 0.0
    certain, likely = 0, 0
    for tile in range(KINDS):
        if tiles[tile] >= 2 and may_use(form, tile):
            if tiles[tile] >= 3:
                points += pong.concealed[tile]
                made += 1
                certain += pong_doublings[tile]
            else:
                pairs += 1
                pairs_points += pong.shown[tile]
                likely += pong_doublings[tile]
    doublings = float(hand.doublings + wanted_doublings)
    if without_chows:
        wanted = max(0, hand.sets - made)
        points += pairs_points * min(1.0, wanted / pairs) if pairs else 0.0
        points += 2.5 * max(0, wanted - pairs)
        doublings += context.no_chows
    else:
        points += 4.0 * max(0, wanted_doublings - certain)
        points += context.grows * pairs_points * (pairs - 1) / pairs if pairs else 0.0
    doublings += context.grows * max(0, likely - max(0, wanted_doublings - certain))
    if 1 <= form <= SUITS:
        doublings += context.clean
    elif form > SUITS:
        doublings += context.pure if without_chows else context.pure_chows
    if hand.concealed:
        points += context.concealed_points * context.stay_concealed
        doublings += context.concealed_doublings * context.stay_concealed
    score = likely_score(context, points, doublings)
    counted = doublings - hand.uncounted + NEARLY
    return score if is_enough(context.least_doublings, context.least_score, counted, score) else 0.0


@kernel
def missing_for_doublings(hand: Ints, pong_doublings: Ints, wanted: int) -> int:
    """The number of tiles of certain honours that are missing for this many doublings, pairs before single tiles."""
    for held in range(3, 0, -1):
        for tile in range(HONOURS, KINDS):
            if wanted > 0 and pong_doublings[tile] and min(3, hand[tile]) == held:
                wanted -= pong_doublings[tile]
                if wanted <= 0:
                    return 3 - held
    return 3


@kernel
def fill_stages(
    context: WeighingContext, stages: Stages, plan: int, chow_limit: int, missing: int, rate: float, certain: int
) -> None:
    """Compute the chance to come one tile nearer in a round, for each number of missing tiles.

    The rate is known for the first tile and typical for later ones. certain: this many tiles must be of certain
    honours; these come last. With at most one chow, hands come as slowly as pongs.
    """
    form, slow = form_of(plan), without_chows_of(plan) or chow_limit != ANY_CHOW
    kind = 3 if slow else 0 if form == 0 else 1 if form <= SUITS else 2
    comes = rate
    for left in range(missing, 0, -1):
        if left < missing:
            comes = min(comes * context.stages[left], context.usual[kind, left])
            if left <= certain:
                comes = min(comes, 2.0 * (1.0 + 3.0 * context.given) if left == 1 else 3.0)
        stages.nearer[left] = min(0.95, comes / max(1.0, context.unseen))


@kernel
def fill_special_stages(
    context: WeighingContext, stages: Stages, missing: int, useful: int, spare: int, claims: bool
) -> None:
    """The same for a special hand: its tiles must be drawn, only the last may be claimed, and fewer are left."""
    for left in range(1, missing + 1):
        tiles = context.live * useful * (left + spare) / (missing + spare)
        often = 1.0 + (3.0 * context.given if left == 1 else context.given if claims else 0.0)
        stages.nearer[left] = min(0.95, tiles * often / max(1.0, context.unseen))


@kernel
def expected(context: WeighingContext, hazard: Reals, stages: Stages, missing: int, score: float) -> float:
    """The expected points of a plan: it must be finished, tile by tile, before another seat wins or the wall ends."""
    nearer, reached = stages.nearer, stages.reached
    for left in range(missing):
        reached[left] = 0.0
    reached[missing] = 1.0
    chance, alive, lost = 0.0, 1.0, 0.0
    for turn in range(context.rounds):
        wins = reached[1] * nearer[1] * alive
        chance += wins
        for left in range(1, missing + 1):
            comes = reached[left + 1] * nearer[left + 1] if left < missing else 0.0
            reached[left] += comes - reached[left] * nearer[left]
        reached[0] = 0.0
        still = 0.0
        for left in range(1, missing + 1):
            still += reached[left]
        lost += alive * still * hazard[turn]
        alive *= 1.0 - hazard[turn]
        if alive * still < LEAST_ALIVE:
            break
    stages.chance = chance
    return float(chance * score * context.pays - lost * context.costs)


@kernel
def keep(finals: Rows[Plan], stages: Stages, points: float, plan: int, missing: int, rate: float, score: float) -> None:
    """Insert the plan just weighed if it is one of the best."""
    place = FINALISTS
    while place > 0 and points > finals[place - 1].expected:
        place -= 1
        if place + 1 < FINALISTS:
            finals[place + 1] = finals[place]
    if place < FINALISTS:
        final = finals[place]
        final.expected, final.plan, final.missing = points, plan, missing
        final.rate, final.chance, final.score = rate, stages.chance, score


@kernel
def conclude(finals: Rows[Plan], context: WeighingContext, best: HandEstimate) -> None:
    """Write the best plan, minus a share of the difference to the second best."""
    first = 0
    for place in range(1, FINALISTS):
        if finals[place].expected > finals[first].expected:
            first = place
    second = 1 if first == 0 else 0
    for place in range(FINALISTS):
        if place != first and finals[place].expected > finals[second].expected:
            second = place
    found = finals[first]
    best.expected, best.plan, best.missing = found.expected, found.plan, found.missing
    best.rate, best.chance, best.score = found.rate, found.chance, found.score
    best.second = finals[second].expected
    best.expected += context.mix * (best.second - best.expected)


@kernel
def begin_finals(workspace: Workspace, situation: Situation, nearest: int) -> None:
    """Reset the best plans; before any plan is weighed, each of them means giving up."""
    stages = workspace.stages
    stages.nearer[1] = 0.0
    stages.given_up = expected(situation.context, situation.hazard, stages, 1, 0.0) * situation.context.fold
    for place in range(FINALISTS):
        final = workspace.finals[place]
        final.expected, final.plan, final.missing = stages.given_up, -1, nearest
        final.rate = final.chance = final.score = 0.0


@kernel
def weigh_specials(workspace: Workspace, hand: Holding, situation: Situation, best: HandEstimate) -> None:
    """Weigh the special hands of the ruleset that are near enough."""
    stages, context, hazard = workspace.stages, situation.context, situation.hazard
    for special in range(SPECIAL_PLANS):
        if context.worths[special] > 0.0 and (hand.sets == 4 or special == ALL_HONOURS) and hand.honours_only:
            lacking = special_missing(hand.tiles, special, hand.sets)
            if lacking <= context.special_width:
                useful = special_useful(hand.tiles, hand.unseen, special, hand.sets, lacking)
                if useful:
                    spare = special_spare(hand.tiles, special)
                    fill_special_stages(context, stages, lacking, useful, spare, special == ALL_HONOURS)
                    score = (
                        likely_score(context, 0.0, context.worths[special]) if context.faan else context.worths[special]
                    )
                    points = expected(context, hazard, stages, lacking, score)
                    keep(workspace.finals, stages, points, PLANS + special, lacking, float(useful), score)
                best.nearest = min(best.nearest, lacking)


@kernel
def nearest_win(hand: Holding, pong: PongWorths, context: WeighingContext, missing: Ints, nearest: int) -> int:
    """How far the nearest plan with enough for a win is; if there is none, or no minimum, the nearest plan of all."""
    if not asks_least(context):
        return nearest
    found = FAR
    for plan in range(PLANS):
        if missing[plan] < found and score_of(hand, pong, context, plan) > 0.0:
            found = missing[plan]
    return found if found < FAR else nearest


@kernel
def find_best(workspace: Workspace, hand: Holding, situation: Situation, best: HandEstimate) -> None:
    """Find the best plans of one hand that waits for its next tile, and what they are worth."""
    pong, context, hazard = situation
    vectors, stages, pong_doublings = workspace.vectors, workspace.stages, pong.doublings
    missing, rates = vectors.missing, vectors.rates
    prepare(workspace.rows, vectors, hand.tiles, pong_doublings, hand.chow_limit)
    distances(vectors, hand.sets, hand.plans)
    nearest = FAR
    for plan in range(PLANS):
        nearest = min(nearest, missing[plan])
    widest = min(MOST_STAGES - 2, nearest_win(hand, pong, context, missing, nearest) + context.width)
    planned = PlannedHand(hand.tiles[:], pong_doublings[:], hand.chow_limit, hand.sets)
    flow = Flow(hand.unseen[:], context.given)
    find_rates(workspace.rows, vectors, planned, flow, widest)
    begin_finals(workspace, situation, nearest)
    best.nearest_rate, winning, asks = 0.0, FAR, asks_least(context)
    for plan in range(PLANS):
        if missing[plan] == nearest:
            best.nearest_rate = max(best.nearest_rate, rates[plan])
        if missing[plan] <= widest and rates[plan] > 0.0:
            score = score_of(hand, pong, context, plan)
            if asks and score == 0.0:
                continue  # it never ends the deal
            winning = min(winning, missing[plan])
            wanted = doublings_of(plan)
            certain = missing_for_doublings(hand.tiles, pong_doublings, wanted) if wanted else 0
            fill_stages(context, stages, plan, hand.chow_limit, missing[plan], rates[plan], certain)
            points = expected(context, hazard, stages, missing[plan], score)
            keep(workspace.finals, stages, points, plan, missing[plan], rates[plan], score)
    best.nearest = winning if asks and winning < FAR else nearest
    if context.nearer == 0.0:
        weigh_specials(workspace, hand, situation, best)
