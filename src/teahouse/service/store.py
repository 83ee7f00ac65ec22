"""The database: jobs run in transactions, on SQLite through one writer thread, on PostgreSQL through asyncpg.

A job is a plain function of a SQLAlchemy connection. `write` returns when what the job wrote is committed. On SQLite
the writer takes all jobs that wait and commits them together; only when one of them fails, all are run anew, each
behind a savepoint, so that none takes another with it. A job may run twice, so it must change nothing else.
"""

import asyncio
import queue
import threading
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar, cast

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError

from teahouse.service.errors import CODES, Conflict, StoreTrouble
from teahouse.service.migrate import upgrade

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")
Job = Callable[[Connection], T]

MOST_TOGETHER: Final = 256
READERS: Final = 2
WRITER: Final = "store-writer"
BUSY_MS: Final = 2000
CONNECTIONS: Final = 8
DEADLOCK: Final = "40P01"
DEADLOCK_TRIES: Final = 3


class Store(Protocol):
    """Where everything is kept."""

    async def write(self, job: Job[T]) -> T:
        """Run a job in a transaction; what it returned, once committed. After an error nothing is written."""
        ...

    async def read(self, job: Job[T]) -> T:
        """Run a job that only reads."""
        ...

    async def close(self) -> None:
        """Finish what waits and close."""
        ...


async def open_store(url: str, *, as_it_is: bool = False) -> Store:
    """Open the database at this address, made or upgraded to the newest schema first unless wanted as it is."""
    if url.startswith("sqlite"):
        return await asyncio.to_thread(SqliteStore, url, as_it_is=as_it_is)
    store = PostgresStore(url)
    if not as_it_is:
        await store.upgrade()
    return store


class SqliteStore:
    """One SQLite file: a writer thread that commits in groups, and a few readers."""

    def __init__(self, url: str, *, as_it_is: bool = False) -> None:
        """Open the file and start the writer."""
        self._engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": BUSY_MS / 1000})
        _prepare(self._engine)
        if not as_it_is:
            with translated(), self._engine.connect() as connection, connection.begin():
                upgrade(connection)
        self._writing: Connection | None = None
        self._jobs: queue.SimpleQueue[_Waiting[Any] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._writer = threading.Thread(target=self._run, name=WRITER, daemon=True)
        self._writer.start()

    async def write(self, job: Job[T]) -> T:
        """Queue a job for the writer and wait until it is committed."""
        waiting: _Waiting[T] = _Waiting(job)
        self._jobs.put(waiting)
        return await waiting.future

    async def read(self, job: Job[T]) -> T:
        """Run a job on a connection of its own."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, job)

    def _read(self, job: Job[T]) -> T:
        with translated(), self._engine.connect() as connection:
            return job(connection)

    async def close(self) -> None:
        """Let the writer finish what waits."""
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._readers.shutdown()
        self._engine.dispose()

    def _run(self) -> None:
        last = False
        while not last and (first := self._jobs.get()) is not None:
            group, last = self._group(first)
            self._commit(group)
            _settle(group)
        if self._writing is not None:
            self._writing.close()

    def _group(self, first: "_Waiting[Any]") -> tuple[list["_Waiting[Any]"], bool]:
        group = [first]
        while len(group) < MOST_TOGETHER:
            try:
                waiting = self._jobs.get_nowait()
            except queue.Empty:
                return group, False
            if waiting is None:
                return group, True
            group.append(waiting)
        return group, False

    def _commit(self, group: list["_Waiting[Any]"]) -> None:
        try:
            self._commit_by(group, apart=False)
        except Exception as error:
            if len(group) > 1 and any(waiting.has_failed for waiting in group):
                self._commit_apart(group)
            else:
                _fail(group, error)

    def _commit_apart(self, group: list["_Waiting[Any]"]) -> None:
        try:
            self._commit_by(group, apart=True)
        except Exception as error:
            _fail(group, error)

    def _commit_by(self, group: list["_Waiting[Any]"], *, apart: bool) -> None:
        with translated():
            if self._writing is None or self._writing.invalidated:
                self._writing = self._engine.connect()
            with self._writing.begin():
                for waiting in group:
                    (waiting.run_apart if apart else waiting.run)(self._writing)


class _Waiting(Generic[T]):
    """A job, the future its asker waits on, and what became of it."""

    def __init__(self, job: Job[T]) -> None:
        self._job = job
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[T] = self.loop.create_future()
        self._result: T | None = None
        self._error: Exception | None = None

    @property
    def has_failed(self) -> bool:
        """Was it this job that failed?"""
        return self._error is not None

    def run(self, connection: Connection) -> None:
        """Run together with others: when it fails, nothing of them all is kept."""
        try:
            with translated():
                self._result = self._job(connection)
        except Exception as error:
            self._error = error
            raise

    def run_apart(self, connection: Connection) -> None:
        """Run behind a savepoint, so that a job that fails takes no other with it."""
        self._error = None
        savepoint = connection.begin_nested()
        try:
            with translated():
                self._result = self._job(connection)
                savepoint.commit()
        except Exception as error:
            self._error = error
            savepoint.rollback()

    def fail(self, error: Exception) -> None:
        """Nothing of the group was committed."""
        self._error = self._error or error

    def settle(self) -> None:
        """Tell the asker."""
        if self.future.cancelled():
            return
        if self._error is not None:
            self.future.set_exception(self._error)
        else:
            self.future.set_result(cast("T", self._result))


def _fail(group: list[_Waiting[Any]], error: Exception) -> None:
    for waiting in group:
        waiting.fail(error)


def _settle(group: list[_Waiting[Any]]) -> None:
    def settle() -> None:
        for waiting in group:
            waiting.settle()

    with suppress(RuntimeError):  # the loop is gone: nobody waits any more
        group[0].loop.call_soon_threadsafe(settle)


def _prepare(engine: Engine) -> None:
    """Write-ahead log, every commit on the disk, transactions begun by us and for writing at once."""

    @event.listens_for(engine, "connect")
    def connected(raw: Any, _record: object) -> None:  # pyright: ignore[reportUnusedFunction] - called by SQLAlchemy
        raw.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MS}"):
            raw.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def began(connection: Connection) -> None:  # pyright: ignore[reportUnusedFunction] - called by SQLAlchemy
        writing = threading.current_thread().name == WRITER
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


class PostgresStore:
    """A PostgreSQL database, shared by any number of servers."""

    def __init__(self, url: str) -> None:
        """Prepare a pool of connections; the first is made when it is needed."""
        from sqlalchemy.ext.asyncio import create_async_engine  # a third of a second that SQLite need not pay

        address = url.replace("postgresql://", "postgresql+asyncpg://", 1)
        self._engine: AsyncEngine = create_async_engine(address, pool_size=CONNECTIONS, pool_pre_ping=True)

    async def upgrade(self) -> None:
        """Bring the schema up to date; one server at a time."""
        await self.write(upgrade)

    async def write(self, job: Job[T]) -> T:
        """Run a job in a transaction of its own; again when another one stood in its way."""
        for _ in range(DEADLOCK_TRIES):
            with suppress(_Deadlock):
                return await self._write(job)
        return await self._write(job)

    async def _write(self, job: Job[T]) -> T:
        with translated():
            try:
                async with self._engine.begin() as connection:
                    return await connection.run_sync(job)
            except DBAPIError as error:
                if getattr(error.orig, "sqlstate", None) == DEADLOCK:
                    raise _Deadlock("store/locked", CODES["store/locked"]) from error
                raise

    async def read(self, job: Job[T]) -> T:
        """Run a job that only reads."""
        with translated():
            async with self._engine.connect() as connection:
                return await connection.run_sync(job)

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()


class _Deadlock(StoreTrouble):
    """Two transactions waited for one another, and this one was given up."""


@contextmanager
def translated() -> Generator[None]:
    """Turn the database's complaints into the service's."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict("store/conflict", CODES["store/conflict"]) from error
    except (DBAPIError, OSError) as error:
        code = next((code for sign, code in SIGNS if sign in str(error).lower()), "store/away")
        raise StoreTrouble(code, CODES[code]) from error


SIGNS: Final = (
    ("disk is full", "store/full"),
    ("disk i/o", "store/full"),
    ("no space", "store/full"),
    ("readonly", "store/readonly"),
    ("read-only", "store/readonly"),
    ("unable to open", "store/readonly"),
    ("locked", "store/locked"),
)
