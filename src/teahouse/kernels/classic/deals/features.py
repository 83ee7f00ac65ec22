"""What a learned player sees: a view as a list of features, and each kind it may discard as a mask of traits.

A feature is a number below `FEATURES`; a view has some of them. Only what the seat may know is read here: its own hand,
and what lies open.
"""

from typing import Annotated, Final, NamedTuple

from teahouse.kernels.arrays import Ints, Rows
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.deals.choice import (
    FIRST_CHOW,
    KONG_OPTION,
    PASSING,
    TileOffer,
    answer_of,
    may_answer,
    use_set,
)
from teahouse.kernels.classic.deals.deal_state import (
    BY,
    BY_CLAIM,
    DEALT,
    FROM_WALL,
    GROUPS,
    SEATS,
    DealState,
    add_tile,
    own_wind,
    sheet_of,
)
from teahouse.kernels.classic.deals.reading import HandLookup, after_discards, chows_left, live, missing
from teahouse.kernels.classic.distance.hand import DistanceWorkspace
from teahouse.kernels.classic.numbers import SheetNumbers
from teahouse.kernels.classic.specials import GATES, GATES_LAST, distance_of
from teahouse.kernels.kernel import kernel
from teahouse.kernels.record import KernelRecord

RIVALS: Final = SEATS - 1
MELD_KINDS: Final = 3 * codes.KINDS
KNOWN_FORMS: Final = 8
"""How many forms of special hands the network knows, the first of those in `patterns`."""
NEAR: Final = 9
"""Distances from this one on share a feature."""
LIVE_STEPS: Final = (1, 3, 5, 7, 9, 13, 17, 23, 31)
"""The numbers of live tiles at which a new class begins."""

HAND: Final = 0
UNSEEN: Final = HAND + 4 * codes.KINDS
OWN_MELDS: Final = UNSEEN + 4 * codes.KINDS
OWN_HIDDEN: Final = OWN_MELDS + MELD_KINDS
RIVAL_MELDS: Final = OWN_HIDDEN + codes.KINDS
LAID: Final = RIVAL_MELDS + RIVALS * MELD_KINDS
SINCE: Final = LAID + RIVALS * codes.KINDS
LAST: Final = SINCE + RIVALS * codes.KINDS
DRAWN: Final = LAST + SEATS * codes.KINDS
CAME: Final = DRAWN + codes.KINDS
"""How the last tile came; the numbers are those of `deal_state`, three of which a view cannot distinguish."""
WIND: Final = CAME + 6
PREVAILING: Final = WIND + 4
DEALER: Final = PREVAILING + 4
WALL: Final = DEALER + 4
WALL_STEPS: Final = 26
BOX: Final = WALL + WALL_STEPS
OWN_BONUS: Final = BOX + 1
BONUS: Final = OWN_BONUS + codes.BONUS_TILES
MELD_COUNT: Final = BONUS + 5 * RIVALS
DISTANCE: Final = MELD_COUNT + 5 * SEATS
SPECIAL: Final = DISTANCE + NEAR + 1
SUIT_SIZE: Final = SPECIAL + KNOWN_FORMS * (NEAR + 1)
PAIRS: Final = SUIT_SIZE + 15 * GROUPS
TRIPLES: Final = PAIRS + 8
DOUBLINGS: Final = TRIPLES + 6
OFFERED: Final = DOUBLINGS + 6 * SEATS
GIVER: Final = OFFERED + codes.KINDS
CLAIM: Final = GIVER + RIVALS
CLAIM_STEPS: Final = 4
LIVE: Final = CLAIM + CLAIM_STEPS * (PASSING - 1)
PLAYERS: Final = LIVE + len(LIVE_STEPS) + 1
"""The first feature of the ruleset; those before it belong to the deal."""
CHOWS: Final = PLAYERS + SEATS - 1
LIMIT: Final = CHOWS + codes.MOST_MELDS + 1
LIMIT_STEPS: Final = (600, 1500, 3000)
"""The limits at which a new class begins."""
RULES: Final = LIMIT + len(LIMIT_STEPS) + 1
"""Six features: losers settle; everybody pays for a discard; a win needs a least score; an empty box ends the deal;
ready hands are declared; hands count faan."""
READY: Final = RULES + 6
"""The seats that declared a ready hand."""
FEATURES: Final = READY + SEATS
MOST_FEATURES: Final = 240

# The traits of a kind that may be discarded.
FARTHER: Final = 0
TRAIT_LIVE: Final = FARTHER + 3
TRAIT_UNSEEN: Final = TRAIT_LIVE + len(LIVE_STEPS) + 1
TRAIT_HELD: Final = TRAIT_UNSEEN + 5
TRAIT_LAID: Final = TRAIT_HELD + 4
TRAIT_SINCE: Final = TRAIT_LAID + RIVALS
TRAIT_WIND: Final = TRAIT_SINCE + RIVALS
TRAIT_RANK: Final = TRAIT_WIND + 4
TRAIT_BESIDE: Final = TRAIT_RANK + 3
TRAIT_SPECIAL: Final = TRAIT_BESIDE + 4
TRAIT_DRAWN: Final = TRAIT_SPECIAL + KNOWN_FORMS
TRAITS: Final = TRAIT_DRAWN + 1


class Seen(KernelRecord):
    """What a seat sees: its features and their number, and the traits of each kind in its hand, as masks.

    since: for every rival, the kinds discarded after its last discard, as a mask. far: tiles missing after a discard.
    """

    count: int
    active: Annotated[Ints, MOST_FEATURES]
    traits: Annotated[Ints, codes.KINDS]
    since: Annotated[Ints, RIVALS]
    far: Annotated[Ints, codes.KINDS]
    special: Annotated[Ints, KNOWN_FORMS]


class FeatureFinder(NamedTuple):
    """What finding features needs: lookup of hands, sheets of the ruleset, working memory, and room for the result."""

    lookup: HandLookup
    sheets: Rows[SheetNumbers]
    scratch: DistanceWorkspace
    seen: Seen


@kernel
def add(seen: Seen, feature: int) -> None:
    """Add a feature."""
    if seen.count < MOST_FEATURES:
        seen.active[seen.count] = feature
        seen.count += 1


@kernel
def step_of(number: int) -> int:
    """The class of a number of live tiles."""
    step = 0
    for start in LIVE_STEPS:
        if number >= start:
            step += 1
    return step


@kernel
def see_tiles(state: DealState, seen: Seen, seat: int) -> None:
    """Add the tiles in the hand, and how many of each kind are unseen."""
    pairs = triples = 0
    for kind in range(codes.KINDS):
        held = state.hands[seat, kind]
        pairs += held == 2
        triples += held >= 3
        for number in range(held):
            add(seen, HAND + 4 * kind + number)
        unseen = max(0, 4 - state.seen[kind] - held)
        if unseen < 4:
            add(seen, UNSEEN + 4 * kind + unseen)
    for group in range(GROUPS):
        add(seen, SUIT_SIZE + 15 * group + min(14, state.sizes[seat, group]))
    add(seen, PAIRS + min(7, pairs))
    add(seen, TRIPLES + min(5, triples))


@kernel
def meld_kind(meld: int) -> int:
    """The number of a melded set among the kinds of sets."""
    kind = meld & codes.CODE
    if meld & codes.CHOW:
        return int(kind + codes.KINDS)
    return int(kind + 2 * codes.KINDS if meld & codes.KONG else kind)


@kernel
def see_melds(state: DealState, sheets: Rows[SheetNumbers], seen: Seen, seat: int) -> None:
    """Add everybody's melds, the bonus tiles, and the doublings in open tiles."""
    for number in range(state.players):
        other = (seat + number) % state.players
        sheet = sheets[sheet_of(state, other)]
        doublings = int(sheet.bonus_doublings[state.bonus[other]])
        for place in range(state.meld_count[other]):
            meld = int(state.melds[other, place])
            doublings += sheet.set_doublings[meld & codes.SET]
            if number == 0:
                add(seen, OWN_MELDS + meld_kind(meld))
                if meld & codes.CONCEALED:
                    add(seen, OWN_HIDDEN + (meld & codes.CODE))
            else:
                add(seen, RIVAL_MELDS + MELD_KINDS * (number - 1) + meld_kind(meld))
        add(seen, MELD_COUNT + 5 * number + min(4, state.meld_count[other]))
        add(seen, DOUBLINGS + 6 * number + min(5, doublings))
        bonus = 0
        for tile in range(codes.BONUS_TILES):
            if (state.bonus[other] >> tile) & 1:
                bonus += 1
                if number == 0:
                    add(seen, OWN_BONUS + tile)
        if number > 0:
            add(seen, BONUS + 5 * (number - 1) + min(4, bonus))


@kernel
def see_discards(state: DealState, seen: Seen, seat: int) -> None:
    """Add each rival's discards, the discards since its last one, and everybody's last discard."""
    passing, met = 0, 0
    for number in range(RIVALS):
        seen.since[number] = 0
    for age in range(1, state.laid + 1):
        laid = state.order[state.laid - age]
        kind, by = laid % BY, (laid // BY - seat) % state.players
        if (met >> by) & 1 == 0:
            met |= 1 << by
            add(seen, LAST + codes.KINDS * by + kind)
            if by > 0:
                seen.since[by - 1] = passing
        passing |= 1 << kind
        if met == (1 << state.players) - 1:
            break
    for number in range(state.players - 1):
        if (met >> (number + 1)) & 1 == 0:
            seen.since[number] = passing
        other = (seat + 1 + number) % state.players
        for kind in range(codes.KINDS):
            if state.laid_by[other, kind] > 0:
                add(seen, LAID + codes.KINDS * number + kind)
            if (seen.since[number] >> kind) & 1:
                add(seen, SINCE + codes.KINDS * number + kind)


@kernel
def see_table(state: DealState, seen: Seen, seat: int) -> None:
    """Add winds, dealer, and what is left of the wall."""
    add(seen, WIND + own_wind(state, seat))
    add(seen, PREVAILING + state.prevailing)
    add(seen, DEALER + (state.dealer - seat) % state.players)
    add(seen, WALL + min(WALL_STEPS - 1, (state.wall_end - state.wall_at) // 4))
    if state.box_at < state.box_end:
        add(seen, BOX)


@kernel
def see_rules(state: DealState, sheet: SheetNumbers, seen: Seen, seat: int) -> None:
    """Add the numbers of the ruleset, and the seats that declared a ready hand."""
    add(seen, PLAYERS + state.players - 2)
    add(seen, CHOWS + min(codes.MOST_MELDS, state.most_chows))
    step = 0
    for start in LIMIT_STEPS:
        step += sheet.limit >= start
    add(seen, LIMIT + step)
    holds = state.settles | ((state.other_claimed_other > 0) << 1) | (state.asks_least << 2)
    holds |= ((1 - state.from_tail) << 3) | (state.declares << 4) | (sheet.faan << 5)
    for rule in range(READY - RULES):
        if (holds >> rule) & 1:
            add(seen, RULES + rule)
    for number in range(state.players):
        if state.ready[(seat + number) % state.players]:
            add(seen, READY + number)


@kernel
def see_specials(state: DealState, seen: Seen, seat: int) -> None:
    """Add the distances to the special hands that are defined by their tiles."""
    played = state.hands_played
    if played & GATES_LAST:
        played |= GATES  # to the network, any fourteenth tile is the same
    for number in range(KNOWN_FORMS):
        seen.special[number] = NEAR
        if state.meld_count[seat] == 0 and (played >> number) & 1:
            seen.special[number] = min(NEAR, distance_of(state.hands[seat], 1 << number))
            add(seen, SPECIAL + (NEAR + 1) * number + seen.special[number])


@kernel
def see_all(state: DealState, finder: FeatureFinder, seat: int) -> None:
    """Add everything that does not depend on the question."""
    seen = finder.seen
    seen.count = 0
    see_tiles(state, seen, seat)
    see_melds(state, finder.sheets, seen, seat)
    see_discards(state, seen, seat)
    see_table(state, seen, seat)
    see_rules(state, finder.sheets[sheet_of(state, seat)], seen, seat)
    see_specials(state, seen, seat)


@kernel
def place_traits(state: DealState, seat: int, kind: int) -> int:
    """The traits of a kind by itself: whose wind it is, or its rank, and its neighbours in the hand."""
    if kind >= codes.FIRST_DRAGON:
        return 1 << (TRAIT_WIND + 2)
    if kind >= codes.FIRST_HONOUR:
        wind = kind - codes.FIRST_HONOUR
        mask = 0
        if wind == own_wind(state, seat):
            mask |= 1 << TRAIT_WIND
        if wind == state.prevailing:
            mask |= 1 << (TRAIT_WIND + 1)
        return mask or 1 << (TRAIT_WIND + 3)
    rank = kind % codes.RANKS
    mask = 1 << (TRAIT_RANK + min(2, rank, codes.RANKS - 1 - rank))
    for place in range(4):
        beside = rank + (place - 2 if place < 2 else place - 1)
        if 0 <= beside < codes.RANKS and state.hands[seat, kind - rank + beside] > 0:
            mask |= 1 << (TRAIT_BESIDE + place)
    return mask


@kernel
def trait_mask(state: DealState, finder: FeatureFinder, seat: int, kind: int, nearest: int) -> int:
    """The traits of a kind in the hand."""
    seen, held = finder.seen, state.hands[seat, kind]
    farther = seen.far[kind] - nearest
    mask = place_traits(state, seat, kind) | 1 << (FARTHER + min(2, farther))
    mask |= 1 << (TRAIT_UNSEEN + max(0, 4 - state.seen[kind] - held)) | 1 << (TRAIT_HELD + held - 1)
    for number in range(state.players - 1):
        if state.laid_by[(seat + 1 + number) % state.players, kind] > 0:
            mask |= 1 << (TRAIT_LAID + number)
        if (seen.since[number] >> kind) & 1:
            mask |= 1 << (TRAIT_SINCE + number)
    if kind == state.drawn:
        mask |= 1 << TRAIT_DRAWN
    add_tile(state, seat, kind, -1)
    if farther <= 1:
        state.seen[kind] += 1
        mask |= 1 << (
            TRAIT_LIVE
            + step_of(live(state, finder.lookup, finder.scratch, seat, chows_left(state, seat), state.hands_played, 1))
        )
        state.seen[kind] -= 1
    for number in range(KNOWN_FORMS):
        if seen.special[number] < NEAR and distance_of(state.hands[seat], 1 << number) > seen.special[number]:
            mask |= 1 << (TRAIT_SPECIAL + number)
    add_tile(state, seat, kind, 1)
    return int(mask)


@kernel
def how_it_came(state: DealState) -> int:
    """How the last tile came, as far as everybody can see."""
    if state.drawn < 0:
        return BY_CLAIM
    melds = 0
    for seat in range(state.players):
        melds += state.meld_count[seat]
    return DEALT if state.laid == 0 and melds == 0 else FROM_WALL


@kernel
def see_turn(state: DealState, finder: FeatureFinder, seat: int) -> None:
    """Find the features and traits for the seat to move, before it discards or declares a kong."""
    seen = finder.seen
    see_all(state, finder, seat)
    if state.drawn >= 0 and state.drawn < codes.KINDS:
        add(seen, DRAWN + state.drawn)
    add(seen, CAME + how_it_came(state))
    after_discards(state, finder.lookup, finder.scratch, seen.far, seat, chows_left(state, seat), state.hands_played)
    nearest = NEAR
    for kind in range(codes.KINDS):
        if state.hands[seat, kind] > 0:
            nearest = min(nearest, seen.far[kind])
    add(seen, DISTANCE + nearest)
    for kind in range(codes.KINDS):
        seen.traits[kind] = 0
        if state.hands[seat, kind] > 0:
            seen.traits[kind] = trait_mask(state, finder, seat, kind, nearest)


@kernel
def see_claim(state: DealState, finder: FeatureFinder, seat: int, tile: int, option: int, before: int) -> None:
    """Add whether a claim, by its number among answers, brings the hand nearer to Mahjong."""
    claim, chows = answer_of(option, tile), chows_left(state, seat)
    if option >= FIRST_CHOW:
        chows -= 1
    use_set(state, seat, tile, claim, -1)
    sets = 3 - state.meld_count[seat]
    after = missing(state, finder.lookup, finder.scratch, seat, sets, chows, state.hands_played)
    use_set(state, seat, tile, claim, 1)
    add(finder.seen, CLAIM + CLAIM_STEPS * (option - KONG_OPTION) + max(0, min(CLAIM_STEPS - 1, after - before + 1)))


@kernel
def see_offer(state: DealState, finder: FeatureFinder, seat: int, offer: TileOffer) -> None:
    """Find the features for a seat that may answer a discard."""
    seen = finder.seen
    see_all(state, finder, seat)
    for kind in range(codes.KINDS):
        seen.traits[kind] = 0
    add(seen, OFFERED + offer.tile)
    add(seen, GIVER + (offer.giver - seat) % state.players - 1)
    sets = 4 - state.meld_count[seat]
    before = missing(state, finder.lookup, finder.scratch, seat, sets, chows_left(state, seat), state.hands_played)
    add(seen, DISTANCE + min(NEAR, before))
    add(
        seen,
        LIVE
        + step_of(live(state, finder.lookup, finder.scratch, seat, chows_left(state, seat), state.hands_played, 1)),
    )
    for option in range(KONG_OPTION, PASSING):
        if may_answer(state, seat, offer, False, option):
            see_claim(state, finder, seat, offer.tile, option, before)
