"""Upkeep of tables without connections: timed ones play on, deserted ones are closed."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, bindparam, case, func, or_, select, union_all, update

from teahouse.service.cleanup import Cleanup
from teahouse.service.cluster.leases import OwnedElsewhere
from teahouse.service.errors import Refused
from teahouse.service.store.schema import table_summary
from teahouse.service.tables.actor import Actor
from teahouse.service.tables.lobby_row import EMPTY, KEPT, LONG, RUNS, SHORT, upkeep_of
from teahouse.service.tables.results.settlement import consequences_of_desertion
from teahouse.service.tables.services import Services
from teahouse.service.tables.summary import LIVE, read_summary
from teahouse.service.timers import Alarm

log = logging.getLogger(__name__)

CHECK_EVERY_MS: Final = 30_000
LOADS_AT_ONCE: Final = 4
MOST_AT_ONCE: Final = 200  # deserted tables closed in one check, and rows read at once

Load = Callable[[str], Awaitable[Actor]]


def last_known() -> ColumnElement[int]:
    """The last time when somebody was at a table or changed it."""
    seen, updated = table_summary.c.seen, table_summary.c.updated
    return case((func.coalesce(seen, 0) > updated, seen), else_=updated)


KINDS: Final = (RUNS, SHORT, LONG)
"""How the house looks after tables that are not over."""
ALIVE: Final = select(table_summary.c.id, table_summary.c.upkeep, last_known().label("last"))
SEEN: Final = update(table_summary).where(table_summary.c.id.in_(bindparam("tables", expanding=True)))
IS_DESERTED: Final = or_(
    *(
        and_(
            table_summary.c.upkeep == kind, table_summary.c.updated <= bindparam(kind), last_known() <= bindparam(kind)
        )
        for kind in KINDS
    )
)
RUNNING: Final = ALIVE.where(table_summary.c.upkeep == RUNS)
DESERTED: Final = ALIVE.where(IS_DESERTED).order_by(last_known()).limit(MOST_AT_ONCE)
IS_FROM_THE_FUTURE: Final = or_(
    and_(table_summary.c.upkeep.in_(KINDS), table_summary.c.updated > bindparam("latest")),
    and_(
        table_summary.c.status.in_(LIVE),
        table_summary.c.private.in_((False, True)),
        table_summary.c.seen > bindparam("latest"),
    ),
)
FROM_THE_FUTURE: Final = ALIVE.where(IS_FROM_THE_FUTURE).limit(1)
TO_LOOK_AFTER: Final = union_all(*(select(part.subquery()) for part in (RUNNING, DESERTED, FROM_THE_FUTURE)))
OF_OLDER_PROGRAMS: Final = select(table_summary.c.id, table_summary.c.summary).where(
    table_summary.c.upkeep.is_(None), table_summary.c.status.in_(LIVE)
)
LAST_DATES: Final = (
    *(
        select(func.max(table_summary.c.updated)).where(table_summary.c.upkeep == kind)
        for kind in (*KINDS, KEPT, EMPTY)
    ),
    *(
        select(func.max(table_summary.c.seen)).where(
            table_summary.c.status == status, table_summary.c.private == private
        )
        for status in (*LIVE, "over")
        for private in (False, True)
    ),
)
"""The last dates of all tables: each is one step in an index."""


class Due(NamedTuple):
    """A table to look after: to run when `quiet_ms` is None, otherwise to close after this time without people."""

    table: str
    quiet_ms: int | None


class Uptime(NamedTuple):
    """The last date when an earlier server was known to be up, and how long this one has been up."""

    before: int
    ms: float


class Upkeep:
    """Checks the tables of the database periodically, in memory or not."""

    def __init__(self, services: Services, live: Mapping[str, Actor], load: Load) -> None:
        """Look after these tables; `load` loads one into memory."""
        self._services = services
        self._live = live
        self._load = load
        self._alarm = Alarm(services.timers, self.start)
        self._task: asyncio.Task[None] | None = None
        self._before: int | None = None
        self._began = services.timers.now()
        self._unreadable = set[str]()
        self._cleanup = Cleanup(services, live)

    @property
    def is_working(self) -> bool:
        """Is a check running?"""
        return self._task is not None and not self._task.done()

    def start(self) -> None:
        """Check at once, and then periodically in the background."""
        self._alarm.set(CHECK_EVERY_MS)
        if not self.is_working:
            self._task = asyncio.create_task(self._check(), name="upkeep")

    async def stop(self) -> None:
        """Stop."""
        self._alarm.cancel()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _check(self) -> None:
        try:
            if self._before is None:
                self._before = await self._services.store.write(self._begin)
            due = await self._services.store.write(self._seen_and_due(self._before))
            for start in range(0, len(due), LOADS_AT_ONCE):
                await asyncio.gather(*(self._run_or_close(one) for one in due[start : start + LOADS_AT_ONCE]))
            await self._cleanup.run()
        except Refused as error:
            log.warning("tables could not be looked after, trying again", extra={"code": error.code})
        except Exception:
            log.exception("the upkeep failed")

    def _begin(self, connection: Connection) -> int:
        """The last date before this server's start when a server was known to be up.

        Rows of older versions are completed.
        """
        rows = connection.execute(OF_OLDER_PROGRAMS).all()
        for row in rows:
            mine = table_summary.c.id == row.id
            connection.execute(update(table_summary).where(mine), {"upkeep": _of_summary(row.summary)})
        now = self._services.timers.date()
        dates: list[int | None] = [connection.execute(query).scalar() for query in LAST_DATES]
        return min(now, max((date for date in dates if date is not None), default=now))

    def _seen_and_due(self, before: int) -> Callable[[Connection], list[Due]]:
        """Store that somebody is there, so that it is known after a restart and to other servers.

        If the time of day went back, later dates become now. Returns what is due after that.
        """
        timers = self._services.timers
        now, up = timers.date(), Uptime(before, timers.now() - self._began)
        there = [table for table, actor in self._live.items() if actor.is_attended]

        def job(connection: Connection) -> list[Due]:
            for start in range(0, len(there), MOST_AT_ONCE):
                connection.execute(SEEN, {"tables": there[start : start + MOST_AT_ONCE], "seen": now})
            return self._due(connection, now, up)

        return job

    def _due(self, connection: Connection, now: int, up: Uptime) -> list[Due]:
        settings, latest = self._services.settings, now + CHECK_EVERY_MS
        kept = {RUNS: settings.deserted_ms, SHORT: settings.deserted_ms, LONG: settings.practice_ms}
        limits = {kind: now - ms for kind, ms in kept.items()} | {"latest": latest}
        rows = {row.id: row for row in connection.execute(TO_LOOK_AFTER, limits)}.values()
        if any(row.last > latest for row in rows):
            connection.execute(
                update(table_summary).where(IS_FROM_THE_FUTURE), {"latest": latest, "seen": now, "updated": now}
            )
        quiet = [row for row in rows if _quiet_for(row.last, now, up) >= kept.get(row.upkeep, math.inf)]
        deserted = [Due(row.id, kept[row.upkeep]) for row in quiet]
        known = {*self._live, *(due.table for due in deserted)}
        return [*(Due(row.id, None) for row in rows if row.upkeep == RUNS and row.id not in known), *deserted]

    async def _run_or_close(self, due: Due) -> None:
        if due.table in self._unreadable:
            return
        try:
            actor = self._live.get(due.table) or await self._load(due.table)
        except OwnedElsewhere:
            return
        except Refused as error:
            if error.code == "table/broken":  # it is not tried again
                self._unreadable.add(due.table)
            return
        except Exception:
            self._unreadable.add(due.table)
            log.exception("a table could not be looked after", extra={"table": due.table})
            return
        if due.quiet_ms is not None:
            actor.later(partial(close_deserted, actor, due.quiet_ms))


async def close_deserted(actor: Actor, quiet_ms: int) -> None:
    """Close a table, unless somebody was connected meanwhile or its clocks will end the deal."""
    table, timers, last = actor.table, actor.services.timers, actor.connections.last_left
    plays_on = table.status == "playing" and table.opened.clock.is_timed
    was_here = actor.is_attended or (last is not None and timers.now() - last < quiet_ms)
    is_news = 0 <= timers.date() - table.last.at < quiet_ms  # below zero the time of day went back
    if table.status != "over" and not (plays_on or was_here or is_news):
        await actor.log(*consequences_of_desertion(table, timers.date()))


def _quiet_for(last: int, now: int, up: Uptime) -> float:
    """How long nobody has been there while a server was up.

    Outages and jumps of the time of day do not count: this server measures its own uptime.
    """
    return min(now - last, max(0, up.before - last) + up.ms)


def _of_summary(summary: str) -> str:
    """The kind of upkeep of a row of an older version; none if it cannot be read."""
    info = read_summary(summary)
    return "" if info is None else upkeep_of(info)
