"""How far a hand is from Mahjong under each plan, and how fast tiles come that bring it nearer.

A plan sets which suits may be used (all; one and honours; one alone), whether chows are allowed, and how many doublings
the honours must bring at least; `plan_of` makes one number of the three. form 0 uses all tiles, 1-3 a suit and honours,
4-6 a suit alone; without_chows is 1 for no chows. A hand is 34 counts. A vector has ten entries, `2 * sets + pair`: the
fewest tiles to add.
"""

from typing import Annotated, Final, NamedTuple

from teahouse.kernels.arrays import IntRows, Ints, Reals, Rows, SmallInts
from teahouse.kernels.classic.plans.suits import (
    ANY_CHOW,
    ENTRIES,
    FAR,
    NO_CHOW,
    ONE_CHOW,
    RANKS,
    WORK,
    SuitRow,
    row_of,
)
from teahouse.kernels.kernel import hot, kernel
from teahouse.kernels.record import KernelRecord

KINDS: Final = 34
SUITS: Final = 3
HONOURS: Final = 27
DOUBLING_COUNTS: Final = 4
"""Doublings of honours that a plan asks for: none to three."""
FORMS: Final = 7
PLANS: Final = FORMS * 2 * DOUBLING_COUNTS
ALL_TILES, WITH_HONOURS, ALONE = range(3)
"""How a plan uses a suit: with all other tiles, with honours, alone."""
USES: Final = 3

POWERS: Final = (1, 5, 25, 125, 625, 3125, 15625, 78125, 390625)


class Vectors(KernelRecord):
    """The vectors that plans are composed of.

    suits: of each suit, with chows as the ruleset allows them and without. honours: for each number of doublings;
    new_honours: the same with one tile more. rests: what a suit is joined with, for each plan that uses it. seconds:
    what a suit without chows is joined with where one chow is allowed in all. totals: the three suits joined, with
    chows and without. nothing: of no tiles. spares: where vectors are worked out. work: where rows of suits are.

    missing, rates: what is found by plan: the tiles that the hand lacks, and how often useful tiles come.
    """

    suits: Annotated[Ints, (SUITS, 2, ENTRIES)]
    honours: Annotated[Ints, (DOUBLING_COUNTS, ENTRIES)]
    new_honours: Annotated[Ints, (DOUBLING_COUNTS, ENTRIES)]
    rests: Annotated[Ints, (SUITS, USES, 2, DOUBLING_COUNTS, ENTRIES)]
    seconds: Annotated[Ints, (SUITS, DOUBLING_COUNTS, ENTRIES)]
    totals: Annotated[Ints, (2, ENTRIES)]
    nothing: Annotated[Ints, ENTRIES]
    spares: Annotated[Ints, (3, ENTRIES)]
    work: Annotated[SmallInts, WORK]
    missing: Annotated[Ints, PLANS]
    rates: Annotated[Reals, PLANS]


class Case(NamedTuple):
    """One suit of a hand under one plan.

    rest: the vector that the suit is joined with; second: the same with the one chow, used where `shares` is true.
    chow_limit, without_chows: the chows that the suit may have. sets: still to make. now: the tiles that the hand
    lacks.
    """

    rest: Ints
    second: Ints
    shares: bool
    chow_limit: int
    without_chows: int
    sets: int
    now: int


class PlannedHand(NamedTuple):
    """A hand as plans take it: its tiles, the doublings of a pong of each kind, the chows it may have, its sets."""

    tiles: Ints
    pong_doublings: Ints
    chow_limit: int
    sets: int


class Flow(NamedTuple):
    """How tiles come: the number of unseen ones, and how often each seat discards one for each time it is drawn."""

    unseen: Ints
    given: float


@hot
def plan_of(form: int, without_chows: int, doublings: int) -> int:
    """The number of a plan."""
    return (form * 2 + without_chows) * DOUBLING_COUNTS + doublings


@hot
def form_of(plan: int) -> int:
    """The tiles that a plan may use: 0 all, 1-3 a suit and honours, 4-6 a suit alone."""
    return plan // (2 * DOUBLING_COUNTS)


@hot
def without_chows_of(plan: int) -> int:
    """1 if a plan allows no chows, otherwise 0."""
    return plan // DOUBLING_COUNTS % 2


@hot
def doublings_of(plan: int) -> int:
    """The doublings that the honours of a plan must bring."""
    return plan % DOUBLING_COUNTS


@kernel
def join(one: Ints, other: Ints, into: Ints) -> None:
    """The vector of two groups together."""
    for place in range(ENTRIES):
        into[place] = FAR
    for m in range(5):
        for n in range(5 - m):
            place, a, b = 2 * (m + n), 2 * m, 2 * n
            into[place] = min(into[place], one[a] + other[b])
            into[place + 1] = min(into[place + 1], one[a + 1] + other[b], one[a] + other[b + 1])


@kernel
def lack_together(one: Ints, other: Ints, sets: int) -> int:
    """The tiles that two groups lack together for this many sets and a pair."""
    fewest = FAR
    for m in range(sets + 1):
        a, b = 2 * m, 2 * (sets - m)
        fewest = min(fewest, one[a + 1] + other[b], one[a] + other[b + 1])
    return fewest


@kernel
def lack_with_suit(row: SuitRow, other: Ints, sets: int) -> int:
    """The same for a row of the table and a vector."""
    fewest = FAR
    for m in range(sets + 1):
        a, b = 2 * m, 2 * (sets - m)
        fewest = min(fewest, row.entries[a + 1] + other[b], row.entries[a] + other[b + 1])
    return fewest


@kernel
def find_honours(tiles: Ints, pong_doublings: Ints, into: IntRows) -> None:
    """The vectors of the honours in a hand: pongs and a pair, by the least number of doublings.

    pong_doublings: what a pong of each kind brings.
    """
    for have in range(DOUBLING_COUNTS):
        for entry in range(ENTRIES):
            into[have, entry] = FAR
    into[0, 0] = 0
    for tile in range(HONOURS, KINDS):
        held = tiles[tile]
        if held > 0:
            for have in range(DOUBLING_COUNTS - 1, -1, -1):
                for entry in range(ENTRIES - 1, -1, -1):
                    missing = into[have, entry]
                    if missing < FAR:
                        if entry < 8:
                            more = min(DOUBLING_COUNTS - 1, have + pong_doublings[tile])
                            into[more, entry + 2] = min(into[more, entry + 2], missing + max(0, 3 - held))
                        if entry % 2 == 0:
                            into[have, entry + 1] = min(into[have, entry + 1], missing + max(0, 2 - held))
    for have in range(DOUBLING_COUNTS - 2, -1, -1):
        for entry in range(ENTRIES):
            into[have, entry] = min(into[have, entry], into[have + 1, entry])


@kernel
def suit_key(tiles: Ints, suit: int) -> int:
    """The key of a suit."""
    key = 0
    for rank in range(RANKS):
        key += tiles[RANKS * suit + rank] * POWERS[rank]
    return key


@kernel
def join_others(vectors: Vectors, suit: int, chows: int) -> None:
    """The two other suits joined, in the first spare: with no chow, one chow in all, or any."""
    a, b, into = (suit + 1) % SUITS, (suit + 2) % SUITS, vectors.spares[0]
    if chows == ANY_CHOW:
        join(vectors.suits[a, 0], vectors.suits[b, 0], into)
    elif chows == NO_CHOW:
        join(vectors.suits[a, 1], vectors.suits[b, 1], into)
    else:
        join(vectors.suits[a, 0], vectors.suits[b, 1], into)
        join(vectors.suits[a, 1], vectors.suits[b, 0], vectors.spares[2])
        for entry in range(ENTRIES):
            into[entry] = min(into[entry], vectors.spares[2, entry])


@kernel
def find_rests(vectors: Vectors, suit: int, chow_limit: int) -> None:
    """The vectors that one suit is joined with."""
    for without_chows in range(2):
        join_others(vectors, suit, NO_CHOW if without_chows or chow_limit == ONE_CHOW else chow_limit)
        for doublings in range(DOUBLING_COUNTS):
            honours = vectors.honours[doublings]
            join(vectors.spares[0], honours, vectors.rests[suit, ALL_TILES, without_chows, doublings])
            for entry in range(ENTRIES):
                nothing = vectors.nothing[entry] if doublings == 0 else FAR
                vectors.rests[suit, WITH_HONOURS, without_chows, doublings, entry] = honours[entry]
                vectors.rests[suit, ALONE, without_chows, doublings, entry] = nothing
    if chow_limit == ONE_CHOW:
        join_others(vectors, suit, ONE_CHOW)
        for doublings in range(DOUBLING_COUNTS):
            join(vectors.spares[0], vectors.honours[doublings], vectors.seconds[suit, doublings])


@kernel
def prepare(rows: Rows[SuitRow], vectors: Vectors, tiles: Ints, pong_doublings: Ints, chow_limit: int) -> None:
    """Compute every vector that the plans consist of."""
    for entry in range(ENTRIES):
        vectors.nothing[entry] = FAR
    vectors.nothing[0] = 0
    for suit in range(SUITS):
        key = suit_key(tiles, suit)
        for without_chows in range(2):
            row = rows[row_of(rows, key, NO_CHOW if without_chows else chow_limit, vectors.work)]
            for entry in range(ENTRIES):
                vectors.suits[suit, without_chows, entry] = row.entries[entry]
    find_honours(tiles, pong_doublings, vectors.honours)
    for suit in range(SUITS):
        find_rests(vectors, suit, chow_limit)
    join_totals(vectors, chow_limit)


@kernel
def join_totals(vectors: Vectors, chow_limit: int) -> None:
    """The three suits joined, with chows and without."""
    join_others(vectors, 0, NO_CHOW)
    join(vectors.suits[0, 1], vectors.spares[0], vectors.totals[1])
    if chow_limit != ONE_CHOW:
        join_others(vectors, 0, chow_limit)
        join(vectors.suits[0, 0], vectors.spares[0], vectors.totals[0])
        return
    join(vectors.suits[0, 0], vectors.spares[0], vectors.totals[0])
    join_others(vectors, 0, ONE_CHOW)
    join(vectors.suits[0, 1], vectors.spares[0], vectors.spares[1])
    for entry in range(ENTRIES):
        vectors.totals[0, entry] = min(vectors.totals[0, entry], vectors.spares[1, entry])


@kernel
def distances(vectors: Vectors, sets: int, allowed: int) -> None:
    """The tiles that the hand lacks under each plan.

    allowed: a bit for each pair of form and pongs that the melds permit.
    """
    for form in range(FORMS):
        for without_chows in range(2):
            for doublings in range(DOUBLING_COUNTS):
                fewest = FAR
                if allowed >> (form * 2 + without_chows) & 1:
                    if form == 0:
                        fewest = lack_together(vectors.totals[without_chows], vectors.honours[doublings], sets)
                    elif form <= SUITS:
                        fewest = lack_together(vectors.suits[form - 1, without_chows], vectors.honours[doublings], sets)
                    elif doublings == 0:
                        fewest = int(vectors.suits[form - 4, without_chows, 2 * sets + 1])
                vectors.missing[plan_of(form, without_chows, doublings)] = fewest


@kernel
def lacks(rows: Rows[SuitRow], work: SmallInts, case: Case, key: int) -> int:
    """The tiles that the hand lacks when the suit is changed to this key."""
    if case.without_chows or case.chow_limit != ONE_CHOW:
        row = rows[row_of(rows, key, NO_CHOW if case.without_chows else case.chow_limit, work)]
        return lack_with_suit(row, case.rest, case.sets)
    with_chow = lack_with_suit(rows[row_of(rows, key, ONE_CHOW, work)], case.rest, case.sets)
    if not case.shares:
        return with_chow
    return min(with_chow, lack_with_suit(rows[row_of(rows, key, NO_CHOW, work)], case.second, case.sets))


@kernel
def giver_seats(rows: Rows[SuitRow], work: SmallInts, case: Case, tiles: Ints, tile: int, key: int) -> int:
    """The number of seats from which a suit tile can be claimed so that the hand comes nearer."""
    if case.now == 1:
        return 3
    rank, sets = tile % RANKS, case.sets - 1
    if tiles[tile] >= 2:
        after = Case(case.rest, case.second, case.shares, case.chow_limit, case.without_chows, sets, case.now)
        if lacks(rows, work, after, key - 2 * POWERS[rank]) < case.now:
            return 3
    if case.without_chows or case.chow_limit == NO_CHOW:
        return 0
    chow_limit = NO_CHOW if case.chow_limit == ONE_CHOW else case.chow_limit
    after = Case(case.rest, case.second, False, chow_limit, case.without_chows, sets, case.now)
    for low in range(max(0, rank - 2), min(rank, RANKS - 3) + 1):
        left = key + POWERS[rank] - POWERS[low] - POWERS[low + 1] - POWERS[low + 2]
        held = True
        for other in range(low, low + 3):
            if other != rank and tiles[tile - rank + other] == 0:
                held = False
        if held and lacks(rows, work, after, left) < case.now:
            return 1
    return 0


@kernel
def honour_rates(vectors: Vectors, hand: PlannedHand, flow: Flow, tile: int, deepest: int) -> None:
    """The share of one honour in the rates of all plans."""
    tiles, sets = hand.tiles, hand.sets
    tiles[tile] += 1
    find_honours(tiles, hand.pong_doublings, vectors.new_honours)
    tiles[tile] -= 1
    for form in range(SUITS + 1):
        for without_chows in range(2):
            suits = vectors.totals[without_chows] if form == 0 else vectors.suits[form - 1, without_chows]
            for doublings in range(DOUBLING_COUNTS):
                plan = plan_of(form, without_chows, doublings)
                now = vectors.missing[plan]
                if now <= deepest and lack_together(suits, vectors.new_honours[doublings], sets) < now:
                    seats = 3 if now == 1 or tiles[tile] >= 2 else 0
                    vectors.rates[plan] += flow.unseen[tile] * (1.0 + flow.given * seats)


@kernel
def suit_rate(rows: Rows[SuitRow], work: SmallInts, case: Case, tiles: Ints, flow: Flow, suit: int) -> float:
    """The share of the tiles of one suit in a plan's rate."""
    found, key = 0.0, suit_key(tiles, suit)
    for rank in range(RANKS):
        tile = RANKS * suit + rank
        may_come = flow.unseen[tile] > 0 and tiles[tile] < 4
        if may_come and lacks(rows, work, case, key + POWERS[rank]) < case.now:
            seats = giver_seats(rows, work, case, tiles, tile, key)
            found += flow.unseen[tile] * (1.0 + flow.given * seats)
    return found


@kernel
def find_rates(rows: Rows[SuitRow], vectors: Vectors, hand: PlannedHand, flow: Flow, deepest: int) -> None:
    """For each plan, the unseen tiles that bring it nearer, weighted by how often they come in a round.

    A tile comes once by drawing, and `given` times from each seat whose discard may be claimed: all three for a pong or
    Mahjong, the one before for a chow. Plans that lack more than `deepest` tiles are left out.
    """
    for plan in range(PLANS):
        vectors.rates[plan] = 0.0
    for suit in range(SUITS):
        for use in range(USES):
            form = 0 if use == ALL_TILES else 3 * use - 2 + suit
            for without_chows in range(2):
                for doublings in range(DOUBLING_COUNTS if use < ALONE else 1):
                    plan = plan_of(form, without_chows, doublings)
                    now = vectors.missing[plan]
                    if now <= deepest and now < FAR:
                        rest, second = (
                            vectors.rests[suit, use, without_chows, doublings],
                            vectors.seconds[suit, doublings],
                        )
                        case = Case(rest, second, use == ALL_TILES, hand.chow_limit, without_chows, hand.sets, now)
                        vectors.rates[plan] += suit_rate(rows, vectors.work, case, hand.tiles, flow, suit)
    for tile in range(HONOURS, KINDS):
        if flow.unseen[tile] > 0 and hand.tiles[tile] < 4:
            honour_rates(vectors, hand, flow, tile, deepest)
