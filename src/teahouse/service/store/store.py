"""The database: jobs run in transactions, on SQLite through one writer thread, on PostgreSQL through asyncpg.

A job is a plain function of a SQLAlchemy connection. `write` returns when what the job wrote is committed. The writer
takes all jobs that wait and commits them together, under load a few milliseconds after it began the last commit. Only
when one of them fails, all run again, each behind a savepoint, so that a failure affects no other job. A job may run
twice, so it must change nothing else.
"""

import asyncio
import os
import queue
import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url, select

from teahouse.core.errors import InvalidOption, shown
from teahouse.service.errors import CODES, StoreTrouble
from teahouse.service.store.address import with_address
from teahouse.service.store.driver import driver
from teahouse.service.store.jobs import (
    MOST_TOGETHER,
    Gathering,
    Group,
    Job,
    QueuedJob,
    fail,
    one_failed,
    resolve_all,
    run_all,
    translated,
)
from teahouse.service.store.migrate import upgrade
from teahouse.service.store.outage import Outages
from teahouse.service.store.schema import metadata
from teahouse.service.structs import learn_structs

T = TypeVar("T")

READERS: Final = 2
WRITER: Final = "store-writer"
BUSY_MS: Final = 2000
SMALL_FILE: Final = 64 * 1024 * 1024


class Store(Protocol):
    """The database of a house."""

    async def write(self, job: Job[T]) -> T:
        """Run a job in a transaction, and return its result once committed; after an error nothing is written."""
        ...

    async def read(self, job: Job[T]) -> T:
        """Run a job that only reads."""
        ...

    async def close(self) -> None:
        """Finish pending jobs and close."""
        ...


async def open_store(url: str, *, as_it_is: bool = False) -> Store:
    """Open the database at this address; create it or upgrade its schema first, unless `as_it_is`."""
    learn_structs()  # from here on threads read them
    if url.startswith("sqlite"):
        return await asyncio.to_thread(SqliteStore, url, as_it_is=as_it_is)
    from teahouse.service.store.postgres import PostgresStore  # a third of a second that SQLite need not pay

    store = PostgresStore(url)
    if not as_it_is:
        with with_address(url):
            await store.write(upgrade)
    return store


class SqliteStore:
    """One SQLite file: a writer thread that commits in groups, and a few readers."""

    def __init__(self, url: str, *, as_it_is: bool = False) -> None:
        """Open the file and start the writer."""
        file = make_url(url).database or ""
        _check_folder(file)
        _make_private(file)
        self._engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": BUSY_MS / 1000})
        prepare(self._engine)
        if not as_it_is:
            with with_address(url), translated(), self._engine.connect() as connection, connection.begin():
                upgrade(connection)
                _check(connection, file)
        self._writing: Connection | None = None
        self._jobs: queue.SimpleQueue[QueuedJob[Any] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._writer = threading.Thread(target=self._run, name=WRITER, daemon=True)
        self._writer.start()

    async def write(self, job: Job[T]) -> T:
        """Queue a job for the writer and wait until it is committed."""
        waiting: QueuedJob[T] = QueuedJob(job)
        self._jobs.put(waiting)
        return await waiting.future

    async def read(self, job: Job[T]) -> T:
        """Run a job on a separate connection."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, job)

    def _read(self, job: Job[T]) -> T:
        with translated(), self._engine.connect() as connection:
            return job(connection)

    async def close(self) -> None:
        """Let the writer finish pending jobs."""
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._readers.shutdown()
        self._engine.dispose()

    def _run(self) -> None:
        last, gathering, outages = False, Gathering(), Outages()
        while not last and (first := self._jobs.get()) is not None:
            has_waited = gathering.wait()
            group, last = self._group(first)
            if has_waited:
                gathering.learn(len(group))
            self._commit(group)
            outages.watch(group)
            resolve_all(group)
        if self._writing is not None:
            self._writing.close()

    def _group(self, first: QueuedJob[Any]) -> tuple[list[QueuedJob[Any]], bool]:
        group = [first]
        while len(group) < MOST_TOGETHER and not self._jobs.empty():
            waiting = self._jobs.get_nowait()
            if waiting is None:
                return group, True
            group.append(waiting)
        return group, False

    def _commit(self, group: Group) -> None:
        try:
            self._commit_by(group, isolated=False)
        except Exception as error:
            if one_failed(group):
                self._commit_isolated(group)
            else:
                fail(group, error)

    def _commit_isolated(self, group: Group) -> None:
        try:
            self._commit_by(group, isolated=True)
        except Exception as error:
            fail(group, error)

    def _commit_by(self, group: Group, *, isolated: bool) -> None:
        with translated():
            if self._writing is None or self._writing.invalidated:
                self._writing = self._engine.connect()
            with transaction(self._writing):
                run_all(self._writing, group, isolated=isolated)


@contextmanager
def transaction(connection: Connection) -> Generator[None]:
    """Begin for writing and commit on the driver's connection: a move is one statement; SQLAlchemy would cost more."""
    raw = driver(connection)
    raw.execute("BEGIN IMMEDIATE")
    try:
        yield
        (connection if connection.in_transaction() else raw).commit()
    except BaseException:
        connection.rollback()
        raw.rollback()
        raise


def _check(connection: Connection, file: str) -> None:
    """Refuse a damaged file: a small one is read whole, of a large one both ends of every table."""
    if Path(file).is_file() and Path(file).stat().st_size <= SMALL_FILE:
        result = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if result != "ok":
            raise StoreTrouble("store/damaged", CODES["store/damaged"])
    for question in _both_ends():
        connection.exec_driver_sql(question).all()


@cache
def _both_ends() -> tuple[str, ...]:
    """The questions for the first and the last row of every table, written once and not for every file."""
    return tuple(
        f"{select(table).order_by(*order)} LIMIT 1"
        for table in metadata.sorted_tables
        for order in (list(table.primary_key), [column.desc() for column in table.primary_key])
    )


def _is_path(file: str) -> bool:
    """Is this the path of a file, not a database in memory or an address?"""
    return bool(file) and not file.startswith((":", "file:"))


def _check_folder(file: str) -> None:
    """Refuse a file in a folder that does not exist; SQLite only says that it cannot be opened."""
    folder = Path(file).parent
    with suppress(PermissionError):  # if the folder cannot be read, SQLite raises the error
        if _is_path(file) and not folder.exists():
            raise InvalidOption(
                f"expected a database file in a folder that exists, got {shown(file)}: there is no folder {folder}"
            )


def _make_private(file: str) -> None:
    """Make a new file readable by its owner only: it holds password hashes and hidden tiles."""
    if _is_path(file):
        with suppress(OSError):  # it exists, or cannot be created: SQLite's error is clearer then
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def prepare(engine: Engine) -> None:
    """Set up each connection: write-ahead log, every commit synced to disk; the writer begins its own transactions."""

    @event.listens_for(engine, "connect")
    def connected(raw: Any, _record: object) -> None:  # pyright: ignore[reportUnusedFunction] - called by SQLAlchemy
        raw.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MS}"):
            raw.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def began(connection: Connection) -> None:  # pyright: ignore[reportUnusedFunction] - called by SQLAlchemy
        if threading.current_thread().name != WRITER:
            connection.exec_driver_sql("BEGIN")
