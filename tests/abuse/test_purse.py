"""Attempts to make coins from nothing, to keep a stake that is lost, and to take one by vanishing."""

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from teahouse.core.game import Forfeit
from teahouse.games.classic.rulesets.ruleset import load_ruleset, with_options
from teahouse.service.people.coin_statements import StatementLine, coins_of, statement_of
from teahouse.service.people.coins import FULL, audit, balance_of, person_account, pot_account
from teahouse.service.tables import requests as r
from tests.service.world import World, act, ready

pytestmark = pytest.mark.anyio

BOTS = {"1": "easy", "2": "easy", "3": "easy"}
MINUTE = 60_000
PLAYERS = ("ann", "bob")


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A world where Ann and Bob have full purses; in the end all postings must be correct."""
    made = await World.open(tmp_path)
    for person in PLAYERS:
        assert await coins_of(made.store, made.timers, person) == FULL
    yield made
    assert (await made.store.read(audit)).faults == ()
    await made.close()


async def held(world: World, table: str) -> list[int]:
    """The coins of Ann, Bob and the pot."""
    accounts = [*map(person_account, PLAYERS), pot_account(table)]
    return await world.store.read(lambda connection: [balance_of(connection, one) for one in accounts])


async def lines(world: World, person: str) -> list[StatementLine]:
    return await statement_of(world.store, person, 50, None)


async def resign(world: World, table: str, person: str) -> None:
    assert not (await world.ask(table, act(person, Forfeit(), id=f"{person} resigns"))).code


def leave(person: str) -> r.Leave:
    return r.Leave(person, person.title(), id=f"{person} leaves")


async def test_a_ruleset_of_huge_limits_earns_nothing_against_bots(world: World) -> None:
    won = dict.fromkeys(("mahjong.wall_points", "mahjong.discard_points"), 1_000_000)
    rules = msgspec.to_builtins(with_options(load_ruleset(), {"name": "huge", "limit": 1_000_000} | won))
    table = await world.table(game="classic", options={"ruleset": rules}, bots=BOTS)
    await world.ask(table, ready("ann"))
    live = (await world.house.actor(table)).table
    while live.status == "playing":
        (seat,) = [seat for seat in live.persons if seat in live.to_move()]
        moves = live.legal(seat)
        assert not (await world.ask(table, act("ann", moves[-1], id=f"{len(live.moves)}"))).code
    assert max(map(abs, live.match.points)) >= 1_000_000
    assert [line.reason for line in await lines(world, "ann")] == ["opening"]
    assert (await held(world, table))[0] == FULL


@pytest.mark.parametrize("is_ready_first", [False, True])
async def test_the_loser_of_the_first_game_of_a_double_cannot_leave_with_the_stake(
    world: World, is_ready_first: bool
) -> None:
    table = await world.table(match="double", stake=100)
    await world.begin(table, *PLAYERS)
    await resign(world, table, "ann")
    if is_ready_first:
        await world.ask(table, ready("ann"))
    await world.ask(table, leave("ann"))
    assert await held(world, table) == [1900, 2100, 0]
    assert [line.reason for line in await lines(world, "bob")] == ["broken off", "stake", "opening"]


@pytest.mark.parametrize("order", [("ann", "bob"), ("bob", "ann")])
async def test_vanishing_neither_keeps_a_pot_from_its_winner_nor_takes_it(world: World, order: tuple[str, str]) -> None:
    table = await world.table(clock="2+2", stake=100)
    await world.begin(table, *PLAYERS)
    for person in order:
        await world.ask(table, r.Detach(person, person.title(), f"line of {person}"))
    await world.wait(3 * MINUTE)
    loser = 0  # Ann is to move and runs out of time
    assert await held(world, table) == [1900, 2100, 0]
    live = (await world.house.actor(table)).table
    assert loser not in live.results[0].winners
    await world.wait(24 * 60 * MINUTE)
    assert (await held(world, table))[2] == 0


async def test_a_stake_paid_at_two_tables_at_once_comes_from_one_purse(world: World) -> None:
    first, second = [await world.table(person, clock="2+2", stake=1500) for person in PLAYERS]
    await world.begin(first, *PLAYERS)
    await world.begin(second, *PLAYERS)
    assert await held(world, first) == [500, 500, 3000]
    assert (await world.house.actor(second)).table.status == "over"
    assert (await held(world, second))[2] == 0


async def test_every_posting_has_its_reason_and_table(world: World) -> None:
    table = await world.table(stake=100)
    await world.begin(table, *PLAYERS)
    await resign(world, table, "ann")
    pot, stake, opening = await lines(world, "bob")
    assert (pot.reason, pot.coins, pot.balance, pot.table, pot.game, pot.deal) == (
        "deal", 200, 2100, table, "battle", 0
    )  # fmt: skip
    assert (stake.reason, stake.coins, stake.balance, stake.table, stake.deal) == ("stake", -100, 1900, table, None)
    assert (opening.reason, opening.coins, opening.table, opening.game) == ("opening", FULL, "", "")


async def test_a_deleted_table_is_not_named_in_a_statement(world: World) -> None:
    table = await world.table(stake=100)
    await world.begin(table, *PLAYERS)
    await world.store.write(partial(_forget, table=table))
    (stake, _) = await lines(world, "ann")
    assert (stake.reason, stake.coins, stake.table, stake.game) == ("stake", -100, "", "")


def _forget(connection: Any, table: str) -> None:
    connection.exec_driver_sql("DELETE FROM table_summary WHERE id = ?", (table,))
