"""Deletes old data on a schedule: expired sessions, guests without any history, closed tables without a finished deal.

Each call deletes a limited number of rows, so that a large house never waits for it. When nothing is left to delete,
the next run begins an hour later.
"""

import asyncio
import logging
from collections.abc import Container, Sequence
from typing import Final

from sqlalchemy import Connection, delete, exists, select

from teahouse.service.errors import Refused
from teahouse.service.people import guests
from teahouse.service.people.expired_rows import CHALLENGES, LINKS, SESSIONS, delete_expired
from teahouse.service.people.restrictions import leaver_pauses
from teahouse.service.store.schema import event, lease, seat, table_summary
from teahouse.service.tables.lobby_row import EMPTY
from teahouse.service.tables.services import Services

log = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 200
REST_MS: Final = 60 * 60_000  # between two runs: what is deleted is weeks old


class Cleanup:
    """Deletes old data repeatedly, a little at a time."""

    def __init__(self, services: Services, live: Container[str]) -> None:
        """Work on this store; live tables are kept."""
        self._services = services
        self._live = live
        self._cursor = guests.START
        self._next: int | None = None

    async def run(self) -> None:
        """Delete a few rows of each kind; nothing is written if nothing is due."""
        store, now = self._services.store, self._services.timers.date()
        if self._is_resting(now):
            return
        ended = await delete_expired(store, SESSIONS, now, MOST_AT_ONCE)
        await delete_expired(store, CHALLENGES, now, MOST_AT_ONCE)
        await delete_expired(store, LINKS, now, MOST_AT_ONCE)
        if await store.read(lambda connection: leaver_pauses.has_old(connection, now)):
            await store.write(lambda connection: leaver_pauses.forget_old(connection, now))
        tables = await store.read(lambda connection: self._empty(connection, now))
        if tables:
            await store.write(lambda connection: self._delete_tables(connection, tables))
        before, cursor = now - self._services.settings.guest_ms, self._cursor
        found = await store.read(
            lambda connection: guests.next_abandoned_guests(connection, before, cursor, MOST_AT_ONCE)
        )
        self._cursor = found.cursor
        await asyncio.gather(*map(self._forget, found.ids))
        is_done = found.cursor == guests.START and max(ended, len(tables)) < MOST_AT_ONCE
        self._next = now + REST_MS if is_done else None

    def _is_resting(self, now: int) -> bool:
        """Did the last run end less than an hour ago? False if the clock was set back."""
        return self._next is not None and self._next - REST_MS <= now < self._next

    async def _forget(self, guest: str) -> None:
        """Delete a guest; a failure is logged, and does not stop the others."""
        try:
            await self._services.store.write(lambda connection: guests.forget(connection, guest))
        except Refused as error:
            log.warning("a guest could not be forgotten", extra={"person": guest, "code": error.code})

    def _empty(self, connection: Connection, now: int) -> list[str]:
        """The closed tables without a finished deal that no server has loaded."""
        owned = exists().where(lease.c.table_id == table_summary.c.id, lease.c.until > now)
        query = select(table_summary.c.id).where(
            table_summary.c.upkeep == EMPTY, table_summary.c.updated <= now - self._services.settings.empty_ms, ~owned
        )
        tables = connection.execute(query.order_by(table_summary.c.updated).limit(MOST_AT_ONCE)).scalars()
        return [table for table in tables if table not in self._live]

    def _delete_tables(self, connection: Connection, tables: Sequence[str]) -> None:
        unused = [table for table in tables if table not in self._live]  # somebody may have come meanwhile
        for column in (event.c.table_id, seat.c.table_id, lease.c.table_id, table_summary.c.id):
            connection.execute(delete(column.table).where(column.in_(unused)))
