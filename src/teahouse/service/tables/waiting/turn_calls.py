"""Notices for people who are away while it is their turn and somebody waits for them."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection

from teahouse.core.seats import Seat
from teahouse.service.people.social.notices import add_turn_notice, forget_turn
from teahouse.service.tables.table import Table
from teahouse.service.tables.viewers.connections import Connections
from teahouse.service.timers import Alarm, Timers

AWAY_MS: Final = 10_000
"""How long a person must be away before a notice is sent: reloading a page takes a moment."""


class TurnCall(NamedTuple):
    """Who is to move at a table, and who waits for it."""

    seat: Seat
    person: str
    waiting: str


class TurnCalls:
    """The people of one table who get a notice that it is their turn, once a turn."""

    def __init__(self, table: Table, connections: Connections, timers: Timers, on_due: Callable[[], None]) -> None:
        """Call back when a notice is due."""
        self._table = table
        self._connections = connections
        self._timers = timers
        self._alarm = Alarm(timers, on_due)
        self._notified: set[Seat] = set()

    def go_on(self) -> None:
        """Find out whose turn it is, and set a timer for the next notice."""
        self.stop()
        absent = self._away()
        self._notified.intersection_update(absent)
        dues = [self._connections.left_at(seat) + AWAY_MS for seat in absent if seat not in self._notified]
        if dues:
            self._alarm.set(min(dues) - self._timers.now())

    def _away(self) -> list[Seat]:
        """The seats that must act and have no connection, while another person plays at this table."""
        table = self._table
        if len(table.persons) < 2 or table.has_window():
            return []
        return [seat for seat in self._expected() if not self._connections.has(seat) and self._is_asked(seat)]

    def _expected(self) -> Sequence[Seat]:
        """The seats to move, or between deals those that are not ready while another one is."""
        table = self._table
        if table.status == "playing":
            return table.to_move()
        return table.waits_for if table.is_within_match and table.shares else ()

    def _is_asked(self, seat: Seat) -> bool:
        holder = self._table.holders[seat]
        is_person = holder is not None and holder.person is not None and holder.stand_in is None
        return is_person and seat not in self._table.leaving

    def due(self) -> list[TurnCall]:
        """The people whose notice is due now."""
        now = self._timers.now()
        due = [
            seat
            for seat in self._away()
            if seat not in self._notified and self._connections.left_at(seat) + AWAY_MS <= now
        ]
        return [TurnCall(seat, self._person(seat), self._person(self._waiting_for(seat))) for seat in due]

    def mark_notified(self, calls: Sequence[TurnCall]) -> None:
        """Note that these people got a notice; they get no other one before their next turn."""
        self._notified.update(call.seat for call in calls)

    def _waiting_for(self, seat: Seat) -> Seat:
        """The person who moved last, or the next one at the table."""
        others = [other for other in self._table.persons if other != seat]
        movers = [one.seat for one in reversed(self._table.moves) if one.seat in others]
        return movers[0] if movers else others[0]

    def _person(self, seat: Seat) -> str:
        holder = self._table.holders[seat]
        return (holder.person or "") if holder is not None else ""

    def add_notices(self, calls: Sequence[TurnCall], at: int) -> Callable[[Connection], None]:
        """The change that writes these people's notices."""
        table, since = self._table.id, self._table.last.at

        def change(connection: Connection) -> None:
            for call in calls:
                add_turn_notice(connection, call.person, (call.waiting, table), at, since)

        return change

    def forget(self, seat: Seat) -> Callable[[Connection], None] | None:
        """The change that removes the notice of a person who came back; None if there is none."""
        if seat not in self._notified:
            return None
        person, table = self._person(seat), self._table.id
        return lambda connection: forget_turn(connection, person, table)

    def stop(self) -> None:
        """Stop the timer."""
        self._alarm.cancel()
