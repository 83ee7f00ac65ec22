"""The clocks of one table: whose time runs, how much is left, and when it is up."""

from collections.abc import Callable

from teahouse.core.seats import Seat
from teahouse.service.tables.table import Table
from teahouse.service.timers import Timer, Timers


class TableClocks:
    """The time at one table. It runs only while this process does, so outages are never charged.

    A claim costs no time, because a stopped clock would reveal who has answered. If no window closes it, at a table
    with one person, flags fall as at any turn.
    """

    def __init__(self, table: Table, timers: Timers, on_flag: Callable[[Seat], None]) -> None:
        """Call back when a seat's time is up."""
        self._table = table
        self._timers = timers
        self._on_flag = on_flag
        self._turns: dict[Seat, float] = {}
        self._flags: dict[Seat, Timer] = {}
        self._plies: tuple[int, int] = (0, 0)

    @property
    def is_running(self) -> bool:
        """Is a time limit running? An untimed turn has no limit."""
        return bool(self._flags)

    def used(self, seat: Seat) -> float:
        """How long a seat has been thinking about this move."""
        started = self._turns.get(seat)
        return 0 if started is None else self._timers.now() - started

    def left_after(self, seat: Seat) -> int | None:
        """A seat's clock after a move now; None when this move costs no time."""
        clock = self._table.opened.clock
        if not clock.is_timed or seat not in self._turns or not self._is_charged:
            return None
        return self._left(seat) + (0 if clock.fresh or self.is_up(seat) else clock.step)

    def left_at_pause(self, seat: Seat) -> int | None:
        """A seat's clock when it is stopped now; None at an untimed table."""
        return self._left(seat) if self._table.opened.clock.is_timed else None

    def spent(self, seat: Seat) -> int:
        """How long a seat has thought in this deal so far."""
        moved = sum(one.ms for one in self._table.moves if one.seat == seat)
        return moved + self._table.thinking_ms + round(self.used(seat))

    def is_up(self, seat: Seat) -> bool:
        """Is this seat's time up, to the millisecond? Smaller differences are rounding errors."""
        return seat in self._turns and self._remaining(seat) < 1

    def _remaining(self, seat: Seat) -> float:
        clock = self._table.opened.clock
        return self._table.left[seat] + (clock.step if clock.fresh else 0) - self.used(seat)

    def until_flag(self, seat: Seat) -> float | None:
        """The time until this seat's limit, negative if it has passed; None if no time runs."""
        return self._remaining(seat) if seat in self._flags else None

    def shown(self) -> tuple[int, ...]:
        """The time left for every seat, without the turn time; empty at an untimed table."""
        table = self._table
        if not table.opened.clock.is_timed or not table.left:
            return ()
        charged = self._turns if self._is_charged else ()
        return tuple(self._left(seat) if seat in charged else table.left[seat] for seat in table.game.seats)

    def _left(self, seat: Seat) -> int:
        """What is left of a seat's bank after its turn time."""
        clock, used = self._table.opened.clock, self.used(seat)
        return max(0, round(self._table.left[seat] - max(0, used - (clock.step if clock.fresh else 0))))

    def turns(self) -> tuple[int, ...]:
        """If the clock is fresh: what is left of every seat's turn time before its bank runs."""
        clock, table = self._table.opened.clock, self._table
        if not clock.fresh or not table.left:
            return ()
        charged = self._turns if self._is_charged else ()
        used = (self.used(seat) if seat in charged else 0 for seat in table.game.seats)
        return tuple(max(0, round(clock.step - one)) for one in used)

    def running(self) -> tuple[Seat, ...]:
        """The seats whose clocks run."""
        return self._waiting() if self._is_charged else ()

    def _waiting(self) -> tuple[Seat, ...]:
        return () if self._table.has_window() else self._table.to_move()

    @property
    def _is_charged(self) -> bool:
        """Does thinking cost time now?"""
        return self._table.claim() is None

    def go_on(self) -> None:
        """Start and stop clocks as the table's state requires."""
        table, waiting = self._table, self._waiting()
        for seat in [seat for seat in self._turns if seat not in waiting]:
            self._stop(seat)
        plies = (table.deal, len(table.moves))
        moved = table.moves[-1].seat if table.moves and plies != self._plies else None
        self._plies = plies
        for seat in waiting:
            if seat not in self._turns or seat == moved:
                self._stop(seat)
                self._turns[seat] = self._timers.now()
            self._raise_flag(seat)

    def _raise_flag(self, seat: Seat) -> None:
        """Call back when the time is up, again if the resulting move was not stored."""
        if self._table.opened.clock.is_timed and seat not in self._flags:
            self._flags[seat] = self._timers.later(max(0, self._remaining(seat)), lambda: self._fall(seat))

    def _fall(self, seat: Seat) -> None:
        del self._flags[seat]
        self._on_flag(seat)

    def _stop(self, seat: Seat) -> None:
        self._turns.pop(seat, None)
        if (timer := self._flags.pop(seat, None)) is not None:
            timer.cancel()

    def stop(self) -> None:
        """Cancel everything."""
        for seat in list(self._turns):
            self._stop(seat)
