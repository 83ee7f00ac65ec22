"""The window of an open claim at one table: how long it may be answered, and when it closes."""

from collections.abc import Callable, Mapping
from typing import Any

from teahouse.core.seats import Seat
from teahouse.service.hosting.rules import WindowTimes
from teahouse.service.tables.table import ClaimKey, Table
from teahouse.service.timers import Alarm, Timers

OnClose = Callable[[ClaimKey], None]


class ClaimWindow:
    """One claim after another. A window opens with the discard and closes with the last answer, or at its end."""

    def __init__(
        self, table: Table, bots: Mapping[Seat, Any], timers: Timers, random: Callable[[int], bytes], on_close: OnClose
    ) -> None:
        """Watch the answers of persons and bots; call back when the window closes."""
        self._table = table
        self._bots = bots
        self._timers = timers
        self._random = random
        self._on_close = on_close
        self._claim_key: ClaimKey | None = None
        self._opened = 0.0
        self._answered: float | None = None
        self._pause = 0
        self._alarm = Alarm(timers, self._close)
        self._due = 0.0

    @property
    def claim_key(self) -> ClaimKey | None:
        """Which claim is open: the deal, and what is claimed; None when no window is open."""
        return self._claim_key

    def left(self) -> int:
        """The longest time until the window closes; 0 without one. It reveals nothing about answers."""
        if self._claim_key is None:
            return 0
        return max(0, round(self._opened + self._times.longest - self._timers.now()))

    def until(self) -> float | None:
        """The time until the window closes by itself; None if nothing will close it."""
        return None if not self._alarm.is_set else self._due - self._timers.now()

    @property
    def _times(self) -> WindowTimes:
        return self._table.hosting.windows[self._table.claims]

    def has_closed(self, key: ClaimKey) -> bool:
        """Is the time of this claim over? Somebody may have taken an answer back just before, which keeps it open."""
        return self._claim_key == key and not self._alarm.is_set

    def go_on(self) -> None:
        """Open, close or keep waiting, depending on the table and the answers."""
        key = self._table.claim_key if self._table.has_window() else None
        if key != self._claim_key:
            self.stop()
            self._claim_key = key
            if key is not None:
                self._open()
        if key is not None:
            self._wait()

    def _open(self) -> None:
        self._opened, self._answered = self._timers.now(), None
        self._pause = self._drawn_pause()

    def _drawn_pause(self) -> int:
        """The extra time of a window that nobody needs; mostly none."""
        times = self._times
        if not times.once_in:
            return 0
        length, is_none = divmod(int.from_bytes(self._random(8), "big"), times.once_in)
        shortest, longest = times.pause
        return 0 if is_none else shortest + length % (longest - shortest + 1)

    def _wait(self) -> None:
        due = self._closes()
        if not self._alarm.is_set or due != self._due:
            self._due = due
            self._alarm.set(due - self._timers.now())

    def _closes(self) -> float:
        """The time at which the window closes, given the answers so far."""
        times = self._times
        if not self._is_answered():
            self._answered = None
            return self._opened + times.longest
        if self._answered is None:
            self._answered = self._timers.now()
        is_needed = self._is_claimed() or self._answered > self._opened + times.shortest
        shortest = times.shortest if is_needed else max(times.shortest, self._pause)
        return max(self._answered, self._opened + shortest)

    def _is_answered(self) -> bool:
        """Has everybody answered? Those who can only pass need not."""
        table = self._table
        return all(seat in self._bots or len(table.legal(seat)) == 1 for seat in table.to_move())

    def _is_claimed(self) -> bool:
        """Does any known answer claim the tile?"""
        table = self._table
        answers = {seat: table.move_of(answered) for seat, answered in table.answers.items()}
        known = {**self._bots, **answers}
        return any(known[seat] != table.silent(seat) for seat in table.game.to_move(table.state) if seat in known)

    def _close(self) -> None:
        if self._claim_key is not None:
            self._on_close(self._claim_key)

    def stop(self) -> None:
        """Cancel everything."""
        self._alarm.cancel()
        self._claim_key = None
