"""What hands are worth in points: for each plan the chance to finish it in time, times what it pays."""

from typing import Final

from teahouse.kernels.classic.plans.reach import (
    HONOURS,
    KINDS,
    LUCKY,
    PLANS,
    SUITS,
    Numbers,
    Reals,
    distances,
    prepare,
    rates,
)
from teahouse.kernels.classic.plans.special import ALL_HONOURS, SPECIALS, special_missing, special_spare, special_useful
from teahouse.kernels.classic.plans.suits import ANY_CHOW, FAR, RANKS
from teahouse.kernels.compiled import compiled
from teahouse.kernels.plain import Arrays, arrays

MOST_STAGES: Final = 12
CHANCE_AT: Final = 2 * MOST_STAGES
"""Behind the stages and what is left at each: the chance of a plan."""

SETS: Final = 0
"""What is known of a hand: sets still to be made, chows it may have, plans its melds leave open, points so far,
doublings so far, whether it is concealed, whether its melds are of honours only."""
LAYER: Final = 1
OPEN: Final = 2
POINTS: Final = 3
DOUBLINGS: Final = 4
CONCEALED: Final = 5
HONOURS_ONLY: Final = 6
FACTS: Final = 7

UNSEEN: Final = 0
"""What is known of the table and its rules: unseen tiles, rounds left, how often a claimable tile is given; what a
point of the score pays, what another's win costs; the limit; what plans add; what a concealed hand adds."""
ROUNDS: Final = 1
GIVEN: Final = 2
PAYS: Final = 3
COSTS: Final = 4
LIMIT: Final = 5
NO_CHOWS: Final = 6
CLEAN: Final = 7
PURE: Final = 8
PURE_CHOWS: Final = 9
HIDDEN_POINTS: Final = 10
HIDDEN_DOUBLINGS: Final = 11
STAY_HIDDEN: Final = 12
WIDTH: Final = 13
"""How many tiles more than the nearest plan another may lack."""
MIX: Final = 14
SPECIAL_WIDTH: Final = 15
FOLD: Final = 16
"""The share of the costs of others' wins that is left to who gives up and discards only what is safe."""
LIVE: Final = 17
"""How many of the unseen tiles that a special hand wants are taken to come, as a share."""
GROWS: Final = 18
"""How often a pair becomes a pong before the hand is won."""
SCORED: Final = 19
"""How many of the best plans are scored as they end, none for 0."""
LEAST_DOUBLINGS: Final = 20
"""A win needs so many doublings, or so high a score; 0 for any."""
LEAST_SCORE: Final = 21
STAGES: Final = 22
"""From here on: how much of the rate is left a stage later, by what is missing then."""
USUAL: Final = STAGES + MOST_STAGES
"""From here on: the most that is usual a stage later, for hands of all tiles, clean, pure, and of pongs."""
WORTHS: Final = USUAL + 4 * MOST_STAGES
"""From here on: what each special hand is worth, nothing for those that are not played."""
TABLE_FACTS: Final = WORTHS + SPECIALS

EXPECTED: Final = 0
"""What is told of a hand: expected points, its best plan, what that lacks, its rate, its chance, its score; what the
hand lacks for any Mahjong, with that rate; the points of its second best plan."""
PLAN: Final = 1
MISSING: Final = 2
RATE: Final = 3
CHANCE: Final = 4
SCORE: Final = 5
NEAREST: Final = 6
NEAREST_RATE: Final = 7
SECOND: Final = 8
TOLD: Final = 9

FINALISTS: Final = 4
"""The best plans, the best first, a row each: as told of a hand, from its expected points to its score."""
FINAL: Final = SCORE + 1
FINALS: Final = FINALISTS * FINAL

LEAST_ALIVE: Final = 0.001
NEARLY: Final = 0.5
"""Likely doublings that fall short of those asked for by less than this are taken to be enough."""

ROOM: Final = "Tuple((int8[::1], int8[::1], int64[::1], int64[::1], float64[::1], float64[::1], float64[::1]))"
"""What hands are weighed with: the table of suits and its room, vectors, tiles missing by plan, rates by plan, stages,
the best plans; behind the stages the chance of the plan just weighed."""
HELD: Final = arrays(6)
"""What is weighed: the tiles of a hand, its facts, tiles unseen; and, as below, what its pongs are worth."""
HANDS: Final = "UniTuple(int64[:,::1], 3)"
"""Many hands, a row each: their tiles, their facts, tiles unseen."""
PONGS: Final = arrays(3)
"""For a pong of each kind its doublings, its points concealed and its points melded."""


@compiled("boolean(int64, int64)")
def may_use(form: int, tile: int) -> bool:
    """May a plan's tiles include this one?"""
    if form == 0:
        return True
    if form <= SUITS:
        return tile >= HONOURS or tile // RANKS == form - 1
    return tile < HONOURS and tile // RANKS == form - 4


@compiled("boolean(float64, float64, float64, float64)")
def is_enough(least_doublings: float, least_score: float, doublings: float, score: float) -> bool:
    """Does a hand with these doublings and this score win under rules that ask for the least of either?"""
    if least_doublings == 0 and least_score == 0:
        return True
    return 0 < least_doublings <= doublings or 0 < least_score <= score


@compiled(f"float64({HELD}, float64[::1], int64)")
def score_of(held: Arrays, known: Reals, plan: int) -> float:
    """What the plan's hand will score, by what of it is there and what its sets are likely to be."""
    form, pongs, lucky = plan // (2 * LUCKY), plan // LUCKY % 2, plan % LUCKY
    hand, facts, _, luck, hidden, shown = held
    points, pairs, made, pairs_points = float(facts[POINTS]), 0, 0, 0.0
    certain, likely = 0, 0
    for tile in range(KINDS):
        if hand[tile] >= 2 and may_use(form, tile):
            if hand[tile] >= 3:
                points += hidden[tile]
                made += 1
                certain += luck[tile]
            else:
                pairs += 1
                pairs_points += shown[tile]
                likely += luck[tile]
    doublings = float(facts[DOUBLINGS] + lucky)
    if pongs:
        wanted = max(0, facts[SETS] - made)
        points += pairs_points * min(1.0, wanted / pairs) if pairs else 0.0
        points += 2.5 * max(0, wanted - pairs)
        doublings += known[NO_CHOWS]
    else:
        points += 4.0 * max(0, lucky - certain)
        points += known[GROWS] * pairs_points * (pairs - 1) / pairs if pairs else 0.0
    doublings += known[GROWS] * max(0, likely - max(0, lucky - certain))
    if 1 <= form <= SUITS:
        doublings += known[CLEAN]
    elif form > SUITS:
        doublings += known[PURE] if pongs else known[PURE_CHOWS]
    if facts[CONCEALED]:
        points += known[HIDDEN_POINTS] * known[STAY_HIDDEN]
        doublings += known[HIDDEN_DOUBLINGS] * known[STAY_HIDDEN]
    score = float(min(known[LIMIT], points * 2.0**doublings))
    return score if is_enough(known[LEAST_DOUBLINGS], known[LEAST_SCORE], doublings + NEARLY, score) else 0.0


@compiled("int64(int64[::1], int64[::1], int64)")
def luck_missing(hand: Numbers, lucky: Numbers, wanted: int) -> int:
    """How many tiles of certain honours are missing for so many doublings, pairs before single tiles."""
    for held in range(3, 0, -1):
        for tile in range(HONOURS, KINDS):
            if wanted > 0 and lucky[tile] and min(3, hand[tile]) == held:
                wanted -= lucky[tile]
                if wanted <= 0:
                    return 3 - held
    return 3


@compiled("void(float64[::1], float64[::1], int64, int64, int64, float64, int64)")
def fill_stages(known: Reals, stage: Reals, plan: int, layer: int, missing: int, rate: float, luck: int) -> None:
    """The chance to come a tile nearer in a round, for each number of tiles missing: now known, later as is usual.

    luck: so many tiles must be of certain honours; these come last. With one chow at most, hands come like pongs.
    """
    form, pongs = plan // (2 * LUCKY), plan // LUCKY % 2 or layer != ANY_CHOW
    kind = 3 if pongs else 0 if form == 0 else 1 if form <= SUITS else 2
    comes = rate
    for left in range(missing, 0, -1):
        if left < missing:
            comes = min(comes * known[STAGES + left], known[USUAL + kind * MOST_STAGES + left])
            if left <= luck:
                comes = min(comes, 2.0 * (1.0 + 3.0 * known[GIVEN]) if left == 1 else 3.0)
        stage[left] = min(0.95, comes / max(1.0, known[UNSEEN]))


@compiled("void(float64[::1], float64[::1], int64, int64, int64, boolean)")
def fill_special_stages(known: Reals, stage: Reals, missing: int, useful: int, spare: int, claims: bool) -> None:
    """The same for a special hand: its tiles must be drawn, only the last may be claimed, and they grow fewer."""
    for left in range(1, missing + 1):
        tiles = known[LIVE] * (useful // 64) * (left + spare) / (missing + spare)
        often = 1.0 + (3.0 * known[GIVEN] if left == 1 else known[GIVEN] if claims else 0.0)
        stage[left] = min(0.95, tiles * often / max(1.0, known[UNSEEN]))


@compiled("float64(float64[::1], float64[::1], float64[::1], int64, float64)")
def expected(known: Reals, hazard: Reals, stage: Reals, missing: int, score: float) -> float:
    """The points that a plan brings: it must be finished, tile by tile, before another wins or the wall ends."""
    at = MOST_STAGES
    for left in range(missing):
        stage[at + left] = 0.0
    stage[at + missing] = 1.0
    chance, alive, lost = 0.0, 1.0, 0.0
    for turn in range(int(known[ROUNDS])):
        wins = stage[at + 1] * stage[1] * alive
        chance += wins
        for left in range(1, missing + 1):
            comes = stage[at + left + 1] * stage[left + 1] if left < missing else 0.0
            stage[at + left] += comes - stage[at + left] * stage[left]
        stage[at] = 0.0
        still = 0.0
        for left in range(1, missing + 1):
            still += stage[at + left]
        lost += alive * still * hazard[turn]
        alive *= 1.0 - hazard[turn]
        if alive * still < LEAST_ALIVE:
            break
    stage[CHANCE_AT] = chance
    return float(chance * score * known[PAYS] - lost * known[COSTS])


@compiled("void(float64[::1], int64, int64)")
def copy_final(finals: Reals, start: int, into: int) -> None:
    """Put one of the best plans in another's place."""
    for place in range(FINAL):
        finals[into + place] = finals[start + place]


@compiled("void(float64[::1], float64, int64, int64, float64, float64, float64)")
def keep(finals: Reals, points: float, plan: int, missing: int, rate: float, chance: float, score: float) -> None:
    """Keep a plan in its place if it is one of the best."""
    at = FINALS
    while at >= FINAL and points > finals[at - FINAL + EXPECTED]:
        at -= FINAL
        if at + FINAL < FINALS:
            copy_final(finals, at, at + FINAL)
    if at < FINALS:
        finals[at + EXPECTED], finals[at + PLAN], finals[at + MISSING] = points, plan, missing
        finals[at + RATE], finals[at + CHANCE], finals[at + SCORE] = rate, chance, score


@compiled("void(float64[::1], float64[::1], float64[::1])")
def conclude(finals: Reals, known: Reals, best: Reals) -> None:
    """Tell the best plan, and take off a share of what the second best falls short by."""
    first = 0
    for start in range(FINAL, FINALS, FINAL):
        if finals[start + EXPECTED] > finals[first + EXPECTED]:
            first = start
    second = FINAL if first == 0 else 0
    for start in range(0, FINALS, FINAL):
        if start != first and finals[start + EXPECTED] > finals[second + EXPECTED]:
            second = start
    for place in range(FINAL):
        best[place] = finals[first + place]
    best[SECOND] = finals[second + EXPECTED]
    best[EXPECTED] += known[MIX] * (best[SECOND] - best[EXPECTED])


@compiled(f"void({ROOM}, {HELD}, float64[::1], float64[::1], float64[::1])")
def find_best(room: Arrays, held: Arrays, known: Reals, hazard: Reals, best: Reals) -> None:
    """One hand that waits for its next tile: its best plans and what they are worth."""
    table, work, vec, missing, rate, stage, finals = room
    hand, facts, unseen, lucky, _, _ = held
    prepare(table, work, vec, hand, lucky, facts[LAYER])
    distances(vec, facts[SETS], facts[OPEN], missing)
    nearest = FAR
    for plan in range(PLANS):
        nearest = min(nearest, missing[plan])
    widest = min(MOST_STAGES - 2, nearest + int(known[WIDTH]))
    rates(table, work, vec, hand, unseen, lucky, facts[LAYER], facts[SETS], widest, known[GIVEN], missing, rate)
    stage[1] = 0.0
    given_up = expected(known, hazard, stage, 1, 0.0) * known[FOLD]
    for place in range(0, FINALS, FINAL):
        finals[place + EXPECTED], finals[place + PLAN], finals[place + MISSING] = given_up, -1.0, nearest
        finals[place + RATE], finals[place + CHANCE], finals[place + SCORE] = 0.0, 0.0, 0.0
    best[NEAREST_RATE], winning, asks = 0.0, FAR, known[LEAST_DOUBLINGS] > 0 or known[LEAST_SCORE] > 0
    for plan in range(PLANS):
        if missing[plan] == nearest:
            best[NEAREST_RATE] = max(best[NEAREST_RATE], rate[plan])
        if missing[plan] <= widest and rate[plan] > 0.0:
            score = score_of(held, known, plan)
            if score > 0.0:
                winning = min(winning, missing[plan])
            luck = luck_missing(hand, lucky, plan % LUCKY) if plan % LUCKY else 0
            fill_stages(known, stage, plan, facts[LAYER], missing[plan], rate[plan], luck)
            points = expected(known, hazard, stage, missing[plan], score)
            keep(finals, points, plan, missing[plan], rate[plan], stage[CHANCE_AT], score)
    best[NEAREST] = winning if asks and winning < FAR else nearest
    for special in range(SPECIALS):
        if known[WORTHS + special] > 0.0 and (facts[SETS] == 4 or special == ALL_HONOURS) and facts[HONOURS_ONLY]:
            lacking = special_missing(hand, special, facts[SETS])
            if lacking <= known[SPECIAL_WIDTH]:
                useful = special_useful(hand, unseen, special, facts[SETS], lacking)
                if useful:
                    spare = special_spare(hand, special)
                    fill_special_stages(known, stage, lacking, useful, spare, special == ALL_HONOURS)
                    score = known[WORTHS + special]
                    points = expected(known, hazard, stage, lacking, score)
                    keep(finals, points, PLANS + special, lacking, float(useful // 64), stage[CHANCE_AT], score)
                best[NEAREST] = min(best[NEAREST], lacking)
