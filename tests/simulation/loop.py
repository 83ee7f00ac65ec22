"""An event loop without threads and without waiting: it runs until nothing is left to do now."""

import asyncio
from asyncio import Future, Handle, Task, TimerHandle
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from contextvars import Context
from typing import Any, Final, TypeVar, TypeVarTuple, Unpack

from tests.fakes import FakeTimers

MOST_AT_ONCE: Final = 200_000  # calls at one moment; after more, the loop will never come to rest

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class VirtualLoop(asyncio.AbstractEventLoop):
    """A loop whose time is that of fake timers.

    Jobs for threads run at once. A process is killed by dropping its loop, so that none of its tasks ever resumes.
    """

    def __init__(self, timers: FakeTimers) -> None:
        self._timers = timers
        self._ready: deque[Handle] = deque()
        self._is_running = False
        self.errors: list[dict[str, Any]] = []

    def run_until_rest(self) -> bool:
        """Run everything that can run now; False if it never ends."""
        before = asyncio._get_running_loop()
        asyncio._set_running_loop(self)
        self._is_running = True
        try:
            return self._run()
        finally:
            self._is_running = False
            asyncio._set_running_loop(before)

    @property
    def is_at_rest(self) -> bool:
        """Is nothing left to do at this moment?"""
        return not self._ready

    def _run(self) -> bool:
        ready = self._ready
        for _ in range(MOST_AT_ONCE):
            if not ready:
                return True
            handle = ready.popleft()
            if not handle.cancelled():
                handle._run()
        return False

    # -- the methods that asyncio calls -----------------------------------------------------------------------------

    def time(self) -> float:
        return self._timers.now() / 1000

    def call_soon(self, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Context | None = None) -> Handle:
        handle = Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_soon_threadsafe(
        self, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Context | None = None
    ) -> Handle:
        return self.call_soon(callback, *args, context=context)

    def call_later(
        self,
        delay: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> TimerHandle:
        handle = TimerHandle(self.time() + delay, callback, args, self, context)
        self._timers.later(delay * 1000, lambda: self._ready.append(handle))
        return handle

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> TimerHandle:
        return self.call_later(when - self.time(), callback, *args, context=context)

    def _timer_handle_cancelled(self, handle: TimerHandle) -> None:
        """Do nothing: cancelled handles are skipped."""

    def create_future(self) -> Future[Any]:
        return Future(loop=self)

    def create_task(self, coro: Any, *, name: str | None = None, context: Context | None = None) -> Task[Any]:
        return Task(coro, loop=self, name=name, context=context)

    def run_in_executor(self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts) -> Future[T]:
        """Run the function at once."""
        future: Future[T] = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        self.errors.append(context)

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return self._is_running

    def is_closed(self) -> bool:
        return False
