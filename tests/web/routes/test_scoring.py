"""The scorer over HTTP."""

import msgspec
import pytest

from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset
from teahouse.games.classic.scoring.complaints import COMPLAINTS
from teahouse.games.classic.scoring.table_score import ScoreRequest, score_hand
from tests.web.live import Visitor

HAND = {
    "hand": "111m 555p 123s 77z [999s]",
    "winning_tile": "5p",
    "source": "wall",
    "personal_wind": "East",
    "prevailing_wind": "South",
}


def test_a_hand_is_scored_line_by_line_with_who_pays_what(ann: Visitor) -> None:
    found = ann.post("/score", **HAND)
    assert (found["ruleset"], found["score"], found["points"], found["doublings"]) == ("british", 40, 40, 0)
    assert sum(line["points"] for line in found["lines"]) == 40
    assert sum(share["tallies"] for share in found["payments"]) == 0
    by_rule = {line["rule"]: line for line in found["lines"]}
    assert not by_rule["Drawn from the Wall"]["reconstructed"]
    assert by_rule["Pair of Dragons"]["reconstructed"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_scores_as_the_rules_do(ann: Visitor, ruleset: str) -> None:
    hand = {**HAND, "hand": "111m 555m 999m 77z (1111z)", "winning_tile": "9m", "prevailing_wind": "East"}
    scored = ann.post("/score", **hand, ruleset=ruleset)
    known = score_hand(msgspec.convert(hand, ScoreRequest), load_ruleset(ruleset))
    assert (scored["score"], len(scored["lines"]), len(scored["payments"])) == (
        known.score,
        len(known.lines),
        len(known.payments),
    )


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"hand": "111m"}, "expected"),
        ({"hand": "111m 555p 123s 79z [999s]"}, "got '9z'"),
        ({"source": "thin air"}, "thin air"),
        ({"ruleset": "riichi"}, "expected a ruleset among british"),
        ({"winning_tile": "9p"}, "9p"),
    ],
)
def test_the_refusal_of_a_hand_says_what_is_wrong(ann: Visitor, change: dict[str, str], complaint: str) -> None:
    refusal = ann.post("/score", 422, **HAND | change)
    assert refusal["code"] == "score/hand"
    assert refusal["text"].startswith("the hand cannot be scored: expected")
    assert complaint in refusal["text"]


def test_an_impossible_win_is_refused_with_a_code_and_values_for_translations(ann: Visitor) -> None:
    refusal = ann.post("/score", 422, **HAND | {"winning_tile": "9p"})
    assert refusal["why"] == "winning_tile"
    assert refusal["values"] == {"held": "111m 555p 123s 77z", "tile": "9p"}
    assert refusal["text"].endswith(COMPLAINTS["winning_tile"].format(**refusal["values"]))
    assert "why" not in ann.post("/score", 422, **HAND | {"ruleset": "riichi"})


def test_an_invalid_question_is_refused(ann: Visitor) -> None:
    assert ann.post("/score", 400, hand="111m")["code"] == "wire/unreadable"
    assert ann.post("/score", 400, **HAND, tea="green")["code"] == "wire/unreadable"
