"""The score of a win: the best of its readings, or the special hand it is; the rules' own scorer tells it line by line.

A reading is found from its pair and from the kinds that are pongs in it: what is left must then fall into chows, which
it does in one way or in none.
"""

from typing import Final

from teahouse.kernels.classic import numbers as no
from teahouse.kernels.classic.distance import special
from teahouse.kernels.compiled import compiled
from teahouse.kernels.plain import Numbers

CHARACTERS: Final = 511
SUIT_KINDS: Final = (1 << 27) - 1
HONOURS: Final = 127 << 27
WINDS: Final = 15 << 27
DRAGONS: Final = 7 << 31
TERMINALS: Final = 0b100000001_100000001_100000001
MAJORS: Final = TERMINALS | HONOURS
GREEN_DRAGON: Final = 1 << 32
JADE: Final = GREEN_DRAGON | (0b010101110 << 18)
PLUM: Final = 13
MOON: Final = 9
POLE: Final = 19
"""Circles 5, Circles 1 and Bamboo 2."""

# The desk of a reading: tiles left, the sets, and what is known of the hand before it is read.
LEFT: Final = 0
SETS: Final = LEFT + no.KINDS
SET_COUNT: Final = SETS + 8
KINDS_HELD: Final = SET_COUNT + 1
COMMON_POINTS: Final = KINDS_HELD + 1
COMMON_DOUBLINGS: Final = COMMON_POINTS + 1
BEST_VALUE: Final = COMMON_DOUBLINGS + 1
BEST_POINTS: Final = BEST_VALUE + 1
BEST_DOUBLINGS: Final = BEST_POINTS + 1
SPECIAL: Final = BEST_DOUBLINGS + 1
"""The dearest special hand so far; -1 for none."""
READINGS: Final = SPECIAL + 1
DESK: Final = READINGS + 1


@compiled("boolean(int64[::1], int64)")
def is_claimed(wins: Numbers, at: int) -> bool:
    """Did the winning tile come from another player?"""
    source = wins[at + no.SOURCE]
    return wins[at + no.ON_DISCARD] == 1 or source in (no.DISCARD, no.LAST_DISCARD, no.ROBBED_KONG)


@compiled("boolean(int64[::1], int64, int64[::1], int64)")
def is_concealed(wins: Numbers, at: int, sheets: Numbers, sheet: int) -> bool:
    """Is the whole hand concealed?"""
    if is_claimed(wins, at) and sheets[sheet + no.DISCARD_HIDDEN] == 0:
        return False
    for number in range(wins[at + no.MELD_COUNT]):
        meld = wins[at + no.MELDS + number]
        if meld & no.CONCEALED:
            continue
        if sheets[sheet + no.KONG_HIDDEN] == 0 or meld & no.KONG == 0 or meld & no.ADDED:
            return False
    return True


@compiled("int64(int64[::1], int64)")
def kinds_held(wins: Numbers, at: int) -> int:
    """All kinds of a hand and its melds, as a mask."""
    mask = 0
    for kind in range(no.KINDS):
        if wins[at + kind] > 0:
            mask |= 1 << kind
    for number in range(wins[at + no.MELD_COUNT]):
        meld = wins[at + no.MELDS + number]
        mask |= (7 if meld & no.CHOW else 1) << (meld & no.CODE)
    return mask


@compiled("int64(int64, int64[::1], int64)")
def bonus_doublings(bonus: int, sheets: Numbers, sheet: int) -> int:
    """How often the bonus tiles double."""
    doublings = 0
    for tile in range(8):
        if (bonus >> tile) & 1:
            doublings += sheets[sheet + no.BONUS_DOUBLINGS + tile]
    if bonus & 15 == 15:
        doublings += sheets[sheet + no.BOUQUETS]
    if bonus >> 4 == 15:
        doublings += sheets[sheet + no.BOUQUETS + 1]
    return doublings


@compiled("void(int64[::1], int64, int64[::1], int64, int64[::1])")
def add_common(wins: Numbers, at: int, sheets: Numbers, sheet: int, desk: Numbers) -> None:
    """What does not depend on the reading: the way of winning, the concealed hand, the bonus tiles."""
    source = wins[at + no.SOURCE]
    if source == no.EARTHLY and wins[at + no.ON_DISCARD] == 1:
        source = no.DISCARD
    if is_concealed(wins, at, sheets, sheet):
        points = sheets[sheet + no.HIDDEN_POINTS + source] + sheets[sheet + no.CONCEALED_POINTS]
        doublings = sheets[sheet + no.HIDDEN_DOUBLINGS + source] + sheets[sheet + no.CONCEALED_DOUBLINGS]
    else:
        points = sheets[sheet + no.SOURCE_POINTS + source]
        doublings = sheets[sheet + no.SOURCE_DOUBLINGS + source]
    bonus = wins[at + no.BONUS]
    for tile in range(8):
        if (bonus >> tile) & 1:
            points += sheets[sheet + no.BONUS_POINTS + tile]
    doublings += bonus_doublings(bonus, sheets, sheet)
    if wins[at + no.ORIGINAL_CALL] == 1:
        doublings += sheets[sheet + no.READY_FROM_DEAL]
    desk[COMMON_POINTS] = points
    desk[COMMON_DOUBLINGS] = doublings


@compiled("int64(int64)")
def suits_used(kinds: int) -> int:
    """How many suits these kinds are of."""
    used = 0
    for suit in range(no.SUITS):
        if (kinds >> (no.RANKS * suit)) & CHARACTERS:
            used += 1
    return used


@compiled("int64(int64, int64, int64, int64, int64, int64[::1], int64)")
def pattern_doublings(kinds: int, chows: int, pongs: int, pair: int, hidden: int, sheets: Numbers, sheet: int) -> int:
    """The doublings that ask about the whole hand."""
    doublings = 0
    if chows == 0:
        doublings += sheets[sheet + no.NO_CHOWS]
    if suits_used(kinds) == 1:
        if kinds & HONOURS == 0 and (chows == 0 or sheets[sheet + no.ONE_SUIT_CHOWS] == 1):
            doublings += sheets[sheet + no.ONE_SUIT_ONLY]
        else:
            doublings += sheets[sheet + no.ONE_SUIT_WITH_HONOURS]
    if kinds & ~MAJORS == 0 and kinds & TERMINALS and kinds & HONOURS:
        doublings += sheets[sheet + no.MAJORS_ONLY]
    if (1 << pair) & DRAGONS and pongs & DRAGONS == DRAGONS & ~(1 << pair):
        doublings += sheets[sheet + no.LITTLE_DRAGONS]
    if (1 << pair) & WINDS and pongs & WINDS == WINDS & ~(1 << pair):
        doublings += sheets[sheet + no.LITTLE_WINDS]
    if hidden >= 3:
        doublings += sheets[sheet + no.THREE_CONCEALED_PONGS]
    if chows == 4 and sheets[sheet + no.PAIR_POINTS + pair] == 0:
        doublings += sheets[sheet + no.FOUR_CHOWS]
    return doublings


@compiled("void(int64[::1], int64[::1], int64, int64)")
def offer_special(desk: Numbers, sheets: Numbers, sheet: int, hand: int) -> None:
    """A special hand is made; keep it if it is played and the dearest."""
    worth = sheets[sheet + hand]
    if worth > 0:
        desk[SPECIAL] = max(desk[SPECIAL], worth)


@compiled("void(int64[::1], int64, int64[::1], int64, int64[::1], int64, int64, int64)")
def special_sets(
    wins: Numbers, at: int, sheets: Numbers, sheet: int, desk: Numbers, chows: int, pongs: int, hidden: int
) -> None:
    """The special hands of four sets and a pair that this reading is."""
    kinds = desk[KINDS_HELD]
    if kinds & ~TERMINALS == 0:
        offer_special(desk, sheets, sheet, no.HEADS_AND_TAILS)
    if kinds & ~HONOURS == 0:
        offer_special(desk, sheets, sheet, no.ALL_HONOURS)
    if pongs & DRAGONS == DRAGONS and (chows == 0 or sheets[sheet + no.SCHOLARS_CHOW] == 1):
        offer_special(desk, sheets, sheet, no.THREE_SCHOLARS)
    if pongs & WINDS == WINDS:
        offer_special(desk, sheets, sheet, no.FOUR_BLESSINGS)
    if kinds & ~JADE == 0 and (pongs & GREEN_DRAGON or sheets[sheet + no.JADE_NEEDS_DRAGON] == 0):
        offer_special(desk, sheets, sheet, no.IMPERIAL_JADE)
    kongs = 0
    for number in range(wins[at + no.MELD_COUNT]):
        if wins[at + no.MELDS + number] & no.KONG:
            kongs += 1
    if kongs == 4:
        offer_special(desk, sheets, sheet, no.FOURFOLD_PLENTY)
    if chows == 0 and hidden >= 4:
        source = wins[at + no.SOURCE]
        if sheets[sheet + no.TREASURE_FROM_WALL] == 1:
            fits = source in (no.WALL, no.LAST_WALL_TILE, no.HEAVENLY)
            fits = fits or (source == no.EARTHLY and wins[at + no.ON_DISCARD] == 0)
        else:
            fits = suits_used(kinds) == 1
        if fits:
            offer_special(desk, sheets, sheet, no.BURIED_TREASURE)


@compiled("void(int64[::1], int64, int64[::1], int64, int64[::1], int64)")
def weigh(wins: Numbers, at: int, sheets: Numbers, sheet: int, desk: Numbers, pair: int) -> None:
    """Score the sets on the desk with this pair, and keep the best."""
    points = sheets[sheet + no.PAIR_POINTS + pair]
    doublings = chows = pongs = hidden = treasure = 0
    for number in range(desk[SET_COUNT]):
        one = desk[SETS + number]
        points += sheets[sheet + no.SET_POINTS + one]
        doublings += sheets[sheet + no.SET_DOUBLINGS + one]
        if one & no.CHOW:
            chows += 1
            continue
        pongs |= 1 << (one & no.CODE)
        if one & no.CONCEALED:
            hidden += 1
            if one & no.KONG == 0:
                treasure += 1
    if chows > sheets[sheet + no.MAX_CHOWS]:
        return
    doublings += pattern_doublings(desk[KINDS_HELD], chows, pongs, pair, hidden, sheets, sheet)
    special_sets(wins, at, sheets, sheet, desk, chows, pongs, treasure)
    desk[READINGS] += 1
    value = (points + desk[COMMON_POINTS]) << min(no.MOST_DOUBLINGS, doublings + desk[COMMON_DOUBLINGS])
    if value > desk[BEST_VALUE] or (value == desk[BEST_VALUE] and points > desk[BEST_POINTS]):
        desk[BEST_VALUE] = value
        desk[BEST_POINTS] = points
        desk[BEST_DOUBLINGS] = doublings


@compiled("void(int64[::1], int64, int64[::1], int64, int64[::1], int64)")
def weigh_spoiled(wins: Numbers, at: int, sheets: Numbers, sheet: int, desk: Numbers, pair: int) -> None:
    """Score the sets on the desk; where a discard spoils the set it completes, once for each it can complete."""
    if sheets[sheet + no.SPOILS] == 0 or not is_claimed(wins, at):
        weigh(wins, at, sheets, sheet, desk, pair)
        return
    tile = wins[at + no.WINNING_TILE]
    if pair == tile:
        weigh(wins, at, sheets, sheet, desk, pair)
    for number in range(wins[at + no.MELD_COUNT], desk[SET_COUNT]):
        one = desk[SETS + number]
        first = one & no.CODE
        if first <= tile <= first + (2 if one & no.CHOW else 0):
            desk[SETS + number] = one & ~no.CONCEALED
            weigh(wins, at, sheets, sheet, desk, pair)
            desk[SETS + number] = one


@compiled("boolean(int64[::1])")
def take_chows(desk: Numbers) -> bool:
    """Take what is left apart into chows, behind the other sets; False when it does not fall apart so."""
    for kind in range(no.FIRST_HONOUR, no.KINDS):
        if desk[LEFT + kind] > 0:
            return False
    for kind in range(no.FIRST_HONOUR):
        many = desk[LEFT + kind]
        if many == 0:
            continue
        if kind % no.RANKS > no.RANKS - 3 or desk[LEFT + kind + 1] < many or desk[LEFT + kind + 2] < many:
            return False
        desk[LEFT + kind + 1] -= many
        desk[LEFT + kind + 2] -= many
        for _ in range(many):
            desk[SETS + desk[SET_COUNT]] = kind | no.CHOW | no.CONCEALED
            desk[SET_COUNT] += 1
    return True


@compiled("void(int64[::1], int64, int64[::1], int64, int64[::1])")
def read(wins: Numbers, at: int, sheets: Numbers, sheet: int, desk: Numbers) -> None:
    """Score every reading of a hand."""
    melds = wins[at + no.MELD_COUNT]
    for number in range(melds):
        desk[SETS + number] = wins[at + no.MELDS + number] & no.SET
    triples = 0
    for kind in range(no.KINDS):
        if wins[at + kind] >= 3:
            triples |= 1 << kind
    for pair in range(no.KINDS):
        if wins[at + pair] < 2:
            continue
        mask = triples
        if wins[at + pair] < 5:
            mask &= ~(1 << pair)
        pongs = mask
        while True:
            desk[SET_COUNT] = melds
            for kind in range(no.KINDS):
                desk[LEFT + kind] = wins[at + kind]
                if (pongs >> kind) & 1:
                    desk[LEFT + kind] -= 3
                    desk[SETS + desk[SET_COUNT]] = kind | no.CONCEALED
                    desk[SET_COUNT] += 1
            desk[LEFT + pair] -= 2
            if take_chows(desk):
                weigh_spoiled(wins, at, sheets, sheet, desk, pair)
            if pongs == 0:
                break
            pongs = (pongs - 1) & mask


@compiled("void(int64[::1], int64, int64[::1], int64, int64[::1])")
def special_tiles(wins: Numbers, at: int, sheets: Numbers, sheet: int, desk: Numbers) -> None:
    """The special hands that fourteen concealed tiles are."""
    kinds = desk[KINDS_HELD]
    if kinds & HONOURS and kinds & ~MAJORS and kinds & WINDS != WINDS:
        return
    hand = wins[at : at + no.KINDS]
    if special.to_wonders(hand, 0) == 0:
        offer_special(desk, sheets, sheet, no.THIRTEEN_WONDERS)
    if special.to_pair_honours(hand, sheets[sheet + no.PAIRS_DIFFERENT]) == 0:
        offer_special(desk, sheets, sheet, no.ALL_PAIR_HONOURS)
    if special.to_triple_knitting(hand) == 0:
        offer_special(desk, sheets, sheet, no.TRIPLE_KNITTING)
    for suit in range(no.SUITS):
        first = no.RANKS * suit
        if special.to_gates(hand, first, sheets[sheet + no.GATES_MINOR]) == 0:
            offer_special(desk, sheets, sheet, no.GATES_OF_HEAVEN)
        if special.to_snake(hand, first) == 0 and kinds & WINDS == WINDS:
            offer_special(desk, sheets, sheet, no.WRIGGLING_SNAKE)
        if special.to_knitting(hand, first, (first + no.RANKS) % no.FIRST_HONOUR) == 0:
            offer_special(desk, sheets, sheet, no.KNITTING)


@compiled("void(int64[::1], int64, int64[::1], int64, int64[::1])")
def special_ways(wins: Numbers, at: int, sheets: Numbers, sheet: int, desk: Numbers) -> None:
    """The special hands that any complete hand is when it is won in a special way."""
    source, tile = wins[at + no.SOURCE], wins[at + no.WINNING_TILE]
    if source == no.HEAVENLY:
        offer_special(desk, sheets, sheet, no.HEAVENLY_HAND)
    if source == no.EARTHLY:
        offer_special(desk, sheets, sheet, no.EARTHLY_HAND)
    if source == no.KONG_BOX and tile == PLUM:
        offer_special(desk, sheets, sheet, no.PLUM_BLOSSOM)
    if source == no.LAST_WALL_TILE and tile == MOON:
        offer_special(desk, sheets, sheet, no.PLUCKING_MOON)
    if source == no.KONG_BOX and wins[at + no.KONG_UPON_KONG] == 1:
        offer_special(desk, sheets, sheet, no.TWOFOLD_FORTUNE)
    if source == no.ROBBED_KONG and tile == POLE:
        offer_special(desk, sheets, sheet, no.CARRYING_POLE)


@compiled("int64(int64[::1], int64, int64[::1], int64)")
def bonus_added(wins: Numbers, at: int, sheets: Numbers, sheet: int) -> int:
    """The bonus tiles of a special hand, doubled among themselves, where the ruleset adds them."""
    if sheets[sheet + no.ADDS_BONUS] == 0:
        return 0
    bonus = wins[at + no.BONUS]
    points = 0
    for tile in range(8):
        if (bonus >> tile) & 1:
            points += sheets[sheet + no.BONUS_POINTS + tile]
    return min(no.MOST_POINTS, points << min(no.MOST_DOUBLINGS, bonus_doublings(bonus, sheets, sheet)))


@compiled("boolean(int64[::1], int64, int64[::1], int64[::1], int64[::1])")
def score(wins: Numbers, at: int, sheets: Numbers, desk: Numbers, found: Numbers) -> bool:
    """Score the win that begins here; False when the hand is not complete."""
    sheet = wins[at + no.SHEET] * no.SHEET_SIZE
    desk[KINDS_HELD] = kinds_held(wins, at)
    desk[BEST_VALUE] = -1
    desk[BEST_POINTS] = desk[BEST_DOUBLINGS] = desk[READINGS] = 0
    desk[SPECIAL] = -1
    add_common(wins, at, sheets, sheet, desk)
    if wins[at + no.MELD_COUNT] == 0:
        special_tiles(wins, at, sheets, sheet, desk)
    read(wins, at, sheets, sheet, desk)
    if desk[READINGS] == 0 and desk[SPECIAL] < 0:
        return False
    special_ways(wins, at, sheets, sheet, desk)
    limit = sheets[sheet + no.LIMIT]
    ordinary = min(limit, desk[BEST_VALUE])
    if desk[SPECIAL] >= 0:
        points = desk[SPECIAL] + bonus_added(wins, at, sheets, sheet)
        if min(limit, points) >= ordinary:
            found[no.SCORE] = min(limit, points)
            found[no.POINTS] = points
            found[no.DOUBLINGS] = 0
            return True
    found[no.SCORE] = ordinary
    found[no.POINTS] = desk[BEST_POINTS] + desk[COMMON_POINTS]
    found[no.DOUBLINGS] = desk[BEST_DOUBLINGS] + desk[COMMON_DOUBLINGS]
    return True


@compiled("int64(int64[:, ::1], int64[::1], int64[::1], int64[:, ::1])")
def score_all(wins: Numbers, sheets: Numbers, desk: Numbers, found: Numbers) -> int:
    """Score many wins; the number of the first that is not complete, or how many there are."""
    for row in range(len(wins)):
        if not score(wins[row], 0, sheets, desk, found[row]):
            return row
    return len(wins)
