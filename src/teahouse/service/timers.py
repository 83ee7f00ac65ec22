"""The server's clock and its timers."""

import asyncio
import heapq
import math
import time
from collections.abc import Callable
from itertools import count
from typing import Protocol


class Timer(Protocol):
    """A timer that fires unless it is cancelled."""

    def cancel(self) -> None:
        """Cancel it."""
        ...


class Timers(Protocol):
    """A monotonic clock, the time of day, and timers, all in milliseconds."""

    def now(self) -> float:
        """The monotonic time."""
        ...

    def date(self) -> int:
        """The time of day, in milliseconds since 1970."""
        ...

    def later(self, ms: float, do: Callable[[], None]) -> Timer:
        """Do something after this many milliseconds."""
        ...


class LoopTimers:
    """The clock and the timers of the running event loop; each loop needs its own."""

    def __init__(self) -> None:
        """The loop is found when the time is asked for: finding it again each time would be a system call."""
        self._loop: asyncio.AbstractEventLoop | None = None

    def now(self) -> float:
        """The loop's monotonic clock."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        return self._loop.time() * 1000

    def date(self) -> int:
        """The time of day."""
        return time.time_ns() // 1_000_000

    def later(self, ms: float, do: Callable[[], None]) -> Timer:
        """Start a timer of the loop."""
        return asyncio.get_running_loop().call_later(ms / 1000, do)


class FakeTimers:
    """A clock that stands still until it is advanced; for tests."""

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
        """The time of the next timer; infinity where there is none."""
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
