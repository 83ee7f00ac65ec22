"""What a house forgets by a schedule: ended sessions, guests who left nothing behind, closed tables without a deal.

Each look does a bounded part of the work, so that a large house never waits for it; after a finished walk it rests.
"""

import asyncio
import logging
from collections.abc import Container, Sequence
from typing import Final

from sqlalchemy import Connection, delete, exists, select

from teahouse.service.errors import Refused
from teahouse.service.people import departures, guests, sessions
from teahouse.service.people.access.forgetting import forget_expired
from teahouse.service.store.schema import event, lease, seat, table_summary
from teahouse.service.tables.actor import Services
from teahouse.service.tables.settlement import EMPTY

log = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 200
REST_MS: Final = 60 * 60_000  # between two walks: what is forgotten is weeks old


class Retiring:
    """Walks through a house again and again, a little at a time."""

    def __init__(self, services: Services, live: Container[str]) -> None:
        """Retire what this store holds, but no table that is live."""
        self._services = services
        self._live = live
        self._place = guests.FIRST
        self._next: int | None = None

    async def look(self) -> None:
        """Retire a few of each kind; nothing is written where nothing is due."""
        store, now = self._services.store, self._services.timers.date()
        if self._is_resting(now):
            return
        ended = await store.read(lambda connection: sessions.expired(connection, now, MOST_AT_ONCE))
        if ended:
            await store.write(lambda connection: sessions.sweep(connection, now, ended))
        await forget_expired(store, now, MOST_AT_ONCE)
        if await store.read(lambda connection: departures.has_old(connection, now)):
            await store.write(lambda connection: departures.forget_old(connection, now))
        tables = await store.read(lambda connection: self._empty(connection, now))
        if tables:
            await store.write(lambda connection: self._delete_tables(connection, tables))
        before, place = now - self._services.guest_ms, self._place
        step = await store.read(lambda connection: guests.walk(connection, before, place, MOST_AT_ONCE))
        self._place = step.place
        await asyncio.gather(*map(self._forget, step.gone))
        is_done = step.place == guests.FIRST and max(len(ended), len(tables)) < MOST_AT_ONCE
        self._next = now + REST_MS if is_done else None

    def _is_resting(self, now: int) -> bool:
        """Was the last walk finished a short while ago? A time of day that went back does not count."""
        return self._next is not None and self._next - REST_MS <= now < self._next

    async def _forget(self, guest: str) -> None:
        """Forget a guest; one who cannot be forgotten keeps no other."""
        try:
            await self._services.store.write(lambda connection: guests.forget(connection, guest))
        except Refused as error:
            log.warning("a guest could not be forgotten", extra={"person": guest, "code": error.code})

    def _empty(self, connection: Connection, now: int) -> list[str]:
        """Closed tables at which no deal was finished, and which nobody watches, here or elsewhere."""
        owned = exists().where(lease.c.table_id == table_summary.c.id, lease.c.until > now)
        query = select(table_summary.c.id).where(
            table_summary.c.upkeep == EMPTY, table_summary.c.updated <= now - self._services.empty_ms, ~owned
        )
        found = connection.execute(query.order_by(table_summary.c.updated).limit(MOST_AT_ONCE)).scalars()
        return [table for table in found if table not in self._live]

    def _delete_tables(self, connection: Connection, tables: Sequence[str]) -> None:
        gone = [table for table in tables if table not in self._live]  # somebody may have come meanwhile
        for column in (event.c.table_id, seat.c.table_id, lease.c.table_id, table_summary.c.id):
            connection.execute(delete(column.table).where(column.in_(gone)))
