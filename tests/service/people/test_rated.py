"""Rated tables: rating changes, losing by leaving, and recomputing all ratings from the logs."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, select, update

from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.service.errors import Refused
from teahouse.service.moderation.ratings import Recomputed, recompute
from teahouse.service.people.ratings.anchors import anchor_of
from teahouse.service.people.ratings.rating import START
from teahouse.service.people.ratings.reading import RatingChange, changes_at
from teahouse.service.store.schema import rated_match, rating
from teahouse.service.store.store import Store
from teahouse.service.tables import events as ev
from teahouse.service.tables import requests as r
from tests.service.world import Eye, World, act, add_persons, ready

pytestmark = pytest.mark.anyio


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


async def rated_table(world: World, *persons: str, **wanted: Any) -> str:
    table = await world.table(rated=True, **wanted)
    for person in persons:
        await Eye().look(world, table, person)
    await world.begin(table, *persons)
    return table


async def resign(world: World, table: str, person: str, number: int = 0) -> None:
    assert not (await world.ask(table, act(person, Forfeit(), id=f"{person} {number}"))).code


async def changes(world: World, table: str) -> dict[str, RatingChange]:
    found = await world.store.read(lambda connection: changes_at(connection, table))
    return {one.person: one for one in found}


async def gains(world: World, table: str) -> dict[str, int]:
    return {who: one.after - one.before for who, one in (await changes(world, table)).items()}


async def verdicts(world: World, table: str) -> list[tuple[int, ...]]:
    actor = await world.house.actor(table)
    assert actor.table.opened.rated
    from teahouse.service.tables.log import read

    logged = await world.store.read(lambda connection: read(connection, table))
    return [one.event.ranks for one in logged if isinstance(one.event, ev.Rated)]


async def test_a_double_match_is_rated_when_both_games_are_over(world: World) -> None:
    table = await rated_table(world, "ann", "bob")
    await resign(world, table, "bob", 1)
    assert await changes(world, table) == {}
    for person in ("ann", "bob"):
        await world.ask(table, ready(person))
    await resign(world, table, "bob", 2)
    found = await gains(world, table)
    assert found["ann"] > 0 > found["bob"]
    assert await verdicts(world, table) == [(0, 1)]


async def test_two_games_each_won_with_the_same_points_are_a_draw(world: World) -> None:
    table = await rated_table(world, "ann", "bob")
    await resign(world, table, "bob", 1)
    for person in ("ann", "bob"):
        await world.ask(table, ready(person))
    await resign(world, table, "ann", 2)
    assert await verdicts(world, table) == [(0, 0)]
    assert await gains(world, table) == {"ann": 0, "bob": 0}


async def test_leaving_before_the_match_is_over_loses_it(world: World) -> None:
    table = await rated_table(world, "ann", "bob")
    await resign(world, table, "bob", 1)  # ann leads
    await world.ask(table, r.Leave("ann", "Ann"))
    found = await gains(world, table)
    assert found["bob"] > 0 > found["ann"]


async def test_leaving_during_a_deal_loses_the_match_only_once(world: World) -> None:
    table = await rated_table(world, "ann", "bob")
    await world.ask(table, r.Leave("ann", "Ann"))
    await world.ask(table, r.Leave("bob", "Bob"))
    assert await verdicts(world, table) == [(1, 0)]


async def test_leaving_after_the_match_costs_nothing(world: World) -> None:
    table = await rated_table(world, "ann", "bob")
    await resign(world, table, "bob", 1)
    for person in ("ann", "bob"):
        await world.ask(table, ready(person))
    await resign(world, table, "bob", 2)
    before = await gains(world, table)
    await world.ask(table, r.Leave("ann", "Ann"))
    assert await gains(world, table) == before


async def test_running_out_of_time_loses_the_game_and_its_points(world: World) -> None:
    table = await rated_table(world, "ann", "bob")
    await world.stay(table, 6 * 60_000, "ann", "bob")
    for person in ("ann", "bob"):
        await world.ask(table, ready(person))
    await world.stay(table, 6 * 60_000, "ann", "bob")
    assert await verdicts(world, table) == [(0, 0)]  # each ran out of time once


async def test_nobody_ends_a_rated_match_early_while_the_other_is_there(world: World) -> None:
    table = await rated_table(world, "ann", "bob")
    await resign(world, table, "bob", 1)
    reply = await world.ask(table, r.End("ann", "Ann"))
    assert reply.code == "table/counts"
    assert reply.text == (
        "this match has a stake or a rating: you can end it only while another player has been away, or not ready, "
        "for too long"
    )


async def test_staying_away_between_the_games_loses_the_match(world: World) -> None:
    table = await rated_table(world, "ann", "bob")
    await resign(world, table, "bob", 1)
    await world.ask(table, r.Detach("bob", "Bob", "line of bob"))
    await world.stay(table, 61_000, "ann")
    assert (await world.ask(table, r.Absent("ann", "Ann", Seat(1)))).code == ""
    assert await verdicts(world, table) == [(0, 1)]


async def test_a_deserted_match_is_won_by_the_player_who_was_ready(world: World) -> None:
    table = await rated_table(world, "ann", "bob")
    await resign(world, table, "bob", 1)
    await world.ask(table, ready("bob"))
    for person in ("ann", "bob"):
        await world.ask(table, r.Detach(person, person.title(), f"line of {person}"))
    world.house.start_upkeep()
    await world.wait(40 * 60_000)
    world.house.start_upkeep()
    await world.settle()
    assert await verdicts(world, table) == [(1, 0)]


async def test_a_house_player_has_a_fixed_rating(world: World) -> None:
    table = await rated_table(world, "ann", bots={"1": "greedy"})
    await resign(world, table, "ann", 1)
    await world.ask(table, ready("ann"))
    await resign(world, table, "ann", 2)
    found = await changes(world, table)
    assert list(found) == ["ann"]
    assert found["ann"].after < START
    assert anchor_of("battle", "greedy") is not None


async def test_a_house_player_is_not_replaced_within_a_rated_match(world: World) -> None:
    table = await rated_table(world, "ann", bots={"1": "greedy"})
    await resign(world, table, "ann", 1)
    assert (await world.ask(table, r.Leave("ann", "Ann", Seat(1)))).code == "rated/seats"


async def test_there_is_no_advice_at_a_rated_table(world: World) -> None:
    table = await rated_table(world, "ann", bots={"1": "greedy"})
    with pytest.raises(Refused, match="practice"):
        await world.house.advice(table, "ann")


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({"clock": "untimed"}, "clock"),
        ({"stake": 100}, "stake"),
        ({"match": "single"}, "double"),
        ({"options": {"least_opening_moves": 5}}, "least_opening_moves"),
        ({"game": "solitaire"}, "two players"),
        ({"game": "classic", "claims": "lively"}, "sealed"),
    ],
    ids=str,
)
async def test_incomparable_tables_cannot_be_rated(world: World, wanted: dict[str, Any], says: str) -> None:
    with pytest.raises(Refused, match=says) as error:
        await world.table(rated=True, **wanted)
    assert error.value.code == "table/options"


async def test_a_rated_classic_table_reveals_no_claims_by_timing(world: World) -> None:
    table = await world.table(rated=True, game="classic")
    assert (await world.house.actor(table)).table.info().claims == "sealed"


async def test_points_of_a_deal_are_capped(world: World) -> None:
    from teahouse.core.game import Result
    from teahouse.service.hosting import HOSTING

    rules = HOSTING["classic"].rating
    assert rules is not None
    assert rules.points([Result((2400, -800, -800, -800), (Seat(0),), "mahjong")]) == (300, -300, -300, -300)


async def test_a_contest_rates_everybody_against_everybody(world: World) -> None:
    table = await rated_table(
        world, "ann", "bob", "cleo", game="solitaire", options={"players": 3, "layout": "moat", "level": "gentle"}
    )
    for number, person in enumerate(("ann", "bob", "cleo")):
        actor = await world.house.actor(table)
        for take in range(number):
            move = actor.table.legal(Seat(number))[0]
            await world.ask(table, act(person, move, id=f"take {take}"))
        await resign(world, table, person)
    found = await gains(world, table)
    assert found["cleo"] > found["bob"] > found["ann"]
    assert len(await verdicts(world, table)) == 1


async def test_the_same_table_lets_the_other_begin_the_next_match(world: World) -> None:
    table = await world.table(match="single")
    await world.begin(table, "ann", "bob")
    actor = await world.house.actor(table)
    movers = [actor.table.to_move()]
    for number in range(2):
        await resign(world, table, "bob", number)
        for person in ("ann", "bob"):
            await world.ask(table, ready(person))
        movers.append((await world.house.actor(table)).table.to_move())
    assert movers == [(0,), (1,), (0,)]
    again = await world.again().house.load(table)
    assert again.to_move() == (0,)


async def play_matches(world: World, tables: int) -> None:
    names = ["ann", "bob", "cleo", "dan"]
    for number in range(tables):
        pair = names[number % 4], names[(number + 1 + number // 4) % 4]
        if pair[0] == pair[1]:
            continue
        await world.wait(number * 60_000)
        table = await rated_table(world, *pair, person=pair[0])
        await resign(world, table, pair[number % 2], 1)
        if number % 3:
            for person in pair:
                await world.ask(table, ready(person))
            await resign(world, table, pair[0], 2)
        else:
            await world.ask(table, r.Leave(pair[1], pair[1].title()))


async def ratings(store: Store) -> list[tuple[Any, ...]]:
    query = select(rating).order_by(rating.c.person)
    return await store.read(lambda connection: [tuple(row) for row in connection.execute(query)])


async def test_recomputing_gives_the_same_figures_to_the_last_digit(store: Store) -> None:
    await add_persons(store)
    from tests.fakes import FakeTimers

    world = World(store, FakeTimers(), leaver_pauses=False)
    await play_matches(world, 8)
    running = await ratings(store)
    count = await store.read(lambda connection: len(connection.execute(select(rated_match)).all()))
    assert await recompute(store) == Recomputed(count, len(running), 0)

    def spoil(connection: Connection) -> None:
        connection.execute(delete(rating).where(rating.c.person == "ann"))
        connection.execute(update(rating).where(rating.c.person == "bob").values(rating=1.0))

    await store.write(spoil)
    assert (await recompute(store)).wrong == 2
    assert await ratings(store) == running
    await world.house.close()
