"""Training over the wire: puzzles of a fresh house, no solution before an answer, nobody answers for another."""

import json

from tests.web.live import Live, Visitor

SECRET = ("best", "line", "solution", "lost", "mark", "reason", "rating", "position")


def test_a_fresh_house_has_a_battle_puzzle_that_is_held_answered_and_rated_once(ann: Visitor, bob: Visitor) -> None:
    task = ann.post("/puzzles/battle/next")["task"]
    assert task["exact"]
    assert len(task["moves"]) >= 3
    sent = json.dumps(task)
    assert not [name for name in SECRET if f'"{name}"' in sent]
    assert ann.post("/puzzles/battle/next")["task"]["id"] == task["id"]
    assert bob.post(f"/puzzles/{task['id']}/answer", 404, move="")["code"] == "training/unknown"
    assert ann.post(f"/puzzles/{task['id']}/answer", 409, move="a1a1")["code"] == "move/illegal"
    assert ann.post(f"/puzzles/{task['id']}/answer", 400, move="x" * 100)["code"] == "wire/unreadable"
    verdict = ann.post(f"/puzzles/{task['id']}/answer", move=task["moves"][0]["text"])
    again = ann.post(f"/puzzles/{task['id']}/answer", move=verdict["best"])
    assert again["right"]
    assert (again["strength"], again["change"]) == (verdict["strength"], verdict["change"])
    assert verdict["strength"]["games"] == 1
    assert ann.post("/puzzles/battle/next")["task"]["id"] != task["id"]


def test_the_plan_of_a_visitor_is_empty_and_unknown_things_are_refused(live: Live, ann: Visitor) -> None:
    plan = ann.get("/me/training")
    assert (plan["due"], plan["boxes"], plan["days"]) == (0, [0, 0, 0, 0], [1, 3, 7, 21])
    assert ann.get("/me/training/next")["task"] is None
    assert ann.post("/me/training/cards", 404, table="abc", deal=0, step=1)["code"] == "table/unknown"
    assert ann.post("/me/training/cards/abc", 404, move="")["code"] == "training/unknown"
    assert ann.http.delete("/me/training/cards/abc").status_code == 404
    assert ann.post("/puzzles/chess/next", 404)["code"] == "wire/unknown"
