"""Growing pauses after leaving running games, and what counts as leaving."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.service.errors import Refused
from teahouse.service.people.restrictions.leaver_pauses import (
    FORGOTTEN_MS,
    PAUSES_MS,
    add_departure,
    departures_of,
    pause_after,
)
from teahouse.service.store.schema import departure
from teahouse.service.tables import requests as r
from teahouse.service.timers import MINUTE_MS
from tests.service.tables.test_absence import absent, begun, end, gone, leave, play_deal
from tests.service.world import World, act, sit

DAY = 24 * 60 * MINUTE_MS
moments = st.lists(st.integers(0, 30 * DAY), max_size=12)


# -- the pure function -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("times", "minutes"), [(0, 0), (1, 0), (2, 1), (3, 5), (4, 15), (5, 60), (6, 60), (20, 60)])
def test_the_pause_grows_with_each_departure(times: int, minutes: int) -> None:
    pause = pause_after([1000 + n for n in range(times)], 2000)
    assert pause.departures == times
    assert pause.until == (1000 + times - 1 + minutes * MINUTE_MS if minutes else 0)


def test_the_first_departure_only_gives_a_warning() -> None:
    assert pause_after([0], 1).next_minutes == 1
    assert pause_after([], 1).next_minutes == 0


@given(moments, st.integers(0, 40 * DAY))
def test_a_pause_is_bounded_and_begins_with_the_last_departure(departures: list[int], now: int) -> None:
    pause = pause_after(departures, now)
    assert pause.until == 0 or now < pause.until <= now + max(PAUSES_MS)
    assert pause_after(list(reversed(departures)), now) == pause


@given(moments, st.integers(0, 40 * DAY), st.integers(0, 40 * DAY))
def test_another_departure_never_shortens_the_pause(departures: list[int], now: int, more: int) -> None:
    assert pause_after([*departures, more], now).until >= pause_after(departures, now).until


@given(moments)
def test_everything_is_forgotten_after_a_week(departures: list[int]) -> None:
    after = max(departures, default=0) + FORGOTTEN_MS
    assert pause_after(departures, after).departures == 0
    assert pause_after(departures, after).until == 0


@given(st.integers(0, 30 * DAY), st.integers(0, 2 * DAY))
def test_a_person_who_left_once_never_waits(left: int, later: int) -> None:
    assert pause_after([left], left + later).until == 0


# -- what counts as leaving --------------------------------------------------------------------------------------------

pytestmark = pytest.mark.anyio


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


async def left(world: World, person: str) -> int:
    """How often a person left running games."""
    at = world.timers.date() + 1
    return len(await world.store.read(lambda connection: departures_of(connection, person, at)))


async def all_left(world: World) -> list[int]:
    return [await left(world, person) for person in ("ann", "bob", "cleo")]


async def resign(world: World, table: str, person: str) -> None:
    assert not (await world.ask(table, act(person, Forfeit("resigned"), id=f"{person} resigns"))).code


async def test_leaving_a_running_game_counts_and_resigning_does_not(world: World) -> None:
    table = await begun(world, "ann", "bob", clock="untimed")
    await world.ask(table, leave("bob"))
    assert await all_left(world) == [0, 1, 0]
    table = await begun(world, "ann", "cleo", clock="untimed")
    await resign(world, table, "ann")
    await world.ask(table, leave("ann"))
    assert await all_left(world) == [0, 1, 0]


async def test_leaving_a_game_against_house_players_does_not_count(world: World) -> None:
    table = await world.table("ann", bots={"1": "random"}, clock="untimed")
    await world.begin(table, "ann")
    await world.ask(table, leave("ann"))
    assert await all_left(world) == [0, 0, 0]


async def test_leaving_a_table_before_it_begins_does_not_count(world: World) -> None:
    table = await world.table("ann")
    await world.ask(table, sit("bob"))
    await world.ask(table, leave("bob"))
    assert await all_left(world) == [0, 0, 0]


async def test_a_claim_counts_for_the_absent_player_and_not_for_the_other(world: World) -> None:
    table = await begun(world, "ann", "bob", clock="untimed")
    await world.ask(table, gone("bob"))
    await world.stay(table, 61_000, "ann")
    assert not (await world.ask(table, absent("ann", 1))).code
    assert await all_left(world) == [0, 1, 0]


async def test_leaving_after_everybody_else_vanished_does_not_count(world: World) -> None:
    table = await begun(world, "ann", "bob", clock="untimed")
    await world.ask(table, gone("bob"))
    await world.stay(table, 61_000, "ann")
    await world.ask(table, leave("ann"))
    assert await all_left(world) == [0, 1, 0]


async def test_running_out_of_time_counts_only_for_an_absent_player(world: World) -> None:
    table = await begun(world, "ann", "bob")
    actor = await world.house.actor(table)
    mover = actor.table.to_move()[0]
    persons = ("ann", "bob")
    bank = actor.table.opened.clock.bank + actor.table.opened.clock.step
    await world.stay(table, bank + 1000, *persons)
    assert actor.table.status == "between"
    assert await all_left(world) == [0, 0, 0]
    again = await begun(world, "ann", "cleo")
    actor = await world.house.actor(again)
    mover = actor.table.to_move()[0]
    away, stays = ("ann", "cleo")[mover], ("ann", "cleo")[1 - mover]
    await world.ask(again, gone(away))
    await world.stay(again, bank + 1000, stays)
    assert actor.table.status == "between"
    assert await left(world, away) == 1
    assert await left(world, stays) == 0


async def test_nothing_counts_while_everybody_is_absent(world: World) -> None:
    table = await begun(world, "ann", "bob")
    for person in ("ann", "bob"):
        await world.ask(table, gone(person))
    await world.wait(60 * MINUTE_MS)
    assert await all_left(world) == [0, 0, 0]


async def test_an_outage_of_the_server_counts_for_nobody(world: World) -> None:
    table = await begun(world, "ann", "bob", clock="untimed")
    later = world.again()
    await later.house.actor(table)
    later.timers.advance(59_000)
    await later.settle()
    reply = await later.ask(table, absent("ann", 1))
    assert reply.code == "absent/early"
    assert await all_left(world) == [0, 0, 0]


async def test_leaving_between_the_deals_of_a_match_counts_and_ending_it_does_not(
    world: World,
) -> None:
    table = await begun(world, "ann", "bob", match="double", clock="untimed")
    await resign(world, table, "ann")
    await world.ask(table, leave("ann"))
    await world.ask(table, leave("bob"))
    assert await all_left(world) == [1, 0, 0]
    table = await begun(world, "bob", "cleo", match="double", clock="untimed")
    await resign(world, table, "bob")
    await world.ask(table, end("bob"))
    await world.ask(table, leave("bob"))
    assert await all_left(world) == [1, 0, 0]


async def test_a_stand_in_until_the_end_of_the_deal_counts_unless_the_player_comes_back(world: World) -> None:
    bots = {"2": "simple", "3": "simple"}
    table = await begun(world, "ann", "bob", game="classic", clock="untimed", bots=bots)
    await world.ask(table, gone("bob"))
    await world.stay(table, 61_000, "ann")
    actor = await world.house.actor(table)
    assert actor.table.holders[1] is not None
    assert actor.table.holders[1].stand_in is not None
    assert await all_left(world) == [0, 0, 0]
    await play_deal(world, table)
    assert await all_left(world) == [0, 1, 0]
    back = await begun(world, "ann", "cleo", game="classic", clock="untimed", bots=bots)
    await world.ask(back, gone("cleo"))
    await world.stay(back, 61_000, "ann")
    await world.ask(back, r.Attach("cleo", "Cleo", "line of cleo"))
    await play_deal(world, back)
    assert await left(world, "cleo") == 0


# -- consequences ------------------------------------------------------------------------------------------------------


async def leave_often(world: World, person: str, times: int) -> None:
    at = world.timers.date()

    def job(connection: Any) -> None:
        for n in range(times):
            add_departure(connection, person, at - n, f"t{n}")

    await world.store.write(job)


async def test_after_two_departures_a_person_waits_a_minute_for_people_but_not_for_house_players(
    world: World,
) -> None:
    table = await world.table("ann")
    await leave_often(world, "bob", 2)
    reply = await world.ask(table, sit("bob"))
    assert (reply.code, reply.values) == ("table/pause", {"until": world.timers.date() + MINUTE_MS, "minutes": 1})
    with pytest.raises(Refused, match="1 minute left"):
        await world.table("bob")
    assert await world.table("bob", bots={"1": "random"})
    await world.wait(MINUTE_MS + 1)
    assert not (await world.ask(table, sit("bob"))).code


async def test_a_pause_also_bars_tables_with_a_free_seat_for_people(world: World) -> None:
    await leave_often(world, "bob", 2)
    table = await world.table("ann", game="classic")
    await world.ask(table, sit("cleo"))
    await world.ask(table, leave("ann"))
    await world.ask(table, leave("cleo"))
    other = await world.table("dan", game="classic", bots={"1": "random"})
    assert (await world.ask(other, sit("bob"))).code == "table/pause"


async def test_departures_that_no_longer_count_are_deleted(world: World) -> None:
    await leave_often(world, "bob", 2)
    world.timers.advance(FORGOTTEN_MS - 1000)
    await leave_often(world, "ann", 1)
    world.timers.advance(2000)
    world.house.start_upkeep()
    await world.settle()
    kept = await world.store.read(lambda connection: connection.execute(select(departure.c.person)).scalars().all())
    assert kept == ["ann"]


async def test_a_server_can_switch_pauses_off(tmp_path: Path) -> None:
    world = await World.open(tmp_path, leaver_pauses=False)
    await leave_often(world, "bob", 5)
    table = await world.table("ann", clock="untimed")
    assert not (await world.ask(table, sit("bob"))).code
    await world.begin(table, "ann", "bob")
    await world.ask(table, leave("ann"))
    assert await left(world, "ann") == 0
    await world.close()


async def test_leaving_one_table_counts_once_within_hours(world: World) -> None:
    table = await begun(world, "ann", "bob", clock="untimed")
    await world.ask(table, leave("bob"))
    assert not (await world.ask(table, sit("bob", seat=Seat(1)))).code
    await world.begin(table, "ann", "bob")
    await world.ask(table, r.Leave("bob", "Bob", id="again"))
    assert await left(world, "bob") == 1
