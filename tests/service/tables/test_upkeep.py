"""Tables without connections: timed ones continue after a restart, deserted ones are closed and leave the lobby."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from teahouse.core.game import Forfeit
from teahouse.service import opening
from teahouse.service.errors import StoreTrouble
from teahouse.service.people.coins import audit, balance_of, person_account, pot_account, top_up
from teahouse.service.store.schema import event, table_summary
from teahouse.service.store.store import Store
from teahouse.service.tables import requests as r
from teahouse.service.tables.log import read
from tests.fakes import FakeTimers
from tests.service.world import PERSONS, Eye, World, act, add_persons, ready, sit

pytestmark = pytest.mark.anyio

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
DESERTED = 30 * MINUTE


@pytest.fixture
async def world(sqlite_store: Store) -> AsyncIterator[World]:
    """A world that checks its tables regularly."""
    async for made in looked_after(sqlite_store):
        yield made


async def looked_after(store: Store) -> AsyncIterator[World]:
    await add_persons(store)
    made = World(store, FakeTimers())
    at = made.timers.date()
    await store.write(lambda connection: [top_up(connection, at, person) for person in PERSONS])
    await made.house.start()
    await made.settle()
    yield made
    assert (await store.read(audit)).faults == ()
    await made.house.close()


async def killed(world: World, away: int = 0) -> None:
    """Kill the server; later another one starts on the same store."""
    world.timers.clear()
    for actor in world.house.live.values():
        actor.is_lost = True
    await world.house.close()
    world.timers.advance(away)
    world.house = world.again().house
    await world.house.start()
    await world.settle()


async def status(world: World, table: str) -> str:
    query = select(table_summary.c.status).where(table_summary.c.id == table)
    return str(await world.store.read(lambda connection: connection.execute(query).scalar()))


async def closed(world: World, table: str) -> list[str]:
    """The reason why a table was closed."""
    logged = await world.store.read(lambda connection: read(connection, table))
    return [getattr(one.event, "reason", "") for one in logged if type(one.event).__name__ == "Closed"]


async def coins(world: World, table: str) -> list[int]:
    """The coins of Ann, Bob and the pot."""
    accounts = [person_account("ann"), person_account("bob"), pot_account(table)]
    return await world.store.read(lambda connection: [balance_of(connection, account) for account in accounts])


async def come_and_go(world: World, table: str, *persons: str) -> None:
    for person in persons:
        await Eye().look(world, table, person)
    for person in persons:
        await world.ask(table, r.Detach(person, person.title(), f"line of {person}"))


# -- playing on --------------------------------------------------------------------------------------------------------


async def test_after_a_restart_a_timed_game_ends_without_connections(world: World) -> None:
    table = await world.table(clock="2+2", stake=100)
    await world.begin(table, "ann", "bob")
    await killed(world, away=10 * MINUTE)
    assert table in world.house.live
    await world.wait(2 * MINUTE - 1)
    assert await status(world, table) == "playing"
    await world.wait(1)
    assert await status(world, table) == "between"
    assert await coins(world, table) == [1900, 2100, 0]


async def test_after_a_restart_only_running_tables_are_loaded(world: World) -> None:
    untimed = await world.table(clock="untimed")
    await world.begin(untimed, "ann", "bob")
    waiting = await world.table("cleo", clock="2+2")
    await killed(world)
    assert {untimed, waiting}.isdisjoint(world.house.live)


async def test_rows_of_an_older_program_are_checked_too(world: World) -> None:
    table = await world.table(clock="2+2")
    await world.begin(table, "ann", "bob")
    broken = await world.table("cleo")

    def forget(connection: Connection) -> None:
        connection.execute(update(table_summary), {"upkeep": None, "seen": None})
        connection.execute(update(table_summary).where(table_summary.c.id == broken), {"summary": "{}"})

    await world.store.write(forget)
    await killed(world)
    assert table in world.house.live
    await world.wait(3 * MINUTE)
    assert await status(world, table) == "between"


async def test_a_table_whose_log_cannot_be_read_does_not_block_the_check_of_others(world: World) -> None:
    broken = await world.table(clock="2+2")
    await world.begin(broken, "ann", "bob")
    table = await world.table("cleo", clock="2+2")
    await world.begin(table, "cleo", "dan")

    def spoil(connection: Connection) -> None:
        mine = (event.c.table_id == broken) & (event.c.seq == 2)
        connection.execute(update(event).where(mine), {"body": "{}"})

    await world.store.write(spoil)
    await killed(world)
    assert set(world.house.live) == {table}


# -- deserted tables ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wanted",
    [
        {"clock": "untimed"},
        {"clock": "5+5"},
        {"game": "classic", "clock": "untimed", "options": {"ruleset": "two-players"}},
        {"game": "solitaire", "clock": "untimed", "options": {"players": 2}},
    ],
    ids=["battle", "timed", "classic", "solitaire"],
)
async def test_a_table_to_which_nobody_comes_back_is_closed(world: World, wanted: dict[str, Any]) -> None:
    table = await world.table(**wanted)
    await world.begin(table, "ann", "bob")
    await come_and_go(world, table, "ann", "bob")
    await world.wait(DESERTED - MINUTE)
    assert await closed(world, table) == []
    for _ in range(60):  # a timed game ends first, and the table is deserted after that
        await world.wait(MINUTE)
    assert await closed(world, table) == ["idle"]
    assert await world.house.lobby() == []
    assert (await world.house.table_for(table, "ann")).table.status == "over"


async def test_an_open_table_whose_host_is_gone_is_closed(world: World) -> None:
    table = await world.table()
    await come_and_go(world, table, "ann")
    await world.wait(DESERTED)
    await world.wait(MINUTE)
    assert await closed(world, table) == ["idle"]


async def test_a_match_whose_last_person_goes_away_after_the_others_left_is_closed(world: World) -> None:
    table = await world.table(match="double", clock="untimed")
    await world.begin(table, "ann", "bob")
    await world.ask(table, r.Leave("bob", "Bob"))
    await come_and_go(world, table, "ann")
    await world.wait(DESERTED)
    await world.wait(MINUTE)
    assert await closed(world, table) == ["idle"]


async def test_a_table_with_a_connection_stays_open_and_listed(world: World) -> None:
    table = await world.table()
    await Eye().look(world, table, "ann")
    await world.stay(table, 2 * DESERTED, "ann")
    assert await closed(world, table) == []
    assert [info.id for info in await world.house.lobby()] == [table]


async def test_a_table_that_everybody_left_is_hidden_long_before_it_is_closed(world: World) -> None:
    table = await world.table(clock="untimed")
    await world.begin(table, "ann", "bob")
    await come_and_go(world, table, "ann")
    assert [info.id for info in await world.house.lobby()] == [table]
    await world.wait(4 * MINUTE)
    assert await world.house.lobby() == []
    assert await closed(world, table) == []
    await Eye().look(world, table, "ann")
    await world.stay(table, MINUTE, "ann")
    assert [info.id for info in await world.house.lobby()] == [table]


async def test_a_table_stays_hidden_when_its_clock_ends_a_deal_that_everybody_left(world: World) -> None:
    table = await world.table(clock="5+5")
    await world.begin(table, "ann", "bob")
    await Eye().look(world, table, "ann")
    await world.stay(table, MINUTE, "ann")
    await world.ask(table, r.Detach("ann", "Ann", "line of ann"))
    await world.wait(3 * MINUTE + MINUTE / 2)
    assert await world.house.lobby() == []
    await world.wait(MINUTE)
    assert await status(world, table) == "between"
    assert await world.house.lobby() == []


async def test_a_table_is_closed_though_the_time_of_day_went_back(world: World) -> None:
    table = await world.table(clock="untimed")
    await world.begin(table, "ann", "bob")
    world.timers.jump(-DAY)
    await world.wait(MINUTE)
    await world.wait(DESERTED)
    await world.wait(MINUTE)
    assert await closed(world, table) == ["idle"]


async def test_practice_is_kept_for_days_and_leaves_the_lobby(world: World) -> None:
    table = await world.table(bots={"1": "greedy"}, clock="untimed")
    await world.ask(table, ready("ann"))
    await come_and_go(world, table, "ann")
    for _ in range(29):
        await world.wait(DAY)
    assert await closed(world, table) == []
    assert await world.house.lobby() == []
    assert [info.id for info in await world.house.tables_of("ann")] == [table]
    for _ in range(2):
        await world.wait(DAY)
    assert await closed(world, table) == ["idle"]


@pytest.mark.parametrize("is_begun", [True, False])
async def test_a_private_table_without_a_clock_is_kept_for_days(world: World, is_begun: bool) -> None:
    table = await world.table(private=True, clock="untimed")
    invite = (await world.house.actor(table)).table.opened.invite
    if is_begun:
        await world.ask(table, sit("bob", invite=invite))
        await world.begin(table, "ann", "bob")
    await world.wait(2 * DAY)
    assert await closed(world, table) == []


async def test_an_outage_does_not_make_a_table_deserted(world: World) -> None:
    table = await world.table(clock="untimed")
    await world.begin(table, "ann", "bob")
    await Eye().look(world, table, "ann")
    await world.stay(table, 2 * DESERTED, "ann")
    await killed(world, away=5 * DAY)
    assert await closed(world, table) == []
    await world.wait(DESERTED - 2 * MINUTE)
    assert await closed(world, table) == []
    await world.wait(3 * MINUTE)
    assert await closed(world, table) == ["idle"]


async def test_a_table_deserted_before_a_restart_is_closed_at_the_start(world: World) -> None:
    table = await world.table(clock="untimed")
    await world.begin(table, "ann", "bob")
    world.timers.clear()  # an older program, which does not check tables
    world.timers.advance(DESERTED)
    later = await world.table("cleo")
    await killed(world)
    assert await closed(world, table) == ["idle"]
    assert await closed(world, later) == []
    assert table not in world.house.live or not world.house.live[table].table.to_move()


# -- pots --------------------------------------------------------------------------------------------------------------


async def between(world: World, **wanted: Any) -> str:
    """A double match for a pot, where Bob has won the first game."""
    table = await world.table(match="double", stake=100, **wanted)
    await world.begin(table, "ann", "bob")
    await world.ask(table, act("ann", Forfeit(), id="resigns"))
    return table


async def test_the_pot_of_a_match_that_all_have_left_goes_by_its_standing(world: World) -> None:
    table = await between(world)
    assert await coins(world, table) == [1900, 1900, 200]
    await world.wait(DESERTED)
    await world.wait(MINUTE)
    assert await closed(world, table) == ["idle"]
    assert await coins(world, table) == [1900, 2100, 0]


async def test_the_player_who_was_ready_for_the_second_game_gets_the_pot_of_a_deserted_match(world: World) -> None:
    table = await between(world)
    await world.ask(table, ready("ann"))
    await world.wait(DESERTED)
    await world.wait(MINUTE)
    assert await coins(world, table) == [2100, 1900, 0]


def _anything(*_: object) -> None:
    """Refuse nothing."""


async def test_stakes_are_returned_if_nothing_was_decided(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pot at a table without a clock, which older programs allowed."""
    monkeypatch.setattr(opening, "check_stake", _anything)
    table = await world.table(stake=100, clock="untimed")
    await world.begin(table, "ann", "bob")
    await world.wait(DESERTED)
    await world.wait(MINUTE)
    assert await closed(world, table) == ["idle"]
    assert await coins(world, table) == [2000, 2000, 0]


async def test_deserted_tables_are_closed_in_postgresql_too(postgres_store: Store) -> None:
    async for world in looked_after(postgres_store):
        timed = await world.table("cleo", clock="2+2")
        await world.begin(timed, "cleo", "dan")
        table = await between(world)
        await killed(world, away=DAY)
        assert timed in world.house.live
        await world.wait(DESERTED)
        await world.wait(MINUTE)
        assert await closed(world, table) == ["idle"]
        assert await coins(world, table) == [1900, 2100, 0]


async def test_a_deserted_table_that_could_not_be_closed_is_closed_later(world: World) -> None:
    table = await between(world)
    write = world.store.write

    async def refuse(job: Any) -> Any:
        raise StoreTrouble("store/locked", "the database is locked")

    vars(world.store)["write"] = refuse
    await world.wait(DESERTED + MINUTE)
    assert await status(world, table) == "between"
    vars(world.store)["write"] = write
    await world.wait(MINUTE)
    assert await status(world, table) == "over"
