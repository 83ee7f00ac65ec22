"""The server's own clock and everything that waits on it."""

import asyncio
import heapq
import math
import time
from collections.abc import Callable
from itertools import count
from typing import Protocol


class Timer(Protocol):
    """Something that will happen unless it is cancelled."""

    def cancel(self) -> None:
        """Let it not happen."""
        ...


class Timers(Protocol):
    """A clock that only goes forward, the time of day, and things to do later. All in milliseconds."""

    def now(self) -> float:
        """A moment of the clock that only goes forward."""
        ...

    def date(self) -> int:
        """The time of day, since 1970."""
        ...

    def later(self, ms: float, do: Callable[[], None]) -> Timer:
        """Do something after so many milliseconds."""
        ...


class LoopTimers:
    """The running loop's clock; its heap keeps what waits."""

    def now(self) -> float:
        """The loop's monotonic clock."""
        return asyncio.get_running_loop().time() * 1000

    def date(self) -> int:
        """The time of day."""
        return time.time_ns() // 1_000_000

    def later(self, ms: float, do: Callable[[], None]) -> Timer:
        """Hand it to the loop."""
        return asyncio.get_running_loop().call_later(ms / 1000, do)


class FakeTimers:
    """A clock that stands still until it is told to go on; for tests."""

    def __init__(self, date: int = 1_750_000_000_000) -> None:
        """Begin at a date."""
        self._now = 0.0
        self._date = date
        self._numbers = count()
        self._heap: list[tuple[float, int, FakeTimer]] = []

    def now(self) -> float:
        """The moment reached."""
        return self._now

    def date(self) -> int:
        """The date reached."""
        return self._date + int(self._now)

    def later(self, ms: float, do: Callable[[], None]) -> Timer:
        """Keep it until its moment is reached."""
        timer = FakeTimer(do)
        heapq.heappush(self._heap, (self._now + ms, next(self._numbers), timer))
        return timer

    def advance(self, ms: float) -> None:
        """Go forward and do what is due, in order."""
        until = self._now + ms
        while self.due <= until:
            self.fire_one()
        self._now = max(self._now, until)

    @property
    def due(self) -> float:
        """The moment of the next timer; infinity where none waits."""
        while self._heap and self._heap[0][2].is_cancelled:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else math.inf

    def fire_one(self) -> None:
        """Go forward to the next timer and fire that one alone."""
        due, _, timer = heapq.heappop(self._heap)
        self._now = max(self._now, due)
        timer.fire()

    def jump(self, ms: int) -> None:
        """Set the time of day forward or back; the clock that only goes forward does not notice."""
        self._date += ms

    def clear(self) -> None:
        """Forget every timer, as a process does that is killed."""
        self._heap.clear()


class FakeTimer:
    """A timer of the fake clock."""

    def __init__(self, do: Callable[[], None]) -> None:
        """Keep what is to be done."""
        self._do: Callable[[], None] | None = do

    @property
    def is_cancelled(self) -> bool:
        """Will nothing happen any more?"""
        return self._do is None

    def fire(self) -> None:
        """Do it, unless it was cancelled."""
        if self._do is not None:
            self._do()

    def cancel(self) -> None:
        """Forget it."""
        self._do = None
