"""The lobby as a stream, for listeners who connect at the same moment."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, cast

import msgspec
import pytest

from teahouse.web.lobby import Lobby


class SlowHouse:
    """A house that returns its lists, a table and a seek, only when released."""

    def __init__(self) -> None:
        self.is_read = asyncio.Event()

    async def lobby(self) -> list[str]:
        await self.is_read.wait()
        return ["table"]

    async def listed(self) -> list[str]:
        return ["seek"]

    async def alerts(self) -> dict[str, Any]:
        return {}

    async def blocked_either_way(self, _person: str) -> frozenset[str]:
        return frozenset()


async def tables_of(stream: AsyncGenerator[bytes]) -> list[str]:
    """The next list of tables in a stream."""
    async for event in stream:
        if event.startswith(b"event: tables"):
            return msgspec.json.decode(event.split(b"data: ")[1], type=list[str])
    raise AssertionError


@pytest.mark.anyio
async def test_a_listener_who_connects_during_the_first_query_gets_lists_too() -> None:
    house = SlowHouse()
    lobby = Lobby(cast("Any", house), cast("Any", house), cast("Any", house))
    first, second = lobby.events("ann"), lobby.events("bob")
    early = asyncio.create_task(tables_of(first))
    await asyncio.sleep(0)
    assert await tables_of(second) == []
    house.is_read.set()
    assert await early == ["table"]
    async with asyncio.timeout(60):
        assert await tables_of(second) == ["table"]
    await first.aclose()
    await second.aclose()
