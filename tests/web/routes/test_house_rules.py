"""House rules over HTTP: stored for a person, private until shared, and used at a table."""

from typing import Any

import pytest

from teahouse.service.hosting.classic.saved_rules import MOST_SAVED
from tests.web.live import Live, Visitor

SUNDAYS: dict[str, Any] = {"title": "Sundays", "base": "bmja", "changes": {"bonus_tiles": False, "pairs.dragon": 4}}


def test_a_guest_stores_changes_and_deletes_house_rules(ann: Visitor) -> None:
    kept = ann.post("/rulesets", 201, **SUNDAYS)
    assert (kept["base"], kept["changes"], kept["shared"]) == ("bmja", SUNDAYS["changes"], False)
    assert kept["ruleset"]["bonus_tiles"] is False
    assert [one["title"] for one in ann.get("/me/rulesets")] == ["Sundays"]
    changed = ann.put(f"/rulesets/{kept['id']}", title="Mondays", base="british", changes={"limit": None})
    assert (changed["title"], changed["base"], changed["changes"]) == ("Mondays", "british", {"limit": None})
    assert ann.http.get(f"/rulesets/{kept['id']}/file").text.splitlines()[-1] == 'limit = "none"'
    assert ann.http.delete(f"/rulesets/{kept['id']}").status_code == 204
    assert ann.get(f"/rulesets/{kept['id']}", 404)["code"] == "rules/unknown"
    assert ann.get("/me/rulesets") == []


def test_others_rules_are_visible_only_when_shared_and_never_changeable(live: Live, ann: Visitor) -> None:
    kept, ben = ann.post("/rulesets", 201, **SUNDAYS)["id"], live.visitor().guest()
    path = f"/rulesets/{kept}"
    for stranger in (ben, live.visitor()):
        assert stranger.get(path, 404)["code"] == "rules/unknown"
        assert stranger.get(f"{path}/file", 404)["code"] == "rules/unknown"
    ann.put(path, **SUNDAYS, shared=True)
    seen = ben.get(path)
    assert (seen["title"], seen["is_own"]) == ("Sundays", False)
    assert ben.put(path, 404, title="Mine", changes={})["code"] == "rules/unknown"
    assert ben.http.delete(path).status_code == 404
    assert ann.get(path)["title"] == "Sundays"


def test_a_table_is_played_by_house_rules_and_shows_their_title(ann: Visitor) -> None:
    ruleset = ann.post("/rulesets", 201, **SUNDAYS)["ruleset"]
    table = ann.post("/tables", 201, game="classic", options={"ruleset": ruleset}, private=True)["table"]
    assert table["options"]["ruleset"]["title"] == "Sundays"
    named = ann.post("/tables", 201, game="classic", options={"ruleset": "bmja"}, private=True)["table"]
    assert named["options"]["ruleset"] == "bmja", "what the house has under a name is not given in full"
    refusal = ann.post("/tables", 422, game="classic", options={"ruleset": {**ruleset, "name": "british"}})
    assert "option name" in refusal["text"]
    book = {"names": ["A", "B", "C", "D"], "options": {"ruleset": {**ruleset, "name": "bmja"}}}
    assert ann.post("/scorebooks", 409, **book)["code"] == "scorebook/refused"


def test_changed_rules_are_checked_option_by_option(ann: Visitor) -> None:
    found = ann.post("/rulesets/check", base="british", changes={"kong_box_size": 7, "limit": -1})
    assert {one["option"] for one in found["problems"]} == {"kong_box_size", "limit"}
    assert found["ruleset"] is None
    good = ann.post("/rulesets/check", base="british", changes={"kong_box": False}, title="Mine")
    assert good["problems"] == []
    assert (good["ruleset"]["kong_box"], good["ruleset"]["title"]) == (False, "Mine")
    assert "kong_box = false" in good["file"]


def test_a_file_is_read_and_says_where_it_is_wrong(ann: Visitor) -> None:
    file = ann.post("/rulesets/check", base="club", changes={"limit": 800, "special_half_limit": 400})["file"]
    read = ann.http.post("/rulesets/file", content=file).json()
    assert (read["base"], read["changes"]) == ("club", {"limit": 800, "special_half_limit": 400})
    for text in ("limit = 5", "format = 1\nbase = 'british'\nlimit = [", "\x00", "é".encode("latin-1"), "x" * 200_000):
        refusal = ann.http.post("/rulesets/file", content=text)
        assert refusal.status_code in (413, 422), text[:40]
        assert len(refusal.json()["text"]) < 400


@pytest.mark.parametrize(
    "body",
    [
        {"title": "british"},
        {"title": "  "},
        {"title": "x" * 61},
        {"title": "Sun\u202edays"},
        {"title": "Mine", "base": "nowhere"},
        {"title": "Mine", "changes": {"limit": 10**40}},
        {"title": "Mine", "changes": {"name": "british", "nowhere": 1}},
        {"title": "Mine", "changes": {"hands.a": {"name": "\u200b", "parts": ["7 pairs X"], "value": 5}}},
        {"title": "Mine", "changes": {f"pairs.a{number}": 1 for number in range(1000)}},
    ],
)
def test_invalid_rules_are_not_stored(ann: Visitor, body: dict[str, Any]) -> None:
    answer = ann.http.post("/rulesets", json=body)
    assert answer.status_code in (400, 422)
    assert len(answer.text) < 1000
    assert ann.get("/me/rulesets") == []


def test_a_name_among_the_changes_does_not_replace_the_title(ann: Visitor) -> None:
    kept = ann.post("/rulesets", 201, title="Mine", changes={"name": "british", "title": "British", "limit": None})
    assert (kept["ruleset"]["name"], kept["ruleset"]["title"]) == ("Mine", "Mine")


def test_the_number_of_house_rules_of_a_person_is_limited(live: Live) -> None:
    eve = live.visitor().guest()
    for number in range(MOST_SAVED):
        eve.post("/rulesets", 201, title=f"Rules {number}")
    assert eve.post("/rulesets", 409, title="One more")["code"] == "rules/many"
    assert len(eve.get("/me/rulesets")) == MOST_SAVED
