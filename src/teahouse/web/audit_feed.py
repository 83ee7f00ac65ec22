"""Follows the audit log: what administrators did on other servers or on the command line takes effect here, too."""

import asyncio
import logging
from typing import Final

from teahouse.service.errors import Refused
from teahouse.service.house import House
from teahouse.service.moderation import audit_log
from teahouse.service.store.store import Store
from teahouse.web.hub import Hub

READ_EVERY: Final = 2.0  # seconds

log: Final = logging.getLogger(__name__)


class AuditFeed:
    """Ends the sockets of suspended people, and reads tables again that were closed or repaired."""

    def __init__(self, store: Store, house: House, hub: Hub) -> None:
        """Follow the log from its end at the first read."""
        self._store: Final = store
        self._house: Final = house
        self._hub: Final = hub
        self._seen: int | None = None
        self._reading: Final = asyncio.Lock()

    async def begin(self) -> None:
        """Remember the end of the log: only acts after it take effect here."""
        if self._seen is None:
            self._seen = await self._store.read(audit_log.newest)

    async def catch_up(self) -> None:
        """Apply the new acts in the log."""
        async with self._reading:
            await self.begin()
            seen = self._seen or 0
            for entry in await self._store.read(lambda connection: audit_log.since(connection, seen)):
                self._seen = entry.id
                if entry.act == "suspend":
                    self._hub.end_person(entry.person)
                if entry.table:
                    await self._house.read_again(entry.table)

    async def keep_following(self) -> None:
        """Read the log regularly, until cancelled."""
        while True:
            try:
                await self.catch_up()
            except Refused as error:
                log.warning("the audit log could not be read, trying again", extra={"code": error.code})
            except Exception:
                log.exception("following the audit log failed")
            await asyncio.sleep(READ_EVERY)
