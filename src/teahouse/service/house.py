"""The house: opens and finds tables, keeps live ones in memory, and unloads idle ones."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import Connection, select

from teahouse.core.record import Record
from teahouse.core.seats import Seat
from teahouse.players.advice import Advice
from teahouse.service.advising import advice_question
from teahouse.service.cluster.leases import OwnedElsewhere
from teahouse.service.errors import Refused, refused
from teahouse.service.hosting.daily import Today, day_of
from teahouse.service.hosting.daily_secrets import AlreadyTried, store_try
from teahouse.service.listings import Listings, TableAccess, check_waiting
from teahouse.service.opening import (
    INVITE_BYTES,
    KnownSeed,
    NewTable,
    OpenTable,
    PersonToSeat,
    daily_request,
    invite_code,
    known_deal_request,
    new_table,
    opening_event,
    read_known,
    seat_events,
)
from teahouse.service.people.restrictions.leaver_pauses import check_pause
from teahouse.service.people.shown_names import PROGRAM, names_of
from teahouse.service.store.schema import table_summary
from teahouse.service.tables import events as ev
from teahouse.service.tables import requests as r
from teahouse.service.tables.actor import Actor
from teahouse.service.tables.attending import close_overdue
from teahouse.service.tables.handlers import answer
from teahouse.service.tables.log import read
from teahouse.service.tables.services import Services
from teahouse.service.tables.stale_moves import StaleMoveGuard, replay_table
from teahouse.service.tables.table import Table
from teahouse.service.tables.viewers.messages import TableInfo
from teahouse.service.upkeep import Upkeep

if TYPE_CHECKING:
    from teahouse.service.cluster.cluster import Cluster

log: Final = logging.getLogger(__name__)

MOST_BROKEN: Final = 1000  # remembered
REPLAY_SECONDS: Final = 60.0  # of processor time for one table
LOADS_AT_ONCE: Final = 4  # after a restart all tables come back together, and the first need not wait for the last
SWEEP_MS: Final = 10_000
TABLE_ID_BYTES: Final = 8


class TableForPerson(msgspec.Struct, frozen=True):
    """A table for a person: its info, their seat, and the invite code for those who belong there."""

    table: TableInfo
    seat: Seat | None
    invite: str | None = None


class House:
    """All tables of this server."""

    def __init__(self, services: Services, cluster: "Cluster | None" = None) -> None:
        """Start without tables in memory; with a cluster, share the tables with other servers."""
        self._cluster = cluster
        self.when_released: list[Callable[[], None]] = []
        self._services = services
        self._actors: dict[str, Actor] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._loads = asyncio.Semaphore(LOADS_AT_ONCE)
        self._sweeper = services.timers.later(SWEEP_MS, self._sweep)
        self._stopping: set[asyncio.Task[None]] = set()
        self.broken: Final = set[str]()
        self._upkeep = Upkeep(services, self._actors, self.actor)
        self.listings: Final = Listings(services.store, services.timers, services.settings.deserted_ms, services.random)

    @property
    def live(self) -> Mapping[str, Actor]:
        """The tables in memory."""
        return self._actors

    @property
    def is_at_rest(self) -> bool:
        """Is no work pending at any table, and no bot thinking?"""
        return not self._upkeep.is_working and not any(actor.is_busy for actor in self._actors.values())

    async def open_table(self, person: str, name: str, request: OpenTable) -> TableInfo:
        """Open a table, and seat its host and the requested bots."""
        day = day_of(self._services.timers.date()) if request.daily else ""
        if day:
            request = daily_request(request, day)
        deal = await self._services.store.read(lambda c: read_known(c, request.known)) if request.known else None
        if deal is not None:
            request = known_deal_request(request, deal)
        at, new = self._services.timers.date(), self._new([PersonToSeat(person, name)], request, day, deal)
        is_waiting = not new.table.is_full and not request.private
        is_for_others = self._services.settings.leaver_pauses and not new.table.is_full

        def job(connection: Connection) -> int | None:
            if is_for_others:
                check_pause(connection, person, at)
            if is_waiting:
                check_waiting(connection, person, self._services.settings.waiting_tables)
            if day:
                store_try(connection, day, request.game, person, new.table.id)
            return self._written(connection, new)

        try:
            self._begin(new.table, new.stale_moves, await self._services.store.write(job))
        except AlreadyTried as tried:
            return (await self._table(tried.table)).info()
        return new.table.info()

    async def open_for(
        self, people: Sequence[PersonToSeat], request: OpenTable, may: Callable[[Connection, str], None]
    ) -> TableInfo:
        """Open a table and seat several people there. `may` gets the table's id and can refuse in the same transaction.

        If there are two or more people, those who must wait after leaving games are refused, too.
        """
        at, new = self._services.timers.date(), self._new(people, request)
        pauses = self._services.settings.leaver_pauses and len(people) > 1

        def job(connection: Connection) -> int | None:
            may(connection, new.table.id)
            for one in people if pauses else ():
                check_pause(connection, one.person, at)
            return self._written(connection, new)

        self._begin(new.table, new.stale_moves, await self._services.store.write(job))
        return new.table.info()

    def _new(
        self, people: Sequence[PersonToSeat], request: OpenTable, day: str = "", deal: KnownSeed | None = None
    ) -> NewTable:
        services = self._services
        opened = opening_event(people[0].person, request, invite_code(services.random(INVITE_BYTES)), day)
        if deal is not None:
            opened = msgspec.structs.replace(opened, known=deal.id, seed=deal.seed, rotates=False)
        names = {one.person: one.name.removesuffix(PROGRAM) for one in people}
        table_id = services.random(TABLE_ID_BYTES).hex()
        return new_table(table_id, services.timers.date(), opened, seat_events(people, request, opened), names)

    def _written(self, connection: Connection, new: NewTable) -> int | None:
        """Write a table; with several servers, the epoch in which this one owns it."""
        new.write(connection)
        return self._cluster.acquired(connection, new.table.id) if self._cluster else None

    def _begin(self, table: Table, stale_moves: StaleMoveGuard, epoch: int | None) -> Actor:
        actor = Actor(table, stale_moves, self._services, answer, epoch)
        lost = self._actors.get(table.id)
        self._actors[table.id] = actor
        if lost is not None:  # its viewers are still here, and may have missed messages
            actor.connections.adopt(lost.connections)
            actor.announcer.send_snapshots()
        actor.start()
        return actor

    async def actor(self, table_id: str) -> Actor:
        """The actor of a table, loaded from its log when it is not in memory."""
        if (actor := self._live(table_id)) is not None:
            return actor
        async with self._one_loads(table_id):
            return self._live(table_id) or await self._loaded(table_id)  # somebody else may have brought it back

    @asynccontextmanager
    async def _one_loads(self, table_id: str) -> AsyncGenerator[None]:
        """Load a table once, even if several ask for it."""
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            if not lock.locked():
                self._loading.pop(table_id, None)

    async def _loaded(self, table_id: str) -> Actor:
        epoch = await self._cluster.acquire(table_id) if self._cluster else None
        return self._begin(*await self._replayed(table_id), epoch)

    def _live(self, table_id: str) -> Actor | None:
        """The actor of a table that is in memory."""
        actor = self._actors.get(table_id)
        return None if actor is None or actor.is_lost else actor

    async def load(self, table_id: str) -> Table:
        """A table, replayed from its log."""
        return (await self._replayed(table_id))[0]

    async def _replayed(self, table_id: str) -> tuple[Table, StaleMoveGuard]:
        """Replay in another process, because a long session takes a while."""
        async with self._loads:
            try:
                logged = await self._services.store.read(lambda connection: read(connection, table_id))
                if not logged:
                    raise refused("table/unknown")
                opened, workers = logged[0].event, self._services.workers
                lane = workers.lane_of(opened.person if isinstance(opened, ev.Opened) else "")
                table, stale_moves = await workers.run(lane, REPLAY_SECONDS, replay_table, logged)
            except Refused:
                raise
            except Exception as error:
                self._note_broken(table_id)
                raise refused("table/broken") from error
        await self._look_up_names(table)
        return table, stale_moves

    def _note_broken(self, table_id: str) -> None:
        """Log a table that cannot be read, once, and remember it for the console."""
        if table_id not in self.broken and len(self.broken) < MOST_BROKEN:
            self.broken.add(table_id)
            log.exception("a table cannot be read", extra={"table": table_id})

    async def read_again(self, table_id: str) -> None:
        """Read a table in memory again from its log, and send its viewers the new state; they stay connected."""
        self.broken.discard(table_id)
        async with self._one_loads(table_id):
            actor = self._actors.get(table_id)
            if actor is not None:
                await actor.stop()
                with suppress(Refused, OwnedElsewhere):
                    await self._loaded(table_id)

    async def _look_up_names(self, table: Table) -> None:
        """Show everybody at a table under their current names."""
        persons = table.all_persons()
        table.note_names(await self._services.store.read(lambda connection: names_of(connection, persons)))

    def note_name(self, person: str, name: str) -> None:
        """Show somebody under another name at the tables in memory; others look names up when they are loaded."""
        for actor in self._actors.values():
            if actor.table.seat_of(person) is not None:
                actor.table.note_names({person: name})

    async def table_for(self, table_id: str, person: str, invite: str = "") -> TableForPerson:
        """A table now; a private one only for those who belong there or have its invite code."""
        access = await self._access_to(table_id)
        if not access.is_open_to(person, invite):
            raise refused("table/private")
        is_invited = access.opened.private and access.info.status != "over" and not access.belongs(person)
        if is_invited and person in (await self._table(table_id)).removed:
            raise refused("table/removed")
        shown_invite = access.opened.invite if access.belongs(person) else None
        return TableForPerson(access.info, access.seat_of(person), shown_invite)

    async def shown_to_all(self, table_id: str) -> tuple[str, Any] | None:
        """A table's game and what an onlooker sees; None for private tables, before a deal, and for daily deals."""
        if (await self._access_to(table_id)).opened.private:
            return None
        table = await self._table(table_id)
        if table.position is None or table.shows_deal_of(day_of(self._services.timers.date())):
            return None
        return table.game.name, table.game.view(table.state, None)

    async def _access_to(self, table_id: str) -> TableAccess:
        """The public data of a table: from memory, from the lobby's row, or from its log."""
        live = self._live(table_id)
        listed = None if live is not None else await self.listings.access_to(table_id)
        if listed is not None:
            return listed
        table = live.table if live is not None else await self.load(table_id)
        return TableAccess(table.info(), table.opened)

    async def _table(self, table_id: str) -> Table:
        """A table for reading, from memory or from its log, without loading it into memory."""
        live = self._live(table_id)
        return live.table if live is not None else await self.load(table_id)

    async def advice(self, table_id: str, person: str) -> Advice:
        """Advice for a person at a practice table, from what that person sees."""
        advice = await self._services.thinker.advise(advice_question(await self._table(table_id), person))
        if advice is None:
            raise refused("table/busy")
        return advice

    async def ask(self, table_id: str, request: r.AnyRequest) -> r.Reply:
        """Pass a request to a table on any server, again if the table moved meanwhile."""
        if self._cluster is not None:
            return await self._cluster.ask(table_id, request, self.ask_here)
        reply = await self.ask_here(table_id, request)
        return await self.ask_here(table_id, request) if reply.code == "table/moved" else reply

    async def ask_here(self, table_id: str, request: r.AnyRequest) -> r.Reply:
        """Pass a request to a table of this server; `OwnedElsewhere` when another server owns it."""
        try:
            actor = self._live(table_id) or await self.actor(table_id)
        except Refused as error:
            return r.refusal(error)
        return await actor.ask(request)

    def mark_alive(self, table_id: str, connection_id: str) -> bool:
        """Mark a connection to a table of this server as alive; False if the table is not in memory here."""
        actor = self._live(table_id)
        return actor is not None and actor.connections.mark_alive(connection_id)

    async def start(self) -> None:
        """Start answering other servers, and start the upkeep of tables."""
        if self._cluster is not None:
            await self._cluster.start(self._ask_for_others, self._take_over)
        self.start_upkeep()

    def _take_over(self) -> None:
        """Take over tables that another server has given up: their clocks run on, and people follow them here."""
        self.start_upkeep()
        for callback in self.when_released:
            callback()

    def start_upkeep(self) -> None:
        """Keep timed tables running and close deserted ones, now and periodically in the background."""
        self._upkeep.start()

    async def _ask_for_others(self, table_id: str, request: r.AnyRequest) -> r.Reply:
        try:
            return await self.ask_here(table_id, request)
        except OwnedElsewhere:
            return r.refusal(refused("table/moved"))

    async def find(self, invite: str) -> str:
        """The table of an invite code."""
        query = select(table_summary.c.id).where(table_summary.c.invite == invite.strip().upper())
        table = await self._services.store.read(lambda connection: connection.execute(query).scalar())
        if table is None:
            raise refused("table/unknown")
        return str(table)

    async def lobby(self) -> list[TableInfo]:
        """The newest public tables that are not over and where somebody was lately."""
        return (await self.listings.lobby()).items

    async def today(self, person: str = "") -> Today:
        """Today's deals, their best scores, and this person's own tries."""
        return await self.listings.today(person)

    async def tables_of(self, person: str) -> list[TableInfo]:
        """The oldest tables that are not over and at which somebody sits."""
        return (await self.listings.tables_of(person)).items

    async def record(self, table_id: str, deal: int, person: str = "", invite: str = "") -> Record:
        """The record of a finished deal; at a private table only for those who belong there or played it."""
        live = self._actors.get(table_id)
        table = live.table if live is not None else await self.load(table_id)
        if live is not None:
            await self._look_up_names(table)
        if not table.is_open_to(person, invite) and not table.has_played(deal, person):
            raise refused("table/private")
        if not 0 <= deal < len(table.deals):
            raise refused("record/running" if deal == len(table.deals) else "record/unknown")
        if table.is_withheld(deal, day_of(self._services.timers.date())):
            raise refused("record/sealed")
        return table.record(deal)

    async def records_of(self, table_id: str, deals: Sequence[int]) -> dict[int, Record]:
        """The records of finished deals of a table, withheld ones too: for the house itself."""
        table = await self.load(table_id)
        return {deal: table.record(deal) for deal in deals if 0 <= deal < len(table.deals)}

    async def close(self) -> None:
        """Let every table finish its pending work, then stop."""
        if self._cluster is not None:
            self._cluster.leave()
        self._sweeper.cancel()
        await self._upkeep.stop()
        await asyncio.gather(*(actor.stop() for actor in self._actors.values()), *self._stopping)
        self._actors.clear()
        if self._cluster is not None:
            await self._cluster.stop()

    def _sweep(self) -> None:
        """Unload idle and lost tables; they are loaded again on request."""
        now = self._services.timers.now()
        for table_id, actor in list(self._actors.items()):
            if actor.connections.overdue():
                actor.later(partial(close_overdue, actor))
            is_idle = actor.is_quiet and (
                actor.table.status == "over" or now - actor.idle_since > self._services.settings.idle_ms
            )
            if is_idle or actor.is_lost:
                del self._actors[table_id]
                task = asyncio.ensure_future(self._unload(actor))
                self._stopping.add(task)
                task.add_done_callback(self._stopping.discard)
        self._sweeper = self._services.timers.later(SWEEP_MS, self._sweep)

    async def _unload(self, actor: Actor) -> None:
        """Let a table finish its pending work, then release it to other servers."""
        was_lost = actor.is_lost
        await actor.stop()
        if self._cluster is not None and actor.epoch is not None and not was_lost:
            await self._cluster.let_go(actor.table.id, actor.epoch)
