"""The database that the growth benchmark fills can be read by every route."""

import asyncio
import random
from pathlib import Path

import pytest
from benchmarks.server import growth_fill
from benchmarks.server.growth import routes
from benchmarks.server.growth_fill import LIVE, OWN, TOKEN, fill, table_id

from teahouse.service.house import House
from teahouse.service.people.coins import audit
from teahouse.service.people.people import People
from teahouse.service.store.store import open_store
from teahouse.web.app import create_app, description
from tests.fakes import FakeTimers
from tests.service.world import World
from tests.web.live import unopened

TABLES = 40
ELSEWHERE = {
    "/bot/stream/events",
    "/me/stream",
    "/bot/tables/{table}/stream",
    "/tables/{table}/advice",
    "/me/export",
    "/scorebooks/{book}",
    "/scorebooks/{book}/csv",
    "/rulesets/{rules}",
    "/rulesets/{rules}/file",
    "/analyses/{analysis}",
}
"""Streams that tell nothing at first; thinking, and files of everything about a person, which have their own limits;
scorebooks, house rules and analyses, whose cost is that of one evening and one file."""


async def read_everything(folder: Path) -> None:
    store = await open_store(f"sqlite:///{folder}/teahouse.db")
    house: House = (world := World(store, FakeTimers())).house
    person = (await People(store, world.timers.date).authenticate(TOKEN)).person.id
    assert len((await house.listings.tables_of(person)).items) == OWN
    assert len(await house.lobby()) == min(100, LIVE)
    listed = await world.records()
    assert len(listed) == TABLES
    for number in (0, TABLES // 2, TABLES - 1):
        table = table_id(number)
        assert (await house.table_for(table, "")).table.id == table
        assert len((await house.record(table, 0)).moves) == growth_fill.MOVES + 1
    assert "person" not in str((await store.read(audit)).faults)
    await house.close()
    await store.close()


def test_a_filled_database_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth_fill, "PEOPLE", 2 * LIVE)
    fill(tmp_path, TABLES, random.Random(1))
    asyncio.run(read_everything(tmp_path))


def test_every_route_that_reads_is_measured() -> None:
    paths = description(create_app(unopened))["paths"]
    known = {path.removeprefix("/api/v1").replace("{name}", "battle") for path, how in paths.items() if "get" in how}
    measured = {path.partition(",")[0] for path in routes(TABLES, random.Random(1))}
    assert known - ELSEWHERE == measured
