"""Every hand of the table has the score that follows from the rule book."""

from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from teahouse.core.errors import InvalidText
from teahouse.games.classic.notation import parse_hand
from teahouse.games.classic.patterns.rows import house_rows
from teahouse.games.classic.rulesets.ruleset import load_ruleset
from teahouse.games.classic.scoring.names import rule_options
from teahouse.games.classic.scoring.rows import option_number
from teahouse.games.classic.scoring.shapes import hand_numbers
from teahouse.games.classic.scoring.table_score import TableScore, score_hand
from teahouse.games.classic.scoring.tile_hands import tiles_hands
from teahouse.players.classic.patterns import pattern_hands
from tests.tables.hands import TABLED, Expected, Row, table

ROWS = table()
NEVER_A_LINE = {"Chow, melded", "Chow, concealed", "Pair of 2s to 8s", "Four wind sets"}
"""Rules that are worth nothing under every ruleset of the house, or that only losers have a line of."""
UNDER = tuple(f"{name}:" for name in TABLED)


def row_id(row: Row) -> str:
    return f"line {row.line}: {row.question.hand}"


@cache
def scored(line: int, ruleset: str) -> TableScore | None:
    """The score of the hand in a row of the table; None if it is no Mahjong."""
    question = next(row.question for row in ROWS if row.line == line)
    try:
        return score_hand(question, load_ruleset(ruleset))
    except InvalidText:
        return None


def test_every_row_is_tested_under_some_ruleset() -> None:
    assert [row_id(row) for row in ROWS if not row.answers] == []


@pytest.mark.parametrize("ruleset", TABLED)
def test_hands_score_as_in_the_table(ruleset: str) -> None:
    wrong = [(row_id(row), expected, got) for row, expected, got in compared(ruleset) if got != expected]
    assert wrong == []


def compared(ruleset: str) -> Iterator[tuple[Row, Expected | None, Expected | None]]:
    """Every row under a ruleset, with the expected score and the computed one."""
    for row in ROWS:
        if ruleset in row.answers:
            found = scored(row.line, ruleset)
            got = None if found is None else Expected(found.points, found.doublings, found.score)
            yield row, row.answers[ruleset], got


@pytest.mark.parametrize("ruleset", TABLED)
def test_lines_add_up_and_payments_sum_to_zero(ruleset: str) -> None:
    asked = [(row, scored(row.line, ruleset)) for row in ROWS if row.answers.get(ruleset)]
    assert asked
    assert [row_id(row) for row, found in asked if found is None or not adds_up(found)] == []


def adds_up(found: TableScore) -> bool:
    lines, payments = found.lines, sum(share.tallies for share in found.payments)
    sums = (sum(line.points for line in lines), sum(line.doublings for line in lines), payments)
    return sums == (found.points, found.doublings, 0)


CLUB_ROWS = [row for row in ROWS if row.shows.startswith("club:")]


def test_examples_and_near_misses_of_club_hands_are_recognised() -> None:
    assert [row_id(row) for row in CLUB_ROWS if not shows_hand(row)] == []


def shows_hand(row: Row) -> bool:
    hand = parse_hand(row.question.hand)
    found = [each.name for each in tiles_hands(hand_numbers(hand.tiles, hand.melds), load_ruleset("club"))]
    name = row.shows.removeprefix("club:").removeprefix("not ")
    return (name in found) == ("not " not in row.shows)


def test_every_hand_of_clubs_has_examples_and_near_misses() -> None:
    names = [hand.name for hand in pattern_hands(load_ruleset("club"))]
    shown = [row.shows for row in CLUB_ROWS]
    assert all(f"club:{name}" in shown for name in names)
    assert all(f"club:not {name}" in shown for name in names if name != "Pearl Hand")
    assert len(CLUB_ROWS) == 111


PLAIN_ROWS = [row for row in ROWS if row.shows and not row.shows.startswith(("Example", "club:"))]
SHOWN = [row for row in PLAIN_ROWS if not row.shows.endswith(":not seven pairs") and any(row.answers.values())]


def test_hands_score_by_the_rules_they_test() -> None:
    assert SHOWN
    assert [row_id(row) for row in SHOWN if not shows_rule(row)] == []


def shows_rule(row: Row) -> bool:
    ruleset, rule = row.shows.split(":", 1) if row.shows.startswith(UNDER) else ("british", row.shows)
    found = scored(row.line, ruleset)
    name = rule.removeprefix("not ")
    return found is not None and (name in [line.rule for line in found.lines]) == (name == rule)


def test_every_rule_is_tested_by_some_hand() -> None:
    shown = {row.shows.split(":", 1)[1] if row.shows.startswith(UNDER) else row.shows for row in ROWS}
    assert set(rule_options()) - shown == NEVER_A_LINE


@pytest.mark.parametrize("name", ["hongkong", "western"])
def test_every_scoring_row_of_a_ruleset_is_tested_under_it(name: str) -> None:
    ruleset = load_ruleset(name)
    shown = {row.shows.removeprefix(f"{name}:") for row in ROWS if row.shows.startswith(f"{name}:")}
    played = [row for row in house_rows().values() if option_number(ruleset, row.option)]
    other = {"Pong or kong of Dragons", "Pong or kong of own wind", "Pong or kong of prevailing wind"}
    other |= {"Bouquet: all four Seasons", "Four wind sets"}
    assert {row.name for row in played} - shown <= (other if name == "western" else set())


def test_there_are_150_hands_and_the_eight_examples() -> None:
    assert (
        len({(row.question.hand, row.question.source, row.question.winning_tile, row.question.bonus) for row in ROWS})
        >= 150
    )
    assert [row.shows for row in ROWS[:8]] == [f"Example {number}" for number in range(1, 9)]
    assert sum(row.answers.get("bmja") is not None for row in ROWS) >= 150


EXAMPLE_PAYMENTS: list[tuple[int, dict[str, bool], list[int]]] = [
    (2, {}, [120, -120, 0, 0]),
    (2, {"discarder_is_dealer": True}, [240, -240, 0, 0]),
    (3, {"dealer": True}, [792, -264, -264, -264]),
    (4, {}, [3584, -1792, -896, -896]),
    (5, {}, [8000, -4000, -2000, -2000]),
    (6, {}, [80, -80, 0, 0]),
    (7, {"discarder_is_dealer": True}, [8000, -8000, 0, 0]),
    (8, {"dealer": True}, [576, -576, 0, 0]),
]


@pytest.mark.parametrize(("example", "roles", "expected"), EXAMPLE_PAYMENTS)
def test_worked_examples_are_paid_as_worked_out(example: int, roles: dict[str, bool], expected: list[int]) -> None:
    question = msgspec.structs.replace(ROWS[example - 1].question, **roles)
    found = score_hand(question, load_ruleset("british"))
    assert [share.tallies for share in found.payments] == expected
