"""The engines of the house: a few warm processes in which the bots of all tables think.

The server never waits for a bot's code and never loads it. Whatever a bot does, a legal move comes back: its own, or a
fallback with the reason for it. Choices wait in lanes, one a table, that take turns.
"""

import asyncio
import logging
import os
from collections import Counter
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec

from teahouse.players import PLAYERS, Budget, fallback_move
from teahouse.players.advice import Advice
from teahouse.service.engine_process import Bot, EngineProcess, NoEngine
from teahouse.service.engine_queue import Job, Lanes
from teahouse.service.engine_wire import Advise, Chosen, Failed, Ranked, Reason, Think, Warm, Warmed

M = TypeVar("M")
T = TypeVar("T")

REASONS: Final[Mapping[Reason, str]] = {
    "full": "too many choices wait already",
    "busy": "no engine was free in time",
    "hang": "the bot did not answer in time",
    "crash": "the bot failed or its process ended",
    "illegal": "the bot chose something that was not offered",
    "rubbish": "the engine said something unreadable",
    "memory": "the bot took more memory than it may",
    "unknown": "there is no such bot",
    "closed": "the engines are stopped",
}
LAST_RESORT: Final = "random"
"""The level of the moves that are played when nothing else is left."""
MOST_WARM_UPS: Final = 2
FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0
QUIET: Final = 10.0

log: Final = logging.getLogger(__name__)


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How long things may take, and how many may wait.

    nice: how far its process stands back behind the server. grace: seconds a bot may take beyond its budget. patience:
    seconds a choice waits for an engine. waiting: choices that may wait. warm_up: seconds for a bot's first, idle
    thought in a process, in which it loads and compiles. start: seconds for a process to start.
    """

    nice: int = 10
    grace: float = 2.0
    patience: float = 20.0
    waiting: int = 1000
    warm_up: float = 60.0
    start: float = 30.0


class Choice(NamedTuple, Generic[M]):
    """A move, one of those offered.

    fallback: why it is not the bot's own, one of `REASONS`; None when it is. level: who chose it, the bot itself or a
    weaker level in its place; None when there was nothing to choose.
    """

    move: M
    fallback: Reason | None = None
    seconds: float = 0.0
    level: str | None = None


class EngineStats(msgspec.Struct, frozen=True):
    """The engines in figures.

    engines: processes that run. busy: of these, think or warm up. waiting: choices without an engine. cold: bots that
    some engine will still have to warm up. The others are counted since the start.
    """

    engines: int
    busy: int
    waiting: int
    cold: int
    choices: int
    thinking_seconds: float
    replaced: int
    fallbacks: dict[Reason, int]

    @property
    def mean_seconds(self) -> float:
        """How long a bot thinks about a move."""
        return self.thinking_seconds / self.choices if self.choices else 0.0


class Engines:
    """A pool of engine processes. Make it, `start` it, ask it to `choose`, `close` it; all on one event loop."""

    def __init__(
        self,
        count: int | None = None,
        memory_mb: int = 512,
        *,
        limits: Limits | None = None,
        players: str | None = None,
        warm_all: bool = True,
    ) -> None:
        """So many processes, by default one for each core but one, each with so much memory that it may write to.

        players: `module:attribute` of a mapping to use instead of the house's `PLAYERS`. warm_all: idle engines warm up
        every bot they know; otherwise a bot is warmed up when it is first asked for.
        """
        self.count: Final = count or max(1, (os.cpu_count() or 1) - 1)
        self.limits: Final = limits or Limits()
        self._arguments: Final = {"memory-mb": memory_mb, "nice": self.limits.nice} | (
            {} if players is None else {"players": players}
        )
        self._warm_all: Final = warm_all
        self._lanes: Final = Lanes()
        self._slots: list[asyncio.Task[None]] = []
        self._running: set[EngineProcess] = set()
        self._ending: Final[set[asyncio.Task[None]]] = set()
        self._warming: list[Bot] = []
        self._cold_ends: Final[Counter[Bot]] = Counter()
        self._fallbacks: Final[Counter[Reason]] = Counter()
        self._quiet: Final[dict[tuple[str, str, str], float]] = {}
        self._busy = self._choices = self._replaced = 0
        self._thinking = 0.0

    async def start(self) -> None:
        """Start the processes; choices may be asked for at once and wait for the first that is ready."""
        self._slots = [asyncio.create_task(self._tend(), name=f"engine-{number}") for number in range(self.count)]

    async def close(self) -> None:
        """Kill the processes; whoever waits gets a fallback."""
        slots, self._slots = self._slots, []
        while job := self._lanes.take():
            job.settle(Failed("closed"))
        for slot in slots:
            slot.cancel()
        await asyncio.gather(*slots, return_exceptions=True)
        await asyncio.gather(*self._ending)

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes that run now."""
        return tuple(sorted(engine.pid for engine in self._running))

    def stats(self) -> EngineStats:
        """The figures of now."""
        return EngineStats(
            engines=len(self._running),
            busy=self._busy,
            waiting=len(self._lanes),
            cold=sum(self._is_cold(engine, bot) for engine in self._running for bot in engine.bots),
            choices=self._choices,
            thinking_seconds=self._thinking,
            replaced=self._replaced,
            fallbacks=dict(self._fallbacks),
        )

    async def choose(  # noqa: PLR0913 - what a choice is about, then how it is to be made
        self,
        game: str,
        options: Mapping[str, Any],
        level: str,
        view: object,
        moves: Sequence[M],
        *,
        budget: Budget,
        seed: str,
        table: str = "",
    ) -> Choice[M]:
        """One of the moves, in any case and within patience, budget and grace.

        options: those of the table; a bot that is cold is warmed up with them. table: whose turn in the queue this
        takes. A single move is returned at once: where that could be a tell, the caller waits.
        """
        if len(moves) == 1:
            return Choice(moves[0])
        task = Think(game, dict(options), level, view, moves, budget, seed, budget.seconds + self.limits.grace)
        outcome = await self._outcome(Job(table, dict(options), task))
        if isinstance(outcome, Chosen) and 0 <= outcome.index < len(moves):
            self._choices += 1
            self._thinking += outcome.seconds
            return Choice(moves[outcome.index], None, outcome.seconds, level)
        failed = outcome if isinstance(outcome, Failed) else Failed("rubbish", "the number of no move")
        self._note(failed, (game, level))
        return Choice(fallback_move(game, view, moves, seed), failed.reason, level=LAST_RESORT)

    async def advise(  # noqa: PLR0913 - as above
        self,
        game: str,
        options: Mapping[str, Any],
        view: object,
        moves: Sequence[Any],
        *,
        budget: Budget,
        seed: str,
        table: str = "",
    ) -> Advice | None:
        """The moves ranked by the house's engine, or None when it did not answer."""
        adviser = PLAYERS[game].adviser
        if adviser is None:
            return None
        level = adviser.level
        task = Advise(game, dict(options), level, view, moves, budget, seed, budget.seconds + self.limits.grace)
        outcome = await self._outcome(Job(table, dict(options), task))
        if isinstance(outcome, Ranked):
            return outcome.advice
        failed = outcome if isinstance(outcome, Failed) else Failed("rubbish", "no advice")
        self._note(failed, (game, level))
        return None

    def _note(self, failed: Failed, bot: Bot) -> None:
        """Count a fallback; tell the log about the same trouble of the same bot only now and then."""
        self._fallbacks[failed.reason] += 1
        now, told = asyncio.get_running_loop().time(), (failed.reason, *bot)
        if now >= self._quiet.get(told, 0.0):
            self._quiet[told] = now + QUIET
            place = failed.text.replace(" ", "_")
            log.warning(
                "a fallback was played for a bot",
                extra={"game": bot[0], "bot": bot[1], "reason": failed.reason, "place": place},
            )

    async def _outcome(self, job: Job) -> Chosen | Ranked | Failed:
        if not self._slots:
            return Failed("closed")
        if len(self._lanes) >= self.limits.waiting:
            return Failed("full")
        self._lanes.put(job)
        job.wait(self.limits.patience)
        try:
            return await job.outcome
        finally:
            job.begin()
            self._lanes.drop(job)

    async def _tend(self) -> None:
        """Keep one process running, another one after each that fails."""
        pause = FIRST_PAUSE
        while True:
            try:
                engine = await EngineProcess.start(self._arguments, self.limits.start)
            except NoEngine as error:
                log.error("an engine did not start", exc_info=error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            pause = FIRST_PAUSE
            self._running.add(engine)
            try:
                await self._serve(engine)
            finally:
                self._running.remove(engine)
                await self._end(engine)
            self._replaced += 1

    async def _end(self, engine: EngineProcess) -> None:
        """Killing goes on to its end even when the one who kills is stopped."""
        ending = asyncio.create_task(engine.kill())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)
        await asyncio.shield(ending)

    async def _serve(self, engine: EngineProcess) -> None:
        """Work until the process fails: waiting choices first, then warming up, then waiting."""
        works = True
        while works and engine.is_alive:
            if job := self._lanes.take():
                works = await self._working(self._think(engine, job))
            elif bot := self._next_cold(engine):
                works = _works(await self._working(self._warm(engine, bot, {})))
            else:
                await self._lanes.news()

    async def _working(self, work: Awaitable[T]) -> T:
        self._busy += 1
        try:
            return await work
        finally:
            self._busy -= 1

    async def _think(self, engine: EngineProcess, job: Job) -> bool:
        """Does the process still work after this choice?"""
        try:
            if self._is_cold(engine, job.bot):
                warmed = await self._warm(engine, job.bot, job.options)
                if isinstance(warmed, Failed):
                    job.settle(warmed)
                    return _works(warmed)
            if not job.begin():
                return True
            outcome: Chosen | Ranked | Failed
            if isinstance(job.task, Advise):
                outcome = await engine.ask(job.task, Ranked)
            else:
                outcome = await engine.ask(job.task, Chosen)
            job.settle(outcome)
            return _works(outcome)
        finally:
            job.settle(Failed("closed"))

    async def _warm(self, engine: EngineProcess, bot: Bot, options: dict[str, Any]) -> Warmed | Failed:
        """Let a bot think once. One that fails at it twice is asked without, so that it holds up no engine for long."""
        game, level = bot
        self._warming.append(bot)
        try:
            warmed = await engine.ask(Warm(game, options, level, self.limits.warm_up), Warmed)
        finally:
            self._warming.remove(bot)
            self._lanes.wake()
        if isinstance(warmed, Failed):
            self._cold_ends[bot] += 1
        else:
            engine.warm.add(bot)
        return warmed

    def _is_cold(self, engine: EngineProcess, bot: Bot) -> bool:
        return bot not in engine.warm and self._cold_ends[bot] < MOST_WARM_UPS

    def _next_cold(self, engine: EngineProcess) -> Bot | None:
        """A bot to warm up that no other engine is warming: what one compiles the next finds on the disk."""
        if not self._warm_all:
            return None
        cold = (bot for bot in sorted(engine.bots) if self._is_cold(engine, bot) and bot not in self._warming)
        return next(cold, None)


def _works(outcome: Chosen | Ranked | Warmed | Failed) -> bool:
    return not isinstance(outcome, Failed) or outcome.reason == "unknown"
