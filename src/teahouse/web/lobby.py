"""Streams of the lobby, with tables and seeks after each change, and of one person's urgent news; no blocked people."""

import asyncio
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from teahouse.service.errors import Refused
from teahouse.service.house import House
from teahouse.service.people.blocks import Blocks
from teahouse.service.seeks.seeks import Calls, SeekInfo, Seeks
from teahouse.service.tables.viewers.messages import TableInfo

LOOK_EVERY: Final = 0.5  # seconds; the lists are read by indexed queries, and only while a client listens
BEAT_EVERY: Final = 15.0  # seconds; a quiet stream is kept open by an empty comment


KINDS: Final = (b"tables", b"seeks")
EncodedText = tuple[bytes, bytes]
"""The tables and the seeks, as they are sent."""


def without(tables: Sequence[TableInfo], apart: Collection[str]) -> list[TableInfo]:
    """The tables at which none of these people sits or is the host."""
    return [one for one in tables if not apart or not _has(one, apart)]


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
        self._watch: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._tables: list[TableInfo] = []
        self._sought: list[SeekInfo] = []
        self._calls: dict[str, Calls] = {}
        self._text: EncodedText = (b"[]", b"[]")
        self._changes = 0
        self._apart: dict[str, frozenset[str]] = {}
        self._is_closed = False

    async def events(self, person: str = "") -> AsyncGenerator[bytes]:
        """Server-sent events: the current lists, and again after each change."""
        await self._begin()
        try:
            told: tuple[bytes | None, bytes | None] = (None, None)
            while not self._is_closed:
                seen, text = self._changes, await self._for(person)
                if told != text:
                    for kind, new, old in zip(KINDS, text, told, strict=True):
                        if new != old:
                            yield b"event: " + kind + b"\ndata: " + new + b"\n\n"
                    told = text
                elif not await self._wait(seen):
                    self._apart.pop(person, None)  # somebody may have been blocked on another copy
                    yield b": still here\n\n"
        finally:
            self._end()

    async def calls(self, person: str) -> AsyncGenerator[bytes]:
        """Server-sent events for one person: challenges, tables that are ready, notices; now and after changes."""
        await self._begin()
        try:
            told: bytes | None = None
            while not self._is_closed:
                seen, text = self._changes, await self._calls_for(person)
                if told != text:
                    yield b"event: calls\ndata: " + text + b"\n\n"
                    told = text
                elif not await self._wait(seen):
                    self._apart.pop(person, None)
                    yield b": still here\n\n"
        finally:
            self._end()

    async def _calls_for(self, person: str) -> bytes:
        called, apart = self._calls.get(person, Calls()), await self._apart_from(person)
        asked = tuple(one for one in called.challenges if one.person not in apart)
        return msgspec.json.encode(Calls(asked, called.tables, called.told))

    async def _apart_from(self, person: str) -> frozenset[str]:
        apart = self._apart.get(person)
        if apart is None:
            apart = self._apart[person] = await self._blocks.apart(person)
        return apart

    async def _for(self, person: str) -> EncodedText:
        """The lists for one listener."""
        apart = await self._apart_from(person)
        if not apart:
            return self._text
        sought = [one for one in self._sought if one.person not in apart]
        return msgspec.json.encode(without(self._tables, apart)), msgspec.json.encode(sought)

    async def forget(self, *people: str) -> None:
        """Read again whom these people have blocked, and who has blocked them."""
        for person in people:
            self._apart.pop(person, None)
        await self._tell()

    async def _tell(self) -> None:
        async with self._changed:
            self._changes += 1
            self._changed.notify_all()

    async def _begin(self) -> None:
        self._listeners += 1
        if self._watch is None:
            self._watch = asyncio.create_task(self._keep_looking())
            await self._look()
            await self._tell()  # listeners who came during the first read have the earlier lists

    def _end(self) -> None:
        self._listeners -= 1
        if not self._listeners and self._watch is not None:
            self._watch.cancel()
            self._watch = None
            self._apart.clear()

    async def close(self) -> None:
        """End every stream."""
        self._is_closed = True
        await self._tell()

    async def _wait(self, seen: int) -> bool:
        """Wait for a change; False after a while without one."""
        with suppress(TimeoutError):
            async with asyncio.timeout(BEAT_EVERY), self._changed:
                await self._changed.wait_for(lambda: self._is_closed or self._changes != seen)
                return True
        return False

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            with suppress(Refused):  # the store is in trouble; the next look may succeed
                before = self._text, self._calls
                await self._look()
                if (self._text, self._calls) != before:
                    await self._tell()

    async def _look(self) -> None:
        self._tables, self._sought = await self._house.lobby(), await self._seeks.listed()
        self._calls = await self._seeks.calls()
        self._text = msgspec.json.encode(self._tables), msgspec.json.encode(self._sought)
