"""Bots that play over HTTP with a token, against a real server on the loopback."""

import json
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from teahouse.service.store.schema import session
from tests.web.live import SHARE, Live, Visitor, fetch

EXAMPLES = Path(__file__).parents[3] / "examples"


class Bot:
    """A program with a token."""

    def __init__(self, live: Live, token: str) -> None:
        self.http = httpx.Client(
            base_url=f"{live.url}/api/v1/bot",
            headers={"authorization": f"Bearer {token}"},
            timeout=60,
            verify=False,
        )

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        response = self.http.post(path, json=body)
        assert response.status_code == status, response.text
        return response.json()

    @contextmanager
    def stream(self, path: str) -> Generator[Iterator[dict[str, Any]]]:
        with self.http.stream("GET", path) as response:
            assert response.status_code == 200, response.read()
            yield (json.loads(line) for line in response.iter_lines() if line)


@pytest.fixture
def token(ann: Visitor) -> str:
    return str(ann.post("/tokens", 201, name="my bot")["token"])


@pytest.fixture
def bot(live: Live, token: str) -> Iterator[Bot]:
    made = Bot(live, token)
    yield made
    made.http.close()


def test_a_token_is_shown_once_listed_and_stored_as_a_hash(live: Live, ann: Visitor) -> None:
    made = ann.post("/tokens", 201, name="my bot")
    (listed,) = ann.get("/tokens")
    assert listed == made | {"token": None}
    rows = live.do(lambda: live.context.store.read(lambda c: str(list(c.execute(select(session))))))
    assert made["id"] in rows
    assert made["token"] not in rows


def test_a_bot_belongs_to_its_person(bot: Bot, ann: Visitor) -> None:
    assert bot.http.get("/account").json() == ann.get("/me")


def test_a_token_opens_no_browser_route_and_a_cookie_no_bot_route(live: Live, ann: Visitor, token: str) -> None:
    with httpx.Client(base_url=f"{live.url}/api/v1", cookies={"teahouse": token}, verify=False) as browser:
        assert browser.get("/me").status_code == 204
    assert ann.http.get("/bot/account").status_code == 401
    cookie = ann.http.cookies["teahouse"]
    assert fetch(f"{live.url}/api/v1/bot/account", headers={"authorization": f"Bearer {cookie}"}).status_code == 401


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer bot_", "Bearer bot_wrong", "Basic YTpi", "bot_x"])
def test_without_a_good_token_nothing_is_done(live: Live, header: str) -> None:
    for path in ("account", "stream/events"):
        response = fetch(f"{live.url}/api/v1/bot/{path}", headers={"authorization": header})
        assert (response.status_code, response.json()["code"]) == (401, "person/unknown")


def test_a_revoked_token_is_refused_and_its_streams_end(bot: Bot, ann: Visitor, bob: Visitor) -> None:
    (listed,) = ann.get("/tokens")
    with bot.stream("/stream/events") as events:
        assert bob.http.delete(f"/tokens/{listed['id']}").status_code == 404
        bot.post("/tables", 201, game="battle", clock="untimed")
        assert next(events)["type"] == "seated"
        assert ann.http.delete(f"/tokens/{listed['id']}").status_code == 204
        assert list(events) == []
    assert bot.http.get("/account").status_code == 401
    assert ann.get("/tokens") == []


def test_a_bot_plays_a_person_and_is_known_as_a_bot(bot: Bot, bob: Visitor) -> None:
    table = bob.open_table(private=True)
    invite = bob.get(f"/tables/{table}")["invite"]
    assert bot.post(f"/tables/{table}/sit", 403)["code"] == "table/private"
    seats = bot.post(f"/tables/{table}/sit", invite=invite)["table"]["seats"]
    assert seats[1]["name"].endswith(" (bot)")
    with bob.tab(table) as tab, bot.stream("/stream/events") as events, bot.stream(f"/tables/{table}/stream") as stream:
        assert next(events) == {"type": "seated", "table": table, "seat": 1, "game": "battle", "deal": 0}
        assert next(stream)["t"] == "snapshot"
        tab.send(t="ready", id="r", share=SHARE)
        bot.post(f"/tables/{table}/ready")
        assert next(events)["type"] == "gameStart"
        offered = next(message for message in stream if message.get("view") or message.get("events"))
        assert offered["t"] in ("snapshot", "events")
        bot.post(f"/tables/{table}/move", v=offered["v"], move={"type": "forfeit", "reason": "resigned"})
        finish = next(events)
        assert (finish["type"], finish["result"]["ending"]) == ("gameFinish", "resigned")


def test_a_table_that_the_bot_leaves_is_no_longer_listed(bot: Bot) -> None:
    table = bot.post("/tables", 201, game="battle", clock="untimed")["table"]["id"]
    with bot.stream("/stream/events") as events:
        assert next(events)["type"] == "seated"
        bot.post(f"/tables/{table}/leave")
        assert next(events) == {"type": "gone", "table": table}


def test_a_move_counts_once_and_a_bad_one_changes_nothing(bot: Bot) -> None:
    table = bot.post("/tables", 201, game="battle", clock="untimed", bots={"1": "greedy"})["table"]["id"]
    with bot.stream(f"/tables/{table}/stream") as stream:
        bot.post(f"/tables/{table}/ready")
        message = next(message for message in stream if message.get("moves"))
        move, v = message["moves"][0], message["v"]
        bad = bot.post(f"/tables/{table}/move", 409, v=v, move={"type": "take_pair", "first": 0, "second": 0})
        assert bad["code"] == "move/illegal"
        assert bot.post(f"/tables/{table}/move", 409, v=v, move={"type": "fly"})["code"] == "move/unreadable"
        done = bot.post(f"/tables/{table}/move", v=v, move=move, id="once")
        again = bot.post(f"/tables/{table}/move", v=v, move=move, id="once")
        assert again["v"] >= done["v"]
        taken = [event for message in [next(stream)] for event in message["events"] if event["type"] == "pair_taken"]
        assert (taken[0]["first"], taken[0]["second"]) == (move["first"], move["second"])
        assert bot.post(f"/tables/{table}/move", 400, v=v, moves=move)["code"] == "wire/unreadable"


def test_no_bot_plays_for_a_stake(bot: Bot, bob: Visitor) -> None:
    assert bot.post("/tables", 422, game="battle", stake=10)["code"] == "table/options"
    table = bob.open_table(clock="5+5", stake=10)
    assert "no bot plays for a stake" in bot.post(f"/tables/{table}/sit", 422)["text"]


def test_a_bot_looks_at_no_private_table(bot: Bot, bob: Visitor) -> None:
    table = bob.open_table(private=True)
    assert bot.http.get(f"/tables/{table}/stream").status_code == 403
    assert bot.http.get("/tables/abc/stream").status_code == 404


def test_the_example_plays_to_the_end(live: Live, token: str) -> None:
    command = [sys.executable, str(EXAMPLES / "remote_bot.py"), live.url, token]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("scores: [")


@pytest.mark.parametrize(("token", "said"), [("dead", "refused with 401"), ("", "refused with 401")])
def test_the_example_ends_with_one_line_if_its_token_is_revoked(live: Live, token: str, said: str) -> None:
    command = [sys.executable, str(EXAMPLES / "remote_bot.py"), live.url, token]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout, done.stderr.strip().count("\n")) == (1, "", 0)
    assert done.stderr.startswith(said)
