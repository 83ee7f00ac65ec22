"""A table folded anew from its log in the database, to be compared with the one in memory."""

import sqlite3
from collections import Counter
from collections.abc import Iterator

from teahouse.service.tables import events as ev
from teahouse.service.tables.events import DECODER
from teahouse.service.tables.log import Logged, chained_lines
from teahouse.service.tables.table import Table

ROWS = "SELECT seq, at, body, prev_hash FROM event WHERE table_id = ? AND seq > ? ORDER BY seq"


class BadLog(Exception):
    """A row of the log that does not fit its position."""


class Witness:
    """Follows the log of one table."""

    def __init__(self, raw: sqlite3.Connection, table_id: str) -> None:
        """Begin with nothing read."""
        self._raw, self._id = raw, table_id
        self._last: Logged | None = None
        self.table: Table | None = None
        self.clients: Counter[tuple[str, str]] = Counter()
        self.names: set[str] = set()

    @property
    def seq(self) -> int:
        """How much of the log was read."""
        return self._last.seq if self._last is not None else 0

    def news(self) -> Iterator[Logged]:
        """The new events, one by one; each is yielded before it is folded in."""
        for seq, at, body, prev_hash in self._raw.execute(ROWS, (self._id, self.seq)).fetchall():
            table_event = DECODER.decode(body)
            logged = chained_lines(self._id, self._last, at, [table_event])[0]
            if (logged.seq, logged.prev_hash, logged.body) != (seq, prev_hash, body.encode()):
                raise BadLog(f"row {seq}: {body}")
            yield logged
            self._fold(logged)

    def _fold(self, logged: Logged) -> None:
        self._last = logged
        table_event = logged.event
        if (client := getattr(table_event, "client", None)) is not None:
            self.clients[str(table_event.__struct_config__.tag), client] += 1
            self.names.add(client)
        if isinstance(table_event, ev.Opened):
            self.table = Table(logged)
        else:
            assert self.table is not None
            self.table.fold(logged)
