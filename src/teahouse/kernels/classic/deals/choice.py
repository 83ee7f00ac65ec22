"""Simple players in a simulated deal: at random, nearest to Mahjong, or nearest with the most live tiles."""

from typing import Final, NamedTuple

from teahouse.kernels.arrays import Ints
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.deals.deal_state import BY_CLAIM, DealState, add_tile, draw_below, has_replacement
from teahouse.kernels.classic.deals.patterns import PATTERN_HANDS, lay_meld, lift_meld
from teahouse.kernels.classic.deals.reading import HandLookup, after_any, chows_left, live_any, missing_any
from teahouse.kernels.classic.distance.hand import DistanceWorkspace
from teahouse.kernels.kernel import kernel

RANDOM, NEAREST, LIVE, WINNING, SIMPLE, LEARNED, POINTS = range(7)
"""The policies. `WINNING` claims nothing but Mahjong. `SIMPLE` is in `simple`, `LEARNED` in `learned`; `POINTS` and
each number after it is a level in `weighing`."""

# Moves at turn: the kind to discard, or one of these with the kind.
DECLARE_KONG: Final = 64
DECLARE_MAHJONG: Final = 128
# Answers to an offer; for a chow, `CLAIM_CHOW` plus its lowest kind.
PASS, CLAIM_PONG, CLAIM_KONG, CLAIM_MAHJONG = range(4)
CLAIM_CHOW: Final = 64
MAHJONG_OPTION, KONG_OPTION, PONG_OPTION, FIRST_CHOW, MIDDLE_CHOW, LAST_CHOW, PASSING = range(7)
"""The numbers of answers, which `answer_of` turns into answers. `FIRST_CHOW` is the chow that ends with the tile on
offer, `LAST_CHOW` the one that begins with it, `PASSING` is to pass."""

PONG_WEIGHT: Final = 4
"""How many times a live tile that makes a pair a pong counts, if pongs pay."""
FAR: Final = 99
NOTHING: Final = -1


class TileOffer(NamedTuple):
    """A tile that others may answer: the seat that gave it, the tile, and whether they may only rob a kong of it."""

    giver: int
    tile: int
    robbing: bool


@kernel
def can_declare(state: DealState, seat: int, kind: int) -> bool:
    """May this seat declare a kong of a kind that it holds? In a turn that began with a claim only by some rules."""
    if state.came == BY_CLAIM and state.kong_after_claim == 0:
        return False
    held = int(state.hands[seat, kind])
    if held == 4:
        return True
    pongs = 0
    for number in range(state.meld_count[seat]):
        if state.melds[seat, number] & codes.SET == kind:
            pongs += 1
    return held > 0 and pongs > 0


@kernel
def any_move(state: DealState, wins: bool) -> int:
    """Any legal move of the seat to move."""
    seat = state.turn
    kongs = kinds = 0
    replaceable = has_replacement(state)
    for kind in range(codes.KINDS):
        if state.hands[seat, kind] > 0:
            kinds += 1
            if replaceable and can_declare(state, seat, kind):
                kongs += 1
    pick = draw_below(state, kinds + kongs + (1 if wins else 0))
    if wins:
        if pick == 0:
            return DECLARE_MAHJONG
        pick -= 1
    for kind in range(codes.KINDS):
        if kongs > 0 and state.hands[seat, kind] > 0 and can_declare(state, seat, kind):
            if pick == 0:
                return DECLARE_KONG + kind
            pick -= 1
    for kind in range(codes.KINDS):
        if state.hands[seat, kind] > 0:
            if pick == 0:
                return kind
            pick -= 1
    return NOTHING


@kernel
def sought_by(state: DealState, policy: int) -> int:
    """The special hands that a policy aims at, as a mask; `NEAREST` aims at sets and a pair only."""
    if policy == NEAREST:
        return 0
    return int(state.hands_played) | (PATTERN_HANDS if state.has_patterns == 1 else 0)


@kernel
def aimed_chows(state: DealState, seat: int, policy: int) -> int:
    """The chows that a policy may still aim at: none for `LIVE` if a hand without chows has the least for a win."""
    if policy == LIVE and state.pongs_reach and state.chows[seat] == 0:
        return 0
    return chows_left(state, seat)


@kernel
def nearest_discard(
    state: DealState,
    lookup: HandLookup,
    scratch: DistanceWorkspace,
    far: Ints,
    policy: int,
) -> int:
    """The discard that leaves the hand nearest to Mahjong; among equals any, or one with the most live tiles.

    If losers settle, `LIVE` declares a kong that leaves the hand as near.
    """
    seat = state.turn
    sought, chows = sought_by(state, policy), aimed_chows(state, seat, policy)
    after_any(state, lookup, scratch, far, seat, chows, sought)
    best = FAR
    for kind in range(codes.KINDS):
        if state.hands[seat, kind] > 0:
            best = min(best, far[kind])
    if state.settles and policy == LIVE and has_replacement(state):
        kong = free_kong(state, lookup, scratch, seat, chows, sought, best)
        if kong >= 0:
            return DECLARE_KONG + kong
    chosen = NOTHING
    equals = most = 0
    for kind in range(codes.KINDS):
        if state.hands[seat, kind] == 0 or far[kind] > best:
            continue
        worth = 0
        if policy == LIVE:
            add_tile(state, seat, kind, -1)
            state.seen[kind] += 1
            worth = live_any(state, lookup, scratch, seat, chows, sought, PONG_WEIGHT if state.pongs_pay else 1)
            state.seen[kind] -= 1
            add_tile(state, seat, kind, 1)
        if chosen == NOTHING or worth > most:
            chosen, most, equals = kind, worth, 1
        elif worth == most:
            equals += 1
            if draw_below(state, equals) == 0:
                chosen = kind
    return chosen


@kernel
def free_kong(
    state: DealState, lookup: HandLookup, scratch: DistanceWorkspace, seat: int, chows: int, sought: int, best: int
) -> int:
    """Any kong that leaves the hand as near to Mahjong as the best discard does, or nearer."""
    chosen, equals, nearest = NOTHING, 0, best
    for kind in range(codes.KINDS):
        held = state.hands[seat, kind]
        if held == 0 or not can_declare(state, seat, kind):
            continue
        many = 4 if held == 4 else 1
        add_tile(state, seat, kind, -many)
        if many == 4:
            lay_meld(state, seat, kind | codes.KONG | codes.CONCEALED)
        away = missing_any(state, lookup, scratch, seat, 4 - state.meld_count[seat], chows, sought)
        if many == 4:
            lift_meld(state, seat)
        add_tile(state, seat, kind, many)
        if away < nearest:
            chosen, equals, nearest = kind, 1, away
        elif away == nearest:
            equals += 1
            if draw_below(state, equals) == 0:
                chosen = kind
    return chosen


@kernel
def can_chow(state: DealState, seat: int, tile: int, first: int) -> bool:
    """Does a seat hold the two other tiles of the run that begins with this kind?"""
    if first < 0 or first // codes.RANKS != tile // codes.RANKS or first % codes.RANKS > codes.RANKS - 3:
        return False
    held = 0
    for kind in range(first, first + 3):
        if kind == tile or state.hands[seat, kind] > 0:
            held += 1
    return held == 3


@kernel
def may_chow(state: DealState, seat: int, offer: TileOffer) -> bool:
    """May a seat claim a chow with this discard, if it holds the rest? Only the next one may, and not too many."""
    if offer.tile >= codes.FIRST_HONOUR or seat != (offer.giver + 1) % state.players:
        return False
    return chows_left(state, seat) > 0


@kernel
def may_answer(state: DealState, seat: int, offer: TileOffer, wins: bool, option: int) -> bool:
    """May a seat give the answer with this number? wins: may it go Mahjong with the tile?"""
    if option in (MAHJONG_OPTION, PASSING):
        return wins or option == PASSING
    if offer.robbing:
        return False
    tile = offer.tile
    same = state.hands[seat, tile]
    if option == KONG_OPTION:
        return same == 3 and has_replacement(state)
    if option == PONG_OPTION:
        return bool(same >= 2)
    return may_chow(state, seat, offer) and can_chow(state, seat, tile, tile + option - LAST_CHOW)


@kernel
def answer_of(option: int, tile: int) -> int:
    """The answer with this number."""
    if option < FIRST_CHOW:
        return CLAIM_MAHJONG - option
    return PASS if option == PASSING else CLAIM_CHOW + tile + option - LAST_CHOW


@kernel
def any_answer(state: DealState, seat: int, offer: TileOffer, wins: bool) -> int:
    """Any legal answer to the tile on offer."""
    allowed = options = 0
    for option in range(PASSING + 1):
        if may_answer(state, seat, offer, wins, option):
            allowed |= 1 << option
            options += 1
    pick = draw_below(state, options)
    for option in range(PASSING):
        if (allowed >> option) & 1:
            if pick == 0:
                return answer_of(option, offer.tile)
            pick -= 1
    return PASS


@kernel
def claimed_set(claim: int, tile: int) -> int:
    """The set that a claim of this tile makes."""
    if claim >= CLAIM_CHOW:
        return (claim - CLAIM_CHOW) | codes.CHOW
    return tile | codes.KONG if claim == CLAIM_KONG else tile


@kernel
def use_set(state: DealState, seat: int, tile: int, claim: int, times: int) -> None:
    """Add the tiles that a claim needs to the hand (`times` 1), or remove them (-1)."""
    if claim < CLAIM_CHOW:
        add_tile(state, seat, tile, times * (3 if claim == CLAIM_KONG else 2))
        return
    first = claim - CLAIM_CHOW
    for kind in range(first, first + 3):
        if kind != tile:
            add_tile(state, seat, kind, times)


@kernel
def nearest_answer(
    state: DealState,
    lookup: HandLookup,
    scratch: DistanceWorkspace,
    seat: int,
    offer: TileOffer,
    policy: int,
) -> int:
    """The claim that brings the hand nearest to Mahjong, if any brings it nearer.

    If pongs pay, `LIVE` also claims a kong that leaves it as near.
    """
    tile = offer.tile
    same = state.hands[seat, tile]
    left = aimed_chows(state, seat, policy)
    chows = left > 0 and may_chow(state, seat, offer)
    if same < 2 and not chows:
        return PASS
    sets, sought = 4 - state.meld_count[seat], sought_by(state, policy)
    best = FAR
    chosen = PASS
    equals = 0
    for option in range(LAST_CHOW, MAHJONG_OPTION, -1):
        claim, is_chow = answer_of(option, tile), option >= FIRST_CHOW
        if is_chow and not (chows and can_chow(state, seat, tile, claim - CLAIM_CHOW)):
            continue
        if not is_chow and not may_answer(state, seat, offer, False, option):
            continue
        if best == FAR:
            best = missing_any(state, lookup, scratch, seat, sets, left, sought)
        use_set(state, seat, tile, claim, -1)
        lay_meld(state, seat, claimed_set(claim, tile))
        far = missing_any(state, lookup, scratch, seat, sets - 1, left - 1 if is_chow else left, sought)
        lift_meld(state, seat)
        if claim != CLAIM_KONG:
            far = max(1, far)  # a tile must be discarded, also from a whole hand that may not win
        use_set(state, seat, tile, claim, 1)
        is_free = claim == CLAIM_KONG and policy == LIVE and state.pongs_pay
        if far < best or (is_free and far == best):
            best, chosen, equals = far, claim, 1
        elif far == best and chosen != PASS:
            equals += 1
            if draw_below(state, equals) == 0:
                chosen = claim
    return chosen


@kernel
def choose_move(
    state: DealState,
    lookup: HandLookup,
    scratch: DistanceWorkspace,
    far: Ints,
    policy: int,
    wins: bool,
) -> int:
    """The move of the seat to move. wins: may it go Mahjong?"""
    if policy == RANDOM:
        return any_move(state, wins)
    if wins:
        return DECLARE_MAHJONG
    return nearest_discard(state, lookup, scratch, far, policy)


@kernel
def choose_answer(
    state: DealState,
    lookup: HandLookup,
    scratch: DistanceWorkspace,
    seat: int,
    offer: TileOffer,
    wins: bool,
    policy: int,
) -> int:
    """A seat's answer to the tile on offer. wins: may it go Mahjong with it?"""
    if policy == RANDOM:
        return any_answer(state, seat, offer, wins)
    if wins:
        return CLAIM_MAHJONG
    if offer.robbing or policy == WINNING:
        return PASS
    return nearest_answer(state, lookup, scratch, seat, offer, policy)
