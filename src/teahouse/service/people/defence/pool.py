"""Threads for slow cryptography: few, of low priority, and with a bounded queue, so that moves never wait for them."""

import asyncio
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final, TypeVar

from teahouse.service.errors import refused

T = TypeVar("T")

THREADS: Final = 2  # each hash of a password takes 64 MiB while it is made
MOST_SECONDS: Final = 2.5  # of waiting, before work is refused
LEAST_WAITING: Final = 4  # jobs may wait even on the slowest machine
MOST_WAITING: Final = 64
USUAL_SECONDS: Final = 0.25  # of a hash, until one has been measured
WEIGHT: Final = 0.2  # of the newest measurement
NICENESS: Final = 10


class SlowPool:
    """Runs slow work a few at a time, and refuses what would wait too long.

    Known people go ahead of strangers, so that a flood of strangers does not keep them waiting.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start without threads; the first work creates them. clock: returns seconds."""
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="passwords", initializer=_step_back)
        self._clock = clock
        self._free = THREADS
        self._seconds = USUAL_SECONDS
        self._known: Final = deque[asyncio.Future[None]]()
        self._strangers: Final = deque[asyncio.Future[None]]()

    @property
    def most_waiting(self) -> int:
        """How many jobs may wait, from the time that jobs took lately."""
        return min(MOST_WAITING, max(LEAST_WAITING, int(MOST_SECONDS * THREADS / self._seconds)))

    async def run(self, work: Callable[[], T], *, is_known: bool = False) -> T:
        """The result of the work, or a refusal when too much waits already."""
        await self._enter(is_known=is_known)
        try:
            result, seconds = await asyncio.get_running_loop().run_in_executor(self._threads, self._timed, work)
            if not is_known:  # known people also run quick work, which says nothing about the time of a hash
                self._seconds = max((1 - WEIGHT) * self._seconds + WEIGHT * seconds, MOST_SECONDS / MOST_WAITING)
        finally:
            self._let_in()
        return result

    async def _enter(self, *, is_known: bool) -> None:
        """Wait for a free thread: known people for each other, strangers for everybody."""
        if len(self._known) + (0 if is_known else len(self._strangers)) >= self.most_waiting:
            raise refused("person/busy")
        if self._free:
            self._free -= 1
            return
        lane = self._known if is_known else self._strangers
        ticket = asyncio.get_running_loop().create_future()
        lane.append(ticket)
        try:
            await ticket
        except asyncio.CancelledError:
            if ticket.cancelled():
                with suppress(ValueError):
                    lane.remove(ticket)
            else:
                self._let_in()  # its turn came while the caller left
            raise

    def _let_in(self) -> None:
        for lane in (self._known, self._strangers):
            while lane:
                ticket = lane.popleft()
                if not ticket.done():
                    ticket.set_result(None)
                    return
        self._free += 1

    def _timed(self, work: Callable[[], T]) -> tuple[T, float]:
        began = self._clock()
        return work(), self._clock() - began

    def close(self) -> None:
        """Stop, without the work that has not begun."""
        self._threads.shutdown(cancel_futures=True)


def _step_back() -> None:
    """Lower this thread's priority, if the system has priorities of threads; argon2's own threads inherit it."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
