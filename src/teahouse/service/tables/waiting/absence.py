"""Absent people at a table: since when, what the others may claim, and when a house player stands in."""

from collections.abc import Callable

from teahouse.core.seats import Seat
from teahouse.service.errors import refused
from teahouse.service.tables.table import Table
from teahouse.service.tables.viewers.connections import Connections
from teahouse.service.timers import Alarm, Timers


class Absence:
    """The absent people of one table. Time counts only while this process runs, so outages are never charged."""

    def __init__(
        self, table: Table, connections: Connections, timers: Timers, absent_ms: int, on_due: Callable[[], None]
    ) -> None:
        """Call back when a house player should stand in for somebody."""
        self._table = table
        self._connections = connections
        self._timers = timers
        self._absent_ms = absent_ms
        self._alarm = Alarm(timers, on_due)
        self._pause: tuple[int, float] | None = None
        self._ready: float | None = None

    @property
    def is_running(self) -> bool:
        """Is a timer running?"""
        return self._alarm.is_set

    def due(self, seat: Seat) -> float | None:
        """The time from which the others need not wait for this seat's person; None while nobody waits."""
        table = self._table
        holder = table.holders[seat]
        if holder is None or holder.person is None or holder.stand_in is not None or seat in table.leaving:
            return None
        if len(table.persons) < 2:
            return None
        if table.status == "playing":
            return None if self._connections.has(seat) else self._connections.left_at(seat) + self._absent_ms
        return self._due_between(seat)

    def _due_between(self, seat: Seat) -> float | None:
        """When this person's time ends between deals.

        It starts when the first person is ready, or when this person leaves if that is earlier.
        """
        if self._pause is None or seat in self._table.shares:
            return None
        moments = [] if self._ready is None else [self._ready]
        if not self._connections.has(seat):
            moments.append(max(self._pause[1], self._connections.left_at(seat)))
        return min(moments) + self._absent_ms if moments else None

    def is_overdue(self, seat: Seat) -> bool:
        """Is the waiting time of this person over?"""
        due = self.due(seat)
        return due is not None and due <= self._timers.now()

    def missing(self) -> list[Seat]:
        """The people whose waiting time is over, and those with a stand-in."""
        holders = self._table.holders
        return [
            seat
            for seat in self._table.persons
            if self.is_overdue(seat) or ((holder := holders[seat]) is not None and holder.stand_in is not None)
        ]

    def check_claim(self, seat: Seat) -> None:
        """Refuse a claim against a person who is present, has time left to come back, or whose clock is running."""
        if self._connections.has(seat):
            raise refused("absent/here")
        if self.due(seat) is None:
            raise refused("table/match", f"expected a person for whom the others wait, got seat {seat}")
        if not self.is_claimable(seat):
            raise refused("absent/clock")
        if not self.is_overdue(seat):
            raise refused("absent/early")

    def is_claimable(self, seat: Seat) -> bool:
        """Can the others claim against an absent person? Not in a contest with a clock, where time runs out."""
        table, hosting = self._table, self._table.hosting
        if hosting.stand_in is not None or table.status != "playing":
            return True
        if hosting.keeps_clock and table.opened.clock.is_timed:
            return False
        return table.is_in_play(seat)

    # -- information -----------------------------------------------------------------------------------------------

    def away(self) -> tuple[int | None, ...]:
        """For each seat, how long the others must still wait before they may claim; None if they cannot."""
        return tuple(self._left(self._claim_due(seat)) for seat in self._table.game.seats)

    def ready_in(self) -> int | None:
        """How long the house still waits for people who are not ready; None without a countdown."""
        return self._left(self._countdown_due())

    def moments(self) -> tuple[float | None, ...]:
        """The times that `away` and `ready_in` count down to, to notice a change."""
        return (*(self._claim_due(seat) for seat in self._table.game.seats), self._countdown_due())

    def _left(self, due: float | None) -> int | None:
        return None if due is None else max(0, round(due - self._timers.now()))

    def _claim_due(self, seat: Seat) -> float | None:
        due = None if self._connections.has(seat) else self.due(seat)
        return due if due is not None and self.is_claimable(seat) else None

    def _countdown_due(self) -> float | None:
        table = self._table
        if self._pause is None or not table.is_full:
            return None
        dues = [self.due(seat) for seat in table.waits_for]
        known = [due for due in dues if due is not None]
        return max(known) if known and len(known) == len(dues) else None

    # -- standing in -----------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Update the waiting times, and set a timer for the next stand-in."""
        self._note_pause()
        self.stop()
        dues = [due for seat in self._table.persons if self._may_stand_in(seat) and (due := self.due(seat)) is not None]
        if dues:
            self._alarm.set(min(dues) - self._timers.now())

    def _note_pause(self) -> None:
        table = self._table
        if not table.is_within_match:
            self._pause = self._ready = None
            return
        now = self._timers.now()
        if self._pause is None or self._pause[0] != table.deal:
            self._pause, self._ready = (table.deal, now), None
        if table.shares.keys().isdisjoint(table.persons):
            self._ready = None
        elif self._ready is None:
            self._ready = now

    def stand_ins(self) -> list[Seat]:
        """The seats where a house player should stand in now."""
        return [seat for seat in self._table.persons if self._may_stand_in(seat) and self.is_overdue(seat)]

    def _may_stand_in(self, seat: Seat) -> bool:
        """Does another present person wait: in play, or ready between deals?"""
        table = self._table
        if table.hosting.stand_in is None:
            return False
        others = [other for other in table.persons if other != seat and self._connections.has(other)]
        return any(table.status == "playing" or other in table.shares for other in others)

    def stop(self) -> None:
        """Stop the timer."""
        self._alarm.cancel()
