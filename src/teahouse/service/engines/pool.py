"""The engine processes: starts them, warms them up for the games in use, gives them work, and replaces them.

An engine loads the kernels of a game when it is first asked about it, or when one of its tables is open and the engine
has nothing else to do. Each process has a limit of memory; what its kernels leave of it goes to the tables of a search.
A process that holds several games and is short of memory is restarted before it fails.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Iterator
from typing import Any, Final, TypeVar

import msgspec

from teahouse.players import PLAYERS
from teahouse.service.engines.compiler import Compiler
from teahouse.service.engines.process import THIS_MACHINE, Bot, Machine, NoEngine, RunningEngine
from teahouse.service.engines.queue import EngineJob, FairQueue
from teahouse.service.engines.wire import Advise, Chosen, Failed, Ranked, Warm, Warmed

T = TypeVar("T")

MOST_WARM_UPS: Final = 2
MOST_TRIES: Final = 2
FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0
SPARE_MB: Final = 64
"""A process with several games that has less than this left is restarted."""
GAME_MB: Final = 128
"""About the memory for one more game; an idle engine loads it beside others only if that much is free."""

log: Final = logging.getLogger(__name__)


class EngineLimits(msgspec.Struct, frozen=True, kw_only=True):
    """How long things may take, and how many may wait.

    nice: how much lower its priority is than the server's. grace: seconds a bot may take beyond its budget. patience:
    seconds a choice waits for an engine. waiting: choices that may wait. warm_up: seconds for a bot's first
    choice in a process, in which it loads compiled code. start: seconds for a process to start. replacing: seconds
    in which weaker levels may answer for a bot that failed.
    """

    nice: int = 10
    grace: float = 10.0  # engines have a low priority, so on a busy machine one may get no processor time for seconds
    patience: float = 20.0
    waiting: int = 1000
    warm_up: float = 60.0
    start: float = 30.0
    replacing: float = 8.0


class EnginePool:
    """Engine processes and the work that waits for them. `start` it, ask for outcomes, `close` it."""

    def __init__(  # noqa: PLR0913 - what the settings say, and where the processes run
        self,
        count: int,
        memory_mb: int,
        limits: EngineLimits,
        players: str | None,
        *,
        warm_all: bool,
        machine: Machine = THIS_MACHINE,
    ) -> None:
        """Use this many processes, each with this much memory; see `Engines`."""
        self._count: Final = count
        self.memory_mb: Final = memory_mb
        self.limits: Final = limits
        self._arguments: Final = {"memory-mb": memory_mb, "nice": limits.nice} | (
            {} if players is None else {"players": players}
        )
        self._warm_all: Final = warm_all
        self.compiler: Final = Compiler(limits.nice, limits.start, machine)
        self._machine: Final = machine
        self._compiling: asyncio.Task[None] | None = None
        self.lanes: Final = FairQueue[EngineJob]()
        self._slots: list[asyncio.Task[None]] = []
        self.running: Final[set[RunningEngine]] = set()
        self._ending: Final[set[asyncio.Task[None]]] = set()
        self._expected: Final[dict[Bot, None]] = {}
        self._warming: Final[list[Bot]] = []
        self._cold_ends: Final[Counter[Bot]] = Counter()
        self.busy = self.replaced = self.renewed = self.failed_starts = 0

    async def start(self) -> None:
        """Start the processes; work may be requested at once and waits for the first that is ready."""
        self._slots = [asyncio.create_task(self._tend(), name=f"engine-{number}") for number in range(self._count)]
        if self._warm_all:
            self.compiler.find_uncompiled()
            self._compiling = asyncio.create_task(self._compile())

    async def close(self) -> None:
        """Kill the processes; pending work fails as closed."""
        slots, self._slots = self._slots, []
        while job := self.lanes.take():
            job.resolve(Failed("closed"))
        tasks = [*slots, self._compiling] if self._compiling is not None else slots
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*self._ending)
        await self.compiler.close()

    async def _compile(self) -> None:
        await self.compiler.run()
        self.lanes.wake()

    def expect(self, bot: Bot) -> None:
        """Note that a bot sits at a table, so that idle engines warm up for it."""
        if bot not in self._expected:
            self._expected[bot] = None
            self.lanes.wake()

    def cold(self) -> int:
        """How many expected bots are still cold in some engine."""
        return sum(1 for engine in self.running for _ in self._cold_bots(engine))

    async def outcome(self, job: EngineJob) -> Chosen | Ranked | Failed:
        """The outcome of a piece of work; it waits for an engine, and before that for the compiler."""
        if not self._slots:
            return Failed("closed")
        if len(self.lanes) >= self.limits.waiting:
            return Failed("full")
        if _searches(job.bot) and not await self.compiler.wait(job.bot[0], self.limits.patience):
            return Failed("compiling", "the kernels of the game are not compiled yet")
        if not self._slots:
            return Failed("closed")
        self.lanes.put(job)
        job.wait(self.limits.patience)
        try:
            return await job.outcome
        finally:
            job.begin()
            self.lanes.drop(job)

    async def _tend(self) -> None:
        """Keep one process running; replace it when it fails or is short of memory."""
        pause = FIRST_PAUSE
        while True:
            try:
                engine = await self._machine.start(self._arguments, self.limits.start)
            except NoEngine as error:
                log.error("an engine did not start", exc_info=error)
                self.failed_starts += 1
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            pause = FIRST_PAUSE
            self.running.add(engine)
            try:
                works = await self._serve(engine)
            finally:
                self.running.remove(engine)
                await self._end(engine)
            self.renewed += works
            self.replaced += not works

    async def _end(self, engine: RunningEngine) -> None:
        """Finish killing a process even when the caller is cancelled."""
        ending = asyncio.create_task(engine.kill())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)
        await asyncio.shield(ending)

    async def _serve(self, engine: RunningEngine) -> bool:
        """Work until the process fails or is short of memory: first pending choices, then warming up, then waiting.

        Return whether it still works.
        """
        works = True
        while works and engine.is_alive and not self._is_crowded(engine):
            if job := self.lanes.take():
                works = await self._working(self._think(engine, job))
            elif bot := self._next_cold(engine):
                works = await self._working(self._warm_idly(engine, bot))
            else:
                await self.lanes.news()
        return works and engine.is_alive

    def _is_crowded(self, engine: RunningEngine) -> bool:
        return _others(engine) and self.memory_mb - engine.memory_mb < SPARE_MB

    async def _working(self, work: Awaitable[T]) -> T:
        self.busy += 1
        try:
            return await work
        finally:
            self.busy -= 1

    async def _think(self, engine: RunningEngine, job: EngineJob) -> bool:
        """Does the process still work after this choice?"""
        job.tries += 1
        try:
            if self._is_cold(engine, job.bot):
                warmed = await self._warm(engine, job.bot, job.options)
                if isinstance(warmed, Failed):
                    self._resolve(engine, job, warmed)
                    return _works(warmed)
            if not job.begin():
                return True
            outcome: Chosen | Ranked | Failed
            if isinstance(job.task, Advise):
                outcome = await engine.ask(job.task, Ranked)
            else:
                outcome = await engine.ask(job.task, Chosen)
            self._resolve(engine, job, outcome)
            return _works(outcome)
        except BaseException:
            job.resolve(Failed("closed"))
            raise

    def _resolve(self, engine: RunningEngine, job: EngineJob, outcome: Chosen | Ranked | Failed) -> None:
        """Pass the outcome on; after a failure with other games loaded, retry in a fresh process."""
        is_short = isinstance(outcome, Failed) and outcome.reason == "memory" and _others(engine, job.bot[0])
        if is_short and job.tries < MOST_TRIES:
            log.warning("an engine is restarted because memory is short", extra={"game": job.bot[0], "bot": job.bot[1]})
            job.wait(self.limits.patience)
            self.lanes.put(job)
        else:
            job.resolve(outcome)

    async def _warm_idly(self, engine: RunningEngine, bot: Bot) -> bool:
        """Does the process still work after warming up an idle bot?"""
        warmed = await self._warm(engine, bot, {})
        if isinstance(warmed, Failed):
            place = warmed.text.replace(" ", "_")
            log.warning(
                "a bot could not be warmed up",
                extra={"game": bot[0], "bot": bot[1], "reason": warmed.reason, "place": place},
            )
        return _works(warmed)

    async def _warm(self, engine: RunningEngine, bot: Bot, options: dict[str, Any]) -> Warmed | Failed:
        """Let a bot choose once. A bot that fails twice is no longer warmed up, so that it blocks no engine."""
        game, level = bot
        self._warming.append(bot)
        try:
            warmed = await engine.ask(Warm(game, options, level, self.limits.warm_up), Warmed)
        finally:
            self._warming.remove(bot)
            self.lanes.wake()
        if isinstance(warmed, Failed):
            self._cold_ends[bot] += not _others(engine, game)
        else:
            engine.warm.add(bot)
        return warmed

    def _is_cold(self, engine: RunningEngine, bot: Bot) -> bool:
        return bot not in engine.warm and self._cold_ends[bot] < MOST_WARM_UPS

    def _cold_bots(self, engine: RunningEngine) -> Iterator[Bot]:
        if self._warm_all:
            known = (bot for bot in self._expected if bot in engine.bots)
            yield from (bot for bot in known if self._is_cold(engine, bot))

    def _next_cold(self, engine: RunningEngine) -> Bot | None:
        """A bot to warm up that no other engine is warming, of a game that is compiled and still fits."""
        cold = (bot for bot in self._cold_bots(engine) if bot not in self._warming)
        return next((bot for bot in cold if bot[0] not in self.compiler.left and self._fits(engine, bot[0])), None)

    def _fits(self, engine: RunningEngine, game: str) -> bool:
        return not _others(engine, game) or self.memory_mb - engine.memory_mb >= SPARE_MB + GAME_MB


def _works(outcome: Chosen | Ranked | Warmed | Failed) -> bool:
    return not isinstance(outcome, Failed) or outcome.reason == "unknown"


def _others(engine: RunningEngine, game: str | None = None) -> bool:
    """Has a process loaded games other than this one; without a game, several games?"""
    games = {each for each, _ in engine.warm}
    return len(games) > 1 if game is None else bool(games - {game})


def _searches(bot: Bot) -> bool:
    game, level = bot
    return game in PLAYERS and level in PLAYERS[game].searching
