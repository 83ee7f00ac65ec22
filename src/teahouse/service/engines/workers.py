"""Work that takes long for some inputs: dealing, replaying logs, checking records. It runs in a few other processes.

A piece of work has a limit of processor time and of memory. When it exceeds one its process ends and the caller is
refused; the server itself never waits. Households, persons and tables take turns, as they do with engines.
"""

import asyncio
import logging
import pickle
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, TypeVar

from teahouse.service.engines.households import Households
from teahouse.service.engines.process import NoEngine, WorkerProcess
from teahouse.service.engines.queue import FairQueue, Lane, QueuedWork, less
from teahouse.service.engines.wire import Failed
from teahouse.service.errors import refused

T = TypeVar("T")

MODULE: Final = "teahouse.service.engines.job_worker"
PATIENCE: Final = 30.0
"""Seconds that work waits for a process."""
SLOWEST: Final = 12
"""On a busy machine, processor time may take this many times as long."""
RESTART_SECONDS: Final = 1.0
DEAL_SECONDS: Final = 20.0
"""Processor time to deal a game; the largest hosted layout takes about four seconds."""
MOST_WAITING: Final = 400
MOST_OF_HOUSEHOLD: Final = 24

log: Final = logging.getLogger(__name__)


class Work(NamedTuple):
    """A function, its arguments, and the seconds of processor time it may take."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    seconds: float


class WaitingWork(QueuedWork[Any]):
    """Work that waits for a process."""

    def __init__(self, lane: Lane, work: Work) -> None:
        """Start without a process."""
        super().__init__(lane)
        self.work: Final = work


class JobProcess(WorkerProcess):
    """A process that does work; its answers may be large, such as the state of a table."""

    most_bytes = 64 << 20

    async def do(self, work: Work, limit: float | None = None) -> Any | Failed:
        """The result of the work within this many seconds, its error, or why there is none."""
        reply = await self.exchange(pickle.dumps(work), SLOWEST * work.seconds if limit is None else limit)
        return reply if isinstance(reply, Failed) else pickle.loads(reply)  # noqa: S301 - a process of ours wrote it


class Workers(ABC):
    """Runs work that may take long, and keeps the files it writes until they are sent."""

    def __init__(self, households: Households | None = None) -> None:
        """Use these households to give everybody a turn."""
        self.households: Final = households or Households()
        self._folder: TemporaryDirectory[str] | None = None
        self._files = 0

    @abstractmethod
    async def run(self, lane: Lane, seconds: float, function: Callable[..., T], *args: Any) -> T:
        """What a function returns that can be imported, from arguments that can be pickled.

        Its errors are raised here; `work/large` when it takes more than its processor time or memory.
        """

    @abstractmethod
    def load(self) -> "WorkerLoad":
        """The current load."""

    def lane_of(self, person: str) -> Lane:
        """The lane of a person."""
        return Lane(self.households.of(person), person, "")

    @contextmanager
    def file(self) -> Generator[Path]:
        """A path for a large answer; at the end the file is removed."""
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="teahouse-")
        self._files += 1
        path = Path(self._folder.name) / str(self._files)
        try:
            yield path
        finally:
            path.unlink(missing_ok=True)

    async def close(self) -> None:
        """Remove all files."""
        if self._folder is not None:
            self._folder.cleanup()


class WorkerLoad(NamedTuple):
    """How many processes there are, how many work, and the work of each household that waits or runs."""

    processes: int
    running: int
    households: dict[str, int]


class WorkerPool(Workers):
    """A few processes and the work that waits for them. `start` it, ask, `close` it."""

    def __init__(
        self, households: Households | None = None, *, count: int = 2, memory_mb: int = 512, nice: int = 5
    ) -> None:
        """Use this many processes, each with this much memory."""
        super().__init__(households)
        self._count: Final = count
        self._arguments: Final = {"memory-mb": memory_mb, "nice": nice}
        self._lanes: Final = FairQueue[WaitingWork]()
        self._waiting: Final[Counter[str]] = Counter()
        self._running: Final[Counter[str]] = Counter()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the processes."""
        self._tasks = [asyncio.create_task(self._tend(), name=f"worker-{number}") for number in range(self._count)]

    def load(self) -> WorkerLoad:
        """The current load."""
        return WorkerLoad(self._count, self._running.total(), dict(self._waiting))

    async def close(self) -> None:
        """Kill the processes; pending work is refused."""
        tasks, self._tasks = self._tasks, []
        while job := self._lanes.take():
            job.resolve(Failed("closed"))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await super().close()

    async def run(self, lane: Lane, seconds: float, function: Callable[..., T], *args: Any) -> T:
        """Wait for a process, and for its answer."""
        outcome = await self._outcome(Work(function, args, seconds), lane)
        if isinstance(outcome, Failed):
            place = f"{function.__qualname__}:{outcome.text.replace(' ', '_')}"
            log.warning("a piece of work failed", extra={"reason": outcome.reason, "place": place})
            raise refused("work/large" if outcome.reason in ("hang", "memory") else "work/busy")
        if isinstance(outcome, Exception):
            raise outcome
        result: T = outcome
        return result

    async def _outcome(self, work: Work, lane: Lane) -> Any | Failed:
        if not self._tasks:
            return Failed("closed")
        if len(self._lanes) >= MOST_WAITING or self._waiting[lane.household] >= MOST_OF_HOUSEHOLD:
            return Failed("full")
        job = WaitingWork(lane, work)
        self._waiting[lane.household] += 1
        self._lanes.put(job)
        job.wait(PATIENCE)
        try:
            return await job.outcome
        finally:
            job.begin()
            self._lanes.drop(job)
            less(self._waiting, lane.household)

    async def _tend(self) -> None:
        """Keep one process running, and start another when it ended."""
        while True:
            try:
                process = await JobProcess.connected(MODULE, self._arguments)
            except NoEngine as error:
                log.error("a worker did not start", exc_info=error)
                await asyncio.sleep(RESTART_SECONDS)
                continue
            try:
                await self._serve(process)
            finally:
                await asyncio.shield(asyncio.ensure_future(process.kill()))

    async def _serve(self, process: JobProcess) -> None:
        """Work until the process fails."""
        while process.is_alive:
            job = self._lanes.take(self._may_run)
            if job is None:
                await self._lanes.news()
            elif job.begin() and isinstance(await self._work(process, job), Failed):
                return

    async def _work(self, process: JobProcess, job: WaitingWork) -> Any | Failed:
        household = job.lane.household
        self._running[household] += 1
        outcome: Any = Failed("closed")
        try:
            outcome = await process.do(job.work)
        finally:
            job.resolve(outcome)
            less(self._running, household)
            self._lanes.wake()
        return outcome

    def _may_run(self, household: str) -> bool:
        """May this household use another process? None may use all of them, so that the next one need not wait."""
        return self._running[household] < max(1, self._count - 1)
