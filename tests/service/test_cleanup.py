"""Deleting old data: ended sessions, guests without anything to keep, and closed tables without a deal."""

from collections.abc import AsyncIterator
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import Column, Connection, Table, func, insert, select

from teahouse.core.game import Forfeit
from teahouse.service import cleanup, house, upkeep
from teahouse.service.errors import Refused
from teahouse.service.people import guests
from teahouse.service.people.coins import HOUSE_ACCOUNT, audit, balance_of
from teahouse.service.people.people import People
from teahouse.service.people.private_rows import FORGOTTEN
from teahouse.service.people.social.mutes import Mutes
from teahouse.service.store import schema
from teahouse.service.store.store import Store
from teahouse.service.tables import requests as r
from tests.fakes import FakeTimers
from tests.service.world import Eye, World, act, add_persons

pytestmark = pytest.mark.anyio

DAY = 24 * 60 * 60_000
MONTH = 31 * DAY
SELDOM = 10 * 60_000


@pytest.fixture
async def world(store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A world on either kind of database that rarely checks its tables, because weeks pass in these tests."""
    monkeypatch.setattr(house, "SWEEP_MS", SELDOM)
    monkeypatch.setattr(upkeep, "CHECK_EVERY_MS", SELDOM)
    await add_persons(store)
    made = World(store, FakeTimers())
    await made.house.start()
    await made.settle()
    yield made
    assert (await store.read(audit)).faults == ()
    await made.house.close()


def people_of(world: World) -> People:
    return People(world.store, world.timers.date)


async def rows(world: World, table: Table) -> int:
    query = select(func.count()).select_from(table)
    return await world.store.read(lambda connection: connection.execute(query).scalar() or 0)


async def has(world: World, person: str) -> bool:
    return await left(world, [person]) == 1


async def later(world: World, ms: int) -> None:
    """Move the clock, and let the house check twice."""
    for each in (ms, cleanup.REST_MS, upkeep.CHECK_EVERY_MS):
        await world.wait(each)


async def test_a_guest_with_nothing_to_keep_is_deleted_with_the_coins_of_the_house(world: World) -> None:
    before = [await rows(world, table) for table in schema.metadata.sorted_tables]
    guest = await people_of(world).welcome_guest()
    await Mutes(world.store).add("ann", guest.person.id)
    await later(world, 29 * DAY)
    assert await has(world, guest.person.id)
    await later(world, 2 * DAY)
    assert not await has(world, guest.person.id)
    assert [await rows(world, table) for table in schema.metadata.sorted_tables] == [
        count + (table.name == "balance") for table, count in zip(schema.metadata.sorted_tables, before, strict=True)
    ]
    assert await world.store.read(lambda connection: balance_of(connection, HOUSE_ACCOUNT)) == 0


def with_samples(column: Column[Any], person: str, number: int) -> dict[str, Any]:
    """A row with this person in one column, Ann in other columns with people, and new values where required."""
    needed = [each for each in column.table.columns if not each.nullable]
    values = {each.name: "ann" if each.foreign_keys else each.type.python_type(number) for each in needed}
    return values | {column.name: person}


async def test_no_private_row_of_a_deleted_guest_is_left(world: World) -> None:
    guest = (await people_of(world).welcome_guest()).person.id
    keeps = {"session", "scorebook_member", "analysis", "administrator"}  # a guest with one of these is kept
    columns = [each for each in (*FORGOTTEN, *guests.LAST_TRACES) if each.table.name not in keeps]

    def leave_traces(connection: Connection) -> None:
        for number, column in enumerate(columns):
            connection.execute(insert(column.table).values(with_samples(column, guest, number)))

    def traces(connection: Connection) -> list[str]:
        return [str(each) for each in columns if connection.execute(select(each).where(each == guest)).first()]

    await world.store.write(leave_traces)
    assert await world.store.read(traces) == [str(each) for each in columns]
    await later(world, MONTH)
    assert not await has(world, guest)
    assert await world.store.read(traces) == []


async def test_a_guest_who_comes_again_is_kept(world: World) -> None:
    people = people_of(world)
    guest = await people.welcome_guest()
    for _ in range(4):
        await later(world, 20 * DAY)
        await people.authenticate(guest.token)
    assert await has(world, guest.person.id)


async def finished_game(world: World, guest: str) -> str:
    table = await world.table(guest)
    await world.begin(table, guest, "ann")
    await world.ask(table, act(guest, Forfeit()))
    for person in (guest, "ann"):
        await world.ask(table, r.Leave(person, person.title()))
    return table


async def test_a_guest_with_a_finished_game_is_kept_and_the_game_can_be_read(world: World) -> None:
    welcome = await people_of(world).welcome_guest()
    guest = welcome.person.id
    table = await finished_game(world, guest)
    await later(world, 3 * MONTH)
    assert await has(world, guest)
    assert [one["table"] for one in await world.records()] == [table]
    assert (await world.house.record(table, 0)).header.names == (welcome.person.name, "Ann")
    assert (await world.house.table_for(table, "bob")).table.status == "over"


async def test_a_guest_who_sits_at_a_table_is_kept_until_it_is_closed(world: World) -> None:
    guest = (await people_of(world).welcome_guest()).person.id
    await later(world, 20 * DAY)
    table = await world.table(guest, bots={"1": "greedy"}, clock="untimed")
    await world.begin(table, guest)
    await later(world, 20 * DAY)
    assert await has(world, guest)
    await later(world, 20 * DAY)
    assert not await has(world, guest)


async def test_accounts_are_kept(world: World) -> None:
    await later(world, 3 * MONTH)
    assert await rows(world, schema.person) == 5


async def test_ended_sessions_are_deleted(world: World) -> None:
    people = people_of(world)
    await people.make_token("ann", "a bot")
    await later(world, 29 * DAY)
    assert await rows(world, schema.session) == 1
    await later(world, 2 * DAY)
    assert await rows(world, schema.session) == 0


async def test_a_closed_table_without_a_deal_is_deleted_and_one_with_a_deal_is_kept(world: World) -> None:
    empty = await world.table()
    await world.ask(empty, r.Chat("ann", "Ann", "anybody?"))
    played = await finished_game(world, "bob")
    await world.ask(empty, r.Leave("ann", "Ann"))
    await later(world, 29 * DAY)
    assert (await world.house.table_for(empty, "ann")).table.status == "over"
    await later(world, 2 * DAY)
    with pytest.raises(Refused, match="no such table"):
        await world.house.table_for(empty, "ann")
    assert await rows(world, schema.table_summary) == 1
    events = select(schema.event.c.table_id).distinct()
    assert await world.store.read(lambda connection: list(connection.execute(events).scalars())) == [played]


async def test_a_closed_table_is_not_deleted_while_somebody_watches_it(world: World) -> None:
    table = await world.table()
    await world.ask(table, r.Leave("ann", "Ann"))
    await Eye().look(world, table, "bob")
    for _ in range(3):
        world.timers.jump(MONTH)  # days pass, and Bob stays connected
        await world.stay(table, cleanup.REST_MS + upkeep.CHECK_EVERY_MS, "bob")
    assert (await world.house.table_for(table, "bob")).table.status == "over"
    await world.ask(table, r.Detach("bob", "Bob", "line of bob"))
    await later(world, upkeep.CHECK_EVERY_MS)
    with pytest.raises(Refused, match="no such table"):
        await world.house.table_for(table, "bob")


async def test_many_guests_are_deleted_a_few_at_a_time_and_none_is_skipped(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cleanup, "MOST_AT_ONCE", 3)
    people = people_of(world)
    guests = [(await people.welcome_guest()).person.id for _ in range(10)]
    kept = {guests[1], guests[5]}
    for guest in kept:
        await finished_game(world, guest)
    await world.wait(MONTH)
    counts = [await left(world, guests)]
    for _ in range(12):
        await world.wait(cleanup.REST_MS)
        counts.append(await left(world, guests))
    assert counts == sorted(counts, reverse=True)
    assert max(before - after for before, after in pairwise(counts)) <= 3
    assert {guest for guest in guests if await has(world, guest)} == kept


async def test_a_guest_who_cannot_be_deleted_does_not_block_others(sqlite_store: Store) -> None:
    world = World(sqlite_store, FakeTimers())
    stuck, other = [(await people_of(world).welcome_guest()).person.id for _ in range(2)]
    refusal = f"BEFORE DELETE ON person WHEN OLD.id = '{stuck}' BEGIN SELECT RAISE(ABORT, 'no'); END"
    await world.store.write(lambda connection: connection.exec_driver_sql(f"CREATE TRIGGER stuck {refusal}").close())
    await world.house.start()
    await later(world, MONTH)
    assert [await has(world, one) for one in (stuck, other)] == [True, False]
    assert (await sqlite_store.read(audit)).faults == ()
    await world.house.close()


async def left(world: World, guests: list[str]) -> int:
    """How many of these people there are."""
    query = select(func.count()).where(schema.person.c.id.in_(guests))
    return await world.store.read(lambda connection: connection.execute(query).scalar() or 0)
