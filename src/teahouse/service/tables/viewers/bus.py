"""Carries live messages to the viewers of a table. Messages may be lost: a gap is filled from the table itself."""

from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec

from teahouse.core.seats import Seat

Viewer = Seat | None

DEEPEST_QUEUE: Final = 256
CLOCK: Final = b'{"t":"clock"'


class Envelope(msgspec.Struct, frozen=True, gc=False):
    """A message to viewers. Version 0 means without a version.

    seats: the person of each seat, if the message contains them. speaker: the author of a chat message.
    """

    version: int
    message: bytes
    seats: tuple[str | None, ...] | None = None
    speaker: str | None = None


class Mailbox:
    """One reader's queue. It is closed when the reader cannot keep up, so that nobody else waits.

    `seen` is the last version that was queued or sent. Listen, ask the table for what was missed, then `begin`.
    Messages after a lost one are not queued: `has_gap` says that the table must be asked again.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        """Call `wake` whenever something arrives."""
        self._wake = wake
        self._queue: deque[Envelope] = deque()
        self.seen = -1
        self.is_cut = False
        self.has_gap = False
        self.has_chat = False

    def push(self, envelope: Envelope) -> None:
        """Queue a message unless its version was seen, or close the mailbox when too many wait."""
        version = envelope.version
        if self.is_cut or 0 < version <= self.seen:
            return
        if version > self.seen + 1 and self.seen >= 0:
            self.has_gap = True
            self._wake()
            return
        if version > 0:
            self.seen = version
        if len(self._queue) >= DEEPEST_QUEUE:
            self.is_cut = True
            self._queue.clear()
        else:
            self._queue.append(envelope)
            self.has_chat |= envelope.speaker is not None
        self._wake()

    def begin(self, version: int) -> None:
        """Begin after a version that was sent in another way; of the queued messages only later ones are kept.

        Clocks have no version: those queued before a message that is left out are outdated, and left out too.
        """
        waiting, self._queue = list(self._queue), deque()
        self.seen, self.has_gap = version, False
        known = max((place for place, envelope in enumerate(waiting, 1) if 0 < envelope.version <= version), default=0)
        for place, envelope in enumerate(waiting, 1):
            if place > known or not envelope.message.startswith(CLOCK):
                self.push(envelope)

    def take(self) -> list[Envelope]:
        """All queued messages."""
        envelopes = list(self._queue)
        self._queue.clear()
        self.has_chat = False
        return envelopes


class LocalBus:
    """The bus within one process."""

    def __init__(self) -> None:
        """Start without listeners."""
        self._mailboxes: dict[tuple[str, Viewer], list[Mailbox]] = {}

    def publish(self, table: str, viewer: Viewer, envelope: Envelope) -> None:
        """Send a message to every mailbox of this viewer."""
        for mailbox in self._mailboxes.get((table, viewer), ()):
            mailbox.push(envelope)

    def listen(self, table: str, viewer: Viewer, mailbox: Mailbox) -> None:
        """Add a mailbox for this viewer."""
        self._mailboxes.setdefault((table, viewer), []).append(mailbox)

    def has_mailboxes(self, table: str, viewer: Viewer) -> bool:
        """Has this viewer a mailbox?"""
        return (table, viewer) in self._mailboxes

    def leave(self, table: str, viewer: Viewer, mailbox: Mailbox) -> None:
        """Remove a mailbox."""
        mailboxes = self._mailboxes.get((table, viewer), [])
        if mailbox in mailboxes:
            mailboxes.remove(mailbox)
        if not mailboxes:
            self._mailboxes.pop((table, viewer), None)
