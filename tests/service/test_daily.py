"""Today's deal: the same for everybody, another one tomorrow."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from teahouse.core.game import Forfeit
from teahouse.core.record import verify_record
from teahouse.core.seats import Seat
from teahouse.games import make_game
from teahouse.service.errors import Refused
from teahouse.service.hosting.daily import daily_secret, daily_tables, day_of
from tests.service.world import World, act, ready

pytestmark = pytest.mark.anyio

DAY_MS = 86_400_000


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


async def played_today(world: World, person: str, pairs: int, game: str = "solitaire") -> str:
    """Play so many pairs of today's deal, then give up with the score reached."""
    table = await world.table(person, game=game, daily=True)
    await world.ask(table, ready(person))
    await world.settle()
    actor = await world.house.actor(table)
    for number in range(pairs):
        await world.ask(table, act(person, actor.table.legal(Seat(0))[0], id=str(number)))
        await world.settle()
    await world.ask(table, act(person, Forfeit(), id="end"))
    await world.settle()
    return table


async def test_everybody_has_the_same_deal_on_one_day_and_another_on_the_next(world: World) -> None:
    first, second = await played_today(world, "ann", 3), await played_today(world, "bob", 1)
    records = [await world.house.record(table, 0, person) for table, person in ((first, "ann"), (second, "bob"))]
    deals = [make_game(one.header.game, one.header.options) for one in records]
    assert records[0].header.commitment == records[1].header.commitment
    assert deals[0].rules == deals[1].rules
    for game, record in zip(deals, records, strict=True):
        verify_record(game, record)
    today = (await world.house.today()).day
    tomorrow = day_of(world.timers.date() + DAY_MS)
    assert daily_secret("solitaire", today) != daily_secret("solitaire", tomorrow)
    assert daily_tables(today)["solitaire"] != daily_tables(tomorrow)["solitaire"]


async def test_the_best_scores_of_the_day_are_listed_once_a_person_the_highest_first(world: World) -> None:
    await played_today(world, "ann", 2)
    best = await played_today(world, "ann", 5)
    await played_today(world, "bob", 1)
    other = await world.table("cleo", game="solitaire")
    await world.ask(other, ready("cleo"))
    today = await world.house.today()
    (solitaire,) = (one for one in today.games if one.game == "solitaire")
    assert solitaire.best[0].table == best
    assert len(solitaire.best) == 2
    assert solitaire.best[0].score > solitaire.best[1].score
    assert next(one for one in today.games if one.game == "battle").best == ()


async def test_playing_on_at_a_daily_table_brings_fresh_tiles(world: World) -> None:
    table = await played_today(world, "ann", 1)
    await world.ask(table, ready("ann"))
    await world.settle()
    actor = await world.house.actor(table)
    assert actor.table.deal == 1
    assert actor.table.commitments[1].secret != actor.table.commitments[0].secret
    assert actor.table.info().day == day_of(world.timers.date())


async def test_a_daily_table_takes_no_other_wish(world: World) -> None:
    with pytest.raises(Refused, match="nothing but the game"):
        await world.table("ann", game="solitaire", daily=True, options={"layout": "moat"})
    with pytest.raises(Refused, match="expected a daily game among solitaire, battle, got 'classic'"):
        await world.table("ann", game="classic", daily=True)


async def test_the_house_plays_todays_battle(world: World) -> None:
    table = await world.table("ann", game="battle", daily=True)
    info = (await world.house.actor(table)).table.info()
    assert info.seats[1] is not None
    assert info.seats[1].bot == "medium"
