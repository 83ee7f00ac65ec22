"""The levels `hard` and `expert` in a simulated deal: the expected points of every move, minus its danger.

`plans` computes what hands are worth. This module computes from the state of a deal what the players' engine computes
from a view.
"""

from typing import Final, NamedTuple

from teahouse.kernels.arrays import Rows
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.deals.choice import (
    CLAIM_KONG,
    DECLARE_KONG,
    KONG_OPTION,
    PASS,
    PASSING,
    TileOffer,
    answer_of,
    can_declare,
    claimed_set,
    may_answer,
    use_set,
)
from teahouse.kernels.classic.deals.deal_state import GROUPS, DealState, add_tile, draw_below, has_replacement, sheet_of
from teahouse.kernels.classic.deals.rivals import ROUNDS, Habits, Risks, find_risks, owed, rival_score
from teahouse.kernels.classic.deals.simple import MANY_CHOWS
from teahouse.kernels.classic.numbers import SheetNumbers
from teahouse.kernels.classic.pattern_rows import Patterns
from teahouse.kernels.classic.plans import reach, suits
from teahouse.kernels.classic.plans.types import (
    HandEstimate,
    Holding,
    PongWorths,
    Situation,
    WeighingContext,
    Workspace,
)
from teahouse.kernels.classic.scoring.finishing import Scorer
from teahouse.kernels.classic.scoring.patterned import weigh_any
from teahouse.kernels.kernel import kernel
from teahouse.kernels.record import KernelRecord

NO_CHANGE: Final = -1
CLOSE: Final = 5e-7
"""Points that differ by less are equal."""


class BestMove(KernelRecord):
    """The best move so far, its value, and the number of equally good ones."""

    move: int
    points: float
    nearest: int
    live: float
    equals: int


class LevelWorkspace(NamedTuple):
    """The records that the levels work with.

    pong_worths: the worth of pongs on each sheet. styles: the weights of each level; context: the one now, with the
    weights in use, in one row, because a kernel can write a whole record to a row. hand, best: a hand and its estimate.
    scorer: scores the endings of plans. patterns: special hands that rows describe.
    """

    workspace: Workspace
    scorer: Scorer
    pong_worths: Rows[PongWorths]
    styles: Rows[WeighingContext]
    context: Rows[WeighingContext]
    habits: Habits
    risks: Risks
    hand: Holding
    best: HandEstimate
    chosen: BestMove
    patterns: Patterns


@kernel
def look_round(state: DealState, sheets: Rows[SheetNumbers], tools: LevelWorkspace, level: int, seat: int) -> None:
    """Compute what a seat of this level weighs by: tiles unseen, rounds left, what wins pay and cost, and the risks."""
    tools.context[0] = tools.styles[level]
    context, habits, risks, hand = tools.context[0], tools.habits, tools.risks, tools.hand
    hidden = 0
    for other in range(state.players):
        if other != seat:
            for group in range(GROUPS):
                hidden += state.sizes[other, group]
    wall = state.wall_end - state.wall_at
    context.unseen = max(1, wall + state.box_end - state.box_at + hidden)
    context.rounds = min(ROUNDS, (wall + state.players - 1) // state.players)
    for kind in range(codes.KINDS):
        hand.unseen[kind] = max(0, 4 - state.seen[kind] - state.hands[seat, kind])
        risks.dangers[kind] = 0.0
    pays = costs = 0.0
    for other in range(state.players):
        if other != seat:
            pays += owed(state, habits.self_drawn, seat, other)
            score = rival_score(state, sheets[sheet_of(state, other)], habits, other)
            costs += score * owed(state, habits.self_drawn, other, seat)
    context.pays, context.costs = pays, costs / (state.players - 1)
    find_risks(state, sheets, habits, risks, hand.unseen, seat, context.rounds)


@kernel
def open_plans(used: int, honours: int, chows: int) -> int:
    """A bit for each form and kind of sets that melds of these suits (a mask), honours and chows leave open."""
    found = 0
    for form in range(reach.FORMS):
        fits = form == 0 or used & ~(1 << ((form - 1) % codes.SUITS)) == 0
        if fits and not (form > codes.SUITS and honours):
            found |= 1 << (2 * form)
            if chows == 0:
                found |= 2 << (2 * form)
    return found


@kernel
def chow_limit_of(may: int, sets: int) -> int:
    """How many chows a hand may still have, as far as the tables of plans distinguish."""
    if may >= sets or may > 1:
        return suits.ANY_CHOW
    return suits.ONE_CHOW if may == 1 else suits.NO_CHOW


@kernel
def find_facts(state: DealState, sheet: SheetNumbers, tools: LevelWorkspace, seat: int, more: int) -> None:
    """Compute what is known of a hand with its melds and one more; an added kong replaces its pong."""
    hand, melded = tools.hand, tools.scorer.melded
    points = sheet.source_points[codes.DISCARD] + sheet.bonus_points[state.bonus[seat]]
    doublings = sheet.source_doublings[codes.DISCARD] + sheet.bonus_doublings[state.bonus[seat]]
    count = used = honours = chows = 0
    concealed = honours_only = 1
    replaced = NO_CHANGE
    if more >= 0 and more & codes.ADDED:
        replaced = more & codes.CODE
    for number in range(state.meld_count[seat] + 1):
        meld = more
        if number < state.meld_count[seat]:
            meld = state.melds[seat, number]
        if meld < 0 or meld == replaced:
            continue
        melded.melds[count] = meld
        count += 1
        points += sheet.set_points[meld & codes.SET]
        doublings += sheet.set_doublings[meld & codes.SET]
        if meld & codes.CHOW:
            chows += 1
        if meld & codes.CONCEALED == 0:
            concealed = 0
        if meld & codes.CODE >= codes.FIRST_HONOUR:
            honours = 1
        else:
            honours_only = 0
            used |= 1 << ((meld & codes.CODE) // codes.RANKS)
    melded.meld_count, melded.bonus, melded.sheet = count, state.bonus[seat], sheet_of(state, seat)
    hand.sets, hand.plans = codes.MOST_MELDS - count, open_plans(used, honours, chows)
    hand.chow_limit = chow_limit_of(state.most_chows - chows, hand.sets)
    hand.points, hand.doublings = points, doublings
    hand.uncounted = int(sheet.bonus_uncounted[state.bonus[seat]])
    hand.concealed, hand.honours_only = concealed, honours_only


@kernel
def is_better(chosen: BestMove, points: float, nearer: int, live: float, hurry: bool) -> bool:
    """Is a move worth more than the best so far; or as much but nearer; or as near with more useful tiles?

    hurry: the nearest move comes first, because every hand is slow if chows are limited.
    """
    if hurry and nearer != chosen.nearest:
        return nearer > chosen.nearest
    if abs(points - chosen.points) > CLOSE:
        return points > chosen.points
    if nearer != chosen.nearest:
        return nearer > chosen.nearest
    return live > chosen.live


@kernel
def weigh_hand(state: DealState, tools: LevelWorkspace, seat: int, move: int, discard: int) -> None:
    """Weigh a hand that waits for its next tile; store its move if it is the best, at random among equals."""
    hand, best, chosen = tools.hand, tools.best, tools.chosen
    for kind in range(codes.KINDS):
        hand.tiles[kind] = state.hands[seat, kind]
    context = tools.context[0]
    situation = Situation(tools.pong_worths[sheet_of(state, seat)], context, tools.risks.hazards[:])
    weigh_any(tools.workspace, tools.scorer, tools.patterns, hand, situation, best)
    points = best.expected
    if discard >= 0:
        points -= tools.risks.dangers[discard]
    nearer, live = -best.nearest, best.nearest_rate
    hurry = state.most_chows < MANY_CHOWS and context.nearer == 0.0
    if chosen.equals > 0 and not is_better(chosen, points, nearer, live, hurry):
        if abs(points - chosen.points) > CLOSE or nearer != chosen.nearest or live != chosen.live:
            return
        chosen.equals += 1
        if draw_below(state, chosen.equals) > 0:
            return
        chosen.move = move
        return
    chosen.move, chosen.points, chosen.nearest, chosen.live, chosen.equals = move, points, nearer, live, 1


@kernel
def best_move(state: DealState, sheets: Rows[SheetNumbers], tools: LevelWorkspace, level: int) -> int:
    """The best move of the seat to move for a player of this level, Mahjong aside."""
    seat = state.turn
    hand = state.hands[seat]
    look_round(state, sheets, tools, level, seat)
    tools.chosen.equals = 0
    if has_replacement(state):
        for kind in range(codes.KINDS):
            if hand[kind] > 0 and can_declare(state, seat, kind):
                many = 4 if hand[kind] == 4 else 1
                meld = kind | codes.KONG | (codes.CONCEALED if many == 4 else codes.ADDED)
                find_facts(state, sheets[sheet_of(state, seat)], tools, seat, meld)
                add_tile(state, seat, kind, -many)
                weigh_hand(state, tools, seat, DECLARE_KONG + kind, NO_CHANGE)
                add_tile(state, seat, kind, many)
    find_facts(state, sheets[sheet_of(state, seat)], tools, seat, NO_CHANGE)
    for kind in range(codes.KINDS):
        if hand[kind] > 0:
            add_tile(state, seat, kind, -1)
            weigh_hand(state, tools, seat, kind, kind)
            add_tile(state, seat, kind, 1)
    return tools.chosen.move


@kernel
def weigh_claim(
    state: DealState,
    sheets: Rows[SheetNumbers],
    tools: LevelWorkspace,
    seat: int,
    tile: int,
    claim: int,
) -> None:
    """Weigh a claim with every discard that may follow it; after a kong comes a draw instead."""
    use_set(state, seat, tile, claim, -1)
    find_facts(state, sheets[sheet_of(state, seat)], tools, seat, claimed_set(claim, tile))
    if claim == CLAIM_KONG:
        weigh_hand(state, tools, seat, claim, NO_CHANGE)
    else:
        for kind in range(codes.KINDS):
            if state.hands[seat, kind] > 0:
                add_tile(state, seat, kind, -1)
                weigh_hand(state, tools, seat, claim, kind)
                add_tile(state, seat, kind, 1)
    use_set(state, seat, tile, claim, 1)


@kernel
def best_answer(
    state: DealState,
    sheets: Rows[SheetNumbers],
    tools: LevelWorkspace,
    level: int,
    seat: int,
    offer: TileOffer,
) -> int:
    """The best answer to a discard, Mahjong aside; a claim counts with its best discard."""
    options = 0
    for option in range(KONG_OPTION, PASSING):
        if may_answer(state, seat, offer, False, option):
            options += 1
    if options == 0:
        return PASS
    look_round(state, sheets, tools, level, seat)
    tools.chosen.equals = 0
    find_facts(state, sheets[sheet_of(state, seat)], tools, seat, NO_CHANGE)
    weigh_hand(state, tools, seat, PASS, NO_CHANGE)
    for option in range(KONG_OPTION, PASSING):
        if may_answer(state, seat, offer, False, option):
            weigh_claim(state, sheets, tools, seat, offer.tile, answer_of(option, offer.tile))
    return tools.chosen.move
