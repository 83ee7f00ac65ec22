"""Everything a server works with, opened together and closed in order."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Final

import msgspec

from teahouse.service.actor import Services, Thinker
from teahouse.service.bus import LocalBus
from teahouse.service.engines import Engines, EngineStats
from teahouse.service.house import House
from teahouse.service.people import People
from teahouse.service.store import Store, open_store
from teahouse.service.timers import LoopTimers, Timers
from teahouse.web.hub import Hub
from teahouse.web.limits import Limits, Rates
from teahouse.web.lobby import Lobby
from teahouse.web.metrics import MeasuredStore, Metrics

UPLOADS_AT_ONCE: Final = 2


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """How the door is kept.

    secure: send the cookie over HTTPS only. origins: other sites whose pages may use this server. rates: how often
    things may be done. pace_ms: how long bots seem to think at least. session_days: how long one stays signed in.
    """

    secure: bool = False
    origins: tuple[str, ...] = ()
    rates: Rates = Rates()
    pace_ms: int = 400
    session_days: int = 30


class Premises:
    """What the routes call."""

    def __init__(self, store: Store, thinker: Thinker, terms: Terms, engines: Engines | None = None) -> None:
        """Put a house on a store."""
        self.terms: Final = terms
        self.metrics: Final = Metrics()
        self.store: Final = MeasuredStore(store, self.metrics.commits.observe)
        self.timers: Final[Timers] = LoopTimers()
        self.bus: Final = LocalBus()
        self.engines: Final = engines
        services = Services(self.store, self.bus, thinker, self.timers, os.urandom, terms.pace_ms)
        self.house: Final = House(services)
        self.people: Final = People(self.store, self.timers.date, session_days=terms.session_days)
        self.lobby: Final = Lobby(self.house)
        self.hub: Final = Hub()
        self.limits: Final = Limits(terms.rates)
        self.uploads: Final = asyncio.Semaphore(UPLOADS_AT_ONCE)
        self.metrics.watch(self)

    def tables(self) -> int:
        """Tables in memory."""
        return len(self.house.live)

    def sockets(self) -> int:
        """Open sockets."""
        return len(self.hub)

    def engine_stats(self) -> EngineStats | None:
        """The engines in figures."""
        return None if self.engines is None else self.engines.stats()

    async def farewell(self) -> None:
        """Let everybody go; tables still finish what they have begun."""
        await asyncio.gather(self.hub.stop(), self.lobby.close())

    async def close(self) -> None:
        """Close everything, what depends on others first."""
        await self.farewell()
        await self.house.close()
        self.people.close()


@asynccontextmanager
async def open_premises(database: str, terms: Terms, engines: Engines) -> AsyncGenerator[Premises]:
    """Open a house on a database with bots that think in engine processes."""
    store = await open_store(database)
    try:
        await engines.start()
        premises = Premises(store, engines, terms, engines)
        watch = asyncio.create_task(premises.metrics.watch_loop())
        try:
            yield premises
        finally:
            await premises.close()
            watch.cancel()
            with suppress(asyncio.CancelledError):
                await watch
            await engines.close()
    finally:
        await store.close()
