"""If a bot cannot think, a weaker level plays for it, and the table shows which until the bot plays again."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from teahouse.core.seats import Seat
from teahouse.service.engines.question import MoveQuestion
from teahouse.service.house import House
from teahouse.service.tables import events as ev
from teahouse.service.tables.log import read
from teahouse.service.tables.table import Table
from tests.service.world import Eye, Quick, QuickThinker, World, act, ready

pytestmark = pytest.mark.anyio


class Weak(QuickThinker):
    """Bots that are replaced by the level in `level`, if any."""

    def __init__(self, level: str | None = None) -> None:
        self.level = level

    async def choose(self, level: str, question: MoveQuestion[Any]) -> Quick:
        made = await super().choose(level, question)
        return made if self.level is None else made._replace(level=self.level, fallback="memory")


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


async def weak_house(world: World, thinker: Weak) -> Weak:
    await world.house.close()
    world.house = House(world.services._replace(thinker=thinker))
    return thinker


async def move_on(world: World, table: str) -> None:
    live = (await world.house.actor(table)).table
    assert live.to_move() == (0,)
    assert not (await world.ask(table, act("ann", live.legal(Seat(0))[0], id=f"{len(live.moves)}"))).code


async def weakenings(world: World, table: str) -> list[ev.Weakened]:
    logged = await world.store.read(lambda connection: read(connection, table))
    return [one.event for one in logged if isinstance(one.event, ev.Weakened)]


async def test_the_table_shows_which_level_plays_for_a_bot_until_the_bot_plays_again(world: World) -> None:
    thinker = await weak_house(world, Weak())
    table = await world.table(bots={"1": "greedy"})
    eye = Eye()
    await world.ask(table, ready("ann"))
    await eye.look(world, table, "ann")
    for level in (None, "easy", "easy", "random", None):
        thinker.level = level
        eye.take()
        await move_on(world, table)
        levels = [one["table"]["seats"][1].get("weakened") for one in eye.take() if one["t"] == "news"]
        info = (await world.house.actor(table)).table.info().seats[1]
        assert info is not None
        assert info.weakened == level
        assert levels in ([], [level])
    assert await weakenings(world, table) == [
        ev.Weakened(Seat(1), "easy", "memory"),
        ev.Weakened(Seat(1), "random", "memory"),
        ev.Weakened(Seat(1), None, ""),
    ]


async def test_the_level_is_sent_before_its_move_and_after_a_restart_too(world: World) -> None:
    await weak_house(world, Weak("easy"))
    table = await world.table(bots={"1": "greedy"})
    await world.ask(table, ready("ann"))
    await move_on(world, table)
    logged = await world.store.read(lambda connection: read(connection, table))
    assert [type(one.event) for one in logged][-3:] == [ev.Moved, ev.Weakened, ev.Moved]
    replayed = Table(logged[0])
    for one in logged[1:]:
        replayed.fold(one)
    replayed.note_names({"ann": "Ann"})
    assert replayed.weakened_at(Seat(1)) == "easy"
    assert (await world.house.lobby())[0].seats == replayed.info().seats


async def test_a_bot_that_sits_down_again_is_not_weakened(world: World) -> None:
    await weak_house(world, Weak("easy"))
    table = await world.table(bots={"1": "greedy"})
    await world.ask(table, ready("ann"))
    await move_on(world, table)
    live = (await world.house.actor(table)).table
    assert live.weakened_at(Seat(1)) == "easy"
    later = live.after([ev.Left(Seat(1)), ev.Sat(Seat(1), "Bot", bot="greedy")])
    assert later.weakened_at(Seat(1)) is None
    assert live.weakened_at(Seat(1)) == "easy"


async def test_the_answer_of_a_weakened_bot_does_not_reveal_that_it_could_claim(world: World) -> None:
    """Only seats that can claim have a choice, so that news of a weaker level would reveal their hands."""
    await weak_house(world, Weak("easy"))
    table = await world.table(game="classic", bots={str(seat): "simple" for seat in (1, 2, 3)}, match="single")
    await world.ask(table, ready("ann"))
    live = (await world.house.actor(table)).table
    for number in range(400):
        if live.status != "playing":
            break
        if 0 in live.to_move():
            await world.ask(table, act("ann", live.legal(Seat(0))[-1], id=f"{number}"))
    assert live.status == "between"
    logged = await world.store.read(lambda connection: read(connection, table))
    replayed, seats = Table(logged[0]), list[Seat]()
    for one in logged[1:]:
        if isinstance(one.event, ev.Weakened):
            seats.append(one.event.seat)
            assert replayed.claim() is None
        replayed.fold(one)
    assert sorted(seats) == [1, 2, 3]
