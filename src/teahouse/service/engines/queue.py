"""The choices that wait for an engine: a lane for each table, served in turns."""

import asyncio
from collections import OrderedDict, deque
from typing import Any, Final

from teahouse.service.engines.process import Bot
from teahouse.service.engines.wire import Advise, Chosen, Failed, Ranked, Think


class Job:
    """A choice, or advice, that a caller waits for."""

    def __init__(self, table: str, options: dict[str, Any], task: Think | Advise) -> None:
        """Start without an engine."""
        self.table: Final = table
        self.options: Final = options
        self.task: Final = task
        self.outcome: asyncio.Future[Chosen | Ranked | Failed] = asyncio.get_running_loop().create_future()
        self.patience: asyncio.TimerHandle | None = None
        self.tries = 0

    @property
    def bot(self) -> Bot:
        """Who is to choose."""
        return self.task.game, self.task.level

    def wait(self, seconds: float) -> None:
        """Give up when nobody has begun by then."""
        loop = asyncio.get_running_loop()
        self.patience = loop.call_later(seconds, self.settle, Failed("busy", f"no engine free within {seconds:g} s"))

    def begin(self) -> bool:
        """From here on only the engine's own limit counts. False when nobody waits any more."""
        if self.patience is not None:
            self.patience.cancel()
        return not self.outcome.done()

    def settle(self, outcome: Chosen | Ranked | Failed) -> None:
        """Tell the asker, unless that is done or the asker has left."""
        self.begin()
        if not self.outcome.done():
            self.outcome.set_result(outcome)


class Lanes:
    """Waiting jobs. The table whose turn it is gives one job and stands behind the others again."""

    def __init__(self) -> None:
        """Nothing waits."""
        self._lanes: OrderedDict[str, deque[Job]] = OrderedDict()
        self._count = 0
        self._news = asyncio.Event()

    def __len__(self) -> int:
        """How many wait."""
        return self._count

    def put(self, job: Job) -> None:
        """Stand at the end of the table's lane."""
        self._lanes.setdefault(job.table, deque()).append(job)
        self._count += 1
        self.wake()

    def take(self) -> Job | None:
        """The next job, or None when nothing waits."""
        if not self._lanes:
            return None
        table, lane = self._lanes.popitem(last=False)
        job = lane.popleft()
        self._count -= 1
        if lane:
            self._lanes[table] = lane
        return job

    def drop(self, job: Job) -> None:
        """Forget a job, if it still waits."""
        lane = self._lanes.get(job.table)
        if lane is None or job not in lane:
            return
        lane.remove(job)
        self._count -= 1
        if not lane:
            del self._lanes[job.table]

    def wake(self) -> None:
        """Let everybody who found nothing to do look again."""
        self._news.set()

    async def news(self) -> None:
        """Wait until there may be something to do."""
        self._news.clear()
        await self._news.wait()
