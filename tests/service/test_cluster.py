"""Several copies of the server, on a real PostgreSQL and a real NATS."""

import asyncio
import random
import shutil
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from teahouse.core.seats import Seat
from teahouse.service.cluster import cluster
from teahouse.service.cluster.cluster import Cluster, NatsBus
from teahouse.service.cluster.connection import connected
from teahouse.service.cluster.leases import LEASE_MS
from teahouse.service.errors import Conflict
from teahouse.service.house import House
from teahouse.service.opening import OpenTable
from teahouse.service.store.schema import lease
from teahouse.service.store.store import Store, open_store
from teahouse.service.tables import actor as actors
from teahouse.service.tables import requests as r
from teahouse.service.tables.actor import Actor
from teahouse.service.tables.attending import close_overdue
from teahouse.service.tables.log import read
from teahouse.service.tables.services import Services
from teahouse.service.tables.viewers.bus import Mailbox
from teahouse.service.tables.viewers.connections import GONE_AFTER_MS
from teahouse.service.timers import LoopTimers
from tests.fakes import FakeTimers, InThreads
from tests.ports import free_port
from tests.service.world import QuickThinker, act, add_persons, ready, settings_with, sit

pytestmark = pytest.mark.anyio


class NatsServer:
    """A NATS server that can be stopped and started again."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        program = shutil.which("nats-server", path=str(Path(__import__("sys").executable).parent))
        assert program is not None
        self.process = subprocess.Popen(
            [program, "-a", "127.0.0.1", "-p", str(self.port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(1000):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError("nats-server did not start")

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(10)


@pytest.fixture
def nats_server() -> Iterator[NatsServer]:
    server = NatsServer()
    server.start()
    yield server
    server.stop()


class Copy:
    """One copy of the server."""

    def __init__(self, store: Store, bus: NatsBus, cluster: Cluster, name: str) -> None:
        self.store = store
        self.bus = bus
        chance = random.Random(name).randbytes  # the same deals in every run, because some end after a few moves
        services = Services(store, bus, QuickThinker(), LoopTimers(), chance, InThreads(), settings_with(pace_ms=0))
        self.house = House(services, cluster)

    @classmethod
    async def open(cls, database: str, bus: str, name: str) -> "Copy":
        store = await open_store(database)
        client = await connected(bus)
        copy = cls(store, NatsBus(client), Cluster(store, client, LoopTimers(), name), name)
        await copy.house.start()
        return copy

    async def close(self) -> None:
        await self.house.close()
        await self.store.close()


@pytest.fixture
async def copies(postgres_url: str, nats_server: NatsServer) -> AsyncIterator[list[Copy]]:
    made = [await Copy.open(postgres_url, nats_server.address, name) for name in ("one", "two")]
    await add_persons(made[0].store)
    yield made
    for copy in made:
        await copy.close()


async def begun(copies: list[Copy]) -> str:
    """A table opened on the first server, joined through the second."""
    one, two = copies
    table = (await one.house.open_table("ann", "Ann", OpenTable("battle"))).id
    for request in (sit("bob"), ready("ann"), ready("bob")):
        assert not (await two.house.ask(table, request)).code
    return table


async def play(copies: list[Copy], table: str, plies: int, rng: random.Random) -> int:
    """Play moves through any server; the state is read from the table's owner."""
    done = 0
    for _ in range(plies):
        owner = next(copy for copy in copies if table in copy.house.live)
        live = owner.house.live[table].table
        if not live.to_move():
            break
        seat = live.to_move()[0]
        move, seen = rng.choice(live.legal(seat)), live.versions[seat]
        request = act(("ann", "bob")[seat], move, id=f"{len(live.moves)}", v=seen)
        reply = await rng.choice(copies).house.ask(table, request)
        assert not reply.code, reply
        done += 1
    return done


async def until(holds: Callable[[], bool], seconds: float = 120) -> None:
    """Wait until this holds, long enough for a slow machine."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


def taken(line: Mailbox) -> list[bytes]:
    """The messages in a mailbox since it was last read, except those without a version (presence and clocks)."""
    return [envelope.message for envelope in line.take() if envelope.version]


def missed(actor: Actor, seen: int) -> list[bytes]:
    """The messages for the second seat after this version, without the clocks, which are running."""
    return [message for message in actor.announcer.missed(Seat(1), seen) if b'"v":' in message]


def added(received: list[bytes], more: list[bytes]) -> list[bytes]:
    """All messages so far."""
    received += more
    return received


async def test_a_table_is_played_through_any_server(copies: list[Copy]) -> None:
    table = await begun(copies)
    assert await play(copies, table, 100, random.Random(1)) > 30
    records = [await copy.house.record(table, 0) for copy in copies]
    assert records[0] == records[1]
    assert [table in copy.house.live for copy in copies] == [True, False]


async def test_events_of_one_server_arrive_at_the_other(copies: list[Copy]) -> None:
    table = await begun(copies)
    line = Mailbox(lambda: None)
    line.seen = copies[0].house.live[table].table.versions[Seat(1)]
    copies[1].bus.listen(table, Seat(1), line)
    await copies[1].bus.flush()
    await play(copies, table, 6, random.Random(1))
    received: list[bytes] = []
    await until(lambda: len(added(received, taken(line))) == 6)
    assert not line.has_gap


async def test_a_request_that_the_owner_answers_too_late_is_logged_once(
    copies: list[Copy], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = copies
    table = await begun(copies)
    monkeypatch.setattr(cluster, "ASK_SECONDS", 0.2)
    answer, answers = actors.Actor.ask, list[str]()

    async def late(self: actors.Actor, request: r.AnyRequest) -> r.Reply:
        reply = await answer(self, request)
        answers.append(reply.code)
        if len(answers) < 3:  # done, after the caller stopped waiting
            await asyncio.sleep(0.5)
        return reply

    monkeypatch.setattr(actors.Actor, "ask", late)
    assert not (await two.house.ask(table, r.Chat("bob", "Bob", "still here?"))).code
    logged = await one.store.read(lambda connection: read(connection, table))
    assert len(answers) >= 2
    assert [type(entry.event).__name__ for entry in logged].count("Chatted") == 1


async def test_a_table_that_leaves_memory_is_no_longer_owned(copies: list[Copy]) -> None:
    one, two = copies
    table = (await one.house.open_table("ann", "Ann", OpenTable("battle"))).id
    await one.house.ask(table, r.Leave("ann", "Ann"))
    one.house._sweep()  # pyright: ignore[reportPrivateUsage] - what a timer does every ten seconds
    query = select(lease.c.until).where(lease.c.table_id == table)
    async with asyncio.timeout(120):
        while await one.store.read(lambda connection: connection.execute(query).scalar()) != 0:
            await asyncio.sleep(0.01)
    assert not one.house.live
    assert (await two.house.actor(table)).table.status == "over"


async def test_when_the_owner_is_gone_another_server_takes_over_the_table(copies: list[Copy]) -> None:
    table = await begun(copies)
    await play(copies, table, 5, random.Random(1))
    await copies[0].house.close()
    live = copies[0].house
    assert table not in live.live
    later = (await copies[1].house.actor(table)).table
    assert len(later.moves) == 5
    assert await play(copies[1:], table, 100, random.Random(2)) > 10


async def test_a_paused_owner_is_refused_after_its_lease(copies: list[Copy]) -> None:
    one, two = copies
    table = await begun(copies)
    stale = one.house.live[table]
    stealer = FakeTimers(LoopTimers().date() + LEASE_MS + 1000)
    cluster = Cluster(two.store, NatsBus, stealer, "two")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] - never spoken through
    await cluster.acquire(table)
    before = await two.store.read(lambda connection: read(connection, table))
    move = stale.table.legal(Seat(0))[0]
    with pytest.raises(Conflict):
        await stale.move(Seat(0), move, by="person")
    assert await two.store.read(lambda connection: read(connection, table)) == before


async def test_a_server_whose_clock_jumps_ahead_takes_over_and_nothing_is_written_twice(copies: list[Copy]) -> None:
    one, two = copies
    table = await begun(copies)
    await play(copies, table, 4, random.Random(1))
    vars(two.house)["_cluster"] = Cluster(
        two.store, vars(two.bus)["_client"], FakeTimers(2 * LoopTimers().date()), "two"
    )
    taken = (await two.house.actor(table)).table
    assert len(taken.moves) == 4
    move = taken.legal(taken.to_move()[0])[0]
    with pytest.raises(Conflict):
        await one.house.live[table].move(taken.to_move()[0], move, by="person")
    await move_first(two, table, "after the jump")
    logged = await two.store.read(lambda connection: read(connection, table))
    assert [one.seq for one in logged] == list(range(1, len(logged) + 1))
    assert sum(type(one.event).__name__ == "Moved" for one in logged) == 5


async def test_people_connected_to_a_server_that_died_do_not_stay_present(
    copies: list[Copy], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = copies
    table = await begun(copies)
    for copy, person in ((one, "ann"), (two, "bob")):
        assert not (await copy.house.ask(table, r.Attach(person, person.title(), f"line of {person}"))).code
    lines = one.house.live[table].connections
    assert (lines.has(Seat(0)), lines.has(Seat(1))) == (True, True)
    monkeypatch.setattr("teahouse.service.tables.viewers.connections.GONE_AFTER_MS", 1)
    await until(lambda: lines.overdue() != [])
    monkeypatch.setattr("teahouse.service.tables.viewers.connections.GONE_AFTER_MS", GONE_AFTER_MS)
    assert one.house.mark_alive(table, "line of ann")
    monkeypatch.setattr("teahouse.service.tables.viewers.connections.GONE_AFTER_MS", 0.5)
    await until(lambda: one.house.mark_alive(table, "line of ann") and lines.overdue() == ["line of bob"])
    await close_overdue(one.house.live[table])
    assert (lines.has(Seat(0)), lines.has(Seat(1))) == (True, False)
    assert not (await two.house.ask(table, r.Stay("bob", "Bob", "line of bob"))).code
    assert lines.has(Seat(1))


async def test_nats_may_stop_and_come_back(
    copies: list[Copy], nats_server: NatsServer, caplog: pytest.LogCaptureFixture
) -> None:
    one, two = copies
    table = await begun(copies)
    actor = one.house.live[table]
    line = Mailbox(lambda: None)
    line.seen = begin = actor.table.versions[Seat(1)]
    two.bus.listen(table, Seat(1), line)
    await two.bus.flush()
    nats_server.stop()
    for number in range(4):
        await move_first(one, table, f"away {number}")
    assert taken(line) == []
    nats_server.start()
    received: list[bytes] = []
    await until(lambda: one.bus.is_connected and two.bus.is_connected)
    await two.bus.flush()
    await move_first(one, table, "back")
    await until(lambda: added(received, taken(line) or line.has_gap * missed(actor, line.seen)) != [])
    assert received == missed(actor, begin)[: len(received)], "what is received, or healed, continues where it stopped"
    assert received
    assert len(actor.table.moves) == len([one for one in await log_of(two.store, table) if one.kind == "moved"])
    await until(lambda: caplog.messages.count("the bus is back") == len(copies))
    logged = [record.message for record in caplog.records if record.levelname in ("WARNING", "ERROR")]
    lost, back = "the connection to the bus is lost; reconnecting", "the bus is back"
    assert sorted(logged) == [back, back, lost, lost], "each copy says it once, however often it tries"


async def move_first(copy: Copy, table: str, name: str) -> None:
    live = copy.house.live[table].table
    seat = live.to_move()[0]
    request = act(("ann", "bob")[seat], live.legal(seat)[0], id=name, v=live.versions[seat])
    assert not (await copy.house.ask(table, request)).code


async def log_of(store: Store, table: str) -> list[Any]:
    from sqlalchemy import select

    from teahouse.service.store.schema import event

    query = select(event).where(event.c.table_id == table)
    return await store.read(lambda connection: list(connection.execute(query)))


async def test_a_timed_table_of_a_stopped_server_continues_at_another_without_connections(copies: list[Copy]) -> None:
    one, two = copies
    table = await begun(copies)
    two.house.start_upkeep()
    await until(lambda: two.house.is_at_rest)
    assert table not in two.house.live
    await one.house.close()
    two.house.start_upkeep()
    await until(lambda: table in two.house.live)
    assert two.house.live[table].table.to_move() == (0,)
