"""The event log: every table's events in order, each holding the hash of the one before it."""

import hashlib
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, func, select

from teahouse.service.errors import CODES, Conflict
from teahouse.service.store.driver import driver
from teahouse.service.store.schema import event
from teahouse.service.tables.events import DECODER, TableEvent

FIRST: Final = "0" * 64
ENCODER: Final = msgspec.json.Encoder()
# The most frequent writes: plain SQL that needs no compiling, and that checks the owner's epoch in the same statement.
PLAIN: Final = {
    "sqlite": "INSERT INTO event (table_id, seq, at, seat, kind, body, prev_hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
    "postgresql": "INSERT INTO event (table_id, seq, at, seat, kind, body, prev_hash) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7)",
}
BY_OWNER: Final = {
    "sqlite": "INSERT INTO event (table_id, seq, at, seat, kind, body, prev_hash) "
    "SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 FROM lease WHERE table_id = ?1 AND epoch = ?8",
    "postgresql": "INSERT INTO event (table_id, seq, at, seat, kind, body, prev_hash) "
    "SELECT $1::text, $2::int, $3::bigint, $4::int, $5::text, $6::text, $7::text "
    "FROM lease WHERE table_id = $1::text AND epoch = $8::int FOR SHARE",
}


class Logged(msgspec.Struct, frozen=True, gc=False):
    """An event at its place in the log. `body` is its stored text, `hash` is what the next one holds."""

    table: str
    seq: int
    at: int
    event: TableEvent
    prev_hash: str
    body: bytes
    hash: str


def _placed(place: tuple[str, int, int, str], body: bytes, table_event: TableEvent) -> Logged:
    table, seq, at, prev_hash = place
    hashed = hashlib.sha256(f"{prev_hash}|{table}|{seq}|{at}|".encode() + body).hexdigest()
    return Logged(table, seq, at, table_event, prev_hash, body, hashed)


def chained_lines(table: str, last: Logged | None, at: int, table_events: Sequence[TableEvent]) -> list[Logged]:
    """The next places of a table's log, filled with these events."""
    seq, prev_hash = (last.seq, last.hash) if last is not None else (0, FIRST)
    logged: list[Logged] = []
    for number, table_event in enumerate(table_events, seq + 1):
        logged.append(_placed((table, number, at, prev_hash), ENCODER.encode(table_event), table_event))
        prev_hash = logged[-1].hash
    return logged


def append(connection: Connection, logged: Sequence[Logged], epoch: int | None = None) -> None:
    """Write places of the log; `Conflict` when one is taken, or when another server owns the table by now."""
    rows = [_row(one) for one in logged]
    if epoch is None and connection.dialect.name == "sqlite":
        driver(connection).executemany(PLAIN["sqlite"], rows)
        return
    if epoch is None:
        connection.exec_driver_sql(PLAIN["postgresql"], rows)
        return
    for row in rows:
        if connection.exec_driver_sql(BY_OWNER[connection.dialect.name], (*row, epoch)).rowcount != 1:
            raise Conflict("store/conflict", CODES["store/conflict"])


def _row(logged: Logged) -> tuple[Any, ...]:
    """The columns of the log, in their order."""
    return (
        logged.table,
        logged.seq,
        logged.at,
        getattr(logged.event, "seat", None),
        logged.event.__struct_config__.tag,
        logged.body.decode(),
        logged.prev_hash,
    )


def read(connection: Connection, table: str) -> list[Logged]:
    """Everything that happened at a table, in order; `BrokenChain` when the log was changed."""
    # All rows first: a row that cannot be read would leave the statement open, and SQLite at an old snapshot.
    rows = connection.execute(select(event).where(event.c.table_id == table).order_by(event.c.seq)).all()
    logged = [parse_row(table, LogRow(row.seq, row.at, row.body, row.prev_hash)) for row in rows]
    check_chain(logged)
    return logged


class LogRow(NamedTuple):
    """A place of a log as the database stores it."""

    seq: int
    at: int
    body: str
    prev_hash: str


def parse_row(table: str, row: LogRow) -> Logged:
    """Read a place of a log; raises an error of msgspec if the text is unreadable."""
    return _placed((table, row.seq, row.at, row.prev_hash), row.body.encode(), DECODER.decode(row.body))


class BrokenChain(Exception):
    """A log was changed after it was written."""


def check_chain(logged: Sequence[Logged]) -> None:
    """Check that every event holds the hash of the one before it."""
    prev_hash = FIRST
    for number, one in enumerate(logged, 1):
        if one.seq != number or one.prev_hash != prev_hash:
            raise BrokenChain(f"table {one.table}: the log was changed at or before place {number}")
        prev_hash = one.hash


def length(connection: Connection, table: str) -> int:
    """How many events a table's log has."""
    return connection.execute(select(func.count()).where(event.c.table_id == table)).scalar() or 0
