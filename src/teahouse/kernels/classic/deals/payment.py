"""Who pays what in a simulated deal: the winner is paid, and the losers settle where the ruleset says so."""

from typing import Final

from teahouse.kernels.arrays import Rows
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.deals.deal_state import DealState, owned, sheet_of
from teahouse.kernels.classic.numbers import SheetNumbers, WinNumbers
from teahouse.kernels.classic.pattern_rows import Patterns
from teahouse.kernels.classic.scoring.patterned import begin_patterned
from teahouse.kernels.classic.scoring.reading import ReadingWorkspace, bonus_added, value_of
from teahouse.kernels.classic.scoring.rules import Sets, earn_losing
from teahouse.kernels.kernel import kernel

FIFTHS: Final = 5


@kernel
def factor(state: DealState, winner: int, giver: int, loser: int) -> int:
    """How many times the score a loser pays, in parts of the divisor."""
    if winner == state.dealer:
        if giver < 0:
            return state.dealer_drew
        return state.dealer_claimed_giver if loser == giver else state.dealer_claimed_other
    is_dealer = loser == state.dealer
    if giver < 0:
        return state.other_drew_dealer if is_dealer else state.other_drew_other
    if loser == giver:
        return state.other_claimed_giving_dealer if is_dealer else state.other_claimed_giver
    return state.other_claimed_dealer if is_dealer else state.other_claimed_other


@kernel
def pay(state: DealState, payer: int, taker: int, amount: int) -> None:
    """Pay this many parts of the score, rounded down to whole points."""
    paid = abs(amount) // state.divisor
    if amount < 0:
        paid = -paid
    state.pays[payer] -= paid
    state.pays[taker] += paid


@kernel
def pay_winner(state: DealState, winner: int, giver: int, score: int, blamed: bool) -> None:
    """Everybody pays the winner; a liable discarder pays for all."""
    for loser in range(state.players):
        if loser != winner:
            pay(state, giver if blamed else loser, winner, score * factor(state, winner, giver, loser))


@kernel
def settle_losers(
    state: DealState,
    sheets: Rows[SheetNumbers],
    patterns: Patterns,
    win: WinNumbers,
    reading: ReadingWorkspace,
    winner: int,
) -> None:
    """The losers pay one another the differences of their hands."""
    for seat in range(state.players):
        if seat != winner:
            state.losing_scores[seat] = losing_score(state, sheets[sheet_of(state, seat)], patterns, win, reading, seat)
    for one in range(state.players):
        for other in range(one):
            if winner not in (one, other):
                share = state.other_drew_dealer if state.dealer in (one, other) else state.other_drew_other
                pay(state, other, one, (state.losing_scores[one] - state.losing_scores[other]) * share)


@kernel
def losing_score(
    state: DealState, sheet: SheetNumbers, patterns: Patterns, win: WinNumbers, reading: ReadingWorkspace, seat: int
) -> int:
    """What a losing hand is worth: its sets, pairs and bonus tiles; or a share of the special hand it waits for."""
    sets = reading.sets
    sets.chows = sets.pongs = sets.kongs = sets.concealed_pongs_or_kongs = sets.concealed_pongs = pairs = 0
    points = sheet.bonus_points[state.bonus[seat]]
    doublings = sheet.bonus_doublings[state.bonus[seat]]
    for number in range(state.meld_count[seat]):
        points += sheet.set_points[state.melds[seat, number] & codes.SET]
        doublings += sheet.set_doublings[state.melds[seat, number] & codes.SET]
        count_set(sheet, sets, state.melds[seat, number])
    for kind in range(codes.KINDS):
        held = state.hands[seat, kind]
        if held >= 3:
            points += sheet.set_points[kind | codes.CONCEALED]
            doublings += sheet.set_doublings[kind | codes.CONCEALED]
            count_set(sheet, sets, kind | codes.CONCEALED)
        elif held == 2:
            points += sheet.pair_points[kind]
            pairs |= 1 << kind
    if sheet.losing:
        earn_losing(sheet, reading.active, sets, pairs, reading.earned)
        points += reading.earned.points
        doublings += reading.earned.doublings
    found = min(sheet.limit, value_of(sheet, int(points), int(doublings)))
    if state.fishing_fifths > 0 and (state.ready[seat] or state.declares == 0):
        found = max(found, fishing_score(state, sheet, patterns, win, reading, seat))
    return int(found)


@kernel
def count_set(sheet: SheetNumbers, sets: Sets, one: int) -> None:
    """Count one set of a losing hand."""
    if one & codes.CHOW:
        sets.chows += 1
        return
    sets.pongs |= 1 << (one & codes.CODE)
    if one & codes.KONG:
        sets.kongs += 1
    if one & codes.CONCEALED:
        sets.concealed_pongs_or_kongs += 1
        sets.concealed_pongs += 1 if one & codes.KONG == 0 else 0
    elif sheet.claimed_kong_counts_concealed and one & codes.KONG and one & codes.ADDED == 0:
        sets.concealed_pongs_or_kongs += 1


@kernel
def fishing_score(
    state: DealState, sheet: SheetNumbers, patterns: Patterns, win: WinNumbers, reading: ReadingWorkspace, seat: int
) -> int:
    """The share of the most valuable special hand that one more tile would complete; 0 if there is none."""
    write_hand(state, win, seat)
    best = -1
    for kind in range(codes.KINDS):
        if owned(state, seat, kind) < 4:
            win.tiles[kind] += 1
            win.winning_tile = kind
            begin_patterned(win, sheet, patterns, reading)
            best = max(best, reading.tiles.special)
            win.tiles[kind] -= 1
    if best < 0:
        return 0
    share = best * state.fishing_fifths // FIFTHS + bonus_added(win, sheet)
    return int(min(sheet.limit, share))


@kernel
def write_hand(state: DealState, win: WinNumbers, seat: int) -> None:
    """Write a seat's hand as a win from the wall, its winning tile aside."""
    for kind in range(codes.KINDS):
        win.tiles[kind] = state.hands[seat, kind]
    for number in range(codes.MOST_MELDS):
        win.melds[number] = state.melds[seat, number]
    win.meld_count, win.bonus, win.sheet = state.meld_count[seat], state.bonus[seat], sheet_of(state, seat)
    win.source, win.gone = codes.WALL, 0
    win.on_discard = win.kong_upon_kong = win.original_call = 0
