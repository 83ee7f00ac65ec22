"""How far a hand is from Mahjong under each plan, and how quickly tiles come that bring it nearer.

A plan says which suits may be used (all; one and honours; one alone), whether chows may be, and how many doublings the
honours must bring at least. `plan = (tiles * 2 + pongs) * 4 + doublings`: tiles 0 all, 1-3 a suit and honours, 4-6 a
suit alone; pongs 1 for no chows. A hand is 34 counts. Vectors of ten entries, `2 * sets + pair`, are the fewest tiles
to add; they lie in one array and are named by where they begin.
"""

from typing import Any, Final, TypeAlias

from teahouse.kernels.classic.plans.suits import ANY_CHOW, ENTRIES, FAR, NO_CHOW, ONE_CHOW, RANKS, Bytes, row
from teahouse.kernels.compiled import compiled

Numbers: TypeAlias = Any
"""An array of int64."""
Reals: TypeAlias = Any
"""An array of float64."""

KINDS: Final = 34
SUITS: Final = 3
HONOURS: Final = 27
LUCKY: Final = 4
"""Doublings of honours that a plan asks for: none to three."""
FORMS: Final = 7
PLANS: Final = FORMS * 2 * LUCKY

SUIT: Final = 0
"""The vectors of the suits, with chows as the ruleset allows them and without."""
HONOUR: Final = SUIT + SUITS * 2 * ENTRIES
"""The vectors of the honours, for each number of doublings."""
NEW_HONOUR: Final = HONOUR + LUCKY * ENTRIES
"""The same with one tile more, or with a set taken away."""
REST: Final = NEW_HONOUR + LUCKY * ENTRIES
"""What a suit is joined with, for each plan that uses it."""
SECOND: Final = REST + SUITS * 3 * 2 * LUCKY * ENTRIES
"""What a suit without chows is joined with where one chow is allowed in all."""
ALL: Final = SECOND + SUITS * LUCKY * ENTRIES
"""The three suits joined, with chows and without."""
NOTHING: Final = ALL + 2 * ENTRIES
"""The vector of no tiles that may not be used."""
SPARE: Final = NOTHING + ENTRIES
VECTORS: Final = SPARE + 3 * ENTRIES

POWERS: Final = (1, 5, 25, 125, 625, 3125, 15625, 78125, 390625)


@compiled("void(int64[::1], int64, int64, int64)")
def join(vec: Numbers, one: int, other: int, into: int) -> None:
    """The vector of two groups together."""
    for place in range(ENTRIES):
        vec[into + place] = FAR
    for m in range(5):
        for n in range(5 - m):
            place = into + 2 * (m + n)
            a, b = one + 2 * m, other + 2 * n
            vec[place] = min(vec[place], vec[a] + vec[b])
            vec[place + 1] = min(vec[place + 1], vec[a + 1] + vec[b], vec[a] + vec[b + 1])


@compiled("int64(int64[::1], int64, int64, int64)")
def last(vec: Numbers, one: int, other: int, sets: int) -> int:
    """What two groups lack together for so many sets and a pair."""
    fewest = FAR
    for m in range(sets + 1):
        a, b = one + 2 * m, other + 2 * (sets - m)
        fewest = min(fewest, vec[a + 1] + vec[b], vec[a] + vec[b + 1])
    return fewest


@compiled("int64(int8[::1], int64, int64[::1], int64, int64)")
def last_of_suit(table: Bytes, start: int, vec: Numbers, other: int, sets: int) -> int:
    """The same for a row of the table and a vector."""
    fewest = FAR
    for m in range(sets + 1):
        a, b = start + 2 * m, other + 2 * (sets - m)
        fewest = min(fewest, table[a + 1] + vec[b], table[a] + vec[b + 1])
    return fewest - 1


@compiled("void(int64[::1], int64[::1], int64[::1], int64)")
def honours(vec: Numbers, hand: Numbers, lucky: Numbers, into: int) -> None:
    """The vectors of the honours in a hand: pongs and a pair, with at least so many doublings."""
    for place in range(LUCKY * ENTRIES):
        vec[into + place] = FAR
    vec[into] = 0
    for tile in range(HONOURS, KINDS):
        held = hand[tile]
        if held > 0:
            for have in range(LUCKY - 1, -1, -1):
                for entry in range(ENTRIES - 1, -1, -1):
                    missing = vec[into + have * ENTRIES + entry]
                    if missing < FAR:
                        if entry < 8:
                            more = min(LUCKY - 1, have + lucky[tile])
                            place = into + more * ENTRIES + entry + 2
                            vec[place] = min(vec[place], missing + max(0, 3 - held))
                        if entry % 2 == 0:
                            place = into + have * ENTRIES + entry + 1
                            vec[place] = min(vec[place], missing + max(0, 2 - held))
    for have in range(LUCKY - 2, -1, -1):
        for entry in range(ENTRIES):
            place = into + have * ENTRIES + entry
            vec[place] = min(vec[place], vec[place + ENTRIES])


@compiled("int64(int64[::1], int64)")
def suit_key(hand: Numbers, suit: int) -> int:
    """The key of a suit."""
    key = 0
    for rank in range(RANKS):
        key += hand[RANKS * suit + rank] * POWERS[rank]
    return key


@compiled("int64(int64, int64, int64, int64)")
def rest_at(suit: int, form: int, pongs: int, doublings: int) -> int:
    """Where the vector begins that a suit is joined with; form: 0 all, 1 with honours, 2 alone."""
    return REST + (((suit * 3 + form) * 2 + pongs) * LUCKY + doublings) * ENTRIES


@compiled("void(int64[::1], int64, int64, int64)")
def two(vec: Numbers, suit: int, chows: int, into: int) -> None:
    """The two other suits joined: with no chow, one chow in all, or any."""
    a, b = SUIT + 2 * ((suit + 1) % SUITS) * ENTRIES, SUIT + 2 * ((suit + 2) % SUITS) * ENTRIES
    if chows == ANY_CHOW:
        join(vec, a, b, into)
    elif chows == NO_CHOW:
        join(vec, a + ENTRIES, b + ENTRIES, into)
    else:
        join(vec, a, b + ENTRIES, into)
        join(vec, a + ENTRIES, b, SPARE + 2 * ENTRIES)
        for entry in range(ENTRIES):
            vec[into + entry] = min(vec[into + entry], vec[SPARE + 2 * ENTRIES + entry])


@compiled("void(int64[::1], int64, int64)")
def others(vec: Numbers, suit: int, layer: int) -> None:
    """The vectors that one suit is joined with."""
    for pongs in range(2):
        two(vec, suit, NO_CHOW if pongs or layer == ONE_CHOW else layer, SPARE)
        for doublings in range(LUCKY):
            lucky = HONOUR + doublings * ENTRIES
            join(vec, SPARE, lucky, rest_at(suit, 0, pongs, doublings))
            for entry in range(ENTRIES):
                vec[rest_at(suit, 1, pongs, doublings) + entry] = vec[lucky + entry]
                vec[rest_at(suit, 2, pongs, doublings) + entry] = vec[NOTHING + entry] if doublings == 0 else FAR
    if layer == ONE_CHOW:
        two(vec, suit, ONE_CHOW, SPARE)
        for doublings in range(LUCKY):
            join(vec, SPARE, HONOUR + doublings * ENTRIES, SECOND + (suit * LUCKY + doublings) * ENTRIES)


@compiled("void(int8[::1], int8[::1], int64[::1], int64[::1], int64[::1], int64)")
def prepare(table: Bytes, work: Bytes, vec: Numbers, hand: Numbers, lucky: Numbers, layer: int) -> None:
    """Compute every vector that the plans are put together from."""
    for entry in range(ENTRIES):
        vec[NOTHING + entry] = FAR
    vec[NOTHING] = 0
    for suit in range(SUITS):
        key = suit_key(hand, suit)
        for pongs in range(2):
            start = row(table, key, NO_CHOW if pongs else layer, work)
            for entry in range(ENTRIES):
                vec[SUIT + (2 * suit + pongs) * ENTRIES + entry] = table[start + entry] - 1
    honours(vec, hand, lucky, HONOUR)
    for suit in range(SUITS):
        others(vec, suit, layer)
    two(vec, 0, NO_CHOW, SPARE)
    join(vec, SUIT + ENTRIES, SPARE, ALL + ENTRIES)
    if layer != ONE_CHOW:
        two(vec, 0, layer, SPARE)
        join(vec, SUIT, SPARE, ALL)
        return
    join(vec, SUIT, SPARE, ALL)
    two(vec, 0, ONE_CHOW, SPARE)
    join(vec, SUIT + ENTRIES, SPARE, SPARE + ENTRIES)
    for entry in range(ENTRIES):
        vec[ALL + entry] = min(vec[ALL + entry], vec[SPARE + ENTRIES + entry])


@compiled("void(int64[::1], int64, int64, int64[::1])")
def distances(vec: Numbers, sets: int, allowed: int, missing: Numbers) -> None:
    """What the hand lacks under each plan; allowed: a bit for each pair of form and pongs that the melds leave open."""
    for form in range(FORMS):
        for pongs in range(2):
            for doublings in range(LUCKY):
                plan = (form * 2 + pongs) * LUCKY + doublings
                lucky, fewest = HONOUR + doublings * ENTRIES, FAR
                if allowed >> (form * 2 + pongs) & 1:
                    if form == 0:
                        fewest = last(vec, ALL + pongs * ENTRIES, lucky, sets)
                    elif form <= SUITS:
                        fewest = last(vec, SUIT + (2 * (form - 1) + pongs) * ENTRIES, lucky, sets)
                    elif doublings == 0:
                        fewest = vec[SUIT + (2 * (form - 4) + pongs) * ENTRIES + 2 * sets + 1]
                missing[plan] = fewest


@compiled("int64(int8[::1], int8[::1], int64[::1], int64, int64, int64, int64, int64, int64)")
def lacks(
    table: Bytes, work: Bytes, vec: Numbers, key: int, layer: int, rest: int, second: int, sets: int, pongs: int
) -> int:
    """What the hand lacks when one suit is changed to this key."""
    if pongs or layer != ONE_CHOW:
        return last_of_suit(table, row(table, key, NO_CHOW if pongs else layer, work), vec, rest, sets)
    with_chow = last_of_suit(table, row(table, key, ONE_CHOW, work), vec, rest, sets)
    if second < 0:
        return with_chow
    return min(with_chow, last_of_suit(table, row(table, key, NO_CHOW, work), vec, second, sets))


@compiled("int64(int8[::1], int8[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64, int64, int64, int64)")
def givers(
    table: Bytes,
    work: Bytes,
    vec: Numbers,
    hand: Numbers,
    tile: int,
    key: int,
    layer: int,
    rest: int,
    second: int,
    sets: int,
    pongs: int,
    now: int,
) -> int:
    """From how many seats a suit tile can be claimed so that the hand comes nearer."""
    if now == 1:
        return 3
    rank = tile % RANKS
    if hand[tile] >= 2:
        left = key - 2 * POWERS[rank]
        if lacks(table, work, vec, left, layer, rest, second, sets - 1, pongs) < now:
            return 3
    if pongs or layer == NO_CHOW:
        return 0
    after = NO_CHOW if layer == ONE_CHOW else layer
    for low in range(max(0, rank - 2), min(rank, RANKS - 3) + 1):
        left = key + POWERS[rank] - POWERS[low] - POWERS[low + 1] - POWERS[low + 2]
        held = True
        for other in range(low, low + 3):
            if other != rank and hand[tile - rank + other] == 0:
                held = False
        if held and lacks(table, work, vec, left, after, rest, -1, sets - 1, pongs) < now:
            return 1
    return 0


@compiled(
    "void(int64[::1], int64[::1], int64[::1], int64[::1], int64, int64, int64, float64, int64[::1], float64[::1])"
)
def honour_rates(
    vec: Numbers,
    hand: Numbers,
    unseen: Numbers,
    lucky: Numbers,
    tile: int,
    sets: int,
    deepest: int,
    given: float,
    missing: Numbers,
    rate: Reals,
) -> None:
    """The same for one honour."""
    hand[tile] += 1
    honours(vec, hand, lucky, NEW_HONOUR)
    hand[tile] -= 1
    for form in range(SUITS + 1):
        for pongs in range(2):
            suits = ALL + pongs * ENTRIES if form == 0 else SUIT + (2 * (form - 1) + pongs) * ENTRIES
            for doublings in range(LUCKY):
                plan = (form * 2 + pongs) * LUCKY + doublings
                now = missing[plan]
                if now <= deepest and last(vec, suits, NEW_HONOUR + doublings * ENTRIES, sets) < now:
                    seats = 3 if now == 1 or hand[tile] >= 2 else 0
                    rate[plan] += unseen[tile] * (1.0 + given * seats)


@compiled(
    "float64(int8[::1], int8[::1], int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64, int64, int64,"
    " int64, float64)"
)
def suit_rate(
    table: Bytes,
    work: Bytes,
    vec: Numbers,
    hand: Numbers,
    unseen: Numbers,
    suit: int,
    key: int,
    layer: int,
    rest: int,
    second: int,
    sets: int,
    pongs: int,
    now: int,
    given: float,
) -> float:
    """The part that the tiles of one suit have in a plan's rate."""
    found = 0.0
    for rank in range(RANKS):
        tile = RANKS * suit + rank
        if unseen[tile] > 0 and hand[tile] < 4:
            after = lacks(table, work, vec, key + POWERS[rank], layer, rest, second, sets, pongs)
            if after < now:
                seats = givers(table, work, vec, hand, tile, key, layer, rest, second, sets, pongs, now)
                found += unseen[tile] * (1.0 + given * seats)
    return found


@compiled(
    "void(int8[::1], int8[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64, int64, int64, float64,"
    " int64[::1], float64[::1])"
)
def rates(
    table: Bytes,
    work: Bytes,
    vec: Numbers,
    hand: Numbers,
    unseen: Numbers,
    lucky: Numbers,
    layer: int,
    sets: int,
    deepest: int,
    given: float,
    missing: Numbers,
    rate: Reals,
) -> None:
    """For each plan: the unseen tiles that bring it nearer, each counted as often as it comes in a round of the table.

    A tile comes once by drawing, and `given` times from each seat whose discard may be claimed: all three for a pong or
    Mahjong, the one before for a chow.
    """
    for plan in range(PLANS):
        rate[plan] = 0.0
    for suit in range(SUITS):
        key = suit_key(hand, suit)
        for which in range(3):
            form = 0 if which == 0 else 3 * which - 2 + suit
            for pongs in range(2):
                for doublings in range(LUCKY if which < 2 else 1):
                    plan = (form * 2 + pongs) * LUCKY + doublings
                    if missing[plan] <= deepest and missing[plan] < FAR:
                        rest = rest_at(suit, which, pongs, doublings)
                        second = SECOND + (suit * LUCKY + doublings) * ENTRIES if which == 0 else -1
                        rate[plan] += suit_rate(
                            table,
                            work,
                            vec,
                            hand,
                            unseen,
                            suit,
                            key,
                            layer,
                            rest,
                            second,
                            sets,
                            pongs,
                            missing[plan],
                            given,
                        )
    for tile in range(HONOURS, KINDS):
        if unseen[tile] > 0 and hand[tile] < 4:
            honour_rates(vec, hand, unseen, lucky, tile, sets, deepest, given, missing, rate)
