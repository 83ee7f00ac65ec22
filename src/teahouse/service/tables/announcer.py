"""What a table sends to its viewers: events, news, snapshots, clocks, and presence."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from teahouse.core.seats import Seat
from teahouse.service.people.shown_names import shown_name
from teahouse.service.tables.log import ENCODER
from teahouse.service.tables.table import Table, Update
from teahouse.service.tables.viewers.bus import LocalBus, Mail, Viewer
from teahouse.service.tables.viewers.connections import Connections
from teahouse.service.tables.viewers.messages import Clock, Events, Message, News, Presence, Said, Snapshot
from teahouse.service.tables.waiting.absence import Absence
from teahouse.service.tables.waiting.claim_window import ClaimWindow
from teahouse.service.tables.waiting.clocks import TableClocks

BACKLOG: Final = 64


class Announcer:
    """Sends the messages of one table, and keeps the last ones of each viewer for reconnects."""

    def __init__(  # noqa: PLR0913 - everything that is told about
        self,
        table: Table,
        bus: LocalBus,
        *,
        clocks: TableClocks,
        window: ClaimWindow,
        connections: Connections,
        absence: Absence,
        today: Callable[[], str],
    ) -> None:
        """Send over this bus."""
        self._table = table
        self._bus = bus
        self._clocks = clocks
        self._window = window
        self._connections = connections
        self._absence = absence
        self._today = today
        self._backlog: dict[Viewer, deque[Mail]] = {viewer: deque(maxlen=BACKLOG) for viewer in table.viewers}
        self._unsent: list[tuple[Viewer, Mail]] = []
        self._presence = self._told_presence()

    def flush(self) -> None:
        """Send the waiting messages. The reply to a request is queued just before, so that both go out in one write."""
        unsent, self._unsent = self._unsent, []
        for viewer, mail in unsent:
            self._bus.publish(self._table.id, viewer, mail)

    # -- messages with a version -----------------------------------------------------------------------------------

    def tell(self, told: Mapping[Viewer, Update]) -> None:
        """Send each viewer an event after it was applied."""
        now, table = self._clock(), self._table
        for viewer, update in told.items():
            version = table.versions[viewer]
            if update.kind == "events":
                self._send(viewer, Mail(version, ENCODER.encode(self._events(viewer, update.events, now))))
            elif update.kind == "deal":
                self._send(viewer, Mail(version, ENCODER.encode(self.snapshot(viewer))))
            else:
                seats = tuple(holder and holder.person for holder in table.holders)
                self._send(viewer, Mail(version, ENCODER.encode(News(version, table.info())), seats=seats))

    def _send(self, viewer: Viewer, mail: Mail) -> None:
        self._backlog[viewer].append(mail)
        self._unsent.append((viewer, mail))

    def _events(self, viewer: Viewer, events: tuple[Any, ...], now: Clock) -> Events:
        version, moves, answer = self._table.versions[viewer], self._moves(viewer), self._held(viewer)
        sealed = self._table.hosting.sealed_events
        if sealed is not None and self._table.shows_deal_of(self._today()):
            events = sealed(events)
        return Events(version, events, moves, now.clocks, now.running, now.turns, now.window, answer)

    def _moves(self, viewer: Viewer) -> tuple[Any, ...]:
        return tuple(self._table.legal(viewer)) if viewer is not None else ()

    def _held(self, viewer: Viewer) -> Any:
        """A viewer's answer to an open claim."""
        answered = None if viewer is None else self._table.answers.get(viewer)
        return None if answered is None else answered.move

    def snapshot(self, viewer: Viewer) -> Snapshot:
        """A snapshot of the table for a viewer."""
        table, now = self._table, self._clock()
        view = None if table.state is None else self._view(viewer)
        return Snapshot(
            table.versions[viewer],
            table.info(),
            viewer,
            view,
            self._moves(viewer),
            now.clocks,
            now.running,
            now.turns,
            now.window,
            self._held(viewer),
            self._clocks.spent(Seat(0) if viewer is None else viewer),
        )

    def _view(self, viewer: Viewer) -> Any:
        """What a viewer sees; while others still play the same deal, its end shows nothing new."""
        view, sealed = self._table.game.view(self._table.state, viewer), self._table.hosting.sealed_view
        is_sealed = sealed is not None and self._table.shows_deal_of(self._today())
        return sealed(view) if sealed is not None and is_sealed else view

    def missed(self, viewer: Viewer, seen: int) -> list[bytes]:
        """What a viewer at this version must be sent: the messages since and the current clocks, or a snapshot."""
        missing = [mail for mail in self._backlog[viewer] if mail.version > seen]
        if 0 <= seen == self._table.versions[viewer] or (missing and missing[0].version == seen + 1):
            return [*(mail.message for mail in missing), msgspec.json.encode(self._clock())]
        return [msgspec.json.encode(self.snapshot(viewer))]

    def retell(self) -> None:
        """Send every viewer the table as it is, after it was read again from its log."""
        for viewer in self._table.viewers:
            self._send(viewer, Mail(self._table.versions[viewer], ENCODER.encode(self.snapshot(viewer))))
        self.flush()

    # -- messages without a version --------------------------------------------------------------------------------

    def face(self) -> Any:
        """A value that changes when a clock starts, stops or gets more time, but not while it runs."""
        left = tuple(self._table.left.items()) if self._table.opened.clock.step else ()
        return self._clocks.running(), self._window.place, left

    def _clock(self) -> Clock:
        """The clocks as they are now."""
        return Clock(self._clocks.shown(), self._clocks.running(), self._clocks.turns(), self._window.left())

    def tell_clock(self, *viewers: Viewer) -> None:
        """Send these viewers the current clocks."""
        self._tell_uncounted(viewers, self._clock())

    def tell_said(self, said: Said) -> None:
        """Send a chat message to every viewer."""
        self._tell_uncounted(self._table.viewers, said, speaker=said.person)

    def chat(self) -> tuple[Said, ...]:
        """The last lines of the chat, with current names."""
        table = self._table
        return tuple(
            Said(shown_name("", line.person, table.people), line.person, line.text, line.number) for line in table.chat
        )

    def tell_presence(self) -> None:
        """Send presence to every viewer: who is there, possible claims, and the countdown."""
        self._presence = self._told_presence()
        here, onlookers, _ = self._presence
        told = Presence(here, onlookers, self._absence.away(), self._absence.ready_in())
        self._tell_uncounted(self._table.viewers, told)

    def keep_presence(self) -> None:
        """Send presence when it changed."""
        if self._told_presence() != self._presence:
            self.tell_presence()

    def _told_presence(self) -> tuple[Any, ...]:
        here = tuple(map(self._connections.has, self._table.game.seats))
        return here, self._connections.onlookers, self._absence.moments()

    def _tell_uncounted(self, viewers: Sequence[Viewer], message: Message, speaker: str | None = None) -> None:
        mail = Mail(0, ENCODER.encode(message), speaker=speaker)
        self._unsent += [(viewer, mail) for viewer in viewers]
