"""Everything a server works with, opened together and closed in order."""

import asyncio
import os
import secrets
from collections import Counter
from collections.abc import AsyncGenerator, Coroutine, Generator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from teahouse.core.errors import InvalidOption
from teahouse.players.compiling import use_kernel_folder
from teahouse.service.analysis.board import AnalysisBoard, LiveGameGuard
from teahouse.service.analysis.exploring import Explorers
from teahouse.service.analysis.kept import Analyses
from teahouse.service.days.par import Pars
from teahouse.service.deals.known import KnownDeals
from teahouse.service.engines.analysis import Analyst
from teahouse.service.engines.households import Households
from teahouse.service.engines.pool import Engines, EngineStats
from teahouse.service.engines.queue import Lane
from teahouse.service.engines.workers import InThreads, Worker, Workers
from teahouse.service.house import REPLAY_SECONDS, House
from teahouse.service.judging.in_play import DealsInPlay
from teahouse.service.judging.judging import Judging
from teahouse.service.judging.reviews import Reviews
from teahouse.service.order.order import Order
from teahouse.service.order.tables import Diagnosis, diagnosed
from teahouse.service.people.access.addresses import Addresses
from teahouse.service.people.access.mail import Mailer, MailServer
from teahouse.service.people.access.passkeys import Passkeys
from teahouse.service.people.access.recovery import Recovery
from teahouse.service.people.blocks import Blocks
from teahouse.service.people.mutes import Mutes
from teahouse.service.people.people import People
from teahouse.service.previews import Previews
from teahouse.service.seeks.seeks import Seeks
from teahouse.service.settings import Settings
from teahouse.service.store.store import Store, open_store
from teahouse.service.tables.actor import Services
from teahouse.service.tables.bots import Thinker
from teahouse.service.tables.log import LogRow
from teahouse.service.tables.table import Table
from teahouse.service.tables.viewers.bus import LocalBus
from teahouse.service.timers import LoopTimers, Timers
from teahouse.service.training.training import Training
from teahouse.web.hub import Hub
from teahouse.web.limits import Rate, RateLimits, Rates
from teahouse.web.lobby import Lobby
from teahouse.web.order_feed import OrderFeed
from teahouse.web.telemetry.metrics import MeasuredStore, Metrics

if TYPE_CHECKING:
    from teahouse.service.cluster.cluster import Cluster
    from teahouse.web.telemetry.traces import Traces

DAY_MS: Final = 24 * 60 * 60_000


class ServerTerms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a server.

    secure: send the cookie over HTTPS only. origins: other addresses of this site. rates: how often things may be done.
    pace_ms: how long bots seem to think at least. session_days: how long one stays signed in. idle_ms: after that long
    a quiet table leaves memory. absent_ms: how long the others wait for somebody who is away. deserted_ms,
    practice_ms: after that long without anybody there a table, or a game of one person alone, is closed. guest_ms,
    empty_ms: after that long a guest who left nothing behind, or a closed table without a deal, is deleted. chat:
    whether people may write freely. metrics_token: opens the metrics to all who send it; without one they are for
    private networks. leaver_pauses: whether people who leave running games wait before the next. waiting_tables: how
    many public tables of one host may wait for players. mail: the mail server, where there is one.
    """

    secure: bool = False
    origins: tuple[str, ...] = ()
    rates: Rates = Rates()
    pace_ms: int = 400
    session_days: int = 30
    idle_ms: int = 10 * 60_000
    absent_ms: int = 60_000
    deserted_ms: int = 30 * 60_000
    practice_ms: int = 30 * DAY_MS
    guest_ms: int = 30 * DAY_MS
    empty_ms: int = 30 * DAY_MS
    chat: bool = True
    metrics_token: str = ""
    leaver_pauses: bool = True
    waiting_tables: int = 3
    mail: MailServer | None = None


def terms_of(settings: Settings) -> ServerTerms:
    """The terms from the settings."""
    return ServerTerms(
        secure=settings.secure_cookies,
        origins=(settings.public_url,) if settings.public_url else (),
        rates=Rates(
            requests=Rate(max(30.0, settings.requests_per_minute / 3), settings.requests_per_minute / 60),
            guests=Rate(settings.sign_ins_per_minute, settings.sign_ins_per_minute / 60),
            sign_ins=Rate(settings.sign_ins_per_minute, settings.sign_ins_per_minute / 60),
            tables_from=Rate(settings.tables_per_minute, settings.tables_per_minute / 60),
            messages=Rate(3 * settings.actions_per_second, settings.actions_per_second),
        ),
        pace_ms=settings.bot_pace_ms,
        session_days=settings.session_days,
        idle_ms=settings.idle_minutes * 60_000,
        absent_ms=settings.absent_seconds * 1000,
        deserted_ms=settings.deserted_minutes * 60_000,
        practice_ms=settings.practice_days * DAY_MS,
        guest_ms=settings.guest_days * DAY_MS,
        empty_ms=settings.empty_table_days * DAY_MS,
        chat=settings.chat,
        metrics_token=settings.metrics_token,
        leaver_pauses=settings.leaver_pauses,
        waiting_tables=settings.waiting_tables,
        mail=_mail_server(settings),
    )


def _mail_server(settings: Settings) -> MailServer | None:
    if not settings.smtp_host:
        return None
    return MailServer(
        host=settings.smtp_host,
        port=settings.smtp_port,
        security=settings.smtp_security,
        user=settings.smtp_user,
        password=settings.smtp_password,
        sender=settings.mail_from,
        public_url=settings.public_url,
    )


class Backplane(NamedTuple):
    """The bus for live messages, and the cluster of several copies."""

    bus: LocalBus
    cluster: "Cluster | None"


class ServerContext:
    """Everything that the routes use."""

    def __init__(  # noqa: PLR0913 - what a server stands on
        self,
        store: Store,
        thinker: Thinker,
        terms: ServerTerms,
        backplane: Backplane | None = None,
        worker: Worker | None = None,
        *,
        traces: "Traces | None" = None,
    ) -> None:
        """Build a house on a store; connected to other copies it shares their tables."""
        self.traces: Final = traces
        backplane = backplane or Backplane(LocalBus(), None)
        self.terms: Final = terms
        self.metrics: Final = Metrics()
        self.store: Final = MeasuredStore(traces.store(store) if traces else store, self.metrics.commits.observe)
        self.timers: Final[Timers] = LoopTimers()
        self.bus: Final = backplane.bus
        self.engines: Final = thinker if isinstance(thinker, Engines) else None
        self.worker: Final[Worker] = worker or InThreads()
        services = self._services(thinker)
        self.house: Final = House(services, idle_ms=terms.idle_ms, cluster=backplane.cluster)
        self.seeks: Final = Seeks(self.house, services)
        self.people: Final = People(self.store, self.timers.date, session_days=terms.session_days)
        self.recovery: Final = Recovery(self.store, self.people)
        self.passkeys: Final = Passkeys(self.store, self.people)
        self.addresses: Final = Addresses(self.store, self.people, Mailer(terms.mail) if terms.mail else None)
        self.mutes: Final = Mutes(self.store)
        self.blocks: Final = Blocks(self.store)
        self.order: Final = Order(self.store, self.timers.date, self._diagnosed)
        self.lobby: Final = Lobby(self.house, self.blocks, self.seeks)
        self.hub: Final = Hub()
        self.house.when_released.append(self.hub.look_now)
        self.feed: Final = OrderFeed(self.store, self.house, self.hub)
        self.refusals: Final = Counter[str]()
        self.limits: Final = RateLimits(terms.rates)
        self.analyst: Final = Analyst()
        self.in_play: Final = DealsInPlay(self.store, self.worker, self.timers)
        is_in_play = self.in_play.is_deal_in_play
        self.training: Final = Training(self.store, self.worker, self.analyst, self.timers, is_in_play)
        self.known_deals: Final = KnownDeals(self.store, self.house, self.in_play, self.timers)
        judges, own_name = Analyst(is_background=True), secrets.token_hex(8)
        self.judging: Final = Judging(self.store, self.timers, judges, self.house.records_of, own_name)
        self.reviews: Final = Reviews(self.house, self.analyst, self.judging, self.in_play)
        self.pars: Final = Pars(self.store, thinker, self.worker, self.analyst)
        self.explorers: Final = Explorers()
        analyses = Analyses(self.store, self.timers.date)
        guard = LiveGameGuard(self.in_play.check_state, self.in_play.check_record)
        self.analysis: Final = AnalysisBoard(self.worker, self.explorers, analyses, guard)
        self.previews: Final = Previews(self.house, self.worker, self.timers)
        self.metrics.watch(self)

    def _services(self, thinker: Thinker) -> Services:
        """The services for the tables of this server."""
        terms, traces = self.terms, self.traces
        return Services(
            self.store,
            self.bus,
            traces.thinker(thinker) if traces else thinker,
            self.timers,
            os.urandom,
            pace_ms=terms.pace_ms,
            absent_ms=terms.absent_ms,
            deserted_ms=terms.deserted_ms,
            practice_ms=terms.practice_ms,
            guest_ms=terms.guest_ms,
            empty_ms=terms.empty_ms,
            chat=terms.chat,
            worker=self.worker,
            leaver_pauses=terms.leaver_pauses,
            waiting_tables=terms.waiting_tables,
            carried=traces.carried if traces else None,
        )

    async def _diagnosed(self, table: str, log: list[LogRow]) -> tuple[Diagnosis, Table | None]:
        """Read a table's log and play it again in another process."""
        return await self.worker.run(Lane("console", "console", table), REPLAY_SECONDS, diagnosed, table, log)

    def tables(self) -> int:
        """Tables in memory."""
        return len(self.house.live)

    def sockets(self) -> int:
        """Open sockets."""
        return len(self.hub)

    def engine_stats(self) -> EngineStats | None:
        """Statistics of the engines."""
        return None if self.engines is None else self.engines.stats()

    def has_idle_engine(self) -> bool:
        """Is an engine free, and does nobody wait for one?"""
        stats = self.engine_stats()
        return stats is None or (stats.waiting == 0 and stats.busy < max(1, stats.engines))

    async def farewell(self) -> None:
        """Close every socket; tables still finish their pending work."""
        await asyncio.gather(self.hub.stop(), self.lobby.close())

    async def close(self) -> None:
        """Close everything, dependents first."""
        await self.farewell()
        await self.judging.close()
        await self.pars.close()
        await self.explorers.close()
        await self.analyst.close()
        await self.house.close()
        await self.worker.close()
        await self.addresses.close()
        self.people.close()


@asynccontextmanager
async def open_context(settings: Settings) -> AsyncGenerator[ServerContext]:
    """Open the server context that the settings describe, with engine processes for bots."""
    async with AsyncExitStack() as stack:
        if settings.database_url.startswith("postgresql"):
            from teahouse.service.store.postgres_lock import postgres_locked  # SQLite need not wait for it

            await stack.enter_async_context(postgres_locked(settings.database_url, has_bus=bool(settings.bus)))
        store = await open_store(settings.database_url)
        stack.push_async_callback(store.close)
        backplane = await _backplane(settings.bus, store, stack)
        use_kernel_folder()  # once for all engines
        households = Households()
        engines = Engines(settings.engines or None, settings.engine_memory_mb, household_of=households.of)
        await engines.start()
        stack.push_async_callback(engines.close)
        workers = Workers(households)
        await workers.start()
        stack.push_async_callback(workers.close)
        traces = opened_traces(settings.traces)
        if traces is not None:
            stack.push_async_callback(asyncio.to_thread, traces.close)
        context = ServerContext(store, engines, terms_of(settings), backplane, workers, traces=traces)
        stack.push_async_callback(context.close)
        await context.house.start()
        if settings.judging:
            context.judging.start(context.has_idle_engine, alone=backplane.cluster is None)
        stack.enter_context(_running(context.metrics.watch_loop()))
        stack.enter_context(_running(context.hub.keep_looking()))
        stack.enter_context(_running(context.feed.keep_following()))
        yield context


def opened_traces(address: str) -> "Traces | None":
    """Traces to a collector; None, and nothing imported, without an address."""
    if not address:
        return None
    try:
        from teahouse.web.telemetry.traces import traces_to
    except ModuleNotFoundError as error:
        raise InvalidOption(
            f'expected the library {error.name} beside traces, got none (pip install "teahouse[traces]")'
        ) from None
    return traces_to(address, secrets.token_hex(8))


async def _backplane(bus: str, store: Store, stack: AsyncExitStack) -> Backplane:
    """The connections to other copies, under a unique name and closed with the stack; none without a bus."""
    if not bus:
        return Backplane(LocalBus(), None)
    from teahouse.service.cluster.cluster import Cluster, NatsBus
    from teahouse.service.cluster.connection import connected, disconnect

    client = await connected(bus)
    stack.push_async_callback(disconnect, client)
    return Backplane(NatsBus(client), Cluster(store, client, LoopTimers(), secrets.token_hex(8)))


@contextmanager
def _running(work: Coroutine[Any, Any, None]) -> Generator[None]:
    """Run a coroutine in the background during this block."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
