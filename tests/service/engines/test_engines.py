"""Engine processes: whatever a bot does, a legal move comes back and the server goes on."""

import asyncio
import logging
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from teahouse.core.seats import Seat
from teahouse.games.battle import Battle, TakePair
from teahouse.games.classic import Classic
from teahouse.players import Budget, fallback_move, make_player
from teahouse.service.engines.engines import REASONS, Choice, EngineLimits, Engines
from teahouse.service.engines.process import WORKER
from teahouse.service.engines.question import MoveQuestion
from teahouse.service.engines.queue import EngineJob, FairQueue, Lane
from teahouse.service.engines.wire import Think

BOTS = "tests.service.bots:BOTS"
GAME = Battle()
STATE = GAME.deal(b"engines")
VIEW = GAME.view(STATE, Seat(0))
MOVES = tuple(GAME.legal_moves(STATE, Seat(0)))
BUDGET = Budget(seconds=0.1)
ROOMY = EngineLimits(grace=20.0, patience=60.0)
QUICK = EngineLimits(grace=3.0, patience=60.0, warm_up=3.0)
WARM_UP = 4.0
SOON = 60.0
COMPILED = 240.0  # enough to compile every kernel on a slow machine
PATIENT = EngineLimits(grace=60.0, patience=120.0, warm_up=300.0)


@asynccontextmanager
async def pool(
    count: int = 1, memory_mb: int = 512, *, limits: EngineLimits = ROOMY, players: str | None = BOTS
) -> AsyncGenerator[Engines]:
    """Engines in this context; afterwards all their processes must have ended."""
    engines = Engines(count, memory_mb, limits=limits, players=players, warm_all=players is None)
    await engines.start()
    seen: set[int] = set()
    try:
        await until(lambda: len(engines.pids) == count)
        seen.update(engines.pids)
        yield engines
        seen.update(engines.pids)
    finally:
        await engines.close()
    assert not [pid for pid in seen if runs(pid)]


async def choice(
    engines: Engines, level: str, seed: str = "1", *, budget: Budget = BUDGET, table: str = ""
) -> Choice[TakePair]:
    return await engines.choose(level, MoveQuestion("battle", {}, VIEW, MOVES, budget, seed, table))


async def until(holds: Callable[[], bool], seconds: float = SOON) -> None:
    """Wait until this holds."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


def runs(pid: int) -> bool:
    """Is this process, or thread, running? A zombie is not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        return state != "Z" or len(list(Path(f"/proc/{pid}/task").iterdir())) > 1
    except (FileNotFoundError, ProcessLookupError):
        return False


def own_choice(seed: str) -> TakePair:
    """The choice of the bot `random` when it is called directly."""
    return random.Random(seed).choice(MOVES)


def test_an_engine_chooses_what_the_bot_would_choose_in_the_same_process() -> None:
    async def play() -> None:
        async with pool(2, players=None) as engines:
            greedy = make_player("battle", "greedy")
            made = await asyncio.gather(*(choice(engines, "greedy", str(seed)) for seed in range(40)))
        own = [greedy.choose(VIEW, MOVES, BUDGET, random.Random(str(seed))) for seed in range(40)]
        assert [each.move for each in made] == own

    asyncio.run(play())


BAD_BOTS = {
    "crash": ("raises", "leaves", "quits", "faults"),
    "hang": ("loops", "deaf"),
    "illegal": ("forfeits", "babbles"),
    "memory": ("hogs", "gulps", "starves", "swarms", "aborts"),
    "rubbish": ("scribbles", "forges"),
}


@pytest.mark.parametrize("reason", BAD_BOTS)
def test_a_bad_bot_only_ever_costs_its_process_and_a_fallback(reason: str) -> None:
    async def play() -> None:
        async with pool(limits=QUICK if reason == "hang" else ROOMY) as engines:
            for time, level in enumerate(BAD_BOTS[reason], 1):
                await goes_wrong(engines, level, reason, time)

    asyncio.run(play())


async def goes_wrong(engines: Engines, level: str, reason: str, time: int = 1) -> None:
    """Ask a bad bot for the first, second … time, and then a good one."""
    (before,) = engines.pids
    made = await choice(engines, level, "5")
    assert made == (fallback_move("battle", VIEW, MOVES, "5"), reason, 0.0, "random"), level
    await until(lambda: len(engines.pids) == 1 and engines.pids != (before,))
    assert not runs(before)
    assert (await choice(engines, "random", "6"))[:2] == (own_choice("6"), None)
    assert engines.stats().fallbacks == {reason: time}
    assert engines.stats().replaced == time


def test_a_fallback_is_legal_and_the_same_for_the_same_seed() -> None:
    made = [fallback_move("battle", VIEW, MOVES, str(seed)) for seed in range(50)]
    assert made == [fallback_move("battle", VIEW, MOVES, str(seed)) for seed in range(50)]
    assert set(made) <= set(MOVES)
    assert len(set(made)) > 1


@pytest.mark.parametrize(
    ("level", "proof"),
    [
        ("prints", "what a bot prints by the megabyte goes nowhere"),
        ("looks", "a bot sees a view"),
        ("polite", "an engine stands back, in a session of its own"),
        ("sockets", "the only socket of an engine is its own"),
    ],
)
def test_an_engine_process_is_restricted(level: str, proof: str) -> None:
    async def play() -> None:
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            listening.listen()
            listening.set_inheritable(True)
            async with pool() as engines:
                for _ in range(2):
                    made = await choice(engines, level)
                    assert (made.move, made.fallback) == (MOVES[1], None), proof

    asyncio.run(play())


def test_a_bot_may_compile_within_its_memory() -> None:
    async def play() -> None:
        async with pool() as engines:
            made = await choice(engines, "compiles", budget=Budget(seconds=10))
            assert (made.move, made.fallback) == (MOVES[1], None)

    asyncio.run(play())


def test_a_player_object_makes_only_one_choice() -> None:
    async def play() -> None:
        async with pool() as engines:
            assert [(await choice(engines, "counter")).move for _ in range(3)] == [MOVES[0]] * 3

    asyncio.run(play())


def test_a_bot_that_does_not_exist_is_a_fallback_and_costs_no_process() -> None:
    async def play() -> None:
        async with pool() as engines:
            before = engines.pids
            for _ in range(4):
                assert (await choice(engines, "nobody")).fallback == "unknown"
            assert engines.pids == before

    asyncio.run(play())


def test_a_single_move_needs_no_engine() -> None:
    async def play() -> None:
        assert await Engines(1).choose("loops", MoveQuestion("battle", {}, VIEW, MOVES[:1], BUDGET, "")) == (
            MOVES[0],
            None,
            0.0,
            None,
        )

    asyncio.run(play())


def test_processes_started_by_a_bad_bot_die_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    mark = f"child-of-a-bot-{os.getpid()}"
    monkeypatch.setenv("TEST_MARK", mark)

    def children() -> list[int]:
        pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
        return [pid for pid in pids if runs(pid) and mark.encode() in _command(pid)]

    async def play() -> None:
        async with pool() as engines:
            asking = asyncio.create_task(choice(engines, "children"))
            await until(lambda: bool(children()))
            assert (await asking).fallback == "illegal"
            await until(lambda: not children())

    asyncio.run(play())


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def test_the_log_names_a_failure_once_without_hidden_information(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        async with pool() as engines:
            for _ in range(3):
                assert (await choice(engines, "raises")).fallback == "crash"

    with caplog.at_level(logging.DEBUG):
        asyncio.run(play())
    places = [str(vars(record)["place"]) for record in caplog.records if record.name.startswith("teahouse")]
    assert len(places) == 1
    assert "ValueError_in_bots.py:" in places[0]
    assert "secret" not in caplog.text


def test_a_hundred_bots_over_two_engines_leave_the_loop_free() -> None:
    async def play() -> None:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.005)
                ticks += 1

        async with pool(2, limits=QUICK) as engines:
            ticking = asyncio.create_task(tick())
            asked = [choice(engines, "thinker", str(seed), budget=Budget(seconds=0.02)) for seed in range(100)]
            made = await asyncio.gather(*asked, choice(engines, "loops"), choice(engines, "deaf"))
            ticking.cancel()
            assert [each.move for each in made[:100]] == [own_choice(str(seed)) for seed in range(100)]
            assert [each.fallback for each in made] == [None] * 100 + ["hang", "hang"]
            assert ticks > 50
            assert engines.stats().mean_seconds >= 0.02

    asyncio.run(play())


def test_a_choice_that_waits_too_long_is_a_fallback() -> None:
    async def play() -> None:
        async with pool(limits=EngineLimits(patience=0.5, grace=20.0)) as engines:
            await choice(engines, "thinker", budget=Budget(seconds=0))
            asked = [choice(engines, "thinker", budget=Budget(seconds=2.0)) for _ in range(3)]
            assert [each.fallback for each in await asyncio.gather(*asked)] == [None, "busy", "busy"]
            assert engines.stats().waiting == 0

    asyncio.run(play())


def test_beyond_the_limit_of_waiting_choices_the_fallback_comes_at_once() -> None:
    async def play() -> None:
        async with pool(limits=EngineLimits(waiting=3, grace=20.0)) as engines:
            await choice(engines, "thinker", budget=Budget(seconds=0))
            thinking = asyncio.create_task(choice(engines, "thinker", budget=Budget(seconds=0.5)))
            await until(lambda: engines.stats().busy == 1)
            waiting = [asyncio.create_task(choice(engines, "random", str(seed))) for seed in range(3)]
            await asyncio.sleep(0)
            assert engines.stats().waiting == 3
            assert (await choice(engines, "random")).fallback == "full"
            assert not thinking.done()
            assert [each.fallback for each in await asyncio.gather(thinking, *waiting)] == [None] * 4

    asyncio.run(play())


def test_tables_take_turns() -> None:
    async def play() -> None:
        lanes = FairQueue[EngineJob]()
        task = Think("battle", {}, "random", VIEW, MOVES, BUDGET, "", 1.0)
        for table in "aaaabbc":
            lanes.put(EngineJob(Lane("home", "ann", table), {}, task))
        dropped = EngineJob(Lane("home", "ann", "d"), {}, task)
        lanes.put(dropped)
        lanes.drop(dropped)
        lanes.drop(dropped)
        assert len(lanes) == 7
        taken = [lanes.take() for _ in range(8)]
        assert [job and job.lane.table for job in taken] == [*"abcabaa", None]

    asyncio.run(play())


def test_households_take_turns_then_their_people_then_their_tables() -> None:
    async def play() -> None:
        lanes = FairQueue[EngineJob]()
        task = Think("battle", {}, "random", VIEW, MOVES, BUDGET, "", 1.0)
        flood = [Lane("near", person, f"{person}{number}") for person in ("eve", "mal") for number in range(40)]
        for lane in (*flood, Lane("far", "ann", "a1"), Lane("far", "ann", "a2"), Lane("far", "bob", "b1")):
            lanes.put(EngineJob(lane, {}, task))
        taken = [job.lane.table for _ in range(6) if (job := lanes.take())]
        assert taken == ["eve0", "a1", "mal0", "b1", "eve1", "a2"]
        assert len(lanes) == 77

    asyncio.run(play())


def test_a_table_with_many_bots_does_not_hold_up_a_table_with_one() -> None:
    async def play() -> None:
        done: list[str] = []

        async def ask(engines: Engines, table: str) -> None:
            await choice(engines, "thinker", budget=Budget(seconds=0.02), table=table)
            done.append(table)

        async with pool() as engines:
            crowd = [asyncio.create_task(ask(engines, "crowd")) for _ in range(30)]
            await asyncio.sleep(0)
            await asyncio.gather(ask(engines, "duel"), *crowd)
            assert done.index("duel") <= 2

    asyncio.run(play())


def test_a_choice_nobody_waits_for_any_more_does_no_harm() -> None:
    async def play() -> None:
        rng = random.Random(3)
        async with pool(2) as engines:
            before = engines.pids
            for _ in range(3):
                asked = [
                    asyncio.create_task(choice(engines, "thinker", str(seed), budget=Budget(seconds=0.01)))
                    for seed in range(40)
                ]
                for task in rng.sample(asked, 30):
                    await asyncio.sleep(rng.random() / 100)
                    task.cancel()
                made = await asyncio.gather(*asked, return_exceptions=True)
                for seed, each in enumerate(made):
                    assert isinstance(each, asyncio.CancelledError | Choice)
                    assert not isinstance(each, Choice) or each[:2] == (own_choice(str(seed)), None)
            assert engines.stats().waiting == 0
            assert engines.pids == before

    asyncio.run(play())


def test_closing_answers_everybody_and_leaves_no_process() -> None:
    async def play() -> None:
        async with pool(2) as engines:
            asked = [asyncio.create_task(choice(engines, level)) for level in ("loops", "deaf", "random", "random")]
            await until(lambda: engines.stats().busy == 2)
            pids = engines.pids
            await engines.close()
            assert not [pid for pid in pids if runs(pid)]
            assert [each.fallback for each in await asyncio.gather(*asked)] == ["closed"] * 4
            assert (await choice(engines, "random")).fallback == "closed"

    asyncio.run(play())


def test_engines_closed_while_they_start_leave_no_process() -> None:
    async def play(wait: float) -> None:
        engines = Engines(2)
        await engines.start()
        await asyncio.sleep(wait)
        await engines.close()
        assert engines.pids == ()

    for wait in (0.0, 0.01, 0.05):
        asyncio.run(play(wait))
    assert not [line for line in _children() if "engine_worker" in line]


def _children() -> list[str]:
    listed = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return [_command(int(pid)).decode() for pid in listed if runs(int(pid))]


def test_engines_that_cannot_start_are_a_fallback_too(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        engines = Engines(1, players="no.such.module:BOTS", limits=EngineLimits(patience=0.2))
        await engines.start()
        assert (await choice(engines, "random")).fallback == "busy"
        await until(lambda: "did not start" in caplog.text)
        await engines.close()

    asyncio.run(play())


SERVER = """
import asyncio, sys
from tests.service.engines.test_engines import BOTS, Engines, EngineLimits, choice, until

async def serve(level):
    engines = Engines(2, limits=EngineLimits(grace=0.4, warm_up=0.5), players=BOTS, warm_all=False)
    await engines.start()
    await until(lambda: len(engines.pids) == 2)
    asking = asyncio.create_task(choice(engines, level))
    await until(lambda: engines.stats().busy == 1)
    print(*engines.pids, flush=True)
    await asking

asyncio.run(serve(sys.argv[1]))
"""


@pytest.mark.parametrize("level", ["thinker", "loops", "deaf"])
def test_a_killed_server_leaves_no_engine_behind(level: str) -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, level], stdout=subprocess.PIPE, cwd=Path(__file__).parents[3], text=True
    )
    with server:
        assert server.stdout is not None
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert len(pids) == 2
        assert all(map(runs, pids))
        server.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + SOON
    while any(map(runs, pids)):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_idle_engines_warm_up_the_bots_that_sit_at_tables_and_no_others() -> None:
    async def play() -> None:
        async with pool(2, players=None) as engines:
            await until(lambda: not engines.stats().compiling, COMPILED)
            assert engines.stats().cold == 0
            plain = max(engines.stats().memory_mb)
            engines.expect("battle", "perfect")
            assert engines.stats().cold == 2
            await until(lambda: engines.stats().cold == 0, COMPILED)
            assert min(engines.stats().memory_mb) > plain
            assert engines.stats().replaced == engines.stats().choices == 0

    asyncio.run(play())


def test_a_bot_that_cannot_warm_up_plays_cold_after_two_tries() -> None:
    async def play() -> None:
        async with pool(limits=EngineLimits(grace=0.4, warm_up=WARM_UP)) as engines:
            took: list[float] = []
            for _ in range(3):
                await until(lambda: len(engines.pids) == 1)
                started = time.monotonic()
                assert (await choice(engines, "loops")).fallback == "hang"
                took.append(time.monotonic() - started)
            assert took[2] < min(took[:2])
            assert min(took[:2]) >= WARM_UP

    asyncio.run(play())


def test_signals_meant_for_the_server_do_not_stop_an_engine() -> None:
    async def play() -> None:
        async with pool() as engines:
            (before,) = engines.pids
            for number in (signal.SIGINT, signal.SIGTERM):
                os.kill(before, number)
            assert (await choice(engines, "random", "4"))[:2] == (own_choice("4"), None)
            assert engines.pids == (before,)

    asyncio.run(play())


def test_an_engine_that_dies_while_idle_costs_nobody_a_choice() -> None:
    async def play() -> None:
        async with pool() as engines:
            (before,) = engines.pids
            os.kill(before, signal.SIGKILL)
            await until(lambda: not runs(before))
            assert (await choice(engines, "random", "4"))[:2] == (own_choice("4"), None)
            assert before not in engines.pids

    asyncio.run(play())


def test_an_engine_whose_server_stops_during_its_start_ends_silently() -> None:
    ours, theirs = socket.socketpair()
    ours.close()
    with theirs:
        command = [sys.executable, "-m", WORKER, f"--players={BOTS}"]
        ended = subprocess.run(
            command, stdin=theirs.fileno(), stderr=subprocess.PIPE, start_new_session=True, check=False
        )
    assert ended.stderr == b""


def test_every_reason_has_a_sentence() -> None:
    assert all(sentence[0].islower() and not sentence.endswith(".") for sentence in REASONS.values())


def test_an_engine_ranks_the_moves_of_a_view() -> None:
    async def play() -> None:
        engines = Engines(1, limits=PATIENT, warm_all=False)
        await engines.start()
        game = Classic()
        state = game.deal(b"advice")
        moves = game.legal_moves(state, state.turn)
        view, options = game.view(state, state.turn), msgspec.to_builtins(game.rules)
        advice = await engines.advise(MoveQuestion("classic", options, view, moves, Budget(seconds=1.0), "1"))
        await engines.close()
        assert advice is not None
        assert [each.lost for each in advice.moves] == sorted(each.lost or 0.0 for each in advice.moves)
        assert {each.text for each in advice.moves} == set(map(game.move_text, moves))
        assert advice.weakened is None
        plain = await engines.advise(MoveQuestion("classic", options, view, moves, Budget(), "1"))
        assert plain is not None
        assert plain.weakened == "simple"

    asyncio.run(play())
