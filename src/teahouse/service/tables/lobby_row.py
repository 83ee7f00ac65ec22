"""The row of a table in the lobby, and those of the people at it: what events change in them.

The row also says how long the table is kept without people.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, update

from teahouse.service.people.shown_names import mark_of
from teahouse.service.store.jobs import Change
from teahouse.service.store.schema import seat as seat_table
from teahouse.service.store.schema import table_summary
from teahouse.service.tables import events as ev
from teahouse.service.tables.folding.standing import TableStanding
from teahouse.service.tables.table import Table
from teahouse.service.tables.viewers.messages import SeatInfo, TableInfo

RUNS: Final = "runs"
SHORT: Final = "short"
LONG: Final = "long"
KEPT: Final = "kept"
EMPTY: Final = "empty"
UNLISTED: Final = (ev.Moved, ev.Answered, ev.Withdrawn, ev.Chatted)  # what the lobby does not show
SEATING: Final = (ev.Sat, ev.Left, ev.Removed, ev.Closed)  # what changes who sits at a table that is not over
UPDATED_ROW: Final = (
    update(table_summary)
    .where(table_summary.c.id == bindparam("table"))
    .values({name: bindparam(name) for name in ("status", "summary", "updated", "upkeep")})
)


def upkeep_of(info: TableInfo) -> str:
    """The upkeep of a table: it runs by itself, or is kept for a short or a long time without people.

    A game against bots, and a private table that waits for its guests or has no clock, is kept long. A table that is
    over is kept for good if a deal was finished.
    """
    if info.status == "over":
        return KEPT if info.results else EMPTY
    is_timed = info.bank > 0 or info.step > 0
    if info.status == "playing" and is_timed:
        return RUNS
    if info.status == "open":
        return LONG if info.private else SHORT
    if info.stake or info.match_over:
        return SHORT
    persons = sum(seat is not None and seat.person is not None for seat in info.seats)
    is_alone_with_bots = persons < 2 and None not in info.seats
    return LONG if is_alone_with_bots or (info.private and not is_timed) else SHORT


def lobby_row_change(table: TableStanding, at: int) -> Change:
    """Update the lobby's row of a table."""
    info = table.info()
    summary = msgspec.json.encode(without_names(info)).decode()
    row = {"status": info.status, "summary": summary, "updated": at, "upkeep": upkeep_of(info)}

    def change(connection: Connection) -> None:
        if connection.execute(UPDATED_ROW, row | {"table": info.id}).rowcount == 0:
            first = {"id": info.id, "game": info.game, "private": info.private, "created": at, "seen": at}
            connection.execute(insert(table_summary), [first | {"invite": table.opened.invite} | row])

    return change


def lobby_changes(table: Table, table_events: Sequence[ev.TableEvent], at: int) -> list[Change]:
    """The lobby's row of a table after these events, if they change it."""
    if all(type(one) in UNLISTED for one in table_events):
        return []
    after = table.after(table_events)
    is_seating = any(isinstance(one, SEATING) for one in table_events)
    return [lobby_row_change(after, at), seat_rows_change(after)] if is_seating else [lobby_row_change(after, at)]


def without_names(info: TableInfo) -> TableInfo:
    """The table as the list stores it: people by their ids alone, without names."""
    seats = tuple(one if one is None or one.person is None else _unnamed(one) for one in info.seats)
    return msgspec.structs.replace(info, seats=seats)


def _unnamed(seat: SeatInfo) -> SeatInfo:
    return msgspec.structs.replace(seat, name=mark_of(seat.name))


def seat_rows_change(table: TableStanding) -> Change:
    """Update the list of the people at a table; nobody sits at one that is over."""
    rows = [
        {"table_id": table.id, "seat": seat, "person": person, "created": table.first.at}
        for seat, person in table.persons_by_seat.items()
        if table.status != "over"
    ]

    def change(connection: Connection) -> None:
        connection.execute(delete(seat_table).where(seat_table.c.table_id == table.id))
        if rows:
            connection.execute(insert(seat_table), rows)

    return change
