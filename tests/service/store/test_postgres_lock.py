"""A PostgreSQL database is used by one server only, or by copies with a bus."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest

from teahouse.core.errors import InvalidOption
from teahouse.service.errors import StoreTrouble
from teahouse.service.store import postgres_lock
from teahouse.service.store.locks import Lock
from teahouse.service.store.postgres_lock import ServerLock, postgres_locked

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the wait for another server to leave."""
    monkeypatch.setattr(postgres_lock, "PATIENCE", 0.0)
    monkeypatch.setattr(postgres_lock, "CHECK_SECONDS", 0.01)


async def refusal(url: str, *, has_bus: bool) -> str:
    """The error of one more server on the database; an empty text if it may use it."""
    try:
        async with postgres_locked(url, has_bus=has_bus):
            return ""
    except InvalidOption as error:
        return str(error)


async def test_a_database_has_one_server_without_a_bus_or_several_with_one(postgres_url: str) -> None:
    alone = "another server uses this database; copies need a bus (--bus nats://…)"
    async with postgres_locked(postgres_url, has_bus=False):
        assert await refusal(postgres_url, has_bus=False) == alone
        assert "without a bus uses this database" in await refusal(postgres_url, has_bus=True)
    async with AsyncExitStack() as copies:
        for _ in range(2):
            await copies.enter_async_context(postgres_locked(postgres_url, has_bus=True))
        assert await refusal(postgres_url, has_bus=False) == alone
    assert await until_free(postgres_url)


async def until_free(url: str) -> bool:
    """Wait until the database has noticed that the last server left."""
    async with asyncio.timeout(60):
        while await refusal(url, has_bus=False):
            await asyncio.sleep(0.01)
    return True


def cut(postgres: Any) -> None:
    """Cut the connection that holds the lock."""
    held = f"locktype = 'advisory' AND objid = {Lock.SERVERS:d}"
    postgres.psql(f"SELECT pg_terminate_backend(pid, 60000) FROM pg_locks WHERE {held}")  # noqa: S608


async def test_a_server_whose_connection_was_cut_locks_its_database_again(postgres: Any, postgres_url: str) -> None:
    lock = ServerLock(postgres_url, has_bus=False)
    assert await lock.take()
    cut(postgres)
    with pytest.raises(StoreTrouble):
        await lock.take()
    assert await lock.take()
    assert await refusal(postgres_url, has_bus=False)
    await lock.close()


async def test_a_server_that_finds_another_on_its_database_says_so_once(
    postgres: Any, postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = (ServerLock(postgres_url, has_bus=False) for _ in range(2))
    assert await first.take()
    cut(postgres)
    async with asyncio.timeout(60):
        while not await second.take():
            await asyncio.sleep(0.01)
        keeping = asyncio.create_task(first.retake_when_lost())
        while "another server has taken this database; stop one of the two" not in caplog.messages:
            await asyncio.sleep(0.01)
    keeping.cancel()
    for lock in (first, second):
        await lock.close()
