"""The scoring rows of a ruleset as rules of the kernel's sheets."""

from collections.abc import Iterable, Sequence
from typing import Final

from teahouse.games.classic.patterns.conditions import COMPLETES_PAIR, Condition
from teahouse.games.classic.rulesets.declared import MOST_TESTS
from teahouse.games.classic.scoring.rows import PlayedRow, needed_kinds
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.built_in_hands import HONOURS, MINORS, TERMINALS

PARTS: Final = ((4, HONOURS), (8, TERMINALS), (16, MINORS))
"""The bits of a class of hands, and the kinds that each bit stands for."""
SET_FIELDS: Final = ("chows", "pongs", "kongs", "concealed_pongs_or_kongs", "concealed_pongs", "pair")
ANY: Final = Condition()
assert Condition._fields == tuple(codes.RuleNumbers.__annotations__)[: len(Condition._fields)]
assert codes.MOST_RULES == MOST_TESTS


def write_scoring_rules(sheet: codes.SheetNumbers, rows: Sequence[PlayedRow]) -> None:
    """Write the rows, a rule for each of their alternatives; of several that hold, the first counts."""
    found = [(row, test.asks) for row in rows for test in row.tests]
    assert len(found) <= codes.MOST_RULES
    sheet.rule_count = len(found)
    for number, (row, asks) in enumerate(found):
        rule = sheet.rules[number]
        for name, value in asks._asdict().items():
            setattr(rule, name, value)
        rule.points, rule.doublings = row.worth.points, row.worth.doublings
        rule.special, rule.any_hand, rule.wins = row.special, row.any_hand, row.wins
        rule.uncounted = 0 if row.counts else row.worth.doublings
        rule.replaces = sum(
            1 << other
            for other, (each, _) in enumerate(found)
            if each.key in row.replaces or (each.key == row.key and other > number)
        )
        rule.asks_sets, rule.asks_way = is_about_sets(asks), is_about_way(asks)
        rule.needed = needed_kinds(asks)
    for source in range(codes.SOURCE_BITS):
        sheet.by_source[source] = _mask(bool(asks.sources >> source & 1) for _, asks in found)
    sheet.losing = _mask(row.everybody and not row.special for row, _ in found)
    for number in range(codes.CLASSES):
        sheet.by_class[number] = _mask(may_be(asks, number) for _, asks in found)


def _mask(flags: Iterable[bool]) -> int:
    return sum(1 << place for place, flag in enumerate(flags) if flag)


def is_about_sets(asks: Condition) -> bool:
    """Does it ask about the sets of a reading?"""
    if asks.needs & COMPLETES_PAIR:
        return True
    return any(getattr(asks, field) != getattr(ANY, field) for field in SET_FIELDS)


def is_about_way(asks: Condition) -> bool:
    """Does it ask about the winning tile, bonus tiles or further facts?"""
    return bool(asks.needs & ~COMPLETES_PAIR) or asks.tiles != ANY.tiles or asks.is_about_bonus


def may_be(asks: Condition, number: int) -> bool:
    """Can a hand of this class meet the condition?

    >>> may_be(Condition(suits=0b10), 2), may_be(Condition(suits=0b10), 1)
    (False, True)
    """
    if not asks.suits >> (number & 3) & 1:
        return False
    has = [kinds for bit, kinds in PARTS if number & bit]
    if any(not asks.allowed & kinds for kinds in has):
        return False
    present = sum(has)
    return all(not some or some & present for some in (asks.one_of, asks.also_one_of))
