"""The API over HTTP."""

import json
import sqlite3
import threading
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import httpx
import pytest
from sqlalchemy import update

from teahouse.games import GAMES
from teahouse.players import PLAYERS
from teahouse.service.errors import CODES, refused
from teahouse.service.hosting import HOSTING, hosted_matches
from teahouse.service.store.schema import session
from teahouse.web.answers import STATUS, problem
from teahouse.web.static import DOCS
from tests.web.live import Live, Visitor, fetch, living, play_out


def test_every_game_is_listed_with_all_that_can_be_chosen(ann: Visitor) -> None:
    games = {game["name"]: game for game in ann.get("/games")}
    assert set(games) == set(GAMES) & set(HOSTING)
    for name, game in games.items():
        assert tuple(game["matches"]) == hosted_matches(name)
        assert tuple(game["players"]) == tuple(PLAYERS[name].levels)
        assert tuple(game["clocks"]) == tuple(HOSTING[name].clocks)
        assert "properties" in ann.get(f"/games/{name}/options")["$defs"][GAMES[name].types.rules.__name__]
    assert ann.get("/games/chess/options", 404)["code"] == "wire/unknown"


def test_a_visitor_becomes_a_guest_with_the_first_post(live: Live) -> None:
    visitor = live.visitor()
    assert visitor.get("/me", 204) == b""
    table = visitor.open_table()
    me = visitor.get("/me")
    assert (me["guest"], me["coins"]) == (True, 2000)
    assert visitor.get(f"/tables/{table}")["seat"] == 0
    assert visitor.post("/me/guest") == me


def test_a_guest_keeps_everything_as_an_account(ann: Visitor, live: Live) -> None:
    table = ann.open_table()
    guest = ann.get("/me")
    old = dict(ann.http.cookies)
    credentials = {"name": "Ann of the Hill", "password": "green tea in the morning"}
    account = ann.post("/account", **credentials)
    assert (account["id"], account["name"], account["guest"]) == (guest["id"], "Ann of the Hill", False)
    assert ann.get(f"/tables/{table}")["seat"] == 0
    assert fetch(f"{ann.url}/api/v1/me", cookies=old).status_code == 204
    elsewhere = live.visitor()
    assert elsewhere.post("/login", 401, **credentials | {"password": "black"})["code"] == "person/password"
    assert elsewhere.post("/login", **credentials)["id"] == guest["id"]
    here, there = ann.get("/sessions"), elsewhere.get("/sessions")
    assert sorted(one["id"] for one in here) == sorted(one["id"] for one in there)
    assert [one["here"] for one in here] != [one["here"] for one in there]
    (mine,) = (one["id"] for one in there if one["here"])
    ann.http.delete(f"/sessions/{mine}").raise_for_status()
    assert elsewhere.get("/me", 204) == b""
    ann.post("/logout", 204)
    assert ann.get("/me", 204) == b""


def test_a_name_is_changed_by_its_rules(ann: Visitor) -> None:
    assert ann.http.patch("/me", json={"name": "Jasmine"}).json()["name"] == "Jasmine"
    assert ann.http.patch("/me", json={"name": "<b>"}).json()["code"] == "person/name"
    assert ann.get("/me")["name"] == "Jasmine"


def test_another_name_is_shown_at_tables_and_in_records_at_once(ann: Visitor) -> None:
    table = ann.open_table(bots={"1": "random"}, clock="untimed")
    with ann.tab(table) as tab:
        play_out(tab)
    before = ann.get(f"/records/{table}/0")
    ann.http.patch("/me", json={"name": "Rita Rooibos"}).raise_for_status()
    after = ann.get(f"/records/{table}/0")
    assert ann.get(f"/tables/{table}")["table"]["seats"][0]["name"] == "Rita Rooibos"
    assert [one["names"][0] for one in ann.get("/records?limit=5") if one["table"] == table] == ["Rita Rooibos"]
    (listed,) = (one for one in ann.get("/tables") if one["id"] == table)
    assert listed["seats"][0]["name"] == "Rita Rooibos"
    assert b'"Rita Rooibos"' in after.splitlines()[0]
    assert after.splitlines()[1:] == before.splitlines()[1:]


def test_somebody_exports_everything_and_is_deleted_by_name_and_password(ann: Visitor, live: Live) -> None:
    credentials = {"name": "Leaving Lee", "password": "green tea in the morning"}
    ann.post("/account", **credentials)
    answer = ann.http.get("/me/export")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip")
    with ZipFile(BytesIO(answer.content)) as found:
        assert json.loads(found.read("profile.json"))[0]["name"] == "Leaving Lee"
    assert ann.post("/me/deletion", 422, name="Somebody")["code"] == "person/farewell"
    live.do(lambda: age_sessions(live))
    assert ann.post("/me/deletion", 403, name="Leaving Lee")["code"] == "person/confirm"
    assert ann.post("/me/deletion", 401, **credentials | {"password": "black"})["code"] == "person/current"
    table = ann.open_table()
    ann.post("/me/deletion", 204, **credentials)
    assert ann.get("/me", 204) == b""
    assert live.visitor().post("/login", 401, **credentials)["code"] == "person/password"
    assert live.visitor().get(f"/tables/{table}")["table"]["status"] == "over"
    assert live.visitor().get("/me/export", 401)["code"] == "person/unknown"


async def age_sessions(live: Live) -> None:
    """Make all sessions old."""
    await live.context.store.write(lambda connection: connection.execute(update(session), {"created": 0}).close())


def test_a_guest_is_deleted_by_name_alone(ann: Visitor) -> None:
    name = ann.get("/me")["name"]
    ann.post("/me/deletion", 204, name=name)
    assert ann.get("/me", 204) == b""


def test_a_statement_shows_where_coins_come_from(ann: Visitor) -> None:
    (line,) = ann.get("/me/ledger")
    assert (line["memo"], line["coins"], line["balance"]) == ("opening grant", 2000, 2000)
    assert ann.get(f"/me/ledger?before={line['entry']}") == []


def test_the_lobby_lists_public_tables_only(ann: Visitor) -> None:
    public, private = ann.open_table(), ann.open_table(private=True)
    listed = [table["id"] for table in ann.get("/tables")]
    assert (public in listed, private in listed) == (True, False)


def test_people_find_their_own_tables_even_private_ones(ann: Visitor, bob: Visitor, live: Live) -> None:
    tables = [ann.open_table(), ann.open_table(private=True)]
    assert [table["id"] for table in ann.get("/me/tables")] == tables
    assert bob.get("/me/tables") == []
    assert live.visitor().get("/me/tables") == []


def test_the_lobby_streams_its_changes(ann: Visitor) -> None:
    with httpx.stream("GET", f"{ann.url}/api/v1/lobby/stream", timeout=60) as stream:
        lines = stream.iter_lines()

        def tables() -> list[str]:
            assert next(line for line in lines if line == "event: tables")
            return [table["id"] for table in json.loads(next(lines).removeprefix("data: "))]

        before = tables()
        table = ann.open_table()
        assert table in tables()
        assert table not in before


def test_a_record_is_private_where_its_table_is(ann: Visitor, bob: Visitor) -> None:
    opened = ann.post("/tables", 201, game="battle", private=True, clock="untimed", bots={"1": "random"})
    table = opened["table"]["id"]
    assert ann.get(f"/records/{table}/0", 409)["code"] == "record/running"
    with ann.tab(table) as tab:
        play_out(tab)
    record = ann.get(f"/records/{table}/0")
    assert bob.get(f"/records/{table}/0", 403)["code"] == "table/private"
    assert bob.get(f"/records/{table}/0?invite={opened['invite']}") == record
    assert ann.get(f"/records/{table}/1", 409)["code"] == "record/running"
    assert ann.get(f"/records/{table}/7", 404)["code"] == "record/unknown"
    assert table not in [one["table"] for one in ann.get("/records")]


def test_a_record_is_verified_and_stepped_through(ann: Visitor) -> None:
    table = ann.open_table(bots={"1": "greedy"})
    with ann.tab(table) as tab:
        play_out(tab)
        last = [frame for frame in tab.received if frame["t"] == "events"][-1]
    assert ann.get("/records?limit=1")[0]["table"] == table
    record: bytes = ann.get(f"/records/{table}/0")
    steps = ann.http.post("/records/steps", content=record).json()
    assert [step["ply"] for step in steps["steps"]] == list(range(len(record.splitlines()) - 1))
    assert steps["steps"][-1]["events"] == last["events"]
    assert steps["steps"][-1]["view"]["result"] == steps["result"]
    changed = record.replace(b'"seat":0', b'"seat":1', 1)
    verdict = ann.http.post("/records/verify", content=changed).json()
    assert (verdict["verified"], verdict["line"]) == (False, 2)
    assert ann.http.post("/records/steps", content=changed).json()["code"] == "record/invalid"
    assert ann.http.post("/records/verify", content=b"tea").json()["line"] == 1


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/tables", {"game": "chess"}, "table/options"),
        ("/tables", {"game": "battle", "tea": 1}, "wire/unreadable"),
        ("/tables", {"game": "battle", "stake": -1}, "table/options"),
        ("/tables", {"game": "battle", "stake": 10**30}, "table/options"),
        ("/tables", {"game": "battle", "stake": 1.5}, "wire/unreadable"),
        ("/tables", {"game": "battle", "bots": {"0": "\x00"}}, "table/options"),
        ("/tables", [], "wire/unreadable"),
        ("/account", {"name": "Tea", "password": "x"}, "person/weak"),
        ("/account", {"name": "x" * 300, "password": "x"}, "wire/unreadable"),
        ("/login", {"name": "nobody", "password": "x"}, "person/password"),
        ("/login", {"name": "nobody"}, "wire/unreadable"),
    ],
)
def test_invalid_requests_are_refused_with_their_codes(path: str, body: Any, code: str, ann: Visitor) -> None:
    response = ann.http.post(path, json=body)
    assert (response.json()["code"], response.status_code) == (code, STATUS[code])


@pytest.mark.parametrize("players", [1, 2])
def test_a_match_that_is_not_hosted_is_refused_as_that_first(players: int, ann: Visitor) -> None:
    body = {"game": "solitaire", "match": "pot", "options": {"players": players}}
    assert ann.http.post("/tables", json=body).json()["text"].endswith("expected single as the match, got 'pot'")


@pytest.mark.parametrize(
    ("path", "code", "status"),
    [
        ("/tables/0123456789abcdef", "table/unknown", 404),
        ("/tables/%00", "wire/unknown", 404),
        ("/invites/NOSUCH", "table/unknown", 404),
        ("/records?limit=0", "wire/unreadable", 400),
        ("/records/0123456789abcdef/0", "table/unknown", 404),
        ("/nothing", "wire/unknown", 404),
        ("/tables/", "wire/unknown", 404),
    ],
)
def test_an_unknown_address_is_a_problem_too(path: str, code: str, status: int, ann: Visitor) -> None:
    assert ann.get(path, status)["code"] == code


LEVELS = ", ".join(PLAYERS["battle"].levels)
GAME = "expected a game (battle, classic, solitaire), got 'chess' at game"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/deals?game=chess", GAME),
        ("/deals?bot=gm", "expected a level of a house player (random, "),
        ("/deals?game=battle&bot=simple", f"expected a level of a house player ({LEVELS}), got 'simple' at bot"),
        ("/people/{me}/deals?game=chess", GAME),
        ("/people/{me}/ratings?game=chess", GAME),
        ("/people/{me}/ratings?game=", "expected a game (battle, classic, solitaire), got '' at game"),
        ("/people/{me}/ratings", "expected a value, got none at game"),
        ("/people/{me}/accuracy?game=chess", GAME),
        ("/people/{me}/deals?rated=perhaps", "expected true or false, got 'perhaps' at rated"),
        ("/people/{me}/deals?opponent=a b", "expected text of the form ^(bot:.+|[0-9a-f]+)?$, got 'a b' at opponent"),
        ("/me/training/next?game=chess", GAME),
        ("/tables?limit=many", "expected an integer, got 'many' at limit"),
        ("/tables?limit=0", "expected at least 1, got '0' at limit"),
        ("/records?limit=1000", "expected at most 200, got '1000' at limit"),
        ("/records?limit=1.5", "expected an integer, got '1.5' at limit"),
        ("/records?after=nowhere", "expected the cursor of an earlier page, got 'nowhere' at after"),
        ("/deals?accuracy=75", "expected '', '70', '80', '90' or '95', got '75' at accuracy"),
        ("/deals?since=2026-13-45", "expected a day such as 2026-11-17, got '2026-13-45' at since"),
        ("/deals?person=" + "x" * 61, "expected at most 60 characters, got 'xxxx"),
        ("/deals?outcome=1", "expected the name of a person beside outcome, got none at person"),
        ("/days?month=tea", "expected text of the form ^([0-9]{4}-(0[1-9]|1[0-2]))?$, got 'tea' at month"),
    ],
)
def test_a_refused_parameter_is_named_with_what_was_expected(path: str, text: str, ann: Visitor) -> None:
    refusal = ann.get(path.format(me=ann.get("/me")["name"]) if "{me}" in path else path, 400)
    assert refusal["code"] == "wire/unreadable"
    assert refusal["text"].startswith(f"{CODES['wire/unreadable']}: {text}")


def test_a_refused_part_of_an_address_is_named_too(ann: Visitor) -> None:
    refusal = ann.get("/tables/tea", 404)
    assert refusal["code"] == "wire/unknown"
    assert refusal["text"].endswith(": expected text of the form ^[0-9a-f]{1,32}$, got 'tea' at table")


def test_a_route_for_post_refuses_get(ann: Visitor) -> None:
    got = ann.http.get("/logout")
    assert (got.status_code in (404, 405), got.json()["code"]) == (True, "wire/unknown")


def test_every_code_has_a_status_below_500_or_503() -> None:
    assert set(STATUS) <= set(CODES)
    assert all(400 <= problem(refused(code)).status_code < 500 or STATUS[code] == 503 for code in CODES)


def test_bodies_are_bounded(ann: Visitor) -> None:
    long = ann.http.post("/tables", content=b'{"game":"' + b"x" * 70_000 + b'"}')
    assert (long.status_code, long.json()["code"]) == (413, "wire/large")
    deep = ann.http.post("/tables", content=b'{"game":"battle","options":' + b'{"a":' * 9000 + b"1" + b"}" * 9001)
    assert (deep.status_code, deep.json()["code"]) == (400, "wire/unreadable")


def test_health_and_metrics_are_served(ann: Visitor) -> None:
    table = ann.open_table(bots={"1": "random"})
    for prefix in ("", "/api/v1"):
        for kind, word in (("live", "alive"), ("ready", "ready")):
            assert fetch(f"{ann.url}{prefix}/health/{kind}").json() == {"status": word}
    with ann.tab(table) as tab:
        play_out(tab)
        text = fetch(f"{ann.url}/metrics").text
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(figures["teahouse_tables"]) >= 1
    assert float(figures["teahouse_sockets"]) == 1
    assert float(figures['teahouse_actions_total{code="done",kind="act"}']) > 10
    assert float(figures["teahouse_commit_seconds_count"]) > 20
    assert "teahouse_loop_lag_seconds_count" in figures


def test_a_server_that_cannot_commit_is_not_ready(tmp_path: Path) -> None:
    with living(tmp_path) as live:
        other = sqlite3.connect(tmp_path / "house.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        locked = fetch(f"{live.url}/health/ready", timeout=30)
        assert (locked.status_code, locked.json()) == (503, {"status": "store/locked"})
        assert fetch(f"{live.url}/health/live").status_code == 200
        other.execute("ROLLBACK")
        assert fetch(f"{live.url}/health/ready", timeout=30).status_code == 200
        other.close()


def test_a_server_whose_disk_takes_no_write_is_not_ready(tmp_path: Path) -> None:
    with living(tmp_path) as live:
        assert httpx.get(f"{live.url}/health/ready", timeout=30).status_code == 200
        other = sqlite3.connect(tmp_path / "house.db", isolation_level=None)
        refusal = "BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END"
        other.execute(f"CREATE TRIGGER full BEFORE UPDATE ON alembic_version {refusal}")
        full = httpx.get(f"{live.url}/health/ready", timeout=30)
        assert full.status_code == 503
        other.execute("DROP TRIGGER full")
        assert httpx.get(f"{live.url}/health/ready", timeout=30).status_code == 200
        other.close()


def test_the_api_describes_itself_without_a_script(ann: Visitor) -> None:
    page = fetch(f"{ann.url}{DOCS}")
    assert page.status_code == 200
    assert "<script" not in page.text
    assert "style=" not in page.text
    described = fetch(f"{ann.url}/api/openapi.json").json()
    for path in described["paths"]:
        assert f"<code>{path}</code>" in page.text
    assert fetch(f"{ann.url}/api/docs.css").headers["content-type"].startswith("text/css")


def test_many_guests_may_open_tables_at_once(live: Live) -> None:
    tables: list[str] = []

    def come() -> None:
        tables.append(live.visitor().open_table())

    threads = [threading.Thread(target=come) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(tables)) == 20


def test_rules_lessons_and_todays_deal_are_served(ann: Visitor) -> None:
    assert ann.get("/games/solitaire/rules?lang=nl")["text"].startswith("# Solitaire\n\nEen hele set")
    assert ann.get("/games/classic/rules")["options"][0]["name"] == "ruleset"
    assert ann.get("/games/battle/rules?lang=xx")["language"] == "en"
    assert ann.get("/games/chess/rules", 404)["code"] == "wire/unknown"
    assert ann.get("/games/battle/lesson")["steps"][0]["key"] == "pair"
    assert ann.get("/games/chess/lesson", 404)["code"] == "wire/unknown"
    today = ann.get("/today")
    assert {game["game"] for game in today["games"]} == {"solitaire", "battle"}
    table = ann.post("/tables", 201, game="solitaire", daily=True)["table"]
    assert (table["day"], table["options"]["layout"]) == (today["day"], today["games"][0]["options"]["layout"])
