"""Backups: the whole database in one file that can be restored into either kind of database.

A backup reads one snapshot, so a server may run meanwhile. A restore is one transaction, into an empty database only.
Rows stay as they are, including the hash chains of tables.
"""

import gzip
import hashlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, MetaData, Table, func, insert, inspect, select, text
from sqlalchemy.exc import OperationalError, StatementError

from teahouse import __version__
from teahouse.core.errors import InvalidOption, InvalidText, shown
from teahouse.service.store.backup_file import (
    FORMAT,
    BackupEnding,
    BackupHeader,
    BackupLines,
    BackupRow,
    BackupSummary,
    TableHead,
    check_backup,
    encoded,
)
from teahouse.service.store.migrate import upgrade, version
from teahouse.service.store.schema import metadata, names_of
from teahouse.service.store.store import open_store

ROWS_AT_ONCE: Final = 500
VERSIONS: Final = "alembic_version"
LEVEL: Final = 6


async def back_up(url: str, path: Path, at: int) -> BackupSummary:
    """Write a whole database to a new file, which appears complete or not at all."""
    if path.exists():
        raise InvalidOption(f"expected a new file, got {str(path)!r}, which already exists")
    source = sqlite_file(url)
    if source is not None and not source.exists():
        raise InvalidOption(f"expected a database, got {str(source)!r}, which does not exist")
    store = await open_store(url, as_it_is=True)
    try:
        return await store.read(lambda connection: _write_file(connection, path, at))
    finally:
        await store.close()


async def restore(url: str, path: Path) -> BackupSummary:
    """Restore a backup into an empty database; the file is checked before anything is written."""
    check_backup(path)
    target = sqlite_file(url)
    if target is not None:
        target.parent.mkdir(parents=True, exist_ok=True)
    store = await open_store(url, as_it_is=True)
    try:
        return await store.write(lambda connection: _load(connection, path))
    finally:
        await store.close()


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database; None for another one.

    >>> sqlite_file("sqlite:///tea/house.db")
    PosixPath('tea/house.db')
    """
    return Path(url.removeprefix("sqlite:///").partition("?")[0]) if url.startswith("sqlite:") else None


def _write_file(connection: Connection, path: Path, at: int) -> BackupSummary:
    try:
        return _write_whole(connection, path, at)
    except OSError as error:
        raise InvalidOption(f"cannot write {path}: {error.strerror}") from None


def _write_whole(connection: Connection, path: Path, at: int) -> BackupSummary:
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}-") as folder:
        part = Path(folder) / path.name
        # Only its owner may read it, because it contains password hashes.
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=LEVEL, mtime=0) as zipped:
                summary = _write(connection, zipped, at)
            file.flush()
            os.fsync(file.fileno())
        check_backup(part)  # what cannot be read again is no backup
        part.replace(path)
    return summary


def _write(connection: Connection, file: gzip.GzipFile, at: int) -> BackupSummary:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
    schema = version(connection)
    if schema is None:
        raise InvalidOption("expected a database of teahouse, got one without its tables")
    digest, rows = hashlib.sha256(), dict[str, int]()
    for line in _lines_of(connection, BackupHeader(FORMAT, schema, __version__, at), rows):
        digest.update(line)
        file.write(line)
    ending = BackupEnding(rows, digest.hexdigest())
    file.write(encoded(ending))
    return BackupSummary(schema, at, rows, ending.sha256)


def _lines_of(connection: Connection, header: BackupHeader, rows: dict[str, int]) -> Iterator[bytes]:
    """Every line but the last; `rows` is filled with the counts."""
    yield encoded(header)
    for name in _names_there(connection):
        table = Table(name, MetaData(), autoload_with=connection)  # as it is there, in any schema
        yield encoded(TableHead(name, tuple(map(str, table.columns.keys()))))
        rows[name] = 0
        query = select(table).order_by(*table.primary_key).execution_options(yield_per=ROWS_AT_ONCE)
        for row in connection.execute(query):
            rows[name] += 1
            yield encoded(list(row))


def _names_there(connection: Connection) -> list[str]:
    """The names of our tables in a database of any schema, each after those it refers to."""
    there = inspect(connection).get_table_names()
    return [name for table in metadata.sorted_tables for name in names_of(table) if name in there]


def _load(connection: Connection, path: Path) -> BackupSummary:
    _clear(connection)
    lines = BackupLines(path)
    rows = iter(lines)
    header = next(rows)
    assert isinstance(header, BackupHeader)
    upgrade(connection, header.schema)
    _fill(connection, rows)
    upgrade(connection)
    _count_on(connection)
    return lines.summary()


def _clear(connection: Connection) -> None:
    """Drop our empty tables; refuse a database that contains anything else."""
    ours = _names_there(connection)
    for name in inspect(connection).get_table_names():
        if name not in (*ours, VERSIONS):
            raise InvalidOption(f"expected an empty database, got one with a table {shown(name)}")
    if connection.dialect.name == "postgresql":
        for name in ours:
            connection.execute(text(f"LOCK TABLE {name} IN ACCESS EXCLUSIVE MODE"))
    for name in ours:
        count = connection.execute(text(f"SELECT count(*) FROM {name}")).scalar()  # noqa: S608 - a name of ours
        if count:
            raise InvalidOption(f"expected an empty database, got one with {count} rows in {name}")
    for name in (*reversed(ours), VERSIONS):
        connection.execute(text(f"DROP TABLE IF EXISTS {name}"))


def _fill(connection: Connection, lines: Iterator[BackupHeader | TableHead | BackupRow]) -> None:
    table: Table | None = None
    columns: Sequence[str] = ()
    while batch := list(islice(lines, ROWS_AT_ONCE)):
        rows: list[dict[str, Any]] = []
        for line in batch:
            if isinstance(line, TableHead):
                _insert(connection, table, rows)
                table, columns, rows = _table_like(connection, line), line.columns, []
            elif isinstance(line, list):
                rows.append(dict(zip(columns, line, strict=True)))
        _insert(connection, table, rows)


def _table_like(connection: Connection, head: TableHead) -> Table:
    table = Table(head.name, MetaData(), autoload_with=connection, resolve_fks=False)
    if sorted(table.columns.keys()) != sorted(head.columns):
        raise InvalidText(f"expected the columns of {head.name}, got {shown(', '.join(head.columns))}")
    return table


def _insert(connection: Connection, table: Table | None, rows: list[dict[str, Any]]) -> None:
    if table is None or not rows:
        return
    try:
        connection.execute(insert(table), rows)
    except OperationalError:
        raise
    except (StatementError, OverflowError) as error:
        raise InvalidText(f"expected rows of {table.name}, got some that do not fit") from error


def _count_on(connection: Connection) -> None:
    """Let PostgreSQL number new rows after the restored ones."""
    if connection.dialect.name != "postgresql":
        return
    for table in metadata.sorted_tables:
        column = table.autoincrement_column
        if column is not None:
            last = connection.execute(select(func.max(column))).scalar()
            sequence = func.pg_get_serial_sequence(table.name, column.name)
            connection.execute(select(func.setval(sequence, last or 1, last is not None)))
