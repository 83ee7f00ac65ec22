"""No route reads a whole table of the database, by SQLite's query plan of every statement of a tour."""

import re
import sqlite3
from collections.abc import Generator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, event, update
from sqlalchemy.pool import Pool

from teahouse.service.store import schema
from teahouse.service.store.schema import metadata
from teahouse.service.training import cards, puzzles
from teahouse.web.app import create_app, description
from tests.service.training.test_training import exercise
from tests.web.live import SHARE, Live, Visitor, living, unopened
from tests.web.mailbox import Mailbox, mailbox, secret_in
from tests.web.routes.authenticator import SoftwareKey
from tests.web.routes.test_scoring import HAND

API = "/api/v1"
PASSWORD = "seven green dragons"  # noqa: S105 - a password of tests
UNASKED = {("post", f"{API}/{path}") for path in ("records/analysis", "analysis/start", "me/training/cards")}
"""They think in a process that knows no database, and look for the deal as a review does."""
WORDS = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")
SCANNED = re.compile(r"\bSCAN (?:TABLE )?(\w+)")
ALIASES = re.compile(r"\b(?:FROM|JOIN|UPDATE|,)\s+(\w+)(?:\s+AS)?\s+(\w+)", re.IGNORECASE)


@pytest.fixture
def issued() -> Generator[list[str]]:
    """All statements with values that connections of this process run in this context."""
    statements: list[str] = []

    def connected(raw: Any, _record: object) -> None:
        raw.set_trace_callback(statements.append)

    event.listen(Pool, "connect", connected)
    yield statements
    event.remove(Pool, "connect", connected)


class Tour:
    """A visitor who sends every request, and notes which routes answered."""

    def __init__(self, live: Live) -> None:
        self.live, self.asked = live, set[tuple[str, str]]()
        self._routes = [
            (method, re.compile(re.sub(r"\{\w+\}", "[^/]+", path)))
            for path, methods in description(create_app(unopened))["paths"].items()
            for method in methods
        ]
        self.everything = {(method, route.pattern) for method, route in self._routes}

    def visitor(self, **headers: str) -> Visitor:
        made = self.live.visitor()
        made.http.headers.update(headers)
        made.http.event_hooks["response"].append(self._note)
        return made

    def _note(self, response: httpx.Response) -> None:
        assert response.status_code < 400, (response.request.url, response.read())
        method, path = response.request.method.lower(), response.request.url.path
        self.asked |= {
            (kind, route.pattern) for kind, route in self._routes if kind == method and route.fullmatch(path)
        }


def first_line(visitor: Visitor, path: str) -> None:
    with visitor.http.stream("GET", path) as response:
        assert next(response.iter_lines())


def access(tour: Tour, ann: Visitor, box: Mailbox) -> None:
    """Use every way into an account."""
    ann.post("/account/password", old=PASSWORD, new=PASSWORD)
    ann.http.put("/account/address", json={"address": "ann@tea.example"})
    ann.post("/account/address/confirm", 204, token=secret_in(box.wait(1), "confirm"))
    key = SoftwareKey("http://localhost")
    ann.http.headers.update({"host": "localhost", "origin": "http://localhost"})
    offer = ann.post("/account/passkeys/options")["publicKey"]
    made = ann.post("/account/passkeys", 201, name="a key", credential=key.make(offer))["id"]
    ann.http.patch(f"/account/passkeys/{made}", json={"name": "my key"})
    ann.get("/account")
    signed = key.sign(ann.post("/login/passkey/options")["publicKey"])
    ann.post("/login/passkey", credential=signed)
    ann.http.delete(f"/account/passkeys/{made}")
    ann.get("/recover")
    code = ann.post("/account/recovery")["code"]
    ann.post("/recover/code", name="Annabel Lee", code=code, password=PASSWORD)
    ann.post("/recover/mail", 204, name="Annabel Lee")
    ann.post("/recover/link", token=secret_in(box.wait(2), "reset"), password=PASSWORD)
    ann.http.delete("/account/address")
    ann.http.delete("/sessions")
    ann.http.headers.update({"host": f"127.0.0.1:{tour.live.port}", "origin": tour.live.url})


def people(tour: Tour, box: Mailbox) -> None:
    ann, bob = tour.visitor(), tour.visitor()
    other = bob.post("/me/guest")["id"]
    ann.post("/me/guest")
    ann.http.patch("/me", json={"name": "Annabel Lee"})
    ann.post("/account", name="Annabel Lee", password=PASSWORD)
    for path in ("/me", "/sessions", "/me/ledger?before=100", "/me/muted"):
        ann.get(path)
    ann.http.put(f"/me/muted/{other}")
    ann.http.delete(f"/me/muted/{other}")
    made = ann.post("/tokens", 201, name="a bot")
    ann.get("/tokens")
    bot_at_a_table(tour, ann, made["token"])
    ann.http.delete(f"/tokens/{made['id']}")
    access(tour, ann, box)
    ann.post("/login", name="Annabel Lee", password=PASSWORD)
    (session,) = [one["id"] for one in ann.get("/sessions") if one["here"]]
    ann.http.delete(f"/sessions/{session}")
    ann.post("/login", name="Annabel Lee", password=PASSWORD)
    ann.get("/me/export")
    ann.post("/me/deletion", 204, name="Annabel Lee", password=PASSWORD)
    bob.post("/logout", 204)


def bot_at_a_table(tour: Tour, ann: Visitor, token: str) -> None:
    bot = tour.visitor(authorization=f"Bearer {token}")
    bot.get("/bot/account")
    bot.post("/bot/tables", 201, game="solitaire", clock="untimed")
    table = ann.open_table(bots={"0": "random"})
    bot.post(f"/bot/tables/{table}/sit")
    bot.post(f"/bot/tables/{table}/ready")
    with ann.tab(table) as tab:
        offered = tab.moves()
    bot.post(f"/bot/tables/{table}/move", move=offered["moves"][0], v=offered["v"])
    first_line(bot, f"/bot/tables/{table}/stream")
    first_line(bot, "/bot/stream/events")
    bot.post(f"/bot/tables/{table}/leave")


def tables(tour: Tour) -> None:
    cleo = tour.visitor().guest()
    look = cleo.post("/tables", 201, game="battle", clock="untimed", bots={"1": "random"})
    table = look["table"]["id"]
    cleo.get(f"/invites/{look['invite']}")
    with cleo.tab(table) as tab:
        tab.do("ready", share=SHARE)
        tab.do("act", v=tab.moves()["v"], move={"type": "forfeit", "reason": "resigned"})
        tab.do("chat", text="hello")
        tab.do("ready", share=SHARE)
        assert tab.moves()["moves"]  # the house player moves first in the next match
        cleo.get(f"/tables/{table}/advice")
        cleo.get(f"/tables/{table}")
        for path in ("/tables", "/me/tables", "/records", "/today", "/days"):
            pages(cleo, path)
        first_line(cleo, "/lobby/stream")
        first_line(cleo, "/me/stream")
        tab.do("leave")
    cleo.get(f"/days/{cleo.get('/today')['day']}")
    cleo.post("/tables", 201, game="solitaire", daily=True)
    cleo.get(f"/records/{table}/0/judgement")
    record = cleo.get(f"/records/{table}/0")
    known = cleo.post("/deals/known", 201, table=table)["id"]
    cleo.post("/tables", 201, game="battle", known=known, clock="untimed", bots={"1": "random"})
    cleo.get(f"/deals/known/{known}")
    for path in ("verify", "steps"):
        cleo.http.post(f"/records/{path}", content=record)


def pages(visitor: Visitor, path: str) -> None:
    visitor.get(path)
    if path not in ("/today", "/days"):
        visitor.open_table(bots={"1": "random"})
        visitor.get(f"{path}?limit=1")
        following = visitor.http.get(f"{path}?limit=1").links.get("next")
        if following is not None:
            visitor.get(following["url"].removeprefix(API))


def moderation(tour: Tour) -> None:
    fay, gil = tour.visitor().guest(), tour.visitor()
    other = gil.post("/account", name="Gilbert", password=PASSWORD)["id"]
    table = gil.open_table()
    for path in ("/me/standing", "/me/blocked"):
        fay.get(path)
    fay.http.put(f"/me/blocked/{other}")
    fay.get("/tables")
    fay.http.delete(f"/me/blocked/{other}")
    number = fay.post("/reports", 201, person=other, reason="spam", table=table)["report"]
    chief = tour.visitor()
    chief.post("/account", name="Chief", password=PASSWORD)
    tour.live.do(lambda: tour.live.context.moderation.grant("", "Chief"))
    for path in ("/live", "/reports", f"/reports?after={number}", "/people?name=Gilbert", "/log", "/log?before=9"):
        chief.get(f"/console{path}")
    chief.post(f"/console/reports/{number}", why="looked at it")
    for kind in ("mute", "suspend"):
        chief.post(f"/console/people/{other}/{kind}", minutes=5, why="tests")
        chief.http.delete(f"/console/people/{other}/{kind}")
    chief.post(f"/console/people/{other}/games/battle")
    console_tables(tour, chief, table)


def social(tour: Tour) -> None:
    """Follow, block, challenge and report people."""
    hal = tour.visitor().guest()
    table = hal.open_table()
    hal.get("/me/ratings")
    hal.get(f"/tables/{table}/ratings")
    hal.get(f"/tables/{table}/seats/ratings")
    seeking(tour, hal)
    profiles(tour, hal)
    friends(tour, hal, table)


def friends(tour: Tour, hal: Visitor, table: str) -> None:
    jay = tour.visitor().guest()
    own, other = jay.get("/me")["id"], hal.get("/me")["id"]
    assert jay.http.put(f"/me/following/{other}").status_code == 204
    assert hal.get("/me/notices")["unread"] == 1
    hal.post("/me/notices/read", 204)
    assert hal.get("/me/notices")["unread"] == 0
    (followed,) = jay.get("/me/following")
    assert (followed["there"], bool(followed["table"])) == (True, True)
    assert jay.http.put("/me/notices/off", json={"off": ["follow"]}).status_code == 204
    hal.post(f"/tables/{table}/invite/{own}", 204)
    assert [one["kind"] for one in jay.get("/me/notices")["notices"]] == ["invite"]
    assert jay.http.delete(f"/me/following/{other}").status_code == 204


def profiles(tour: Tour, hal: Visitor) -> None:
    ivy = tour.visitor()
    ivy.post("/account", name="Ivy Green", password=PASSWORD)
    table = ivy.open_table(bots={"1": "greedy"}, rated=True, clock="2+2")
    with ivy.tab(table) as tab:
        tab.do("ready", share=SHARE)
        tab.do("act", v=tab.moves()["v"], move={"type": "forfeit", "reason": "resigned"})
        tab.do("leave")
    name = hal.get("/me")["name"]
    filters = "game=battle&variant=x&rated=true&outcome=0&opponent=0"
    against = "game=battle&opponent=bot:greedy"
    for path in (
        "",
        f"/deals?{filters}",
        f"/deals?{against}",
        "/deals",
        "/ratings?game=battle",
        "/accuracy?game=battle",
        f"/beside/{name}",
    ):
        hal.get(f"/people/Ivy Green{path}")
    assert (
        len(hal.get(f"/people/Ivy Green/deals?{against}"))
        == len(hal.get("/deals?bot=greedy&person=Ivy Green")["deals"])
        == 1
    )
    everything = (
        "game=battle&bot=greedy&variant=x&ending=resigned&opening=5m&feat=special:x&accuracy=90&shortest=1&longest=9"
    )
    for path in (
        "",
        f"?{everything}&since=2020-01-01&until=2030-01-01",
        f"?person=Ivy Green&other={name}&{everything}",
    ):
        hal.get(f"/deals{path}")
    assert ivy.http.put("/me/profile", json={"private": True}).status_code == 204
    assert ivy.get("/me/profile") == {"private": True}
    hidden = f"/people/{name}/deals?opponent={ivy.get('/me')['id']}"
    assert tour.live.visitor().http.get(hidden).json()["code"] == "person/private"
    assert hal.get(hidden) == []
    assert ivy.http.put("/me/profile", json={"private": False}).status_code == 204
    assert hal.get("/leaders/battle") == {"enough": 5, "leaders": []}
    hal.get("/house/records")
    hal.get("/badges")


def seeking(tour: Tour, hal: Visitor) -> None:
    ida = tour.visitor().guest()
    name = ida.get("/me")["name"]
    terms = {"game": "battle", "clock": "2+2"}
    hal.post("/seeks", 201, **terms)
    (own,) = hal.post("/me/seeks")["seeks"]
    assert [one["id"] for one in ida.get("/seeks")] == [own["seek"]["id"]]
    first_line(ida, "/lobby/stream")
    assert ida.post(f"/seeks/{own['seek']['id']}/accept")["table"] in hal.post("/me/seeks")["tables"]
    (sought,) = hal.post("/challenges", 201, name=name, table=terms)["seeks"]
    (asked,) = ida.post("/me/seeks")["challenges"]
    assert ida.http.delete(f"/seeks/{asked['id']}").status_code == 204
    assert sought["seek"]["id"] == asked["id"]
    jo = tour.visitor().guest()
    (other,) = jo.post("/seeks", 201, **terms)["seeks"]
    assert jo.post(f"/seeks/{other['seek']['id']}/house")["table"]


def console_tables(tour: Tour, chief: Visitor, table: str) -> None:
    chief.get(f"/console/tables/{table}")
    chief.post(f"/console/tables/{table}/repair")
    chief.post(f"/console/tables/{table}/close", why="tests")
    broken = chief.open_table()
    bad = update(schema.event).where(schema.event.c.table_id == broken, schema.event.c.seq == 1).values(body="{")
    tour.live.do(lambda: tour.live.context.store.write(lambda connection: connection.execute(bad).close()))
    chief.post(f"/console/tables/{broken}/retire", 204, why="tests")


def the_rest(tour: Tour) -> None:
    dan = tour.visitor()
    for path in ("/games", "/games/battle/options", "/games/battle/rules", "/games/battle/lesson", "/metrics"):
        dan.get(path)
    for kind in ("live", "ready", "door"):
        dan.get(f"/health/{kind}")
    dan.post("/games/classic/rules", lang="en")
    dan.post("/score", **HAND)
    hands = {"South": {"tiles": "11m 123p 456p 789s 555z"}}
    dan.post("/score/deal", winners=["South"], source="wall", winning_tile="1m", hands=hands)
    book = dan.post("/scorebooks", 201, names=["Ann", "Ben", "Cem", "Dee"], seat=0)["id"]
    dan.post(f"/scorebooks/{book}/entries", id="a", action={"type": "enter_deal", "draft": 0, "entry": {}})
    for path in (f"/scorebooks/{book}", "/me/scorebooks"):
        dan.get(path)
    dan.http.get(f"/scorebooks/{book}/csv")
    rules = dan.post("/rulesets", 201, title="Mine")["id"]
    for path in (f"/rulesets/{rules}", f"/rulesets/{rules}/file", "/me/rulesets"):
        dan.get(path)
    dan.put(f"/rulesets/{rules}", title="Ours")
    dan.post("/rulesets/check", changes={})
    dan.http.post("/rulesets/file", content="format = 1\nbase = 'club'")
    dan.http.delete(f"/rulesets/{rules}")
    analysis(dan)


def analysis(dan: Visitor) -> None:
    position = {"game": "solitaire", "position": "z0 y0: 0-6\n5m 6m 6m 5m"}
    dan.post("/analysis/positions", **position)
    dan.http.post("/analysis/picture", json=position)
    deal = {"options": {"layout": "z0 y0: 0-6", "level": "wild"}, "seed": "ab"}
    dan.http.post("/analysis/record", json={"position": position, "origin": deal})
    dan.http.post("/analysis/engine", json={"position": position, "seconds": 0.5})
    kept = dan.post("/analyses", 201, **position)["id"]
    dan.put(f"/analyses/{kept}", **position)
    for path in (f"/analyses/{kept}", "/me/analyses"):
        dan.get(path)
    dan.http.delete(f"/analyses/{kept}")


def training(tour: Tour) -> None:
    kim = tour.visitor().guest()
    person, card = kim.get("/me")["id"], exercise(1)

    def add(connection: Connection) -> None:
        puzzles.keep_exercises(connection, [card], puzzles.Origin(), 0)
        cards.add_cards(connection, person, [card], 0)

    tour.live.do(lambda: tour.live.context.store.write(add))
    for path in ("/me/training", "/me/training/next", "/me/training/next?game=battle"):
        kim.get(path)
    kim.post(f"/me/training/cards/{puzzles.exercise_id(card)}", move=card.played)
    kim.http.delete(f"/me/training/cards/{puzzles.exercise_id(card)}")
    task = kim.post("/puzzles/battle/next")["task"]
    kim.post(f"/puzzles/{task['id']}/answer", move=task["moves"][0]["text"])


def scans(file: Path, statements: list[str]) -> list[str]:
    """The statements for which SQLite reads a whole table."""
    found: list[str] = []
    connection = sqlite3.connect(file)
    for statement in dict.fromkeys(one for one in statements if one.lstrip().startswith(WORDS)):
        names = {alias: name for name, alias in ALIASES.findall(statement)} | {name: name for name in metadata.tables}
        for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}"):
            scanned = SCANNED.search(row[3])
            if scanned is not None and names.get(scanned[1]) in metadata.tables:
                found.append(f"{row[3]}: {statement}")
    connection.close()
    return found


def test_no_route_and_no_upkeep_reads_a_whole_table(tmp_path: Path, issued: list[str]) -> None:
    with mailbox() as box, living(tmp_path, mail=box.server()) as live:
        issued.clear()  # creating the schema scans empty tables
        tour = Tour(live)
        live.do(live.context.house.start)
        people(tour, box)
        for part in (tables, moderation, social, the_rest, training):
            part(tour)
        assert tour.everything - tour.asked == UNASKED
    assert len(set(issued)) > 100
    assert scans(tmp_path / "house.db", issued) == []


def test_a_scan_is_found(tmp_path: Path) -> None:
    with living(tmp_path):
        pass
    wild = [
        "SELECT * FROM event",
        "SELECT s.id FROM table_summary AS s WHERE s.summary LIKE '%x%'",
        "UPDATE seat SET seat = 1",
    ]
    tame = ["SELECT * FROM event WHERE table_id = 'x'", "SELECT 1", "SELECT * FROM seat WHERE person = 'a'"]
    found = scans(tmp_path / "house.db", wild + tame)
    assert [one.partition(": ")[2] for one in found] == wild
