"""The inbox of a table: one job at a time. What the store refuses is tried again; nothing else stops the work."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from teahouse.service.errors import Conflict, Refused, StoreTrouble
from teahouse.service.timers import Timers

log = logging.getLogger(__name__)

LONGEST: Final = 256
RETRY_MS: Final = 1000
FAILED_MS: Final = 30_000  # after an error that nobody expected

Job = Callable[[], Awaitable[None]]


class Inbox:
    """Works off the jobs of one table in their order, in a task of its own."""

    def __init__(self, table_id: str, timers: Timers) -> None:
        """`start` begins the work."""
        self.is_lost = False
        self._table_id: Final = table_id
        self._timers: Final = timers
        self._jobs: deque[Job] = deque()
        self._task: asyncio.Task[None] | None = None
        self._is_working = False
        self._wake: asyncio.Future[None] | None = None

    async def go_on(self) -> None:
        """Do what is due without anybody asking."""
        raise NotImplementedError

    def still(self) -> None:
        """Let nothing happen by itself any more."""
        raise NotImplementedError

    def start(self) -> None:
        """Begin to work."""
        self._task = asyncio.create_task(self._run(), name=f"table {self._table_id}")
        self.later(self.go_on)

    async def stop(self) -> None:
        """Finish what waits, then stop; nothing is lost, since everything done is in the log."""
        if self._task is not None and not self._task.done():
            self.is_lost = True
            self._nudge()
            with suppress(asyncio.CancelledError):
                await self._task
        self.still()

    @property
    def is_full(self) -> bool:
        """Do so many jobs wait that nobody may ask for more?"""
        return len(self._jobs) >= LONGEST

    @property
    def is_at_rest(self) -> bool:
        """Is nothing waiting and nothing being done? A bot may think meanwhile."""
        return not self._is_working and not self._jobs

    def put(self, job: Job) -> None:
        """Let a job be done when its turn comes."""
        self._jobs.append(job)
        self._nudge()

    def later(self, job: Job) -> None:
        """Put a job of the table's own in; when too many wait, try again soon."""
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
        self.still()

    async def _rest(self) -> None:
        self._is_working = False
        self._wake = asyncio.get_running_loop().create_future()
        await self._wake

    async def _do(self, job: Job) -> None:
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

    def _try_again(self, job: Job, error: Refused) -> None:
        """Do what could not be done a little later: a job looks first whether it is still due."""
        log.warning("refused, trying again", extra={"table": self._table_id, "code": error.code})
        self._timers.later(RETRY_MS, lambda: self.later(job))
