"""An answer to a claim can be withdrawn while the window is open, which nobody else notices."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from teahouse.core.seats import Seat
from teahouse.games.classic.play.moves import Pass
from teahouse.service.tables import requests as r
from teahouse.service.tables.log import read
from teahouse.service.tables.stale_moves import replay_table
from tests.service.tables.test_claims import FOUR, answer, begun, closed, seeded, until_open
from tests.service.tables.watching import watchers
from tests.service.world import NEWEST, World, act

pytestmark = pytest.mark.anyio


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await seeded(tmp_path)
    yield made
    await made.close()


def withdraw(seat: Seat, *, id: str = "back", v: int = NEWEST) -> r.Withdraw:  # noqa: A002 - the wire's own word
    return r.Withdraw(FOUR[seat], FOUR[seat].title(), id, v)


async def kinds(world: World, table: str) -> list[str]:
    logged = await world.store.read(lambda connection: read(connection, table))
    return [type(one.event).__name__ for one in logged]


@pytest.mark.parametrize("claims", ["lively", "sealed"])
async def test_a_withdrawn_claim_can_be_answered_again(world: World, claims: str) -> None:
    table = await begun(world, *FOUR, clock="untimed", claims=claims)
    actor = await world.house.actor(table)
    live = actor.table
    able = await until_open(world, table, is_needed=True)
    seat, eyes = able[0], watchers(world, actor)
    offered = live.legal(seat)
    await answer(world, table, seat, offered[0])
    received = {eye.viewer: len(eye.received) for eye in eyes}
    assert not (await world.ask(table, withdraw(seat))).code
    assert live.legal(seat) == offered
    assert seat in live.to_move()
    for eye in eyes:
        assert len(eye.received) - received[eye.viewer] == (eye.viewer == seat)
        assert eye.fresh() == eye.now()
    mine = next(eye for eye in eyes if eye.viewer == seat).received[-1]
    assert mine.get("answer") is None
    assert mine["moves"] == msgspec.to_builtins(offered)
    reply = await world.ask(table, act(FOUR[seat], Pass(), id="rather not"))
    assert not reply.code
    await closed(world, live)
    assert live.move_of(next(moved for moved in live.moves if moved.client == "rather not")) == Pass()


async def test_if_all_had_answered_the_window_waits_for_the_player_who_withdrew(world: World) -> None:
    table = await begun(world, *FOUR, clock="untimed")
    live = (await world.house.actor(table)).table
    able = await until_open(world, table, is_needed=True)
    for seat in able:
        await answer(world, table, seat)
    assert not (await world.ask(table, withdraw(able[0]))).code
    assert await closed(world, live) == 8000


async def test_withdrawing_does_not_change_the_length_of_a_sealed_window(world: World) -> None:
    table = await begun(world, *FOUR, clock="untimed", claims="sealed")
    live = (await world.house.actor(table)).table
    able = await until_open(world, table, is_needed=True)
    await answer(world, table, able[0])
    await world.wait(1500)
    assert not (await world.ask(table, withdraw(able[0]))).code
    assert await closed(world, live) == 2500


async def test_an_answer_stays_withdrawn_after_a_restart(world: World) -> None:
    table = await begun(world, *FOUR, clock="untimed", claims="sealed")
    actor = await world.house.actor(table)
    able = await until_open(world, table, is_needed=True)
    await answer(world, table, able[0])
    assert not (await world.ask(table, withdraw(able[0]))).code
    logged = await world.store.read(lambda connection: read(connection, table))
    after, stale_moves = replay_table(logged)
    for seat in after.game.seats:
        assert after.legal(seat) == actor.table.legal(seat)
        assert stale_moves.since(seat) == actor.stale_moves.since(seat)
    await world.house.close()
    world.house = world.again().house
    before = await kinds(world, table)
    assert not (await world.ask(table, withdraw(able[0]))).code, "sent again, it is done once"
    assert await kinds(world, table) == before
    assert (await world.house.actor(table)).table.legal(able[0])


async def test_settled_and_missing_answers_cannot_be_withdrawn(world: World) -> None:
    table = await begun(world, *FOUR, clock="untimed", claims="sealed")
    live = (await world.house.actor(table)).table
    able = await until_open(world, table, is_needed=True)
    before = await kinds(world, table)
    assert (await world.ask(table, withdraw(able[0]))).code == "move/late"
    assert (await world.ask(table, r.Withdraw("eve", "Eve", "1", NEWEST))).code == "table/seat"
    await answer(world, table, able[0])
    seen = live.versions[able[0]]
    await closed(world, live)
    assert (await world.ask(table, withdraw(able[0], v=seen))).code in ("move/stale", "move/late")
    assert (await kinds(world, table)).count("Withdrawn") == before.count("Withdrawn") == 0


async def test_a_late_request_never_withdraws_the_answer_to_the_next_claim(world: World) -> None:
    table = await begun(world, *FOUR, clock="untimed", claims="sealed")
    live = (await world.house.actor(table)).table
    able = await until_open(world, table, is_needed=True)
    seat = able[0]
    await answer(world, table, seat)
    seen = live.versions[seat]
    while True:
        await closed(world, live)
        await until_open(world, table, is_needed=False)
        if seat in live.to_move():
            break
    await answer(world, table, seat)
    assert (await world.ask(table, withdraw(seat, v=seen))).code == "move/stale"
    assert seat in live.answers


@pytest.mark.parametrize("claims", ["lively", "sealed"])
async def test_a_request_at_the_moment_of_closing_is_done_or_refused_completely(world: World, claims: str) -> None:
    """The request arrives just before the window's end, and just after it."""
    table = await begun(world, *FOUR, clock="untimed", claims=claims)
    actor = await world.house.actor(table)
    live = actor.table
    for is_before in (True, False):
        able = await until_open(world, table, is_needed=True)
        for seat in able:
            await answer(world, table, seat)
        plies, number = len(live.moves), f"at once {is_before}"
        if is_before:
            asked = asyncio.ensure_future(world.house.ask(table, withdraw(able[0], id=number)))
            await asyncio.sleep(0)
            world.timers.advance(world.timers.due - world.timers.now())
        else:
            world.timers.advance(world.timers.due - world.timers.now())
            asked = asyncio.ensure_future(world.house.ask(table, withdraw(able[0], id=number)))
        reply = await asked
        await world.settle()
        await closed(world, live)
        moved = next(one for one in live.moves[plies:] if one.seat == able[0])
        assert moved.by == ("person" if reply.code else "service"), "who took it back in time has answered nothing"
