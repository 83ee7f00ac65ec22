"""Everything a server works with, opened together and closed in order."""

import asyncio
import os
import secrets
from collections import Counter
from collections.abc import AsyncGenerator, Coroutine, Generator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from starlette.types import Scope

from teahouse.core.errors import InvalidOption
from teahouse.players.compiling import use_kernel_folder
from teahouse.service.analysis.board import AnalysisBoard, LiveGameGuard
from teahouse.service.analysis.exploring import Explorers
from teahouse.service.analysis.saved_analyses import Analyses
from teahouse.service.days.par import Pars
from teahouse.service.deals.in_play import DealsInPlay
from teahouse.service.deals.known import KnownDeals
from teahouse.service.engines.engines import Engines, EngineStats
from teahouse.service.engines.households import Households
from teahouse.service.engines.judge import JudgeService
from teahouse.service.engines.queue import Lane
from teahouse.service.engines.workers import WorkerPool, Workers
from teahouse.service.hosting import HOSTING
from teahouse.service.house import REPLAY_SECONDS, House
from teahouse.service.judging.judging import Judging
from teahouse.service.judging.reviews import Reviews
from teahouse.service.moderation.moderation import Moderation
from teahouse.service.moderation.tables import Diagnosis, diagnosed
from teahouse.service.people.access.addresses import Addresses
from teahouse.service.people.access.mail import Mailer, MailServer
from teahouse.service.people.access.passkeys import Passkeys
from teahouse.service.people.access.recovery import Recovery
from teahouse.service.people.people import People
from teahouse.service.people.shown_names import names_in_order
from teahouse.service.people.social.blocks import Blocks
from teahouse.service.people.social.mutes import Mutes
from teahouse.service.previews import Previews
from teahouse.service.seeks.seeks import Seeks
from teahouse.service.settings import Settings
from teahouse.service.store.store import Store, open_store
from teahouse.service.tables.bots import Thinker
from teahouse.service.tables.log import LogRow
from teahouse.service.tables.services import HouseSettings, Services, house_settings
from teahouse.service.tables.table import Table
from teahouse.service.tables.viewers.bus import LocalBus
from teahouse.service.timers import LoopTimers, Timers
from teahouse.service.training.training import Training
from teahouse.web.audit_feed import AuditFeed
from teahouse.web.hub import Hub
from teahouse.web.limits import Rate, RateLimits, Rates
from teahouse.web.lobby import Lobby
from teahouse.web.telemetry.metrics import MeasuredStore, Metrics

if TYPE_CHECKING:
    from teahouse.service.cluster.cluster import Cluster
    from teahouse.web.telemetry.traces import Traces


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the settings say about a server, in the form that its parts take.

    secure: send cookies over HTTPS only.
    origins: other addresses of this site.
    rates: how often things may be done.
    session_days: how long a person stays signed in.
    metrics_token: opens the metrics to everybody who sends it; without a token they are for private networks.
    mail: the mail server, if there is one.
    house: what concerns tables and people.
    """

    secure: bool
    origins: tuple[str, ...]
    rates: Rates
    session_days: int
    metrics_token: str
    mail: MailServer | None
    house: HouseSettings


def server_settings(settings: Settings) -> ServerSettings:
    """What the settings say about a server."""
    return ServerSettings(
        secure=settings.secure_cookies,
        origins=(settings.public_url,) if settings.public_url else (),
        rates=Rates(
            requests=Rate(max(30.0, settings.requests_per_minute / 3), settings.requests_per_minute / 60),
            guests=Rate(settings.sign_ins_per_minute, settings.sign_ins_per_minute / 60),
            sign_ins=Rate(settings.sign_ins_per_minute, settings.sign_ins_per_minute / 60),
            tables=Rate(max(1.0, settings.tables_per_minute / 3), settings.tables_per_minute / 300),
            tables_from=Rate(settings.tables_per_minute, settings.tables_per_minute / 60),
            messages=Rate(3 * settings.actions_per_second, settings.actions_per_second),
        ),
        session_days=settings.session_days,
        metrics_token=settings.metrics_token,
        mail=_mail_server(settings),
        house=house_settings(settings),
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

    def __init__(  # noqa: PLR0913 - one argument for each part of a server
        self,
        store: Store,
        thinker: Thinker,
        workers: Workers,
        settings: ServerSettings,
        backplane: Backplane | None = None,
        *,
        traces: "Traces | None" = None,
    ) -> None:
        """Build a house on a store; connected to other copies it shares their tables."""
        backplane = backplane or Backplane(LocalBus(), None)
        self.traces: Final = traces
        self.settings: Final = settings
        self.metrics: Final = Metrics()
        self.store: Final = MeasuredStore(traces.store(store) if traces else store, self.metrics.commits.observe)
        self.timers: Final[Timers] = LoopTimers()
        self.bus: Final = backplane.bus
        self.engines: Final = thinker if isinstance(thinker, Engines) else None
        self.workers: Final = workers
        self.saved: Final = self._saved()
        self.refusals: Final = Counter[str]()
        self.limits: Final = RateLimits(settings.rates)
        services = self._services(traces.thinker(thinker) if traces else thinker)
        self.house: Final = House(services, backplane.cluster)
        self.seeks: Final = Seeks(self.house, services)
        self.people: Final = People(self.store, self.timers.date, session_days=settings.session_days)
        self.recovery: Final = Recovery(self.store, self.people)
        self.passkeys: Final = Passkeys(self.store, self.people)
        self.addresses: Final = Addresses(self.store, self.people, Mailer(settings.mail) if settings.mail else None)
        self.mutes: Final = Mutes(self.store)
        self.blocks: Final = Blocks(self.store)
        self.moderation: Final = Moderation(self.store, self.timers.date, self._diagnosed)
        self.lobby: Final = Lobby(self.house, self.blocks, self.seeks)
        self.hub: Final = Hub()
        self.house.when_released.append(self.hub.beat_now)
        self.feed: Final = AuditFeed(self.store, self.house, self.hub)
        self.judge_service: Final = JudgeService()
        self.in_play: Final = DealsInPlay(self.store, self.workers, self.timers)
        self.training: Final = self._training()
        self.known_deals: Final = KnownDeals(self.store, self.house, self.in_play, self.timers)
        self.judging: Final = self._judging()
        self.reviews: Final = Reviews(self.house, self.judge_service, self.judging, self.in_play)
        self.pars: Final = Pars(self.store, thinker, self.workers, self.judge_service)
        self.explorers: Final = Explorers()
        self.analysis: Final = self._analysis()
        self.previews: Final = Previews(self.house, self.workers, self.timers)
        self.metrics.watch(self)

    def _services(self, thinker: Thinker) -> Services:
        in_current_span = self.traces.in_current_span if self.traces else None
        return Services(
            self.store,
            self.bus,
            thinker,
            self.timers,
            os.urandom,
            self.workers,
            self.settings.house,
            in_current_span,
        )

    def _saved(self) -> Mapping[str, Any]:
        """What people save for one game alone, by the game."""
        made = {name: hosting.saved for name, hosting in HOSTING.items() if hosting.saved is not None}
        return {name: make(self.store, self.timers.date, names_in_order) for name, make in made.items()}

    def _training(self) -> Training:
        return Training(self.store, self.workers, self.judge_service, self.timers, self.in_play.is_deal_in_play)

    def _judging(self) -> Judging:
        """Judges finished deals in the background, in a process of its own, under a name that no other server has."""
        judge_service = JudgeService(is_background=True)
        return Judging(self.store, self.timers, judge_service, self.house.records_of, secrets.token_hex(8))

    def _analysis(self) -> AnalysisBoard:
        guard = LiveGameGuard(self.in_play.check_state, self.in_play.check_record)
        return AnalysisBoard(self.workers, self.explorers, Analyses(self.store, self.timers.date), guard)

    async def _diagnosed(self, table: str, log: list[LogRow]) -> tuple[Diagnosis, Table | None]:
        """Read a table's log and play it again in another process."""
        return await self.workers.run(Lane("console", "console", table), REPLAY_SECONDS, diagnosed, table, log)

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

    async def close_sockets(self) -> None:
        """Close every socket; tables still finish their pending work."""
        await asyncio.gather(self.hub.stop(), self.lobby.close())

    async def close(self) -> None:
        """Close everything, dependents first."""
        await self.close_sockets()
        await self.judging.close()
        await self.pars.close()
        await self.explorers.close()
        await self.judge_service.close()
        await self.house.close()
        await self.workers.close()
        await self.addresses.close()
        self.people.close()


def context_in(scope: Scope) -> ServerContext:
    """The context of the server that got a request, from the request's scope."""
    context = scope["app"].state.context
    assert isinstance(context, ServerContext)
    return context


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
        workers = WorkerPool(households)
        await workers.start()
        stack.push_async_callback(workers.close)
        traces = open_traces(settings.traces)
        if traces is not None:
            stack.push_async_callback(asyncio.to_thread, traces.close)
        context = ServerContext(store, engines, workers, server_settings(settings), backplane, traces=traces)
        stack.push_async_callback(context.close)
        await context.house.start()
        if settings.judging:
            context.judging.start(context.has_idle_engine, alone=backplane.cluster is None)
        stack.enter_context(_running(context.metrics.watch_loop()))
        stack.enter_context(_running(context.hub.keep_beating()))
        stack.enter_context(_running(context.feed.keep_following()))
        yield context


def open_traces(address: str) -> "Traces | None":
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
