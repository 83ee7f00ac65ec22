"""A load generator for tables: plain sockets, as little Python for each message as possible, and a clock."""

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


class Place(msgspec.Struct, frozen=True):
    """A table to play at, and the tokens of the players; other tabs look on."""

    table: str
    tokens: tuple[str, ...]
    persons: tuple[str, ...] = ()


class _Offer(msgspec.Struct):
    v: int
    moves: tuple[msgspec.Raw, ...] = ()


OFFER = msgspec.json.Decoder(_Offer)


class TableSocket(asyncio.Protocol):
    """A WebSocket client of thirty lines: text frames only, a mask of zeros."""

    def __init__(self, request: bytes, heard: Callable[["TableSocket", bytes], None]) -> None:
        """Open with this request; pass every message to `heard`."""
        self._request = request
        self._heard = heard
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
            self._heard(self, message)

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


def _itself(tab: TableSocket) -> TableSocket:
    return tab


class LoadTable:
    """One table under load: the seat to move moves, and the clock runs until the last tab hears of the move."""

    def __init__(self, place: Place, ports: Sequence[int]) -> None:
        """Prepare a tab for each of these ports."""
        self._place = place
        self._ports = ports
        self._count = len(ports)
        self._tabs: list[TableSocket] = []
        self._offer: tuple[TableSocket, int, bytes] | None = None
        self._heard = 0
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
        """Connect every tab and say hello."""
        for number, port in enumerate(self._ports):
            token = self._place.tokens[number] if number < len(self._place.tokens) else ""
            tab = TableSocket(self._request(token, port), self._hear)
            await asyncio.get_running_loop().create_connection(partial(_itself, tab), "127.0.0.1", port)
            await tab.opened
            self._tabs.append(tab)
            tab.send(b'{"t":"hello","v":-1}')

    def _request(self, token: str, port: int) -> bytes:
        host = f"127.0.0.1:{port}"
        return (
            f"GET /ws/tables/{self._place.table} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
            f"Cookie: teahouse={token}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()

    def get_ready(self) -> None:
        """Declare all players ready."""
        for tab in self._tabs[: len(self._place.tokens)]:
            self._readied += 1
            tab.send(f'{{"t":"ready","id":"r{self._readied}","share":"{SHARE}"}}'.encode())

    def _hear(self, tab: TableSocket, message: bytes) -> None:
        if message.startswith(SNAPSHOT):
            self._looking.add(tab)
        if message.startswith((EVENTS, SNAPSHOT)):
            if b'"moves"' in message:
                self._take_offer(tab, OFFER.decode(message))
            if message.startswith(EVENTS):
                self._count_one()
        if tab is self._tabs[0]:
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

    def _take_offer(self, tab: TableSocket, offer: _Offer) -> None:
        self._offer = (tab, offer.v, bytes(offer.moves[0]))
        if not self._is_waiting and self.seconds:
            self.move_later()  # a new deal

    def _count_one(self) -> None:
        self._heard += 1
        if self._heard == len(self._tabs) and self._is_waiting:
            self._is_waiting = False
            self.seconds.append(time.perf_counter() - self._sent)
            if self._offer is not None:
                self.move_later()

    def move_later(self) -> None:
        """Move at the next time of the period."""
        self.move_in(max(0.0, self._sent + self.period - time.perf_counter()))

    def move_in(self, seconds: float) -> None:
        """Move after this many seconds, instead of at a time planned before."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.move)

    def move(self) -> None:
        """Play the first move offered."""
        if self.is_over or self._offer is None or self._is_waiting:
            return
        tab, version, move = self._offer
        self._offer, self._heard, self._is_waiting, self._sent = None, 0, True, time.perf_counter()
        tab.send(b'{"t":"act","id":"%x","v":%d,"move":%b}' % (version, version, move))

    def close(self) -> None:
        """Close all tabs."""
        self.is_over = True
        for tab in self._tabs:
            tab.close()


class Load:
    """Many tables under load."""

    def __init__(self, places: Sequence[Place], ports: Sequence[int]) -> None:
        """Prepare a tab for each seat and onlooker, through these ports."""
        self.tables = [LoadTable(place, ports) for place in places]

    async def open(self) -> None:
        """Connect everybody and begin the deals."""
        for start in range(0, len(self.tables), 20):
            await asyncio.gather(*(table.open() for table in self.tables[start : start + 20]))
        for table in self.tables:
            table.get_ready()
        await asyncio.wait_for(asyncio.gather(*(table.dealt for table in self.tables)), 120)

    async def run(self, seconds: float, period: float) -> list[float]:
        """Play for a while, at each table one move in a period (0: as fast as it goes); the sorted latencies."""
        for number, table in enumerate(self.tables):
            table.period, table.seconds = period, []
            table.move_in(period * number / len(self.tables))
        await asyncio.sleep(seconds)
        return sorted(latency for table in self.tables for latency in table.seconds)

    def keep(self, count: int) -> None:
        """Continue at this many tables; the others stay as they are."""
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


def places_of(data: Any) -> list[Place]:
    """Places from the data of the server side."""
    return msgspec.convert(data, list[Place])
