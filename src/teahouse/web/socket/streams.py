"""Streams for bots: JSON lines, with an empty line now and then to keep the connection alive."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Any, Final

import msgspec

from teahouse.service.errors import Refused
from teahouse.service.people.people import SignedIn
from teahouse.service.remote_bots import bot_name
from teahouse.service.tables.viewers.messages import Bye, TableInfo
from teahouse.web.context import ServerContext
from teahouse.web.hub import SESSION_ENDED
from teahouse.web.socket.subscription import NOTHING, Subscription

BEAT_EVERY: Final = 6.0  # seconds; a quiet stream is kept open by an empty line
READ_EVERY: Final = 0.5  # seconds between two reads of the bot's tables
BEAT: Final = b"\n"

log: Final = logging.getLogger("teahouse.bots")


class EventStream:
    """An open stream, which the hub can end when the server stops or the token is revoked."""

    def __init__(self, context: ServerContext, who: SignedIn) -> None:
        """Start for a bot's session."""
        self.session: Final = who.session.id
        self.person_id: Final = who.person.id
        self._hub: Final = context.hub
        self._work: Final = asyncio.Event()
        self.is_over = context.hub.is_stopping
        self.subscription: Subscription | None = None

    def reload_mutes(self) -> None:
        """Do nothing: a bot gets every message."""

    def needs_beat(self) -> bool:
        """Must the bot's connection be reported to the table?"""
        return self.subscription is not None and not self.is_over and not self.subscription.is_kept()

    async def beat(self) -> None:
        """Tell the table that the bot is connected."""
        try:
            if self.subscription is not None:
                await self.subscription.stay()
        except Refused:
            self.close_soon(SESSION_ENDED)
        except Exception:
            log.exception("could not tell a table that its bot is still connected")

    def close_soon(self, code: int, bye: Bye | None = None) -> None:
        """End after pending messages."""
        self.is_over = True
        self._work.set()

    def wake(self) -> None:
        """Wake the stream."""
        self._work.set()

    async def wait(self, seconds: float) -> bool:
        """Wait for a message; False after a timeout."""
        try:
            async with asyncio.timeout(seconds):
                await self._work.wait()
        except TimeoutError:
            return False
        self._work.clear()
        return True

    async def lines(self, messages: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
        """The lines; meanwhile the stream is registered with the hub."""
        self._hub.add(self)
        try:
            async with aclosing(messages):
                async for line in messages:
                    yield line
        finally:
            self._hub.remove(self)


async def table_lines(
    context: ServerContext, who: SignedIn, table: str, stream: EventStream, invite: str
) -> AsyncGenerator[bytes]:
    """The messages of the table for the bot, as on the socket: a snapshot first, then everything that happens."""
    subscription = stream.subscription = Subscription(context.house, context.bus, table, stream.wake)
    id_and_name = (who.person.id, bot_name(who.person))
    try:
        for message in await subscription.open(id_and_name, NOTHING, invite):
            yield message + BEAT
        while not stream.is_over and not subscription.is_cut:
            if not await stream.wait(BEAT_EVERY):
                yield BEAT
            for envelope in subscription.take():
                yield envelope.message + BEAT
            if subscription.due is not None:
                for message in await subscription.open(id_and_name, subscription.due, invite):
                    yield message + BEAT
    except Refused as error:
        yield line_of("refused", code=error.code, text=str(error))
    finally:
        if not context.hub.is_stopping:
            await asyncio.shield(subscription.close())


async def event_lines(context: ServerContext, who: SignedIn, stream: EventStream) -> AsyncGenerator[bytes]:
    """The changes of the bot's tables: seats taken, games started and finished."""
    known: dict[str, TableInfo] = {}
    quiet = 0.0
    while not stream.is_over:
        tables = known
        with suppress(Refused):  # the store is in trouble; the next try may succeed
            tables = await _tables(context, who.person.id, known)
        news = changes(who.person.id, known, tables)
        known = {table: info for table, info in tables.items() if info.status != "over"}
        for each in news:
            yield each
        quiet = 0.0 if news else quiet + READ_EVERY
        if quiet >= BEAT_EVERY:
            quiet = 0.0
            yield BEAT
        await stream.wait(READ_EVERY)


async def _tables(context: ServerContext, person: str, known: dict[str, TableInfo]) -> dict[str, TableInfo]:
    """The bot's tables, together with those that have just ended."""
    tables = {info.id: info for info in await context.house.tables_of(person)}
    for table in known:
        if table not in tables:
            with suppress(Refused):  # a private table that the bot has left
                info = (await context.house.table_for(table, person)).table
                tables |= {table: info} if info.status == "over" else {}
    return tables


def changes(person: str, before: dict[str, TableInfo], after: dict[str, TableInfo]) -> list[bytes]:
    """The events that lead from one list of tables to the next."""
    lines: list[bytes] = []
    for table, info in after.items():
        old = before.get(table)
        facts = {"table": table, "seat": _seat_in(info, person), "game": info.game, "deal": info.deal}
        if old is None:
            lines.append(line_of("seated", **facts))
        if old is not None and len(info.results) > len(old.results):
            lines.append(line_of("gameFinish", **facts, result=info.results[-1]))
        if info.status == "playing" and (old is None or old.status != "playing" or old.deal != info.deal):
            lines.append(line_of("gameStart", **facts))
    gone = [table for table in before if table not in after or after[table].status == "over"]
    return lines + [line_of("gone", table=table) for table in gone]


def _seat_in(info: TableInfo, person: str) -> int | None:
    seats = (seat for seat, holder in enumerate(info.seats) if holder is not None and holder.person == person)
    return next(seats, None)


def line_of(kind: str, **facts: Any) -> bytes:
    """An event as one line."""
    return msgspec.json.encode({"type": kind, **facts}) + BEAT
