"""Names are looked up when shown: neither logs nor lists contain them."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import select, update

from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.service.hosting.rules import TimeControl
from teahouse.service.people.reserved import FORMER
from teahouse.service.store.schema import event, person, played, table_summary
from teahouse.service.store.store import Store
from teahouse.service.tables import events as ev
from teahouse.service.tables import requests as r
from teahouse.service.tables.log import append, chained_lines, read
from tests.fakes import FakeTimers
from tests.service.world import World, act, add_persons

pytestmark = pytest.mark.anyio


@pytest.fixture
async def world(store: Store) -> AsyncIterator[World]:
    """A world on either kind of database."""
    await add_persons(store)
    made = World(store, FakeTimers())
    yield made
    await made.house.close()


async def finished(world: World) -> str:
    table = await world.table("ann")
    await world.begin(table, "ann", "bob")
    await world.ask(table, r.Chat("ann", "Ann", "hello", "c1"))
    await world.ask(table, act("ann", Forfeit()))
    return table


async def listed_name(world: World, seat: int) -> str:
    """The name of a player at the only table of the lobby."""
    (info,) = await world.house.lobby()
    held = info.seats[seat]
    assert held is not None
    return held.name


async def test_the_log_and_the_lists_hold_no_name(world: World) -> None:
    await finished(world)
    kept = await world.store.read(
        lambda connection: [
            *connection.execute(select(event.c.body)).scalars(),
            *connection.execute(select(table_summary.c.summary)).scalars(),
            *connection.execute(select(played.c.names)).scalars(),
        ]
    )
    assert len(kept) > 8
    assert not [text for text in kept if "Ann" in text or "Bob" in text]


async def test_a_new_name_is_shown_after_a_restart_and_the_log_is_unchanged(world: World) -> None:
    table = await finished(world)
    before = await world.store.read(lambda connection: [one.hash for one in read(connection, table)])
    renamed = update(person).where(person.c.id == "ann").values(name="Jasmine")
    await world.store.write(lambda connection: connection.execute(renamed).close())
    await world.house.close()
    world = world.again()
    loaded = await world.house.load(table)
    assert loaded.names == ("Jasmine", "Bob")
    assert (await world.house.record(table, 0)).header.names == ("Jasmine", "Bob")
    assert (await world.records())[0]["names"] == ["Jasmine", "Bob"]
    assert await listed_name(world, 0) == "Jasmine"
    assert await world.store.read(lambda connection: [one.hash for one in read(connection, table)]) == before
    await world.house.close()


async def test_a_log_of_an_older_version_with_names_shows_the_current_ones(world: World) -> None:
    opened = ev.Opened("ann", "battle", {}, "single", TimeControl(), private=False, invite="OLDONE")
    seated = [ev.Sat(Seat(0), "Ann of old", person="ann"), ev.Sat(Seat(1), "Somebody gone", person="gone")]
    old = chained_lines("0ld", None, 0, [opened, *seated, ev.Chatted("Ann of old", "ann", "hello")])
    await world.store.write(lambda connection: append(connection, old))
    loaded = await world.house.load("0ld")
    assert loaded.names == ("Ann", FORMER)
    assert loaded.last.hash == old[-1].hash


async def test_a_persons_bot_is_marked_wherever_its_name_is_shown(world: World) -> None:
    table = await world.table("ann")
    await world.ask(table, r.Sit("bob", "Bob (bot)"))
    renamed = update(person).where(person.c.id == "bob").values(name="Robert")
    await world.store.write(lambda connection: connection.execute(renamed).close())
    assert await listed_name(world, 1) == "Robert (bot)"
    assert (await world.house.load(table)).names == ("Ann", "Robert (bot)")
