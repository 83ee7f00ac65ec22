"""The messages of a table to one viewer, for a socket or a stream."""

import secrets
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from teahouse.core.seats import Seat
from teahouse.service.errors import Refused, refused
from teahouse.service.house import House
from teahouse.service.tables import requests as r
from teahouse.service.tables.viewers.bus import Envelope, LocalBus, Mailbox, Viewer
from teahouse.service.tables.viewers.messages import Said

TRIES: Final = 4


class Subscription:
    """A person's or an onlooker's subscription to a table; it follows the person from seat to seat."""

    def __init__(self, house: House, bus: LocalBus, table: str, wake: Callable[[], None]) -> None:
        """Start empty; call `wake` when there is something to take."""
        self._house: Final = house
        self._bus: Final = bus
        self._table: Final = table
        self._wake: Final = wake
        self._id: Final = secrets.token_hex(8)
        self._person = self._name = self._invite = ""
        self._mailbox = Mailbox(wake)
        self._viewer: Viewer = None
        self._is_open = False
        self.has_moved = False
        self.recent_chat: tuple[Said, ...] = ()

    @property
    def due(self) -> "LastSeen | None":
        """The version from which the table must be asked again, after a change of seat or a lost message."""
        if self.has_moved:
            return NOTHING
        return LastSeen(self._mailbox.seen, self._viewer) if self._mailbox.has_gap else None

    @property
    def has_chat(self) -> bool:
        """Is a chat message among the waiting messages?"""
        return self._mailbox.has_chat

    @property
    def is_cut(self) -> bool:
        """Did too many messages wait?"""
        return self._mailbox.is_cut

    async def open(self, id_and_name: tuple[str, str], hello: "LastSeen", invite: str) -> list[bytes]:
        """Start, and return the missed messages or a snapshot; refused if the person may not look.

        `recent_chat` then holds the last lines of the chat.
        """
        (self._person, self._name), self._invite = id_and_name, invite
        seat, seen = (await self._house.table_for(self._table, self._person, invite)).seat, hello
        for _ in range(TRIES):
            self._listen(seat)
            version = seen.v if seen.is_of(seat) else -1
            reply = await self._house.ask(self._table, r.Attach(self._person, self._name, self._id, version, invite))
            if reply.code:
                self._unsubscribe()
                raise Refused(reply.code, reply.text, values=reply.values or None)
            if reply.seat == seat:
                self._mailbox.begin(reply.v)
                self.has_moved, self.recent_chat = False, reply.said
                return [bytes(message) for message in reply.sent]
            seat, seen = reply.seat, NOTHING  # the person moved in between
        raise refused("table/busy")

    def take(self) -> list[Envelope]:
        """The waiting messages up to a change of seat; those after it are for another viewer."""
        envelopes = self._mailbox.take()
        for count, envelope in enumerate(envelopes, 1):
            if envelope.seats is not None and self._seat_in(envelope.seats) != self._viewer:
                self._unsubscribe()
                self.has_moved = True
                return envelopes[:count]
        return envelopes

    def is_kept(self) -> bool:
        """Does a table on this server know that this connection is alive?"""
        return not self._is_open or self._house.mark_alive(self._table, self._id)

    async def stay(self) -> None:
        """Tell the table that this connection is alive, and notice lost messages."""
        mailbox, viewer = self._mailbox, self._viewer
        reply = await self._house.ask(self._table, r.Stay(self._person, self._name, self._id, self._invite))
        is_same = self._is_open and mailbox is self._mailbox and mailbox.seen >= 0
        if is_same and not reply.code and (reply.seat, reply.v) != (viewer, mailbox.seen):
            mailbox.has_gap = True
            self._wake()

    async def close(self) -> None:
        """Stop."""
        was_open = self._is_open
        self._unsubscribe()
        if was_open or self.has_moved:
            await self._house.ask(self._table, r.Detach(self._person, "", self._id))

    def _seat_in(self, seats: Sequence[str | None]) -> Viewer:
        return Seat(seats.index(self._person)) if self._person and self._person in seats else None

    def _listen(self, viewer: Viewer) -> None:
        self._unsubscribe()
        self._mailbox, self._viewer, self._is_open = Mailbox(self._wake), viewer, True
        self._bus.listen(self._table, viewer, self._mailbox)

    def _unsubscribe(self) -> None:
        if self._is_open:
            self._bus.leave(self._table, self._viewer, self._mailbox)
            self._is_open = False


class LastSeen(msgspec.Struct, frozen=True):
    """The last version a client saw, and as which viewer; -1 for none."""

    v: int = -1
    viewer: Viewer | msgspec.UnsetType = msgspec.UNSET

    def is_of(self, viewer: Viewer) -> bool:
        """Was it seen as this viewer? A client that does not say is trusted."""
        return self.viewer is msgspec.UNSET or self.viewer == viewer


NOTHING: Final = LastSeen()
