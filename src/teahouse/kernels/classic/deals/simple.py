"""The level `simple` in a simulated deal: sets, pairs and neighbours added up by fixed weights."""

from typing import Final

from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.deals.choice import (
    CLAIM_CHOW,
    CLAIM_KONG,
    DECLARE_KONG,
    KONG_OPTION,
    PASS,
    PASSING,
    TileOffer,
    answer_of,
    can_declare,
    may_answer,
    use_set,
)
from teahouse.kernels.classic.deals.deal_state import DealState, add_tile, draw_below, has_replacement
from teahouse.kernels.classic.deals.reading import HandLookup, SuitWeights, chows_left, entry, is_ready
from teahouse.kernels.classic.distance.layout import HIGHS, LOWS, MOST, digits
from teahouse.kernels.kernel import kernel

MANY_CHOWS: Final = 4
"""With this many chows, or one less, their number is not limited."""
BITS: Final = 8
NOTHING: Final = -1.0


@kernel
def suit_value(lookup: HandLookup, key: int, chows: int) -> int:
    """The value of a suit, given as one number in base five."""
    word = lookup.suit_values[lookup.starts[key // LOWS] + lookup.ranks[key % LOWS]]
    return int((word >> (BITS * chows)) & 255)


@kernel
def best_of(lookup: HandLookup, key: int, chows: int) -> int:
    """The best value of one suit, over all ways to use its lowest tile."""
    weights, power, rest = lookup.weights, 1, key
    while rest % 5 == 0:
        rest //= 5
        power *= 5
    best = suit_value(lookup, key - power, chows)
    if rest % 5 >= 3:
        best = max(best, weights.whole + suit_value(lookup, key - 3 * power, chows))
    if rest % 5 >= 2:
        best = max(best, weights.pair + suit_value(lookup, key - 2 * power, chows))
    if chows == 0:
        return best
    near, far = rest // 5 % 5 > 0, rest // 25 % 5 > 0
    if near and far:
        best = max(best, weights.whole + suit_value(lookup, key - 31 * power, chows - 1))
    if near:
        best = max(best, weights.neighbours + suit_value(lookup, key - 6 * power, chows - 1))
    if far:
        best = max(best, weights.gap + suit_value(lookup, key - 26 * power, chows - 1))
    return best


@kernel
def fill_suit_values(lookup: HandLookup) -> None:
    """Compute the value of every suit."""
    for high in range(HIGHS):
        for low in range(LOWS):
            if (high or low) and digits(high) + digits(low) <= MOST:
                word = 0
                for chows in range(MANY_CHOWS + 1):
                    word |= best_of(lookup, high * LOWS + low, chows) << (BITS * chows)
                lookup.suit_values[lookup.starts[high] + lookup.ranks[low]] = word


@kernel
def alike(weights: SuitWeights, held: int) -> int:
    """The value of this many equal honours."""
    return weights.whole if held >= 3 else weights.pair if held == 2 else 0


@kernel
def best_suits(state: DealState, lookup: HandLookup, seat: int, chows: int) -> int:
    """The best value of the three suits, which share the allowed chows."""
    suit_values = lookup.suit_values
    one = suit_values[entry(state, lookup, seat, 0)]
    two = suit_values[entry(state, lookup, seat, 1)]
    three = suit_values[entry(state, lookup, seat, 2)]
    if chows >= MANY_CHOWS - 1:
        many = BITS * MANY_CHOWS
        return int(((one >> many) & 255) + ((two >> many) & 255) + ((three >> many) & 255))
    best = 0
    for first in range(chows + 1):
        for second in range(chows + 1 - first):
            third = chows - first - second
            found = ((one >> (BITS * first)) & 255) + ((two >> (BITS * second)) & 255)
            best = max(best, found + ((three >> (BITS * third)) & 255))
    return best


@kernel
def hand_worth(state: DealState, lookup: HandLookup, seat: int, sets: int, chows: int) -> float:
    """Sets, pairs and neighbours added up, with a little more for tiles of which more are left to draw."""
    weights, hand = lookup.weights, state.hands[seat]
    total = weights.whole * sets + best_suits(state, lookup, seat, chows)
    alive = 0
    for kind in range(codes.KINDS):
        held = hand[kind]
        if held > 0:
            alive += 4 - held - state.seen[kind]
            if kind >= codes.FIRST_HONOUR:
                total += alike(weights, held)
    return float(total + alive / 100)


@kernel
def any_kong(state: DealState, seat: int) -> int:
    """Any kong that the seat to move may declare; a kong is worth more than any discard."""
    chosen, equals = PASS, 0
    for kind in range(codes.KINDS):
        if state.hands[seat, kind] > 0 and can_declare(state, seat, kind):
            equals += 1
            if draw_below(state, equals) == 0:
                chosen = DECLARE_KONG + kind
    return chosen


@kernel
def simple_move(state: DealState, lookup: HandLookup) -> int:
    """The move of the seat to move, Mahjong aside: the discard that leaves the best hand, or a kong.

    A kong is worth a little more than the best discard; declaring a ready hand is worth a whole set.
    """
    seat = state.turn
    kong = any_kong(state, seat) if has_replacement(state) else PASS
    asks = state.declares and not state.ready[seat]
    if kong != PASS and not asks:
        return kong
    sets, chows = state.meld_count[seat], chows_left(state, seat)
    most, plain, chosen, equals = NOTHING, NOTHING, PASS, 0
    for kind in range(codes.KINDS):
        if state.hands[seat, kind] > 0:
            add_tile(state, seat, kind, -1)
            worth = hand_worth(state, lookup, seat, sets, chows)
            plain = max(plain, worth)
            if asks and is_ready(state, lookup, seat):
                worth += lookup.weights.whole
            add_tile(state, seat, kind, 1)
            if worth > most:
                most, chosen, equals = worth, kind, 1
            elif worth == most:
                equals += 1
                if draw_below(state, equals) == 0:
                    chosen = kind
    return kong if kong != PASS and plain + 1 > most else chosen


@kernel
def claim_worth(state: DealState, lookup: HandLookup, seat: int, tile: int, claim: int) -> float:
    """The value of the hand with the claimed set, after its best discard; a kong also brings a tile."""
    sets, chows = state.meld_count[seat] + 1, chows_left(state, seat)
    if claim >= CLAIM_CHOW:
        chows -= 1
    use_set(state, seat, tile, claim, -1)
    best = NOTHING
    for kind in range(codes.KINDS):
        if state.hands[seat, kind] > 0:
            add_tile(state, seat, kind, -1)
            best = max(best, hand_worth(state, lookup, seat, sets, chows))
            add_tile(state, seat, kind, 1)
    use_set(state, seat, tile, claim, 1)
    used = 3 if claim == CLAIM_KONG else 2
    return best + used - 2  # in this order, as the player adds: the last bits count where worths are equal


@kernel
def simple_answer(state: DealState, lookup: HandLookup, seat: int, offer: TileOffer) -> int:
    """The answer of a seat to a discard, Mahjong aside."""
    most, chosen, equals = NOTHING, PASS, 0
    for option in range(KONG_OPTION, PASSING + 1):
        if not may_answer(state, seat, offer, False, option):
            continue
        answer = answer_of(option, offer.tile)
        if answer == PASS:
            chows = chows_left(state, seat)
            worth = hand_worth(state, lookup, seat, state.meld_count[seat], chows)
        else:
            worth = claim_worth(state, lookup, seat, offer.tile, answer)
        if worth > most:
            most, chosen, equals = worth, answer, 1
        elif worth == most:
            equals += 1
            if draw_below(state, equals) == 0:
                chosen = answer
    return chosen
