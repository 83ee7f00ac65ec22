"""A real SQLite database that runs inline, with delays and failures on request."""

import sqlite3
from collections import deque
from functools import cache, partial
from random import Random
from typing import TypeVar

from sqlalchemy import Connection, StaticPool, create_engine, insert

from teahouse.core.ledger import Entry, Posting
from teahouse.service.errors import CODES, StoreTrouble
from teahouse.service.people.coins import HOUSE_ACCOUNT, book, person_account
from teahouse.service.store.jobs import Job, translated
from teahouse.service.store.schema import metadata, person
from tests.fakes import FakeTimers
from tests.simulation.waiting import sleep

T = TypeVar("T")

LAST_EVENT = "SELECT max(rowid) FROM event"
TROUBLES = ("store/locked", "store/full", "store/readonly", "store/away")


class FaultyStore:
    """The store of a simulated world, which all processes share.

    A write takes up to `delay` milliseconds before its commit and as long after it; the process may die in both.
    """

    def __init__(self, timers: FakeTimers, rng: Random, delay: int) -> None:
        self._timers, self._rng, self._delay = timers, rng, delay
        self._troubles: deque[str] = deque()
        self.raw, self._connection = _opened()
        self.writes = self.failures = 0
        self._known: dict[str, tuple[int, int]] = {}

    def fail(self, times: int, code: str) -> None:
        """Let the next writes fail."""
        self._troubles.extend([code] * times)

    def heal(self) -> None:
        """Let every write succeed at once from now on."""
        self._troubles.clear()
        self._delay = 0

    @property
    def is_slow(self) -> bool:
        """May writes take long, or has one failed, so that timers fire late?"""
        return bool(self._delay or self._troubles or self.failures)

    @property
    def last_event(self) -> int:
        """The position of the last line of all logs."""
        return self.number(LAST_EVENT)

    def number(self, query: str) -> int:
        """The number that a query returns; it runs again only after a write."""
        changes = self.raw.total_changes
        known = self._known.get(query)
        if known is None or known[0] != changes:
            known = self._known[query] = (changes, int(self.raw.execute(query).fetchone()[0] or 0))
        return known[1]

    async def write(self, job: Job[T]) -> T:
        """Run a job in a transaction."""
        await self._pause()
        if self._troubles:
            code = self._troubles.popleft()
            self.failures += 1
            raise StoreTrouble(code, CODES[code])
        done = self.run(job)
        self.writes += 1
        await self._pause()
        return done

    async def read(self, job: Job[T]) -> T:
        """Run a job that only reads."""
        return self.run(job)

    async def close(self) -> None:
        """Stay open for the next process."""

    def run(self, job: Job[T]) -> T:
        """Run a job at once, without failures."""
        self.raw.execute("BEGIN")
        try:
            with translated():
                done = job(self._connection)
        except BaseException:
            self.raw.execute("ROLLBACK")
            raise
        self.raw.execute("COMMIT")
        return done

    async def _pause(self) -> None:
        if self._delay and (ms := self._rng.randint(0, self._delay)):
            await sleep(self._timers, ms)

    def dispose(self) -> None:
        """Close the database, which loses everything."""
        self._connection.close()
        self.raw.close()


def _opened() -> tuple[sqlite3.Connection, Connection]:
    """An empty database in memory and its only connection; the store begins and commits transactions."""
    raw = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
    raw.deserialize(_empty())
    raw.execute("PRAGMA foreign_keys=ON")
    engine = create_engine("sqlite://", creator=lambda: raw, poolclass=StaticPool, isolation_level="AUTOCOMMIT")
    return raw, engine.connect()


@cache
def _empty() -> bytes:
    """A database with all tables, which are empty."""
    raw = sqlite3.connect(":memory:")
    engine = create_engine("sqlite://", creator=lambda: raw, poolclass=StaticPool)
    metadata.create_all(engine)
    return raw.serialize()


def add_people(store: FaultyStore, names: tuple[str, ...], at: int, spent: int) -> None:
    """Add people who have already spent some coins today."""
    rows = [{"id": n, "name": n.title(), "name_key": n, "password": "-", "created": 0} for n in names]
    store.run(lambda connection: connection.execute(insert(person), rows))
    for name in names if spent else ():
        lost = Entry("elsewhere", (Posting(person_account(name), -spent), Posting(HOUSE_ACCOUNT, spent)))
        store.run(partial(book, at=at, booked=lost, cause=f"elsewhere {name}", top_up_first=True))
