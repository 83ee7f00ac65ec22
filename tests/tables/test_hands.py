"""Every hand of the table scores what the rule book's tables give."""

import msgspec
import pytest

from teahouse.core.errors import InvalidText
from teahouse.games.classic.rulesets.ruleset import load_ruleset
from teahouse.games.classic.scoring.names import rule_options
from teahouse.games.classic.scoring.table_score import Answer, Question, answer
from tests.tables.hands import Expected, Row, table

ROWS = table()
OFF_IN_BOTH = {
    "Chow, melded",
    "Chow, concealed",
    "Pair of Minor",
    "Two dragon sets and the third as pair",
    "Three wind sets and the fourth as pair",
    "Three concealed pongs",
    "Four chows and a worthless pair",
    "Scratching a Carrying Pole",
}


def row_id(row: Row) -> str:
    return f"line {row.line}: {row.question.hand}"


def scored(question: Question, ruleset: str) -> Answer | None:
    try:
        return answer(question, load_ruleset(ruleset))
    except InvalidText:
        return None


@pytest.mark.parametrize("row", ROWS, ids=row_id)
def test_hand_scores_as_tabled(row: Row) -> None:
    for ruleset, expected in (("british", row.british), ("bmja", row.bmja)):
        found = scored(row.question, ruleset)
        got = None if found is None else Expected(found.points, found.doublings, found.score)
        assert got == expected, (ruleset, found)


@pytest.mark.parametrize("row", [row for row in ROWS if row.shows and not row.shows.startswith("Example")], ids=row_id)
def test_hand_shows_the_rule_it_is_there_for(row: Row) -> None:
    ruleset, _, rule = row.shows.rpartition(":") if row.shows.startswith("bmja:") else ("british", "", row.shows)
    found = scored(row.question, ruleset)
    assert found is not None
    assert rule in [line.rule for line in found.lines]


def test_every_rule_is_shown_by_some_hand() -> None:
    shown = {row.shows.removeprefix("bmja:") for row in ROWS}
    assert set(rule_options()) - shown == OFF_IN_BOTH


def test_there_are_150_hands_and_the_eight_examples() -> None:
    assert (
        len({(row.question.hand, row.question.source, row.question.winning_tile, row.question.bonus) for row in ROWS})
        >= 150
    )
    assert [row.shows for row in ROWS[:8]] == [f"Example {number}" for number in range(1, 9)]
    assert sum(row.bmja is not None for row in ROWS) >= 150


@pytest.mark.parametrize("row", ROWS, ids=row_id)
def test_lines_add_up_and_payments_sum_to_zero(row: Row) -> None:
    answers = [found for ruleset in ("british", "bmja") if (found := scored(row.question, ruleset)) is not None]
    assert answers or (row.british, row.bmja) == (None, None)
    for found in answers:
        assert sum(line.points for line in found.lines) == found.points
        assert sum(line.doublings for line in found.lines) == found.doublings
        assert sum(share.tallies for share in found.payments) == 0


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
    found = answer(question, load_ruleset("british"))
    assert [share.tallies for share in found.payments] == expected
