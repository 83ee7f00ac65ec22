"""Work in other processes: results and errors are returned, limits hold, and households take turns."""

import asyncio
import os
import pickle
import socket
import subprocess
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from teahouse.core.errors import InvalidRecord
from teahouse.games import make_game
from teahouse.service.engines.queue import Lane
from teahouse.service.engines.wire import HEAD
from teahouse.service.engines.workers import MODULE, MOST_OF_HOUSEHOLD, Work, WorkerPool
from teahouse.service.errors import Refused
from teahouse.service.replays import Replay, record_verdict, replay_parts, write_replay
from teahouse.service.tables.log import read
from teahouse.service.tables.stale_moves import replay_table
from tests.forked import PATIENCE
from tests.service.engines.test_judge import record_of
from tests.service.world import World, ready

NEAR, FAR = Lane("near", "eve", ""), Lane("far", "ann", "")
LIMIT = 60.0


def busy(seconds: float) -> float:
    """Use processor time."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return seconds


def greedy(megabytes: int) -> int:
    """Use memory."""
    return len(bytearray(megabytes << 20))


def long(has_begun: Path) -> None:
    """Run forever."""
    has_begun.touch()
    busy(LIMIT)


def wrong() -> None:
    """Raise an error."""
    raise InvalidRecord(7, "expected a move, got nothing")


@asynccontextmanager
async def workers(count: int = 1) -> AsyncGenerator[WorkerPool]:
    """Workers that end with this context."""
    made = WorkerPool(count=count, memory_mb=400)
    await made.start()
    try:
        yield made
    finally:
        await made.close()


def test_work_in_a_process_has_the_same_result_as_here() -> None:
    async def play() -> None:
        game = make_game("solitaire", {"layout": "turtle", "level": "classic"})
        async with workers() as pool:
            assert await pool.run(NEAR, LIMIT, type(game).deal, game, b"tea") == game.deal(b"tea")
            with pytest.raises(InvalidRecord, match="line 7: expected a move") as found:
                await pool.run(NEAR, LIMIT, wrong)
            assert found.value.line == 7

    asyncio.run(play())


def test_work_beyond_its_limits_is_refused_and_the_next_is_done() -> None:
    async def play() -> None:
        async with workers() as pool:
            with pytest.raises(Refused, match="more time or memory") as found:
                await pool.run(NEAR, 0.2, busy, 30.0)
            assert found.value.code == "work/large"
            with pytest.raises(Refused, match="more time or memory"):
                await pool.run(NEAR, LIMIT, greedy, 2000)
            assert await pool.run(NEAR, LIMIT, busy, 0.01) == 0.01

    asyncio.run(play())


def test_one_household_does_not_hold_up_another() -> None:
    async def play() -> None:
        done: list[str] = []

        async def ask(pool: WorkerPool, lane: Lane) -> None:
            await pool.run(lane, LIMIT, busy, 0.05)
            done.append(lane.household)

        async with workers(2) as pool:
            await asyncio.gather(*(pool.run(lane, LIMIT, busy, 0.01) for lane in (NEAR, FAR)))  # both have started
            crowd = [asyncio.create_task(ask(pool, NEAR)) for _ in range(12)]
            await asyncio.sleep(0)
            await asyncio.gather(ask(pool, FAR), *crowd)
        assert done.index("far") <= 2

    asyncio.run(play())


def test_only_a_household_with_too_many_requests_is_refused() -> None:
    async def play() -> None:
        async with workers() as pool:
            crowd = [asyncio.create_task(pool.run(NEAR, LIMIT, busy, 0.01)) for _ in range(MOST_OF_HOUSEHOLD + 5)]
            await asyncio.sleep(0)
            assert await pool.run(FAR, LIMIT, busy, 0.01) == 0.01
            answers = await asyncio.gather(*crowd, return_exceptions=True)
        refusals = [answer for answer in answers if isinstance(answer, Refused)]
        assert [error.code for error in refusals] == ["work/busy"] * 5

    asyncio.run(play())


def test_a_replay_is_written_in_parts_and_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = record_of("battle", 6)
    write_replay(record, None, tmp_path / "whole")
    steps = msgspec.json.decode((tmp_path / "whole").read_bytes(), type=Replay).steps
    assert [step.ply for step in steps] == [*range(len(steps))]
    assert len(steps) == record_verdict(record).moves + 1
    assert max(map(len, replay_parts(record))) < (tmp_path / "whole").stat().st_size / 2
    monkeypatch.setattr("teahouse.service.replays.MOST_BYTES", 1000)
    with pytest.raises(Refused, match="more time or memory"):
        write_replay(record, None, tmp_path / "cut")


@pytest.mark.parametrize("game", ["battle", "classic", "solitaire"])
def test_a_table_loads_the_same_in_another_process(tmp_path: Path, game: str) -> None:
    async def play() -> None:
        world = await World.open(tmp_path)
        bots = {str(seat): "easy" for seat in make_game(game, {}).seats if seat}
        table = await world.table(game=game, clock="untimed", bots=bots)
        await world.begin(table)
        assert not (await world.ask(table, ready("ann"))).code
        logged = await world.store.read(lambda connection: read(connection, table))
        await world.close()
        here, guard = replay_table(logged)
        async with workers() as pool:
            there, other = await pool.run(NEAR, LIMIT, replay_table, logged)
        assert there.status == "playing"
        assert there.state == here.state
        assert (there.info(), there.versions, there.done_requests.done) == (
            here.info(),
            here.versions,
            here.done_requests.done,
        )
        seats = here.game.seats
        assert [other.since(seat) for seat in seats] == [guard.since(seat) for seat in seats]
        assert [there.legal(seat) for seat in seats] == [here.legal(seat) for seat in seats]

    asyncio.run(play())


def test_a_process_ends_in_the_middle_of_its_work_when_the_server_is_gone(tmp_path: Path) -> None:
    has_begun = tmp_path / "begun"
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-P", "-m", MODULE]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with theirs, subprocess.Popen(command, stdin=theirs.fileno(), env=environment) as process:
        body = pickle.dumps(Work(long, (has_begun,), LIMIT))
        ours.sendall(HEAD.pack(len(body), 1) + body)
        while not has_begun.exists():
            assert process.poll() is None
            time.sleep(0.01)
        ours.close()
        process.wait(PATIENCE)
