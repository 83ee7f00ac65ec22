"""The other seats as a player who weighs points sees them: how soon they win, what that costs, what is dangerous."""

from typing import Annotated, Final

from teahouse.kernels.arrays import Ints, Reals, Rows
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.deals.deal_state import BY, NOTHING, SEATS, DealState, sheet_of
from teahouse.kernels.classic.deals.payment import factor
from teahouse.kernels.classic.numbers import SheetNumbers
from teahouse.kernels.classic.scoring.reading import value_of
from teahouse.kernels.kernel import kernel
from teahouse.kernels.record import KernelRecord

ROUNDS: Final = 64
LONGEST: Final = 8
"""The largest number of rounds since a discard that has its own factor."""


class Habits(KernelRecord):
    """The model of rivals, as in the players' `rivals`.

    pace: how fast rounds count with this number of players. hazard_from: the round from which they may win, by melds.
    waits: the chance that they wait for a kind, by tiles unseen. passed: the share of that chance for kinds that they
    let pass, by rounds since. hopes: what special hands that rows describe add to the score of a rival without melds.
    """

    pace: float
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
    hopes: float
    hazard_from: Annotated[Reals, 5]
    waits: Annotated[Reals, (codes.KINDS, 4)]
    passed: Annotated[Reals, LONGEST + 1]


class Risks(KernelRecord):
    """The risks of a seat.

    hazards: the chance that another seat wins, round by round. dangers: the expected cost of discarding each kind.
    ages, seat_ages: how many discards ago each kind was discarded last, and each seat discarded last, counted from 1; 0
    for never.
    """

    hazards: Annotated[Reals, ROUNDS]
    dangers: Annotated[Reals, codes.KINDS]
    ages: Annotated[Ints, codes.KINDS]
    seat_ages: Annotated[Ints, SEATS]


@kernel
def hazard(habits: Habits, turn: float, melds: int, later: int) -> float:
    """The chance that a seat with this many open sets wins in a round that is this far ahead."""
    ahead = habits.pace * later
    sets = min(4.0, min(4, melds) + habits.melds_a_round * ahead)
    low = min(3, int(sets))
    first, second = habits.hazard_from[low], habits.hazard_from[low + 1]
    start = first + (second - first) * (sets - low)
    grown = habits.hazard_a_round * (habits.pace * turn + ahead - start)
    return float(habits.pace * max(habits.least_hazard, min(habits.most_hazard, grown)))


@kernel
def rival_score(state: DealState, sheet: SheetNumbers, habits: Habits, seat: int) -> float:
    """The likely score of a rival's hand, by its open tiles."""
    points, doublings = float(habits.rival_points), float(habits.rival_doublings)
    for number in range(state.meld_count[seat]):
        meld = state.melds[seat, number] & codes.SET
        points += float(sheet.set_points[meld])
        doublings += float(sheet.set_doublings[meld])
    points += float(sheet.bonus_points[state.bonus[seat]])
    doublings += float(sheet.bonus_doublings[state.bonus[seat]])
    if sheet.faan:
        return float(value_of(sheet, 0, round(max(float(sheet.least_doublings), doublings))))
    hopes = habits.hopes if state.meld_count[seat] == 0 else 0.0
    return float(min(float(sheet.limit), max(points * 2.0**doublings, least_of(sheet, points)) + hopes))


@kernel
def least_of(sheet: SheetNumbers, points: float) -> float:
    """What a hand of these points must score to win under the ruleset."""
    doubled, least = points * 2.0**sheet.least_doublings, float(sheet.least_score)
    if sheet.least_doublings > 0:
        return min(doubled, least) if sheet.least_score > 0 else doubled
    return least


@kernel
def owed(state: DealState, self_drawn: float, winner: int, payer: int) -> float:
    """What a seat pays on average for each point of another's hand, over drawn tiles and all givers."""
    given = 0.0
    for giver in range(state.players):
        if giver != winner:
            given += factor(state, winner, giver, payer)
    drawn = self_drawn * factor(state, winner, NOTHING, payer)
    return (drawn + (1 - self_drawn) * given / (state.players - 1)) / state.divisor


@kernel
def discard_surcharge(state: DealState, winner: int, payer: int) -> float:
    """What a seat pays in addition for each point of another's hand if it discarded the winning tile."""
    giver = 0
    while giver in (winner, payer):
        giver += 1
    if giver >= state.players:
        giver = NOTHING
    return max(0, factor(state, winner, payer, payer) - factor(state, winner, giver, payer)) / state.divisor


@kernel
def find_ages(state: DealState, risks: Risks) -> None:
    """Compute how long ago each kind was discarded last, and how long ago each seat discarded."""
    for kind in range(codes.KINDS):
        risks.ages[kind] = 0
    for seat in range(state.players):
        risks.seat_ages[seat] = 0
    for age in range(1, state.laid + 1):
        laid = state.order[state.laid - age]
        kind, seat = laid % BY, laid // BY
        if risks.ages[kind] == 0:
            risks.ages[kind] = age
        if risks.seat_ages[seat] == 0:
            risks.seat_ages[seat] = age


@kernel
def passed(habits: Habits, age: int, since: int, players: int) -> float:
    """The share left of the chance that a rival waits for a kind, from the ages of the kind and of its last discard."""
    if age == 0:
        return 1.0
    rounds = 0 if age <= since else 1 + (age - since - 1) // players
    return float(habits.passed[min(LONGEST, rounds)])


@kernel
def turns_taken(state: DealState) -> float:
    """How many rounds were played: every discard and every meld is a turn."""
    melds = 0
    for seat in range(state.players):
        melds += state.meld_count[seat]
    return float((state.laid + melds) / state.players)


@kernel
def find_risks(
    state: DealState, sheets: Rows[SheetNumbers], habits: Habits, risks: Risks, unseen: Ints, seat: int, rounds: int
) -> None:
    """Compute the chance that others win, round by round, and the expected cost of discarding each kind now."""
    find_ages(state, risks)
    turn = turns_taken(state)
    for later in range(rounds):
        still = 1.0
        for other in range(state.players):
            if other != seat:
                still *= 1.0 - hazard(habits, turn, state.meld_count[other], later)
        risks.hazards[later] = 1.0 - still
    for other in range(state.players):
        if other == seat:
            continue
        ready = min(habits.most_ready, hazard(habits, turn, state.meld_count[other], 0) / habits.ready_wins)
        score = rival_score(state, sheets[sheet_of(state, other)], habits, other)
        price = ready * score * discard_surcharge(state, other, seat)
        for kind in range(codes.KINDS):
            risk = habits.waits[kind, min(3, unseen[kind])]
            left = passed(habits, risks.ages[kind], risks.seat_ages[other], state.players)
            if state.laid_by[other, kind] > 0:
                left = min(left, habits.own_discard)
            risk *= left
            risks.dangers[kind] += price * risk
