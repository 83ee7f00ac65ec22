"""The house: opens and finds tables, keeps live ones in memory, and unloads idle ones."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import Connection, select

from teahouse.core.errors import TeahouseError
from teahouse.core.record import Record
from teahouse.core.seats import Seat
from teahouse.games import make_game, make_match
from teahouse.players import Budget
from teahouse.players.advice import Advice
from teahouse.service.cluster.leases import Elsewhere
from teahouse.service.errors import Refused, refused
from teahouse.service.hosting import HOSTING, hosted_matches
from teahouse.service.hosting.daily import DailyGame, Today, best_of, daily_table, daily_tables, day_of
from teahouse.service.hosting.rules import Claims, Clock
from teahouse.service.store.schema import played, table_summary
from teahouse.service.tables import events as ev
from teahouse.service.tables import requests as r
from teahouse.service.tables.actor import Actor, Services, refusal
from teahouse.service.tables.handlers import answer, close_overdue
from teahouse.service.tables.log import append, chained, read
from teahouse.service.tables.messages import TableInfo
from teahouse.service.tables.settlement import listed
from teahouse.service.tables.stale_moves import StaleMoveGuard, replayed
from teahouse.service.tables.table import Table
from teahouse.service.upkeep import Upkeep, is_shown

if TYPE_CHECKING:
    from teahouse.service.cluster.cluster import Cluster

LOADS_AT_ONCE: Final = 4  # after a restart all tables come back together, and the first need not wait for the last
SWEEP_MS: Final = 10_000
TABLE_ID_BYTES: Final = 8
INVITE_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
INVITE_LENGTH: Final = 6
INVITE_BYTES: Final = 16  # so many that no letter comes noticeably more often
MOST_STAKE: Final = 2000
LOBBY_LENGTH: Final = 100
ADVICE_SECONDS: Final = 1.0


class OpenTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new table."""

    game: str
    options: dict[str, Any] = {}
    match: str | None = None
    clock: str | None = None
    private: bool = False
    stake: int = 0
    bots: dict[str, str] = {}
    daily: bool = False
    claims: str | None = None


class Look(msgspec.Struct, frozen=True):
    """A table for a person: its info, their seat, and the invite code for those who belong there."""

    table: TableInfo
    seat: Seat | None
    invite: str | None = None


def invite_code(random: bytes) -> str:
    """The invite code for random bytes.

    >>> invite_code(bytes(16)), invite_code((31**6 - 1).to_bytes(16, "big"))
    ('AAAAAA', '999999')
    """
    number, letters = int.from_bytes(random, "big"), ""
    for _ in range(INVITE_LENGTH):
        number, letter = divmod(number, len(INVITE_LETTERS))
        letters += INVITE_LETTERS[letter]
    return letters


def check_stake(wish: OpenTable, seats: int, clock: Clock) -> None:
    """Refuse an impossible stake: a pot needs two persons, no bots, and a clock."""
    if not 0 <= wish.stake <= MOST_STAKE:
        raise refused("table/options", f"expected a stake from 0 to {MOST_STAKE}, got {wish.stake}")
    if wish.stake and seats < 2:
        raise refused("table/options", "expected two players or more at a table with a stake")
    if wish.stake and wish.bots:
        raise refused("table/options", "no bot plays for a stake; choose a table without a stake, or without bots")
    if wish.stake and not clock.is_timed:
        raise refused("table/options", "nobody plays for a stake without a clock; choose a clock, or no stake")


def _of_the_day(wish: OpenTable, day: str) -> OpenTable:
    """Today's table of a game, with fixed options."""
    if wish != OpenTable(wish.game, daily=True):
        raise refused("table/options", "expected nothing but the game beside daily")
    options, bots = daily_table(wish.game, day)
    return OpenTable(wish.game, options, clock="untimed", bots=bots)


def _claims(wish: OpenTable) -> Claims:
    """The claim window of the requested table."""
    hosting = HOSTING[wish.game]
    for name in hosting.windows:
        if name == (wish.claims or hosting.usual_claims):
            return name
    if wish.claims:
        known = ", ".join(hosting.windows) or "none"
        raise refused("table/options", f"expected claims among {known}, got {wish.claims!r}")
    return ""


class House:
    """All tables of this server."""

    def __init__(self, services: Services, *, idle_ms: int = 10 * 60_000, cluster: "Cluster | None" = None) -> None:
        """Start without tables in memory; with a cluster, share the tables with other servers."""
        self._cluster = cluster
        self._services = services
        self._idle_ms = idle_ms
        self._actors: dict[str, Actor] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._coming_back = asyncio.Semaphore(LOADS_AT_ONCE)
        self._sweeper = services.timers.later(SWEEP_MS, self._sweep)
        self._stopping: set[asyncio.Task[None]] = set()
        self._upkeep = Upkeep(services, self._actors, self.actor)

    @property
    def live(self) -> Mapping[str, Actor]:
        """The tables in memory."""
        return self._actors

    @property
    def is_at_rest(self) -> bool:
        """Is no work pending at any table, and no bot thinking?"""
        return not self._upkeep.is_working and not any(actor.is_busy for actor in self._actors.values())

    async def open_table(self, person: str, name: str, wish: OpenTable) -> TableInfo:
        """Open a table, and seat its host and the requested bots."""
        day = day_of(self._services.timers.date()) if wish.daily else ""
        if day:
            wish = _of_the_day(wish, day)
        opened = msgspec.structs.replace(self._opened(person, wish), day=day)
        table_id = self._services.random(TABLE_ID_BYTES).hex()
        at = self._services.timers.date()
        sits = self._sits(person, name, wish, opened)
        logged = chained(table_id, None, at, [opened, *sits])
        table, stale_moves = replayed(logged)
        row = listed(table, at)

        def job(connection: Connection) -> int | None:
            append(connection, logged)
            row(connection)
            return self._cluster.acquired(connection, table_id) if self._cluster else None

        self._begin(table, stale_moves, await self._services.store.write(job))
        return table.info()

    def _opened(self, person: str, wish: OpenTable) -> ev.Opened:
        hosting = HOSTING.get(wish.game)
        try:
            game = make_game(wish.game, wish.options)
            make_match(game, wish.match)
        except TeahouseError as error:
            raise refused("table/options", str(error)) from None
        if hosting is None:
            raise refused("table/options", f"{wish.game} is not hosted")
        matches = hosted_matches(wish.game)
        match = wish.match or matches[0]
        if match not in matches:
            raise refused("table/options", f"expected a match among {', '.join(matches)}, got {match!r}")
        clock = wish.clock or hosting.usual_clock(len(game.seats))
        if clock not in hosting.clocks:
            raise refused("table/options", f"expected a clock among {', '.join(hosting.clocks)}, got {clock!r}")
        check_stake(wish, len(game.seats), hosting.clocks[clock])
        options = msgspec.to_builtins(game.rules)
        invite = invite_code(self._services.random(INVITE_BYTES))
        return ev.Opened(
            person,
            wish.game,
            options,
            match,
            hosting.clocks[clock],
            wish.private,
            invite,
            wish.stake,
            claims=_claims(wish),
        )

    def _sits(self, person: str, name: str, wish: OpenTable, opened: ev.Opened) -> list[ev.Sat]:
        from teahouse.players import PLAYERS

        seats, levels = make_game(opened.game, opened.options).seats, PLAYERS[opened.game].levels
        bots: dict[int, str] = {}
        for text, level in wish.bots.items():
            if not text.isdecimal() or int(text) not in seats:
                raise refused("table/options", f"expected a bot's seat from 0 to {len(seats) - 1}, got {text!r}")
            if level not in levels:
                raise refused("table/options", f"expected a bot among {', '.join(levels)}, got {level!r}")
            bots[int(text)] = level
        own = next((seat for seat in seats if seat not in bots), None)
        mine = [] if own is None else [ev.Sat(own, name, person=person)]
        return mine + [ev.Sat(seat, bots[seat], bot=bots[seat]) for seat in seats if seat in bots]

    def _begin(self, table: Table, stale_moves: StaleMoveGuard, epoch: int | None) -> Actor:
        actor = Actor(table, stale_moves, self._services, answer, epoch)
        self._actors[table.id] = actor
        actor.start()
        return actor

    async def actor(self, table_id: str) -> Actor:
        """The actor of a table, loaded from its log when it is not in memory."""
        if (actor := self._live(table_id)) is not None:
            return actor
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                if (actor := self._live(table_id)) is not None:  # somebody else brought it back
                    return actor
                epoch = await self._cluster.acquire(table_id) if self._cluster else None
                return self._begin(*await self._replayed(table_id), epoch)
        finally:
            if not lock.locked():
                self._loading.pop(table_id, None)

    def _live(self, table_id: str) -> Actor | None:
        """The actor of a table that is in memory."""
        actor = self._actors.get(table_id)
        return None if actor is None or actor.is_lost else actor

    async def load(self, table_id: str) -> Table:
        """A table, replayed from its log."""
        return (await self._replayed(table_id))[0]

    async def _replayed(self, table_id: str) -> tuple[Table, StaleMoveGuard]:
        """Replay in a separate thread, because a long session takes a while."""
        async with self._coming_back:
            logged = await self._services.store.read(lambda connection: read(connection, table_id))
            if not logged:
                raise refused("table/unknown")
            return await asyncio.to_thread(replayed, logged)

    async def look(self, table_id: str, person: str, invite: str = "") -> Look:
        """A table now; a private one only for those who belong there or have its invite code."""
        table = await self._found(table_id)
        if not table.is_open_to(person, invite):
            raise refused("table/private")
        return Look(table.info(), table.seat_of(person), table.opened.invite if table.belongs(person) else None)

    async def _found(self, table_id: str) -> Table:
        """A table to look at: as it lives here, or where other servers may own it as its log tells it."""
        live = self._live(table_id) if self._cluster else await self.actor(table_id)
        return live.table if live is not None else await self.load(table_id)

    async def advice(self, table_id: str, person: str) -> Advice:
        """Advice for a person at a practice table, from what that person sees."""
        table = await self._found(table_id)
        seat = table.seat_of(person)
        if seat is None:
            raise refused("table/seat")
        if table.opened.stake or table.persons != [seat]:
            raise refused("advice/practice")
        moves = tuple(table.legal(seat)) if seat in table.to_move() else ()
        if not moves:
            raise refused("advice/turn")
        view, has_paid = table.game.view(table.state, seat), HOSTING[table.game.name].has_paid
        if has_paid is not None and not has_paid(view):
            raise refused("advice/price")
        advice = await self._services.thinker.advise(
            table.game.name,
            msgspec.to_builtins(table.game.rules),
            view,
            moves,
            budget=Budget(seconds=ADVICE_SECONDS),
            seed=f"{table.id}/{table.deal}/{len(table.moves)}/{seat}",
            table=table.id,
        )
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
        """Pass a request to a table of this server; `Elsewhere` when another server owns it."""
        try:
            actor = self._live(table_id) or await self.actor(table_id)
        except Refused as error:
            return refusal(error)
        return await actor.ask(request)

    def keeps(self, table_id: str, connection: str) -> bool:
        """Note that a connection still follows a table of this server; False when the table must be asked."""
        actor = self._live(table_id)
        return actor is not None and actor.connections.keep(connection)

    async def start(self) -> None:
        """Start answering other servers, and start the upkeep of tables."""
        if self._cluster is not None:
            await self._cluster.start(self._ask_for_others)
        self.look_after_tables()

    def look_after_tables(self) -> None:
        """Keep timed tables running and close deserted ones, now and periodically in the background."""
        self._upkeep.start()

    async def _ask_for_others(self, table_id: str, request: r.AnyRequest) -> r.Reply:
        try:
            return await self.ask_here(table_id, request)
        except Elsewhere:
            return refusal(refused("table/moved"))

    async def find(self, invite: str) -> str:
        """The table of an invite code."""
        query = select(table_summary.c.id).where(table_summary.c.invite == invite.strip().upper())
        found = await self._services.store.read(lambda connection: connection.execute(query).scalar())
        if found is None:
            raise refused("table/unknown")
        return str(found)

    async def lobby(self) -> list[TableInfo]:
        """The public tables that are not over and not deserted, newest first."""
        query = (
            select(table_summary.c.summary)
            .where(table_summary.c.status != "over", table_summary.c.private.is_(False), is_shown(self._services))
            .order_by(table_summary.c.updated.desc())
            .limit(LOBBY_LENGTH)
        )
        rows = await self._services.store.read(lambda connection: list(connection.execute(query).scalars()))
        return [msgspec.json.decode(row, type=TableInfo) for row in rows]

    async def today(self) -> Today:
        """The deals of today and their best scores."""
        day = day_of(self._services.timers.date())

        def job(connection: Connection) -> Today:
            games = daily_tables(day).items()
            found = (DailyGame(game, *table, best_of(connection, game, day)) for game, table in games)
            return Today(day, tuple(found))

        return await self._services.store.read(job)

    async def tables_of(self, person: str) -> list[TableInfo]:
        """The tables that are not over and at which somebody sits, the oldest first."""
        query = (
            select(table_summary.c.summary)
            .where(table_summary.c.status != "over", table_summary.c.summary.contains(person, autoescape=True))
            .order_by(table_summary.c.created, table_summary.c.id)
            .limit(LOBBY_LENGTH)
        )
        rows = await self._services.store.read(lambda connection: list(connection.execute(query).scalars()))
        found = [msgspec.json.decode(row, type=TableInfo) for row in rows]
        return [info for info in found if any(seat is not None and seat.person == person for seat in info.seats)]

    async def record(self, table_id: str, deal: int, person: str = "", invite: str = "") -> Record:
        """The record of a finished deal; at a private table only for those who belong there or played it."""
        live = self._actors.get(table_id)
        table = live.table if live is not None else await self.load(table_id)
        if not table.is_open_to(person, invite) and not table.has_played(deal, person):
            raise refused("table/private")
        if not 0 <= deal < len(table.deals):
            raise refused("record/running" if deal == len(table.deals) else "record/unknown")
        return table.record(deal)

    async def records(self, limit: int = 50) -> list[dict[str, Any]]:
        """The public deals that finished last."""
        query = select(played).where(played.c.private.is_(False)).order_by(played.c.ended.desc()).limit(limit)
        rows = await self._services.store.read(lambda connection: list(connection.execute(query)))
        return [
            {
                "table": row.table_id,
                "deal": row.deal,
                "game": row.game,
                "ended": row.ended,
                "names": msgspec.json.decode(row.names),
                "result": msgspec.json.decode(row.result),
            }
            for row in rows
        ]

    async def close(self) -> None:
        """Let every table finish its pending work, then stop."""
        self._sweeper.cancel()
        await self._upkeep.stop()
        await asyncio.gather(*(actor.stop() for actor in self._actors.values()))
        self._actors.clear()
        if self._cluster is not None:
            await self._cluster.stop()

    def _sweep(self) -> None:
        """Unload idle and lost tables; they are loaded again when somebody asks."""
        now = self._services.timers.now()
        for table_id, actor in list(self._actors.items()):
            if actor.connections.overdue():
                actor.later(partial(close_overdue, actor))
            is_idle = actor.is_quiet and (actor.table.status == "over" or now - actor.idle_since > self._idle_ms)
            if is_idle or actor.is_lost:
                del self._actors[table_id]
                task = asyncio.ensure_future(actor.stop())
                self._stopping.add(task)
                task.add_done_callback(self._stopping.discard)
        self._sweeper = self._services.timers.later(SWEEP_MS, self._sweep)
