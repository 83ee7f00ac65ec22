"""What the players of a simulated deal do: at random, nearest to Mahjong, or nearest with the most live tiles."""

from typing import Final

from teahouse.kernels.classic import numbers as no
from teahouse.kernels.classic.deals import table as at
from teahouse.kernels.classic.deals.reading import TABLES, after_discards, is_mahjong, live, missing
from teahouse.kernels.compiled import compiled
from teahouse.kernels.plain import Arrays, Numbers

RANDOM, NEAREST, LIVE, WINNING, SIMPLE, POINTS = range(6)
"""The policies; `WINNING` claims nothing but Mahjong, `SIMPLE` stands in `simple`, `POINTS` and all after it in
`weighing`, a level each."""

# Moves at turn: the kind to discard, or one of these with the kind.
DECLARE_KONG: Final = 64
DECLARE_MAHJONG: Final = 128
# Answers to an offer; a chow with its lowest kind.
PASS, CLAIM_PONG, CLAIM_KONG, CLAIM_MAHJONG = range(4)
CLAIM_CHOW: Final = 64
LAST_CHOW: Final = 5
PASSING: Final = 6
"""Among the numbers of answers: the chow that begins with the tile on offer, and passing."""

FAR: Final = 99
NOTHING: Final = -1


@compiled("boolean(int64[::1], int64, int64)")
def can_declare(state: Numbers, seat: int, kind: int) -> bool:
    """May this seat declare a kong of a kind that it holds, a replacement being there?"""
    held = state[at.HANDS + seat * no.KINDS + kind]
    if held == 4:
        return True
    for number in range(state[at.MELD_COUNT + seat]):
        if held > 0 and state[at.MELDS + seat * no.MOST_MELDS + number] & no.SET == kind:
            return True
    return False


@compiled("int64(int64[::1], boolean)")
def any_move(state: Numbers, wins: bool) -> int:
    """Any legal move of the seat at turn."""
    seat = state[at.TURN]
    kongs = kinds = 0
    replaceable = at.has_replacement(state)
    for kind in range(no.KINDS):
        if state[at.HANDS + seat * no.KINDS + kind] > 0:
            kinds += 1
            if replaceable and can_declare(state, seat, kind):
                kongs += 1
    pick = at.chance(state, kinds + kongs + (1 if wins else 0))
    if wins:
        if pick == 0:
            return DECLARE_MAHJONG
        pick -= 1
    for kind in range(no.KINDS):
        if kongs > 0 and state[at.HANDS + seat * no.KINDS + kind] > 0 and can_declare(state, seat, kind):
            if pick == 0:
                return DECLARE_KONG + kind
            pick -= 1
    for kind in range(no.KINDS):
        if state[at.HANDS + seat * no.KINDS + kind] > 0:
            if pick == 0:
                return kind
            pick -= 1
    return NOTHING


@compiled(f"int64(int64[::1], {TABLES}, int64[::1], int64[::1], int64[::1], int64)")
def nearest_discard(
    state: Numbers,
    tables: Arrays,
    weights: Numbers,
    desk: Numbers,
    far: Numbers,
    policy: int,
) -> int:
    """The discard that leaves the hand nearest to Mahjong; of these any, or one with the most live tiles."""
    seat = state[at.TURN]
    after_discards(state, tables, weights, desk, far, seat)
    best = FAR
    for kind in range(no.KINDS):
        if state[at.HANDS + seat * no.KINDS + kind] > 0:
            best = min(best, far[kind])
    chosen = NOTHING
    equals = most = 0
    for kind in range(no.KINDS):
        if state[at.HANDS + seat * no.KINDS + kind] == 0 or far[kind] > best:
            continue
        worth = 0
        if policy == LIVE:
            at.add_tile(state, weights, seat, kind, -1)
            state[at.SEEN + kind] += 1
            worth = live(state, tables, desk, seat)
            state[at.SEEN + kind] -= 1
            at.add_tile(state, weights, seat, kind, 1)
        if chosen == NOTHING or worth > most:
            chosen, most, equals = kind, worth, 1
        elif worth == most:
            equals += 1
            if at.chance(state, equals) == 0:
                chosen = kind
    return chosen


@compiled("boolean(int64[::1], int64, int64, int64)")
def can_chow(state: Numbers, seat: int, tile: int, first: int) -> bool:
    """Does a seat hold the two other tiles of the run that begins with this kind?"""
    if first < 0 or first // no.RANKS != tile // no.RANKS or first % no.RANKS > no.RANKS - 3:
        return False
    held = 0
    for kind in range(first, first + 3):
        if kind == tile or state[at.HANDS + seat * no.KINDS + kind] > 0:
            held += 1
    return held == 3


@compiled("boolean(int64[::1], int64, int64, int64, boolean, boolean, int64)")
def may_answer(state: Numbers, seat: int, giver: int, tile: int, wins: bool, robbing: bool, option: int) -> bool:
    """Is an answer open to a seat? They are numbered: Mahjong, kong, pong, chows from the lowest, pass."""
    if option in (0, PASSING):
        return wins or option == PASSING
    if robbing:
        return False
    same = state[at.HANDS + seat * no.KINDS + tile]
    if option == 1:
        return same == 3 and at.has_replacement(state)
    if option == 2:
        return bool(same >= 2)
    if seat != (giver + 1) % at.SEATS or tile >= no.FIRST_HONOUR:
        return False
    return can_chow(state, seat, tile, tile + option - LAST_CHOW)


@compiled("int64(int64, int64)")
def answer_of(option: int, tile: int) -> int:
    """The answer by its number."""
    if option < 3:
        return CLAIM_MAHJONG - option
    return PASS if option == PASSING else CLAIM_CHOW + tile + option - LAST_CHOW


@compiled("int64(int64[::1], int64, int64, int64, boolean, boolean)")
def any_answer(state: Numbers, seat: int, giver: int, tile: int, wins: bool, robbing: bool) -> int:
    """Any legal answer to the tile on offer."""
    options = 0
    for option in range(PASSING + 1):
        if may_answer(state, seat, giver, tile, wins, robbing, option):
            options += 1
    pick = at.chance(state, options)
    for option in range(PASSING):
        if may_answer(state, seat, giver, tile, wins, robbing, option):
            if pick == 0:
                return answer_of(option, tile)
            pick -= 1
    return PASS


@compiled("void(int64[::1], int64[::1], int64, int64, int64, int64)")
def use_set(state: Numbers, weights: Numbers, seat: int, tile: int, option: int, times: int) -> None:
    """Take the tiles that a claim needs out of the hand, or put them back."""
    if option >= 3:
        at.add_tile(state, weights, seat, tile, times * (option - 1))
        return
    for kind in range(tile - option, tile - option + 3):
        if kind != tile:
            at.add_tile(state, weights, seat, kind, times)


@compiled(f"int64(int64[::1], {TABLES}, int64[::1], int64[::1], int64, int64, int64)")
def nearest_answer(
    state: Numbers,
    tables: Arrays,
    weights: Numbers,
    desk: Numbers,
    seat: int,
    giver: int,
    tile: int,
) -> int:
    """The claim that brings the hand nearest to Mahjong, if any brings it nearer."""
    hand = at.HANDS + seat * no.KINDS
    same = state[hand + tile]
    chows = seat == (giver + 1) % at.SEATS and tile < no.FIRST_HONOUR
    if same < 2 and not chows:
        return PASS
    sets = 4 - state[at.MELD_COUNT + seat]
    best = FAR
    chosen = PASS
    equals = 0
    for option in range(5):
        first = tile - option
        if option < 3 and not (chows and can_chow(state, seat, tile, first)):
            continue
        if (option == 3 and same < 2) or (option == 4 and not (same == 3 and at.has_replacement(state))):
            continue
        if best == FAR:
            best = missing(state, tables, desk, seat, sets)
        use_set(state, weights, seat, tile, option, -1)
        far = missing(state, tables, desk, seat, sets - 1)
        use_set(state, weights, seat, tile, option, 1)
        claim = CLAIM_CHOW + first
        if option == 3:
            claim = CLAIM_PONG
        if option == 4:
            claim = CLAIM_KONG
        if far < best:
            best, chosen, equals = far, claim, 1
        elif far == best and chosen != PASS:
            equals += 1
            if at.chance(state, equals) == 0:
                chosen = claim
    return chosen


@compiled(f"boolean(int64[::1], {TABLES})")
def can_win(state: Numbers, tables: Arrays) -> bool:
    """May the seat at turn go Mahjong with the tile it drew?"""
    return state[at.CAME] != at.BY_CLAIM and is_mahjong(state, tables, state[at.TURN])


@compiled(f"int64(int64[::1], {TABLES}, int64[::1], int64[::1], int64[::1], int64)")
def choose_move(
    state: Numbers,
    tables: Arrays,
    weights: Numbers,
    desk: Numbers,
    far: Numbers,
    policy: int,
) -> int:
    """What the seat at turn does."""
    wins = can_win(state, tables)
    if policy == RANDOM:
        return any_move(state, wins)
    if wins:
        return DECLARE_MAHJONG
    return nearest_discard(state, tables, weights, desk, far, policy)


@compiled(f"int64(int64[::1], {TABLES}, int64[::1], int64[::1], int64, int64, int64, boolean, int64)")
def choose_answer(
    state: Numbers,
    tables: Arrays,
    weights: Numbers,
    desk: Numbers,
    seat: int,
    giver: int,
    tile: int,
    robbing: bool,
    policy: int,
) -> int:
    """What a seat answers to the tile on offer."""
    at.add_tile(state, weights, seat, tile, 1)
    wins = is_mahjong(state, tables, seat)
    at.add_tile(state, weights, seat, tile, -1)
    if policy == RANDOM:
        return any_answer(state, seat, giver, tile, wins, robbing)
    if wins:
        return CLAIM_MAHJONG
    if robbing or policy == WINNING:
        return PASS
    return nearest_answer(state, tables, weights, desk, seat, giver, tile)
