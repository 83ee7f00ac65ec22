"""The store on both kinds of databases."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, func, insert, inspect, select, text, update

from teahouse.service.cluster.leases import LEASE_MS, acquire
from teahouse.service.errors import Conflict
from teahouse.service.store.migrate import NEWEST, upgrade, version
from teahouse.service.store.schema import balance, metadata
from teahouse.service.store.store import Store, open_store
from teahouse.service.tables import events as ev
from teahouse.service.tables.log import append, chained_lines, read

pytestmark = pytest.mark.anyio


async def test_a_fresh_database_has_the_newest_schema(store: Store) -> None:
    assert await store.read(version) == NEWEST


LEARNT: list[str] = []


def noted() -> type[int]:
    """The type of a field; looking it up is noted."""
    LEARNT.append("late")
    return int


async def test_the_type_of_every_struct_is_resolved_before_threads_use_it(tmp_path: Path) -> None:
    late = msgspec.defstruct("Late", [("value", "noted()")], module=__name__)
    store = await open_store(f"sqlite:///{tmp_path / 'house.db'}")
    assert LEARNT == ["late"]
    assert msgspec.convert({"value": 1}, late) == late(1)
    assert LEARNT == ["late"]
    await store.close()


async def test_only_its_owner_can_read_a_new_file(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path / 'house.db'}")
    assert {file.stat().st_mode & 0o077 for file in tmp_path.iterdir()} == {0}
    await store.close()


async def test_what_a_job_wrote_before_it_failed_is_gone(store: Store) -> None:
    def fails(connection: Connection) -> None:
        connection.execute(insert(balance), {"account": "x", "coins": 1})
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store.write(fails)
    assert await store.read(lambda c: c.execute(select(func.count()).select_from(balance)).scalar()) == 0


async def test_a_job_that_fails_takes_none_of_its_group_with_it(store: Store) -> None:
    def job(number: int) -> Callable[[Connection], int]:
        def write(connection: Connection) -> int:
            connection.execute(insert(balance), {"account": f"{number % 15}", "coins": number})
            return number

        return write

    done = await asyncio.gather(*(store.write(job(number)) for number in range(20)), return_exceptions=True)
    assert done[:15] == list(range(15))
    assert all(isinstance(error, Conflict) for error in done[15:])
    kept = await store.read(lambda c: c.execute(select(balance.c.coins)).scalars().all())
    assert sorted(kept) == list(range(15))


async def test_jobs_that_wait_are_committed_together(store: Store) -> None:
    await store.write(lambda _: None)
    transactions = await asyncio.gather(*(store.write(lambda c: c.get_transaction()) for _ in range(30)))
    assert len(set(map(id, transactions))) < 10


async def test_two_jobs_in_a_deadlock_are_both_done_in_the_end(
    postgres_store: Store, prepared_postgres_url: str
) -> None:
    other_server = await open_store(prepared_postgres_url)
    names = ("x", "y")
    rows = [{"account": name, "coins": 0} for name in names]
    await postgres_store.write(lambda c: c.execute(insert(balance), rows).close())

    def both(order: tuple[str, ...]) -> Callable[[Connection], None]:
        def job(connection: Connection) -> None:
            for name in order:
                more = {"coins": balance.c.coins + 1}
                connection.execute(update(balance).where(balance.c.account == name).values(more))
                connection.execute(text("SELECT pg_sleep(0.2)"))

        return job

    await asyncio.gather(postgres_store.write(both(names)), other_server.write(both(names[::-1])))
    await other_server.close()
    kept = await postgres_store.read(lambda c: c.execute(select(balance.c.coins)).scalars().all())
    assert kept == [2, 2]


async def test_an_older_database_is_upgraded_to_what_the_program_expects(url: str) -> None:
    store = await open_store(url, as_it_is=True)
    await store.write(lambda connection: upgrade(connection, "0001"))
    await store.write(lambda c: c.execute(text("INSERT INTO balance (account, tallies) VALUES ('x', 5)")).close())
    await store.close()
    store = await open_store(url)
    assert await store.read(version) == NEWEST
    assert await store.read(lambda c: c.execute(select(balance.c.coins)).scalars().all()) == [5]

    def columns(connection: Connection) -> dict[str, set[str]]:
        there = inspect(connection)
        return {name: {column["name"] for column in there.get_columns(name)} for name in there.get_table_names()}

    found = await store.read(columns)
    await store.close()
    expected = {name: {str(column.name) for column in table.columns} for name, table in metadata.tables.items()}
    assert {name: found.get(name) for name in expected} == expected


async def test_only_the_current_owner_writes_to_a_log(store: Store) -> None:
    first, second = (chained_lines("t1", None, 5, [ev.Chatted("p1", "Ann", text)]) for text in ("early", "late"))
    old = await store.write(lambda c: acquire(c, "t1", "one", 0))
    new = await store.write(lambda c: acquire(c, "t1", "two", LEASE_MS + 1))
    with pytest.raises(Conflict):
        await store.write(lambda c: append(c, first, old))
    await store.write(lambda c: append(c, second, new))
    with pytest.raises(Conflict):
        await store.write(lambda c: append(c, second, new))
    assert [one.body for one in await store.read(lambda c: read(c, "t1"))] == [second[0].body]
