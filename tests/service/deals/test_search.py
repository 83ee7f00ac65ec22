"""Searching finished deals by players and properties, each time through a bounded number of them."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select

from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.games import make_game
from teahouse.service.deals import search as searching
from teahouse.service.deals.search import DealQuery, FoundDeals, search
from teahouse.service.hosting.battle.profile import openings
from teahouse.service.judging.reviews import match_accuracies
from teahouse.service.pages import cursor_text
from teahouse.service.people.statistics.counting import LOST, WON, Counted, CountedDeal, count
from teahouse.service.people.statistics.traits import note_accuracy
from teahouse.service.store.schema import blocked, deal_player, deal_trait, judged_seat, played
from teahouse.service.store.store import Store
from teahouse.service.tables import requests as r
from tests.fakes import FakeTimers
from tests.service.world import World, act, add_persons, ready

pytestmark = pytest.mark.anyio


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


@pytest.fixture
async def filled(store: Store) -> World:
    """Twelve deals on either kind of database: Ann plays Bob and wins the odd ones; deal 12 is private."""
    await add_persons(store)
    await store.write(fill)
    return World(store, FakeTimers())


def fill(connection: Connection) -> None:
    for number in range(1, 13):
        deal = deal_of(number)
        count(connection, deal)
        names, result = '["", ""]', '{"scores":[1,0],"winners":[0],"ending":"no_pairs"}'
        place = {"table_id": deal.table, "deal": 0}
        row = place | {"game": deal.game, "private": deal.private, "ended": deal.ended, "names": names}
        connection.execute(insert(played), [row | {"result": result, "variant": deal.variant, "length": deal.length}])
        seats = [place | {"seat": one.seat, "person": one.person, "score": 0, "won": False} for one in deal.players]
        connection.execute(insert(deal_player), seats)
        judge(connection, deal.table, 0, [(40, 40.0 * 96), (40, 40.0 * 60 + number)])


def judge(connection: Connection, table: str, deal: int, seats: Sequence[tuple[int, float]]) -> None:
    """Store how many choices each seat had in a deal, and what they earned in all."""
    connection.execute(delete(judged_seat).where(judged_seat.c.table_id == table, judged_seat.c.deal == deal))
    place = {"table_id": table, "deal": deal, "exact": 0, "lost": 0.0}
    rows = [place | {"seat": n, "choices": count, "merit": merit} for n, (count, merit) in enumerate(seats)]
    if rows:
        connection.execute(insert(judged_seat), rows)
    note_accuracy(connection, table)


def deal_of(number: int) -> CountedDeal:
    mine = WON if number % 2 else LOST
    badges = ("special:thirteen_wonders",) if number == 3 else ()
    players = (
        Counted("ann", 0, 5, mine, ("bob",), {}, badges, ()),
        Counted("bob" if number < 11 else "cleo", 1, 5, WON - mine, ("ann",), {}, (), ()),
    )
    game, variant = ("battle", "") if number <= 6 else ("solitaire", "turtle" if number == 7 else "moat")
    head = (f"{number:016x}", 0, game, variant, 1000 * number, "2025-06", False, number == 12)
    return CountedDeal(*head, players, 10 * number, "no_pairs", ("5m", f"5m {number}p") if number <= 6 else ())


async def found(world: World, after: str = "", limit: int = 50, **wanted: Any) -> FoundDeals:
    query = DealQuery(**wanted)
    return await world.store.read(lambda connection: search(connection, world.house.listings, query, after, limit))


async def numbers(world: World, **wanted: Any) -> list[int]:
    page = await found(world, **wanted)
    assert page.back_to is None
    return [one.ended // 1000 for one in page.deals]


CASES: tuple[tuple[dict[str, Any], list[int]], ...] = (
    ({}, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
    ({"game": "battle"}, [6, 5, 4, 3, 2, 1]),
    ({"variant": "moat"}, [11, 10, 9, 8]),
    ({"variant": "turtle", "game": "battle"}, []),
    ({"ending": "no_pairs", "game": "solitaire"}, [11, 10, 9, 8, 7]),
    ({"opening": "5m"}, [6, 5, 4, 3, 2, 1]),
    ({"opening": "5m 4p"}, [4]),
    ({"feat": "special:thirteen_wonders"}, [3]),
    ({"feat": "special:thirteen_wonders", "persons": ("bob",)}, []),
    ({"feat": "special:thirteen_wonders", "persons": ("ann",)}, [3]),
    ({"accuracy": 95, "opening": "5m 2p"}, [2]),
    ({"accuracy": 80, "persons": ("bob",)}, []),
    ({"accuracy": 70, "persons": ("bob",)}, []),
    ({"accuracy": 95, "persons": ("ann", "cleo")}, [11]),
    ({"persons": ("ann",), "outcome": LOST, "game": "battle"}, [6, 4, 2]),
    ({"persons": ("bob",), "outcome": WON, "game": "battle"}, [6, 4, 2]),
    ({"persons": ("cleo",)}, [11]),
    ({"persons": ("cleo", "bob")}, []),
    ({"persons": ("cleo",), "asker": "cleo"}, [12, 11]),
    ({"persons": ("ann", "cleo"), "asker": "cleo"}, [12, 11]),
    ({"persons": ("ann", "cleo"), "asker": "bob"}, [11]),
    ({"asker": "cleo", "game": "solitaire"}, [11, 10, 9, 8, 7]),
    ({"shortest": 30, "longest": 50}, [5, 4, 3]),
    ({"since": 3000, "until": 5000}, [4, 3]),
    ({"game": "chess"}, []),
)


async def test_a_search_finds_exactly_what_is_asked_for(filled: World) -> None:
    for wanted, expected in CASES:
        assert (wanted, await numbers(filled, **wanted)) == (wanted, expected)


async def test_pages_follow_one_another_without_a_gap(filled: World) -> None:
    for wanted in ({}, {"game": "battle"}, {"persons": ("ann",), "asker": "ann"}, {"accuracy": 95}):
        whole, after, pages = await numbers(filled, **wanted), "", list[int]()
        for _ in range(10):
            page = await found(filled, after, 2, **wanted)
            pages += [one.ended // 1000 for one in page.deals]
            if page.after is None:
                break
            after = page.after
        assert pages == whole


async def test_a_search_stops_at_its_bound_and_can_be_continued(filled: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "MOST_READ", 4)
    first = await found(filled, longest=30)
    assert ([one.ended for one in first.deals], first.back_to) == ([], 8000)
    second = await found(filled, first.after or "", longest=30)
    assert ([one.ended for one in second.deals], second.back_to) == ([], 4000)
    third = await found(filled, second.after or "", longest=30)
    assert ([one.ended for one in third.deals], third.back_to) == ([3000, 2000, 1000], None)
    rare = await found(filled, game="battle", opening="5m 1p")  # the search follows the rarer of the two
    assert ([one.ended for one in rare.deals], rare.back_to) == ([1000], None)
    of_ann = await found(filled, persons=("ann",), longest=30)  # the last deal examined may be private
    assert (of_ann.deals, of_ann.back_to, of_ann.after) == ((), 9000, cursor_text((9000, "", 0)))


async def test_a_deal_is_found_as_soon_as_it_ends(world: World) -> None:
    table = await world.table(match="single")
    await world.begin(table, "ann", "bob")
    actor = await world.house.actor(table)
    for number in range(2):
        move = actor.table.legal(actor.table.to_move()[0])[0]
        await world.ask(table, act("bob" if number else "ann", move, id=str(number)))
    assert await numbers(world) == []
    await world.ask(table, act("ann", Forfeit(), id="9"))
    (one,) = (await found(world, game="battle", ending="resigned")).deals
    assert (one.table, one.names, one.length, one.result.winners) == (table, ("Ann", "Bob"), 3, (Seat(1),))
    rows = await world.store.read(lambda c: c.execute(select(deal_trait.c.trait)).scalars().all())
    first, second = sorted((text for text in rows if text.startswith("opening/")), key=len)
    assert second.startswith(f"{first} ")
    assert [one.table for one in (await found(world, opening=second.removeprefix("opening/"))).deals] == [table]


async def test_the_first_game_of_a_double_and_todays_deal_are_in_no_list(world: World) -> None:
    table = await world.table(match="double")
    await world.begin(table, "ann", "bob")
    await world.ask(table, act("bob", Forfeit()))
    assert (await found(world)).deals == (await found(world, persons=("ann",), asker="ann")).deals == ()
    for person in ("ann", "bob"):
        await world.ask(table, ready(person))
    await world.ask(table, act("ann", Forfeit(), id="2"))
    assert len((await found(world, game="battle")).deals) == 2
    daily = await world.table(game="solitaire", daily=True)
    await world.ask(daily, ready("ann"))
    await world.ask(daily, act("ann", Forfeit(), id="3"))
    assert (await found(world, game="solitaire")).deals == ()
    await world.wait(2 * 24 * 60 * 60_000)
    assert [one.table for one in (await found(world, game="solitaire")).deals] == [daily]


async def test_the_same_tiles_again_are_not_found(world: World) -> None:
    table = await world.table(game="solitaire", options={"layout": "moat", "level": "gentle"}, clock="untimed")
    await world.ask(table, ready("ann"))
    await world.ask(table, act("ann", Forfeit(), id="1"))
    await world.ask(table, r.Ready("ann", "Ann", "ab" * 32, again=True))
    await world.ask(table, act("ann", Forfeit(), id="2"))
    assert [one.deal for one in (await found(world, persons=("ann",))).deals] == [0]
    assert [one.deal for one in (await found(world)).deals] == [0]


async def test_a_judgement_of_another_engine_replaces_the_old_one(filled: World) -> None:
    table = f"{6:016x}"
    assert 6 in await numbers(filled, accuracy=95)
    await filled.store.write(lambda c: judge(c, table, 0, [(40, 40.0 * 85), (29, 2900.0)]))
    assert 6 not in await numbers(filled, accuracy=95)
    assert 6 in await numbers(filled, accuracy=80)
    await filled.store.write(lambda c: judge(c, table, 0, ()))
    assert 6 not in await numbers(filled, accuracy=70)


async def test_the_accuracy_of_a_match_is_that_of_all_its_deals(world: World) -> None:
    table = await world.table(match="double")
    await world.begin(table, "ann", "bob")
    await world.ask(table, act("bob", Forfeit()))
    for person in ("ann", "bob"):
        await world.ask(table, ready(person))
    await world.ask(table, act("ann", Forfeit(), id="2"))
    seats = await world.store.read(lambda c: c.execute(select(deal_player.c.deal, deal_player.c.person)).all())
    first, second = ([person for deal, person in seats if deal == number] for number in (0, 1))
    merits = {"ann": 91.0, "bob": 75.0}
    await world.store.write(lambda c: judge(c, table, 0, [(20, 20 * merits[one]) for one in first]))
    assert (await found(world, accuracy=70)).deals == ()  # twenty choices are too few
    await world.store.write(lambda c: judge(c, table, 1, [(20, 20 * merits[one]) for one in second]))
    whole = await world.store.read(lambda c: match_accuracies(c, "battle", table, 1))
    assert sorted((one.accuracy, one.choices, one.deals) for one in whole) == [(75.0, 40, 2), (91.0, 40, 2)]
    assert await world.store.read(lambda c: match_accuracies(c, "battle", table, 7)) == ()
    for person, least, deals in (("ann", 90, 2), ("ann", 95, 0), ("bob", 70, 2), ("bob", 80, 0)):
        assert len((await found(world, persons=(person,), accuracy=least)).deals) == deals, (person, least)


async def test_people_who_blocked_one_another_find_no_deals_of_each_other(filled: World) -> None:
    await filled.store.write(lambda c: c.execute(insert(blocked).values(person="cleo", other="bob")).close())
    everything = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert await numbers(filled, asker="ann") == await numbers(filled) == everything
    assert await numbers(filled, asker="cleo") == [11]
    assert await numbers(filled, asker="bob") == everything[1:]
    assert await numbers(filled, asker="bob", persons=("cleo",)) == []
    assert await numbers(filled, asker="cleo", persons=("ann", "cleo")) == [12, 11]


def test_an_opening_is_the_tiles_of_the_first_pairs() -> None:
    game = make_game("battle")
    state = game.deal(b"tea")
    moves = list[Any]()
    while len(moves) < 2:
        move = game.legal_moves(state, state.mover)[0]
        moves.append(move)
        state, _ = game.apply(state, state.mover, move)
    dealt = game.deal(b"tea")
    tiles = [dealt.board.at(moves[0].first)]
    assert openings(dealt, moves)[0] == tiles[0]
    assert openings(dealt, [moves[0], Forfeit()]) == (tiles[0],)
    assert openings(dealt, [Forfeit()]) == ()
