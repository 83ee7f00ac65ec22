"""The levels `hard` and `expert` in a simulated deal: what every move is worth in points, its danger taken off.

What hands are worth is told by `plans`; here stands what the players' engine finds in a view, found in the
state of a deal.
"""

from typing import Annotated, Final, NamedTuple

from teahouse.kernels.arrays import Ints, Reals, Record, Rows
from teahouse.kernels.classic import numbers as no
from teahouse.kernels.classic.deals import table as at
from teahouse.kernels.classic.deals.choice import (
    CLAIM_CHOW,
    CLAIM_KONG,
    DECLARE_KONG,
    PASS,
    PASSING,
    answer_of,
    can_declare,
    may_answer,
    use_set,
)
from teahouse.kernels.classic.deals.payment import factor
from teahouse.kernels.classic.deals.table import DealState, add_tile, chance, has_replacement
from teahouse.kernels.classic.numbers import Sheet
from teahouse.kernels.classic.plans import reach, suits
from teahouse.kernels.classic.plans.worth import Holding, Known, PongWorths, Told, Workspace
from teahouse.kernels.classic.scoring.finishing import Scorer, weigh
from teahouse.kernels.kernel import kernel

ROUNDS: Final = 24
LONGEST: Final = 8
"""The most rounds since a kind was laid that are told apart."""
NO_CHANGE: Final = -1
CLOSE: Final = 5e-7
"""Points that differ by less are equal."""


class Habits(Record):
    """What is thought of rivals, as the players' `rivals` has it.

    hazard_from: from which round on they win, by open sets. waits: how likely they wait for a kind, by tiles unseen.
    passed: how much of that is left for kinds that they let pass, by rounds since.
    """

    hazard_a_round: float
    melds_a_round: float
    least_hazard: float
    most_hazard: float
    most_ready: float
    ready_wins: float
    own_discard: float
    self_drawn: float
    rival_points: float
    rival_doublings: float
    hazard_from: Annotated[Reals, 5]
    waits: Annotated[Reals, (no.KINDS, 4)]
    passed: Annotated[Reals, LONGEST + 1]


class Fears(Record):
    """What a seat fears.

    hazards: the chance that another wins, round by round. dangers: what discarding each kind may cost. ages, seat_ages:
    how many discards ago each kind was laid last, and by each seat any, counted from the last one as 1; 0 for never.
    """

    hazards: Annotated[Reals, ROUNDS]
    dangers: Annotated[Reals, no.KINDS]
    ages: Annotated[Ints, no.KINDS]
    seat_ages: Annotated[Ints, at.SEATS]


class Chosen(Record):
    """The best move so far, with what it is worth, and how many are as good."""

    move: int
    points: float
    nearest: int
    live: float
    equals: int


class Mind(NamedTuple):
    """What the levels think with.

    pongs: what pongs are worth on each sheet. styles: how each level weighs; known: what is known, weighed so. hand,
    best: a hand and what is told of it. scorer: what ends of plans are scored with.
    """

    workspace: Workspace
    scorer: Scorer
    pongs: Rows[PongWorths]
    styles: Rows[Known]
    known: Rows[Known]
    habits: Habits
    fears: Fears
    hand: Holding
    best: Told
    chosen: Chosen


@kernel
def sheet_of(state: DealState, seat: int) -> int:
    """Which sheet is a seat's."""
    wind = (seat - state.east) % at.SEATS
    return 4 * wind + state.prevailing


@kernel
def hazard(habits: Habits, turn: float, melds: int, later: int) -> float:
    """How likely a seat with so many open sets wins in a round that is so far ahead."""
    sets = min(4.0, min(4, melds) + habits.melds_a_round * later)
    low = min(3, int(sets))
    first, second = habits.hazard_from[low], habits.hazard_from[low + 1]
    start = first + (second - first) * (sets - low)
    return float(max(habits.least_hazard, min(habits.most_hazard, habits.hazard_a_round * (turn + later - start))))


@kernel
def rival_score(state: DealState, sheet: Sheet, habits: Habits, seat: int) -> float:
    """What a rival's hand may score, by what lies open of it."""
    points, doublings = habits.rival_points, habits.rival_doublings
    for number in range(state.meld_count[seat]):
        meld = state.melds[seat, number] & no.SET
        points += sheet.set_points[meld]
        doublings += sheet.set_doublings[meld]
    for tile in range(no.BONUS_TILES):
        if (state.bonus[seat] >> tile) & 1:
            points += sheet.bonus_points[tile]
            doublings += sheet.bonus_doublings[tile]
    return float(min(float(sheet.limit), points * 2.0**doublings))


@kernel
def owed(state: DealState, self_drawn: float, winner: int, payer: int) -> float:
    """What a seat pays for each point of another's hand, whoever gives the tile."""
    given = 0.0
    for giver in range(at.SEATS):
        if giver != winner:
            given += factor(state, winner, giver, payer)
    return self_drawn * factor(state, winner, at.NOTHING, payer) + (1 - self_drawn) * given / (at.SEATS - 1)


@kernel
def blame(state: DealState, winner: int, payer: int) -> int:
    """What a seat pays more for each point of another's hand when it gives the tile itself."""
    giver = 0
    while giver in (winner, payer):
        giver += 1
    return max(0, factor(state, winner, payer, payer) - factor(state, winner, giver, payer))


@kernel
def find_ages(state: DealState, fears: Fears) -> None:
    """How long ago each kind was laid last, and by each seat any."""
    for kind in range(no.KINDS):
        fears.ages[kind] = 0
    for seat in range(at.SEATS):
        fears.seat_ages[seat] = 0
    for age in range(1, state.laid + 1):
        laid = state.order[state.laid - age]
        kind, seat = laid % at.BY, laid // at.BY
        if fears.ages[kind] == 0:
            fears.ages[kind] = age
        if fears.seat_ages[seat] == 0:
            fears.seat_ages[seat] = age


@kernel
def passed(habits: Habits, age: int, since: int) -> float:
    """What is left of the chance that a rival waits for a kind: how long ago that was laid, and the rival's last."""
    if age == 0:
        return 1.0
    rounds = 0 if age <= since else 1 + (age - since - 1) // at.SEATS
    return float(habits.passed[min(LONGEST, rounds)])


@kernel
def fear(state: DealState, sheets: Rows[Sheet], mind: Mind, seat: int, turn: float) -> None:
    """How likely others win, round by round, and what discarding each kind is likely to cost at once."""
    habits, fears = mind.habits, mind.fears
    for later in range(ROUNDS):
        still = 1.0
        for other in range(at.SEATS):
            if other != seat:
                still *= 1.0 - hazard(habits, turn, state.meld_count[other], later)
        fears.hazards[later] = 1.0 - still
    for other in range(at.SEATS):
        if other == seat:
            continue
        ready = min(habits.most_ready, hazard(habits, turn, state.meld_count[other], 0) / habits.ready_wins)
        score = rival_score(state, sheets[sheet_of(state, other)], habits, other)
        price = ready * score * blame(state, other, seat)
        for kind in range(no.KINDS):
            risk = habits.waits[kind, min(3, mind.hand.unseen[kind])]
            left = passed(habits, fears.ages[kind], fears.seat_ages[other])
            if state.laid_by[other, kind] > 0:
                left = min(left, habits.own_discard)
            risk *= left
            fears.dangers[kind] += price * risk


@kernel
def look_round(state: DealState, sheets: Rows[Sheet], mind: Mind, level: int, seat: int) -> None:
    """What a seat of this level knows of the table: tiles unseen, rounds left, what is won and lost, what it fears."""
    mind.known[0] = mind.styles[level]
    known, habits, fears, hand = mind.known[0], mind.habits, mind.fears, mind.hand
    melds = hidden = 0
    for other in range(at.SEATS):
        melds += state.meld_count[other]
        if other != seat:
            for group in range(at.GROUPS):
                hidden += state.sizes[other, group]
    wall = state.wall_end - state.wall_at
    known.unseen = max(1, wall + state.box_end - state.box_at + hidden)
    known.rounds = min(ROUNDS, (wall + at.SEATS - 1) // at.SEATS)
    for kind in range(no.KINDS):
        hand.unseen[kind] = max(0, 4 - state.seen[kind] - state.hands[seat, kind])
        fears.dangers[kind] = 0.0
    pays = costs = 0.0
    for other in range(at.SEATS):
        if other != seat:
            pays += owed(state, habits.self_drawn, seat, other)
            score = rival_score(state, sheets[sheet_of(state, other)], habits, other)
            costs += score * owed(state, habits.self_drawn, other, seat)
    known.pays, known.costs = pays, costs / (at.SEATS - 1)
    turn = (state.laid + melds) / at.SEATS
    find_ages(state, fears)
    fear(state, sheets, mind, seat, turn)


@kernel
def open_plans(used: int, honours: int, chows: int) -> int:
    """A bit for each form and kind of sets that melds of these suits (a mask), honours and chows leave open."""
    found = 0
    for form in range(reach.FORMS):
        fits = form == 0 or used & ~(1 << ((form - 1) % no.SUITS)) == 0
        if fits and not (form > no.SUITS and honours):
            found |= 1 << (2 * form)
            if chows == 0:
                found |= 2 << (2 * form)
    return found


@kernel
def find_facts(state: DealState, sheet: Sheet, mind: Mind, seat: int, more: int) -> None:
    """What is known of a hand with its melds and one more; an added kong takes the place of its pong."""
    hand, melded = mind.hand, mind.scorer.melded
    points = sheet.source_points[no.DISCARD]
    doublings = sheet.source_doublings[no.DISCARD]
    for tile in range(no.BONUS_TILES):
        if (state.bonus[seat] >> tile) & 1:
            points += sheet.bonus_points[tile]
            doublings += sheet.bonus_doublings[tile]
    count = used = honours = chows = 0
    concealed = honours_only = 1
    replaced = NO_CHANGE
    if more >= 0 and more & no.ADDED:
        replaced = more & no.CODE
    for number in range(state.meld_count[seat] + 1):
        meld = more
        if number < state.meld_count[seat]:
            meld = state.melds[seat, number]
        if meld < 0 or meld == replaced:
            continue
        melded.melds[count] = meld
        count += 1
        points += sheet.set_points[meld & no.SET]
        doublings += sheet.set_doublings[meld & no.SET]
        if meld & no.CHOW:
            chows += 1
        if meld & no.CONCEALED == 0:
            concealed = 0
        if meld & no.CODE >= no.FIRST_HONOUR:
            honours = 1
        else:
            honours_only = 0
            used |= 1 << ((meld & no.CODE) // no.RANKS)
    melded.meld_count, melded.bonus, melded.sheet = count, state.bonus[seat], sheet_of(state, seat)
    hand.sets, hand.layer, hand.plans = no.MOST_MELDS - count, suits.ANY_CHOW, open_plans(used, honours, chows)
    hand.points, hand.doublings = points, doublings
    hand.concealed, hand.honours_only = concealed, honours_only


@kernel
def is_better(chosen: Chosen, points: float, nearer: int, live: float) -> bool:
    """Is a move worth more than the best so far, or as much and nearer, or as near with more tiles that help?"""
    if abs(points - chosen.points) > CLOSE:
        return points > chosen.points
    if nearer != chosen.nearest:
        return nearer > chosen.nearest
    return live > chosen.live


@kernel
def weigh_hand(state: DealState, mind: Mind, seat: int, move: int, discard: int) -> None:
    """What a hand that waits for its next tile is worth; keep its move if it is the best, or one of them by chance."""
    hand, best, chosen = mind.hand, mind.best, mind.chosen
    for kind in range(no.KINDS):
        hand.tiles[kind] = state.hands[seat, kind]
    pong = mind.pongs[sheet_of(state, seat)]
    weigh(mind.workspace, mind.scorer, hand, pong, mind.known[0], mind.fears.hazards, best)
    points = best.expected
    if discard >= 0:
        points -= mind.fears.dangers[discard]
    nearer, live = -best.nearest, best.nearest_rate
    if chosen.equals > 0 and not is_better(chosen, points, nearer, live):
        if abs(points - chosen.points) > CLOSE or nearer != chosen.nearest or live != chosen.live:
            return
        chosen.equals += 1
        if chance(state, chosen.equals) > 0:
            return
        chosen.move = move
        return
    chosen.move, chosen.points, chosen.nearest, chosen.live, chosen.equals = move, points, nearer, live, 1


@kernel
def best_move(state: DealState, sheets: Rows[Sheet], mind: Mind, level: int) -> int:
    """The move of the seat at turn, Mahjong left out, that is worth the most to a player of this level."""
    seat = state.turn
    hand = state.hands[seat]
    look_round(state, sheets, mind, level, seat)
    mind.chosen.equals = 0
    if has_replacement(state):
        for kind in range(no.KINDS):
            if hand[kind] > 0 and can_declare(state, seat, kind):
                many = 4 if hand[kind] == 4 else 1
                meld = kind | no.KONG | (no.CONCEALED if many == 4 else no.ADDED)
                find_facts(state, sheets[sheet_of(state, seat)], mind, seat, meld)
                add_tile(state, seat, kind, -many)
                weigh_hand(state, mind, seat, DECLARE_KONG + kind, NO_CHANGE)
                add_tile(state, seat, kind, many)
    find_facts(state, sheets[sheet_of(state, seat)], mind, seat, NO_CHANGE)
    for kind in range(no.KINDS):
        if hand[kind] > 0:
            add_tile(state, seat, kind, -1)
            weigh_hand(state, mind, seat, kind, kind)
            add_tile(state, seat, kind, 1)
    return mind.chosen.move


@kernel
def weigh_claim(
    state: DealState,
    sheets: Rows[Sheet],
    mind: Mind,
    seat: int,
    tile: int,
    claim: int,
) -> None:
    """Weigh a claim with every discard that may follow it; a kong is followed by a tile instead."""
    option, meld = 3, tile
    if claim >= CLAIM_CHOW:
        option, meld = tile - (claim - CLAIM_CHOW), (claim - CLAIM_CHOW) | no.CHOW
    elif claim == CLAIM_KONG:
        option, meld = 4, tile | no.KONG
    use_set(state, seat, tile, option, -1)
    find_facts(state, sheets[sheet_of(state, seat)], mind, seat, meld)
    if claim == CLAIM_KONG:
        weigh_hand(state, mind, seat, claim, NO_CHANGE)
    else:
        for kind in range(no.KINDS):
            if state.hands[seat, kind] > 0:
                add_tile(state, seat, kind, -1)
                weigh_hand(state, mind, seat, claim, kind)
                add_tile(state, seat, kind, 1)
    use_set(state, seat, tile, option, 1)


@kernel
def best_answer(
    state: DealState,
    sheets: Rows[Sheet],
    mind: Mind,
    level: int,
    seat: int,
    giver: int,
    tile: int,
) -> int:
    """The answer to a discard, Mahjong left out, that is worth the most; a claim with its best discard."""
    options = 0
    for option in range(1, PASSING):
        if may_answer(state, seat, giver, tile, False, False, option):
            options += 1
    if options == 0:
        return PASS
    look_round(state, sheets, mind, level, seat)
    mind.chosen.equals = 0
    find_facts(state, sheets[sheet_of(state, seat)], mind, seat, NO_CHANGE)
    weigh_hand(state, mind, seat, PASS, NO_CHANGE)
    for option in range(1, PASSING):
        if may_answer(state, seat, giver, tile, False, False, option):
            weigh_claim(state, sheets, mind, seat, tile, answer_of(option, tile))
    return mind.chosen.move
