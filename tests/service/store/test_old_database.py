"""Databases of older versions keep all their data when opened, and their old deals can be read.

`house_0003.sql` is a database of version 0.1.0: a match with a finished deal, an open table and a table in play.
"""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, inspect, text

from teahouse.cli import run
from teahouse.core.record import record_bytes
from teahouse.core.seats import Seat
from teahouse.service.deals.search import DealQuery, FoundDeal, search
from teahouse.service.people.coin_statements import statement
from teahouse.service.people.coins import FULL, Audit, audit, balance_of
from teahouse.service.store.backup import back_up, restore
from teahouse.service.store.migrate import NEWEST, upgrade, version
from teahouse.service.store.schema import EARLIER_NAMES, metadata
from teahouse.service.store.store import Store, open_store
from tests.fakes import FakeTimers
from tests.service.world import World, act, ready

pytestmark = pytest.mark.anyio

SQL = Path(__file__).with_name("house_0003.sql").read_text(encoding="utf-8")
FINISHED, OPEN, IN_PLAY = "c4bb86c3d1c42710", "148ded7e8a34888d", "a90802389a78cdc2"
OLD_ROWS = (
    "INSERT INTO person VALUES ('ann', 'Ann', 'ann', NULL, 0)",
    "INSERT INTO sitting VALUES ('t1', 'battle', 'open', false, 'ABC', '{}', 1, 2, 3, 'short')",
    "INSERT INTO player VALUES ('t1', 0, 1, 'ann', 7, true)",
)
NOW = 1_760_000_000_000


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    """The database file of version 0.1.0."""
    path = tmp_path / "old.db"
    connection = sqlite3.connect(path)
    connection.executescript(SQL)
    connection.close()
    return path


def rows_of(connection: Connection, names: tuple[str, ...]) -> list[list[tuple[Any, ...]]]:
    return [[tuple(row) for row in connection.execute(text(f"SELECT * FROM {name}"))] for name in names]  # noqa: S608


def indexes(connection: Connection) -> dict[str, set[str | None]]:
    return {
        name: {found["name"] for found in inspect(connection).get_indexes(name) if not found["unique"]}
        for name in metadata.tables
    }


async def test_an_old_database_serves_its_deals_and_games_continue(old_file: Path, tmp_path: Path) -> None:
    world = World(await open_store(f"sqlite:///{old_file}"), FakeTimers(), number=7)
    (listed,) = await world.records()
    assert (listed["table"], listed["names"], listed["result"]["scores"]) == (FINISHED, ["Ann", "Bob"], [259, 11])
    record = await world.house.record(FINISHED, 0)
    assert len(record.moves) == 5
    (tmp_path / "old.jsonl").write_bytes(record_bytes(record))
    assert run(["verify", str(tmp_path / "old.jsonl")]) == 0
    assert {info.id for info in await world.house.tables_of("ann")} == {FINISHED, OPEN}

    actor = await world.house.actor(IN_PLAY)
    move = actor.table.game.legal_moves(actor.table.state, Seat(0))[0]
    assert not (await world.ask(IN_PLAY, act("cleo", move))).code
    for person in ("ann", "bob"):
        assert not (await world.ask(FINISHED, ready(person))).code
    assert not (await world.ask(FINISHED, act("ann", {"type": "forfeit", "reason": "resigned"}))).code
    assert [(one["table"], one["deal"]) for one in await world.records()] == [(FINISHED, 1), (FINISHED, 0)]
    await world.close()


async def test_deals_of_an_old_database_are_found_by_their_known_fields(old_file: Path) -> None:
    before = await open_store(f"sqlite:///{old_file}", as_it_is=True)

    def judge(connection: Connection) -> None:
        upgrade(connection, "0017")
        connection.execute(text("UPDATE person_deal SET variant = 'club'"))
        connection.execute(text(f"INSERT INTO badge VALUES ('bob', 'battle', 'special:x', 1, '{FINISHED}', 0)"))  # noqa: S608
        connection.execute(text(f"INSERT INTO badge VALUES ('ann', 'battle', 'streak:5', 1, '{FINISHED}', 0)"))  # noqa: S608
        connection.execute(text(f"INSERT INTO judged_seat VALUES ('{FINISHED}', 0, 1, 40, 9, 1.0, 3700.0, NULL)"))  # noqa: S608

    await before.write(judge)
    await before.close()
    world = World(await open_store(f"sqlite:///{old_file}"), FakeTimers())

    async def found(**wanted: Any) -> list[FoundDeal]:
        query = DealQuery(**wanted)
        return list((await world.store.read(lambda c: search(c, world.house.listings, query))).deals)

    (one,) = await found(game="battle", variant="club", ending="resigned", feat="special:x", accuracy=90)
    assert (one.table, one.length, one.names) == (FINISHED, 5, ("Ann", "Bob"))
    assert await found(feat="special:x", persons=("bob",)) == [one]
    assert await found(feat="special:x", persons=("ann",)) == []
    assert await found(accuracy=95) == await found(feat="streak:5") == []
    await world.close()


async def test_renamed_tables_keep_their_rows_and_their_indexes(url: str) -> None:

    def fill(connection: Connection) -> list[list[tuple[Any, ...]]]:
        upgrade(connection, "0003")
        for order in OLD_ROWS:
            connection.execute(text(order))
        return rows_of(connection, tuple(EARLIER_NAMES.values()))

    old = await open_store(url, as_it_is=True)
    before = await old.write(fill)
    await old.close()
    store = await open_store(url)
    assert await store.read(lambda connection: rows_of(connection, tuple(EARLIER_NAMES))) == before
    there = await store.read(lambda connection: set(inspect(connection).get_table_names()))
    assert not there & set(EARLIER_NAMES.values())
    assert await store.read(indexes) == {
        name: {str(index.name) for index in table.indexes if not index.unique}
        for name, table in metadata.tables.items()
    }
    await store.close()


async def test_the_ledger_of_an_old_house_keeps_its_coins(url: str, tmp_path: Path) -> None:
    def fill(connection: Connection) -> None:
        upgrade(connection, "0020")
        connection.execute(text("INSERT INTO entry VALUES (1, 5, 'opening grant', 'daily ann 2026-11-01')"))
        for account, coins in (("house", -FULL), ("person:ann", FULL)):
            row = {"account": account, "coins": coins}
            connection.execute(text("INSERT INTO posting (entry, account, tallies) VALUES (1, :account, :coins)"), row)
            connection.execute(text("INSERT INTO balance (account, tallies) VALUES (:account, :coins)"), row)

    old = await open_store(url, as_it_is=True)
    await old.write(fill)
    await old.close()
    await back_up(url, tmp_path / "old.gz", NOW)
    await restore(f"sqlite:///{tmp_path / 'restored.db'}", tmp_path / "old.gz")
    for at in (url, f"sqlite:///{tmp_path / 'restored.db'}"):
        store = await open_store(at)
        assert await store.read(lambda connection: balance_of(connection, "person:ann")) == FULL
        (line,) = await store.read(lambda connection: statement(connection, "person:ann"))
        assert (line.coins, line.balance) == (FULL, FULL)
        assert await store.read(audit) == Audit(entries=1, accounts=2, faults=())
        await store.close()


async def test_a_backup_of_an_old_database_is_whole(old_file: Path, url: str, tmp_path: Path) -> None:
    made = await back_up(f"sqlite:///{old_file}", tmp_path / "old.gz", NOW)
    assert (made.schema, made.rows["sitting"], made.rows["player"]) == ("0003", 3, 2)
    await restore(url, tmp_path / "old.gz")
    upgraded, restored = await open_store(f"sqlite:///{old_file}"), await open_store(url)
    assert await restored.read(version) == NEWEST
    assert await everything(restored) == await everything(upgraded)
    await upgraded.close()
    await restored.close()


async def everything(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    names = tuple(metadata.tables)
    found = await store.read(lambda connection: rows_of(connection, names))
    return {name: sorted(rows, key=str) for name, rows in zip(names, found, strict=True)}
