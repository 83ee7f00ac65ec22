"""A load generator for tables: plain sockets, and as little Python for each message as possible."""

import asyncio
import base64
import os
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

TEXT, PING, PONG = 0x81, 0x89, 0x8A
EVENTS = b'{"t":"events"'
SNAPSHOT = b'{"t":"snapshot"'
BETWEEN = b'"status":"between"'
NACK = b'{"t":"nack"'
SHARE = "ab" * 32


class SeatedTable(msgspec.Struct, frozen=True):
    """A table with two people seated: their tokens and ids. Further connections look on."""

    table: str
    tokens: tuple[str, ...]
    persons: tuple[str, ...] = ()


class _Offer(msgspec.Struct):
    v: int
    moves: tuple[msgspec.Raw, ...] = ()


OFFER = msgspec.json.Decoder(_Offer)


class TableSocket(asyncio.Protocol):
    """A WebSocket client of thirty lines: text frames only, a mask of zeros."""

    def __init__(self, request: bytes, on_message: Callable[["TableSocket", bytes], None]) -> None:
        """Connect with this request; pass every message to `on_message`."""
        self._request = request
        self._on_message = on_message
        self._data = b""
        self._is_open = False
        self._transport: asyncio.Transport
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Shake hands."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail the opening if it is not done."""
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError(self._data[:300]))

    def data_received(self, data: bytes) -> None:
        """Split the data into messages."""
        self._data += data
        if not self._is_open:
            head, end, rest = self._data.partition(b"\r\n\r\n")
            if not end or b" 101 " not in head:
                return
            self._is_open, self._data = True, rest
            if not self.opened.done():
                self.opened.set_result(None)
        while (message := self._message()) is not None:
            self._on_message(self, message)

    def _message(self) -> bytes | None:
        data = self._data
        if len(data) < 2:
            return None
        start, size = 2, data[1]
        if size == 126:
            start, size = 4, int.from_bytes(data[2:4])
        elif size == 127:
            start, size = 10, int.from_bytes(data[2:10])
        if len(data) < start + size:
            return None
        self._data = data[start + size :]
        message = data[start : start + size]
        if data[0] == PING:
            self._write(PONG, message)  # a server closes a connection that does not answer
        return message if data[0] == TEXT else b""

    def send(self, message: bytes) -> None:
        """Send a message."""
        self._write(TEXT, message)

    def _write(self, kind: int, message: bytes) -> None:
        size = len(message)
        head = bytes([kind, 0x80 | size]) if size < 126 else bytes([kind, 0xFE]) + size.to_bytes(2)
        self._transport.write(head + b"\0\0\0\0" + message)

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()


def _itself(socket: TableSocket) -> TableSocket:
    return socket


class LoadTable:
    """One table under load: the seat to move plays, and a latency ends when the last connection gets the move."""

    def __init__(self, seated: SeatedTable, ports: Sequence[int]) -> None:
        """Prepare a socket for each of these ports."""
        self._seated = seated
        self._ports = ports
        self._count = len(ports)
        self._sockets: list[TableSocket] = []
        self._offer: tuple[TableSocket, int, bytes] | None = None
        self._received = 0
        self._readied = 0
        self._sent = 0.0
        self._is_waiting = False
        self._is_dealt = False
        self._looking: set[TableSocket] = set()
        self._timer: asyncio.TimerHandle | None = None
        self.period = 0.0
        self.is_over = False
        self.seconds: list[float] = []
        self.dealt: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self) -> None:
        """Connect every socket and send hello."""
        for number, port in enumerate(self._ports):
            token = self._seated.tokens[number] if number < len(self._seated.tokens) else ""
            socket = TableSocket(self._request(token, port), self._on_message)
            await asyncio.get_running_loop().create_connection(partial(_itself, socket), "127.0.0.1", port)
            await socket.opened
            self._sockets.append(socket)
            socket.send(b'{"t":"hello","v":-1}')

    def _request(self, token: str, port: int) -> bytes:
        host = f"127.0.0.1:{port}"
        return (
            f"GET /ws/tables/{self._seated.table} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
            f"Cookie: teahouse={token}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()

    def get_ready(self) -> None:
        """Declare all players ready."""
        for socket in self._sockets[: len(self._seated.tokens)]:
            self._readied += 1
            socket.send(f'{{"t":"ready","id":"r{self._readied}","share":"{SHARE}"}}'.encode())

    def _on_message(self, socket: TableSocket, message: bytes) -> None:
        if message.startswith(SNAPSHOT):
            self._looking.add(socket)
        if message.startswith((EVENTS, SNAPSHOT)):
            if b'"moves"' in message:
                self._take_offer(socket, OFFER.decode(message))
            if message.startswith(EVENTS):
                self._count_one()
        if socket is self._sockets[0]:
            self._follow_deals(message)
        if self._offer is not None and len(self._looking) == self._count and not self.dealt.done():
            self.dealt.set_result(None)
        if message.startswith(NACK):
            sys.exit(f"the server refused: {message.decode()}")

    def _follow_deals(self, message: bytes) -> None:
        """Declare everybody ready again after a deal, once."""
        if message.startswith(SNAPSHOT) and b'"status":"playing"' in message:
            self._is_dealt = True
        elif BETWEEN in message and (self._is_dealt or message.startswith(SNAPSHOT)):
            self._is_dealt = False
            self.get_ready()

    def _take_offer(self, socket: TableSocket, offer: _Offer) -> None:
        self._offer = (socket, offer.v, bytes(offer.moves[0]))
        if not self._is_waiting and self.seconds:
            self.move_later()  # a new deal

    def _count_one(self) -> None:
        self._received += 1
        if self._received == len(self._sockets) and self._is_waiting:
            self._is_waiting = False
            self.seconds.append(time.perf_counter() - self._sent)
            if self._offer is not None:
                self.move_later()

    def move_later(self) -> None:
        """Move at the next moment of the period."""
        self.move_in(max(0.0, self._sent + self.period - time.perf_counter()))

    def move_in(self, seconds: float) -> None:
        """Move after this many seconds; this replaces an earlier plan."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.move)

    def move(self) -> None:
        """Play the first move offered."""
        if self.is_over or self._offer is None or self._is_waiting:
            return
        socket, version, move = self._offer
        self._offer, self._received, self._is_waiting, self._sent = None, 0, True, time.perf_counter()
        socket.send(b'{"t":"act","id":"%x","v":%d,"move":%b}' % (version, version, move))

    def close(self) -> None:
        """Close all sockets."""
        self.is_over = True
        for socket in self._sockets:
            socket.close()


class Load:
    """Many tables under load."""

    def __init__(self, tables: Sequence[SeatedTable], ports: Sequence[int]) -> None:
        """Prepare a socket for each seat and onlooker, through these ports."""
        self.tables = [LoadTable(seated, ports) for seated in tables]

    async def open(self) -> None:
        """Connect everybody and begin the deals."""
        for start in range(0, len(self.tables), 20):
            await asyncio.gather(*(table.open() for table in self.tables[start : start + 20]))
        for table in self.tables:
            table.get_ready()
        await asyncio.wait_for(asyncio.gather(*(table.dealt for table in self.tables)), 120)

    async def run(self, seconds: float, period: float) -> list[float]:
        """Play for a while, at each table one move in a period (0: as fast as possible); the sorted latencies."""
        for number, table in enumerate(self.tables):
            table.period, table.seconds = period, []
            table.move_in(period * number / len(self.tables))
        await asyncio.sleep(seconds)
        return sorted(latency for table in self.tables for latency in table.seconds)

    def keep(self, count: int) -> None:
        """Continue at this many tables; stop moving at the others."""
        for table in self.tables[count:]:
            table.is_over = True
        del self.tables[count:]

    def close(self) -> None:
        """Close all tables."""
        for table in self.tables:
            table.close()


def percentile(ordered: Sequence[float], percent: float) -> float:
    """The value below which this many percent lie."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def seated_tables(data: Any) -> list[SeatedTable]:
    """The tables that the server's process opened."""
    return msgspec.convert(data, list[SeatedTable])
