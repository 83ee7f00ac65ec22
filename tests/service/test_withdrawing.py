"""An answer to an open claim can be taken back while its window is open, and nobody else learns of it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from teahouse.core.seats import Seat
from teahouse.games.classic.play.moves import Pass
from teahouse.service.tables import requests as r
from teahouse.service.tables.log import read
from teahouse.service.tables.stale_moves import replayed
from tests.service.test_claims import FOUR, answer, begun, closed, seeded, until_open
from tests.service.watching import watchers
from tests.service.world import World, act

pytestmark = pytest.mark.anyio


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await seeded(tmp_path)
    yield made
    await made.close()


def withdraw(seat: Seat, *, id: str = "back", v: int = 10**6) -> r.Withdraw:  # noqa: A002 - the wire's own word
    return r.Withdraw(FOUR[seat], FOUR[seat].title(), id, v)


async def kinds(world: World, table: str) -> list[str]:
    logged = await world.store.read(lambda connection: read(connection, table))
    return [type(one.event).__name__ for one in logged]


@pytest.mark.parametrize("claims", ["lively", "sealed"])
async def test_a_claim_taken_back_is_open_again_and_the_next_answer_counts(world: World, claims: str) -> None:
    table = await begun(world, *FOUR, clock="untimed", claims=claims)
    actor = await world.house.actor(table)
    live = actor.table
    able = await until_open(world, table, is_needed=True)
    seat, eyes = able[0], watchers(world, actor)
    offered = live.legal(seat)
    await answer(world, table, seat, offered[0])
    heard = {eye.viewer: len(eye.heard) for eye in eyes}
    assert not (await world.ask(table, withdraw(seat))).code
    assert live.legal(seat) == offered
    assert seat in live.to_move()
    for eye in eyes:
        assert len(eye.heard) - heard[eye.viewer] == (eye.viewer == seat)
        assert eye.fresh() == eye.now()
    mine = next(eye for eye in eyes if eye.viewer == seat).heard[-1]
    assert mine.get("answer") is None
    assert mine["moves"] == msgspec.to_builtins(offered)
    reply = await world.ask(table, act(FOUR[seat], Pass(), id="rather not"))
    assert not reply.code
    await closed(world, live)
    assert live.move_of(next(moved for moved in live.moves if moved.client == "rather not")) == Pass()


async def test_where_all_had_answered_the_window_waits_for_who_took_it_back(world: World) -> None:
    table = await begun(world, *FOUR, clock="untimed")
    live = (await world.house.actor(table)).table
    able = await until_open(world, table, is_needed=True)
    for seat in able:
        await answer(world, table, seat)
    assert not (await world.ask(table, withdraw(able[0]))).code
    assert await closed(world, live) == 8000


async def test_a_sealed_window_lasts_as_long_whoever_takes_back_what(world: World) -> None:
    table = await begun(world, *FOUR, clock="untimed", claims="sealed")
    live = (await world.house.actor(table)).table
    able = await until_open(world, table, is_needed=True)
    await answer(world, table, able[0])
    await world.wait(1500)
    assert not (await world.ask(table, withdraw(able[0]))).code
    assert await closed(world, live) == 2500


async def test_what_was_taken_back_is_so_after_a_restart_too(world: World) -> None:
    table = await begun(world, *FOUR, clock="untimed", claims="sealed")
    actor = await world.house.actor(table)
    able = await until_open(world, table, is_needed=True)
    await answer(world, table, able[0])
    assert not (await world.ask(table, withdraw(able[0]))).code
    logged = await world.store.read(lambda connection: read(connection, table))
    after, stale_moves = replayed(logged)
    for seat in after.game.seats:
        assert after.legal(seat) == actor.table.legal(seat)
        assert stale_moves.since(seat) == actor.stale_moves.since(seat)
    await world.house.close()
    world.house = world.again().house
    before = await kinds(world, table)
    assert not (await world.ask(table, withdraw(able[0]))).code, "sent again, it is done once"
    assert await kinds(world, table) == before
    assert (await world.house.actor(table)).table.legal(able[0])


async def test_nothing_is_taken_back_that_is_settled_or_never_was_answered(world: World) -> None:
    table = await begun(world, *FOUR, clock="untimed", claims="sealed")
    live = (await world.house.actor(table)).table
    able = await until_open(world, table, is_needed=True)
    before = await kinds(world, table)
    assert (await world.ask(table, withdraw(able[0]))).code == "move/late"
    assert (await world.ask(table, r.Withdraw("eve", "Eve", "1", 10**6))).code == "table/seat"
    await answer(world, table, able[0])
    seen = live.versions[able[0]]
    await closed(world, live)
    assert (await world.ask(table, withdraw(able[0], v=seen))).code in ("move/stale", "move/late")
    assert (await kinds(world, table)).count("Withdrawn") == before.count("Withdrawn") == 0


async def test_a_late_wish_never_takes_back_the_answer_to_the_next_claim(world: World) -> None:
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
async def test_in_the_moment_of_closing_a_wish_is_done_or_refused_and_never_half_of_it(
    world: World, claims: str
) -> None:
    """The wish arrives just before the window's end, and just after it."""
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
