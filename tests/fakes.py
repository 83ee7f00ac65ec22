"""Stand-ins for what a server has around it: a clock that tests advance, and work in threads of this process."""

import asyncio
import heapq
import math
from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar

from teahouse.service.engines.queue import Lane
from teahouse.service.engines.workers import WorkerLoad, Workers
from teahouse.service.timers import Timer

T = TypeVar("T")


class FakeTimers:
    """A clock that stands still until it is advanced."""

    def __init__(self, date: int = 1_750_000_000_000) -> None:
        """Start at a date."""
        self._now = 0.0
        self._date = date
        self._numbers = count()
        self._heap: list[tuple[float, int, FakeTimer]] = []

    def now(self) -> float:
        """The current time."""
        return self._now

    def date(self) -> int:
        """The current date."""
        return self._date + int(self._now)

    def later(self, ms: float, do: Callable[[], None]) -> Timer:
        """Keep the timer until it is due."""
        timer = FakeTimer(do)
        heapq.heappush(self._heap, (self._now + ms, next(self._numbers), timer))
        return timer

    def advance(self, ms: float) -> None:
        """Advance, and fire what is due, in order."""
        until = self._now + ms
        while self.due <= until:
            self.fire_one()
        self._now = max(self._now, until)

    @property
    def due(self) -> float:
        """The time of the next timer; infinity if there is none."""
        while self._heap and self._heap[0][2].is_cancelled:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else math.inf

    def fire_one(self) -> None:
        """Advance to the next timer and fire only that one."""
        due, _, timer = heapq.heappop(self._heap)
        self._now = max(self._now, due)
        timer.fire()

    def jump(self, ms: int) -> None:
        """Change the time of day; the monotonic clock is not affected."""
        self._date += ms

    def clear(self) -> None:
        """Drop every timer, as a killed process does."""
        self._heap.clear()


class FakeTimer:
    """A timer of the fake clock."""

    def __init__(self, do: Callable[[], None]) -> None:
        """Keep the callback."""
        self._do: Callable[[], None] | None = do

    @property
    def is_cancelled(self) -> bool:
        """Is it cancelled or done?"""
        return self._do is None

    def fire(self) -> None:
        """Fire, unless cancelled."""
        if self._do is not None:
            self._do()

    def cancel(self) -> None:
        """Cancel it."""
        self._do = None


class InThreads(Workers):
    """Runs work in threads of this process, without limits."""

    async def run(self, lane: Lane, seconds: float, function: Callable[..., T], *args: Any) -> T:
        """What a function returns."""
        return await asyncio.to_thread(function, *args)

    def load(self) -> WorkerLoad:
        """No load: there are no processes."""
        return WorkerLoad(0, 0, {})
