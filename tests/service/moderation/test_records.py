"""Records of the house, computed again from the logs."""

import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update

from teahouse.core.game import Forfeit
from teahouse.service.moderation.records import RecomputedRecords, recompute_records
from teahouse.service.personal.deletion import anonymise
from teahouse.service.store.schema import event, house_record
from teahouse.service.store.store import Store
from tests.fakes import FakeTimers
from tests.service.world import World, act, add_persons, ready, sit

pytestmark = pytest.mark.anyio

PAIR = ("ann", "bob")


@pytest.fixture
async def world(store: Store) -> AsyncIterator[World]:
    await add_persons(store)
    made = World(store, FakeTimers(), leaver_pauses=False)
    yield made
    await made.house.close()


async def played(world: World, rng: random.Random, *, plies: int = 100, **wanted: Any) -> str:
    """A game of Ann and Bob; whose turn it is after so many moves gives up."""
    table = await world.table(match="single", **wanted)
    invite = (await world.house.table_for(table, "ann")).invite or ""
    for person in PAIR:
        await world.ask(table, sit(person, invite=invite))
    for person in PAIR:
        await world.ask(table, ready(person))
    live = (await world.house.actor(table)).table
    for ply in range(plies + 1):
        if not (to_move := live.to_move()):
            break
        move = Forfeit() if ply == plies else rng.choice(live.legal(to_move[0]))
        assert not (await world.ask(table, act(PAIR[to_move[0]], move, id=f"{ply}"))).code
        world.timers.advance(1000)
    return table


async def records(world: World) -> list[tuple[Any, ...]]:
    query = select(house_record).order_by(*house_record.primary_key)
    return await world.store.read(lambda connection: [tuple(row) for row in connection.execute(query)])


async def test_records_that_the_rules_do_not_allow_give_way_to_the_best_that_they_allow(world: World) -> None:
    rng = random.Random(2)
    public = [await played(world, rng) for _ in range(4)]
    private, given_up = await played(world, rng, private=True), await played(world, rng, plies=3)
    running = await records(world)
    assert {row[1] for row in running} >= {"margin"}
    assert {row[5] for row in running} <= {*public, given_up}  # a streak may end with a game that was given up
    assert await recompute_records(world.store) == RecomputedRecords(5, len(running), 0, ())
    wrong = {"game": "battle", "variant": "", "value": 9_999, "person": "ann", "deal": 0, "at": 1}
    margin = {"name": "margin", "table_id": private}
    other = {"name": "unknown", "table_id": given_up}
    await world.store.write(lambda c: c.execute(delete(house_record).where(house_record.c.name == "margin")).close())
    await world.store.write(lambda c: c.execute(insert(house_record), [wrong | margin, wrong | other]).close())
    assert await recompute_records(world.store) == RecomputedRecords(5, len(running), 2, ())
    assert await records(world) == running


async def test_records_of_people_who_deleted_their_account_go_to_the_next_best(world: World) -> None:
    rng = random.Random(3)
    for _ in range(6):
        await played(world, rng)
    ((holder,),) = [row[4:5] for row in await records(world) if row[1] == "margin"]
    await world.store.write(lambda connection: anonymise(connection, holder))
    assert "margin" not in {row[1] for row in await records(world)}
    assert (await recompute_records(world.store)).wrong >= 1
    ((next_best,),) = [row[4:5] for row in await records(world) if row[1] == "margin"]
    assert {holder, next_best} == set(PAIR)


async def test_a_record_at_a_table_that_cannot_be_read_stays(world: World) -> None:
    rng = random.Random(4)
    tables = [await played(world, rng) for _ in range(3)]
    running = await records(world)
    (broken,) = [row[5] for row in running if row[1] == "margin"]
    assert broken in tables
    spoilt = update(event).where(event.c.table_id == broken, event.c.seq == 4).values(body="{}")
    await world.store.write(lambda connection: connection.execute(spoilt).close())
    assert await recompute_records(world.store) == RecomputedRecords(3, len(running), 0, (broken,))
    assert await records(world) == running
