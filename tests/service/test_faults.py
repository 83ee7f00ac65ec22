"""Faults of store and server: requests are refused with a clear code, nothing is half done, and play continues."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from teahouse.core.seats import Seat
from teahouse.service.errors import StoreTrouble
from teahouse.service.store.jobs import QueuedJob
from teahouse.service.store.outage import Outages
from teahouse.service.store.store import open_store
from teahouse.service.tables import events as ev
from teahouse.service.tables.log import BrokenChain, check_chain, read
from tests.fakes import FakeTimers
from tests.service.world import Eye, World, act, add_persons, ready, sit

pytestmark = pytest.mark.anyio


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


def said(statement: str) -> Callable[[Connection], None]:
    """A database job of one statement."""

    def job(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return job


async def begun(world: World) -> str:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    return table


async def try_move(world: World, table: str, client: str) -> str:
    live = (await world.house.actor(table)).table
    seat = live.to_move()[0]
    return (await world.ask(table, act(("ann", "bob")[seat], live.legal(seat)[0], id=client))).code


async def moves_kept(world: World, table: str) -> int:
    logged = await world.store.read(lambda connection: read(connection, table))
    return sum(type(one.event).__name__ == "Moved" for one in logged)


async def test_a_full_disk_refuses_the_move_and_recovers(world: World) -> None:
    table = await begun(world)

    def fill(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    def widen(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count=1000000")

    await world.store.write(fill)
    codes = [await try_move(world, table, f"full {number}") for number in range(40)]
    assert "store/full" in codes
    done = codes.index("store/full")
    assert set(codes[:done]) <= {""}
    assert await moves_kept(world, table) == done
    assert len((await world.house.actor(table)).table.moves) == done
    await world.store.write(widen)
    assert await try_move(world, table, f"full {done}") == ""
    assert await moves_kept(world, table) == done + 1


async def test_a_full_disk_is_one_line_in_the_log(world: World, caplog: pytest.LogCaptureFixture) -> None:
    table = await begun(world)
    pages = await world.store.read(lambda connection: connection.exec_driver_sql("PRAGMA page_count").scalar())
    await world.store.write(said(f"PRAGMA max_page_count={pages}"))
    codes = [await try_move(world, table, f"full {number}") for number in range(40)]
    assert codes.count("store/full") > 1
    logged = [line for line in caplog.records if line.name == "teahouse.service.store.outage"]
    assert [(line.levelname, line.code, line.reason) for line in logged] == [  # type: ignore[attr-defined]  # its extra
        ("ERROR", "store/full", "the disk is full")
    ]


async def test_each_outage_is_logged_when_it_begins_and_when_it_ends(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    outages = Outages(lambda: now[0])
    fine, bad = QueuedJob(lambda _: None), QueuedJob(lambda _: None)
    bad.fail(StoreTrouble("store/full", "the disk is full"))
    for seconds, writes in ((0, bad), (30, fine), (59, bad), (100, bad), (161, fine), (170, fine), (200, bad)):
        now[0] = seconds
        outages.watch([writes])
    assert [line.levelname for line in caplog.records] == ["ERROR", "WARNING", "ERROR"]


async def test_a_locked_database_refuses_the_move_and_recovers(world: World, tmp_path: Path) -> None:
    table = await begun(world)
    await world.store.write(said("PRAGMA busy_timeout=50"))
    other = sqlite3.connect(tmp_path / "house.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert await try_move(world, table, "locked") == "store/locked"
    assert await moves_kept(world, table) == 0
    other.execute("ROLLBACK")
    assert await try_move(world, table, "locked") == ""
    assert await moves_kept(world, table) == 1
    other.close()


async def test_a_database_that_cannot_be_written_is_refused_clearly(tmp_path: Path) -> None:
    await (await World.open(tmp_path)).close()
    store = await open_store(f"sqlite:///file:{tmp_path / 'house.db'}?mode=ro&uri=true")
    with pytest.raises(StoreTrouble) as caught:
        await store.write(said("DELETE FROM person"))
    assert caught.value.code == "store/readonly"
    await store.close()


async def test_a_database_that_becomes_read_only_refuses_the_move_and_recovers(world: World) -> None:
    table = await begun(world)
    assert await try_move(world, table, "before") == ""
    raw = vars(world.store)["_writing"].connection.driver_connection
    raw.execute("PRAGMA query_only=ON")
    assert await try_move(world, table, "read only") == "store/readonly"
    assert await moves_kept(world, table) == 1
    assert len((await world.house.actor(table)).table.moves) == 1
    raw.execute("PRAGMA query_only=OFF")
    assert await try_move(world, table, "read only") == ""
    assert await moves_kept(world, table) == 2


@pytest.mark.parametrize("jump", [-10 * 365 * 86_400_000, -3_600_000, 3_600_000, 10 * 365 * 86_400_000])
async def test_a_jump_of_the_time_of_day_changes_no_clock_and_no_game(jump: int, world: World) -> None:
    table = await world.table(clock="2+2")
    await world.begin(table, "ann", "bob")
    await world.wait(30_000)
    world.timers.jump(jump)
    assert await try_move(world, table, "after the jump") == ""
    live = (await world.house.actor(table)).table
    assert live.left == {0: 92_000, 1: 120_000}
    assert live.status == "playing"
    logged = await world.store.read(lambda connection: read(connection, table))
    check_chain(logged)
    assert logged[-1].at - logged[-2].at == jump + 30_000
    again = await world.again().house.load(table)
    assert (again.left, again.state) == (live.left, live.state)


async def test_a_failing_job_does_not_affect_others(world: World) -> None:
    def good(number: int) -> Callable[[Connection], None]:
        return said(f"INSERT INTO person (id, name, name_key, created) VALUES ('p{number}', 'P', 'p{number}', 0)")  # noqa: S608

    def bad(_connection: Connection) -> None:
        raise RuntimeError("tea spilled")

    jobs = [world.store.write(bad if number % 3 == 0 else good(number)) for number in range(30)]
    results = await asyncio.gather(*jobs, return_exceptions=True)
    assert [isinstance(result, RuntimeError) for result in results] == [number % 3 == 0 for number in range(30)]
    count = await world.store.read(
        lambda connection: connection.exec_driver_sql("SELECT count(*) FROM person WHERE id LIKE 'p%'").scalar()
    )
    assert count == 20


async def test_a_changed_log_is_found(world: World) -> None:
    table = await begun(world)
    await try_move(world, table, "1")
    await try_move(world, table, "2")
    await world.store.write(said("UPDATE event SET at = at + 1 WHERE seq = 3"))
    with pytest.raises(BrokenChain, match="changed at or before place 4"):
        await world.store.read(lambda connection: read(connection, table))


async def test_the_log_of_a_played_table_is_one_chain(world: World) -> None:
    table = await begun(world)
    for number in range(20):
        await try_move(world, table, f"{number}")
    logged = await world.store.read(lambda connection: read(connection, table))
    check_chain(logged)
    assert [one.seq for one in logged] == list(range(1, len(logged) + 1))
    changed = [*logged[:5], *logged[6:]]
    with pytest.raises(BrokenChain):
        check_chain(changed)


async def test_a_table_whose_inbox_is_full_says_so(world: World) -> None:
    table = await begun(world)
    actor = await world.house.actor(table)
    live = actor.table
    seen, move = live.versions[Seat(1)], live.legal(Seat(0))[0]
    flood = [actor.ask(act("bob", move, id=f"{number}", v=seen)) for number in range(600)]
    codes = [reply.code for reply in await asyncio.gather(*flood)]
    assert set(codes) == {"move/illegal", "table/busy"}
    assert await try_move(world, table, "after") == ""


MOST_MOVES = 24  # as many as needed while the store restarts; no deal ends so soon
LOST_CONNECTION = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)


@LOST_CONNECTION
async def test_postgres_may_crash_and_come_back_while_moves_are_appended(postgres: Any) -> None:
    postgres.psql("CREATE DATABASE crashing")
    postgres.psql("ALTER DATABASE crashing SET synchronous_commit = on")
    store = await open_store(str(postgres.get_uri("crashing")))
    await add_persons(store)
    world = World(store, FakeTimers())
    table = await begun(world)
    codes: set[str] = set()
    clients: list[str] = []

    async def move() -> None:
        clients.append(f"move {len(clients)}")
        codes.update(await move_at_last(world, table, clients[-1]))

    async with asyncio.timeout(120):
        for _ in range(3):
            await move()
        restarting = asyncio.create_task(asyncio.to_thread(crash_and_start, postgres))
        while not restarting.done() and len(clients) < MOST_MOVES:
            await move()
        await restarting
        for _ in range(3):
            await move()
    assert codes <= {"", "store/away", "table/moved"}
    logged = await store.read(lambda connection: read(connection, table))
    check_chain(logged)
    assert [one.event.client for one in logged if isinstance(one.event, ev.Moved)] == clients
    await world.close()


def crash_and_start(postgres: Any) -> None:
    """Stop PostgreSQL as in a crash, and start it again."""
    commands = import_module("pgserver._commands")
    stop = ["-w", "-m", "immediate", "stop"]
    commands.pg_ctl(stop, pgdata=postgres.pgdata, user=postgres.system_user, timeout=60)
    postgres.ensure_postgres_running()


async def move_at_last(world: World, table: str, client: str) -> set[str]:
    """Send a move repeatedly with the same id until it is acknowledged; return the answers."""
    codes: set[str] = set()
    while "" not in codes:
        try:
            codes.add(await try_move(world, table, client))
        except StoreTrouble as trouble:
            codes.add(trouble.code)
        await asyncio.sleep(0 if "" in codes else 0.05)
    return codes


@LOST_CONNECTION
async def test_postgres_may_cut_every_connection_between_two_moves(postgres_url: str, postgres: Any) -> None:
    store = await open_store(postgres_url)

    async def count() -> int:
        def job(connection: Connection) -> int:
            connection.exec_driver_sql(
                "INSERT INTO event VALUES ('t', (SELECT count(*) + 1 FROM event), 0, NULL, 'x', '{}', '')"
            )
            return int(connection.exec_driver_sql("SELECT count(*) FROM event").scalar() or 0)

        return await store.write(job)

    assert await count() == 1
    others = "backend_type = 'client backend' AND pid <> pg_backend_pid()"
    postgres.psql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")  # noqa: S608
    done = 0
    codes: list[str] = []
    while not done and len(codes) < 50:
        try:
            done = await count()
        except StoreTrouble as trouble:
            codes.append(trouble.code)
            await asyncio.sleep(0.1)
    assert done == 2
    assert set(codes) <= {"store/away"}
    await store.close()


@contextmanager
def nothing_is_written(world: World) -> Generator[None]:
    """Let the store refuse writes in this context."""
    raw = vars(world.store)["_writing"].connection.driver_connection
    raw.execute("PRAGMA query_only=ON")
    yield
    raw.execute("PRAGMA query_only=OFF")


async def test_a_flag_that_could_not_be_written_falls_as_soon_as_possible(world: World) -> None:
    table = await world.table(clock="2+2")
    await world.begin(table, "ann", "bob")
    live = (await world.house.actor(table)).table
    with nothing_is_written(world):
        await world.wait(125_000)
        assert live.to_move() == (0,)
    await world.wait(1_000)
    assert live.deals[0].result is not None
    assert (live.deals[0].result.winners, live.deals[0].result.ending) == ((1,), "time")


async def test_a_stand_in_that_could_not_be_written_comes_as_soon_as_possible(world: World) -> None:
    table = await world.table(game="classic", clock="untimed", options={"ruleset": "two-players"})
    await world.begin(table, "ann", "bob")
    live = (await world.house.actor(table)).table
    await Eye().look(world, table, "ann")
    with nothing_is_written(world):
        await world.stay(table, 65_000, "ann")
        assert live.bot_at(Seat(1)) is None
    await world.stay(table, 1_000, "ann")
    assert live.bot_at(Seat(1)) == "simple"


async def test_a_claim_that_could_not_be_settled_is_settled_as_soon_as_possible(world: World) -> None:
    table = await world.table(game="classic", clock="untimed", options={"ruleset": "three-players"})
    await world.begin(table, "ann", "bob", "cleo")
    live = (await world.house.actor(table)).table
    (seat,) = live.to_move()
    await world.ask(table, act(("ann", "bob", "cleo")[seat], live.legal(seat)[-1]))
    assert live.has_window()
    with nothing_is_written(world):
        await world.wait(20_000)
        assert live.has_window()
    await world.wait(1_000)
    assert not live.has_window()


async def test_being_ready_is_acknowledged_though_the_deal_could_not_be_written_yet(world: World) -> None:
    """The answer and the deal are two commits; only the second one fails."""
    table = await world.table()
    await world.ask(table, sit("bob"))
    await world.ask(table, ready("bob"))
    write, writes = world.store.write, list[str]()

    async def once(job: Any) -> Any:
        writes.append("write")
        if len(writes) > 1:
            raise StoreTrouble("store/locked", "the database is locked")
        return await write(job)

    vars(world.store)["write"] = once
    assert not (await world.ask(table, ready("ann"))).code
    live = (await world.house.actor(table)).table
    assert (live.waits_for, live.to_move()) == ([], ())
    del vars(world.store)["write"]
    await world.wait(1_000)
    assert live.to_move() == (0,)


async def test_a_request_that_fails_unexpectedly_is_answered_and_the_table_goes_on(world: World) -> None:
    table = await begun(world)
    actor = await world.house.actor(table)
    followed = actor.stale_moves.since

    def fail(_seat: Seat) -> int:
        raise RuntimeError("nobody expected this")

    vars(actor.stale_moves)["since"] = fail
    assert await try_move(world, table, "fails") == "wire/failed"
    vars(actor.stale_moves)["since"] = followed
    assert await try_move(world, table, "goes on") == ""
