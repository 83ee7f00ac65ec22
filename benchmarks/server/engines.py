"""Bots in engine processes: choices a second beside direct calls, and how late the event loop is meanwhile."""

import asyncio
import random
import statistics
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from benchmarks.measure import Figure, all_cores
from teahouse.games.battle import Battle, BattleView, TakePair
from teahouse.players import AnyPlayer, Budget, make_player
from teahouse.service.engines.engines import EngineLimits, Engines
from teahouse.service.engines.question import MoveQuestion

ENGINES = 2
CHOICES = 1000
ROUNDS = 3
BOTS = 100
THINKING = Budget(seconds=0.05)
TICK = 0.002

Position = tuple[BattleView, Sequence[TakePair]]


class Thinker:
    """A bot that keeps a core busy for its whole budget."""

    def choose(self, view: object, moves: Sequence[Any], budget: Budget, rng: random.Random) -> Any:
        """Any move, at the end of the budget."""
        until = time.perf_counter() + budget.seconds
        while time.perf_counter() < until:
            pass
        return rng.choice(moves)


THINKERS: dict[str, dict[str, Callable[[], AnyPlayer]]] = {"battle": {"thinker": Thinker}}


def figures() -> Iterator[Figure]:
    """Choices a second of `greedy` through two engines and called; loop lag with a hundred bots thinking, and idle."""
    with all_cores():
        pooled = asyncio.run(_pooled())
        yield Figure(
            f"Battle, choices of the level greedy in {ENGINES} engine processes",
            "choices/s",
            pooled,
            _called(),
            "the same bot, called directly",
            note="wall time, all cores",
        )
        idle, busy = asyncio.run(_lags())
        for name, rank in (("p50", 50), ("p99", 99)):
            yield Figure(
                f"delay of the event loop while {BOTS} bots think, {name}",
                "ms",
                _percentile(busy, rank),
                _percentile(idle, rank),
                "the event loop with idle engines",
                note="lower is better",
            )


def _positions() -> list[Position]:
    game, found = Battle(), list[Position]()
    rng = random.Random(1)
    while len(found) < CHOICES:
        state = game.deal(b"bench %d" % len(found))
        while len(moves := game.legal_moves(state, state.mover)) > 1:
            found.append((game.view(state, state.mover), moves))
            state, _ = game.apply(state, state.mover, rng.choice(moves))
    return found[:CHOICES]


def _called() -> float:
    positions, best = _positions(), 0.0
    for _ in range(ROUNDS):
        started = time.perf_counter()
        for number, (view, moves) in enumerate(positions):
            make_player("battle", "greedy").choose(view, moves, Budget(), random.Random(str(number)))
        best = max(best, CHOICES / (time.perf_counter() - started))
    return best


async def _pooled() -> float:
    positions, best = _positions(), 0.0
    async with _engines(None) as engines:
        for _ in range(ROUNDS):
            started = time.perf_counter()
            async with asyncio.TaskGroup() as group:
                for number, position in enumerate(positions):
                    group.create_task(_choice(engines, "greedy", position, number))
            best = max(best, CHOICES / (time.perf_counter() - started))
        assert not engines.stats().fallbacks
    return best


async def _lags() -> tuple[list[float], list[float]]:
    """How late a timer fires, in milliseconds, with idle engines and with all bots thinking all the time."""
    position = _positions()[0]
    async with _engines("benchmarks.server.engines:THINKERS") as engines:
        idle = await _late(asyncio.sleep(BOTS * THINKING.seconds / ENGINES))
        async with asyncio.TaskGroup() as group:
            asked = [group.create_task(_choice(engines, "thinker", position, number)) for number in range(BOTS)]
            busy = await _late(asyncio.wait(asked))
        assert not engines.stats().fallbacks
    return idle, busy


async def _late(work: Any) -> list[float]:
    late, working = list[float](), asyncio.ensure_future(work)
    while not working.done():
        started = time.perf_counter()
        await asyncio.sleep(TICK)
        late.append(1000 * (time.perf_counter() - started - TICK))
    return late


async def _choice(engines: Engines, level: str, position: Position, number: int) -> None:
    view, moves = position
    await engines.choose(level, MoveQuestion("battle", {}, view, moves, THINKING, str(number), str(number)))


@asynccontextmanager
async def _engines(players: str | None) -> AsyncGenerator[Engines]:
    engines = Engines(ENGINES, players=players, limits=EngineLimits(patience=60.0, grace=20.0))
    await engines.start()
    while engines.stats().engines < ENGINES or engines.stats().cold:
        await asyncio.sleep(0.01)
    try:
        yield engines
    finally:
        await engines.close()


def _percentile(values: list[float], rank: int) -> float:
    return statistics.quantiles(values, n=100)[rank - 1]
