"""The store on both databases."""

import pytest
from sqlalchemy import Connection, func, insert, select

from teahouse.service.migrate import NEWEST, version
from teahouse.service.schema import balance
from teahouse.service.store import Store

pytestmark = pytest.mark.anyio


async def test_a_fresh_database_has_the_newest_schema(store: Store) -> None:
    assert await store.read(version) == NEWEST


async def test_what_a_job_wrote_before_it_failed_is_gone(store: Store) -> None:
    def fails(connection: Connection) -> None:
        connection.execute(insert(balance), {"account": "x", "tallies": 1})
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store.write(fails)
    assert await store.read(lambda c: c.execute(select(func.count()).select_from(balance)).scalar()) == 0
