"""The score of a win: the best of its readings, or its special hand. The rules' own scorer lists the lines of a score.

A reading is determined by its pair and by the kinds that are pongs in it: the remaining tiles form chows in one way or
in none.
"""

from typing import Annotated, Final

from teahouse.kernels.arrays import Ints, Record, Rows
from teahouse.kernels.classic import numbers as no
from teahouse.kernels.classic.numbers import Score, Sheet, Win
from teahouse.kernels.classic.patterns import (
    DRAGONS,
    GREEN_DRAGON,
    HONOURS,
    JADE,
    MAJORS,
    MOON,
    PLUM,
    POLE,
    TERMINALS,
    WHOLE_SUIT,
    WINDS,
)
from teahouse.kernels.classic.specials import (
    to_gates,
    to_knitting,
    to_pair_honours,
    to_snake,
    to_triple_knitting,
    to_wonders,
)
from teahouse.kernels.kernel import kernel

MOST_SETS: Final = 8


class Reading(Record):
    """What a hand is read with.

    left: tiles that are in no set yet. sets, set_count: the sets. kinds: all of the hand and its melds, as a mask.
    common_points, common_doublings: what no reading changes. best_value, best_points, best_doublings: of the best
    reading. special: the dearest special hand so far, -1 for none. readings: how many there were.
    """

    left: Annotated[Ints, no.KINDS]
    sets: Annotated[Ints, MOST_SETS]
    set_count: int
    kinds: int
    common_points: int
    common_doublings: int
    best_value: int
    best_points: int
    best_doublings: int
    special: int
    readings: int


@kernel
def is_claimed(win: Win) -> bool:
    """Did the winning tile come from another player?"""
    source = win.source
    return win.on_discard == 1 or source in (no.DISCARD, no.LAST_DISCARD, no.ROBBED_KONG)


@kernel
def is_concealed(win: Win, sheet: Sheet) -> bool:
    """Is the whole hand concealed?"""
    if is_claimed(win) and sheet.discard_hidden == 0:
        return False
    for number in range(win.meld_count):
        meld = win.melds[number]
        if meld & no.CONCEALED:
            continue
        if sheet.kong_hidden == 0 or meld & no.KONG == 0 or meld & no.ADDED:
            return False
    return True


@kernel
def kinds_held(win: Win) -> int:
    """All kinds of a hand and its melds, as a mask."""
    mask = 0
    for kind in range(no.KINDS):
        if win.tiles[kind] > 0:
            mask |= 1 << kind
    for number in range(win.meld_count):
        meld = win.melds[number]
        mask |= (7 if meld & no.CHOW else 1) << (meld & no.CODE)
    return mask


@kernel
def bonus_doublings(bonus: int, sheet: Sheet) -> int:
    """The doublings from bonus tiles."""
    doublings = 0
    for tile in range(8):
        if (bonus >> tile) & 1:
            doublings += sheet.bonus_doublings[tile]
    if bonus & 15 == 15:
        doublings += sheet.bouquets[0]
    if bonus >> 4 == 15:
        doublings += sheet.bouquets[1]
    return doublings


@kernel
def add_common(win: Win, sheet: Sheet, reading: Reading) -> None:
    """Add what does not depend on the reading: the way of winning, the concealed hand, the bonus tiles."""
    source = win.source
    if source == no.EARTHLY and win.on_discard == 1:
        source = no.DISCARD
    if is_concealed(win, sheet):
        points = sheet.hidden_points[source] + sheet.concealed_points
        doublings = sheet.hidden_doublings[source] + sheet.concealed_doublings
    else:
        points = sheet.source_points[source]
        doublings = sheet.source_doublings[source]
    bonus = win.bonus
    for tile in range(8):
        if (bonus >> tile) & 1:
            points += sheet.bonus_points[tile]
    doublings += bonus_doublings(bonus, sheet)
    if win.original_call == 1:
        doublings += sheet.ready_from_deal
    reading.common_points = points
    reading.common_doublings = doublings


@kernel
def suits_used(kinds: int) -> int:
    """The number of suits of these kinds."""
    used = 0
    for suit in range(no.SUITS):
        if (kinds >> (no.RANKS * suit)) & WHOLE_SUIT:
            used += 1
    return used


@kernel
def pattern_doublings(kinds: int, chows: int, pongs: int, pair: int, hidden: int, sheet: Sheet) -> int:
    """The doublings for patterns of the whole hand."""
    doublings = 0
    if chows == 0:
        doublings += sheet.no_chows
    if suits_used(kinds) == 1:
        if kinds & HONOURS == 0 and (chows == 0 or sheet.one_suit_chows == 1):
            doublings += sheet.one_suit_only
        else:
            doublings += sheet.one_suit_with_honours
    if kinds & ~MAJORS == 0 and kinds & TERMINALS and kinds & HONOURS:
        doublings += sheet.majors_only
    if (1 << pair) & DRAGONS and pongs & DRAGONS == DRAGONS & ~(1 << pair):
        doublings += sheet.little_dragons
    if (1 << pair) & WINDS and pongs & WINDS == WINDS & ~(1 << pair):
        doublings += sheet.little_winds
    if hidden >= 3:
        doublings += sheet.three_concealed_pongs
    if chows == 4 and sheet.pair_points[pair] == 0:
        doublings += sheet.four_chows
    return doublings


@kernel
def offer_special(reading: Reading, sheet: Sheet, hand: int) -> None:
    """Keep a special hand if the ruleset has it and it is the most valuable so far."""
    worth = sheet.specials[hand]
    if worth > 0:
        reading.special = max(reading.special, worth)


@kernel
def special_sets(win: Win, sheet: Sheet, reading: Reading, chows: int, pongs: int, hidden: int) -> None:
    """Find the special hands of four sets and a pair in this reading."""
    kinds = reading.kinds
    if kinds & ~TERMINALS == 0:
        offer_special(reading, sheet, no.HEADS_AND_TAILS)
    if kinds & ~HONOURS == 0:
        offer_special(reading, sheet, no.ALL_HONOURS)
    if pongs & DRAGONS == DRAGONS and (chows == 0 or sheet.scholars_chow == 1):
        offer_special(reading, sheet, no.THREE_SCHOLARS)
    if pongs & WINDS == WINDS:
        offer_special(reading, sheet, no.FOUR_BLESSINGS)
    if kinds & ~JADE == 0 and (pongs & GREEN_DRAGON or sheet.jade_needs_dragon == 0):
        offer_special(reading, sheet, no.IMPERIAL_JADE)
    kongs = 0
    for number in range(win.meld_count):
        if win.melds[number] & no.KONG:
            kongs += 1
    if kongs == 4:
        offer_special(reading, sheet, no.FOURFOLD_PLENTY)
    if chows == 0 and hidden >= 4:
        source = win.source
        if sheet.treasure_from_wall == 1:
            fits = source in (no.WALL, no.LAST_WALL_TILE, no.HEAVENLY)
            fits = fits or (source == no.EARTHLY and win.on_discard == 0)
        else:
            fits = suits_used(kinds) == 1
        if fits:
            offer_special(reading, sheet, no.BURIED_TREASURE)


@kernel
def weigh(win: Win, sheet: Sheet, reading: Reading, pair: int) -> None:
    """Score the sets of a reading with this pair, and keep the best."""
    points = sheet.pair_points[pair]
    doublings = chows = pongs = hidden = treasure = 0
    for number in range(reading.set_count):
        one = reading.sets[number]
        points += sheet.set_points[one]
        doublings += sheet.set_doublings[one]
        if one & no.CHOW:
            chows += 1
            continue
        pongs |= 1 << (one & no.CODE)
        if one & no.CONCEALED:
            hidden += 1
            if one & no.KONG == 0:
                treasure += 1
    if chows > sheet.max_chows:
        return
    doublings += pattern_doublings(reading.kinds, chows, pongs, pair, hidden, sheet)
    special_sets(win, sheet, reading, chows, pongs, treasure)
    reading.readings += 1
    value = (points + reading.common_points) << min(no.MOST_DOUBLINGS, doublings + reading.common_doublings)
    if value > reading.best_value or (value == reading.best_value and points > reading.best_points):
        reading.best_value = value
        reading.best_points = points
        reading.best_doublings = int(doublings)


@kernel
def weigh_spoiled(win: Win, sheet: Sheet, reading: Reading, pair: int) -> None:
    """Score the sets of a reading; where a discard spoils its set, once for each set that it can complete."""
    if sheet.spoils == 0 or not is_claimed(win):
        weigh(win, sheet, reading, pair)
        return
    tile = win.winning_tile
    if pair == tile:
        weigh(win, sheet, reading, pair)
    for number in range(win.meld_count, reading.set_count):
        one = reading.sets[number]
        first = one & no.CODE
        if first <= tile <= first + (2 if one & no.CHOW else 0):
            reading.sets[number] = one & ~no.CONCEALED
            weigh(win, sheet, reading, pair)
            reading.sets[number] = one


@kernel
def take_chows(reading: Reading) -> bool:
    """Split the remaining tiles into chows, after the other sets; False when this is impossible."""
    for kind in range(no.FIRST_HONOUR, no.KINDS):
        if reading.left[kind] > 0:
            return False
    for kind in range(no.FIRST_HONOUR):
        many = reading.left[kind]
        if many == 0:
            continue
        if kind % no.RANKS > no.RANKS - 3 or reading.left[kind + 1] < many or reading.left[kind + 2] < many:
            return False
        reading.left[kind + 1] -= many
        reading.left[kind + 2] -= many
        for _ in range(many):
            reading.sets[reading.set_count] = kind | no.CHOW | no.CONCEALED
            reading.set_count += 1
    return True


@kernel
def read(win: Win, sheet: Sheet, reading: Reading) -> None:
    """Score every reading of a hand."""
    melds = win.meld_count
    for number in range(melds):
        reading.sets[number] = win.melds[number] & no.SET
    triples = 0
    for kind in range(no.KINDS):
        if win.tiles[kind] >= 3:
            triples |= 1 << kind
    for pair in range(no.KINDS):
        if win.tiles[pair] < 2:
            continue
        mask = triples
        if win.tiles[pair] < 5:
            mask &= ~(1 << pair)
        pongs = mask
        while True:
            reading.set_count = melds
            for kind in range(no.KINDS):
                reading.left[kind] = win.tiles[kind]
                if (pongs >> kind) & 1:
                    reading.left[kind] -= 3
                    reading.sets[reading.set_count] = kind | no.CONCEALED
                    reading.set_count += 1
            reading.left[pair] -= 2
            if take_chows(reading):
                weigh_spoiled(win, sheet, reading, pair)
            if pongs == 0:
                break
            pongs = (pongs - 1) & mask


@kernel
def special_tiles(win: Win, sheet: Sheet, reading: Reading) -> None:
    """Find the special hands that fourteen concealed tiles form."""
    kinds = reading.kinds
    if kinds & HONOURS and kinds & ~MAJORS and kinds & WINDS != WINDS:
        return
    hand = win.tiles
    if to_wonders(hand, 0) == 0:
        offer_special(reading, sheet, no.THIRTEEN_WONDERS)
    if to_pair_honours(hand, sheet.pairs_different) == 0:
        offer_special(reading, sheet, no.ALL_PAIR_HONOURS)
    if to_triple_knitting(hand) == 0:
        offer_special(reading, sheet, no.TRIPLE_KNITTING)
    for suit in range(no.SUITS):
        first = no.RANKS * suit
        if to_gates(hand, first, sheet.gates_minor) == 0:
            offer_special(reading, sheet, no.GATES_OF_HEAVEN)
        if to_snake(hand, first) == 0 and kinds & WINDS == WINDS:
            offer_special(reading, sheet, no.WRIGGLING_SNAKE)
        if to_knitting(hand, first, (first + no.RANKS) % no.FIRST_HONOUR) == 0:
            offer_special(reading, sheet, no.KNITTING)


@kernel
def special_ways(win: Win, sheet: Sheet, reading: Reading) -> None:
    """Find the special hands that any complete hand forms when it is won in a special way."""
    source, tile = win.source, win.winning_tile
    if source == no.HEAVENLY:
        offer_special(reading, sheet, no.HEAVENLY_HAND)
    if source == no.EARTHLY:
        offer_special(reading, sheet, no.EARTHLY_HAND)
    if source == no.KONG_BOX and tile == PLUM:
        offer_special(reading, sheet, no.PLUM_BLOSSOM)
    if source == no.LAST_WALL_TILE and tile == MOON:
        offer_special(reading, sheet, no.PLUCKING_MOON)
    if source == no.KONG_BOX and win.kong_upon_kong == 1:
        offer_special(reading, sheet, no.TWOFOLD_FORTUNE)
    if source == no.ROBBED_KONG and tile == POLE:
        offer_special(reading, sheet, no.CARRYING_POLE)


@kernel
def bonus_added(win: Win, sheet: Sheet) -> int:
    """The bonus tiles of a special hand, doubled among themselves, where the ruleset adds them."""
    if sheet.adds_bonus == 0:
        return 0
    bonus = win.bonus
    points = 0
    for tile in range(8):
        if (bonus >> tile) & 1:
            points += sheet.bonus_points[tile]
    return min(no.MOST_POINTS, points << min(no.MOST_DOUBLINGS, bonus_doublings(bonus, sheet)))


@kernel
def score(win: Win, sheet: Sheet, reading: Reading, found: Score) -> bool:
    """Score a win; False when the hand is not complete."""
    reading.kinds = kinds_held(win)
    reading.best_value = -1
    reading.best_points = reading.best_doublings = reading.readings = 0
    reading.special = -1
    add_common(win, sheet, reading)
    if win.meld_count == 0:
        special_tiles(win, sheet, reading)
    read(win, sheet, reading)
    if reading.readings == 0 and reading.special < 0:
        return False
    special_ways(win, sheet, reading)
    ordinary = min(sheet.limit, reading.best_value)
    if reading.special >= 0:
        points = reading.special + bonus_added(win, sheet)
        if min(sheet.limit, points) >= ordinary:
            found.score = min(sheet.limit, points)
            found.points = points
            found.doublings = 0
            return True
    found.score = ordinary
    found.points = reading.best_points + reading.common_points
    found.doublings = reading.best_doublings + reading.common_doublings
    return True


@kernel
def score_all(wins: Rows[Win], sheets: Rows[Sheet], reading: Reading, found: Rows[Score]) -> int:
    """Score many wins; the number of the first that is not complete, or how many there are."""
    for row in range(len(wins)):
        if not score(wins[row], sheets[wins[row].sheet], reading, found[row]):
            return row
    return len(wins)
