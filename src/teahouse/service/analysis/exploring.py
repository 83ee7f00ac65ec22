"""Runs engines on positions for one person after another; those who wait see how many are ahead of them.

The processes have a lower priority than all others. Everybody has one analysis at a time: a new one ends the old one.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Final, Self

import msgspec

from teahouse.players.memory import COMPILER_MB
from teahouse.service.analysis.explorer_wire import (
    STOP,
    AnalysisEnded,
    AnalysisMessage,
    AnalysisProgress,
    ExplorerAnswer,
    ExploreTask,
    Queued,
)
from teahouse.service.engines.process import NoEngine, WorkerProcess
from teahouse.service.engines.queue import Lane, less
from teahouse.service.engines.wire import HEAD, Failed
from teahouse.service.errors import Refused, refused

MODULE: Final = "teahouse.service.analysis.explorer_worker"
AT_ONCE: Final = 1
MOST_WAITING: Final = 60
MOST_OF_HOUSEHOLD: Final = 6
PATIENCE: Final = 120.0
"""Seconds beyond its own limit after which a silent process is killed; it may have to compile its kernels first."""
LONGEST_STOP: Final = 2.0
"""Seconds for a process to stop an analysis before it is killed."""
IDLE: Final = 120.0
"""Seconds after which a process without work ends."""

log: Final = logging.getLogger(__name__)


class Ticket:
    """A place in the queue."""

    def __init__(self, lane: Lane) -> None:
        """A new ticket; the caller puts it at the end of the queue."""
        self.lane: Final = lane
        self.is_replaced = False
        self.news: Final = asyncio.Event()


class ExplorerProcess(WorkerProcess):
    """A process that analyses positions."""

    _reading: "asyncio.Task[ExplorerAnswer | Failed] | None" = None

    async def begin(self, task: ExploreTask) -> None:
        """Start an analysis; `next_answer` returns what the process finds."""
        self._last_number += 1
        body = msgspec.json.encode(task)
        self._writer.write(HEAD.pack(len(body), self._last_number) + body)

    def next_answer(self, limit: float) -> "asyncio.Task[ExplorerAnswer | Failed]":
        """The next answer; if a caller stops waiting, the next caller gets it, so that no message is left half read."""
        if self._reading is None:
            self._reading = asyncio.get_running_loop().create_task(self._read(limit))
        return self._reading

    async def _read(self, limit: float) -> ExplorerAnswer | Failed:
        body = await self.receive(limit)
        self._reading = None
        return body if isinstance(body, Failed) else msgspec.json.decode(body, type=ExplorerAnswer)

    async def stopped(self) -> bool:
        """Stop the analysis; return False if the process does not stop."""
        self._writer.write(HEAD.pack(len(STOP), self._last_number))
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_STOP):
                while not isinstance(answer := await asyncio.shield(self.next_answer(LONGEST_STOP)), Failed):
                    if not isinstance(answer, AnalysisProgress) or answer.done:
                        return True
        return False

    async def kill(self) -> None:
        """Kill the process and stop reading from it."""
        await super().kill()
        if self._reading is not None:
            await asyncio.gather(self._reading, return_exceptions=True)

    @classmethod
    async def start(cls, memory_mb: int) -> Self:
        """A new process, or `NoEngine`."""
        return await cls.connected(MODULE, {"memory-mb": memory_mb})


class Explorers:
    """The engines of the analysis board, and the queue for them."""

    def __init__(self, *, at_once: int = AT_ONCE, memory_mb: int = COMPILER_MB, idle: float = IDLE) -> None:
        """Start without processes; the first analysis starts one."""
        self._memory_mb, self._idle_seconds = memory_mb, idle
        self._free = at_once
        self._waiting: list[Ticket] = []
        self._current: dict[str, Ticket] = {}
        self._households: Final[Counter[str]] = Counter()
        self._idle: list[ExplorerProcess] = []
        self._endings: dict[int, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """How many analyses wait for a turn."""
        return len(self._waiting)

    async def explore(self, task: ExploreTask, lane: Lane) -> AsyncGenerator[AnalysisMessage]:
        """Wait for a turn and report what the engine finds; an older analysis of this person ends."""
        ticket = self._entered(lane)
        try:
            while not ticket.is_replaced and not self._takes_turn(ticket):
                ticket.news.clear()  # before the place is sent, so that no later change is missed
                yield Queued(self._waiting.index(ticket) + 1)
                await ticket.news.wait()
            if not ticket.is_replaced:
                async with aclosing(self._messages(task, ticket)) as messages:
                    async for message in messages:
                        yield message
            if ticket.is_replaced:
                yield _ended(refused("analysis/replaced"))
        finally:
            self._leave(ticket)

    def _entered(self, lane: Lane) -> Ticket:
        who = lane.person or lane.household
        older = self._current.get(who)
        mine = self._households[lane.household] - (older is not None and older.lane.household == lane.household)
        if older is None and (len(self._waiting) >= MOST_WAITING or mine >= MOST_OF_HOUSEHOLD):
            raise refused("work/busy")
        if older is not None:
            older.is_replaced = True
            older.news.set()
        ticket = self._current[who] = Ticket(lane)
        self._waiting.append(ticket)
        self._households[lane.household] += 1
        return ticket

    def _takes_turn(self, ticket: Ticket) -> bool:
        if not self._free or self._waiting[0] is not ticket:
            return False
        self._free -= 1
        self._waiting.pop(0)
        self._move_up()
        return True

    def _leave(self, ticket: Ticket) -> None:
        who = ticket.lane.person or ticket.lane.household
        if ticket in self._waiting:
            self._waiting.remove(ticket)
        if self._current.get(who) is ticket:
            del self._current[who]
        less(self._households, ticket.lane.household)
        self._move_up()

    def _end_turn(self) -> None:
        self._free += 1
        self._move_up()

    def _move_up(self) -> None:
        for ticket in self._waiting:
            ticket.news.set()

    async def _messages(self, task: ExploreTask, ticket: Ticket) -> AsyncGenerator[AnalysisMessage]:
        """What a process finds out, until it is done or the person starts another analysis."""
        try:
            process = await self._process()
        except BaseException:
            self._end_turn()
            raise
        is_done = False
        try:
            await process.begin(task)
            while not is_done and not ticket.is_replaced:
                answer = await self._answer_of(process, task, ticket)
                if isinstance(answer, Failed):
                    log.warning("an analysis failed", extra={"reason": answer.reason})
                    yield _ended(refused("analysis/engine", answer.text))
                    return
                if answer is not None:
                    is_done = not isinstance(answer, AnalysisProgress) or answer.done
                    yield answer
        finally:
            self._shelve(process, is_done=is_done)

    async def _answer_of(
        self, process: ExplorerProcess, task: ExploreTask, ticket: Ticket
    ) -> ExplorerAnswer | Failed | None:
        """The next answer of the process; None when the person starts another analysis first."""
        answering = process.next_answer(task.seconds + PATIENCE)
        while not answering.done() and not ticket.is_replaced:
            ticket.news.clear()
            changed = asyncio.ensure_future(ticket.news.wait())
            try:
                await asyncio.wait((answering, changed), return_when=asyncio.FIRST_COMPLETED)
            finally:
                changed.cancel()
        return answering.result() if answering.done() else None

    async def _process(self) -> ExplorerProcess:
        while self._idle:
            process = self._idle.pop()
            self._endings.pop(process.pid).cancel()
            if process.is_alive:
                return process
            await process.kill()
        try:
            return await ExplorerProcess.start(self._memory_mb)
        except NoEngine:
            raise refused("work/busy") from None

    def _shelve(self, process: ExplorerProcess, *, is_done: bool) -> None:
        """Stop a process and keep it for the next analysis; kill it if it does not stop."""
        task = asyncio.get_running_loop().create_task(self._put_back(process, is_done=is_done))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _put_back(self, process: ExplorerProcess, *, is_done: bool) -> None:
        try:
            if (not is_done and not await process.stopped()) or not process.is_alive:
                await process.kill()
                return
            self._idle.append(process)
            loop = asyncio.get_running_loop()
            self._endings[process.pid] = loop.call_later(self._idle_seconds, self._end_idle, process)
        finally:
            self._end_turn()

    def _end_idle(self, process: ExplorerProcess) -> None:
        if process in self._idle:
            self._idle.remove(process)
            self._endings.pop(process.pid, None)
            task = asyncio.get_running_loop().create_task(process.kill())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End every process."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        for process in self._idle:
            self._endings.pop(process.pid).cancel()
            await process.kill()
        self._idle.clear()


def _ended(error: Refused) -> AnalysisEnded:
    return AnalysisEnded(error.code, str(error))
