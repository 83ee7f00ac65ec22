"""What a table sends to its viewers: events, news, snapshots, clocks, and presence."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from teahouse.core.seats import Seat
from teahouse.service.people.shown_names import shown_name
from teahouse.service.tables.log import ENCODER
from teahouse.service.tables.table import Table, Update
from teahouse.service.tables.viewers.bus import Envelope, LocalBus, Viewer
from teahouse.service.tables.viewers.connections import Connections
from teahouse.service.tables.viewers.messages import Clock, Events, Message, News, Presence, Said, Snapshot
from teahouse.service.tables.waiting.absence import Absence
from teahouse.service.tables.waiting.claim_window import ClaimWindow
from teahouse.service.tables.waiting.clocks import TableClocks

BACKLOG: Final = 64


class Announcer:
    """Sends the messages of one table, and keeps the last ones of each viewer for reconnects."""

    def __init__(  # noqa: PLR0913 - everything that messages are about
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
        self._backlog: dict[Viewer, deque[Envelope]] = {viewer: deque(maxlen=BACKLOG) for viewer in table.viewers}
        self._unsent: list[tuple[Viewer, Envelope]] = []
        self._presence = self._presence_now()

    def flush(self) -> None:
        """Send the waiting messages. The reply to a request is queued just before, so that both go out in one write."""
        unsent, self._unsent = self._unsent, []
        for viewer, envelope in unsent:
            self._bus.publish(self._table.id, viewer, envelope)

    # -- messages with a version -----------------------------------------------------------------------------------

    def send_updates(self, updates: Mapping[Viewer, Update]) -> None:
        """Send each viewer an event after it was applied."""
        now, table = self._clock(), self._table
        for viewer, update in updates.items():
            version = table.versions[viewer]
            if update.kind == "events":
                self._send(viewer, Envelope(version, ENCODER.encode(self._events(viewer, update.events, now))))
            elif update.kind == "deal":
                self._send(viewer, Envelope(version, ENCODER.encode(self.snapshot(viewer))))
            else:
                seats = tuple(holder and holder.person for holder in table.holders)
                self._send(viewer, Envelope(version, ENCODER.encode(News(version, table.info())), seats=seats))

    def _send(self, viewer: Viewer, envelope: Envelope) -> None:
        self._backlog[viewer].append(envelope)
        self._unsent.append((viewer, envelope))

    def _events(self, viewer: Viewer, events: tuple[Any, ...], now: Clock) -> Events:
        version, moves, answer = self._table.versions[viewer], self._moves(viewer), self._answer_of(viewer)
        withheld = self._table.hosting.withheld_events
        if withheld is not None and self._table.shows_deal_of(self._today()):
            events = withheld(events)
        return Events(version, events, moves, now.clocks, now.running, now.turns, now.window, answer)

    def _moves(self, viewer: Viewer) -> tuple[Any, ...]:
        return tuple(self._table.legal(viewer)) if viewer is not None else ()

    def _answer_of(self, viewer: Viewer) -> Any:
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
            self._answer_of(viewer),
            self._clocks.spent(Seat(0) if viewer is None else viewer),
        )

    def _view(self, viewer: Viewer) -> Any:
        """What a viewer sees; while others still play the same deal, its end shows nothing new."""
        view, withheld = self._table.game.view(self._table.state, viewer), self._table.hosting.withheld_view
        is_withheld = withheld is not None and self._table.shows_deal_of(self._today())
        return withheld(view) if withheld is not None and is_withheld else view

    def missed(self, viewer: Viewer, seen: int) -> list[bytes]:
        """What a viewer at this version must be sent: the messages since and the current clocks, or a snapshot."""
        missing = [envelope for envelope in self._backlog[viewer] if envelope.version > seen]
        if 0 <= seen == self._table.versions[viewer] or (missing and missing[0].version == seen + 1):
            return [*(envelope.message for envelope in missing), msgspec.json.encode(self._clock())]
        return [msgspec.json.encode(self.snapshot(viewer))]

    def send_snapshots(self) -> None:
        """Send every viewer a snapshot, after the table was read again from its log."""
        for viewer in self._table.viewers:
            self._send(viewer, Envelope(self._table.versions[viewer], ENCODER.encode(self.snapshot(viewer))))
        self.flush()

    # -- messages without a version --------------------------------------------------------------------------------

    def clock_state(self) -> Any:
        """A value that changes when a clock starts, stops or gets more time, but not while it runs."""
        left = tuple(self._table.left.items()) if self._table.opened.clock.step else ()
        return self._clocks.running(), self._window.claim_key, left

    def _clock(self) -> Clock:
        """The current clocks."""
        return Clock(self._clocks.shown(), self._clocks.running(), self._clocks.turns(), self._window.left())

    def send_clock(self, *viewers: Viewer) -> None:
        """Send these viewers the current clocks."""
        self._send_unversioned(viewers, self._clock())

    def send_chat(self, message: Said) -> None:
        """Send a chat message to every viewer."""
        self._send_unversioned(self._table.viewers, message, speaker=message.person)

    def chat(self) -> tuple[Said, ...]:
        """The last lines of the chat, with current names."""
        table = self._table
        return tuple(
            Said(shown_name("", line.person, table.people), line.person, line.text, line.number) for line in table.chat
        )

    def send_presence(self) -> None:
        """Send presence to every viewer: who is there, possible claims, and the countdown."""
        self._presence = self._presence_now()
        here, onlookers, _ = self._presence
        presence = Presence(here, onlookers, self._absence.away(), self._absence.ready_in())
        self._send_unversioned(self._table.viewers, presence)

    def update_presence(self) -> None:
        """Send presence when it changed."""
        if self._presence_now() != self._presence:
            self.send_presence()

    def _presence_now(self) -> tuple[Any, ...]:
        here = tuple(map(self._connections.has, self._table.game.seats))
        return here, self._connections.onlookers, self._absence.moments()

    def _send_unversioned(self, viewers: Sequence[Viewer], message: Message, speaker: str | None = None) -> None:
        envelope = Envelope(0, ENCODER.encode(message), speaker=speaker)
        self._unsent += [(viewer, envelope) for viewer in viewers]
