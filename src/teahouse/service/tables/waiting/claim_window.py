"""The window of an open claim at one table: how long it may be answered, and when it closes."""

from collections.abc import Callable, Mapping
from typing import Any

from teahouse.core.seats import Seat
from teahouse.service.hosting.rules import WindowTimes
from teahouse.service.tables.table import ClaimPlace, Table
from teahouse.service.timers import Timer, Timers

OnClose = Callable[[ClaimPlace], None]


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
        self._place: ClaimPlace | None = None
        self._opened = 0.0
        self._answered: float | None = None
        self._pause = 0
        self._timer: Timer | None = None
        self._due = 0.0

    @property
    def place(self) -> ClaimPlace | None:
        """Which claim is open: the deal, and what is claimed; None when no window is open."""
        return self._place

    def left(self) -> int:
        """The longest time until the window closes; 0 without one. It reveals nothing about answers."""
        if self._place is None:
            return 0
        return max(0, round(self._opened + self._terms.longest - self._timers.now()))

    def until(self) -> float | None:
        """The time until the window closes by itself; None where nothing will close it."""
        return None if self._timer is None else self._due - self._timers.now()

    @property
    def _terms(self) -> WindowTimes:
        return self._table.hosting.windows[self._table.claims]

    def has_closed(self, place: ClaimPlace) -> bool:
        """Is the time of this claim over? Somebody may have taken an answer back just before, which keeps it open."""
        return self._place == place and self._timer is None

    def go_on(self) -> None:
        """Open, close or keep waiting, depending on the table and the answers."""
        place = self._table.place if self._table.has_window() else None
        if place != self._place:
            self.stop()
            self._place = place
            if place is not None:
                self._open()
        if place is not None:
            self._wait()

    def _open(self) -> None:
        self._opened, self._answered = self._timers.now(), None
        self._pause = self._drawn_pause()

    def _drawn_pause(self) -> int:
        """The extra time of a window that nobody needs; mostly none."""
        terms = self._terms
        if not terms.once_in:
            return 0
        length, is_none = divmod(int.from_bytes(self._random(8), "big"), terms.once_in)
        shortest, longest = terms.pause
        return 0 if is_none else shortest + length % (longest - shortest + 1)

    def _wait(self) -> None:
        due = self._closes()
        if self._timer is None or due != self._due:
            self._cancel()
            self._due = due
            self._timer = self._timers.later(max(0, due - self._timers.now()), self._fire)

    def _closes(self) -> float:
        """The time at which the window closes, given the answers so far."""
        terms = self._terms
        if not self._is_answered():
            self._answered = None
            return self._opened + terms.longest
        if self._answered is None:
            self._answered = self._timers.now()
        is_needed = self._is_claimed() or self._answered > self._opened + terms.shortest
        shortest = terms.shortest if is_needed else max(terms.shortest, self._pause)
        return max(self._answered, self._opened + shortest)

    def _is_answered(self) -> bool:
        """Has everybody answered? Those who can only pass need not."""
        table = self._table
        return all(seat in self._bots or len(table.legal(seat)) == 1 for seat in table.to_move())

    def _is_claimed(self) -> bool:
        """Does any known answer claim the tile?"""
        table = self._table
        held = {seat: table.move_of(answered) for seat, answered in table.answers.items()}
        known = {**self._bots, **held}
        return any(known[seat] != table.silent(seat) for seat in table.game.to_move(table.state) if seat in known)

    def _fire(self) -> None:
        self._timer = None
        if self._place is not None:
            self._on_close(self._place)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def stop(self) -> None:
        """Cancel everything."""
        self._cancel()
        self._place = None
