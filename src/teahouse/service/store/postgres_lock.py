"""Who may use a PostgreSQL database: one server without a bus, or any number of copies that share one.

A lock of the database decides this, exclusive for a single server and shared among copies. It ends with the connection
that holds it, and so with a server that was killed. Backups and the console take none.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from teahouse.core.errors import InvalidOption
from teahouse.service.errors import StoreTrouble
from teahouse.service.store.address import with_address
from teahouse.service.store.jobs import translated
from teahouse.service.store.locks import Lock
from teahouse.service.store.postgres import driver_address

log = logging.getLogger(__name__)

PATIENCE: Final = 5.0  # seconds to wait for a server that was stopped or killed
PAUSE: Final = 0.1
CHECK_SECONDS: Final = 5.0  # between two checks that the lock is still held
CONNECTING: Final[dict[str, Any]] = {
    "command_timeout": 10,
    # so that the database soon notices a machine that lost its power
    "server_settings": {"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"},
}


@asynccontextmanager
async def postgres_locked(url: str, *, has_bus: bool) -> AsyncGenerator[None]:
    """Hold the lock of a PostgreSQL database in this context; refused if the lock of another server excludes it."""
    lock = ServerLock(url, has_bus=has_bus)
    try:
        with with_address(url):
            is_held = await lock.take_soon()
        if not is_held:
            raise InvalidOption(_refusal(has_bus=has_bus))
        keeping = asyncio.create_task(lock.retake_when_lost())
        try:
            yield
        finally:
            keeping.cancel()
            await asyncio.wait([keeping])
    finally:
        await lock.close()


def _refusal(*, has_bus: bool) -> str:
    if has_bus:
        return "another server without a bus uses this database; stop it first: every copy needs the bus"
    return "another server uses this database; copies need a bus (--bus nats://…)"


class ServerLock:
    """The lock, and the connection that holds it."""

    def __init__(self, url: str, *, has_bus: bool) -> None:
        """Prepare; the connection is made when the lock is taken."""
        self._engine: Final = create_async_engine(
            driver_address(url), isolation_level="AUTOCOMMIT", poolclass=NullPool, connect_args=CONNECTING
        )
        self._lock: Final = text(f"SELECT pg_try_advisory_lock{'_shared' if has_bus else ''}({Lock.SERVERS:d})")
        self._connection: AsyncConnection | None = None

    async def take_soon(self) -> bool:
        """Take the lock, or wait a moment for a server that is leaving."""
        until = asyncio.get_running_loop().time() + PATIENCE
        while not (is_taken := await self.take()) and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(PAUSE)
        return is_taken

    async def take(self) -> bool:
        """Take the lock. Taking it again while it is held shows that the connection lives."""
        with translated():
            try:
                self._connection = self._connection or await self._engine.connect()
                return bool((await self._connection.execute(self._lock)).scalar())
            except Exception:
                await self._drop()
                raise

    async def retake_when_lost(self) -> None:
        """Take the lock on a new connection when the old one was lost; log if another server was quicker."""
        was_held = True
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            with suppress(StoreTrouble):  # while the database is away nobody else can take it
                is_held = await self.take()
                if was_held and not is_held:
                    log.error("another server has taken this database; stop one of the two")
                was_held = is_held

    async def _drop(self) -> None:
        """Forget a connection that was lost."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()

    async def close(self) -> None:
        """Release the lock."""
        await self._drop()
        await self._engine.dispose()
