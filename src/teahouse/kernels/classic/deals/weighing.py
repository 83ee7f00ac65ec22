"""The levels `hard` and `expert` in a simulated deal: what every move is worth in points, its danger taken off.

What hands are worth is told by `plans`; here stands what the players' engine finds in a view, found in the
state of a deal. The mind is a tuple, in the order of `MIND`: the room of `plans.worth`; what pongs are worth,
for each sheet their doublings and their points concealed and melded; what is told of a hand; what is known, and behind
it how each level weighs; hazards and dangers; a hand, its facts, tiles unseen; what ends of plans are scored with.
"""

from typing import Final

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
from teahouse.kernels.classic.plans import reach, suits, worth
from teahouse.kernels.classic.scoring.finishing import HAND as MELDED
from teahouse.kernels.classic.scoring.finishing import SCORER as SCORER_TYPE
from teahouse.kernels.classic.scoring.finishing import weigh
from teahouse.kernels.compiled import compiled
from teahouse.kernels.plain import Numbers

MIND: Final = f"Tuple(({worth.ROOM}, int64[::1], float64[::1], float64[::1], float64[::1], int64[::1], {SCORER_TYPE}))"
ROOM, PONGS, BEST, KNOWN, REALS, HAND, SCORER = range(7)

ROUNDS: Final = 24
HAZARDS: Final = 0
"""Among the reals: the chance that another wins, round by round; what discarding each kind may cost; what is thought of
rivals, as named below; from which round on they win, by open sets; how likely they wait, by kind and tiles unseen; how
much of that is left for kinds that they let pass, by rounds since."""
DANGERS: Final = HAZARDS + ROUNDS
HABITS: Final = DANGERS + no.KINDS
HAZARD_A_ROUND: Final = HABITS
MELDS_A_ROUND: Final = HABITS + 1
LEAST_HAZARD: Final = HABITS + 2
MOST_HAZARD: Final = HABITS + 3
MOST_READY: Final = HABITS + 4
READY_WINS: Final = HABITS + 5
OWN_DISCARD: Final = HABITS + 6
SELF_DRAWN: Final = HABITS + 7
RIVAL_POINTS: Final = HABITS + 8
RIVAL_DOUBLINGS: Final = HABITS + 9
HAZARD_FROM: Final = HABITS + 10
WAITS: Final = HAZARD_FROM + 5
PASSED: Final = WAITS + 4 * no.KINDS
LONGEST: Final = 8
"""The most rounds that are told apart."""
REAL_SIZE: Final = PASSED + LONGEST + 1

FACTS: Final = no.KINDS
"""Behind the 34 counts of a hand: its facts, the tiles unseen, and how many discards ago each kind was laid last, and
by each seat any, counted from the last one as 1; 0 for never."""
UNSEEN: Final = FACTS + worth.FACTS
AGES: Final = UNSEEN + no.KINDS
SEAT_AGES: Final = AGES + no.KINDS
HAND_SIZE: Final = SEAT_AGES + at.SEATS
NO_CHANGE: Final = -1

# The best move so far.
MOVE, POINTS, NEAREST, LIVE, EQUALS = range(5)
CHOSEN: Final = 5
CLOSE: Final = 5e-7
"""Points that differ by less are equal."""


@compiled("void(float64[::1], int64)")
def think_as(known: Numbers, level: int) -> None:
    """Weigh as this level from now on."""
    start = (1 + level) * worth.TABLE_FACTS
    for place in range(worth.TABLE_FACTS):
        known[place] = known[start + place]


@compiled("int64(int64[::1], int64)")
def sheet_of(state: Numbers, seat: int) -> int:
    """Where the sheet of a seat begins."""
    wind = (seat - state[at.EAST]) % at.SEATS
    return int((4 * wind + state[at.PREVAILING]) * no.SHEET_SIZE)


@compiled("float64(float64[::1], float64, int64, int64)")
def hazard(reals: Numbers, turn: float, melds: int, later: int) -> float:
    """How likely a seat with so many open sets wins in a round that is so far ahead."""
    sets = min(4.0, min(4, melds) + reals[MELDS_A_ROUND] * later)
    low = min(3, int(sets))
    first, second = reals[HAZARD_FROM + low], reals[HAZARD_FROM + low + 1]
    start = first + (second - first) * (sets - low)
    return float(max(reals[LEAST_HAZARD], min(reals[MOST_HAZARD], reals[HAZARD_A_ROUND] * (turn + later - start))))


@compiled("float64(int64[::1], int64[::1], float64[::1], int64)")
def rival_score(state: Numbers, sheets: Numbers, reals: Numbers, seat: int) -> float:
    """What a rival's hand may score, by what lies open of it."""
    sheet = sheet_of(state, seat)
    points, doublings = reals[RIVAL_POINTS], reals[RIVAL_DOUBLINGS]
    for number in range(state[at.MELD_COUNT + seat]):
        meld = state[at.MELDS + seat * no.MOST_MELDS + number] & no.SET
        points += sheets[sheet + no.SET_POINTS + meld]
        doublings += sheets[sheet + no.SET_DOUBLINGS + meld]
    for tile in range(8):
        if (state[at.BONUS + seat] >> tile) & 1:
            points += sheets[sheet + no.BONUS_POINTS + tile]
            doublings += sheets[sheet + no.BONUS_DOUBLINGS + tile]
    return float(min(float(sheets[sheet + no.LIMIT]), points * 2.0**doublings))


@compiled("float64(int64[::1], float64, int64, int64)")
def owed(state: Numbers, self_drawn: float, winner: int, payer: int) -> float:
    """What a seat pays for each point of another's hand, whoever gives the tile."""
    given = 0.0
    for giver in range(at.SEATS):
        if giver != winner:
            given += factor(state, winner, giver, payer)
    return self_drawn * factor(state, winner, at.NOTHING, payer) + (1 - self_drawn) * given / (at.SEATS - 1)


@compiled("int64(int64[::1], int64, int64)")
def blame(state: Numbers, winner: int, payer: int) -> int:
    """What a seat pays more for each point of another's hand when it gives the tile itself."""
    giver = 0
    while giver in (winner, payer):
        giver += 1
    return max(0, factor(state, winner, payer, payer) - factor(state, winner, giver, payer))


@compiled("void(int64[::1], int64[::1])")
def find_ages(state: Numbers, hand: Numbers) -> None:
    """How long ago each kind was laid last, and by each seat any."""
    for place in range(AGES, HAND_SIZE):
        hand[place] = 0
    for age in range(1, state[at.LAID] + 1):
        laid = state[at.ORDER + state[at.LAID] - age]
        kind, seat = AGES + laid % at.BY, SEAT_AGES + laid // at.BY
        if hand[kind] == 0:
            hand[kind] = age
        if hand[seat] == 0:
            hand[seat] = age


@compiled("float64(float64[::1], int64, int64)")
def passed(reals: Numbers, age: int, since: int) -> float:
    """What is left of the chance that a rival waits for a kind: how long ago that was laid, and the rival's last."""
    if age == 0:
        return 1.0
    rounds = 0 if age <= since else 1 + (age - since - 1) // at.SEATS
    return float(reals[PASSED + min(LONGEST, rounds)])


@compiled("void(int64[::1], int64[::1], float64[::1], int64[::1], int64, float64)")
def fear(state: Numbers, sheets: Numbers, reals: Numbers, hand: Numbers, seat: int, turn: float) -> None:
    """How likely others win, round by round, and what discarding each kind is likely to cost at once."""
    for later in range(ROUNDS):
        still = 1.0
        for other in range(at.SEATS):
            if other != seat:
                still *= 1.0 - hazard(reals, turn, state[at.MELD_COUNT + other], later)
        reals[HAZARDS + later] = 1.0 - still
    for other in range(at.SEATS):
        if other == seat:
            continue
        ready = min(reals[MOST_READY], hazard(reals, turn, state[at.MELD_COUNT + other], 0) / reals[READY_WINS])
        price = ready * rival_score(state, sheets, reals, other) * blame(state, other, seat)
        for kind in range(no.KINDS):
            risk = reals[WAITS + 4 * kind + min(3, hand[UNSEEN + kind])]
            left = passed(reals, hand[AGES + kind], hand[SEAT_AGES + other])
            if state[at.LAID_BY + other * no.KINDS + kind] > 0:
                left = min(left, reals[OWN_DISCARD])
            risk *= left
            reals[DANGERS + kind] += price * risk


@compiled(f"void(int64[::1], int64[::1], {MIND}, int64)")
def look_round(state: Numbers, sheets: Numbers, mind: Numbers, seat: int) -> None:
    """What a seat knows of the table: tiles unseen, rounds left, what is won and lost, hazards and dangers."""
    known, reals, hand = mind[KNOWN], mind[REALS], mind[HAND]
    melds = hidden = 0
    for other in range(at.SEATS):
        melds += state[at.MELD_COUNT + other]
        if other != seat:
            for group in range(at.GROUPS):
                hidden += state[at.SIZE + other * at.GROUPS + group]
    wall = state[at.WALL_END] - state[at.WALL_AT]
    known[worth.UNSEEN] = max(1, wall + state[at.BOX_END] - state[at.BOX_AT] + hidden)
    known[worth.ROUNDS] = min(ROUNDS, (wall + at.SEATS - 1) // at.SEATS)
    for kind in range(no.KINDS):
        hand[UNSEEN + kind] = max(0, 4 - state[at.SEEN + kind] - state[at.HANDS + seat * no.KINDS + kind])
        reals[DANGERS + kind] = 0.0
    pays = costs = 0.0
    for other in range(at.SEATS):
        if other != seat:
            pays += owed(state, reals[SELF_DRAWN], seat, other)
            costs += rival_score(state, sheets, reals, other) * owed(state, reals[SELF_DRAWN], other, seat)
    known[worth.PAYS], known[worth.COSTS] = pays, costs / (at.SEATS - 1)
    turn = (state[at.LAID] + melds) / at.SEATS
    find_ages(state, hand)
    fear(state, sheets, reals, hand, seat, turn)


@compiled("int64(int64, int64, int64)")
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


@compiled(f"void(int64[::1], int64[::1], {MIND}, int64, int64)")
def find_facts(state: Numbers, sheets: Numbers, mind: Numbers, seat: int, more: int) -> None:
    """What is known of a hand with its melds and one more; an added kong takes the place of its pong."""
    hand, sheet, melded = mind[HAND], sheet_of(state, seat), mind[SCORER][MELDED]
    points = sheets[sheet + no.SOURCE_POINTS + no.DISCARD]
    doublings = sheets[sheet + no.SOURCE_DOUBLINGS + no.DISCARD]
    for tile in range(8):
        if (state[at.BONUS + seat] >> tile) & 1:
            points += sheets[sheet + no.BONUS_POINTS + tile]
            doublings += sheets[sheet + no.BONUS_DOUBLINGS + tile]
    count = used = honours = chows = 0
    concealed = honours_only = 1
    replaced = NO_CHANGE
    if more >= 0 and more & no.ADDED:
        replaced = more & no.CODE
    for number in range(state[at.MELD_COUNT + seat] + 1):
        meld = more
        if number < state[at.MELD_COUNT + seat]:
            meld = state[at.MELDS + seat * no.MOST_MELDS + number]
        if meld < 0 or meld == replaced:
            continue
        melded[no.MELDS + count] = meld
        count += 1
        points += sheets[sheet + no.SET_POINTS + (meld & no.SET)]
        doublings += sheets[sheet + no.SET_DOUBLINGS + (meld & no.SET)]
        if meld & no.CHOW:
            chows += 1
        if meld & no.CONCEALED == 0:
            concealed = 0
        if meld & no.CODE >= no.FIRST_HONOUR:
            honours = 1
        else:
            honours_only = 0
            used |= 1 << ((meld & no.CODE) // no.RANKS)
    melded[no.MELD_COUNT], melded[no.BONUS] = count, state[at.BONUS + seat]
    melded[no.SHEET] = sheet // no.SHEET_SIZE
    hand[FACTS + worth.SETS] = no.MOST_MELDS - count
    hand[FACTS + worth.LAYER] = suits.ANY_CHOW
    hand[FACTS + worth.OPEN] = open_plans(used, honours, chows)
    hand[FACTS + worth.POINTS], hand[FACTS + worth.DOUBLINGS] = points, doublings
    hand[FACTS + worth.CONCEALED], hand[FACTS + worth.HONOURS_ONLY] = concealed, honours_only


@compiled("boolean(float64[::1], float64, float64, float64)")
def is_better(chosen: Numbers, points: float, nearer: float, live: float) -> bool:
    """Is a move worth more than the best so far, or as much and nearer, or as near with more tiles that help?"""
    if abs(points - chosen[POINTS]) > CLOSE:
        return bool(points > chosen[POINTS])
    if nearer != chosen[NEAREST]:
        return bool(nearer > chosen[NEAREST])
    return bool(live > chosen[LIVE])


@compiled(f"void(int64[::1], {MIND}, float64[::1], int64, int64, int64)")
def weigh_hand(state: Numbers, mind: Numbers, chosen: Numbers, seat: int, move: int, discard: int) -> None:
    """What a hand that waits for its next tile is worth; keep its move if it is the best, or one of them by chance."""
    hand, reals, best = mind[HAND], mind[REALS], mind[BEST]
    for kind in range(no.KINDS):
        hand[kind] = state[at.HANDS + seat * no.KINDS + kind]
    first = sheet_of(state, seat) // no.SHEET_SIZE * 3 * no.KINDS
    pongs = mind[PONGS]
    held = (
        hand[: no.KINDS],
        hand[FACTS:UNSEEN],
        hand[UNSEEN:AGES],
        pongs[first : first + no.KINDS],
        pongs[first + no.KINDS : first + 2 * no.KINDS],
        pongs[first + 2 * no.KINDS : first + 3 * no.KINDS],
    )
    hazards = reals[HAZARDS : HAZARDS + ROUNDS]
    weigh(mind[ROOM], mind[SCORER], held, mind[KNOWN], hazards, best)
    points = best[worth.EXPECTED]
    if discard >= 0:
        points -= reals[DANGERS + discard]
    nearer, live = -best[worth.NEAREST], best[worth.NEAREST_RATE]
    if chosen[EQUALS] > 0 and not is_better(chosen, points, nearer, live):
        if abs(points - chosen[POINTS]) > CLOSE or nearer != chosen[NEAREST] or live != chosen[LIVE]:
            return
        chosen[EQUALS] += 1
        if at.chance(state, int(chosen[EQUALS])) > 0:
            return
        chosen[MOVE] = move
        return
    chosen[MOVE], chosen[POINTS], chosen[NEAREST], chosen[LIVE], chosen[EQUALS] = move, points, nearer, live, 1


@compiled(f"int64(int64[::1], int64[::1], int64[::1], {MIND}, float64[::1], int64)")
def best_move(state: Numbers, weights: Numbers, sheets: Numbers, mind: Numbers, chosen: Numbers, level: int) -> int:
    """The move of the seat at turn, Mahjong left out, that is worth the most to a player of this level."""
    think_as(mind[KNOWN], level)
    seat = state[at.TURN]
    hand = at.HANDS + seat * no.KINDS
    look_round(state, sheets, mind, seat)
    chosen[EQUALS] = 0
    if at.has_replacement(state):
        for kind in range(no.KINDS):
            if state[hand + kind] > 0 and can_declare(state, seat, kind):
                many = 4 if state[hand + kind] == 4 else 1
                meld = kind | no.KONG | (no.CONCEALED if many == 4 else no.ADDED)
                find_facts(state, sheets, mind, seat, meld)
                at.add_tile(state, weights, seat, kind, -many)
                weigh_hand(state, mind, chosen, seat, DECLARE_KONG + kind, NO_CHANGE)
                at.add_tile(state, weights, seat, kind, many)
    find_facts(state, sheets, mind, seat, NO_CHANGE)
    for kind in range(no.KINDS):
        if state[hand + kind] > 0:
            at.add_tile(state, weights, seat, kind, -1)
            weigh_hand(state, mind, chosen, seat, kind, kind)
            at.add_tile(state, weights, seat, kind, 1)
    return int(chosen[MOVE])


@compiled(f"void(int64[::1], int64[::1], int64[::1], {MIND}, float64[::1], int64, int64, int64)")
def weigh_claim(
    state: Numbers,
    weights: Numbers,
    sheets: Numbers,
    mind: Numbers,
    chosen: Numbers,
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
    use_set(state, weights, seat, tile, option, -1)
    find_facts(state, sheets, mind, seat, meld)
    if claim == CLAIM_KONG:
        weigh_hand(state, mind, chosen, seat, claim, NO_CHANGE)
    else:
        for kind in range(no.KINDS):
            if state[at.HANDS + seat * no.KINDS + kind] > 0:
                at.add_tile(state, weights, seat, kind, -1)
                weigh_hand(state, mind, chosen, seat, claim, kind)
                at.add_tile(state, weights, seat, kind, 1)
    use_set(state, weights, seat, tile, option, 1)


@compiled(f"int64(int64[::1], int64[::1], int64[::1], {MIND}, float64[::1], int64, int64, int64, int64)")
def best_answer(
    state: Numbers,
    weights: Numbers,
    sheets: Numbers,
    mind: Numbers,
    chosen: Numbers,
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
    think_as(mind[KNOWN], level)
    look_round(state, sheets, mind, seat)
    chosen[EQUALS] = 0
    find_facts(state, sheets, mind, seat, NO_CHANGE)
    weigh_hand(state, mind, chosen, seat, PASS, NO_CHANGE)
    for option in range(1, PASSING):
        if may_answer(state, seat, giver, tile, False, False, option):
            weigh_claim(state, weights, sheets, mind, chosen, seat, tile, answer_of(option, tile))
    return int(chosen[MOVE])
