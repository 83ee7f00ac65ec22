"""Who abandons a running game of several people, by its events; resigning and losing on time do not count."""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from sqlalchemy import Connection, select

from teahouse.core.seats import Seat
from teahouse.service.people.restrictions.leaver_pauses import add_departure
from teahouse.service.store.schema import departure
from teahouse.service.tables import events as ev
from teahouse.service.tables.folding.standing import TableStanding

ONCE_MS: Final = 6 * 60 * 60_000  # within which leaving the same table counts once
EVIDENCE: Final = (ev.Moved, ev.DealEnded, ev.Left, ev.MatchEnded)  # events that can show that a person abandons a game


def persons_abandoning(
    table: TableStanding,
    table_events: Sequence[ev.TableEvent],
    missing: Collection[Seat],
    is_here: Callable[[Seat], bool],
) -> list[str]:
    """The persons who abandon a game with these events, while somebody else waits for them.

    missing: the people who have been absent too long. is_here: whether a seat is connected.
    """
    if len(table.persons) < 2 or not any(isinstance(one, EVIDENCE) for one in table_events):
        return []
    forfeited_seats = _seats(table, table_events, is_here)
    absent = {*missing, *table.leaving}
    leavers = [
        seat for seat in forfeited_seats if any(other != seat and other not in absent for other in table.persons)
    ]
    persons = [holder.person for seat in leavers if (holder := table.holders[seat]) is not None]
    return list(dict.fromkeys(person for person in persons if person is not None))


def _seats(table: TableStanding, table_events: Sequence[ev.TableEvent], is_here: Callable[[Seat], bool]) -> list[Seat]:
    if table.status != "playing":
        return _between(table, table_events)
    leaving = {one.seat for one in table_events if isinstance(one, ev.Leaving)}
    forfeited = [one for one in table_events if isinstance(one, ev.Moved) and ev.is_forfeit(one)]
    seats = [one.seat for one in forfeited if one.seat in leaving or (one.by == "service" and not is_here(one.seat))]
    if any(isinstance(one, ev.DealEnded) for one in table_events):
        holders = ((Seat(seat), holder) for seat, holder in enumerate(table.holders))
        seats += [seat for seat, holder in holders if holder is not None and holder.stand_in is not None]
    return seats


def _between(table: TableStanding, table_events: Sequence[ev.TableEvent]) -> list[Seat]:
    """Between the deals of a match: who leaves first, or was claimed against."""
    if not table.is_within_match or not table.is_full:
        return []
    if any(isinstance(one, ev.MatchEnded) for one in table_events):
        return [one.seat for one in table_events if isinstance(one, ev.AbsenceClaimed)]
    return [one.seat for one in table_events if isinstance(one, ev.Left)]


def departure_change(person: str, at: int, table: str) -> Callable[[Connection], None]:
    """Add a departure, once for the same table within a while."""

    def change(connection: Connection) -> None:
        lately = (departure.c.person == person, departure.c.at > at - ONCE_MS, departure.c.table_id == table)
        if connection.execute(select(departure.c.at).where(*lately)).first() is None:
            add_departure(connection, person, at, table)

    return change
