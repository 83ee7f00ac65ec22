"""The connection to NATS: it must succeed within a few seconds at the start, and is restored automatically later."""

import asyncio
import logging
from contextlib import suppress
from typing import Final

from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.errors import StaleConnectionError

from teahouse.service.errors import Refused
from teahouse.service.settings import without_password

log = logging.getLogger(__name__)

PATIENCE: Final = 10.0  # seconds for NATS to answer when a server starts
PAUSE: Final = 0.5  # seconds between two tries


async def connected(address: str) -> Client:
    """A client that reconnects to NATS by itself; `bus/away` when nothing answers at the start."""
    connection = _Connection()
    try:
        async with asyncio.timeout(PATIENCE):
            await connection.open(address)
    except BaseException as error:
        await disconnect(connection.client)
        if not isinstance(error, NatsError | OSError | ValueError):
            raise
        why = str(connection.trouble or error) or "it takes too long"
        raise Refused(
            "bus/away", f"expected a NATS server at {without_password(address)}, got none that answers: {why}"
        ) from None
    return connection.client


async def disconnect(client: Client) -> None:
    """Close a client, also one whose connection is lost."""
    with suppress(NatsError, OSError, RuntimeError):  # it may write what is pending to a closed transport
        await client.close()


class _Connection:
    """A client that logs when its connection is lost and when it is back, not every try between."""

    def __init__(self) -> None:
        self.client: Final = Client()
        self.trouble: Exception | None = None

    async def open(self, address: str) -> None:
        await self.client.connect(
            address,
            error_cb=self._note,
            disconnected_cb=self._lost,
            reconnected_cb=self._back,
            no_echo=True,
            max_reconnect_attempts=-1,
            reconnect_time_wait=PAUSE,  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] - a part of a second is fine
            connect_timeout=5,
        )

    async def _note(self, error: Exception) -> None:
        """Remember what went wrong; log it if it is not about the connection."""
        self.trouble = error
        if self.client.is_connected and not isinstance(error, OSError | StaleConnectionError):
            log.error("the bus reports an error", exc_info=error)

    async def _lost(self) -> None:
        if self.client.is_reconnecting:  # otherwise it was closed on purpose
            log.warning("the connection to the bus is lost; reconnecting")

    async def _back(self) -> None:
        log.warning("the bus is back")
