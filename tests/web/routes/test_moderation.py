"""Moderation over HTTP and sockets: permissions, and attempts to get around them."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from teahouse.web.app import create_app, description
from teahouse.web.hub import SESSION_ENDED
from teahouse.web.limits import Rate, Rates
from tests.web.live import OFTEN, SHARE, Live, Visitor, living, unopened

API = "/api/v1"
PASSWORD = "seven green dragons"  # noqa: S105 - a password of tests
CONSOLE = [
    (method, path.removeprefix(API))
    for path, methods in description(create_app(unopened))["paths"].items()
    for method in methods
    if path.startswith(f"{API}/console")
]


@pytest.fixture(scope="module")
def chief(live: Live) -> Visitor:
    """An administrator."""
    made = live.visitor()
    made.post("/account", name="Chief", password=PASSWORD)
    live.do(lambda: live.context.moderation.grant("", "Chief"))
    return made


@pytest.fixture
def member(live: Live) -> Callable[[str], Visitor]:
    """A function that creates a person with an account."""

    def made(name: str) -> Visitor:
        visitor = live.visitor()
        visitor.post("/account", name=name, password=PASSWORD)
        return visitor

    return made


def id_of(visitor: Visitor) -> str:
    return str(visitor.get("/me")["id"])


def block(visitor: Visitor, other: str) -> None:
    assert visitor.http.put(f"/me/blocked/{other}").status_code == 204


def listed(visitor: Visitor) -> list[str]:
    return [one["id"] for one in visitor.get("/tables")]


# -- access to the console ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("method", "path"), CONSOLE, ids=[f"{method} {path}" for method, path in CONSOLE])
@pytest.mark.parametrize("body", [{}, {"why": "x", "minutes": 5}], ids=["empty", "sound"])
def test_nobody_but_an_administrator_finds_the_console(
    live: Live, ann: Visitor, method: str, path: str, body: dict[str, Any]
) -> None:
    for visitor in (ann, live.visitor()):
        for place in (re.sub(r"\{kind\}", "mute", path), path):
            answer = visitor.http.request(method, re.sub(r"\{\w+\}", "0123", place), json=body)
            assert (answer.status_code, answer.json()["code"]) == (404, "wire/unknown")


def test_a_bot_of_an_administrator_does_not_open_the_console(live: Live, chief: Visitor) -> None:
    token = chief.post("/tokens", 201, name="a bot")["token"]
    bot = live.visitor()
    bot.http.headers["authorization"] = f"Bearer {token}"
    bot.http.cookies.set("teahouse", token)
    assert bot.http.get("/console/live").status_code == 404


def test_a_revoked_administrator_is_out_at_once(live: Live, member: Callable[[str], Visitor]) -> None:
    short = member("Shortly")
    live.do(lambda: live.context.moderation.grant("", "Shortly"))
    assert short.get("/me/standing")["administrator"] is True
    short.get("/console/live")
    live.do(lambda: live.context.moderation.revoke("", "Shortly"))
    short.get("/console/live", 404)
    assert short.get("/me/standing")["administrator"] is False


# -- the host removes somebody -----------------------------------------------------------------------------------------


def test_a_removed_person_gets_the_reason_and_cannot_come_back(ann: Visitor, bob: Visitor) -> None:
    look = ann.post("/tables", 201, game="battle", private=True)
    table, invite, other = look["table"]["id"], look["invite"], id_of(bob)
    token = bob.post("/tokens", 201, name="a bot")["token"]
    with ann.tab(table) as mine, bob.tab(table, invite=invite) as his:
        his.do("sit", invite=invite)
        assert his.ask("remove", person=id_of(ann))["code"] == "table/host"
        mine.do("remove", person=other)
        assert his.until("nack", id="")["code"] == "table/removed"
        assert his.close_code() == 1008
    assert bob.get(f"/invites/{invite}")["table"] == table
    assert bob.get(f"/tables/{table}?invite={invite}", 403)["code"] == "table/removed"
    with bob.tab(table, invite=invite) as again:
        assert again.until("nack", id="")["code"] == "table/removed"
    with bob.tab(table, v=None) as sly:
        sly.send(t="hello", invite=invite)
        assert sly.until("nack", id="")["code"] == "table/removed"
    bob.http.headers["authorization"] = f"Bearer {token}"
    assert bob.post(f"/bot/tables/{table}/sit", 403, invite=invite)["code"] == "table/removed"


# -- blocks ------------------------------------------------------------------------------------------------------------


def test_a_blocked_person_cannot_join_in_any_way_and_does_not_learn_it(ann: Visitor, bob: Visitor) -> None:
    look = ann.post("/tables", 201, game="battle")
    table, invite = look["table"]["id"], look["invite"]
    token = bob.post("/tokens", 201, name="a bot")["token"]
    assert table in listed(bob)
    block(ann, id_of(bob))
    assert table not in listed(bob)
    assert table in listed(ann)
    with bob.tab(table) as his:
        for body in ({}, {"seat": 1}, {"invite": invite}):
            refusal = his.ask("sit", **body)
            assert refusal["code"] == "table/refused"
            assert "block" not in refusal["text"]
        assert his.ask("chat", text="hello")["code"] == "table/seat"
    bob.http.headers["authorization"] = f"Bearer {token}"
    assert bob.post(f"/bot/tables/{table}/sit", 403, invite=invite)["code"] == "table/refused"
    assert bob.get("/me/blocked") == []


def test_a_block_works_both_ways_and_can_be_undone(ann: Visitor, bob: Visitor) -> None:
    other = id_of(bob)
    table = bob.open_table()
    block(ann, other)
    assert table not in listed(ann)
    with ann.tab(table) as mine:
        assert mine.ask("sit")["code"] == "table/blocked"
        assert [one["id"] for one in ann.get("/me/blocked")] == [other]
        assert ann.http.delete(f"/me/blocked/{other}").status_code == 204
        mine.do("sit")


def test_the_stream_of_the_lobby_hides_tables_as_soon_as_somebody_is_blocked(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table()
    with bob.http.stream("GET", "/lobby/stream") as stream:
        lines = stream.iter_lines()

        def listed() -> str:
            assert next(line for line in lines if line == "event: tables")
            return next(lines)

        assert f'"{table}"' in listed()
        block(ann, id_of(bob))
        assert f'"{table}"' not in listed()


def test_chat_of_a_blocked_person_is_hidden_in_a_running_game(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table()
    with ann.tab(table) as mine, bob.tab(table) as his:
        his.do("sit")
        block(ann, id_of(bob))
        his.do("chat", text="can you hear me")
        mine.do("chat", text="I go on playing")
        assert mine.until("said")["text"] == "I go on playing"
        assert his.until("said", text="I go on playing")


def test_oneself_and_unknown_people_cannot_be_blocked(ann: Visitor) -> None:
    for other in (id_of(ann), "0" * 16):
        assert ann.http.put(f"/me/blocked/{other}").status_code == 404


# -- reports -----------------------------------------------------------------------------------------------------------


def test_a_report_reaches_the_console_with_its_evidence_and_is_decided(
    ann: Visitor, bob: Visitor, chief: Visitor
) -> None:
    table, other = ann.open_table(), id_of(bob)
    with ann.tab(table) as mine, bob.tab(table) as his:
        his.do("sit")
        his.do("chat", text="you fool")
        mine.do("chat", text="please not")
    number = ann.post("/reports", 201, person=other, reason="insult", text="rude", table=table, said="you fool")[
        "report"
    ]
    page = chief.get("/console/reports")
    found = next(one for one in page["reports"] if one["id"] == number)
    assert [line["text"] for line in found["evidence"]["chat"]] == ["you fool", "please not"]
    assert (found["evidence"]["table"], found["evidence"]["record"]) == (table, "")  # no deal has begun yet
    assert page["names"][other] == bob.get("/me")["name"]
    assert chief.post(f"/console/reports/{number}", why="warned")["reports"][0]["note"] == "warned"
    assert number not in [one["id"] for one in chief.get("/console/reports")["reports"]]
    assert number in [one["id"] for one in chief.get("/console/reports?status=closed")["reports"]]


def test_a_stranger_cannot_collect_the_chat_of_a_private_table(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table(private=True)
    body = {"person": id_of(ann), "reason": "spam", "table": table}
    assert bob.post("/reports", 403, **body)["code"] == "table/private"


@pytest.mark.parametrize(
    "wrong",
    [{"reason": "dull"}, {"text": "x" * 501}, {"text": 5}, {"person": "nobody"}, {"more": 1}, {"said": ["x"]}],
    ids=str,
)
def test_an_unreadable_report_is_refused(ann: Visitor, bob: Visitor, wrong: dict[str, Any]) -> None:
    answer = ann.http.post("/reports", json={"person": id_of(bob), "reason": "spam"} | wrong)
    assert 400 <= answer.status_code < 500


def test_a_visitor_without_a_session_cannot_report(live: Live, ann: Visitor) -> None:
    live.visitor().post("/reports", 401, person=id_of(ann), reason="spam")


def test_reports_from_one_address_are_limited(tmp_path: Path) -> None:
    rates = Rates(requests=OFTEN, guests=OFTEN, reports=Rate(3, 0))
    with living(tmp_path, rates=rates) as live:
        other = id_of(live.visitor().guest())
        for _ in range(3):
            live.visitor().guest().post("/reports", 201, person=other, reason="spam")
        assert live.visitor().guest().post("/reports", 429, person=other, reason="spam")["code"] == "wire/flood"


# -- mute and suspend --------------------------------------------------------------------------------------------------


def test_a_muted_person_gets_the_reason_and_the_time(bob: Visitor, chief: Visitor) -> None:
    table, other = bob.open_table(), id_of(bob)
    with bob.tab(table) as his:
        card = chief.post(f"/console/people/{other}/mute", minutes=5, why="shouting")["card"]
        assert [one["kind"] for one in card["sanctions"]] == ["mute"]
        refusal = his.ask("chat", text="hello")
        assert (refusal["code"], refusal["values"]["why"]) == ("person/muted", "shouting")
        assert bob.get("/me/standing")["sanctions"][0]["why"] == "shouting"
        chief.http.delete(f"/console/people/{other}/mute")
        his.do("chat", text="hello")


def test_a_suspended_person_is_out_everywhere_at_once(
    live: Live, member: Callable[[str], Visitor], chief: Visitor
) -> None:
    sue = member("Suspended Sue")
    other, table = id_of(sue), sue.open_table()
    made = sue.post("/tokens", 201, name="a bot")
    bot = live.visitor()
    bot.http.headers["authorization"] = f"Bearer {made['token']}"
    bot.get("/bot/account")
    with sue.tab(table) as hers:
        hers.until("snapshot")
        chief.post(f"/console/people/{other}/suspend", minutes=60, why="insults")
        assert hers.close_code() == SESSION_ENDED
    bot.get("/bot/account", 401)
    bot.post("/bot/tables", 401, game="battle")
    assert sue.http.get("/me").status_code == 204
    refusal = live.visitor().post("/login", 403, name="Suspended Sue", password=PASSWORD)
    assert (refusal["code"], refusal["values"]["why"]) == ("person/suspended", "insults")
    chief.http.delete(f"/console/people/{other}/suspend")
    live.visitor().post("/login", name="Suspended Sue", password=PASSWORD)


def test_sanctions_from_the_command_line_apply_to_a_running_server(
    live: Live, member: Callable[[str], Visitor]
) -> None:
    tom = member("Tom Thumb")
    table = tom.open_table()
    context = live.context
    live.do(context.feed.catch_up)
    with tom.tab(table) as his:
        his.until("snapshot")
        live.do(lambda: context.moderation.close_table("", table, "tests"))
        live.do(context.feed.catch_up)
        table = his.until("snapshot")["table"]
        assert (table["status"], table["closed"]) == ("over", "house")
        live.do(lambda: context.moderation.suspend("", "Tom Thumb", 5, "tests"))
        live.do(context.feed.catch_up)
        assert his.close_code() == SESSION_ENDED


def test_administrators_cannot_suspend_themselves(chief: Visitor) -> None:
    assert chief.post(f"/console/people/{id_of(chief)}/suspend", 409, minutes=5, why="x")["code"] == "person/self"


# -- tables, figures, the log ------------------------------------------------------------------------------------------


def test_a_table_is_shown_repaired_and_closed(ann: Visitor, chief: Visitor) -> None:
    table = ann.open_table()
    assert chief.get(f"/console/tables/{table}")["check"]["trouble"] == ""
    assert chief.post(f"/console/tables/{table}/repair")["check"]["status"] == "open"
    assert chief.post(f"/console/tables/{table}/retire", 409, why="x")["code"] == "table/sound"
    assert chief.post(f"/console/tables/{table}/close", why="asked for")["check"]["status"] == "over"
    assert ann.get(f"/tables/{table}")["table"]["closed"] == "house"
    entry = chief.get("/console/log?limit=1")["entries"][0]
    assert (entry["act"], entry["table"], entry["why"]) == ("close", table, "asked for")
    assert entry["administrator"] == id_of(chief)


def test_the_figures_of_the_server_count_refusals(ann: Visitor, chief: Visitor) -> None:
    before = chief.get("/console/live")["refusals"].get("table/unknown", 0)
    ann.get("/tables/0123456789abcdef", 404)
    figures = chief.get("/console/live")
    assert figures["refusals"]["table/unknown"] == before + 1
    assert figures["memory_mb"] > 0
    assert figures["tables"] >= 0


# -- leavers -----------------------------------------------------------------------------------------------------------


def test_a_leaver_gets_a_warning_first_and_then_a_pause(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table()
    with ann.tab(table) as mine, bob.tab(table) as his:
        his.do("sit")
        mine.do("ready", share=SHARE)
        his.do("ready", share=SHARE)
        his.moves() if his.until("snapshot").get("moves") else mine.moves()
        his.do("leave")
    assert bob.get("/me/standing")["pause"] == {"departures": 1, "until": 0, "next_minutes": 1}
    assert ann.get("/me/standing")["pause"]["departures"] == 0


# -- fair play ---------------------------------------------------------------------------------------------------------


def test_a_person_without_games_has_nothing_to_look_at(ann: Visitor, chief: Visitor) -> None:
    text = chief.http.post(f"/console/people/{id_of(ann)}/games/battle").text
    assert '"games":0' in text
    assert chief.get("/console/log?limit=1")["entries"][0]["act"] == "look"
