"""Carries live messages to the viewers of a table. Messages may be lost: a gap is filled from the table itself."""

from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec

from teahouse.core.seats import Seat

Viewer = Seat | None

DEEPEST_QUEUE: Final = 256
CLOCK: Final = b'{"t":"clock"'


class Mail(msgspec.Struct, frozen=True, gc=False):
    """A message to viewers. Version 0 means without a version.

    seats: the person of each seat, where the message contains them. speaker: the author of a chat message.
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
        self._queue: deque[Mail] = deque()
        self.seen = -1
        self.is_cut = False
        self.has_gap = False
        self.has_chat = False

    def push(self, mail: Mail) -> None:
        """Queue a message unless its version was seen, or close the mailbox when too many wait."""
        version = mail.version
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
            self._queue.append(mail)
            self.has_chat |= mail.speaker is not None
        self._wake()

    def begin(self, version: int) -> None:
        """Begin after a version that was sent in another way; of the queued messages only later ones are kept.

        Clocks have no version: those queued before a message that is left out are outdated, and left out too.
        """
        waiting, self._queue = list(self._queue), deque()
        self.seen, self.has_gap = version, False
        known = max((place for place, mail in enumerate(waiting, 1) if 0 < mail.version <= version), default=0)
        for place, mail in enumerate(waiting, 1):
            if place > known or not mail.message.startswith(CLOCK):
                self.push(mail)

    def take(self) -> list[Mail]:
        """All queued messages."""
        taken = list(self._queue)
        self._queue.clear()
        self.has_chat = False
        return taken


class LocalBus:
    """The bus within one process."""

    def __init__(self) -> None:
        """Start without listeners."""
        self._mailboxes: dict[tuple[str, Viewer], list[Mailbox]] = {}

    def publish(self, table: str, viewer: Viewer, mail: Mail) -> None:
        """Send a message to every mailbox of this viewer."""
        for mailbox in self._mailboxes.get((table, viewer), ()):
            mailbox.push(mail)

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
