"""The server's clock and its timers."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

MINUTE_MS: Final = 60_000
DAY_MS: Final = 24 * 60 * MINUTE_MS


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


class Alarm:
    """A timer that can be set again: the last time counts."""

    def __init__(self, timers: Timers, do: Callable[[], None]) -> None:
        """Do this when the time has come; it is not set yet."""
        self._timers = timers
        self._do = do
        self._timer: Timer | None = None

    @property
    def is_set(self) -> bool:
        """Is it set, and has the time not come yet?"""
        return self._timer is not None

    def set(self, ms: float) -> None:
        """Set it to this many milliseconds from now; a time that has passed means at once."""
        self.cancel()
        self._timer = self._timers.later(max(0, ms), self._fire)

    def cancel(self) -> None:
        """Cancel it, if it is set."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _fire(self) -> None:
        self._timer = None
        self._do()


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
