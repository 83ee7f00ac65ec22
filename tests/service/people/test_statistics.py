"""Statistics: sums over deals, lists with filters, leaders, records, badges, and private profiles."""

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, update

from teahouse.core.game import Forfeit, Result
from teahouse.core.seats import Seat
from teahouse.games import make_game
from teahouse.games.classic.scoring.lines import ScoreLine
from teahouse.games.classic.scoring.score import Score
from teahouse.service.errors import Refused
from teahouse.service.hosting import HOSTING
from teahouse.service.hosting.rules import DealFigures
from teahouse.service.people.people import Person
from teahouse.service.people.ratings.reading import seat_ratings
from teahouse.service.people.statistics.counting import DRAWN, LOST, WON, Counted, CountedDeal, count
from teahouse.service.people.statistics.lists import (
    ENOUGH_GAMES,
    DealFilter,
    accuracy_of,
    deals_of,
    house_records,
    leaders,
    rating_curve,
)
from teahouse.service.people.statistics.profiles import Profile, compared, profile_of, set_private
from teahouse.service.store.schema import judged_seat, leader
from teahouse.service.store.store import Store
from teahouse.service.tables import requests as r
from teahouse.service.tables.results.counted import outcome_of
from tests.service.world import World, act, add_persons, ready, sit

pytestmark = pytest.mark.anyio

ANN, BOB = (Person(name, name.title(), guest=False, created=0) for name in ("ann", "bob"))


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


async def resigned(world: World, table: str, person: str, number: int = 0) -> None:
    assert not (await world.ask(table, act(person, Forfeit(), id=f"{person} {number}"))).code


async def played_to_the_end(world: World, table: str) -> str:
    """Always take the first pair; return the winner's id."""
    played = (await world.house.actor(table)).table
    number = 0
    while played.status == "playing":
        seat = played.to_move()[0]
        await world.ask(table, act(("ann", "bob")[seat], played.legal(seat)[0], id=str(number)))
        number += 1
    (mine,) = (await profile(world, ANN, ANN.id)).games
    return "ann" if mine.all.won else "bob"


async def profile(world: World, whose: Person = ANN, asker: str = "") -> Profile:
    return await world.store.read(lambda connection: profile_of(connection, whose, asker))


def won(person: str, number: int, outcome: int = WON, **more: Any) -> CountedDeal:
    figures, badges = more.get("figures", {}), more.get("badges", ())
    one = Counted(person, 0, 10 * number, outcome, ("bob", "bot:greedy"), figures, badges, ())
    return CountedDeal(f"{number:016x}", 0, "battle", "turtle", 1000 * number, "2026-11", False, False, (one,))


async def counts(store: Store, *deals: CountedDeal) -> None:
    for deal in deals:
        await store.write(lambda connection, deal=deal: count(connection, deal))  # type: ignore[misc]


async def test_a_deal_is_counted_for_everybody_who_played_it(world: World) -> None:
    table = await world.table(match="single")
    await world.begin(table, "ann", "bob")
    await resigned(world, table, "bob")
    (mine,), (theirs,) = (await profile(world)).games, (await profile(world, BOB)).games
    assert (mine.all.deals, mine.all.won, mine.all.streak) == (1, 1, 1)
    assert (theirs.all.deals, theirs.all.won, theirs.all.streak) == (1, 0, 0)
    assert [(one.key, one.won) for one in mine.seats] == [("0", 1)]
    assert [(one.key, one.name) for one in mine.opponents] == [("bob", "Bob")]
    assert {one.name for one in mine.figures} == {"won_beginning", "margin"}
    assert {one.name for one in theirs.figures} == {"won_second", "margin"}
    found = await world.store.read(lambda connection: compared(connection, ANN, BOB, ""))
    assert (found.together["battle"].won, found.others["battle"].won) == (1, 0)


async def test_the_first_margin_is_a_record_and_its_holder_may_be_hidden(world: World) -> None:
    table = await world.table(match="single")
    await world.begin(table, "ann", "bob")
    winner = await played_to_the_end(world, table)
    records = await world.store.read(lambda connection: house_records(connection, ["battle"]))
    assert [(one.name, one.holder, one.table) for one in records] == [("margin", winner.title(), table)]
    await world.store.write(lambda connection: set_private(connection, winner, 1, on=True))
    (hidden,) = await world.store.read(lambda connection: house_records(connection, ["battle"]))
    assert (hidden.holder, hidden.person) == ("", "")


async def test_a_game_that_was_given_up_sets_no_record(world: World) -> None:
    table = await world.table(match="single")
    await world.begin(table, "ann", "bob")
    await resigned(world, table, "bob")
    assert await world.store.read(lambda connection: house_records(connection, ["battle"])) == []


async def test_a_private_table_sets_no_record(world: World) -> None:
    table = await world.table(match="single", private=True)
    invite = (await world.house.table_for(table, "ann")).invite or ""
    for person in ("ann", "bob"):
        assert not (await world.ask(table, sit(person, invite=invite))).code
    for person in ("ann", "bob"):
        assert not (await world.ask(table, ready(person))).code
    await played_to_the_end(world, table)
    assert await world.store.read(lambda connection: house_records(connection, ["battle"])) == []


async def test_sums_streaks_badges_and_records_grow_deal_by_deal(store: Store) -> None:
    await add_persons(store)
    await counts(store, *(won("ann", number, figures={"hand": number}) for number in range(1, 6)))
    await counts(store, won("ann", 6, LOST), won("ann", 7), won("ann", 8, DRAWN, badges=("special:x",)))
    found = await store.read(lambda connection: profile_of(connection, ANN, ""))
    (game,) = found.games
    assert (game.all.deals, game.all.won, game.all.drawn, game.all.streak, game.all.longest) == (8, 6, 1, 0, 5)
    assert (game.all.points, game.all.best) == (360, 80)
    assert [(one.name, one.total, one.deals, one.best) for one in game.figures] == [("hand", 15, 5, 5)]
    assert [one.name for one in found.badges] == ["streak:5", "special:x"]
    assert [(one.key, one.name) for one in game.opponents] == [("bob", "Bob"), ("bot:greedy", "")]
    (record,) = await store.read(lambda connection: house_records(connection, ["battle"]))
    assert (record.name, record.value, record.at) == ("streak", 5, 5000)


async def test_deals_are_listed_with_filters_page_by_page(store: Store) -> None:
    await add_persons(store)
    await counts(store, *(won("ann", number, WON if number % 2 else LOST) for number in range(1, 8)))

    async def listed(after: str = "", limit: int = 50, **wanted: Any) -> tuple[list[int], str | None]:
        page = await store.read(lambda connection: deals_of(connection, "ann", DealFilter(**wanted), after, limit))
        return [one.ended // 1000 for one in page.items], page.after

    assert await listed() == ([7, 6, 5, 4, 3, 2, 1], None)
    assert (await listed(outcome=LOST))[0] == [6, 4, 2]
    assert (await listed(opponent="bot:greedy", outcome=WON))[0] == [7, 5, 3, 1]
    assert (await listed(opponent="bot:medium"))[0] == []
    assert (await listed(game="classic"))[0] == (await listed(variant="moat"))[0] == (await listed(rated=True))[0] == []
    first, after = await listed(limit=3, game="battle")
    assert (first, (await listed(after or "", 3, game="battle"))[0]) == ([7, 6, 5], [4, 3, 2])


async def test_accuracy_follows_from_judged_deals_with_thirty_choices_together(store: Store) -> None:
    await add_persons(store)
    await counts(store, *(won("ann", number) for number in (1, 2, 3)))
    usual = {"deal": 0, "seat": 0, "exact": 3, "lost": 1.0}
    figures = ((1, 20, 1000.0), (2, 10, 500.0), (3, 40, 4000.0))
    rows = [
        usual | {"table_id": f"{number:016x}", "choices": choices, "merit": merit} for number, choices, merit in figures
    ]
    await store.write(lambda connection: connection.execute(insert(judged_seat), rows).close())
    points = await store.read(lambda connection: accuracy_of(connection, "ann", "battle", is_own=False))
    assert [(one.at, one.accuracy, one.choices, one.deals) for one in points] == [
        (2000, 0.5, 30, 2),
        (3000, 1.0, 40, 1),
    ]


async def test_a_private_profile_is_for_oneself_alone(world: World) -> None:
    await world.store.write(lambda connection: set_private(connection, "ann", 1, on=True))
    with pytest.raises(Refused) as error:
        await profile(world, ANN, "bob")
    assert error.value.code == "person/private"
    assert (await profile(world, ANN, "ann")).private
    await world.store.write(lambda connection: set_private(connection, "ann", 1, on=False))
    assert not (await profile(world, ANN, "bob")).private


async def test_an_opponent_with_a_private_profile_is_on_nobody_elses_page(world: World) -> None:
    await counts(world.store, won("ann", 1))
    await world.store.write(lambda connection: set_private(connection, "bob", 1, on=True))
    for asker, met in (("", ["bot:greedy"]), ("cleo", ["bot:greedy"]), ("ann", ["bob", "bot:greedy"])):
        (game,) = (await profile(world, ANN, asker)).games
        assert [one.key for one in game.opponents] == met


async def test_withheld_deals_are_on_no_profile(world: World) -> None:
    async def listed(whose: str) -> list[tuple[str, int]]:
        withheld = world.house.listings.withheld
        page = await world.store.read(lambda c: deals_of(c, whose, DealFilter(is_own=True), withheld=withheld))
        return [(one.table, one.deal) for one in page.items]

    table = await world.table(match="double")
    await world.begin(table, "ann", "bob")
    await resigned(world, table, "bob")
    assert await listed("ann") == await listed("bob") == []
    for person in ("ann", "bob"):
        await world.ask(table, ready(person))
    await resigned(world, table, "ann", 2)
    assert sorted(await listed("ann")) == [(table, 0), (table, 1)]
    daily = await world.table("cleo", game="solitaire", daily=True)
    await world.ask(daily, ready("cleo"))
    await resigned(world, daily, "cleo")
    assert await listed("cleo") == []
    await world.wait(2 * 24 * 60 * 60_000)
    assert await listed("cleo") == [(daily, 0)]


async def test_leaders_have_played_enough_and_have_public_profiles(world: World) -> None:
    table = await world.table(rated=True)
    await world.begin(table, "ann", "bob")
    await world.ask(table, r.Leave("bob", "Bob"))
    curve = await world.store.read(lambda connection: rating_curve(connection, "ann", "battle"))
    assert len(curve) == 1

    async def names(month: str = "2025-06") -> list[str]:
        found = await world.store.read(lambda connection: leaders(connection, "battle", month))
        return [one.name for one in found]

    assert await names() == []
    enough = update(leader).values(games=ENOUGH_GAMES)
    await world.store.write(lambda connection: connection.execute(enough).close())
    assert await names() == ["Ann", "Bob"]
    assert await names("2025-05") == []
    await world.store.write(lambda connection: set_private(connection, "ann", 1, on=True))
    assert await names() == ["Bob"]


async def test_the_same_tiles_again_are_not_counted(world: World) -> None:
    options = {"layout": "moat", "level": "gentle"}
    table = await world.table(game="solitaire", options=options, clock="untimed")
    await world.ask(table, ready("ann"))
    await resigned(world, table, "ann", 1)
    await world.ask(table, r.Ready("ann", "Ann", "ab" * 32, again=True))
    await resigned(world, table, "ann", 2)
    (game,) = (await profile(world)).games
    assert (game.all.deals, [one.key for one in game.variants]) == (1, ["moat"])


def test_a_special_hand_is_a_badge_and_its_giver_dealt_in() -> None:
    scores = Score(1000, 100, 0, (ScoreLine("Thirteen Unique Wonders", 1000, 0),))
    state = SimpleNamespace(
        wins=[SimpleNamespace(seat=Seat(1), giver=Seat(2), score=scores)], claimed=[SimpleNamespace(by=Seat(2))]
    )
    rules = HOSTING["classic"].profile
    assert rules is not None
    figures = [rules.deal_figures(make_game("classic"), state, Seat(seat)) for seat in range(3)]
    assert figures[0].figures == {"deal_in": 0, "claimed": 0}
    assert figures[1] == DealFigures(
        {"deal_in": 0, "claimed": 0, "hand": 1000, "special": 1}, ("special:thirteen_wonders",)
    )
    assert figures[2].figures == {"deal_in": 1, "claimed": 1}


def test_a_shared_win_is_a_draw_and_a_lost_board_is_lost() -> None:
    assert outcome_of(Result((1, 0), (Seat(0),), ""), Seat(0)) == WON
    assert outcome_of(Result((1, 1), (Seat(0), Seat(1)), ""), Seat(0)) == DRAWN
    assert outcome_of(Result((1, 1), (), ""), Seat(0)) == DRAWN
    assert outcome_of(Result((0,), (), ""), Seat(0)) == LOST


async def test_listed_deals_show_the_current_names_of_their_players(world: World) -> None:
    table = await world.table(match="single")
    await world.begin(table, "ann", "bob")
    await resigned(world, table, "bob")
    page = await world.store.read(lambda connection: deals_of(connection, "ann", DealFilter()))
    assert [one.names for one in page.items] == [("Ann", "Bob")]


@pytest.mark.parametrize("game", list(HOSTING))
def test_every_badge_that_can_be_won_is_listed_with_what_it_is_for(game: str) -> None:
    profile = HOSTING[game].profile
    assert profile is not None
    assert all(name.count(":") == 1 and what for name, what in profile.badges.items())


async def test_the_players_of_a_table_have_their_ratings(world: World) -> None:
    seats = [("ann", None), (None, "easy"), (None, "nobody"), (None, None)]
    found = await world.store.read(lambda connection: seat_ratings(connection, "battle", seats))
    assert [(one.seat, one.rating.rating, one.rating.provisional) for one in found] == [
        (0, 1500, True),
        (1, 1500, False),
    ]
