"""The rules of a sheet, as `games.classic.patterns.conditions` reads them: which of them a win and its readings have.

Most rules are excluded at once by the source of the winning tile and by the class of the
hand; the others are checked once for the win, and those that remain once for each reading.
"""

from typing import Annotated, Final

from teahouse.kernels.arrays import Ints
from teahouse.kernels.bits import lowest, ones
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.built_in_hands import ANY_KIND, HONOURS, MINORS, TERMINALS, WHOLE_SUIT
from teahouse.kernels.classic.numbers import RuleNumbers, SheetNumbers, WinNumbers
from teahouse.kernels.kernel import kernel
from teahouse.kernels.record import KernelRecord

ANY_NUMBER: Final = 511


class Active(KernelRecord):
    """The rules that a win may have.

    rules, count: their numbers. suits: how many the hand has.
    """

    rules: Annotated[Ints, codes.MOST_RULES]
    count: int
    suits: int


class Sets(KernelRecord):
    """The sets of one reading for the rules: how many of each, the kinds of pongs and kongs, and the pair."""

    chows: int
    pongs: int
    kongs: int
    concealed_pongs_or_kongs: int
    concealed_pongs: int
    pair: int
    completes_pair: int


class Earned(KernelRecord):
    """What the rules of one reading give."""

    points: int
    doublings: int
    uncounted: int
    special: int


@kernel
def suits_used(kinds: int) -> int:
    """The number of suits of these kinds."""
    used = 0
    for suit in range(codes.SUITS):
        if (kinds >> (codes.RANKS * suit)) & WHOLE_SUIT:
            used += 1
    return used


@kernel
def class_of(kinds: int, suits: int) -> int:
    """The class of a hand of these kinds, in this many suits."""
    found = suits
    if kinds & HONOURS:
        found |= 4
    if kinds & TERMINALS:
        found |= 8
    if kinds & MINORS:
        found |= 16
    return found


@kernel
def fits_win(rule: RuleNumbers, win: WinNumbers, kinds: int, needs: int) -> bool:
    """Does what is known before the hand is read fit a rule that its source and class leave possible?"""
    if kinds & ~rule.allowed or rule.needed & ~kinds:
        return False
    if (rule.one_of and not kinds & rule.one_of) or (rule.also_one_of and not kinds & rule.also_one_of):
        return False
    return rule.asks_way == 0 or fits_way(rule, win, needs)


@kernel
def fits_way(rule: RuleNumbers, win: WinNumbers, needs: int) -> bool:
    """Do the winning tile, the bonus tiles and the further facts fit a rule?"""
    if rule.needs & ~needs & ~codes.COMPLETES_PAIR or (rule.tiles >> win.winning_tile) & 1 == 0:
        return False
    if rule.bonus & ~win.bonus:
        return False
    return bool((rule.bonus_tiles >> ones(win.bonus)) & 1 == 1)


@kernel
def find_active(win: WinNumbers, sheet: SheetNumbers, kinds: int, needs: int, active: Active) -> None:
    """Find the rules that a win may have."""
    active.count, active.suits = 0, suits_used(kinds)
    source = codes.SOURCES if win.source == codes.EARTHLY and win.on_discard == 1 else win.source
    left = sheet.by_source[source] & sheet.by_class[class_of(kinds, active.suits)]
    while left:
        number = lowest(left)
        left &= left - 1
        if fits_win(sheet.rules[number], win, kinds, needs):
            active.rules[active.count] = number
            active.count += 1


@kernel
def fits_sets(rule: RuleNumbers, sets: Sets) -> bool:
    """Does one reading fit a rule?"""
    if (rule.chows >> sets.chows) & 1 == 0 or (rule.pair >> sets.pair) & 1 == 0:
        return False
    if (rule.kongs >> sets.kongs) & 1 == 0 or (rule.concealed_pongs_or_kongs >> sets.concealed_pongs_or_kongs) & 1 == 0:
        return False
    if (rule.concealed_pongs >> sets.concealed_pongs) & 1 == 0:
        return False
    if rule.pongs != ANY_NUMBER and (rule.pongs >> ones(sets.pongs & rule.pongs_of)) & 1 == 0:
        return False
    return rule.needs & codes.COMPLETES_PAIR == 0 or sets.completes_pair == 1


@kernel
def earn_losing(sheet: SheetNumbers, active: Active, sets: Sets, pairs: int, earned: Earned) -> None:
    """Add up what the rules for everybody give to a losing hand; any of its pairs (a mask) may meet a rule."""
    earned.points = earned.doublings = earned.uncounted = active.count = 0
    held = replaced = 0
    sets.completes_pair = 1
    for number in range(sheet.rule_count):
        rule = sheet.rules[number]
        fitting = rule.pair if rule.pair == ANY_KIND else rule.pair & pairs
        if (sheet.losing >> number) & 1 == 0 or fitting == 0:
            continue
        sets.pair = lowest(fitting)
        if fits_sets(rule, sets):
            active.rules[active.count] = number
            active.count += 1
            held |= 1 << number
            replaced |= rule.replaces
    add_up(sheet, active, held & ~replaced, earned)


@kernel
def earn(sheet: SheetNumbers, active: Active, sets: Sets, earned: Earned) -> None:
    """Add up what the rules of one reading give, less those that others replace; and find its best special hand."""
    earned.points = earned.doublings = earned.uncounted = 0
    earned.special = -1
    held = replaced = 0
    for place in range(active.count):
        number = int(active.rules[place])
        rule = sheet.rules[number]
        if rule.asks_sets == 0 or fits_sets(rule, sets):
            held |= 1 << number
            replaced |= rule.replaces
    held &= ~replaced
    if held:
        add_up(sheet, active, held, earned)


@kernel
def add_up(sheet: SheetNumbers, active: Active, held: int, earned: Earned) -> None:
    """Add up what these rules give, a bit each; of special hands, keep the most valuable."""
    for place in range(active.count):
        number = int(active.rules[place])
        if (held >> number) & 1 == 0:
            continue
        rule = sheet.rules[number]
        if rule.special == 0:
            earned.points += rule.points
            earned.doublings += rule.doublings
            earned.uncounted += rule.uncounted
        elif rule.any_hand == 0:
            earned.special = max(earned.special, rule.points + rule.doublings)


@kernel
def special_ways(sheet: SheetNumbers, active: Active, wins: int) -> int:
    """The best special hand that a hand is by the way it was won, or with `wins`, in any way; -1 for none."""
    best = -1
    for place in range(active.count):
        rule = sheet.rules[int(active.rules[place])]
        if rule.special and rule.any_hand and rule.wins == wins:
            best = max(best, rule.points + rule.doublings)
    return best


@kernel
def way_doublings(sheet: SheetNumbers, active: Active) -> int:
    """The doublings of rules that count beside special hands too."""
    found = 0
    for place in range(active.count):
        rule = sheet.rules[int(active.rules[place])]
        if rule.special == 0 and rule.any_hand:
            found += rule.doublings
    return found
