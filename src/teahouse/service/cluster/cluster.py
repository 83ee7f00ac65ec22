"""Several servers as one house: leases in the database assign tables, NATS carries requests and live messages.

NATS is lossy by contract. A request without an answer is sent again; a lost message leaves a gap in the
versions, and the subscription that sees the gap asks the table for the rest.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError
from sqlalchemy import Connection

from teahouse.service.cluster.leases import LEASE_MS, OwnedElsewhere, acquire, check_owner, let_go, release, renew
from teahouse.service.errors import CODES, Refused, refused
from teahouse.service.store.store import Store
from teahouse.service.tables import requests as r
from teahouse.service.tables.viewers.bus import Envelope, LocalBus, Mailbox, Viewer
from teahouse.service.timers import Timers

log = logging.getLogger(__name__)

ASK_SECONDS: Final = 2.0
PAUSES: Final = (0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 1.5, 1.5, 1.5)
"""Seconds before an owner is looked up again: it may be releasing its tables, or be gone until its leases expire."""
RELEASED: Final = "teahouse.released"
MOST_OWNERS: Final = 10_000
VERSION: Final = "V"
SEATS: Final = "S"
SPEAKER: Final = "P"


class ForwardedRequest(msgspec.Struct, frozen=True):
    """A request on its way to the owner of a table."""

    table: str
    request: r.AnyRequest


FORWARDED: Final = msgspec.json.Decoder(ForwardedRequest)
NAMED: Final = (r.Sit, r.Leave, r.Ready, r.Chat, r.HostMute, r.Absent, r.End)
MOVED: Final = r.Reply(code="table/moved", text=CODES["table/moved"])
REPLY: Final = msgspec.json.Decoder(r.Reply)

Here = Callable[[str, r.AnyRequest], Awaitable[r.Reply]]
OnReleased = Callable[[], None]


class NatsBus(LocalBus):
    """The bus of several processes: a message of one process reaches the mailboxes in all of them."""

    def __init__(self, client: Client) -> None:
        """Use this client, which must not receive its own messages."""
        super().__init__()
        self._client = client
        self._subscriptions: dict[tuple[str, Viewer], Subscription] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def publish(self, table: str, viewer: Viewer, envelope: Envelope) -> None:
        """Send a message to the mailboxes of this process and to the other processes."""
        super().publish(table, viewer, envelope)
        self._do(self._client.publish(subject(table, viewer), envelope.message, headers=headers_of(envelope)))

    def listen(self, table: str, viewer: Viewer, mailbox: Mailbox) -> None:
        """Subscribe a mailbox to the messages of a viewer, from any process."""
        super().listen(table, viewer, mailbox)
        if (table, viewer) not in self._subscriptions:
            self._do(self._subscribe(table, viewer))

    def leave(self, table: str, viewer: Viewer, mailbox: Mailbox) -> None:
        """Remove a mailbox."""
        super().leave(table, viewer, mailbox)
        if (
            not self.has_mailboxes(table, viewer)
            and (subscription := self._subscriptions.pop((table, viewer), None)) is not None
        ):
            self._do(subscription.unsubscribe())

    @property
    def is_connected(self) -> bool:
        """Is NATS connected?"""
        return bool(self._client.is_connected)

    async def flush(self) -> None:
        """Wait until NATS has received everything sent so far, including subscriptions."""
        await asyncio.gather(*self._tasks)
        await self._client.flush()

    async def _subscribe(self, table: str, viewer: Viewer) -> None:
        async def receive(message: Msg) -> None:
            super(NatsBus, self).publish(table, viewer, envelope_of(message.data, message.headers or {}))

        subscription = await self._client.subscribe(subject(table, viewer), cb=receive)  # pyright: ignore[reportUnknownMemberType] - typed in part only
        if self.has_mailboxes(table, viewer) and (table, viewer) not in self._subscriptions:
            self._subscriptions[table, viewer] = subscription
        else:
            await subscription.unsubscribe()

    def _do(self, work: Awaitable[Any]) -> None:
        async def quietly() -> None:
            with suppress(NatsError, ConnectionError):
                await work

        task = asyncio.ensure_future(quietly())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def headers_of(envelope: Envelope) -> dict[str, str]:
    """The fields of a message that other processes need besides its text."""
    headers = {VERSION: str(envelope.version)}
    if envelope.seats is not None:
        headers[SEATS] = msgspec.json.encode(envelope.seats).decode()
    if envelope.speaker is not None:
        headers[SPEAKER] = envelope.speaker
    return headers


def envelope_of(message: bytes, headers: Mapping[str, str]) -> Envelope:
    """A message as another process sent it."""
    seats = msgspec.json.decode(headers[SEATS], type=tuple[str | None, ...]) if SEATS in headers else None
    return Envelope(int(headers.get(VERSION, "0")), message, seats, headers.get(SPEAKER))


def subject(table: str, viewer: Viewer) -> str:
    """The NATS subject of a viewer's messages."""
    return f"teahouse.table.{table}.{'onlooker' if viewer is None else f'seat{viewer}'}"


class Cluster:
    """One server among the others."""

    def __init__(self, store: Store, client: Client, timers: Timers, name: str) -> None:
        """Join under a name that no other server has."""
        self.name = name
        self._store = store
        self._client = client
        self._timers = timers
        self._owners: dict[str, str] = {}
        self._renewing: asyncio.Task[None] | None = None
        self._requests: Subscription | None = None
        self._is_leaving = False
        self._answering: set[asyncio.Task[None]] = set()

    async def start(self, here: Here, released: OnReleased) -> None:
        """Answer other servers' requests about tables owned here, and renew the leases.

        `released` is called when another server has given up its tables.
        """

        async def answer(message: Msg) -> None:
            forwarded = FORWARDED.decode(message.data)
            reply = await here(forwarded.table, forwarded.request)
            with suppress(NatsError, ConnectionError):
                await message.respond(msgspec.json.encode(reply))

        async def receive_request(message: Msg) -> None:
            task = asyncio.create_task(answer(message))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

        async def receive_released(message: Msg) -> None:
            former_owner = message.data.decode()
            self._owners = {table: owner for table, owner in self._owners.items() if owner != former_owner}
            released()

        await self._client.subscribe(RELEASED, cb=receive_released)  # pyright: ignore[reportUnknownMemberType] - typed in part only
        self._requests = await self._client.subscribe(f"teahouse.ask.{self.name}", cb=receive_request)  # pyright: ignore[reportUnknownMemberType] - typed in part only
        self._renewing = asyncio.create_task(self._renew())

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(LEASE_MS / 3000)
            try:
                await self._store.write(lambda connection: renew(connection, self.name, self._timers.date()))
            except Exception:
                log.exception("the leases could not be renewed")

    async def acquire(self, table: str) -> int:
        """Become the owner of a table and return the epoch; `OwnedElsewhere` while another server owns it."""
        await self._store.read(lambda connection: check_owner(connection, table, self.name, self._timers.date()))
        return await self._store.write(lambda connection: self.acquired(connection, table))

    def acquired(self, connection: Connection, table: str) -> int:
        """Become the owner of a table within a transaction; refused when this server leaves."""
        if self._is_leaving:
            raise refused("table/moved")
        return acquire(connection, table, self.name, self._timers.date())

    async def let_go(self, table: str, epoch: int) -> None:
        """Release the lease of a table that left memory, so that it is no longer renewed."""
        with suppress(Refused):  # the lease ends with this server, or is released when the table leaves memory again
            await self._store.write(lambda connection: let_go(connection, table, self.name, epoch))

    async def ask(self, table: str, request: r.AnyRequest, here: Here) -> r.Reply:
        """Pass a request to the owner of the table: here, elsewhere, or here after the owner is gone.

        A request may be sent again although it was carried out, so one without an id gets one.
        """
        if isinstance(request, NAMED) and not request.id:
            request = msgspec.structs.replace(request, id=secrets.token_hex(8))
        for pause in PAUSES:
            reply = await self._ask_once(table, request, here)
            if reply.code != MOVED.code or self._is_leaving:
                return reply
            await asyncio.sleep(pause)
        return r.Reply(code="bus/away", text=CODES["bus/away"])

    async def _ask_once(self, table: str, request: r.AnyRequest, here: Here) -> r.Reply:
        """Ask the last known owner, or look it up; `MOVED` if it is no longer the owner, or does not answer."""
        if (owner := self._owners.get(table)) is None:
            try:
                return await here(table, request)
            except OwnedElsewhere as away:
                owner = away.owner
        reply = await self._forward(owner, table, request)
        self._note(table, owner if reply is not None and reply.code != MOVED.code else None)
        return MOVED if reply is None else reply

    def _note(self, table: str, owner: str | None) -> None:
        """Remember the owner of a table, or forget it."""
        self._owners.pop(table, None)
        if owner is not None:
            if len(self._owners) >= MOST_OWNERS:
                self._owners.clear()
            self._owners[table] = owner

    async def _forward(self, owner: str, table: str, request: r.AnyRequest) -> r.Reply | None:
        """Ask the owner; None when it does not answer."""
        question = msgspec.json.encode(ForwardedRequest(table, request))
        try:
            answer = await self._client.request(f"teahouse.ask.{owner}", question, timeout=ASK_SECONDS)
        except (NatsError, ConnectionError, TimeoutError):
            return None
        return REPLY.decode(answer.data)

    def leave(self) -> None:
        """Acquire no more tables; requests for released tables go to another server."""
        self._is_leaving = True

    async def stop(self) -> None:
        """Release the tables, inform the other servers, and disconnect."""
        self.leave()
        if self._renewing is not None:
            self._renewing.cancel()
        with suppress(Exception):
            await self._store.write(lambda connection: release(connection, self.name))
        with suppress(NatsError, ConnectionError):
            await self._answer_the_last()
            await self._client.publish(RELEASED, self.name.encode())
            await self._client.drain()

    async def _answer_the_last(self) -> None:
        """Accept no more requests, and answer those already accepted, so that every caller gets a reply."""
        if self._requests is not None:
            await self._requests.drain()  # type: ignore[no-untyped-call] # the library does not say what it returns
        if self._answering:
            await asyncio.wait(self._answering, timeout=ASK_SECONDS)
