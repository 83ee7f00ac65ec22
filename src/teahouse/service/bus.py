"""Carries live messages to those who look at a table. Lossy by contract: a gap is healed from the table itself."""

from collections import deque
from collections.abc import Callable
from typing import Final

from teahouse.core.seats import Seat

Viewer = Seat | None

DEEPEST_QUEUE: Final = 256


class Line:
    """One reader's queue. When it cannot keep up, it is cut: nobody else waits for it."""

    def __init__(self, wake: Callable[[], None]) -> None:
        """Call `wake` whenever something arrives."""
        self._wake = wake
        self._queue: deque[tuple[int, bytes]] = deque()
        self.seen = -1
        self.is_cut = False

    def push(self, version: int, message: bytes) -> None:
        """Queue a message unless its version was seen, or cut the line when too many wait. Version 0 is none."""
        if self.is_cut or 0 < version <= self.seen:
            return
        self.seen = max(self.seen, version)
        if len(self._queue) >= DEEPEST_QUEUE:
            self.is_cut = True
            self._queue.clear()
        else:
            self._queue.append((version, message))
        self._wake()

    def begin(self, version: int) -> None:
        """Begin after a version that was told otherwise: what waits already and is not newer is dropped."""
        self._queue = deque((v, message) for v, message in self._queue if not 0 < v <= version)
        self.seen = max(self.seen, version)

    def take(self) -> list[bytes]:
        """Everything that waits."""
        taken = [message for _, message in self._queue]
        self._queue.clear()
        return taken


class LocalBus:
    """The bus within one process."""

    def __init__(self) -> None:
        """Begin with nobody listening."""
        self._lines: dict[tuple[str, Viewer], list[Line]] = {}

    def publish(self, table: str, viewer: Viewer, version: int, message: bytes) -> None:
        """Tell everybody who looks through these eyes."""
        for line in self._lines.get((table, viewer), ()):
            line.push(version, message)

    def listen(self, table: str, viewer: Viewer, line: Line) -> None:
        """Begin to hear what these eyes are told."""
        self._lines.setdefault((table, viewer), []).append(line)

    def leave(self, table: str, viewer: Viewer, line: Line) -> None:
        """Stop listening."""
        lines = self._lines.get((table, viewer), [])
        if line in lines:
            lines.remove(line)
        if not lines:
            self._lines.pop((table, viewer), None)
