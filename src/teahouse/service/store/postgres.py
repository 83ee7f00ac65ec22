"""The store on PostgreSQL: one writer that commits in groups, and a pool of connections that only read."""

import asyncio
from typing import Any, Final, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from teahouse.service.errors import CODES, StoreTrouble
from teahouse.service.store.jobs import (
    MOST_TOGETHER,
    Deadlock,
    Group,
    Job,
    QueuedJob,
    fail,
    one_failed,
    resolve_all,
    run_all,
    translated,
)
from teahouse.service.store.outage import Outages

T = TypeVar("T")

CONNECTIONS: Final = 8
TRIES: Final = 4


def driver_address(url: str) -> str:
    """The address of a database with the name of its driver.

    >>> driver_address("postgresql://db/tea")
    'postgresql+asyncpg://db/tea'
    """
    return url.replace("postgresql://", "postgresql+asyncpg://", 1)


class PostgresStore:
    """A PostgreSQL database, shared by any number of servers."""

    def __init__(self, url: str) -> None:
        """Prepare a pool of connections; the first is made when it is needed."""
        self._engine: Final[AsyncEngine] = create_async_engine(
            driver_address(url), pool_size=CONNECTIONS, pool_pre_ping=True
        )
        self._jobs: Final[asyncio.Queue[QueuedJob[Any] | None]] = asyncio.Queue()
        self._writing: AsyncConnection | None = None
        self._writer: asyncio.Task[None] | None = None

    async def write(self, job: Job[T]) -> T:
        """Queue a job for the writer and wait until it is committed."""
        self._writer = self._writer or asyncio.create_task(self._run(), name="store-writer")
        waiting: QueuedJob[T] = QueuedJob(job)
        self._jobs.put_nowait(waiting)
        return await waiting.future

    async def read(self, job: Job[T]) -> T:
        """Run a job that only reads."""
        with translated():
            async with self._engine.connect() as connection:
                return await connection.run_sync(job)

    async def close(self) -> None:
        """Let the writer finish pending jobs, and close every connection."""
        if self._writer is not None:
            self._jobs.put_nowait(None)
            await self._writer
        if self._writing is not None:
            await self._writing.close()
        await self._engine.dispose()

    async def _run(self) -> None:
        outages = Outages()
        while (first := await self._jobs.get()) is not None:
            group = [first]
            while len(group) < MOST_TOGETHER and not self._jobs.empty():
                waiting = self._jobs.get_nowait()
                if waiting is None:
                    self._jobs.put_nowait(None)
                    break
                group.append(waiting)
            await self._commit(group)
            outages.watch(group)
            resolve_all(group)

    async def _commit(self, group: Group) -> None:
        """Commit jobs together; retry after a conflict or a lost connection, and separately when one fails."""
        trouble: Exception | None = None
        for _ in range(TRIES):
            try:
                return await self._commit_by(group, isolated=False)
            except (Deadlock, _Cut) as error:
                trouble = error
            except Exception as error:
                return await self._commit_isolated(group) if one_failed(group) else fail(group, error)
        assert trouble is not None
        return fail(group, trouble)

    async def _commit_isolated(self, group: Group) -> None:
        try:
            await self._commit_by(group, isolated=True)
        except Exception as error:
            fail(group, error)

    async def _commit_by(self, group: Group, *, isolated: bool) -> None:
        """Run jobs in a transaction; `_Cut` when the connection was lost before the commit."""
        connection, is_done = await self._connected(), False
        try:
            with translated():
                async with connection.begin():
                    await connection.run_sync(lambda plain: run_all(plain, group, isolated=isolated))
                    is_done = True
        except Exception as error:
            if connection.invalidated and not is_done:
                raise _Cut("store/away", CODES["store/away"]) from error
            raise

    async def _connected(self) -> AsyncConnection:
        """The writer's connection; a new one when the old one was lost."""
        with translated():
            if self._writing is not None and self._writing.invalidated:
                await self._writing.close()
                self._writing = None
            self._writing = self._writing or await self._engine.connect()
            return self._writing


class _Cut(StoreTrouble):
    """The connection was lost during a transaction, which was not committed."""
