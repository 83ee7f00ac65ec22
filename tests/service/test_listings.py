"""The lists: pages without gaps or repetitions, rows that cannot be read, old databases."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, text, update

from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.service.errors import Refused
from teahouse.service.hosting.daily import day_of
from teahouse.service.pages import Page, cursor_text
from teahouse.service.store.migrate import upgrade
from teahouse.service.store.schema import daily_score, played, seat, table_summary
from teahouse.service.store.store import Store, open_store
from teahouse.service.tables import requests as r
from tests.fakes import FakeTimers
from tests.service.world import World, act, add_persons, ready, sit

pytestmark = pytest.mark.anyio


@pytest.fixture
async def world(store: Store) -> AsyncIterator[World]:
    """A world on either kind of database."""
    await add_persons(store)
    made = World(store, FakeTimers())
    yield made
    await made.house.close()


async def sits(world: World, person: str) -> list[str]:
    return [info.id for info in await world.house.tables_of(person)]


async def test_people_find_their_own_tables_until_they_leave_or_the_tables_end(world: World) -> None:
    first, second = await world.table(), await world.table("bob")
    await world.ask(second, sit("ann"))
    assert await sits(world, "ann") == sorted((first, second)) == sorted(await sits(world, "ann"))
    assert await sits(world, "bob") == [second]
    await world.ask(second, r.Leave("ann", "Ann"))
    assert await sits(world, "ann") == [first]
    await world.ask(first, r.Leave("ann", "Ann"))
    assert await sits(world, "ann") == []
    rows = await world.store.read(lambda connection: connection.execute(select(seat.c.table_id, seat.c.person)).all())
    assert [tuple(row) for row in rows] == [(second, "bob")]


async def through(pages: Callable[[str], Awaitable[Page[Any]]]) -> list[str]:
    """The ids of all items over all pages; every page but the last must be full."""
    found: list[str] = []
    after = ""
    while True:
        page = await pages(after)
        found += [one["table"] if isinstance(one, dict) else one.id for one in page.items]
        if page.after is None:
            return found
        assert len(page.items) == 2
        after = page.after


async def test_pages_show_everything_once_and_in_order(world: World) -> None:
    opened: list[str] = []
    for number in range(5):
        opened.append(await world.table())
        await world.wait(number % 2)  # some opened at the same moment
    listings = world.house.listings
    assert sorted(await through(lambda after: listings.lobby(after, 2))) == sorted(opened)
    assert await through(lambda after: listings.lobby(after, 2)) == [info.id for info in await world.house.lobby()]
    assert sorted(await through(lambda after: listings.tables_of("ann", after, 2))) == sorted(opened)
    for table in opened:
        await world.begin(table, "ann", "bob")
        await world.ask(table, act("ann", Forfeit()))
    ended = await through(lambda after: listings.records(after, 2))
    assert sorted(ended) == sorted(opened)
    assert ended == [one["table"] for one in await world.records()]


async def test_tables_opened_meanwhile_do_not_shift_the_pages(world: World) -> None:
    opened = [await world.table() for _ in range(4)]
    page = await world.house.listings.tables_of("ann", limit=2)
    assert page.after is not None
    await world.wait(1)
    opened.append(await world.table())
    rest = await world.house.listings.tables_of("ann", page.after)
    assert sorted(info.id for info in (*page.items, *rest.items)) == sorted(opened)


@pytest.mark.parametrize(
    "cursor",
    ["x", "💥", "=", cursor_text([1]), cursor_text(["x", "y"]), cursor_text([2**60, "a"]), cursor_text([1, "a" * 99])],
)
async def test_an_invalid_cursor_is_refused(sqlite_store: Store, cursor: str) -> None:
    world = World(sqlite_store, FakeTimers())
    for page in (world.house.listings.lobby, world.house.listings.records):
        with pytest.raises(Refused, match="earlier page") as caught:
            await page(cursor)
        assert caught.value.code == "wire/unreadable"
    await world.house.close()


@pytest.mark.parametrize("broken", ["", "{", "{}", '{"id": 7}', "[]", "null"])
async def test_only_the_row_that_cannot_be_read_is_left_out_of_every_list(world: World, broken: str) -> None:
    bad, good = await world.table(), await world.table()
    for table in (bad, good):
        await world.begin(table, "ann", "bob")
        await world.ask(table, act("ann", Forfeit()))

    def spoil(connection: Connection) -> None:
        connection.execute(update(table_summary).where(table_summary.c.id == bad), {"summary": broken})
        connection.execute(update(played).where(played.c.table_id == bad), {"names": broken, "result": broken})

    await world.store.write(spoil)
    for _ in range(2):
        assert [info.id for info in await world.house.lobby()] == [good]
        assert await sits(world, "ann") == [good]
        assert [one["table"] for one in await world.records()] == [good]
        world.house.start_upkeep()
        await world.settle()


@pytest.mark.parametrize("is_private", [False, True])
async def test_a_table_out_of_memory_is_listed_as_if_in_memory_even_with_a_broken_row(
    sqlite_store: Store, is_private: bool
) -> None:
    await add_persons(sqlite_store)
    world = World(sqlite_store, FakeTimers())
    table = await world.table(private=is_private, bots={"1": "greedy"})
    await world.ask(table, ready("ann"))

    async def listed() -> list[Any]:
        invite = (await world.house.load(table)).opened.invite
        asked = [("ann", ""), ("bob", ""), ("", ""), ("bob", invite.lower())]
        return [await seen(world, table, person, code) for person, code in asked]

    living = await listed()
    await world.house.close()
    world.house = world.again().house
    assert await listed() == living
    spoilt = update(table_summary).where(table_summary.c.id == table)
    await world.store.write(lambda connection: connection.execute(spoilt, {"summary": "{"}).close())
    assert await listed() == living
    assert not world.house.live
    await world.house.close()


async def seen(world: World, table: str, person: str, invite: str) -> Any:
    try:
        return await world.house.table_for(table, person, invite)
    except Refused as error:
        return error.code


async def played_today(world: World, person: str, pairs: int) -> str:
    table = await world.table(person, game="solitaire", daily=True)
    await world.ask(table, ready(person))
    await world.settle()
    for number in range(pairs):
        move = (await world.house.actor(table)).table.legal(Seat(0))[0]
        await world.ask(table, act(person, move, id=str(number)))
    await world.ask(table, act(person, Forfeit(), id="end"))
    return table


async def test_daily_scores_are_kept_by_person_and_a_broken_name_harms_no_other(world: World) -> None:
    best, other = await played_today(world, "ann", 3), await played_today(world, "bob", 2)
    rows = await world.store.read(lambda connection: connection.execute(select(daily_score)).all())
    assert {(row.person, row.table_id) for row in rows} == {("ann", best), ("bob", other)}
    spoilt = update(played).where(played.c.table_id == best)
    await world.store.write(lambda connection: connection.execute(spoilt, {"names": "{"}).close())
    (solitaire,) = (one for one in (await world.house.today()).games if one.game == "solitaire")
    assert [(one.name, one.table) for one in solitaire.best] == [("Ann", best), ("Bob", other)]


def old_row(table: str, status: str, summary: str, seen: int | None = None) -> dict[str, Any]:
    row = {"id": table, "game": "solitaire", "status": status, "private": False, "invite": table, "created": 1}
    return row | {"updated": 2, "seen": seen, "upkeep": "short", "summary": summary}


def old_summary(day: str, *persons: str | None) -> str:
    seats = [None if one is None else {"name": one.title(), "person": one} for one in persons]
    return json.dumps({"seats": seats, "day": day}, separators=(",", ":"))


async def test_a_database_of_the_previous_schema_is_filled_in(url: str) -> None:
    day = day_of(1_760_000_000_000)

    def fill(connection: Connection) -> None:
        upgrade(connection, "0004")
        for name in ("ann", "bob"):
            connection.execute(text(f"INSERT INTO person VALUES ('{name}', '{name}', '{name}', NULL, 0)"))  # noqa: S608
        rows = [
            old_row("live", "playing", old_summary("", "ann", None, "bob"), 7),
            old_row("broken", "open", '{"seats": [{"person":'),
            old_row("odd", "open", '{"seats": 7, "day": ["2025-10-09"]}'),
            old_row("empty", "over", old_summary("", "ann")),
            *(old_row(f"day{number}", "over", old_summary(day, "ann")) for number in range(3)),
        ]
        connection.execute(insert(table_summary), rows)
        for number, (person, score) in enumerate((("ann", 5), ("ann", 9), ("bob", 7))):
            line = {"table_id": f"day{number}", "deal": 0, "game": "solitaire", "private": False, "ended": number}
            connection.execute(insert(played), [line | {"names": '["Ann"]', "result": "{}"}])
            connection.execute(text(f"INSERT INTO deal_player VALUES ('day{number}', 0, 0, '{person}', {score}, true)"))  # noqa: S608

    old = await open_store(url, as_it_is=True)
    await old.write(fill)
    await old.close()
    store = await open_store(url)
    seats = await store.read(lambda connection: connection.execute(select(seat).order_by(seat.c.seat)).all())
    assert [tuple(row) for row in seats] == [("live", 0, "ann", 1), ("live", 2, "bob", 1)]
    best = select(daily_score).order_by(daily_score.c.score.desc())
    scores = await store.read(lambda connection: connection.execute(best).all())
    assert [(row.day, row.person, row.score, row.table_id) for row in scores] == [
        (day, "ann", 9, "day1"),
        (day, "bob", 7, "day2"),
    ]
    wanted = select(table_summary.c.id, table_summary.c.upkeep, table_summary.c.seen)
    kinds = {row[0]: tuple(row)[1:] for row in await store.read(lambda connection: connection.execute(wanted).all())}
    assert kinds == {
        "live": ("short", 7),
        "broken": ("short", 2),
        "odd": ("short", 2),
        "empty": ("empty", None),
        **{f"day{number}": ("kept", None) for number in range(3)},
    }
    await store.close()


async def test_one_host_can_have_at_most_three_public_tables_waiting(tmp_path: Path) -> None:
    world = await World.open(tmp_path, waiting_tables=3)
    first, *_ = [await world.table("ann") for _ in range(3)]
    with pytest.raises(Refused) as caught:
        await world.table("ann")
    assert (caught.value.code, caught.value.values) == ("table/many", {"most": 3})
    await world.table("ann", private=True)
    await world.table("ann", bots={"1": "random"})
    await world.table("bob")
    await world.ask(first, sit("bob"))  # closed tables wait for nobody
    await world.table("ann")
    await world.close()
