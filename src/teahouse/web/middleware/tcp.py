"""TCP connections: counted for each address and in all, and closed when they send no request.

A connection that has not sent the head of a request in time is closed. When an address, or the server, holds as many
connections as it may, the one that has been silent for longest makes room for a new one, so that a page still loads
while thousands of connections are silent.
"""

import asyncio
import ipaddress
import resource
from collections import Counter, OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

RESERVED_FILES: Final = 256
"""Open files that are kept for the database, the engines and everything else."""
LEAST_CONNECTIONS: Final = 64
MOST_FILES: Final = 65_536
ENOUGH_FILES: Final = 4096
"""With fewer open files than this the server logs a warning."""


class TcpLimits(msgspec.Struct, frozen=True, kw_only=True):
    """in_all: the most connections. of_address: the most from one address. head_seconds: for the head of a request."""

    in_all: int
    of_address: int = 600
    head_seconds: float = 15.0


def allowed_files() -> int:
    """Raise the limit of open files as far as this process may and needs, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return most
    with suppress(ValueError, OSError):  # some systems allow less than they say
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def connections_for(files: int) -> int:
    """How many connections this many open files leave room for.

    >>> connections_for(1024), connections_for(100)
    (768, 64)
    """
    return max(LEAST_CONNECTIONS, files - RESERVED_FILES)


Silent = OrderedDict["WatchedProtocol", None]


class TcpConnections:
    """The open connections of a server, those first that have been silent for longest."""

    def __init__(self, limits: TcpLimits, proxies: Sequence[str] = ()) -> None:
        """Start without connections; those of trusted proxies carry many people and are not counted by address."""
        self.limits: Final = limits
        self._proxies: Final = tuple(ipaddress.ip_network(one, strict=False) for one in proxies)
        self._addresses: Final[Counter[str]] = Counter()
        self._open: Final[dict[WatchedProtocol, str]] = {}
        self._silent: Final[Silent] = OrderedDict()
        self._silent_of: Final[dict[str, Silent]] = {}

    def __len__(self) -> int:
        """How many are open."""
        return len(self._open)

    def admit(self, connection: "WatchedProtocol", address: str) -> bool:
        """Count a new connection; False when there is no room for it."""
        name = "" if self._is_proxy(address) else address
        if name and self._addresses[name] >= self.limits.of_address and not self._drop_one(self._silent_of.get(name)):
            return False
        if len(self._open) >= self.limits.in_all and not self._drop_one(self._silent):
            return False
        self._open[connection] = name
        self._addresses[name] += 1
        self.note_silence(connection)
        return True

    def _drop_one(self, silent: "Silent | None") -> bool:
        """Close the connection that has been silent for longest; False when all are busy."""
        if not silent:
            return False
        oldest = next(iter(silent))
        self.leave(oldest)
        oldest.drop()
        return True

    def note_request(self, connection: "WatchedProtocol") -> None:
        """Note that a connection has sent the head of a request."""
        self._silent.pop(connection, None)
        name = self._open.get(connection)
        if name in self._silent_of:
            self._silent_of[name].pop(connection, None)
            if not self._silent_of[name]:
                del self._silent_of[name]

    def note_silence(self, connection: "WatchedProtocol") -> None:
        """Note that a connection waits for its next request."""
        name = self._open.get(connection)
        if name is not None:
            self._silent[connection] = None
            self._silent_of.setdefault(name, OrderedDict())[connection] = None

    def leave(self, connection: "WatchedProtocol") -> None:
        """Forget a connection."""
        self.note_request(connection)
        name = self._open.pop(connection, None)
        if name is not None:
            self._addresses[name] -= 1
            if not self._addresses[name]:
                del self._addresses[name]

    def _is_proxy(self, address: str) -> bool:
        if not self._proxies:
            return False
        try:
            known = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(known in network for network in self._proxies)


class WatchedProtocol(H11Protocol):
    """HTTP on one connection, which is closed when it stays silent."""

    tcp: TcpConnections
    _waiting: asyncio.TimerHandle | None = None
    _is_admitted = False
    _is_socket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit a connection, or close it at once."""
        super().connection_made(transport)
        self._is_admitted = self.tcp.admit(self, self.client[0] if self.client else "")
        if self._is_admitted:
            self._await_head()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read data; a connection with a complete head of a request is no longer silent."""
        if not self._is_admitted:
            return
        super().data_received(data)
        if self._is_socket:
            return
        cycle: RequestResponseCycle | None = self.cycle  # none before the first request
        if cycle and not cycle.response_complete:
            self._stop_waiting()
            self.tcp.note_request(self)
        elif self._waiting is None and not self.transport.is_closing():
            self._await_head()

    def on_response_complete(self) -> None:
        """Wait for the next request; uvicorn closes the connection soon if nothing comes."""
        self.tcp.note_silence(self)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Stop counting the connection: from here on the limits of sockets apply."""
        self._leave()
        self._is_socket = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._leave()
        super().connection_lost(exc)

    def drop(self) -> None:
        """Close at once."""
        self._stop_waiting()
        self.transport.abort()

    def _leave(self) -> None:
        self._stop_waiting()
        self.tcp.leave(self)

    def _await_head(self) -> None:
        self._waiting = self.loop.call_later(self.tcp.limits.head_seconds, self.drop)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


def watched(tcp: TcpConnections) -> type[WatchedProtocol]:
    """The protocol of a server with these connections."""
    members: dict[str, Any] = {"tcp": tcp}
    return type("WatchedProtocol", (WatchedProtocol,), members)
