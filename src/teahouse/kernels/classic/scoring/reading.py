"""Reads a win: its best reading, or its special hand. The rules' own scorer lists the lines of a score.

A reading is determined by its pair and by the kinds that are pongs in it: the remaining tiles form chows in one way or
in none.
"""

from typing import NamedTuple

from teahouse.kernels.classic import built_in_hands
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.built_in_hands import GATES_TILES, HONOURS, MAJORS, SUIT_MASKS, WINDS
from teahouse.kernels.classic.numbers import ScoreNumbers, SheetNumbers, WinNumbers
from teahouse.kernels.classic.scoring.facts import Tiles, find_needs, is_claimed, kinds_held
from teahouse.kernels.classic.scoring.rules import Active, Earned, Sets, earn, find_active, special_ways, way_doublings
from teahouse.kernels.classic.specials import (
    to_gates,
    to_knitting,
    to_pair_honours,
    to_snake,
    to_triple_knitting,
    to_wonders,
)
from teahouse.kernels.kernel import kernel


class ReadingWorkspace(NamedTuple):
    """Working memory for reading a hand: its tiles, the rules it may have, and the sets and rules of one reading."""

    tiles: Tiles
    active: Active
    sets: Sets
    earned: Earned


@kernel
def scored_source(win: WinNumbers) -> int:
    """What the way of winning scores as."""
    return int(codes.DISCARD if win.source == codes.EARTHLY and win.on_discard == 1 else win.source)


@kernel
def add_common(win: WinNumbers, sheet: SheetNumbers, tiles: Tiles) -> None:
    """Add what does not depend on the reading: the way of winning, the concealed hand, the bonus tiles."""
    source = scored_source(win)
    if tiles.needs & codes.ALL_CONCEALED:
        points = sheet.concealed_from_wall_points[source] + sheet.concealed_points
        doublings = sheet.concealed_from_wall_doublings[source] + sheet.concealed_doublings
    else:
        points = sheet.source_points[source]
        doublings = sheet.source_doublings[source]
    tiles.common_points = points + sheet.bonus_points[win.bonus]
    tiles.common_doublings = doublings + sheet.bonus_doublings[win.bonus]


@kernel
def value_of(sheet: SheetNumbers, points: int, doublings: int) -> int:
    """What points and doublings score, no limit applied; or what the doublings score as faan."""
    if sheet.faan == 1:
        return int(sheet.table[min(doublings, sheet.most_faan)])
    return int(points << min(codes.MOST_DOUBLINGS, doublings))


@kernel
def offer_special(tiles: Tiles, sheet: SheetNumbers, form: int) -> None:
    """Store a special hand if the ruleset has it in this form and it is the most valuable so far."""
    worth = sheet.specials[form]
    if worth > 0:
        tiles.special = max(tiles.special, worth)


@kernel
def weigh(win: WinNumbers, sheet: SheetNumbers, reading: ReadingWorkspace, pair: int, completes: bool) -> None:
    """Score the sets of a reading with this pair, and keep the best; completes: the winning tile is one of the pair."""
    tiles, sets = reading.tiles, reading.sets
    points = sheet.pair_points[pair]
    doublings = chows = pongs = concealed = concealed_pongs = kongs = 0
    for number in range(tiles.set_count):
        one = tiles.sets[number]
        points += sheet.set_points[one]
        doublings += sheet.set_doublings[one]
        if one & codes.CHOW:
            chows += 1
            continue
        pongs |= 1 << (one & codes.CODE)
        if one & codes.KONG:
            kongs += 1
        if one & codes.CONCEALED:
            concealed += 1
            if one & codes.KONG == 0:
                concealed_pongs += 1
    if chows > sheet.max_chows:
        return
    sets.chows, sets.pongs, sets.kongs, sets.pair = chows, pongs, kongs, pair
    sets.concealed_pongs_or_kongs, sets.concealed_pongs = concealed + tiles.claimed_kongs, concealed_pongs
    sets.completes_pair = 1 if completes else 0
    earn(sheet, reading.active, sets, reading.earned)
    points += reading.earned.points
    doublings += reading.earned.doublings
    tiles.special = max(tiles.special, reading.earned.special)
    tiles.readings += 1
    value = value_of(sheet, points + tiles.common_points, int(doublings) + tiles.common_doublings)
    if value > tiles.best_value or (value == tiles.best_value and is_more(tiles, points, int(doublings))):
        tiles.best_value = value
        tiles.best_points = points
        tiles.best_doublings = int(doublings)
        tiles.best_uncounted = reading.earned.uncounted


@kernel
def is_more(tiles: Tiles, points: int, doublings: int) -> bool:
    """Has a reading more points, or as many and more doublings, than the best so far?"""
    return points > tiles.best_points or (points == tiles.best_points and doublings > tiles.best_doublings)


@kernel
def weigh_spoiled(win: WinNumbers, sheet: SheetNumbers, reading: ReadingWorkspace, pair: int) -> None:
    """Score the sets of a reading; where a discard spoils its set, once for each set that it can complete."""
    if sheet.spoils == 0 or not is_claimed(win):
        weigh(win, sheet, reading, pair, pair == win.winning_tile)
        return
    tile, sets = win.winning_tile, reading.tiles.sets
    if pair == tile:
        weigh(win, sheet, reading, pair, True)
    for number in range(win.meld_count, reading.tiles.set_count):
        one = sets[number]
        first = one & codes.CODE
        if first <= tile <= first + (2 if one & codes.CHOW else 0):
            sets[number] = one & ~codes.CONCEALED
            weigh(win, sheet, reading, pair, False)
            sets[number] = one


@kernel
def split_into_chows(tiles: Tiles) -> bool:
    """Split the remaining tiles into chows, after the other sets; False when this is impossible."""
    for kind in range(codes.FIRST_HONOUR, codes.KINDS):
        if tiles.left[kind] > 0:
            return False
    for kind in range(codes.FIRST_HONOUR):
        many = tiles.left[kind]
        if many == 0:
            continue
        if kind % codes.RANKS > codes.RANKS - 3 or tiles.left[kind + 1] < many or tiles.left[kind + 2] < many:
            return False
        tiles.left[kind + 1] -= many
        tiles.left[kind + 2] -= many
        for _ in range(many):
            tiles.sets[tiles.set_count] = kind | codes.CHOW | codes.CONCEALED
            tiles.set_count += 1
    return True


@kernel
def pair_group(win: WinNumbers) -> int:
    """The one suit, or the honours, with two tiles more than whole sets: only it can have the pair; -1 for none."""
    found = -1
    for group in range(codes.SUITS + 1):
        total = 0
        for kind in range(codes.RANKS * group, min(codes.RANKS * (group + 1), codes.KINDS)):
            total += win.tiles[kind]
        if total % 3 == 1 or (total % 3 == 2 and found >= 0):
            return -1
        if total % 3 == 2:
            found = group
    return found


@kernel
def read(win: WinNumbers, sheet: SheetNumbers, reading: ReadingWorkspace) -> None:
    """Score every reading of a hand."""
    group = pair_group(win)
    if group < 0:
        return
    melds, tiles = win.meld_count, reading.tiles
    for number in range(melds):
        tiles.sets[number] = win.melds[number] & codes.SET
    triples = 0
    for kind in range(codes.KINDS):
        if win.tiles[kind] >= 3:
            triples |= 1 << kind
    for pair in range(codes.RANKS * group, min(codes.RANKS * (group + 1), codes.KINDS)):
        if win.tiles[pair] < 2:
            continue
        mask = triples & ~(1 << pair)  # beside a pair, too few tiles of its kind are left for a pong
        pongs = mask
        while True:  # for every subset of the mask, the largest number first
            tiles.set_count = melds
            for kind in range(codes.KINDS):
                tiles.left[kind] = win.tiles[kind]
                if (pongs >> kind) & 1:
                    tiles.left[kind] -= 3
                    tiles.sets[tiles.set_count] = kind | codes.CONCEALED
                    tiles.set_count += 1
            tiles.left[pair] -= 2
            if split_into_chows(tiles):
                weigh_spoiled(win, sheet, reading, pair)
            if pongs == 0:
                break
            pongs = (pongs - 1) & mask


@kernel
def is_last_gate(win: WinNumbers, first: int) -> bool:
    """Were thirteen tiles of the Gates of Heaven there before the winning one?"""
    rank = win.winning_tile - first
    return 0 <= rank < codes.RANKS and win.tiles[win.winning_tile] > GATES_TILES[rank]


@kernel
def offer_gates(win: WinNumbers, sheet: SheetNumbers, tiles: Tiles, first: int) -> None:
    """Store the Gates of Heaven in the suit that begins here, in the form that the ruleset has."""
    form = built_in_hands.GATES_MINOR if sheet.specials[built_in_hands.GATES_MINOR] > 0 else built_in_hands.GATES_ANY
    if sheet.specials[built_in_hands.GATES_LAST] > 0:
        form = built_in_hands.GATES_LAST
    if to_gates(win.tiles, first, 1 << form) == 0 and (form != built_in_hands.GATES_LAST or is_last_gate(win, first)):
        offer_special(tiles, sheet, form)


@kernel
def special_tiles(win: WinNumbers, sheet: SheetNumbers, tiles: Tiles) -> None:
    """Find the special hands that fourteen concealed tiles form."""
    # With honours, the Thirteen Wonders and All Pair Honours have no minors, the Snake every wind; others have none.
    kinds = tiles.kinds
    if kinds & HONOURS and kinds & ~MAJORS and kinds & WINDS != WINDS:
        return
    hand = win.tiles
    if to_wonders(hand, 0) == 0:
        offer_special(tiles, sheet, built_in_hands.THIRTEEN_WONDERS)
    pairs = (
        built_in_hands.PAIRS_DIFFERENT
        if sheet.specials[built_in_hands.PAIRS_DIFFERENT] > 0
        else built_in_hands.PAIRS_ANY
    )
    if to_pair_honours(hand, pairs == built_in_hands.PAIRS_DIFFERENT) == 0:
        offer_special(tiles, sheet, pairs)
    if to_triple_knitting(hand) == 0:
        offer_special(tiles, sheet, built_in_hands.TRIPLE_KNITTING)
    for suit in range(codes.SUITS):
        first, others = codes.RANKS * suit, kinds & ~SUIT_MASKS[suit]
        if others == 0:
            offer_gates(win, sheet, tiles, first)
        if others == WINDS and to_snake(hand, first) == 0:
            offer_special(tiles, sheet, built_in_hands.WRIGGLING_SNAKE)
        if to_knitting(hand, first, (first + codes.RANKS) % codes.FIRST_HONOUR) == 0:
            offer_special(tiles, sheet, built_in_hands.KNITTING)


@kernel
def bonus_added(win: WinNumbers, sheet: SheetNumbers) -> int:
    """The bonus tiles of a special hand, doubled among themselves, where the ruleset adds them."""
    if sheet.adds_bonus == 0 or sheet.faan == 1:
        return 0
    points, doublings = sheet.bonus_points[win.bonus], sheet.bonus_doublings[win.bonus]
    return int(min(codes.MOST_POINTS, points << min(codes.MOST_DOUBLINGS, doublings)))


@kernel
def begin(win: WinNumbers, sheet: SheetNumbers, reading: ReadingWorkspace) -> None:
    """Read a hand: its sets in every way, and the special hands that it is."""
    tiles = reading.tiles
    tiles.kinds = kinds_held(win)
    tiles.best_value = -1
    tiles.best_points = tiles.best_doublings = tiles.best_uncounted = tiles.readings = 0
    tiles.special = -1
    find_needs(win, sheet, tiles)
    add_common(win, sheet, tiles)
    find_active(win, sheet, tiles.kinds, tiles.needs, reading.active)
    if win.meld_count == 0:
        special_tiles(win, sheet, tiles)
    read(win, sheet, reading)


@kernel
def decide(win: WinNumbers, sheet: SheetNumbers, reading: ReadingWorkspace, found: ScoreNumbers) -> bool:
    """The score of a hand that was read: of its special hand, its best reading, or bonus tiles that win by themselves.

    False when it is not complete.
    """
    tiles, alone = reading.tiles, special_ways(sheet, reading.active, 1)
    if tiles.readings > 0 or tiles.special >= 0:
        tiles.special = max(tiles.special, special_ways(sheet, reading.active, 0))
        ordinary = min(sheet.limit, tiles.best_value)
        if tiles.special < 0 or special_score(win, sheet, reading, found) < ordinary:
            found.score = ordinary
            found.points = tiles.best_points + tiles.common_points
            found.doublings = tiles.best_doublings + tiles.common_doublings
            found.uncounted = tiles.best_uncounted + sheet.bonus_uncounted[win.bonus]
    elif alone < 0:
        return False
    else:
        found.score = -1
    if alone >= 0:
        score_alone(sheet, alone, found)
    return True


@kernel
def score_alone(sheet: SheetNumbers, alone: int, found: ScoreNumbers) -> None:
    """Use the score of bonus tiles that win by themselves, if it is higher."""
    points, doublings = (0, alone) if sheet.faan == 1 else (alone, 0)
    value = min(sheet.limit, value_of(sheet, points, doublings))
    if value > found.score:
        found.score, found.points, found.doublings, found.uncounted = value, points, doublings, 0


@kernel
def special_score(win: WinNumbers, sheet: SheetNumbers, reading: ReadingWorkspace, found: ScoreNumbers) -> int:
    """The score of the most valuable special hand that a hand is."""
    special = reading.tiles.special
    found.points = found.doublings = found.uncounted = 0
    if sheet.faan == 1:
        found.doublings = special + sheet.source_doublings[scored_source(win)] + sheet.bonus_doublings[win.bonus]
        found.doublings += way_doublings(sheet, reading.active)
        found.uncounted = sheet.bonus_uncounted[win.bonus]
        found.score = value_of(sheet, 0, found.doublings)
        return int(found.score)
    found.points = special + bonus_added(win, sheet)
    found.score = min(max(sheet.limit, special) if sheet.uncapped == 1 else sheet.limit, found.points)
    return int(found.score)
