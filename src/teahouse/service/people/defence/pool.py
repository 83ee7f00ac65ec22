"""Threads for slow cryptography: few, of low priority, and with a bounded queue, so that moves never wait for them."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final, TypeVar

from teahouse.service.errors import refused

T = TypeVar("T")

THREADS: Final = 2  # each hash of a password takes 64 MiB while it is made
MOST_WAITING: Final = 64
NICENESS: Final = 10


class SlowPool:
    """Runs slow work a few at a time, and refuses what would wait too long."""

    def __init__(self) -> None:
        """Start without threads; they come with the first work."""
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="passwords", initializer=_step_back)
        self._waiting = 0

    async def run(self, work: Callable[[], T]) -> T:
        """The result of the work, or a refusal when too much waits already."""
        if self._waiting >= MOST_WAITING:
            raise refused("person/busy")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Stop, without the work that has not begun."""
        self._threads.shutdown(cancel_futures=True)


def _step_back() -> None:
    """Lower this thread's priority, where the system has priorities of threads; argon2's own threads inherit it."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
