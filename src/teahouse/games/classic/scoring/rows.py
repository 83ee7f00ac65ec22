"""The rows that a ruleset plays for a player with given winds, and whether a hand has what they ask for."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from teahouse.core.tiles import BONUS_TILES, tiles_text
from teahouse.games.classic.patterns.conditions import (
    ANY_NUMBER,
    COMPLETES_PAIR,
    ONLY_TILE,
    Condition,
    Winds,
    condition,
)
from teahouse.games.classic.patterns.language import Bindings, kinds_mask, named_winds
from teahouse.games.classic.patterns.rows import When, alternatives, house_rows
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.lines import Worth, worth_of
from teahouse.games.classic.scoring.readings import kinds_in
from teahouse.games.classic.scoring.shapes import HandShape
from teahouse.games.classic.scoring.tile_hands import special_points

READING_NEEDS: Final = COMPLETES_PAIR


class RowTest(NamedTuple):
    """A condition with its kinds as numbers of tiles: forbidden, required, and two sets of which it needs one each."""

    outside: int
    needed: int
    one_of: int
    also_one_of: int
    pongs_of: int
    asks: Condition


class PlayedRow(NamedTuple):
    """A row of a ruleset: what it is worth, the tests of which one must hold, and how it counts together with others.

    special: its worth stands for the whole hand. any_hand: it counts beside special hands too. wins: it is Mahjong by
    itself. everybody: losers have it too. counts: its doublings count for the minimum. replaces: keys of other rows.
    """

    key: str
    worth: Worth
    tests: tuple[RowTest, ...]
    special: bool = False
    any_hand: bool = False
    wins: bool = False
    everybody: bool = False
    counts: bool = True
    replaces: frozenset[str] = frozenset()

    @property
    def is_bonus_only(self) -> bool:
        """Does it depend on bonus tiles only?"""
        return all(test.asks.is_bonus_only for test in self.tests)

    @property
    def asks_only_tile(self) -> bool:
        """Does it ask whether another tile could have won?"""
        return any(test.asks.needs & ONLY_TILE for test in self.tests)


class WinFacts(NamedTuple):
    """The facts of a win that do not depend on how its hand is read.

    kinds: all of it, as a number of tiles. suits: how many. source: its bit. tile: the winning tile's code. needs:
    the further facts that hold. bonus, bonus_tiles: bonus tiles as a mask, and how many.
    """

    kinds: int
    suits: int
    source: int
    tile: int
    needs: int
    bonus: int
    bonus_tiles: int


class EachSet(NamedTuple):
    """A row that every set of some kinds has: the kinds as a mask, its name, its doublings."""

    kinds: int
    name: str
    doublings: int


def set_rows(ruleset: Ruleset, own: int, prevailing: int) -> list[EachSet]:
    """The rows that count for each set, under a ruleset."""
    chosen = Bindings({}, 0, named_winds(own, prevailing))
    return [
        EachSet(kinds_mask(row.each, chosen, key), row.name, option_number(ruleset, row.option))
        for key, row in house_rows().items()
        if row.each
    ]


def option_number(ruleset: Ruleset, option: str) -> int:
    """What an option gives: points or doublings; for a special hand its points, or its faan."""
    value: Any = ruleset
    for name in option.split("."):
        value = getattr(value, name)
    return special_points(value, ruleset) if option.startswith("special_hands.") else int(value)


def played_rows(ruleset: Ruleset, winds: Winds) -> Iterator[PlayedRow]:
    """The rows of the house that have a value under the ruleset, and the rows that it declares itself."""
    for key, row in house_rows().items():
        number = option_number(ruleset, row.option)
        if number and not row.each:
            tests = _tests(row.when_under(ruleset), winds, f"rows.toml: {key}")
            if _is_played(tests, ruleset):
                yield PlayedRow(
                    key,
                    _house_worth(row.name, row.option, number, tests, ruleset),
                    tests,
                    special=row.is_special,
                    any_hand=row.any_hand,
                    wins=row.wins,
                    everybody=row.scope == "everybody",
                    counts=ruleset.bonus_counts_for_minimum or not _is_about_bonus(tests),
                    replaces=frozenset(row.replaced_under(ruleset)),
                )
    yield from _own_rows(ruleset, winds)


def _own_rows(ruleset: Ruleset, winds: Winds) -> Iterator[PlayedRow]:
    for row in ruleset.rows:
        tests = _tests(row.when, winds, f"rows.{row.key}")
        if _is_played(tests, ruleset):
            special = row.value != "off" or row.whole_hand
            number = special_points(row.value, ruleset) or row.faan
            worth = special_worth(row.name, number, ruleset)
            if not special:
                worth = worth_of(row.name, row.points, row.doublings or row.faan, _bonus_text(tests))
            yield PlayedRow(
                row.key,
                worth,
                tests,
                special=special,
                any_hand=row.any_hand,
                everybody=row.scope == "everybody",
                counts=row.counts_for_minimum,
                replaces=frozenset(row.replaces),
            )


def _tests(when: When, winds: Winds, place: str) -> tuple[RowTest, ...]:
    conditions = [condition(phrases, winds, place=place) for phrases in alternatives(when)]
    return tuple(
        RowTest(
            ~kinds_in(each.allowed),
            kinds_in(needed_kinds(each)),
            kinds_in(each.one_of),
            kinds_in(each.also_one_of),
            kinds_in(each.pongs_of),
            each,
        )
        for each in conditions
    )


def needed_kinds(asks: Condition) -> int:
    """The kinds that a hand must have: all kinds of the row's pongs, if it needs a pong of each of them."""
    return asks.pongs_of if asks.pongs & -asks.pongs == 1 << asks.pongs_of.bit_count() else 0


def _is_played(tests: Iterable[RowTest], ruleset: Ruleset) -> bool:
    """Is the row played? One about bonus tiles is not if there are no bonus tiles."""
    return ruleset.bonus_tiles or not _is_about_bonus(tests)


def _is_about_bonus(tests: Iterable[RowTest]) -> bool:
    return any(test.asks.is_about_bonus for test in tests)


def _house_worth(name: str, option: str, number: int, tests: Sequence[RowTest], ruleset: Ruleset) -> Worth:
    if option.startswith("special_hands."):
        return special_worth(name, number, ruleset)
    points, doublings = (number, 0) if option.endswith("_points") else (0, number)
    return worth_of(name, points, doublings, _bonus_text(tests))


def special_worth(name: str, number: int, ruleset: Ruleset) -> Worth:
    """What a special hand is worth: points, or faan if the ruleset counts faan."""
    return worth_of(name, 0, number) if ruleset.counts_faan else worth_of(name, number, 0)


def _bonus_text(tests: Sequence[RowTest]) -> str:
    """The bonus tiles that a row names."""
    return tiles_text([tile for place, tile in enumerate(BONUS_TILES) if tests[0].asks.bonus >> place & 1])


class Candidates(NamedTuple):
    """The rows that a source and a number of suits leave possible, each with a test.

    adding: rows that add to the score. sets: special hands of sets. ways: special hands of a way to win.
    """

    adding: tuple[tuple[PlayedRow, RowTest], ...]
    sets: tuple[tuple[PlayedRow, RowTest], ...]
    ways: tuple[tuple[PlayedRow, RowTest], ...]


def candidates(rows: Iterable[PlayedRow], source: int, suits: int) -> Candidates:
    """The rows that a win from this source, in this many suits, can have."""
    possible = [
        (row, test) for row in rows for test in row.tests if test.asks.sources & source and test.asks.suits >> suits & 1
    ]
    return Candidates(
        tuple(each for each in possible if not each[0].special),
        tuple(each for each in possible if each[0].special and not each[0].any_hand),
        tuple(each for each in possible if each[0].special and each[0].any_hand),
    )


def holds_for_win(test: RowTest, facts: WinFacts) -> bool:
    """Do the facts of a win fit a row that its source and suits leave possible?"""
    kinds = facts.kinds
    if kinds & test.outside or kinds & test.needed != test.needed:
        return False
    asks = test.asks
    if asks.needs & ~facts.needs & ~READING_NEEDS or not asks.tiles >> facts.tile & 1:
        return False
    if asks.bonus & ~facts.bonus or not asks.bonus_tiles >> facts.bonus_tiles & 1:
        return False
    return bool((not test.one_of or kinds & test.one_of) and (not test.also_one_of or kinds & test.also_one_of))


def holds_for_reading(test: RowTest, shape: HandShape) -> bool:
    """Does one reading of the hand fit?"""
    asks = test.asks
    if not asks.chows >> shape.chows & 1 or not asks.pair >> shape.pair & 1:
        return False
    if asks.needs & COMPLETES_PAIR and not shape.completes_pair:
        return False
    return has_sets(test, shape)


def has_sets(test: RowTest, shape: HandShape) -> bool:
    """Does a reading have the required numbers of pongs, kongs and concealed sets?"""
    asks = test.asks
    if asks.pongs != ANY_NUMBER and not asks.pongs >> (shape.pongs & test.pongs_of).bit_count() & 1:
        return False
    if asks.kongs != ANY_NUMBER and not asks.kongs >> shape.kongs & 1:
        return False
    concealed = asks.concealed_pongs_or_kongs
    if concealed != ANY_NUMBER and not concealed >> shape.concealed_pongs_or_kongs & 1:
        return False
    return asks.concealed_pongs == ANY_NUMBER or bool(asks.concealed_pongs >> shape.concealed_pongs & 1)


def without_replaced(rows: Sequence[PlayedRow]) -> Sequence[PlayedRow]:
    """The rows that apply, without the rows that others among them replace."""
    replaced = {key for row in rows if row.replaces for key in row.replaces}
    return [row for row in rows if row.key not in replaced] if replaced else rows


def bonus_rows(rows: Iterable[PlayedRow], bonus: int) -> Sequence[PlayedRow]:
    """The rows about bonus tiles alone that these bonus tiles have; bonus: as a mask."""
    count = bonus.bit_count()
    return without_replaced(
        [
            row
            for row in rows
            if any(not test.asks.bonus & ~bonus and test.asks.bonus_tiles >> count & 1 for test in row.tests)
        ]
    )
