"""An absent person gets one notice for each turn, which ends when they come back."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from teahouse.core.seats import Seat
from teahouse.service.people.social.notices import Notice, notices_of, read_all, switch_off, unread_since
from teahouse.service.tables import requests as r
from teahouse.service.tables.waiting.turn_calls import AWAY_MS
from tests.service.world import Eye, World, act

pytestmark = pytest.mark.anyio


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


async def read_notices(world: World, person: str) -> list[Notice]:
    return list((await world.store.read(lambda connection: notices_of(connection, person))).notices)


async def begun(world: World, **wanted: Any) -> tuple[str, str, str]:
    """A table of two, and the names of the first player and the other."""
    table = await world.table(**({"clock": "untimed"} | wanted))
    await world.begin(table, "ann", "bob")
    (first,) = (await world.house.actor(table)).table.to_move()
    return (table, "ann", "bob") if first == Seat(0) else (table, "bob", "ann")


async def move(world: World, table: str, person: str, number: str) -> None:
    own = (await world.house.actor(table)).table
    seat = own.seat_of(person)
    assert seat is not None
    assert not (await world.ask(table, act(person, own.legal(seat)[0], id=number))).code


async def test_an_absent_person_gets_one_notice_for_each_turn_while_somebody_waits(world: World) -> None:
    table, first, second = await begun(world)
    await Eye().look(world, table, second)
    await world.wait(AWAY_MS - 1)
    assert await read_notices(world, first) == []
    await world.wait(1)
    (notice,) = await read_notices(world, first)
    assert (notice.kind, notice.person, notice.about, notice.game) == ("turn", second, table, "battle")
    at = notice.at
    assert await world.store.read(lambda connection: unread_since(connection, at - 1)) == {first: at}
    await world.store.write(lambda connection: read_all(connection, first, at))
    await world.wait(5 * AWAY_MS)
    assert [one.read for one in await read_notices(world, first)] == [True]
    assert await read_notices(world, second) == []


async def test_a_present_person_gets_no_notice_and_coming_back_ends_it(world: World) -> None:
    table, first, second = await begun(world)
    await Eye().look(world, table, first)
    await world.wait(2 * AWAY_MS)
    assert await read_notices(world, first) == []
    await move(world, table, first, "1")
    await world.wait(AWAY_MS)
    assert [one.kind for one in await read_notices(world, second)] == ["turn"]
    await Eye().look(world, table, second)
    assert await read_notices(world, second) == []
    await world.ask(table, r.Detach(second, second.title(), f"line of {second}"))
    await world.wait(AWAY_MS)
    assert [one.kind for one in await read_notices(world, second)] == ["turn"]


async def test_after_a_restart_no_notice_of_the_same_turn_is_sent_again(world: World) -> None:
    table, first, _ = await begun(world)
    await world.wait(AWAY_MS)
    (notice,) = await read_notices(world, first)
    at = notice.at
    await world.store.write(lambda connection: read_all(connection, first, at))
    await world.house.close()
    world.house = world.again().house
    await world.house.actor(table)
    await world.wait(2 * AWAY_MS)
    assert [(one.at, one.read) for one in await read_notices(world, first)] == [(at, True)]


async def test_there_is_no_notice_at_tables_with_house_players(world: World) -> None:
    table = await world.table(clock="untimed", bots={"1": "greedy"})
    await world.begin(table, "ann")
    await world.wait(2 * AWAY_MS)
    assert await read_notices(world, "ann") == []


async def test_turns_can_be_switched_off_and_end_with_the_table(world: World) -> None:
    table, first, second = await begun(world)
    await world.store.write(lambda connection: switch_off(connection, first, ["turn"], 1))
    await world.wait(AWAY_MS)
    assert await read_notices(world, first) == []
    await world.store.write(lambda connection: switch_off(connection, first, [], 1))
    await move(world, table, first, "1")
    await move(world, table, second, "2")
    await world.wait(AWAY_MS)
    assert len(await read_notices(world, first)) == 1
    assert not (await world.ask(table, r.Leave(first, first.title(), id="3"))).code
    assert await read_notices(world, first) == []
