"""Streams of the lobby, with tables and seeks after each change, and of one person's urgent news; no blocked people."""

import asyncio
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from teahouse.service.errors import Refused
from teahouse.service.house import House
from teahouse.service.people.social.blocks import Blocks
from teahouse.service.seeks.seeks import Alerts, SeekInfo, Seeks
from teahouse.service.tables.viewers.messages import TableInfo

READ_EVERY: Final = 0.5  # seconds; the lists are read by indexed queries, and only while a client listens
BEAT_EVERY: Final = 15.0  # seconds; a quiet stream is kept open by an empty comment


KINDS: Final = (b"tables", b"seeks")
EncodedText = tuple[bytes, bytes]
"""The tables and the seeks, as they are sent."""


def without_people(tables: Sequence[TableInfo], hidden: Collection[str]) -> list[TableInfo]:
    """The tables at which none of these people sits or is the host."""
    return [one for one in tables if not hidden or not _has(one, hidden)]


def _has(table: TableInfo, people: Collection[str]) -> bool:
    seated = (seat.person for seat in table.seats if seat is not None)
    return table.host in people or any(person in people for person in seated)


class Lobby:
    """Reads the list of tables once for all listeners."""

    def __init__(self, house: House, blocks: Blocks, seeks: Seeks) -> None:
        """Start without listeners."""
        self._house: Final = house
        self._seeks: Final = seeks
        self._blocks: Final = blocks
        self._listeners = 0
        self._reading: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._tables: list[TableInfo] = []
        self._listed_seeks: list[SeekInfo] = []
        self._alerts: dict[str, Alerts] = {}
        self._text: EncodedText = (b"[]", b"[]")
        self._changes = 0
        self._blocked: dict[str, frozenset[str]] = {}
        self._is_closed = False

    async def events(self, person: str = "") -> AsyncGenerator[bytes]:
        """Server-sent events: the current lists, and again after each change."""
        await self._begin()
        try:
            sent: tuple[bytes | None, bytes | None] = (None, None)
            while not self._is_closed:
                seen, text = self._changes, await self._lists_for(person)
                if sent != text:
                    for kind, new, old in zip(KINDS, text, sent, strict=True):
                        if new != old:
                            yield b"event: " + kind + b"\ndata: " + new + b"\n\n"
                    sent = text
                elif not await self._wait(seen):
                    self._blocked.pop(person, None)  # somebody may have been blocked on another copy
                    yield b": still here\n\n"
        finally:
            self._end()

    async def alerts(self, person: str) -> AsyncGenerator[bytes]:
        """Server-sent events for one person: challenges, tables that are ready, notices; now and after changes."""
        await self._begin()
        try:
            sent: bytes | None = None
            while not self._is_closed:
                seen, text = self._changes, await self._alerts_for(person)
                if sent != text:
                    yield b"event: calls\ndata: " + text + b"\n\n"
                    sent = text
                elif not await self._wait(seen):
                    self._blocked.pop(person, None)
                    yield b": still here\n\n"
        finally:
            self._end()

    async def _alerts_for(self, person: str) -> bytes:
        alerts, hidden = self._alerts.get(person, Alerts()), await self._blocked_of(person)
        challenges = tuple(one for one in alerts.challenges if one.person not in hidden)
        return msgspec.json.encode(Alerts(challenges, alerts.tables, alerts.told))

    async def _blocked_of(self, person: str) -> frozenset[str]:
        hidden = self._blocked.get(person)
        if hidden is None:
            hidden = self._blocked[person] = await self._blocks.blocked_either_way(person)
        return hidden

    async def _lists_for(self, person: str) -> EncodedText:
        """The lists for one listener."""
        hidden = await self._blocked_of(person)
        if not hidden:
            return self._text
        seeks = [one for one in self._listed_seeks if one.person not in hidden]
        return msgspec.json.encode(without_people(self._tables, hidden)), msgspec.json.encode(seeks)

    async def forget(self, *people: str) -> None:
        """Reload the blocks of these people, in both directions."""
        for person in people:
            self._blocked.pop(person, None)
        await self._notify()

    async def _notify(self) -> None:
        async with self._changed:
            self._changes += 1
            self._changed.notify_all()

    async def _begin(self) -> None:
        self._listeners += 1
        if self._reading is None:
            self._reading = asyncio.create_task(self._keep_reading())
            await self._read()
            await self._notify()  # listeners that joined during the first read got the earlier lists

    def _end(self) -> None:
        self._listeners -= 1
        if not self._listeners and self._reading is not None:
            self._reading.cancel()
            self._reading = None
            self._blocked.clear()

    async def close(self) -> None:
        """End every stream."""
        self._is_closed = True
        await self._notify()

    async def _wait(self, seen: int) -> bool:
        """Wait for a change; False after a while without one."""
        with suppress(TimeoutError):
            async with asyncio.timeout(BEAT_EVERY), self._changed:
                await self._changed.wait_for(lambda: self._is_closed or self._changes != seen)
                return True
        return False

    async def _keep_reading(self) -> None:
        while True:
            await asyncio.sleep(READ_EVERY)
            with suppress(Refused):  # the store is in trouble; the next try may succeed
                before = self._text, self._alerts
                await self._read()
                if (self._text, self._alerts) != before:
                    await self._notify()

    async def _read(self) -> None:
        self._tables, self._listed_seeks = await self._house.lobby(), await self._seeks.listed()
        self._alerts = await self._seeks.alerts()
        self._text = msgspec.json.encode(self._tables), msgspec.json.encode(self._listed_seeks)
