"""Tables that are not played leave memory; viewing their pages keeps none there, and connections only while open."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from teahouse.core.game import Forfeit
from teahouse.service.house import SWEEP_MS
from teahouse.service.tables import requests as r
from tests.service.world import Eye, World, act

pytestmark = pytest.mark.anyio

IDLE_MS = 10 * 60_000


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


async def finished(world: World, number: int) -> list[str]:
    """Tables with a finished deal that everybody has left."""
    tables = [await world.table() for _ in range(number)]
    for table in tables:
        await world.begin(table, "ann", "bob")
        await world.ask(table, act("ann", Forfeit()))
        for person in ("ann", "bob"):
            await world.ask(table, r.Leave(person, person.title()))
    return tables


async def test_a_table_that_is_over_leaves_memory_at_the_next_sweep(world: World) -> None:
    await finished(world, 3)
    assert len(world.house.live) == 3
    await world.wait(SWEEP_MS)
    assert dict(world.house.live) == {}


async def test_viewing_tables_loads_none_into_memory(world: World) -> None:
    over, still_open = await finished(world, 5), [await world.table("cleo") for _ in range(3)]
    await world.wait(SWEEP_MS)
    await world.wait(IDLE_MS + SWEEP_MS)
    assert dict(world.house.live) == {}
    for table in over:
        assert (await world.house.table_for(table, "dan")).table.status == "over"
        assert len((await world.house.record(table, 0)).moves) == 1
    for table in still_open:
        assert (await world.house.table_for(table, "cleo")).seat == 0
    assert len(await world.house.lobby()) + len(await world.records()) == 5
    assert dict(world.house.live) == {}


async def test_an_onlooker_keeps_a_finished_table_in_memory(world: World) -> None:
    (table,) = await finished(world, 1)
    await world.wait(SWEEP_MS)
    await Eye().look(world, table, "dan")
    await world.stay(table, 3 * SWEEP_MS, "dan")
    assert set(world.house.live) == {table}
    await world.ask(table, r.Detach("dan", "Dan", "line of dan"))
    await world.wait(SWEEP_MS)
    assert dict(world.house.live) == {}
