"""One open socket at a table: reads client messages and writes the table's messages, in order."""

import asyncio
import logging
import time
from collections import deque
from contextlib import suppress
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from teahouse.service.errors import CODES, Refused, refused
from teahouse.service.people.people import SignedIn
from teahouse.service.tables import requests as r
from teahouse.service.tables.log import ENCODER
from teahouse.service.tables.viewers.messages import Ack, Bye, Message, Nack, Pong
from teahouse.web import hub
from teahouse.web.context import ServerContext
from teahouse.web.limits import Bucket
from teahouse.web.muting import mute
from teahouse.web.socket import wire
from teahouse.web.socket.chat_filter import ChatFilter
from teahouse.web.socket.frames import frames_of
from teahouse.web.socket.subscription import NOTHING, LastSeen, Subscription

log: Final = logging.getLogger("teahouse.socket")

HELLO_WITHIN: Final = 10.0  # seconds
CLOSE_WITHIN: Final = 2.0  # seconds that closing may take
CHECK_EVERY: Final = 60.0  # seconds between two checks of the session
NOBODY: Final = ("", "")


class Caller:
    """The person at the other end, by the session of the socket."""

    def __init__(self, context: ServerContext, who: SignedIn | None, token: str) -> None:
        """Start with the person, or an onlooker without a session."""
        self._people: Final = context.people
        self._token: Final = token
        self._who = who
        self._checked_at = time.monotonic()

    @property
    def session(self) -> str:
        """The session id; empty without one."""
        return "" if self._who is None else self._who.session.id

    @property
    def id_and_name(self) -> tuple[str, str]:
        """Id and name; both empty without a session."""
        return NOBODY if self._who is None else (self._who.person.id, self._who.person.name)

    @property
    def is_check_due(self) -> bool:
        """Is the last check of the session too old?"""
        return self._who is not None and time.monotonic() - self._checked_at > CHECK_EVERY

    async def check_session(self, *, at_once: bool) -> None:
        """Check that the session is still valid, and its name; moves check only now and then."""
        if self._who is not None and (at_once or self.is_check_due):
            self._who = await self._people.authenticate(self._token)
            self._checked_at = time.monotonic()


class Connection:
    """A socket, its person, and its subscription."""

    def __init__(self, context: ServerContext, socket: WebSocket, table: str, caller: Caller) -> None:
        """Start before the client's hello; nothing is sent before it."""
        self._context: Final = context
        self._socket: Final = socket
        self._table: Final = table
        self._caller: Final = caller
        self._subscription: Final = Subscription(context.house, context.bus, table, self._wake)
        self._answers: Final[deque[bytes]] = deque()
        self._seen: LastSeen | None = None
        self._invite = ""
        self._chat_filter: Final = ChatFilter(context.mutes, caller.id_and_name[0])
        self._ending: tuple[int, Bye | None] | None = None
        self._frames: Final = frames_of(socket)
        self._loop: Final = asyncio.get_running_loop()
        self._work = asyncio.Event()
        self._is_writing = False  # the writer's task is in the middle of something
        self._is_write_due = False
        self._reader: asyncio.Task[None] | None = None
        self._bucket: Final = Bucket(context.limits.rates.messages, time.monotonic())

    @property
    def session(self) -> str:
        """The session it was opened with; empty without one."""
        return self._caller.session

    @property
    def person_id(self) -> str:
        """The person's id; empty without a session."""
        return self._caller.id_and_name[0]

    def reload_mutes(self) -> None:
        """Reload the list of people whom its person muted."""
        self._chat_filter.reload()

    def close_soon(self, code: int, bye: Bye | None = None) -> None:
        """Send pending messages, then a closing message, then close."""
        self._ending = self._ending or (code, bye)
        self._write_soon()

    def needs_beat(self) -> bool:
        """Must the table be informed, or the session checked?"""
        return self._ending is None and (self._caller.is_check_due or not self._subscription.is_kept())

    async def beat(self) -> None:
        """Tell the table that the connection is alive, and check that the session is valid."""
        try:
            if self._caller.is_check_due:
                self._chat_filter.reload()
            await self._caller.check_session(at_once=False)
            if not self._subscription.is_kept():
                await self._subscription.stay()
        except Refused as error:
            if error.code == "person/unknown":
                self.close_soon(hub.SESSION_ENDED)
        except Exception:
            log.exception("could not tell a table that its socket is still open", extra={"table": self._table})

    async def run(self) -> None:
        """Serve the socket until either side closes it."""
        await self._socket.accept()
        self._reader = asyncio.create_task(self._read_all())
        writer = asyncio.create_task(self._write_all())
        try:
            await asyncio.wait((self._reader, writer), return_when=asyncio.FIRST_COMPLETED)
            if self._ending is not None:
                await asyncio.wait((writer,), timeout=CLOSE_WITHIN)
        finally:
            self._reader.cancel()
            writer.cancel()
            await asyncio.gather(self._reader, writer, return_exceptions=True)
            if not self._context.hub.is_stopping:
                await asyncio.shield(self._subscription.close())

    def _wake(self) -> None:
        if self._subscription.is_cut and self._ending is None:
            self.close_soon(hub.TRY_LATER, Bye("slow"))
            if self._reader is not None:
                self._reader.cancel()  # the writer may be stuck; `run` waits for it a moment, then ends
        self._write_soon()

    # -- reading ---------------------------------------------------------------------------------------------------

    async def _read_all(self) -> None:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                await self._read_one(is_first=True)
            while self._ending is None:
                await self._read_one()
        except TimeoutError:
            self.close_soon(hub.POLICY)
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("a socket failed", extra={"table": self._table})
            self.close_soon(hub.FAILED)

    async def _read_one(self, *, is_first: bool = False) -> None:
        frame = await self._frame()
        started = time.perf_counter()
        if not self._bucket.take(self._context.limits.rates.messages, time.monotonic()):
            self._count("any", "wire/flood")
            return self.close_soon(hub.POLICY, Bye("flood"))
        if len(frame) > wire.LONGEST_FRAME:
            return self.close_soon(hub.TOO_BIG)
        try:
            message = wire.parse_message(frame)
            if is_first and not isinstance(message, wire.Hello):
                self.close_soon(hub.POLICY)
                raise refused("wire/unreadable", "expected hello first")
        except Refused as error:
            self._count("any", error.code)
            return self._reply(Nack(wire.id_of(frame), error.code, str(error)))
        await self._execute(message)
        return self._context.metrics.seconds.observe(time.perf_counter() - started)

    async def _frame(self) -> str | bytes:
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code") or hub.GONE)
        text: str | None = event.get("text")
        data: bytes | None = event.get("bytes")
        return text if text is not None else data or b""

    async def _execute(self, message: wire.AnyClientMessage) -> None:
        match message:
            case wire.Hello():
                self._invite = message.invite or self._invite
                self._seen = LastSeen(message.v, message.seat)
                self._write_soon()
            case wire.Ping():
                self._reply(Pong(message.id, self._context.timers.date()))
            case wire.Mute():
                await self._mute(message)
            case _:
                kind, traces, answering = type(message).__name__.lower(), self._context.traces, self._ask(message)
                reply = await (answering if traces is None else traces.message(kind, self._table, answering))
                self._count(kind, reply.code or "done")
                if "newest" in reply.values:  # the client has seen a version that is lost
                    self._seen = NOTHING
                self._reply(_answer(message.id, reply))

    async def _mute(self, message: wire.Mute) -> None:
        if message.person is None:
            self._chat_filter.is_shut = message.on
            return self._reply(Ack(message.id, 0))
        try:
            if not self.person_id:
                raise refused("person/unknown")
            await mute(self._context, self.person_id, message.person, on=message.on)
        except Refused as error:
            return self._reply(Nack(message.id, error.code, str(error)))
        return self._reply(Ack(message.id, 0))

    async def _ask(self, message: wire.TableMessage) -> r.Reply:
        try:
            await self._caller.check_session(at_once=not isinstance(message, wire.Act))
        except Refused as error:
            if error.code == "person/unknown":
                self.close_soon(hub.SESSION_ENDED)
            return r.Reply(code=error.code, text=str(error))
        if not self._caller.session:
            return r.Reply(code="person/unknown", text=CODES["person/unknown"])
        return await self._context.house.ask(self._table, wire.request_of(message, *self._caller.id_and_name))

    def _count(self, kind: str, outcome: str) -> None:
        self._context.metrics.actions.count(kind, outcome)

    # -- writing ---------------------------------------------------------------------------------------------------

    def _reply(self, message: Message) -> None:
        self._answers.append(ENCODER.encode(message))
        self._write_soon()

    def _write_soon(self) -> None:
        """Write after the current tasks, so that a table's messages and its answer to a request go out together."""
        if not self._is_write_due:
            self._is_write_due = True
            self._loop.call_soon(self._write)

    def _write(self) -> None:
        """Write the waiting messages at once, or wake the writer's task if something must be awaited first."""
        self._is_write_due = False
        is_plain = self._seen is None and self._ending is None and not self._subscription.has_chat
        if is_plain and not self._is_writing and self._frames.are_ready:
            messages = [envelope.message for envelope in self._subscription.take()]
            if self._answers:
                messages += self._taken_answers()
            if messages:
                self._frames.write(messages)
            self._note_due()
        else:
            self._work.set()

    def _taken_answers(self) -> list[bytes]:
        answers = list(self._answers)
        self._answers.clear()
        return answers

    def _note_due(self) -> None:
        """Ask the table for a snapshot after a change of seat, or for what was lost."""
        due = self._subscription.due
        if due is not None:
            self._seen = due
            self._work.set()

    async def _write_all(self) -> None:
        """Send everything that must await something: snapshots, chat, slow readers, the end."""
        with suppress(WebSocketDisconnect, RuntimeError):  # the other side is gone
            while True:
                self._is_writing = False
                await self._work.wait()
                self._work.clear()
                self._is_writing = True
                await self._write_one_by_one()
                if self._ending is not None:
                    return await self._say_bye(*self._ending)
                self._note_due()

    async def _write_one_by_one(self) -> None:
        """Send everything in order: the table's messages before the answers that followed them."""
        if self._seen is not None:
            await self._send(await self._subscribe(self._seen))
        for envelope in self._subscription.take():
            if envelope.speaker is None or await self._chat_filter.passes(envelope.speaker):
                await self._send([envelope.message])
        await self._send(self._taken_answers())

    async def _subscribe(self, seen: LastSeen) -> list[bytes]:
        """Start the subscription, or switch its viewer, and return what to send first."""
        self._seen = None
        try:
            messages = await self._subscription.open(self._caller.id_and_name, seen, self._invite)
        except Refused as error:
            self.close_soon(hub.POLICY)
            return [msgspec.json.encode(Nack("", error.code, str(error), values=dict(error.values or {})))]
        chat = [line for line in self._subscription.recent_chat if await self._chat_filter.passes(line.person)]
        return [*map(msgspec.json.encode, chat), *messages]

    async def _send(self, messages: list[bytes]) -> None:
        for message in messages:
            await self._frames.wait_until_ready()
            self._frames.write((message,))

    async def _say_bye(self, code: int, bye: Bye | None) -> None:
        if bye is not None:
            await self._send([msgspec.json.encode(bye)])
        await self._socket.close(code)


def _answer(client: str, reply: r.Reply) -> Ack | Nack:
    if reply.code:
        return Nack(client, reply.code, reply.text, reply.v, reply.values)
    return Ack(client, reply.v)
