"""The inbox of a table: one job at a time. Jobs that the store refuses are retried; nothing else stops the work."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from teahouse.service.errors import Conflict, Refused, StoreTrouble
from teahouse.service.timers import Timers

log = logging.getLogger(__name__)

LONGEST: Final = 256
RETRY_MS: Final = 1000
FAILED_MS: Final = 30_000  # after an unexpected error

InboxJob = Callable[[], Awaitable[None]]


class Inbox(ABC):
    """Does the jobs of one table in order, in its own task."""

    def __init__(self, table_id: str, timers: Timers) -> None:
        """`start` begins the work."""
        self.is_lost = False
        self._table_id: Final = table_id
        self._timers: Final = timers
        self._jobs: deque[InboxJob] = deque()
        self._task: asyncio.Task[None] | None = None
        self._is_working = False
        self._wake: asyncio.Future[None] | None = None
        self._loop: Final = asyncio.get_running_loop()  # asking for it again and again takes time

    @abstractmethod
    async def go_on(self) -> None:
        """Do what is due without a request."""

    @abstractmethod
    def stop_timers(self) -> None:
        """Stop clocks, bots and everything else that a timer starts."""

    def start(self) -> None:
        """Start working."""
        self._task = self._loop.create_task(self._run(), name=f"table {self._table_id}")
        self.later(self.go_on)

    async def stop(self) -> None:
        """Finish pending jobs, then stop; nothing is lost, because everything done is in the log."""
        if self._task is not None and not self._task.done():
            self.is_lost = True
            self._nudge()
            with suppress(asyncio.CancelledError):
                await self._task
        self.stop_timers()

    @property
    def is_full(self) -> bool:
        """Is the inbox full?"""
        return len(self._jobs) >= LONGEST

    @property
    def is_at_rest(self) -> bool:
        """Is no job pending or running? A bot may be thinking."""
        return not self._is_working and not self._jobs

    def put(self, job: InboxJob) -> None:
        """Queue a job."""
        self._jobs.append(job)
        self._nudge()

    def later(self, job: InboxJob) -> None:
        """Queue a job of the table itself; retry soon when the inbox is full."""
        if self.is_full:
            self._timers.later(RETRY_MS, lambda: self.later(job))
        else:
            self.put(job)

    def _nudge(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def _run(self) -> None:
        while self._jobs or not self.is_lost:
            if not self._jobs:
                await self._rest()
                continue
            self._is_working = True
            await self._do(self._jobs.popleft())
        self._is_working = False
        self.stop_timers()

    async def _rest(self) -> None:
        self._is_working = False
        self._wake = self._loop.create_future()
        await self._wake

    async def _do(self, job: InboxJob) -> None:
        try:
            await job()
        except Conflict:
            log.warning("another server has the table now", extra={"table": self._table_id})
            self.is_lost = True
        except StoreTrouble as error:
            self._try_again(job, error)
        except Refused as error:
            self._try_again(self.go_on, error)
        except Exception:
            log.exception("a table failed", extra={"table": self._table_id})
            self._timers.later(FAILED_MS, lambda: self.later(self.go_on))

    def _try_again(self, job: InboxJob, error: Refused) -> None:
        """Retry a failed job a little later; a job checks first whether it is still due."""
        log.warning("refused, trying again", extra={"table": self._table_id, "code": error.code})
        self._timers.later(RETRY_MS, lambda: self.later(job))
