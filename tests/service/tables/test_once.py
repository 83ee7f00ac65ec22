"""Requests are executed once and completely: repeated ids, old answers after a restart, the lobby's row."""

import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, delete, select

from teahouse.core.seats import Seat
from teahouse.service.hosting.rules import TimeControl
from teahouse.service.store.jobs import Job, T
from teahouse.service.store.schema import event, table_summary
from teahouse.service.store.schema import seat as seat_table
from teahouse.service.store.store import Store
from teahouse.service.tables import events as ev
from teahouse.service.tables import requests as r
from teahouse.service.tables.actor import Actor
from teahouse.service.tables.folding.done_requests import REMEMBERED_ACTIONS
from teahouse.service.tables.lobby_row import without_names
from teahouse.service.tables.log import ENCODER, FIRST, append, chained_lines, read
from teahouse.service.tables.stale_moves import replay_table
from tests.service.world import SHARE, Eye, World, act, sit

pytestmark = pytest.mark.anyio

SEATS = seat_table.c
FOUR = ("ann", "bob", "cleo", "dan")


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


async def restarted(world: World) -> None:
    """Restart, so that nothing is left in memory."""
    await world.house.close()
    world.house = world.again().house


async def kinds(world: World, table: str) -> list[str]:
    logged = await world.store.read(lambda connection: read(connection, table))
    return [type(one.event).__name__ for one in logged]


async def played(world: World, table: str, plies: int, rng: random.Random) -> None:
    """Let persons play random moves."""
    for _ in range(plies):
        live = (await world.house.actor(table)).table
        if not live.to_move():
            return
        seat = rng.choice(live.to_move())
        move = rng.choice(live.legal(seat))
        assert not (await world.ask(table, act(FOUR[seat], move, id=rng.randbytes(8).hex()))).code


async def test_an_acknowledged_move_sent_again_after_a_restart_is_acknowledged_and_not_done_again(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    live = (await world.house.actor(table)).table
    request = act("ann", live.legal(Seat(0))[0], id="first", v=live.versions[Seat(0)])
    first = await world.ask(table, request)
    await played(world, table, 5, random.Random(1))
    before = await kinds(world, table)
    await restarted(world)
    again = await world.ask(table, request)
    assert (first.code, again.code, again.seat) == ("", "", 0)
    assert await kinds(world, table) == before


async def test_an_answer_to_an_older_table_is_stale_after_a_restart_too(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    live = (await world.house.actor(table)).table
    seen = live.versions[Seat(0)]
    await played(world, table, 2, random.Random(1))
    still_free = live.legal(Seat(0))[0]
    before = await kinds(world, table)
    for _ in range(2):
        assert (await world.ask(table, act("ann", still_free, id="late", v=seen))).code == "move/stale"
        assert await kinds(world, table) == before
        await restarted(world)
    now = (await world.house.actor(table)).table.versions[Seat(0)]
    assert (await world.ask(table, act("ann", still_free, id="late", v=now))).code == ""


@pytest.mark.parametrize(
    ("wanted", "persons"),
    [
        ({"game": "battle"}, FOUR[:2]),
        ({"game": "solitaire", "options": {"players": 3}, "clock": "untimed"}, FOUR[:3]),
        ({"game": "classic", "bots": {str(seat): "simple" for seat in (1, 2, 3)}, "clock": "untimed"}, FOUR[:1]),
    ],
    ids=["battle", "solitaire", "classic"],
)
async def test_offers_have_the_same_version_after_a_restart(
    wanted: dict[str, Any], persons: tuple[str, ...], world: World
) -> None:
    rng = random.Random(1)
    table = await world.table(**wanted)
    await world.begin(table, *persons)
    for _ in range(8):
        await played(world, table, 1, rng)
        actor = await world.house.actor(table)
        if actor.table.status != "playing":
            break
        logged = await world.store.read(lambda connection: read(connection, table))
        again, stale_moves = replay_table(logged)
        for seat in range(len(persons)):
            assert again.legal(Seat(seat)) == actor.table.legal(Seat(seat))
            assert stale_moves.since(Seat(seat)) == actor.stale_moves.since(Seat(seat))


async def test_a_move_for_a_version_that_the_table_has_not_reached_is_refused(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    live = (await world.house.actor(table)).table
    seen, move = live.versions[Seat(0)], live.legal(Seat(0))[0]
    before = await kinds(world, table)
    for request in (act("ann", move, id="early", v=seen + 1), r.Withdraw("ann", "Ann", "back", seen + 1)):
        reply = await world.ask(table, request)
        assert (reply.code, reply.values) == ("move/stale", {"newest": seen})
        assert reply.text == f"the table has not come so far: expected at most version {seen}, got {seen + 1} at v"
    assert await kinds(world, table) == before
    assert (await world.ask(table, act("ann", move, id="early", v=seen))).code == ""


async def test_a_client_that_has_seen_more_than_a_restored_table_holds_gets_a_snapshot_and_plays_on(
    world: World,
) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    await played(world, table, 6, random.Random(1))
    ahead = (await world.house.actor(table)).table.versions[Seat(0)]
    await restored(world, table, events=4)
    eye = Eye()
    await eye.look(world, table, "ann", v=ahead)
    snapshot = eye.seen[0]
    assert (snapshot["t"], snapshot["v"] < ahead) == ("snapshot", True)
    stale = act("ann", snapshot["moves"][0], id="sent before", v=ahead)
    assert (await world.ask(table, stale)).code == "move/stale"
    assert (await world.ask(table, act("ann", snapshot["moves"][0], id="now", v=snapshot["v"]))).code == ""


async def restored(world: World, table: str, events: int) -> None:
    """The same server with a database in which the last events of the table are missing, as from an older backup."""
    last = len(await kinds(world, table))
    lost = delete(event).where(event.c.table_id == table, event.c.seq > last - events)
    await world.store.write(lambda connection: connection.execute(lost))
    await restarted(world)


@pytest.mark.parametrize("talker", ["ann", "bob"])
async def test_a_move_is_remembered_however_much_is_said_meanwhile(world: World, talker: str) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    live = (await world.house.actor(table)).table
    request = act("ann", live.legal(Seat(0))[0], id="first", v=live.versions[Seat(0)])
    first = await world.ask(table, request)
    for number in range(REMEMBERED_ACTIONS + 44):
        assert not (await world.house.ask(table, r.Chat(talker, talker.title(), "tea?", f"chat {number}"))).code
    before = await kinds(world, table)
    for _ in range(2):
        assert ((await world.ask(table, request)).code, first.code) == ("", "")
        assert await kinds(world, table) == before
        await restarted(world)


async def test_the_memory_of_requests_is_bounded(world: World) -> None:
    table = await world.table()
    for number in range(REMEMBERED_ACTIONS + 44):
        await world.house.ask(table, r.Chat("ann", "Ann", "tea?", f"chat {number}"))
    live = (await world.house.actor(table)).table
    assert len(live.done_requests.done) == REMEMBERED_ACTIONS
    assert ("ann", "chat", "chat 44") in live.done_requests.done
    assert ("ann", "chat", "chat 43") not in live.done_requests.done


REQUESTS: list[tuple[Callable[[str], r.AnyRequest], str]] = [
    (lambda client: r.Chat("ann", "Ann", "hello", client), "Chatted"),
    (lambda client: r.Sit("bob", "Bob", id=client), "Sat"),
    (lambda client: r.Ready("ann", "Ann", SHARE, client), "Readied"),
    (lambda client: r.Sit("ann", "Ann", Seat(1), "greedy", id=client), "Sat"),
]


@pytest.mark.parametrize(("request_of", "kind"), REQUESTS, ids=["chat", "sit", "ready", "seat a bot"])
async def test_a_request_repeated_under_one_id_is_executed_once(
    request_of: Callable[[str], r.AnyRequest], kind: str, world: World
) -> None:
    table = await world.table()
    already = (await kinds(world, table)).count(kind)
    for number in range(3):
        assert not (await world.ask(table, request_of("the same"))).code
        assert (await kinds(world, table)).count(kind) == already + 1
        if number:
            await restarted(world)


async def test_leaving_can_be_repeated(world: World) -> None:
    table = await world.table()
    await world.ask(table, sit("bob"))
    leave = r.Leave("bob", "Bob", id="goodbye")
    for _ in range(3):
        reply = await world.ask(table, leave)
        assert (reply.code, reply.seat) == ("", None)
        assert (await kinds(world, table)).count("Left") == 1
        await restarted(world)


async def test_the_same_id_for_another_request_is_another_request(world: World) -> None:
    table = await world.table()
    for request in (r.Chat("ann", "Ann", "hello", "1"), r.Sit("bob", "Bob", id="1"), r.Leave("bob", "Bob", id="1")):
        assert not (await world.ask(table, request)).code
    assert [kind for kind in await kinds(world, table) if kind != "Committed"][-3:] == ["Chatted", "Sat", "Left"]


async def test_an_old_mute_sent_again_does_not_mute_again(world: World) -> None:
    table = await world.table(bots={"0": "greedy"})
    await world.ask(table, r.Leave("ann", "Ann", Seat(0)))
    await world.ask(table, sit("bob"))
    mute, unmute = (r.HostMute("ann", "Ann", "bob", on, f"mute {on}") for on in (True, False))
    for request in (mute, unmute, mute):
        assert not (await world.ask(table, request)).code
    assert (await kinds(world, table)).count("HostMuted") == 2


class WatchedStore:
    """A store that checks after each commit whether the lobby agrees with the log."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.looks = 0
        self.differing: list[tuple[str, str]] = []

    async def write(self, job: Job[T]) -> T:
        made = await self._store.write(job)
        await self._store.read(self._look)
        return made

    async def read(self, job: Job[T]) -> T:
        return await self._store.read(job)

    async def close(self) -> None:
        await self._store.close()

    def _look(self, connection: Connection) -> None:
        listed = {row.id: row.summary for row in connection.execute(select(table_summary))}
        logged = set(connection.execute(select(event.c.table_id)).scalars())
        assert set(listed) == logged, "a table without its row, or a row without its table"
        for table, summary in listed.items():
            info = without_names(replay_table(read(connection, table))[0].info())
            expected = msgspec.json.encode(info).decode()
            self.looks += 1
            if summary != expected:
                self.differing.append((summary, expected))
            here = select(SEATS.seat, SEATS.person).where(SEATS.table_id == table).order_by(SEATS.seat)
            sitting = [(row.seat, row.person) for row in connection.execute(here)]
            persons = [(number, one.person) for number, one in enumerate(info.seats) if one is not None and one.person]
            if sitting != ([] if info.status == "over" else persons):
                self.differing.append((str(sitting), expected))


async def test_the_lobby_agrees_with_the_log_after_every_commit(world: World) -> None:
    watched = WatchedStore(world.store)
    world.services = world.services._replace(store=watched)
    world.house = type(world.house)(world.services)
    table = await world.table(match="double")
    await world.begin(table, "ann", "bob")
    for _ in range(2):
        await played(world, table, 200, random.Random(1))
        for person in ("ann", "bob"):
            await world.ask(table, r.Ready(person, person.title(), SHARE))
    for person in ("bob", "ann"):
        await world.ask(table, r.Leave(person, person.title()))
    assert watched.looks > 50
    assert watched.differing == []


async def test_a_log_written_before_a_field_was_added_is_still_valid(world: World) -> None:
    opened = ev.Opened("ann", "battle", {}, "single", TimeControl(), private=False, invite="OLDONE")
    old = chained_lines("old", None, 0, [opened, ev.Sat(Seat(0), "Ann", person="ann")])
    bodies = [one.body.replace(b',"client":null', b"") for one in old]
    assert bodies[1] != old[1].body == ENCODER.encode(old[1].event)
    held = chained_lines("old", None, 0, [opened])[0].hash

    def job(connection: Connection) -> None:
        append(connection, old)
        for seq, body, prev in ((1, bodies[0], FIRST), (2, bodies[1], held)):
            place = event.update().where(event.c.table_id == "old", event.c.seq == seq)
            connection.execute(place.values(body=body.decode(), prev_hash=prev))

    await world.store.write(job)
    table = await world.house.load("old")
    assert table.seat_of("ann") == 0
    actor: Actor = await world.house.actor("old")
    assert not (await world.ask("old", sit("bob"))).code
    assert actor.table.seat_of("bob") == 1
    await world.store.read(lambda connection: read(connection, "old"))
