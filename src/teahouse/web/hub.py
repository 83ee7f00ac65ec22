"""The open sockets of this server, to count them and close them."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, Protocol

from teahouse.service.tables.viewers.connections import STAY_EVERY_MS
from teahouse.service.tables.viewers.messages import Bye

BEATS_AT_ONCE: Final = 100


class Socket(Protocol):
    """An open socket, for the hub."""

    @property
    def session(self) -> str:
        """The session it was opened with; empty without one."""
        ...

    @property
    def person_id(self) -> str:
        """The person's id; empty without a session."""
        ...

    def reload_mutes(self) -> None:
        """Reload the list of people whom its person muted."""
        ...

    def close_soon(self, code: int, bye: Bye | None = None) -> None:
        """Send pending messages, then a closing message, then close."""
        ...

    def needs_beat(self) -> bool:
        """Must the table be informed, or the session checked?"""
        ...

    async def beat(self) -> None:
        """Tell the table that the connection is alive, and check that the session is valid."""
        ...


class Hub:
    """Every open socket."""

    def __init__(self) -> None:
        """Start without sockets."""
        self._sockets: Final[set[Socket]] = set()
        self._beat_is_due: Final = asyncio.Event()
        self.is_stopping = False

    def __len__(self) -> int:
        """The number of open sockets."""
        return len(self._sockets)

    def __iter__(self) -> Iterator[Socket]:
        """All of them, as they are now."""
        return iter(list(self._sockets))

    def add(self, socket: Socket) -> None:
        """Add an open socket."""
        self._sockets.add(socket)

    def remove(self, socket: Socket) -> None:
        """Remove a closed socket."""
        self._sockets.discard(socket)

    def end_session(self, session: str) -> None:
        """Close the sockets of a session that has ended."""
        for socket in self:
            if socket.session == session:
                socket.close_soon(SESSION_ENDED)

    def end_person(self, person: str) -> None:
        """Close every socket of a person."""
        for socket in self:
            if socket.person_id == person:
                socket.close_soon(SESSION_ENDED)

    def reload_mutes(self, person: str) -> None:
        """Reload the list of muted people in every socket of a person."""
        for socket in self:
            if socket.person_id == person:
                socket.reload_mutes()

    async def keep_beating(self) -> None:
        """Report regularly that every socket is still open, and at once after `beat_now`, until cancelled."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._beat_is_due.wait(), STAY_EVERY_MS / 1000)
            self._beat_is_due.clear()
            silent = [socket for socket in self if socket.needs_beat()]
            for start in range(0, len(silent), BEATS_AT_ONCE):
                await asyncio.gather(*(socket.beat() for socket in silent[start : start + BEATS_AT_ONCE]))

    def beat_now(self) -> None:
        """Report now: tables may have moved, and their sockets ask for the messages they missed."""
        self._beat_is_due.set()

    async def stop(self, seconds: float = 2.0) -> None:
        """Accept no new sockets, and close all with a message that the server will be back."""
        self.is_stopping = True
        for socket in self:
            socket.close_soon(SERVICE_RESTART, Bye("restart"))
        until = asyncio.get_running_loop().time() + seconds
        while self._sockets and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.01)


SESSION_ENDED: Final = 4401
SERVICE_RESTART: Final = 1012
POLICY: Final = 1008
TOO_BIG: Final = 1009
TRY_LATER: Final = 1013
FAILED: Final = 1011
GONE: Final = 1005
