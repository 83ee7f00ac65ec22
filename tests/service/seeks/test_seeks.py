"""Seeks: pairing, several seeks and tabs, going away, challenges and house players; nobody gets two seats."""

import asyncio
import random
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, distinct, func, insert, select

from teahouse.service.errors import Refused
from teahouse.service.opening import OpenTable, PersonToSeat
from teahouse.service.people.ratings.anchors import anchors
from teahouse.service.people.social.blocks import Blocks
from teahouse.service.people.social.notices import notices_of
from teahouse.service.seeks.pairing import WaitingSeek, allowed_difference, fitting_opponents
from teahouse.service.seeks.seeks import AT_ONCE_MS, KEPT_MS, MOST_SEEKS, Seeks
from teahouse.service.store.schema import person, rating, seat, seek
from teahouse.service.store.store import Store, open_store
from tests.fakes import FakeTimers
from tests.service.seeks.racer import PEOPLE
from tests.service.world import World, add_persons

pytestmark = pytest.mark.anyio

BATTLE = OpenTable("battle", rated=True)
QUICK = OpenTable("battle", clock="2+2")
ANN, BOB, CLEO, DAN, EVE = (PersonToSeat(name, name.title()) for name in ("ann", "bob", "cleo", "dan", "eve"))


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


@pytest.fixture
def seeks(world: World) -> Seeks:
    return Seeks(world.house, world.services)


async def rate(world: World, **ratings: float) -> None:
    rows = [
        {"person": who, "game": "battle", "rating": one, "deviation": 60, "volatility": 0.06, "at": 0, "games": 20}
        for who, one in ratings.items()
    ]
    await world.store.write(lambda connection: connection.execute(insert(rating), rows).close())


async def seats(store: Store) -> Counter[str]:
    """At how many tables each person sits."""
    return Counter(await store.read(lambda connection: list(connection.execute(select(seat.c.person)).scalars())))


async def test_two_people_of_one_strength_are_paired_at_once(world: World, seeks: Seeks) -> None:
    assert (await seeks.place(ANN, BATTLE)).tables == ()
    (table,) = (await seeks.place(BOB, BATTLE)).tables
    assert (await seeks.renew(ANN)).tables == (table,)
    info = (await world.house.table_for(table, "ann")).table
    assert (info.rated, info.status) == (True, "open")
    assert {one.person for one in info.seats if one} == {"ann", "bob"}
    assert await seats(world.store) == {"ann": 1, "bob": 1}


async def test_the_window_widens_until_unequal_people_meet(world: World, seeks: Seeks) -> None:
    await rate(world, ann=1500, bob=1800)
    await seeks.place(ANN, BATTLE)
    assert (await seeks.place(BOB, BATTLE)).tables == ()
    for _ in range(3):
        await world.wait(4_000)
        assert not (await seeks.renew(ANN)).tables or allowed_difference(12_000) >= 300
        await seeks.renew(BOB)
    assert len((await seeks.renew(ANN)).tables) == 1


async def test_seeks_with_different_terms_are_not_paired(seeks: Seeks) -> None:
    await seeks.place(ANN, BATTLE)
    assert (await seeks.place(BOB, QUICK)).tables == ()


async def test_the_seeks_of_an_absent_person_are_not_paired(world: World, seeks: Seeks) -> None:
    await seeks.place(ANN, BATTLE)
    await world.wait(KEPT_MS)
    assert (await seeks.place(BOB, BATTLE)).tables == ()
    assert [one.person for one in await seeks.listed()] == ["bob"]


async def test_several_seeks_end_together_when_one_is_met(world: World, seeks: Seeks) -> None:
    await seeks.place(ANN, BATTLE)
    await seeks.place(ANN, QUICK)
    await seeks.place(BOB, BATTLE)
    assert (await seeks.place(CLEO, QUICK)).tables == ()
    assert (await seeks.renew(ANN)).seeks == ()
    assert (await seats(world.store))["ann"] == 1


async def test_a_seek_placed_while_its_person_sits_down_ends_too(world: World, seeks: Seeks) -> None:
    await seeks.place(ANN, BATTLE)
    await seeks.place(CLEO, QUICK)
    (table,) = (await seeks.place(BOB, BATTLE)).tables
    assert (await seeks.place(ANN, QUICK)).tables == (table,)
    assert await seats(world.store) == {"ann": 1, "bob": 1}
    with pytest.raises(Refused, match="this seek is over"):
        await seeks.accept(ANN, (await seeks.listed())[0].id)
    await world.wait(AT_ONCE_MS)
    await seeks.renew(CLEO)
    assert len((await seeks.place(ANN, QUICK)).tables) == 2


async def test_placing_the_same_seek_twice_is_one_seek(seeks: Seeks) -> None:
    await seeks.place(ANN, BATTLE)
    assert len((await seeks.place(ANN, BATTLE)).seeks) == 1


async def test_nobody_has_too_many_seeks(seeks: Seeks) -> None:
    clocks = ("5+5", "2+2", "15+10")
    requests = [OpenTable("battle", clock=clock, rated=rated) for clock in clocks for rated in (True, False)]
    for wanted in requests[:MOST_SEEKS]:
        await seeks.place(ANN, wanted)
    with pytest.raises(Refused) as error:
        await seeks.place(ANN, requests[MOST_SEEKS])
    assert error.value.code == "seek/many"


async def test_a_cancelled_seek_is_not_paired(seeks: Seeks) -> None:
    (own,) = (await seeks.place(ANN, BATTLE)).seeks
    await seeks.cancel("bob", own.seek.id)  # not theirs
    assert len((await seeks.renew(ANN)).seeks) == 1
    await seeks.cancel("ann", own.seek.id)
    assert (await seeks.place(BOB, BATTLE)).tables == ()


async def test_people_who_blocked_one_another_are_not_paired(world: World, seeks: Seeks) -> None:
    await Blocks(world.store).add("bob", "ann")
    await seeks.place(ANN, BATTLE)
    assert (await seeks.place(BOB, BATTLE)).tables == ()
    (own,) = (await seeks.renew(ANN)).seeks
    with pytest.raises(Refused, match="blocked"):
        await seeks.accept(BOB, own.seek.id)
    with pytest.raises(Refused, match="not possible with this person"):
        await seeks.place(ANN, BATTLE, "bob")


async def test_a_house_player_is_offered_after_a_while_and_can_be_taken_at_once(world: World, seeks: Seeks) -> None:
    await rate(world, ann=anchors().games["battle"]["hard"].rating + 5)
    (own,) = (await seeks.place(ANN, BATTLE)).seeks
    assert own.offer == ""
    for _ in range(3):
        await world.wait(7_000)
        (own,) = (await seeks.renew(ANN)).seeks
    assert own.offer == "hard"
    table = await seeks.with_house(ANN, own.seek.id)
    info = (await world.house.table_for(table, "ann")).table
    assert [one.bot for one in info.seats if one] == [None, "hard"]
    assert (info.rated, (await seeks.renew(ANN)).seeks) == (True, ())
    assert await seeks.with_house(ANN, own.seek.id) == table  # the other tab


async def test_a_challenge_reaches_one_person_alone(world: World, seeks: Seeks) -> None:
    (own,) = (await seeks.place(ANN, BATTLE, "bob")).seeks
    assert await seeks.listed() == []
    assert (await seeks.place(CLEO, BATTLE)).tables == ()
    with pytest.raises(Refused):
        await seeks.accept(CLEO, own.seek.id)
    (asked,) = (await seeks.renew(BOB)).challenges
    assert (asked.id, asked.name) == (own.seek.id, "Ann")
    assert (await world.store.read(lambda connection: notices_of(connection, "bob"))).unread == 1
    table = await seeks.accept(BOB, own.seek.id)
    assert (await world.store.read(lambda connection: notices_of(connection, "bob"))).unread == 0  # answered
    assert (await seeks.renew(ANN)).tables == (table,)
    with pytest.raises(Refused):
        await seeks.accept(BOB, own.seek.id)


async def test_a_declined_challenge_is_over(seeks: Seeks) -> None:
    (own,) = (await seeks.place(ANN, BATTLE, "bob")).seeks
    await seeks.cancel("bob", own.seek.id)
    assert (await seeks.renew(ANN)).seeks == ()
    with pytest.raises(Refused) as error:
        await seeks.accept(BOB, own.seek.id)
    assert error.value.code == "seek/unknown"


@pytest.mark.parametrize(
    "wanted",
    [
        OpenTable("solitaire"),
        OpenTable("battle", bots={"1": "greedy"}),
        OpenTable("battle", stake=10),
        OpenTable("battle", known="0" * 16),
    ],
    ids=["alone", "bots", "stake", "known deal"],
)
async def test_a_seek_for_a_game_without_opponents_is_refused(seeks: Seeks, wanted: OpenTable) -> None:
    with pytest.raises(Refused) as error:
        await seeks.place(ANN, wanted)
    assert error.value.code == "table/options"


async def test_a_table_of_four_waits_for_four(world: World, seeks: Seeks) -> None:
    wanted = OpenTable("classic", match="single")
    for one in (ANN, BOB, CLEO):
        assert (await seeks.place(one, wanted)).tables == ()
    (own,) = [one for one in await seeks.listed() if one.person == "ann"]
    table = await seeks.accept(DAN, own.id)
    assert (await seeks.renew(ANN)).tables == (table,)
    assert await seats(world.store) == {"ann": 1, "bob": 1, "cleo": 1, "dan": 1}


def test_the_nearest_comes_first_and_everybody_fits_everybody() -> None:
    own = WaitingSeek("a", "ann", 1500, 0)
    others = [WaitingSeek("b", "bob", 1590, 0), WaitingSeek("c", "cleo", 1460, 0), WaitingSeek("d", "dan", 1420, 0)]
    assert [one.person for one in fitting_opponents(own, others, 2, 0, lambda _a, _b: False)] == ["cleo"]
    assert [one.person for one in fitting_opponents(own, others, 3, 0, lambda _a, _b: False)] == ["cleo", "dan"]
    assert fitting_opponents(own, others, 4, 0, lambda _a, _b: False) == []  # bob is too far from dan
    assert fitting_opponents(own, others, 2, 0, lambda _a, _b: True) == []


async def race(stores: list[Store], races: int, people: int) -> None:
    """Let several servers pair the same people at once, repeatedly."""
    names = [f"p{number}" for number in range(people)]
    rows = [{"id": name, "name": name, "name_key": name, "password": "-", "created": 0} for name in names]

    def add(connection: Connection) -> None:
        connection.execute(insert(person), rows)

    await stores[0].write(add)
    timers, rng = FakeTimers(), random.Random(races)
    worlds = [World(store, timers, number, leaver_pauses=False) for number, store in enumerate(stores, 1)]
    servers = [Seeks(world.house, world.services) for world in worlds]
    expected = Counter[str]()
    for _ in range(races):
        jobs = [
            rng.choice(servers).place(PersonToSeat(name, name), wanted) for name in names for wanted in (BATTLE, QUICK)
        ]
        rng.shuffle(jobs)
        await asyncio.gather(*jobs)
        found = {name: (await rng.choice(servers).renew(PersonToSeat(name, name))).tables for name in names}
        expected.update(name for name in names if found[name])
        assert all(len(tables) <= 1 for tables in found.values()), found
        assert await seats(stores[0]) == +expected
        timers.advance(61_000 + KEPT_MS)
    assert expected.total() >= races * people * 0.6  # most people were paired
    for world in worlds:
        await world.house.close()


async def test_two_servers_that_pair_at_once_give_nobody_two_seats(store: Store) -> None:
    await race([store, store], 3, 6)


async def test_servers_with_their_own_connections_give_nobody_two_seats(prepared_postgres_url: str) -> None:
    stores = [await open_store(prepared_postgres_url) for _ in range(2)]
    await add_persons(stores[0])
    await race(stores, 3, 6)
    for one in stores:
        await one.close()


@pytest.mark.slow
async def test_a_thousand_pairings_with_servers_killed_among_them(prepared_postgres_url: str) -> None:
    """Three servers share a database; every few seconds one is killed with -9 and another one starts."""
    store = await open_store(prepared_postgres_url)
    names = [f"p{number}" for number in range(PEOPLE)]
    rows = [{"id": name, "name": name, "name_key": name, "password": "-", "created": 0} for name in names]
    await store.write(lambda connection: connection.execute(insert(person), rows).close())
    command, rng = [sys.executable, "-m", "tests.service.seeks.racer", prepared_postgres_url], random.Random(9)
    servers = [subprocess.Popen([*command, str(number)]) for number in range(3)]
    kills = 0
    try:
        while await store.read(lambda c: c.execute(select(func.count(distinct(seat.c.table_id)))).scalar_one()) < 1000:
            await asyncio.sleep(6)
            victim = servers.pop(rng.randrange(3))
            victim.kill()
            victim.wait()
            kills += 1
            servers.append(subprocess.Popen([*command, f"again {kills}"]))
    finally:
        for server in servers:
            server.kill()
            server.wait()
    sat = await store.read(lambda c: c.execute(select(seat.c.person, seat.c.table_id)).all())
    paired = select(seek.c.person, seek.c.table_id).where(seek.c.table_id.is_not(None))
    assert Counter(map(tuple, await store.read(lambda c: c.execute(paired).all()))) == Counter(map(tuple, sat))
    assert max(Counter(map(tuple, sat)).values()) == 1
    assert set(Counter(table for _, table in sat).values()) == {2}
    assert kills >= 3
    await store.close()
