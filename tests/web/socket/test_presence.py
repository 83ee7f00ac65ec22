"""Sockets that die silently, tables that forget their connections, and lost messages."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from teahouse.service.tables.viewers.bus import LocalBus
from tests.web.live import SHARE, Live, Visitor, living
from tests.web.test_guard import raw_socket


def beat(live: Live) -> None:
    """Let every socket that needs it report that it is still there."""
    live.do(lambda: asyncio.wait_for(_beat_all(live), 60))


async def _beat_all(live: Live) -> None:
    for socket in live.context.hub:
        if socket.needs_beat():
            await socket.beat()


def test_a_socket_that_answers_no_ping_is_dead_and_its_person_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("teahouse.web.server.PING_SECONDS", 0.3)
    with living(tmp_path) as live:
        ann = live.visitor().guest()
        table = ann.open_table()
        with ann.tab(table) as tab:
            dead = raw_socket(live, table)
            tab.until("presence", onlookers=1)
            tab.until("presence", onlookers=0)
            assert tab.ask("ping")["t"] == "pong"
            dead.close()


def test_a_table_that_forgot_its_connections_learns_of_them_again(ann: Visitor, live: Live) -> None:
    table = ann.open_table()
    with ann.tab(table) as tab:
        tab.until("presence")
        live.do(lambda: _forget(live, table))
        beat(live)
        actor = live.context.house.live[table]
        assert len(actor.connections) == 1
        assert tab.until("presence")["seats"] == [True, False]


async def _forget(live: Live, table: str) -> None:
    """Remove the table from memory, as if another server owned it."""
    actor = live.context.house.live[table]
    await actor.stop()
    assert actor.is_lost


@pytest.mark.parametrize("is_loaded_meanwhile", [False, True], ids=["", "by a table that was loaded meanwhile"])
def test_a_lost_message_is_recovered_even_if_no_other_follows(
    ann: Visitor, live: Live, monkeypatch: pytest.MonkeyPatch, *, is_loaded_meanwhile: bool
) -> None:
    table = ann.open_table(bots={"1": "random"})
    with ann.tab(table) as tab:
        tab.do("ready", share=SHARE)
        seen = tab.moves()
        publish = LocalBus.publish
        monkeypatch.setattr(LocalBus, "publish", _lose)
        tab.do("act", v=seen["v"], move=seen["moves"][0])
        actor = live.context.house.live[table]
        while len(actor.table.moves) < 2 or actor.is_busy:
            live.do(lambda: asyncio.sleep(0.005))
        monkeypatch.setattr(LocalBus, "publish", publish)
        live.do(lambda: _forget(live, table))
        if is_loaded_meanwhile:  # as the upkeep of tables does
            live.do(lambda: live.context.house.actor(table))
        beat(live)
        assert tab.moves()["v"] > seen["v"]


def _lose(*_: Any) -> None:
    """Lose the message."""


def test_a_session_that_ended_elsewhere_closes_its_socket_soon(
    ann: Visitor, live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ann.tab(ann.open_table()) as tab:
        tab.until("snapshot")
        (session,) = ann.get("/sessions")
        person = ann.get("/me")["id"]
        live.do(lambda: live.context.people.end_session(person, session["id"]))
        monkeypatch.setattr("teahouse.web.socket.connection.CHECK_EVERY", 0.0)
        beat(live)
        assert tab.close_code() == 4401


def test_the_hub_asks_repeatedly(ann: Visitor, live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teahouse.web.hub.STAY_EVERY_MS", 10)
    table = ann.open_table()
    with ann.tab(table) as tab:
        tab.until("presence")
        live.do(lambda: _forget(live, table))
        looking = live.do(lambda: _started(live))
        assert tab.until("presence")["seats"] == [True, False]
        live.do(looking.cancel)


def _started(live: Live) -> "asyncio.Task[None]":
    return asyncio.ensure_future(live.context.hub.keep_beating())
