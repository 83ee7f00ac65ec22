"""The lobby as a stream: every listener gets the list of tables whenever it changes."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Final

import msgspec

from teahouse.service.errors import Refused
from teahouse.service.house import House

LOOK_EVERY: Final = 0.5  # seconds; a look is one indexed query, made only while somebody listens
BEAT_EVERY: Final = 15.0  # seconds; a quiet stream is kept open by an empty comment


class Lobby:
    """Reads the list of tables once for all listeners."""

    def __init__(self, house: House) -> None:
        """Start without listeners."""
        self._house: Final = house
        self._listeners = 0
        self._watch: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._tables = b""
        self._is_closed = False

    async def events(self) -> AsyncGenerator[bytes]:
        """Server-sent events: the list of now, and again after each change."""
        await self._begin()
        try:
            seen: bytes | None = None
            while not self._is_closed:
                if seen is None or seen != self._tables:
                    seen = self._tables
                    yield b"event: tables\ndata: " + seen + b"\n\n"
                elif not await self._wait(seen):
                    yield b": still here\n\n"
        finally:
            self._end()

    async def _begin(self) -> None:
        self._listeners += 1
        if self._watch is None:
            self._watch = asyncio.create_task(self._keep_looking())
            self._tables = await self._look()

    def _end(self) -> None:
        self._listeners -= 1
        if not self._listeners and self._watch is not None:
            self._watch.cancel()
            self._watch = None

    async def close(self) -> None:
        """End every stream."""
        self._is_closed = True
        async with self._changed:
            self._changed.notify_all()

    async def _wait(self, seen: bytes) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(BEAT_EVERY), self._changed:
                await self._changed.wait_for(lambda: self._is_closed or self._tables != seen)
                return True
        return False

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            with suppress(Refused):  # the store is in trouble; the next look may succeed
                tables = await self._look()
                if tables != self._tables:
                    async with self._changed:
                        self._tables = tables
                        self._changed.notify_all()

    async def _look(self) -> bytes:
        return msgspec.json.encode(await self._house.lobby())
