"""Judges finished games, one after another in a process of their own, with a time limit."""

import asyncio
import hashlib
import logging
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from teahouse.core.errors import InvalidRecord
from teahouse.core.seats import Seat
from teahouse.players import PLAYERS
from teahouse.players.game_players import OnlyMoves
from teahouse.players.memory import COMPILER_MB
from teahouse.players.weighing import Exercise, Exercises
from teahouse.service.engines.judge_tasks import (
    JudgedRecord,
    count_only_moves,
    find_positions,
    judge_record,
    weigh_slips,
)
from teahouse.service.engines.process import NoEngine, set_idle
from teahouse.service.engines.queue import Lane, Turnstile
from teahouse.service.engines.wire import Failed
from teahouse.service.engines.workers import MODULE, JobProcess, Work
from teahouse.service.errors import Refused, refused
from teahouse.service.replays import read_record

SECONDS: Final = 8.0
"""Seconds for one game, all positions together."""
DEADLINE: Final = 120.0
"""Seconds after which a process is killed; it may have to load or even compile its kernels first."""
REASONS: Final = {"hang": "it took too long", "memory": "there was too little memory"}
FAILED: Final = "the engine failed"
NICE: Final = 10
HURRY: Final = 10.0
"""Seconds for which a judge in the background gets a share of the processor after somebody asked for a judgement."""
IDLE_SECONDS: Final = 60.0
"""Seconds after which a process without work ends; starting one takes longer than some judgements."""
AT_ONCE: Final = 1
MOST_WAITING: Final = 40
MOST_OF_HOUSEHOLD: Final = 4
MOST_KEPT: Final = 200
NOBODY: Final = Lane("", "", "")
FIRST: Final = Seat(0)

log: Final = logging.getLogger(__name__)


class JudgeProcess:
    """The process that works now, or did so a moment ago. It knows one game, so that the next has all its memory."""

    def __init__(self, memory_mb: int, *, is_background: bool) -> None:
        """Start without a process. In the background it only gets the processor time that nobody else wants."""
        self._arguments: Final = {"memory-mb": memory_mb, "nice": NICE}
        self._is_background: Final = is_background
        self._process: JobProcess | None = None
        self._game = ""
        self._is_idle = self._is_restarting = False
        self._hurried = -math.inf
        self._ending: asyncio.TimerHandle | None = None
        self._killing: set[asyncio.Task[None]] = set()

    @property
    def pid(self) -> int | None:
        """The process, if there is one."""
        return None if self._process is None else self._process.pid

    def hurry(self) -> None:
        """Give the process a share of the processor for some seconds; if the system refuses that, start it again."""
        self._hurried = time.monotonic()
        if self._process is not None and self._is_idle:
            try:
                self._take_place(self._process)
            except OSError:
                self._is_restarting = True
                self._end()

    async def do(self, game: str, work: Work) -> Any | Failed:
        """The result of some work on a game within its time limit, or why there is none."""
        while True:
            self._is_restarting = False
            outcome = await self._outcome(game, work)
            if not self._is_restarting:
                return outcome

    async def _outcome(self, game: str, work: Work) -> Any | Failed:
        outcome: Any | Failed = Failed("closed")
        try:
            process = await self._ready(game)
            outcome = await process.do(work, work.seconds)
        except NoEngine as error:
            outcome = Failed("crash", str(error))
        finally:
            if isinstance(outcome, Failed):
                await self.close()
            else:
                self._ending = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end)
        return outcome

    async def _ready(self, game: str) -> JobProcess:
        """The process for a game, with a lower priority than play."""
        if self._ending is not None:
            self._ending.cancel()
        if self._process is not None and (self._game != game or not self._process.is_alive):
            await self.close()
        if self._process is None:
            self._game, self._is_idle = game, False
            self._process = await JobProcess.connected(MODULE, self._arguments, has_own_session=not self._is_background)
        self._take_place(self._process)
        return self._process

    def _take_place(self, process: JobProcess) -> None:
        is_idle = self._is_background and time.monotonic() - self._hurried > HURRY
        if is_idle != self._is_idle:
            set_idle(process.pid, is_idle=is_idle)
            self._is_idle = is_idle

    def _end(self) -> None:
        """Kill the process, and do not wait for it."""
        process, self._process = self._process, None
        if process is not None:
            killing = asyncio.ensure_future(process.kill())
            self._killing.add(killing)
            killing.add_done_callback(self._killing.discard)

    async def close(self) -> None:
        """Kill the process, even if the caller is cancelled meanwhile."""
        if self._ending is not None:
            self._ending.cancel()
        self._end()
        if self._killing:
            await asyncio.shield(asyncio.gather(*self._killing))


class JudgeService:
    """Judges records one after another, in turns by household, and caches the results."""

    def __init__(
        self,
        *,
        seconds: float = SECONDS,
        deadline: float = DEADLINE,
        memory_mb: int = COMPILER_MB,
        is_background: bool = False,
    ) -> None:
        """Set the seconds and the memory for a game, and the deadline; in the background everything else goes first."""
        self._seconds, self._deadline = seconds, deadline
        self._turnstile = Turnstile(AT_ONCE, most_waiting=MOST_WAITING, most_of_household=MOST_OF_HOUSEHOLD)
        self._kept: OrderedDict[str, Any] = OrderedDict()
        self._judging: Final = JudgeProcess(memory_mb, is_background=is_background)

    @property
    def pid(self) -> int | None:
        """The process that judges, if there is one."""
        return self._judging.pid

    def hurry(self) -> None:
        """Judge more quickly for some seconds, because somebody waits."""
        self._judging.hurry()

    async def close(self) -> None:
        """End the process; the next judgement starts another one."""
        await self._judging.close()

    async def judge(self, data: bytes, lane: Lane = NOBODY) -> JudgedRecord:
        """The judgement of a record; refused when the record is invalid, or cannot be judged in time."""
        judged_record: JudgedRecord = await self._known(data, JudgedRecord, lane, judge_record)
        return judged_record

    async def only_moves(self, data: bytes, seat: Seat) -> OnlyMoves:
        """The only-moves of a seat in a record; refused if no exact engine plays its game."""
        if PLAYERS[check_judged(data, seat)].only_moves is None:
            raise refused("record/unjudged")
        only_moves: OnlyMoves = await self._known(data, OnlyMoves, NOBODY, count_only_moves, seat)
        return only_moves

    async def exercises(self, data: bytes, steps: Sequence[int], lane: Lane = NOBODY) -> Exercises:
        """The positions before slips of a record, with all moves weighed."""
        game = check_judged(data, FIRST)
        async with self._turnstile.turn(lane):
            exercises: Exercises = await self._computed(game, Exercises, weigh_slips, data, tuple(steps))
        return exercises

    async def set_up(self, game: str, seed: bytes, lane: Lane) -> list[Exercise]:
        """A few new positions of a game to train on (no seed: the first set); refused for games that have none."""
        trainer = PLAYERS[game].trainer
        if trainer is None or trainer.late is None:
            raise refused("puzzle/none")
        async with self._turnstile.turn(lane):
            exercises: list[Exercise] = await self._computed(game, list[Exercise], find_positions, seed, game)
        return exercises

    async def _known(self, data: bytes, kind: Any, lane: Lane, function: Callable[..., bytes], *arguments: Any) -> Any:
        """The result of a function for a record, computed in the process or taken from the cache."""
        key = f"{function.__name__}/{hashlib.sha256(data).hexdigest()}/{arguments}"
        if key in self._kept:
            return self._kept[key]
        game = check_judged(data, FIRST)
        async with self._turnstile.turn(lane):
            if key not in self._kept:
                self._kept[key] = await self._computed(game, kind, function, data, *arguments)
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            return self._kept[key]

    async def _computed(
        self, game: str, kind: Any, function: Callable[..., bytes], data: bytes, *arguments: Any
    ) -> Any:
        """The result of a function for some data, computed in the process; refused if it fails or takes too long."""
        outcome = await self._judging.do(game, Work(function, (data, self._seconds, *arguments), self._deadline))
        with suppress(msgspec.DecodeError):
            if isinstance(outcome, bytes):
                return msgspec.json.decode(outcome, type=kind)
        reason = outcome.reason if isinstance(outcome, Failed) else "crash"
        log.warning("a game was not judged", extra={"reason": reason})
        raise refused("record/unjudged", REASONS.get(reason, FAILED))


def check_judged(data: bytes, seat: Seat) -> str:
    """The game of a record; an invalid record or seat is refused before a process is started."""
    try:
        game, _ = read_record(data)
    except InvalidRecord as error:
        raise refused("record/invalid", str(error), "line", {"line": error.line}) from None
    if PLAYERS[game.name].judge is None:
        raise refused("record/unjudged")
    if seat not in game.seats:
        raise Refused("record/invalid", f"expected a seat from 0 to {len(game.seats) - 1}, got {seat}")
    return game.name
