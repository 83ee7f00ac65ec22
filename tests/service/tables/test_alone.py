"""Playing alone: repeating a deal, and pausing the clock."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from teahouse.core.game import Forfeit
from teahouse.core.record import verify_record
from teahouse.core.seats import Seat
from teahouse.games import make_game
from teahouse.service.tables import requests as r
from teahouse.service.tables.actor import Actor
from tests.service.world import Eye, World, act, ready

pytestmark = pytest.mark.anyio

ANN = Seat(0)
SMALL = {"layout": "z0 y0/2: 0-14", "level": "wild"}
MINUTE = 60_000


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


async def begun(world: World, **wanted: Any) -> Actor:
    """A table of Solitaire in play."""
    asked: dict[str, Any] = {"options": SMALL} | wanted
    table = await world.table(game="solitaire", **asked)
    await world.ask(table, ready("ann"))
    await world.settle()
    return await world.house.actor(table)


async def ended(world: World, **wanted: Any) -> Actor:
    """A table where the first deal was given up."""
    actor = await begun(world, **wanted)
    await world.ask(actor.table.id, act("ann", Forfeit(), id="end"))
    await world.settle()
    return actor


async def again(world: World, actor: Actor) -> str:
    """Ask for the same deal again; return the code of the refusal, or an empty text."""
    reply = await world.ask(actor.table.id, r.Ready("ann", "Ann", "00" * 32, "again", again=True))
    await world.settle()
    return reply.code


async def pause(world: World, actor: Actor, *, on: bool) -> str:
    """Pause or continue the clock; return the code of the refusal, or an empty text."""
    name = f"{on}/{actor.table.last.seq}"
    reply = await world.ask(actor.table.id, r.Pause("ann", "Ann", on, name))
    await world.settle()
    return reply.code


async def test_a_lone_player_can_repeat_a_deal_and_its_record_is_verified(world: World) -> None:
    actor = await ended(world)
    first = actor.table.state.deal
    assert await again(world, actor) == ""
    assert actor.table.status == "playing"
    assert actor.table.state.deal == first
    await world.ask(actor.table.id, act("ann", Forfeit(), id="second"))
    await world.settle()
    record = await world.house.record(actor.table.id, 1, "ann")
    verify_record(make_game("solitaire", record.header.options), record)
    assert actor.table.state.deal == first


async def test_the_same_deal_survives_a_restart(world: World) -> None:
    actor = await ended(world)
    assert await again(world, actor) == ""
    dealt = actor.table.state
    later = world.again()
    assert (await later.house.load(actor.table.id)).state == dealt


@pytest.mark.parametrize(
    "wanted",
    [
        {"options": {}, "daily": True},
        {"options": SMALL | {"players": 2}, "bots": {"1": "random"}},
    ],
    ids=["daily deal", "contest"],
)
async def test_no_deal_of_a_day_and_no_contest_is_dealt_again(world: World, wanted: dict[str, Any]) -> None:
    actor = await ended(world, **wanted)
    for _ in range(50):  # the house player finishes its own board
        if actor.table.status != "playing":
            break
        await world.wait(1000)
    assert await again(world, actor) == "table/alone"


async def test_a_pause_stops_the_clock_and_the_moves_until_it_ends(world: World) -> None:
    actor = await begun(world, clock="5 minutes")
    await world.wait(2 * MINUTE)
    assert await pause(world, actor, on=True) == ""
    assert actor.table.info().paused
    await world.wait(30 * MINUTE)  # nobody is connected, so the table leaves memory
    reply = await world.ask(actor.table.id, act("ann", Forfeit(), id="x"))
    assert (reply.code, actor.table.status) == ("move/paused", "playing")
    assert await pause(world, actor, on=False) == ""
    actor = await world.house.actor(actor.table.id)
    assert actor.clocks.shown() == (3 * MINUTE,)
    assert actor.clocks.spent(ANN) == 2 * MINUTE
    await world.wait(3 * MINUTE)
    assert actor.table.status != "playing"


async def test_a_pause_survives_a_restart(world: World) -> None:
    actor = await begun(world, clock="5 minutes")
    await world.wait(MINUTE)
    await pause(world, actor, on=True)
    later = await world.again().house.load(actor.table.id)
    assert later.is_paused
    assert later.left == {ANN: 4 * MINUTE}
    assert later.to_move() == ()


async def test_a_contest_and_the_deal_of_a_day_are_not_paused(world: World) -> None:
    contest = await begun(world, options=SMALL | {"players": 2}, bots={"1": "random"})
    daily = await begun(world, options={}, daily=True)
    for actor in (contest, daily):
        assert await pause(world, actor, on=True) == "table/alone"


async def test_a_snapshot_has_the_time_that_the_player_has_thought(world: World) -> None:
    actor = await begun(world)
    await world.wait(5000)
    await world.ask(actor.table.id, act("ann", actor.table.legal(ANN)[0], id="pair"))
    await world.wait(2000)
    eye = Eye()
    await eye.look(world, actor.table.id, "ann")
    assert eye.seen[0]["spent"] == 7000
