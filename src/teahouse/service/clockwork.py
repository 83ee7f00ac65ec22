"""The clocks of one table: whose time runs, how much is left, when a flag falls and when a claim's window closes."""

from collections.abc import Callable

from teahouse.core.seats import Seat
from teahouse.service.table import Table
from teahouse.service.timers import Timer, Timers


class Clockwork:
    """Time at one table. It only runs while this process does, so no outage is ever charged."""

    def __init__(
        self, table: Table, timers: Timers, on_flag: Callable[[Seat], None], on_window: Callable[[], None]
    ) -> None:
        """Call back when a seat's time is up, and when a window closes."""
        self._table = table
        self._timers = timers
        self._on_flag = on_flag
        self._on_window = on_window
        self._turns: dict[Seat, float] = {}
        self._flags: dict[Seat, Timer] = {}
        self._window: Timer | None = None
        self._closes: float | None = None
        self._plies: tuple[int, int] = (0, 0)
        self._claim: tuple[int, int] | None = None

    @property
    def is_running(self) -> bool:
        """Will anything happen when time passes: a flag, or the end of a window? An untimed turn can wait for ever."""
        return bool(self._flags) or self._window is not None

    def used(self, seat: Seat) -> float:
        """How long a seat has been thinking about this move."""
        started = self._turns.get(seat)
        return 0 if started is None else self._timers.now() - started

    def left_after(self, seat: Seat) -> int | None:
        """What a seat's clock shows after it moves now; None when it is untimed or not the seat's turn."""
        clock = self._table.opened.clock
        if not clock.is_timed or seat not in self._turns:
            return None
        left, used = self._table.left[seat], self.used(seat)
        if clock.fresh:
            return max(0, round(left - max(0, used - clock.step)))
        return max(0, round(left - used)) + clock.step

    def is_up(self, seat: Seat) -> bool:
        """Is this seat's time over, to the millisecond? Less is lost in sums of fractions."""
        return seat in self._turns and self._remaining(seat) < 1

    def _remaining(self, seat: Seat) -> float:
        clock = self._table.opened.clock
        return self._table.left[seat] + (clock.step if clock.fresh else 0) - self.used(seat)

    def until_flag(self, seat: Seat) -> float | None:
        """How long until this seat's flag falls, below 0 where that is overdue; None where no time runs for it."""
        return self._remaining(seat) if seat in self._flags else None

    def until_window(self) -> float | None:
        """How long until the open claim closes by itself; None where nothing will close it."""
        return None if self._closes is None else self._closes - self._timers.now()

    def shown(self) -> tuple[int, ...]:
        """What every seat's clock shows now; nothing at an untimed table. Within a claim the clocks seem to stand."""
        table = self._table
        if not table.opened.clock.is_timed or not table.left:
            return ()
        return tuple(max(0, round(table.left[seat] - self._charged(seat))) for seat in table.game.seats)

    def turns(self) -> tuple[int, ...]:
        """Where the clock is fresh: what is left of every seat's turn before its bank pays."""
        clock = self._table.opened.clock
        if not clock.fresh or not self._table.left:
            return ()
        used = (0 if self._is_claim() else self.used(seat) for seat in self._table.game.seats)
        return tuple(max(0, round(clock.step - one)) for one in used)

    def window(self) -> int:
        """How long an open claim may still last; 0 where none is open."""
        return 0 if self._closes is None else max(0, round(self._closes - self._timers.now()))

    def _charged(self, seat: Seat) -> float:
        """What of this turn's time the bank is seen to pay."""
        clock = self._table.opened.clock
        if self._is_claim():
            return 0
        return max(0, self.used(seat) - clock.step) if clock.fresh else self.used(seat)

    def _is_claim(self) -> bool:
        return bool(self._table.claims) and len(self._table.asked()) > 1

    def running(self) -> tuple[Seat, ...]:
        """The seats whose clocks are seen to run; nobody's while a claim is open, or they would tell who answered."""
        return () if self._is_claim() else self._table.to_move()

    def go_on(self) -> None:
        """Start and stop what the table's state asks for."""
        self._run_turns()
        self._run_window()

    def _run_turns(self) -> None:
        table, now = self._table, self._timers.now()
        waiting = table.to_move()
        for seat in [seat for seat in self._turns if seat not in waiting]:
            self._stop(seat)
        plies = (table.deal, len(table.moves))
        self._note_claim(plies if table.has_window() else None)
        moved = table.moves[-1].seat if table.moves and plies != self._plies else None
        self._plies = plies
        for seat in waiting:
            if seat not in self._turns or seat == moved:
                self._start(seat, now)

    def _note_claim(self, claim: tuple[int, int] | None) -> None:
        """When a claim's window opens or closes, every turn begins anew: within it nobody's time runs."""
        if claim != self._claim:
            self._claim = claim
            for seat in list(self._turns):
                self._stop(seat)

    def _start(self, seat: Seat, now: float) -> None:
        self._stop(seat)
        self._turns[seat] = now
        if self._table.opened.clock.is_timed and not self._table.has_window():
            due = max(0, self._remaining(seat))
            self._flags[seat] = self._timers.later(due, lambda: self._on_flag(seat))

    def _stop(self, seat: Seat) -> None:
        self._turns.pop(seat, None)
        if (timer := self._flags.pop(seat, None)) is not None:
            timer.cancel()

    def _run_window(self) -> None:
        if not self._table.has_window():
            self._close()
        elif self._window is None:
            longest = self._table.manners.windows[self._table.claims].longest
            self._closes = self._timers.now() + longest
            self._window = self._timers.later(longest, self._fire)

    def _fire(self) -> None:
        self._window = self._closes = None
        self._on_window()

    def _close(self) -> None:
        if self._window is not None:
            self._window.cancel()
            self._window = self._closes = None

    def stop(self) -> None:
        """Cancel everything."""
        for seat in list(self._turns):
            self._stop(seat)
        self._close()
