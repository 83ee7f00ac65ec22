"""Presence: connections that die silently are dropped, and connections that a table forgot are restored."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from teahouse.core.seats import Seat
from teahouse.service.tables import requests as r
from teahouse.service.tables.log import read
from teahouse.service.tables.viewers.connections import GONE_AFTER_MS, STAY_EVERY_MS
from tests.service.world import Eye, World

pytestmark = pytest.mark.anyio


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


def stay(person: str) -> r.Stay:
    return r.Stay(person, person.title(), f"line of {person}")


def presence(eye: Eye) -> list[Any]:
    """The last message about presence."""
    eye.take()
    return next(message["seats"] for message in reversed(eye.seen) if message["t"] == "presence")


async def test_a_connection_that_died_silently_is_dropped(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    ann, bob = Eye(), Eye()
    await bob.look(world, table, "bob")
    await ann.look(world, table, "ann")
    assert presence(ann) == [True, True]
    for _ in range(2 * GONE_AFTER_MS // STAY_EVERY_MS):
        await world.wait(STAY_EVERY_MS)
        assert world.house.mark_alive(table, "line of ann")
    assert presence(ann) == [True, False]
    assert not world.house.mark_alive(table, "line of bob")


async def test_a_connection_that_reports_back_stays(world: World) -> None:
    table = await world.table()
    eye = Eye()
    look = await eye.look(world, table, "ann")
    for _ in range(2 * GONE_AFTER_MS // STAY_EVERY_MS):
        await world.wait(STAY_EVERY_MS)
        reply = await world.ask(table, stay("ann"))
        assert (reply.code, reply.seat, reply.v) == ("", 0, look.v)
    assert presence(eye) == [True, False]


async def test_a_connection_that_the_table_forgot_is_restored_when_it_reports_back(world: World) -> None:
    table = await world.table()
    await Eye().look(world, table, "ann")
    await world.house.close()
    world.house = world.again().house
    assert not world.house.mark_alive(table, "line of ann")
    assert not (await world.ask(table, stay("ann"))).code
    assert world.house.mark_alive(table, "line of ann")
    assert (await world.house.actor(table)).connections.has(Seat(0))


async def test_a_stranger_cannot_stay_at_a_private_table(world: World) -> None:
    table = await world.table(private=True)
    assert (await world.ask(table, stay("bob"))).code == "table/private"


async def test_a_player_who_does_not_come_back_after_a_restart_gets_a_stand_in(world: World) -> None:
    table = await world.table(game="classic", clock="untimed", bots={"2": "simple", "3": "simple"})
    await world.begin(table, "ann", "bob")
    await world.house.close()
    world.house = world.again().house
    await Eye().look(world, table, "ann")
    live = (await world.house.actor(table)).table
    for _ in range(70_000 // STAY_EVERY_MS):
        await world.ask(table, stay("ann"))
        await world.wait(STAY_EVERY_MS)
    assert (live.bot_at(Seat(0)), live.bot_at(Seat(1))) == (None, "simple")
    logged = await world.store.read(lambda connection: read(connection, table))
    assert [type(one.event).__name__ for one in logged].count("StoodIn") == 1
