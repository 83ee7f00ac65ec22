"""The engines: a few warm processes that choose moves for the bots of all tables.

The server never blocks on a search and never loads a compiler. A legal move always comes back: the bot's own, or that
of the next weaker level that works, with the reason. Households, persons and tables take turns (`queue.py`).
"""

import asyncio
import logging
import os
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec

from teahouse.players import PLAYERS
from teahouse.players.advice import Advice
from teahouse.service.engines.ladder import plain_advice, plain_move, weaker_levels
from teahouse.service.engines.pool import EngineLimits, EnginePool
from teahouse.service.engines.process import THIS_MACHINE, Bot, Machine
from teahouse.service.engines.question import MoveQuestion
from teahouse.service.engines.queue import EngineJob, Lane
from teahouse.service.engines.wire import Advise, Chosen, Failed, FailureReason, Ranked, Think

M = TypeVar("M")
T = TypeVar("T")

REASONS: Final[Mapping[FailureReason, str]] = {
    "full": "too many choices wait already",
    "busy": "no engine was free in time",
    "compiling": "the engine of the game is still being compiled",
    "hang": "the bot did not answer in time",
    "crash": "the bot failed or its process ended",
    "illegal": "the bot chose something that was not offered",
    "rubbish": "the engine sent something unreadable",
    "memory": "the bot took more memory than it may",
    "unknown": "there is no such bot",
    "closed": "the engines are stopped",
}
NO_ENGINE: Final[frozenset[FailureReason]] = frozenset({"full", "busy", "compiling", "closed"})
"""Reasons after which no other level is tried in an engine."""
QUIET: Final = 10.0
RECENT: Final = 300.0
"""Seconds for which a fallback counts as recent."""
MOST_RECENT: Final = 1000

log: Final = logging.getLogger(__name__)

__all__ = ["REASONS", "Choice", "EngineLimits", "EngineStats", "Engines"]


class Choice(NamedTuple, Generic[M]):
    """A move, one of those offered.

    fallback: why it is not the bot's own, one of `REASONS`; None when it is. level: the level that chose it, the bot's
    own or a weaker one; None when there was nothing to choose.
    """

    move: M
    fallback: FailureReason | None = None
    seconds: float = 0.0
    level: str | None = None


class EngineStats(msgspec.Struct, frozen=True):
    """Statistics of the engines.

    engines: running processes. busy: those that think or warm up. waiting: choices without an engine. cold: bots at
    tables that some engine will still have to warm up. compiling: games that are not compiled yet. memory_mb: what each
    process holds. recent: fallbacks of the last minutes. The others are counted since the start: replaced after a
    failure, renewed because memory was short; weakened: choices and advice by game, bot and the level in its place.
    """

    engines: int
    busy: int
    waiting: int
    cold: int
    choices: int
    thinking_seconds: float
    replaced: int
    fallbacks: dict[FailureReason, int]
    renewed: int = 0
    failed_starts: int = 0
    compiling: tuple[str, ...] = ()
    memory_mb: tuple[int, ...] = ()
    memory_limit_mb: int = 0
    recent: dict[FailureReason, int] = {}
    weakened: dict[tuple[str, str, str], int] = {}

    @property
    def mean_seconds(self) -> float:
        """The mean time a bot takes for a move."""
        return self.thinking_seconds / self.choices if self.choices else 0.0

    @property
    def is_degraded(self) -> bool:
        """Did bots fail recently, or does no engine start?"""
        return bool(self.recent) or (not self.engines and self.failed_starts > 0)


class Engines:
    """Chooses moves in engine processes. Call `start`, `choose` and `close` on one event loop."""

    def __init__(  # noqa: PLR0913 - what the settings say, and where the processes run
        self,
        count: int | None = None,
        memory_mb: int = 512,
        *,
        limits: EngineLimits | None = None,
        players: str | None = None,
        warm_all: bool = True,
        machine: Machine = THIS_MACHINE,
        household_of: Callable[[str], str] = str,
    ) -> None:
        """Use this many processes, by default one for each core but one, each with this much memory.

        players: `module:attribute` of a mapping to use instead of the house's `PLAYERS`. warm_all: what is not compiled
        on this machine is compiled at the start, and idle engines warm up the bots that sit at tables; otherwise a bot
        is warmed up when it is first asked for. household_of: the household of a person, which shares its turns.
        """
        self.count: Final = count or max(1, (os.cpu_count() or 1) - 1)
        self.limits: Final = limits or EngineLimits()
        self._pool: Final = EnginePool(self.count, memory_mb, self.limits, players, warm_all=warm_all, machine=machine)
        self._fallbacks: Final[Counter[FailureReason]] = Counter()
        self._recent: Final[deque[tuple[float, FailureReason]]] = deque(maxlen=MOST_RECENT)
        self._weakened: Final[Counter[tuple[str, str, str]]] = Counter()
        self._quiet: Final[dict[tuple[str, str, str], float]] = {}
        self._household_of: Final = household_of
        self._choices = 0
        self._thinking = 0.0

    async def start(self) -> None:
        """Start the processes; choices may be requested at once and wait for the first that is ready."""
        await self._pool.start()

    async def close(self) -> None:
        """Kill the processes; pending choices get the move of a level that needs none."""
        await self._pool.close()

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the running processes."""
        return tuple(sorted(engine.pid for engine in self._pool.running))

    def stats(self) -> EngineStats:
        """The current statistics."""
        pool = self._pool
        return EngineStats(
            engines=len(pool.running),
            busy=pool.busy,
            waiting=len(pool.lanes),
            cold=pool.cold(),
            choices=self._choices,
            thinking_seconds=self._thinking,
            replaced=pool.replaced,
            fallbacks=dict(self._fallbacks),
            renewed=pool.renewed,
            failed_starts=pool.failed_starts,
            compiling=pool.compiler.left,
            memory_mb=tuple(engine.memory_mb for engine in pool.running),
            memory_limit_mb=pool.memory_mb,
            recent=self._recently(),
            weakened=dict(self._weakened),
        )

    def households(self) -> dict[str, int]:
        """How many choices wait for each household."""
        return self._pool.lanes.households()

    def expect(self, game: str, level: str) -> None:
        """Note that a bot sits at a table, and warm up for it when idle."""
        self._pool.expect((game, level))

    async def choose(self, level: str, question: MoveQuestion[M]) -> Choice[M]:
        """One of the moves: the bot's own choice, or that of a weaker level when it fails.

        A single move is returned at once; if that would reveal something, the caller waits.
        """
        if len(question.moves) == 1:
            return Choice(question.moves[0])

        async def ask(each: str) -> Choice[M] | Failed:
            return self._chosen(await self._outcome(Think, each, question), question.moves, each)

        choice, failed = await self._answered(ask, (question.game, level))
        if choice is None:
            move, plain = plain_move(question, level)
            choice = Choice[M](move, level=plain)
        if failed is not None:
            self._weakened[question.game, level, choice.level or ""] += 1
        return choice._replace(fallback=None if failed is None else failed.reason)

    async def _outcome(self, kind: type[Think], level: str, question: MoveQuestion[M]) -> Chosen | Ranked | Failed:
        options, limit = dict(question.options), question.budget.seconds + self.limits.grace
        task = kind(question.game, options, level, question.view, question.moves, question.budget, question.seed, limit)
        lane = Lane(self._household_of(question.person), question.person, question.table)
        return await self._pool.outcome(EngineJob(lane, options, task))

    def _chosen(self, outcome: Chosen | Ranked | Failed, moves: Sequence[M], level: str) -> Choice[M] | Failed:
        if isinstance(outcome, Chosen) and 0 <= outcome.index < len(moves):
            self._choices += 1
            self._thinking += outcome.seconds
            return Choice(moves[outcome.index], None, outcome.seconds, level)
        return outcome if isinstance(outcome, Failed) else Failed("rubbish", "the number of no move")

    async def advise(self, question: MoveQuestion[Any]) -> Advice | None:
        """The moves ranked by the engine, or by a weaker level when it fails; None if the game has no adviser."""
        adviser = PLAYERS[question.game].adviser
        if adviser is None:
            return None

        async def ask(each: str) -> Advice | Failed:
            outcome = await self._outcome(Advise, each, question)
            if isinstance(outcome, Ranked):
                return outcome.advice
            return outcome if isinstance(outcome, Failed) else Failed("rubbish", "no advice")

        advice, failed = await self._answered(ask, (question.game, adviser.level))
        if advice is None:
            advice = plain_advice(question, adviser.level)
        if failed is not None:
            self._weakened[question.game, adviser.level, advice.weakened or ""] += 1
        return advice

    async def _answered(self, ask: Callable[[str], Awaitable[T | Failed]], bot: Bot) -> tuple[T | None, Failed | None]:
        """The answer of a bot, or of the next weaker level that works with the reason for the fallback."""
        outcome = await ask(bot[1])
        if not isinstance(outcome, Failed):
            return outcome, None
        self._note(outcome, bot)
        self._fallbacks[outcome.reason] += 1
        self._recent.append((asyncio.get_running_loop().time(), outcome.reason))
        return (None if outcome.reason in NO_ENGINE else await self._weaker(ask, bot)), outcome

    async def _weaker(self, ask: Callable[[str], Awaitable[T | Failed]], bot: Bot) -> T | None:
        """The answer of the next weaker level that works, as far as time allows."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.limits.replacing):
                for level in weaker_levels(*bot):
                    outcome = await ask(level)
                    if not isinstance(outcome, Failed):
                        return outcome
                    self._note(outcome, (bot[0], level))
                    if outcome.reason in NO_ENGINE:
                        break
        return None

    def _note(self, failed: Failed, bot: Bot) -> None:
        """Log the same failure of the same bot only now and then."""
        now, failure = asyncio.get_running_loop().time(), (failed.reason, *bot)
        if now >= self._quiet.get(failure, 0.0):
            self._quiet[failure] = now + QUIET
            place = failed.text.replace(" ", "_")
            log.warning(
                "a weaker level plays for a bot",
                extra={"game": bot[0], "bot": bot[1], "reason": failed.reason, "place": place},
            )

    def _recently(self) -> dict[FailureReason, int]:
        """The fallbacks of the last minutes."""
        since = asyncio.get_running_loop().time() - RECENT
        while self._recent and self._recent[0][0] < since:
            self._recent.popleft()
        return dict(Counter(reason for _, reason in self._recent))
