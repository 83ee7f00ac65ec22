"""Today's deal: the same for everybody, another one tomorrow."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import select, update

from teahouse.core.fair import commitment
from teahouse.core.game import Forfeit
from teahouse.core.record import verify_record
from teahouse.core.seats import Seat
from teahouse.games import make_game
from teahouse.service.errors import Refused
from teahouse.service.hosting.daily import Try, daily_tables, day_of, deal_secret
from teahouse.service.store.schema import daily_score, person
from teahouse.service.timers import DAY_MS
from tests.service.world import Eye, World, act, ready

pytestmark = pytest.mark.anyio


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


async def played_today(world: World, person: str, pairs: int, game: str = "solitaire") -> str:
    """Take this many pairs of today's deal, then give up with the score reached."""
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
    today = await world.house.today()
    world.timers.advance(DAY_MS)
    records = [await world.house.record(table, 0, person) for table, person in ((first, "ann"), (second, "bob"))]
    deals = [make_game(one.header.game, one.header.options) for one in records]
    assert records[0].header.commitment == records[1].header.commitment
    assert deals[0].rules == deals[1].rules
    for game, record in zip(deals, records, strict=True):
        verify_record(game, record)
    tomorrow = await world.house.today()
    assert daily_tables(today.day)["solitaire"] != daily_tables(tomorrow.day)["solitaire"]
    assert tomorrow.commitment != today.commitment


async def test_the_secret_of_a_day_is_committed_the_day_before_and_shown_the_day_after(world: World) -> None:
    before = await world.house.today()
    world.timers.advance(DAY_MS)
    today = await world.house.today()
    assert today.commitment == before.tomorrow
    table = await played_today(world, "ann", 1)
    world.timers.advance(DAY_MS)
    after = await world.house.today()
    assert after.yesterday is not None
    assert after.yesterday.day == today.day
    assert after.yesterday.commitment == today.commitment == commitment(bytes.fromhex(after.yesterday.secret))
    record = await world.house.record(table, 0, "ann")
    secret = deal_secret(bytes.fromhex(after.yesterday.secret), "solitaire", today.day)
    assert record.header.commitment == commitment(secret)


async def test_two_servers_agree_about_the_secret_of_a_day(world: World) -> None:
    today, again = await world.house.today(), await world.again().house.today()
    assert (today.commitment, today.tomorrow) == (again.commitment, again.tomorrow)


async def test_only_the_first_try_counts(world: World) -> None:
    first = await played_today(world, "ann", 2)
    assert await world.table("ann", game="solitaire", daily=True) == first
    again = world.again()
    assert await again.table("ann", game="solitaire", daily=True) == first
    best = await played_today(world, "bob", 4)
    today = await world.house.today()
    (solitaire,) = (one for one in today.games if one.game == "solitaire")
    assert [one.table for one in solitaire.best] == [best, first]
    assert solitaire.options["start_overs"] == 0
    assert today.tries == {}
    own = (await world.house.today("bob")).tries
    assert own == {"solitaire": Try(best, solitaire.best[0].score)}
    begun = await world.table("bob", game="battle", daily=True)
    assert (await world.house.today("bob")).tries == own | {"battle": Try(begun)}
    assert next(one for one in today.games if one.game == "battle").best == ()
    world.timers.advance(DAY_MS)
    assert await world.table("ann", game="solitaire", daily=True) != first


async def test_before_the_day_is_over_there_is_no_record_and_no_advice(world: World) -> None:
    table = await played_today(world, "ann", 1)
    with pytest.raises(Refused) as withheld:
        await world.house.record(table, 0, "ann")
    assert withheld.value.code == "record/sealed"
    other = await world.table("bob", game="battle", daily=True)
    await world.ask(other, ready("bob"))
    await world.settle()
    with pytest.raises(Refused) as unadvised:
        await world.house.advice(other, "bob")
    assert unadvised.value.code == "advice/daily"


async def test_the_first_game_of_a_double_is_withheld_while_the_second_is_played_with_the_same_tiles(
    world: World,
) -> None:
    table = await world.table("ann", game="battle", match="double", bots={"1": "easy"})
    await world.ask(table, ready("ann"))
    await world.settle()
    await world.ask(table, act("ann", Forfeit(), id="first"))
    codes: list[str] = []
    for _ in range(2):
        try:
            await world.house.record(table, 0, "ann")
            codes.append("")
        except Refused as error:
            codes.append(error.code)
        await world.ask(table, ready("ann"))
        await world.settle()
        await world.ask(table, act("ann", Forfeit(), id="second"))
    assert codes == ["record/sealed", ""]


async def test_the_next_deal_at_a_daily_table_has_new_tiles(world: World) -> None:
    table = await played_today(world, "ann", 1)
    await world.ask(table, ready("ann"))
    await world.settle()
    actor = await world.house.actor(table)
    assert actor.table.deal == 1
    assert actor.table.commitments[1].secret != actor.table.commitments[0].secret
    assert actor.table.info().day == day_of(world.timers.date())


async def test_a_daily_table_accepts_no_options(world: World) -> None:
    with pytest.raises(Refused, match="nothing but the game"):
        await world.table("ann", game="solitaire", daily=True, options={"layout": "moat"})
    with pytest.raises(Refused, match="expected a daily game among solitaire, battle, got 'classic'"):
        await world.table("ann", game="classic", daily=True)


async def test_the_house_plays_todays_battle(world: World) -> None:
    table = await world.table("ann", game="battle", daily=True)
    info = (await world.house.actor(table)).table.info()
    assert info.seats[1] is not None
    assert info.seats[1].bot == "medium"


async def test_nobody_sees_the_covered_tiles_or_the_solution_of_a_finished_deal_on_its_day(world: World) -> None:
    eye = Eye()
    table = await world.table("ann", game="solitaire", daily=True)
    await world.ask(table, ready("ann"))
    await world.settle()
    await eye.look(world, table, "ann")
    await world.ask(table, act("ann", Forfeit(), id="end"))
    await world.settle()
    assert "certificate" not in str(eye.take())
    for viewer in ("ann", "bob"):
        reply = await Eye().look(world, table, viewer)
        assert b"certificate" not in b"".join(bytes(one) for one in reply.sent)
    await world.house.close()
    world.timers.advance(DAY_MS)
    later = world.again()
    reply = await Eye().look(later, table, "bob")
    await later.house.close()
    assert b"certificate" in b"".join(bytes(one) for one in reply.sent)


async def test_no_list_shows_a_withheld_deal_before_its_day_is_over(world: World) -> None:
    table = await played_today(world, "ann", 2)
    assert await world.records() == []
    world.timers.advance(DAY_MS)
    assert [one["table"] for one in await world.records()] == [table]


async def test_no_list_shows_the_first_game_of_a_double_while_the_second_is_played(world: World) -> None:
    table = await world.table("ann", game="battle", match="double", bots={"1": "easy"})
    await world.ask(table, ready("ann"))
    await world.settle()
    await world.ask(table, act("ann", Forfeit(), id="first"))
    await world.settle()
    assert await world.records() == []
    await world.ask(table, ready("ann"))
    await world.settle()
    assert await world.records() == []
    await world.ask(table, act("ann", Forfeit(), id="second"))
    await world.settle()
    assert [one["deal"] for one in await world.records()] == [1, 0]


async def test_a_try_that_ends_after_its_day_does_not_count_because_the_secret_is_known_by_then(world: World) -> None:
    table = await world.table("ann", game="solitaire", daily=True)
    await world.ask(table, ready("ann"))
    await world.settle()
    day = (await world.house.today()).day
    world.timers.advance(DAY_MS)
    await world.ask(table, act("ann", Forfeit(), id="late"))
    rows = await world.store.read(lambda c: c.execute(select(daily_score).where(daily_score.c.day == day)).all())
    assert rows == []


async def test_guests_are_listed_apart_from_accounts(world: World) -> None:
    account, guest = await played_today(world, "ann", 1), await played_today(world, "bob", 3)
    without = update(person).where(person.c.id == "bob").values(password=None)
    await world.store.write(lambda connection: connection.execute(without).close())
    (solitaire,) = (one for one in (await world.house.today()).games if one.game == "solitaire")
    assert [one.table for one in solitaire.best] == [account]
    assert [one.table for one in solitaire.guests] == [guest]
