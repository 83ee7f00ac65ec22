"""Who is there: lines that die without a word are let go, and lines that a table forgot come back."""

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


async def test_a_line_that_died_without_a_word_is_let_go(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    ann, bob = Eye(), Eye()
    await bob.look(world, table, "bob")
    await ann.look(world, table, "ann")
    assert presence(ann) == [True, True]
    for _ in range(2 * GONE_AFTER_MS // STAY_EVERY_MS):
        await world.wait(STAY_EVERY_MS)
        assert world.house.keeps(table, "line of ann")
    assert presence(ann) == [True, False]
    assert not world.house.keeps(table, "line of bob")


async def test_a_line_that_says_it_is_there_stays(world: World) -> None:
    table = await world.table()
    eye = Eye()
    told = await eye.look(world, table, "ann")
    for _ in range(2 * GONE_AFTER_MS // STAY_EVERY_MS):
        await world.wait(STAY_EVERY_MS)
        reply = await world.ask(table, stay("ann"))
        assert (reply.code, reply.seat, reply.v) == ("", 0, told.v)
    assert presence(eye) == [True, False]


async def test_a_line_the_table_forgot_is_known_again_when_it_says_so(world: World) -> None:
    table = await world.table()
    await Eye().look(world, table, "ann")
    await world.house.close()
    world.house = world.again().house
    assert not world.house.keeps(table, "line of ann")
    assert not (await world.ask(table, stay("ann"))).code
    assert world.house.keeps(table, "line of ann")
    assert (await world.house.actor(table)).connections.has(Seat(0))


async def test_a_stranger_cannot_stay_at_a_private_table(world: World) -> None:
    table = await world.table(private=True)
    assert (await world.ask(table, stay("bob"))).code == "table/private"


async def test_who_does_not_come_back_after_a_restart_is_stood_in_for(world: World) -> None:
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
