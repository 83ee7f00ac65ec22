"""The pace of house players: slow enough to follow, without needless waiting."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.games.classic import Discard
from teahouse.service.tables.actor import Actor
from tests.service.world import World, act

pytestmark = pytest.mark.anyio

ANN = Seat(0)
PACE = 400
THREE = {str(seat): "simple" for seat in (1, 2, 3)}
SMALL = {"layout": "z0 y0/2: 0-14", "level": "wild"}


class PacedWorld(World):
    """A world whose house players wait before they move."""

    async def settle(self) -> None:
        """Run everything that is due; house players may still be waiting."""
        quiet = 0
        while quiet < 10:
            await asyncio.sleep(0)
            self.timers.advance(0)
            busy = not all(actor.is_at_rest for actor in self.house.live.values())
            quiet = 0 if busy else quiet + 1
            if busy:
                await asyncio.sleep(0.001)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await PacedWorld.open(tmp_path, pace_ms=PACE)
    yield made
    await made.close()


async def begun(world: World, **wanted: Any) -> Actor:
    """A table in play, at which Ann sits among house players."""
    table = await world.table(clock="untimed", **wanted)
    await world.begin(table, "ann")
    return await world.house.actor(table)


async def waits(world: World, actor: Actor, moves: int) -> list[tuple[Any, int]]:
    """The moves of house players within this many moves, with the time each took; Ann moves at once."""
    live = actor.table
    while live.status == "playing" and len(live.moves) < moves:
        if ANN in live.to_move():
            reply = await world.ask(live.id, act("ann", live.legal(ANN)[0], id=f"{len(live.moves)}"))
            assert not reply.code, reply
        else:
            await world.wait(PACE // 8)
    return [(live.move_of(moved), moved.ms) for moved in live.moves if moved.seat != ANN]


async def test_one_person_among_house_players_can_follow_them_and_waits_for_no_claim(world: World) -> None:
    actor = await begun(world, game="classic", bots=THREE)
    seen = await waits(world, actor, 60)
    assert {ms for move, ms in seen if isinstance(move, Discard)} == {PACE // 2}
    assert {ms for move, ms in seen if not isinstance(move, Discard)} == {0}


async def test_a_house_player_of_battle_takes_its_time(world: World) -> None:
    actor = await begun(world, bots={"1": "greedy"})
    assert {ms for _, ms in await waits(world, actor, 8)} == {PACE}


async def test_nobody_waits_for_house_players_after_giving_up_a_contest(world: World) -> None:
    wanted: dict[str, Any] = {
        "game": "solitaire",
        "options": SMALL | {"players": 3},
        "bots": {"1": "hint", "2": "hint"},
    }
    actor = await begun(world, **wanted)
    await world.wait(PACE)
    assert 0 < len(actor.table.moves) < 8
    await world.ask(actor.table.id, act("ann", Forfeit(), id="enough"))
    await world.wait(PACE)
    assert actor.table.status == "between"
