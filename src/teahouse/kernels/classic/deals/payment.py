"""Who pays what in a simulated deal: the winner is paid, and the losers settle where the ruleset says so."""

from typing import Final

from teahouse.kernels.arrays import Rows
from teahouse.kernels.classic import numbers as no
from teahouse.kernels.classic.deals.table import DealState, owned, sheet_of
from teahouse.kernels.classic.numbers import SheetNumbers, WinNumbers
from teahouse.kernels.classic.pattern_rows import Patterns
from teahouse.kernels.classic.scoring.patterned import begin_patterned
from teahouse.kernels.classic.scoring.reading import ReadingWork, bonus_added, value_of
from teahouse.kernels.classic.scoring.rules import Sets, earn_losing
from teahouse.kernels.kernel import kernel

FIFTHS: Final = 5
TO_DEALER: Final = 3
"""The place among the factors of what a dealer pays another who drew the tile; the others' factor is the next one."""


@kernel
def factor(state: DealState, winner: int, giver: int, loser: int) -> int:
    """How many times the score a loser pays, in parts of the divisor."""
    dealer = state.dealer
    place = 8
    if winner == dealer:
        place = 0 if giver < 0 else 1 if loser == giver else 2
    elif giver < 0:
        place = 3 if loser == dealer else 4
    elif loser == giver:
        place = 6 if loser == dealer else 5
    elif loser == dealer:
        place = 7
    return int(state.factors[place])


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
    """Everybody pays the winner; a giver who is to blame pays for all."""
    for loser in range(state.players):
        if loser != winner:
            pay(state, giver if blamed else loser, winner, score * factor(state, winner, giver, loser))


@kernel
def settle_losers(
    state: DealState, sheets: Rows[SheetNumbers], patterns: Patterns, win: WinNumbers, reading: ReadingWork, winner: int
) -> None:
    """The losers pay one another the differences of their hands."""
    for seat in range(state.players):
        if seat != winner:
            state.lost[seat] = losing_score(state, sheets[sheet_of(state, seat)], patterns, win, reading, seat)
    for one in range(state.players):
        for other in range(one):
            if winner not in (one, other):
                share = state.factors[TO_DEALER if state.dealer in (one, other) else TO_DEALER + 1]
                pay(state, other, one, (state.lost[one] - state.lost[other]) * share)


@kernel
def losing_score(
    state: DealState, sheet: SheetNumbers, patterns: Patterns, win: WinNumbers, reading: ReadingWork, seat: int
) -> int:
    """What a losing hand is worth: its sets, pairs and bonus tiles; or a share of the special hand it waits for."""
    sets = reading.sets
    sets.chows = sets.pongs = sets.kongs = sets.hidden = sets.hidden_pongs = pairs = 0
    points = sheet.bonus_points[state.bonus[seat]]
    doublings = sheet.bonus_doublings[state.bonus[seat]]
    for number in range(state.meld_count[seat]):
        points += sheet.set_points[state.melds[seat, number] & no.SET]
        doublings += sheet.set_doublings[state.melds[seat, number] & no.SET]
        count_set(sheet, sets, state.melds[seat, number])
    for kind in range(no.KINDS):
        held = state.hands[seat, kind]
        if held >= 3:
            points += sheet.set_points[kind | no.CONCEALED]
            doublings += sheet.set_doublings[kind | no.CONCEALED]
            count_set(sheet, sets, kind | no.CONCEALED)
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
    if one & no.CHOW:
        sets.chows += 1
        return
    sets.pongs |= 1 << (one & no.CODE)
    if one & no.KONG:
        sets.kongs += 1
    if one & no.CONCEALED:
        sets.hidden += 1
        sets.hidden_pongs += 1 if one & no.KONG == 0 else 0
    elif sheet.claimed_hidden and one & no.KONG and one & no.ADDED == 0:
        sets.hidden += 1


@kernel
def fishing_score(
    state: DealState, sheet: SheetNumbers, patterns: Patterns, win: WinNumbers, reading: ReadingWork, seat: int
) -> int:
    """The share of the most valuable special hand that one more tile would complete; 0 if there is none."""
    write_hand(state, win, seat)
    best = -1
    for kind in range(no.KINDS):
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
    for kind in range(no.KINDS):
        win.tiles[kind] = state.hands[seat, kind]
    for number in range(no.MOST_MELDS):
        win.melds[number] = state.melds[seat, number]
    win.meld_count, win.bonus, win.sheet = state.meld_count[seat], state.bonus[seat], sheet_of(state, seat)
    win.source, win.gone = no.WALL, 0
    win.on_discard = win.kong_upon_kong = win.original_call = 0
