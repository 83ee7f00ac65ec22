"""Repeating a finished deal: only for practice, never rated, for coins or counted in statistics."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from teahouse.core.game import Forfeit
from teahouse.core.record import record_bytes, record_seed
from teahouse.games import GAMES, make_game
from teahouse.service.deals.in_play import DealsInPlay
from teahouse.service.deals.known import KnownDeals, NewKnownDeal, seed_of
from teahouse.service.deals.search import DealQuery, search
from teahouse.service.errors import Refused
from teahouse.service.opening import OpenTable
from teahouse.service.people.people import Person
from teahouse.service.people.statistics.profiles import profile_of
from teahouse.service.replays import record_verdict
from teahouse.service.tables import requests as r
from tests.service.world import World, act, ready, sit

pytestmark = pytest.mark.anyio
ANN = Person("ann", "Ann", guest=False, created=0)
BOTS: dict[str, dict[str, Any]] = {
    "battle": {"bots": {"1": "random"}, "clock": "untimed"},
    "classic": {"bots": {"1": "random", "2": "random", "3": "random"}, "clock": "untimed"},
    "solitaire": {"options": {"layout": "moat", "level": "gentle"}, "clock": "untimed"},
}


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


def known(world: World) -> KnownDeals:
    in_play = DealsInPlay(world.store, world.services.workers, world.timers)
    return KnownDeals(world.store, world.house, in_play, world.timers)


async def played(world: World, person: str = "ann", **wanted: Any) -> str:
    """A table at which a player gave up the first deal."""
    table = await world.table(person, **wanted)
    await world.ask(table, ready(person))
    await world.ask(table, act(person, Forfeit(), id=f"end of {table}"))
    return table


async def again(world: World, table: str, person: str = "ann", **wanted: Any) -> str:
    """Repeat a finished deal."""
    return (await known(world).add(NewKnownDeal(table=table, **wanted), person)).id


async def code_of(job: Any) -> str:
    with pytest.raises(Refused) as error:
        await job
    return error.value.code


@pytest.mark.parametrize("game", GAMES)
async def test_the_same_deal_again_has_the_same_tiles(world: World, game: str) -> None:
    table = await played(world, game=game, **BOTS[game])
    first = await world.house.record(table, 0, "ann")
    deal = await again(world, table)
    bots = {name: value for name, value in BOTS[game].items() if name != "options"}
    for person in ("ann", "bob"):  # both tables at the same time
        other = await world.table(person, game=game, known=deal, **bots)
        await world.ask(other, ready(person))
        actor = await world.house.actor(other)
        rules = make_game(game, first.header.options)
        assert rules.deal(record_seed(first)) == actor.table.game.deal(bytes.fromhex(actor.table.opened.seed))
        assert msgspec.to_builtins(actor.table.game.rules) == first.header.options
        await world.ask(other, act(person, Forfeit(), id="1"))
        second = await world.house.record(other, 0, person)
        assert (second.header.seed, second.header.commitment, second.ending.secret) == (
            record_seed(first).hex(),
            None,
            None,
        )
        assert record_verdict(record_bytes(second)).verified
    page = await known(world).page(deal, "ann")
    assert page.first is not None
    assert (page.game, page.first.table, [one.people[0] for one in page.plays]) == (
        game,
        table,
        ["bob", "ann"],
    )
    assert [one.is_own for one in page.plays] == [False, True]


async def test_a_known_deal_is_private_marked_and_counts_for_nothing(world: World) -> None:
    deal = await again(world, await played(world, **BOTS["battle"]))
    before = await world.store.read(lambda connection: profile_of(connection, ANN, ""))
    table = await world.table("ann", known=deal, bots={"1": "random"}, clock="untimed")
    info = (await world.house.table_for(table, "ann")).table
    assert (info.known, info.private, info.commitment, info.rated) == (deal, True, None, False)
    assert table not in {one.id for one in await world.house.lobby()}
    for number in range(2):  # the next deal has the same tiles too, and the record of the first is available
        await world.ask(table, r.Ready("ann", "Ann", "ab" * 32, again=bool(number)))
        await world.ask(table, act("ann", Forfeit(), id=str(number)))
    records = [await world.house.record(table, number, "ann") for number in range(2)]
    assert len({one.header.seed for one in records}) == 1
    assert await world.store.read(lambda connection: profile_of(connection, ANN, "")) == before
    query = DealQuery(asker="ann", persons=("ann",))
    found = await world.store.read(lambda c: search(c, world.house.listings, query))
    assert table not in {one.table for one in found.deals}
    assert table not in {one["table"] for one in await world.records()}
    assert await again(world, table) == deal  # played again, it is the same deal


async def test_friends_play_the_same_deal_at_one_table_and_know_that_it_is_known(world: World) -> None:
    first = await world.table(match="single")
    await world.begin(first, "ann", "bob")
    await world.ask(first, act("bob", Forfeit()))
    table = await world.table("ann", known=await again(world, first), clock="untimed")
    shown = await world.house.table_for(table, "ann")
    assert (await world.ask(table, sit("bob"))).code == "table/private"
    assert not (await world.ask(table, sit("bob", invite=shown.invite))).code
    assert (await world.house.table_for(table, "bob")).table.known
    for person in ("ann", "bob"):
        await world.ask(table, ready(person))
    actor = await world.house.actor(table)
    assert actor.table.status == "playing"
    assert (await world.again().house.load(table)).state == actor.table.state  # after a crash too


@pytest.mark.parametrize(
    "more",
    [
        {"stake": 50, "clock": "2+2"},
        {"rated": True, "clock": "2+2"},
        {"match": "double"},
        {"options": {"first_seat": 1}},
        {"game": "solitaire"},
    ],
    ids=str,
)
async def test_a_known_deal_is_never_rated_nor_for_coins_nor_changed(world: World, more: dict[str, Any]) -> None:
    deal = await again(world, await played(world, **BOTS["battle"]))
    wanted = msgspec.convert({"game": "battle", "known": deal} | more, OpenTable)
    assert await code_of(world.house.open_table("ann", "Ann", wanted)) == "table/options"


async def test_a_deal_in_play_cannot_be_repeated(world: World) -> None:
    running = await world.table(**BOTS["battle"])
    await world.ask(running, ready("ann"))
    assert await code_of(again(world, running)) == "record/running"
    seed = (await world.house.actor(running)).table.seeds[0].seed.hex()
    assert await code_of(known(world).add(NewKnownDeal(game="battle", seed=seed), "bob")) == "record/sealed"
    double = await world.table(match="double")
    await world.begin(double, "ann", "bob")
    await world.ask(double, act("bob", Forfeit(), id="2"))
    assert await code_of(again(world, double)) == "record/sealed"
    daily = await played(world, game="solitaire", daily=True)
    assert await code_of(again(world, daily)) == "record/sealed"
    await world.wait(2 * 24 * 60 * 60_000)
    assert await again(world, daily)


async def test_rated_private_and_unknown_deals_are_refused(world: World) -> None:
    rated = await world.table(rated=True)
    await world.begin(rated, "ann", "bob")
    await world.ask(rated, r.Leave("bob", "Bob"))
    assert await code_of(again(world, rated)) == "deal/rated"
    private = await played(world, private=True, **BOTS["battle"])
    assert await code_of(again(world, private, "bob")) == "table/private"
    deal = await again(world, private)
    assert (await known(world).page(deal, "bob")).first is None  # the link shows no players
    assert (await known(world).page(deal, "ann")).first is not None
    assert await code_of(again(world, "f" * 16)) == "table/unknown"
    assert await code_of(known(world).page("0" * 16, "")) == "deal/unknown"
    assert await code_of(world.table(known="0" * 16)) == "deal/unknown"


async def test_a_chosen_seed_gives_the_same_deal_as_the_commands(world: World) -> None:
    deal = (await known(world).add(NewKnownDeal(game="battle", seed="tea"), "ann")).id
    table = await world.table(known=deal, bots={"1": "random"}, clock="untimed")
    await world.ask(table, ready("ann"))
    actor = await world.house.actor(table)
    assert actor.table.state.board == make_game("battle").deal(b"tea").board
    assert seed_of("ab" * 64) == b"\xab" * 64
    for bad in ({"game": "battle"}, {"game": "battle", "seed": "x", "table": "y"}):
        assert await code_of(known(world).add(msgspec.convert(bad, NewKnownDeal), "ann")) == "wire/unreadable"
    for wrong in ({"seed": "x" * 200}, {"seed": "x", "options": {"nonsense": 1}}):
        wanted = msgspec.convert({"game": "battle"} | wrong, NewKnownDeal)
        assert await code_of(known(world).add(wanted, "ann")) == "table/options"
