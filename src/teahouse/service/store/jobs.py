"""Jobs that are committed together: in one transaction, and separately only when one of them fails."""

import asyncio
import math
import sqlite3
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, Generic, TypeVar, cast

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from teahouse.service.errors import CODES, Conflict, StoreTrouble

T = TypeVar("T")
Job = Callable[[Connection], T]
Change = Callable[[Connection], None]

MOST_TOGETHER: Final = 256
APART: Final = 0.005  # seconds between the beginnings of two commits, under load
MOST_IN_VAIN: Final = 64
DEADLOCK: Final = "40P01"


class QueuedJob(Generic[T]):
    """A job, the future of its caller, and its outcome."""

    def __init__(self, job: Job[T]) -> None:
        """Create the job on the caller's event loop."""
        self._job = job
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[T] = self.loop.create_future()
        self._result: T | None = None
        self._error: Exception | None = None

    @property
    def error(self) -> Exception | None:
        """Why this job failed; None if it did not."""
        return self._error

    @property
    def has_failed(self) -> bool:
        """Did this job fail?"""
        return self._error is not None

    def run(self, connection: Connection) -> None:
        """Run together with others; when one fails, none is committed."""
        self._error = None
        try:
            self._result = self._job(connection)
        except Exception as error:
            self._error = translation(error)
            raise self._error from error

    def run_isolated(self, connection: Connection) -> None:
        """Run behind a savepoint, so that a failure affects no other job."""
        self._error = None
        savepoint = connection.begin_nested()
        try:
            self._result = self._job(connection)
            savepoint.commit()
        except Exception as error:
            self._error = translation(error)
            savepoint.rollback()

    def fail(self, error: Exception) -> None:
        """Mark the job as failed, because nothing of its group was committed."""
        self._error = self._error or error

    def resolve(self) -> None:
        """Give the caller its result."""
        if self.future.cancelled():
            return
        if self._error is not None:
            self.future.set_exception(self._error)
        else:
            self.future.set_result(cast("T", self._result))


Group = Sequence[QueuedJob[Any]]


class Gathering:
    """The wait before a commit that follows soon after another, so that jobs which arrive meanwhile share it.

    After a wait in which no other job arrived, the next two commits do not wait; after the next such wait four do not,
    then eight, up to 64.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep) -> None:
        """Start with a commit that need not wait."""
        self._now = now
        self._sleep = sleep
        self._began = -math.inf
        self._unwaited = 0
        self._in_vain = 1

    def wait(self) -> bool:
        """Wait until commits are `APART` seconds apart; False if this commit does not wait."""
        seconds = self._began + APART - self._now()
        has_waited = seconds > 0 and self._unwaited == 0
        if has_waited:
            self._sleep(seconds)
        self._unwaited = max(0, self._unwaited - 1)
        self._began = self._now()
        return has_waited

    def learn(self, jobs: int) -> None:
        """Learn whether a wait was worth it, from the number of jobs that were committed after it."""
        self._in_vain = 1 if jobs > 1 else min(2 * self._in_vain, MOST_IN_VAIN)
        self._unwaited = 0 if jobs > 1 else self._in_vain


def run_all(connection: Connection, group: Group, *, isolated: bool) -> None:
    """Run jobs one after the other in the transaction that is open; isolated: each behind a savepoint."""
    for waiting in group:
        (waiting.run_isolated if isolated else waiting.run)(connection)


def one_failed(group: Group) -> bool:
    """Did one of several jobs fail, so that the others can run without it?"""
    return len(group) > 1 and any(waiting.has_failed for waiting in group)


def fail(group: Group, error: Exception) -> None:
    """Mark all jobs as failed, because none was committed."""
    for waiting in group:
        waiting.fail(error)


def resolve_all(group: Group) -> None:
    """Give every caller its result, from any thread."""

    def resolve() -> None:
        for waiting in group:
            waiting.resolve()

    with suppress(RuntimeError):  # the loop is gone: nobody waits any more
        group[0].loop.call_soon_threadsafe(resolve)


class Deadlock(StoreTrouble):
    """The database ended a deadlock; the transaction can run again."""


@contextmanager
def translated() -> Generator[None]:
    """Turn database errors into errors of the service."""
    try:
        yield
    except Exception as error:
        complaint = translation(error)
        if complaint is error:
            raise
        raise complaint from error


def translation(error: Exception) -> Exception:
    """The service's error for an error of the database; any other error unchanged."""
    if isinstance(error, IntegrityError | sqlite3.IntegrityError):
        return Conflict("store/conflict", CODES["store/conflict"])
    if not isinstance(error, DBAPIError | sqlite3.Error | OSError):
        return error
    if getattr(getattr(error, "orig", None), "sqlstate", None) == DEADLOCK:
        return Deadlock("store/locked", CODES["store/locked"])
    code = next((code for sign, code in SIGNS if sign in str(error).lower()), "store/away")
    return StoreTrouble(code, CODES[code])


SIGNS: Final = (
    ("disk is full", "store/full"),
    ("disk i/o", "store/full"),
    ("no space", "store/full"),
    ("readonly", "store/readonly"),
    ("read-only", "store/readonly"),
    ("unable to open", "store/readonly"),
    ("locked", "store/locked"),
    ("malformed", "store/damaged"),
    ("not a database", "store/damaged"),
)
