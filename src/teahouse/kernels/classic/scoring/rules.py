"""The rules of a sheet, as `games.classic.patterns.conditions` reads them: which of them a win and its readings have.

A rule is a row of numbers. Most rules are excluded at once by the source of the winning tile and by the class of the
hand; the others are checked once for the win, and those that remain once for each reading.
"""

from typing import Annotated, Final

from teahouse.kernels.arrays import Ints, KernelRecord
from teahouse.kernels.bits import lowest
from teahouse.kernels.classic import numbers as no
from teahouse.kernels.classic.numbers import SheetNumbers, WinNumbers
from teahouse.kernels.classic.patterns import ANY_KIND, HONOURS, MINORS, TERMINALS, WHOLE_SUIT
from teahouse.kernels.kernel import kernel

(
    ALLOWED,
    SOME,
    SOME_TOO,
    SUITS,
    CHOWS,
    PONGS_OF,
    PONGS,
    KONGS,
    HIDDEN,
    HIDDEN_PONGS,
    PAIR,
    TILES,
    SOURCES,
    NEEDS,
    BONUS,
    BONUS_TILES,
) = range(16)
"""The conditions of a rule: the fields of a `Condition` in their order."""
POINTS, DOUBLINGS, SPECIAL, ANY_HAND, WINS, UNCOUNTED, REPLACES, OF_READING, NEEDED, OF_WAY = range(16, 26)
"""What it gives: points and doublings; of a special hand, what that is worth in one of them. Is it a special hand, does
it count for hands that are not sets, is it Mahjong by itself? Doublings that do not count for the least of a win. Rules
that do not count beside it, a bit each. Does it ask about sets? Kinds of which the hand must have some. Does it ask
about more than kinds before the hand is read?"""
ANY_NUMBER: Final = 511
assert OF_WAY + 1 == no.RULE_FIELDS


class Active(KernelRecord):
    """The rules that a win may have.

    rules, count: their numbers. suits: how many the hand has.
    """

    rules: Annotated[Ints, no.MOST_RULES]
    count: int
    suits: int


class Sets(KernelRecord):
    """The sets of one reading for the rules: how many of each, the kinds of pongs and kongs, and the pair."""

    chows: int
    pongs: int
    kongs: int
    hidden: int
    hidden_pongs: int
    pair: int
    completes_pair: int


class Earned(KernelRecord):
    """What the rules of one reading give."""

    points: int
    doublings: int
    uncounted: int
    special: int


@kernel
def count_bits(mask: int) -> int:
    """How many bits of a mask are set."""
    found = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found


@kernel
def suits_used(kinds: int) -> int:
    """The number of suits of these kinds."""
    used = 0
    for suit in range(no.SUITS):
        if (kinds >> (no.RANKS * suit)) & WHOLE_SUIT:
            used += 1
    return used


@kernel
def class_of(kinds: int, suits: int) -> int:
    """The class of a hand of these kinds, in so many suits."""
    found = suits
    if kinds & HONOURS:
        found |= 4
    if kinds & TERMINALS:
        found |= 8
    if kinds & MINORS:
        found |= 16
    return found


@kernel
def fits_win(sheet: SheetNumbers, rule: int, win: WinNumbers, kinds: int, needs: int) -> bool:
    """Does what is known before the hand is read fit a rule that its source and class leave possible?"""
    rules = sheet.rules
    if kinds & ~rules[rule, ALLOWED] or rules[rule, NEEDED] & ~kinds:
        return False
    some, some_too = rules[rule, SOME], rules[rule, SOME_TOO]
    if (some and not kinds & some) or (some_too and not kinds & some_too):
        return False
    return rules[rule, OF_WAY] == 0 or fits_way(sheet, rule, win, needs)


@kernel
def fits_way(sheet: SheetNumbers, rule: int, win: WinNumbers, needs: int) -> bool:
    """Do the winning tile, the bonus tiles and the further facts fit a rule?"""
    rules = sheet.rules
    if rules[rule, NEEDS] & ~needs & ~no.COMPLETES_PAIR or (rules[rule, TILES] >> win.winning_tile) & 1 == 0:
        return False
    if rules[rule, BONUS] & ~win.bonus:
        return False
    return bool((rules[rule, BONUS_TILES] >> count_bits(win.bonus)) & 1 == 1)


@kernel
def find_active(win: WinNumbers, sheet: SheetNumbers, kinds: int, needs: int, active: Active) -> None:
    """Find the rules that a win may have."""
    active.count, active.suits = 0, suits_used(kinds)
    source = no.SOURCES if win.source == no.EARTHLY and win.on_discard == 1 else win.source
    left = sheet.by_source[source] & sheet.by_class[class_of(kinds, active.suits)]
    rule = 0
    while left:
        if left & 1 and fits_win(sheet, rule, win, kinds, needs):
            active.rules[active.count] = rule
            active.count += 1
        left >>= 1
        rule += 1


@kernel
def fits_sets(sheet: SheetNumbers, rule: int, sets: Sets) -> bool:
    """Does one reading fit a rule?"""
    rules = sheet.rules
    if (rules[rule, CHOWS] >> sets.chows) & 1 == 0 or (rules[rule, PAIR] >> sets.pair) & 1 == 0:
        return False
    if (rules[rule, KONGS] >> sets.kongs) & 1 == 0 or (rules[rule, HIDDEN] >> sets.hidden) & 1 == 0:
        return False
    if (rules[rule, HIDDEN_PONGS] >> sets.hidden_pongs) & 1 == 0:
        return False
    numbers = rules[rule, PONGS]
    if numbers != ANY_NUMBER and (numbers >> count_bits(sets.pongs & rules[rule, PONGS_OF])) & 1 == 0:
        return False
    return rules[rule, NEEDS] & no.COMPLETES_PAIR == 0 or sets.completes_pair == 1


@kernel
def earn_losing(sheet: SheetNumbers, active: Active, sets: Sets, pairs: int, earned: Earned) -> None:
    """Add up what the rules for everybody give to a losing hand; any of its pairs (a mask) may meet a rule."""
    earned.points = earned.doublings = earned.uncounted = active.count = 0
    held = replaced = 0
    sets.completes_pair = 1
    for rule in range(sheet.rule_count):
        asked = sheet.rules[rule, PAIR]
        fitting = asked if asked == ANY_KIND else asked & pairs
        if (sheet.losing >> rule) & 1 == 0 or fitting == 0:
            continue
        sets.pair = lowest(fitting)
        if fits_sets(sheet, rule, sets):
            active.rules[active.count] = rule
            active.count += 1
            held |= 1 << rule
            replaced |= sheet.rules[rule, REPLACES]
    add_up(sheet, active, held & ~replaced, earned)


@kernel
def earn(sheet: SheetNumbers, active: Active, sets: Sets, earned: Earned) -> None:
    """Add up what the rules of one reading give, less those that others replace; and find its best special hand."""
    earned.points = earned.doublings = earned.uncounted = 0
    earned.special = -1
    held = replaced = 0
    for place in range(active.count):
        rule = active.rules[place]
        if sheet.rules[rule, OF_READING] == 0 or fits_sets(sheet, rule, sets):
            held |= 1 << rule
            replaced |= sheet.rules[rule, REPLACES]
    held &= ~replaced
    if held:
        add_up(sheet, active, held, earned)


@kernel
def add_up(sheet: SheetNumbers, active: Active, held: int, earned: Earned) -> None:
    """Add up what these rules give, a bit each; of special hands, keep the most valuable."""
    rules = sheet.rules
    for place in range(active.count):
        rule = active.rules[place]
        if (held >> rule) & 1 == 0:
            continue
        if rules[rule, SPECIAL] == 0:
            earned.points += rules[rule, POINTS]
            earned.doublings += rules[rule, DOUBLINGS]
            earned.uncounted += rules[rule, UNCOUNTED]
        elif rules[rule, ANY_HAND] == 0:
            earned.special = max(earned.special, rules[rule, POINTS] + rules[rule, DOUBLINGS])


@kernel
def special_ways(sheet: SheetNumbers, active: Active, wins: int) -> int:
    """The best special hand that a hand is by the way it was won, or with `wins`, in any way; -1 for none."""
    best = -1
    for place in range(active.count):
        gives = sheet.rules[active.rules[place]]
        if gives[SPECIAL] and gives[ANY_HAND] and gives[WINS] == wins:
            best = max(best, gives[POINTS] + gives[DOUBLINGS])
    return best


@kernel
def way_doublings(sheet: SheetNumbers, active: Active) -> int:
    """The doublings of rules that count beside special hands too."""
    found = 0
    for place in range(active.count):
        gives = sheet.rules[active.rules[place]]
        if gives[SPECIAL] == 0 and gives[ANY_HAND]:
            found += gives[DOUBLINGS]
    return found
