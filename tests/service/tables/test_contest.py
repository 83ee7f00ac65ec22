"""Solitaire at a table: practice, and contests for a pot."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.service.engines.question import MoveQuestion
from teahouse.service.errors import Refused
from teahouse.service.people.coins import audit, balance_of, person_account, pot_account, top_up
from teahouse.service.tables import requests as r
from tests.service.world import PERSONS, Eye, QuickThinker, World, act, ready, sit

pytestmark = pytest.mark.anyio

CONTEST: dict[str, Any] = {"game": "solitaire", "options": {"players": 3}, "stake": 100}


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    at = made.timers.date()
    await made.store.write(lambda connection: [top_up(connection, at, person) for person in PERSONS])
    yield made
    await made.close()


async def coins(world: World, *accounts: str) -> list[int]:
    return await world.store.read(lambda connection: [balance_of(connection, account) for account in accounts])


async def persons_coins(world: World) -> list[int]:
    return await coins(world, *(person_account(person) for person in ("ann", "bob", "cleo")))


async def finish(world: World, table: str, person: str, pairs: int) -> None:
    """Take this many pairs, then resign with the score reached."""
    actor = await world.house.actor(table)
    seat = actor.table.seat_of(person)
    assert seat is not None
    for number in range(pairs):
        move = actor.table.legal(seat)[0]
        assert not (await world.ask(table, act(person, move, id=f"{person} {number}"))).code
    await world.ask(table, act(person, Forfeit(), id=f"{person} ends"))


async def test_stakes_go_into_the_pot_and_the_pot_to_the_winner(world: World) -> None:
    table = await world.table(**CONTEST)
    await world.begin(table, "ann", "bob", "cleo")
    assert await persons_coins(world) == [1900, 1900, 1900]
    assert await coins(world, pot_account(table)) == [300]
    await finish(world, table, "ann", 2)
    await finish(world, table, "bob", 9)
    await finish(world, table, "cleo", 1)
    assert await persons_coins(world) == [1900, 2200, 1900]
    assert await coins(world, pot_account(table)) == [0]
    found = await world.store.read(audit)
    assert found.faults == ()


async def test_tied_winners_share_and_the_odd_coin_goes_to_the_first_to_finish(world: World) -> None:
    table = await world.table(game="solitaire", options={"players": 3}, stake=101)
    await world.begin(table, "ann", "bob", "cleo")
    await finish(world, table, "cleo", 3)
    await finish(world, table, "ann", 3)
    await finish(world, table, "bob", 0)
    assert await persons_coins(world) == [1899 + 151, 1899, 1899 + 152]


async def test_a_player_who_cannot_pay_the_stake_leaves_the_table_and_nobody_pays(world: World) -> None:
    table = await world.table(game="solitaire", options={"players": 2}, stake=2000)
    poorer = await world.table("bob", game="solitaire", options={"players": 2}, stake=500)
    await world.begin(poorer, "bob", "cleo")
    await world.begin(table, "ann", "bob")
    live = (await world.house.actor(table)).table
    assert live.status == "open"
    assert [holder and holder.person for holder in live.holders] == ["ann", None]
    assert await persons_coins(world) == [2000, 1500, 1500]


async def test_a_player_topped_up_today_stays_when_somebody_else_cannot_pay(world: World) -> None:
    yesterday = await world.table(**CONTEST)
    await world.begin(yesterday, "ann", "bob", "cleo")
    await finish(world, yesterday, "cleo", 1)
    await world.wait(24 * 60 * 60_000)
    assert await persons_coins(world) == [1900, 1900, 2200]
    at = world.timers.date()
    await world.store.write(lambda connection: top_up(connection, at, "ann"))
    spent = await world.table("ann", game="solitaire", options={"players": 2}, stake=1)
    await world.begin(spent, "ann", "cleo")
    table = await world.table("bob", game="solitaire", options={"players": 2}, stake=2000)
    await world.begin(table, "bob", "ann")
    live = (await world.house.actor(table)).table
    assert [holder and holder.person for holder in live.holders] == ["bob", None]


DOUBLE: dict[str, Any] = {"game": "battle", "match": "double", "stake": 100}


async def resign(world: World, table: str, person: str) -> None:
    live = (await world.house.actor(table)).table
    assert not (await world.ask(table, act(person, Forfeit(), id=f"{person} {live.deal}"))).code


async def test_the_pot_of_two_games_goes_to_the_most_points_in_both(world: World) -> None:
    table = await world.table(**DOUBLE)
    await world.begin(table, "ann", "bob")
    await resign(world, table, "bob")
    await world.begin(table, "ann", "bob")
    live = (await world.house.actor(table)).table
    while sum(live.state.scores) < 40:
        (seat,) = live.to_move()
        move, person = live.legal(seat)[0], ("ann", "bob")[seat]
        assert not (await world.ask(table, act(person, move, id=f"{len(live.moves)}"))).code
    await resign(world, table, "ann")
    assert live.match.points[0] > live.match.points[1]
    assert await persons_coins(world) == [2100, 1900, 2000]
    assert await coins(world, pot_account(table)) == [0]


async def test_leaving_between_two_games_leaves_the_pot_to_those_who_stay(world: World) -> None:
    table = await world.table(**DOUBLE)
    await world.begin(table, "ann", "bob")
    await resign(world, table, "bob")
    assert not (await world.ask(table, r.Leave("bob", "Bob", id="off"))).code
    assert await persons_coins(world) == [2100, 1900, 2000]
    assert await coins(world, pot_account(table)) == [0]
    assert not (await world.ask(table, r.Leave("bob", "Bob", id="off"))).code
    await world.begin(table, "ann", "cleo")
    live = (await world.house.actor(table)).table
    assert (live.status, live.match.results) == ("playing", ())
    assert await persons_coins(world) == [2000, 1900, 1900]
    again = world.again()
    assert (await again.house.actor(table)).table.state == live.state
    await again.house.close()
    assert (await world.store.read(audit)).faults == ()


async def test_leaving_during_the_first_game_gives_up_the_pot_too(world: World) -> None:
    table = await world.table(**DOUBLE)
    await world.begin(table, "ann", "bob")
    assert not (await world.ask(table, r.Leave("ann", "Ann"))).code
    assert await persons_coins(world) == [1900, 2100, 2000]
    assert await coins(world, pot_account(table)) == [0]


@pytest.mark.parametrize("leaver", ["ann", "bob"])
async def test_leaving_at_once_after_being_ready_does_not_save_the_stake(world: World, leaver: str) -> None:
    table = await world.table(**DOUBLE)
    await world.begin(table, "ann", "bob")
    await resign(world, table, "bob")
    await world.ask(table, ready(leaver))
    assert not (await world.ask(table, r.Leave(leaver, leaver.title()))).code
    assert await persons_coins(world) == ([1900, 2100, 2000] if leaver == "ann" else [2100, 1900, 2000])
    assert await coins(world, pot_account(table)) == [0]


async def test_a_pot_cannot_be_settled_twice(world: World) -> None:
    table = await world.table(**CONTEST)
    await world.begin(table, "ann", "bob", "cleo")
    for person in ("ann", "bob", "cleo"):
        await finish(world, table, person, 1)
        await finish(world, table, person, 0)
    later = world.again()
    await later.house.actor(table)
    await later.settle()
    assert sum(await persons_coins(world)) == 6000
    await later.house.close()


async def test_others_boards_never_reach_a_rival_and_their_scores_do(world: World) -> None:
    table = await world.table(**CONTEST)
    await world.begin(table, "ann", "bob", "cleo")
    eye = Eye()
    await eye.look(world, table, "bob")
    onlooker = Eye()
    await onlooker.look(world, table, "eve")
    assert onlooker.seen[0]["view"]["board"] is None
    await finish(world, table, "ann", 3)
    events = [event for message in eye.take() if message["t"] == "events" for event in message["events"]]
    assert [event["type"] for event in events] == ["pair_taken"] * 3 + ["forfeited"]
    assert all(event["points"] > 0 and not event.get("cells") for event in events[:3])
    assert all("faces" not in str(event) for event in events)


async def test_time_up_keeps_the_score_reached(world: World) -> None:
    table = await world.table(game="solitaire", options={"players": 2}, clock="5 minutes")
    await world.begin(table, "ann", "bob")
    await world.wait(4 * 60_000)
    actor = await world.house.actor(table)
    await world.ask(table, act("ann", actor.table.legal(Seat(0))[0]))
    await world.wait(61_000)
    result = actor.table.deals[0].result
    assert result is not None
    assert result.scores[0] > 0 == result.scores[1]
    assert result.winners == (0,)


async def test_practice_is_untimed_and_for_one(world: World) -> None:
    table = await world.table(game="solitaire")
    await world.ask(table, ready("ann"))
    actor = await world.house.actor(table)
    await world.wait(10**8)
    assert actor.table.to_move() == (0,)
    assert (await world.ask(table, sit("bob"))).code == "table/started"
    with pytest.raises(Refused, match="two players or more"):
        await world.table(game="solitaire", stake=5)


async def test_concurrent_joins_fill_each_seat_once(world: World) -> None:
    table = await world.table(**CONTEST)

    replies = await asyncio.gather(*(world.house.ask(table, sit(person)) for person in ("bob", "cleo", "dan", "eve")))
    assert sorted(reply.code for reply in replies) == ["", "", "table/full", "table/full"]
    assert (await world.ask(table, r.Sit("ann", "Ann", bot="random"))).code == "table/full"


async def test_a_finished_player_may_leave_and_the_contest_goes_on(world: World) -> None:
    table = await world.table(**CONTEST)
    await world.begin(table, "ann", "bob", "cleo")
    await finish(world, table, "ann", 2)
    assert not (await world.ask(table, r.Leave("ann", "Ann"))).code
    live = (await world.house.actor(table)).table
    assert live.to_move() == (1, 2)
    await finish(world, table, "bob", 1)
    await finish(world, table, "cleo", 0)
    assert await persons_coins(world) == [2200, 1900, 1900]
    assert [holder and holder.person for holder in live.holders] == [None, "bob", "cleo"]


async def test_when_all_have_left_a_contest_the_table_closes_at_its_end(world: World) -> None:
    table = await world.table(**CONTEST)
    await world.begin(table, "ann", "bob", "cleo")
    for person in ("ann", "bob", "cleo"):
        assert not (await world.ask(table, r.Leave(person, person.title(), id=f"{person} goes"))).code
    live = (await world.house.actor(table)).table
    assert live.status == "over"
    assert sum(await persons_coins(world)) == 6000


async def test_every_bot_thinks_once_for_each_of_its_moves(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    thought = Counter[str]()
    choose = QuickThinker.choose

    async def counted(self: QuickThinker, level: str, question: MoveQuestion[Any]) -> Any:
        thought[question.seed.rpartition("/")[2]] += 1
        return await choose(self, level, question)

    monkeypatch.setattr(QuickThinker, "choose", counted)
    table = await world.table(game="solitaire", options={"players": 3}, bots={"1": "random", "2": "random"})
    await world.begin(table, "ann")
    live = (await world.house.actor(table)).table
    moved = Counter(str(move.seat) for move in live.moves)
    assert min(moved["1"], moved["2"]) > 10
    assert thought == moved


async def test_a_deal_without_a_pair_to_take_is_over_at_once(world: World) -> None:
    layout = "z0 y0/2: 0-8; y4: 1-7\nz1 y1: 1-7; y3: 2-6\nz2 y2: 2-4\nz3 y2: 3"
    options = {"players": 1, "layout": layout, "level": "wild", "uses": 0}
    statuses: set[str] = set()
    for _ in range(60):
        table = await world.table(game="solitaire", options=options, clock="5 minutes")
        await world.ask(table, ready("ann"))
        live = (await world.house.actor(table)).table
        statuses.add(live.status)
        assert bool(live.to_move()) == (live.status == "playing")
    assert statuses == {"playing", "between"}
