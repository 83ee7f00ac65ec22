"""The connections to one table. A connection that has been silent for too long counts as closed."""

from collections import Counter
from typing import Final

from teahouse.core.seats import Seat
from teahouse.service.tables.viewers.bus import Viewer
from teahouse.service.timers import Timers

STAY_EVERY_MS: Final = 5_000
GONE_AFTER_MS: Final = 30_000


class Connections:
    """The connections of one table, each with its viewer and the time of its last sign of life."""

    def __init__(self, timers: Timers) -> None:
        """Start without connections."""
        self._timers = timers
        self._viewers: dict[str, Viewer] = {}
        self._counts: Counter[Viewer] = Counter()
        self._seen_at: dict[str, float] = {}
        self._since = timers.now()
        self._left: dict[Seat, float] = {}
        self.last_left: float | None = None

    def __len__(self) -> int:
        """The number of connections."""
        return len(self._viewers)

    def __contains__(self, connection_id: str) -> bool:
        """Is this connection known?"""
        return connection_id in self._viewers

    def open(self, connection_id: str, viewer: Viewer) -> None:
        """Set the viewer of a connection."""
        self._viewers[connection_id] = viewer
        self._counts = Counter(self._viewers.values())
        self._seen_at[connection_id] = self._timers.now()

    def adopt(self, other: "Connections") -> None:
        """Take over the connections from an earlier object for the same table, which was read again from its log."""
        self._viewers, self._seen_at = other._viewers, other._seen_at
        self._counts, self._left, self.last_left = other._counts, other._left, other.last_left

    def mark_alive(self, connection_id: str) -> bool:
        """Mark a connection as alive; False when it is not known."""
        if connection_id not in self._viewers:
            return False
        self._seen_at[connection_id] = self._timers.now()
        return True

    def close(self, connection_id: str) -> Viewer:
        """Forget a connection; return its viewer."""
        self._seen_at.pop(connection_id, None)
        viewer = self._viewers.pop(connection_id, None)
        self._counts = Counter(self._viewers.values())
        self.last_left = self._timers.now()
        if viewer is not None:
            self._left[viewer] = self._timers.now()
        return viewer

    def overdue(self) -> list[str]:
        """The connections that have been silent for too long."""
        oldest = self._timers.now() - GONE_AFTER_MS
        return [connection_id for connection_id, seen_at in self._seen_at.items() if seen_at < oldest]

    def has(self, seat: Seat) -> bool:
        """Has this seat a connection?"""
        return seat in self._counts

    def left_at(self, seat: Seat) -> float:
        """The time since which this seat has no connection: the last one closed, or this table was loaded."""
        return self._left.get(seat, self._since)

    @property
    def onlookers(self) -> int:
        """The number of onlookers."""
        return self._counts[None]
