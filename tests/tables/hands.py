"""The table of hands, with their scores under the rulesets, worked out by hand from the rule book's tables.

Special hands that only clubs play have examples and near misses under `club` too; the rows of `hongkong` and `western`
apply to those alone. A row's points and doublings (under `hongkong`, faan) are sums, written term by term; `-` means
that the hand is no Mahjong, and an empty cell that the ruleset is not tested.
"""

import csv
from pathlib import Path
from typing import NamedTuple

from teahouse.games.classic.scoring.table_score import ScoreRequest

TABLED = ("british", "bmja", "club", "hongkong", "western")
TABLE = Path(__file__).with_name("hands.csv")


class Expected(NamedTuple):
    """Points, doublings and score."""

    points: int
    doublings: int
    score: int


class Row(NamedTuple):
    """One hand: the rule it tests, the question, and the answer by ruleset; None if it is no Mahjong."""

    line: int
    shows: str
    question: ScoreRequest
    answers: dict[str, Expected | None]


def table() -> list[Row]:
    """Every row."""
    with TABLE.open(newline="", encoding="utf-8") as file:
        return [_row(number, row) for number, row in enumerate(csv.DictReader(file), 2)]


def _row(number: int, row: dict[str, str]) -> Row:
    flags = row["flags"].split()
    question = ScoreRequest(
        hand=row["hand"],
        winning_tile=row["winning"],
        source=row["source"],
        personal_wind=row["personal"],
        prevailing_wind=row["prevailing"],
        bonus=row["bonus"],
        discarder_is_dealer="on_discard" in flags,
        kong_upon_kong="kong_upon_kong" in flags,
        original_call="original_call" in flags,
        winning_streak="winning_streak" in flags,
    )
    answers = {name: _expected(row, name) for name in TABLED if row[f"{name}_points"]}
    return Row(number, row["shows"], question, answers)


def _expected(row: dict[str, str], ruleset: str) -> Expected | None:
    points, doublings = row[f"{ruleset}_points"], row[f"{ruleset}_doublings"]
    return None if points == "-" else Expected(_sum(points), _sum(doublings), int(row[f"{ruleset}_score"]))


def _sum(terms: str) -> int:
    return sum(map(int, terms.split("+")))
