"""Tables that administrators close, repair or retire, as functions of a connection.

Closing and retiring need no rules of a game: stakes go back by the books, which name who paid them, so that even a
table whose log cannot be read can be retired.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, delete, select, update

from teahouse.core.ledger import Entry, Posting
from teahouse.service.errors import refused
from teahouse.service.people.coins import balance_of, book, pot_account
from teahouse.service.store.schema import event, posting, seat, table_summary
from teahouse.service.tables import events as ev
from teahouse.service.tables.lobby_row import KEPT, lobby_row_change, seat_rows_change, upkeep_of
from teahouse.service.tables.log import Logged, LogRow, append, chained_lines, check_chain, parse_row
from teahouse.service.tables.stale_moves import replay_table
from teahouse.service.tables.summary import read_summary
from teahouse.service.tables.table import Table
from teahouse.service.tables.viewers.messages import TableInfo

NO_TABLE: Final = "table/unknown"


class Diagnosis(msgspec.Struct, frozen=True):
    """Whether a log can be read: what it contains, or where and why it breaks."""

    table: TableInfo | None
    trouble: str = ""


class TableCheck(msgspec.Struct, frozen=True):
    """A table as an administrator sees it. trouble: what is broken, in words; empty if nothing is.

    status: as lists show it. events: the length of its log. pot: the coins in its pot.
    """

    id: str
    game: str
    status: str
    private: bool
    created: int
    updated: int
    events: int
    pot: int
    seats: tuple[str, ...]
    trouble: str


def log_rows(connection: Connection, table: str) -> list[LogRow]:
    """The rows of a table's log, not decoded."""
    query = select(event.c.seq, event.c.at, event.c.body, event.c.prev_hash).where(event.c.table_id == table)
    return [LogRow(*row) for row in connection.execute(query.order_by(event.c.seq))]


def diagnosed(table: str, log: Sequence[LogRow]) -> tuple[Diagnosis, Table | None]:
    """Read a log and play it again: the table, or what is wrong. It may take long."""
    logged: list[Logged] = []
    for place in log:
        try:
            logged.append(parse_row(table, place))
        except (msgspec.DecodeError, UnicodeError) as error:
            return Diagnosis(None, f"place {place.seq} of the log cannot be read: {error}"), None
    try:
        check_chain(logged)
        rebuilt = replay_table(logged)[0]
    except Exception as error:
        return Diagnosis(None, f"the log cannot be played again: {type(error).__name__}: {error}"), None
    return Diagnosis(rebuilt.info()), rebuilt


def check_table(connection: Connection, table: str, diagnosis: Diagnosis) -> TableCheck:
    """A table, with what is broken about its log and its row in the lists."""
    row = summary_row(connection, table)
    info, trouble = read_summary(row.summary), diagnosis.trouble
    if not trouble and info is None:
        trouble = "the lists cannot read this table; repair writes its row again from the log"
    elif not trouble and diagnosis.table is not None and info is not None and info.status != diagnosis.table.status:
        trouble = f"the lists say {info.status}, the log says {diagnosis.table.status}; repair writes the row again"
    last = select(event.c.seq).where(event.c.table_id == table).order_by(event.c.seq.desc()).limit(1)
    seating = diagnosis.table or info
    seats = (
        () if seating is None else tuple("" if one is None else one.person or one.bot or "" for one in seating.seats)
    )
    return TableCheck(
        table,
        row.game,
        row.status,
        bool(row.private),
        row.created,
        row.updated,
        connection.execute(last).scalar() or 0,
        balance_of(connection, pot_account(table)),
        seats,
        trouble,
    )


def close(connection: Connection, at: int, table: str) -> None:
    """Close a table: everybody gets the stake back, and the log records it."""
    row = _live_row(connection, table)
    query = select(event.c.seq, event.c.at, event.c.body, event.c.prev_hash).where(event.c.table_id == table)
    last = connection.execute(query.order_by(event.c.seq.desc()).limit(1)).first()
    info = read_summary(row.summary)
    if last is None or info is None:
        raise refused("table/broken", "retire it")
    try:
        before = parse_row(table, LogRow(*last))
    except (msgspec.DecodeError, UnicodeError):
        raise refused("table/broken", "retire it") from None
    append(connection, chained_lines(table, before, at, [ev.Closed("house")]))
    give_back(connection, at, table)
    over = msgspec.structs.replace(info, status="over", closed="house")
    values = {"summary": msgspec.json.encode(over).decode(), "upkeep": upkeep_of(over)}
    _end(connection, at, table, values)


def retire(connection: Connection, at: int, table: str) -> None:
    """Close a broken table: everybody gets the stake back, lists leave it out, and its log is not changed."""
    info = read_summary(_live_row(connection, table).summary)
    give_back(connection, at, table)
    over = None if info is None else msgspec.structs.replace(info, status="over", closed="house")
    summary = {} if over is None else {"summary": msgspec.json.encode(over).decode()}
    _end(connection, at, table, summary | {"upkeep": KEPT})


def repair(connection: Connection, at: int, table: Table) -> None:
    """Write the row of a table in the lists again, from its log."""
    lobby_row_change(table, at)(connection)
    seat_rows_change(table)(connection)


def give_back(connection: Connection, at: int, table: str) -> int:
    """Pay the coins in the pot back to those who paid them, and return how many there were."""
    pot, coins = pot_account(table), balance_of(connection, pot_account(table))
    paid = select(posting.c.entry).where(posting.c.account == pot, posting.c.coins > 0)
    number = connection.execute(paid.order_by(posting.c.entry.desc()).limit(1)).scalar()
    if coins <= 0 or number is None:
        return 0
    payers = connection.execute(
        select(posting.c.account).where(posting.c.entry == number, posting.c.coins < 0).order_by(posting.c.account)
    )
    accounts = list(payers.scalars())
    share, odd = divmod(coins, len(accounts))
    parts = (Posting(account, share + (place < odd)) for place, account in enumerate(accounts))
    book(connection, at, Entry("stake returned", (*parts, Posting(pot, -coins))), f"closed {table}")
    return coins


def summary_row(connection: Connection, table: str) -> Row[*tuple[Any, ...]]:
    """The row of a table in the lists, or a refusal."""
    row = connection.execute(select(table_summary).where(table_summary.c.id == table)).first()
    if row is None:
        raise refused(NO_TABLE)
    return row


def _live_row(connection: Connection, table: str) -> Row[*tuple[Any, ...]]:
    row = summary_row(connection, table)
    if row.status == "over":
        raise refused("table/over")
    return row


def _end(connection: Connection, at: int, table: str, values: dict[str, str]) -> None:
    connection.execute(delete(seat).where(seat.c.table_id == table))
    row = {"status": "over", "updated": at} | values
    connection.execute(update(table_summary).where(table_summary.c.id == table).values(row))
