"""A table goes on whatever its bot does, and its log has only legal moves."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from teahouse.core.record import verify_record
from teahouse.core.seats import Seat
from teahouse.service.engines.engines import Choice, Engines
from teahouse.service.engines.question import MoveQuestion
from teahouse.service.house import House
from teahouse.service.tables import events as ev
from teahouse.service.tables.log import read
from tests.service.engines.test_engines import QUICK, ROOMY, pool
from tests.service.world import World, act, ready

MOVES = 2


class Possessed:
    """An engine pool in which every bot misbehaves."""

    def __init__(self, engines: Engines, level: str) -> None:
        self._engines = engines
        self._level = level

    def expect(self, game: str, level: str) -> None:
        self._engines.expect(game, self._level)

    async def choose(self, level: str, question: MoveQuestion[Any]) -> Choice[Any]:
        return await self._engines.choose(self._level, question)

    async def advise(self, question: MoveQuestion[Any]) -> Any:
        return await self._engines.advise(question)


@pytest.mark.parametrize(
    ("level", "reason"), [("raises", "crash"), ("loops", "hang"), ("forfeits", "illegal"), ("hogs", "memory")]
)
def test_a_table_goes_on_whatever_its_bot_does(level: str, reason: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with pool(limits=QUICK if reason == "hang" else ROOMY) as engines:
            world = await World.open(tmp_path)
            await world.house.close()
            world.house = House(world.services._replace(thinker=Possessed(engines, level)))
            table = await world.table(bots={"1": "greedy"})
            await world.ask(table, ready("ann"))
            live = (await world.house.actor(table)).table
            for number in range(MOVES):
                assert live.to_move() == (0,)
                assert not (await world.ask(table, act("ann", live.legal(Seat(0))[0], id=f"{number}"))).code
            logged = await world.store.read(lambda connection: read(connection, table))
            moves = [one.event for one in logged if isinstance(one.event, ev.Moved)]
            assert [(move.seat, move.by) for move in moves] == [(0, "person"), (1, "bot")] * MOVES
            assert engines.stats().fallbacks == {reason: MOVES}
            assert not (await world.ask(table, act("ann", {"type": "forfeit"}, id="enough"))).code
            verify_record(live.deals[0].game, await world.house.record(table, 0))
            await world.close()

    asyncio.run(play())
