"""Exporting and deleting a person's data: no name is left, and every digest stays valid."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Column, Connection, select, update

from teahouse.core.game import Forfeit
from teahouse.core.record import parse_record, record_bytes, record_lines, verify_record
from teahouse.service.opening import OpenTable
from teahouse.service.people.coins import audit
from teahouse.service.people.people import People, Person
from teahouse.service.people.private_rows import FORGOTTEN
from teahouse.service.people.reserved import FORMER
from teahouse.service.people.social.mutes import Mutes
from teahouse.service.personal.deletion import REMAINING, delete_person
from teahouse.service.personal.export import NOT_EXPORTED, PARTS, SECRETS, write_export
from teahouse.service.store.schema import metadata, person, played, session, table_summary
from teahouse.service.store.store import Store
from teahouse.service.tables import requests as r
from tests.fakes import FakeTimers
from tests.service.people.accounts import sign_up
from tests.service.world import World, act, add_persons, sit

pytestmark = pytest.mark.anyio

ABOUT_PEOPLE = ("person", "other", "reporter", "administrator", "keeper", "target")
HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
SECRET = "seven cups of oolong"  # noqa: S105 - of nobody


@pytest.fixture
async def world(store: Store) -> AsyncIterator[World]:
    """A world on either kind of database."""
    await add_persons(store)
    made = World(store, FakeTimers())
    yield made
    assert (await store.read(audit)).faults == ()
    await made.house.close()


def columns_about_people() -> set[Column[Any]]:
    return {column for table in metadata.tables.values() for column in table.columns if column.name in ABOUT_PEOPLE}


def test_every_column_with_people_is_deleted_or_kept_for_a_reason() -> None:
    assert columns_about_people() == {*FORGOTTEN, *REMAINING}


def test_every_column_with_people_is_exported_or_left_out_for_a_reason() -> None:
    parts = {part.owner for part in PARTS if part.owner.name in ABOUT_PEOPLE}
    assert columns_about_people() == parts | set(NOT_EXPORTED)


async def newcomer(world: World) -> Person:
    people = People(world.store, world.timers.date, hasher=HASHER)
    welcome = await sign_up(people, "Zelda Zhu", SECRET)
    await people.make_token(welcome.person.id, "my bot")
    people.close()
    return welcome.person


async def finished(world: World, who: Person) -> str:
    """A finished game of a person against Bob, with a message from Bob."""
    info = await world.house.open_table(who.id, who.name, OpenTable("battle"))
    await world.ask(info.id, sit("bob"))
    for one, name in ((who.id, who.name), ("bob", "Bob")):
        await world.ask(info.id, r.Ready(one, name, "ab" * 32))
    await world.settle()
    await world.ask(info.id, r.Chat(who.id, who.name, "a word of mine", "c1"))
    await world.ask(info.id, act(who.id, Forfeit()))
    return info.id


async def texts(world: World) -> str:
    """Every text in the database."""

    def job(connection: Connection) -> str:
        return "\n".join(
            str(tuple(row)) for table in metadata.sorted_tables for row in connection.execute(table.select())
        )

    return await world.store.read(job)


async def test_a_deleted_person_is_anonymous_and_every_digest_stays_valid(world: World) -> None:
    who = await newcomer(world)
    await Mutes(world.store).add(who.id, "bob")
    await Mutes(world.store).add("bob", who.id)
    table = await finished(world, who)
    before = record_bytes(await world.house.record(table, 0))
    assert len(await delete_person(world.store, world.house, who)) == 2
    after = record_bytes(await world.house.record(table, 0))
    assert b"Zelda" in before
    assert FORMER.encode() in after
    for data in (before, after):
        record = parse_record(data.splitlines())
        verify_record((await world.house.load(table)).deals[0].game, record)
    assert before.splitlines()[1:] == after.splitlines()[1:]
    assert "Zelda" not in await texts(world)
    assert "zelda" not in (await texts(world)).lower()
    assert (await world.records())[0]["names"] == [FORMER, "Bob"]
    assert await Mutes(world.store).of("bob") == []
    await world.house.close()
    world.house = world.again().house
    loaded = await world.house.load(table)
    assert loaded.names_at(0) == (FORMER, "Bob")
    assert loaded.seat_of(who.id) is None


async def test_running_games_are_resigned_and_others_stay(world: World) -> None:
    who = await newcomer(world)
    table = (await world.house.open_table(who.id, who.name, OpenTable("battle"))).id
    await world.ask(table, sit("bob"))
    for one, name in ((who.id, who.name), ("bob", "Bob")):
        await world.ask(table, r.Ready(one, name, "ab" * 32))
    await world.settle()
    waiting = (await world.house.open_table(who.id, who.name, OpenTable("battle"))).id
    await delete_person(world.store, world.house, who)
    here = (await world.house.actor(table)).table
    assert [result.winners for result in here.results] == [(1,)]
    assert here.names == ("", "Bob")
    assert (await world.house.load(waiting)).status == "over"
    assert await world.house.tables_of(who.id) == []


async def test_the_name_is_free_at_once_and_nobody_signs_in_as_a_former_player(world: World) -> None:
    who = await newcomer(world)
    await delete_person(world.store, world.house, who)
    people = People(world.store, world.timers.date, hasher=HASHER)
    again = await sign_up(people, "Zelda Zhu", SECRET)
    assert again.person.id != who.id
    rows = await world.store.read(lambda c: c.execute(select(session).where(session.c.person == who.id)).all())
    assert rows == []
    people.close()


async def test_two_people_can_be_deleted(world: World) -> None:
    for _ in range(2):
        await delete_person(world.store, world.house, await newcomer(world))


async def test_names_in_lists_of_older_versions_are_deleted_too(world: World) -> None:
    who = await newcomer(world)
    table = await finished(world, who)
    summary = await world.store.read(lambda c: c.execute(select(table_summary.c.summary)).scalar_one())
    old = summary.replace('{"name":"","person":"' + who.id, '{"name":"Zelda Zhu","person":"' + who.id)
    assert old != summary

    def write(connection: Connection) -> None:
        connection.execute(update(played).where(played.c.table_id == table).values(names='["Zelda Zhu","Bob"]'))
        connection.execute(update(table_summary).where(table_summary.c.id == table).values(summary=old))

    await world.store.write(write)
    await world.house.close()
    await delete_person(world.store, world.house, who)
    assert "Zelda" not in await texts(world)


async def exported(world: World, who: Person, folder: Path) -> dict[str, Any]:
    file = folder / "export.zip"
    await write_export(world.store, world.house, who, file)
    with ZipFile(file) as opened:
        assert opened.testzip() is None
        names = opened.namelist()
        found = {name: opened.read(name).decode() for name in names}
    return {name: json.loads(text) if name.endswith(".json") else text for name, text in found.items()}


async def test_an_export_has_everything_and_no_secret(world: World, tmp_path: Path) -> None:
    who = await newcomer(world)
    await Mutes(world.store).add(who.id, "bob")
    table = await finished(world, who)
    found = await exported(world, who, tmp_path)
    assert found["profile.json"] == [{"name": "Zelda Zhu", "created": who.created}]
    assert len(found["sessions.json"]) == 2
    assert found["muted.json"] == [{"other": "bob"}]
    assert [(one["table_id"], one["won"], one["record"]) for one in found["deals.json"]] == [
        (table, False, f"/api/v1/records/{table}/0")
    ]
    assert found["chat.json"] == [{"table": table, "at": found["chat.json"][0]["at"], "text": "a word of mine"}]
    assert [one["memo"] for one in found["postings.json"]] == ["opening grant"]
    record = found[f"records/teahouse-{table}-0.jsonl"]
    assert list(record_lines(await world.house.record(table, 0))) == record.encode().splitlines()
    hashes = await world.store.read(lambda c: list(c.execute(select(session.c.token_hash)).scalars()))
    password = await world.store.read(
        lambda c: c.execute(select(person.c.password).where(person.c.id == who.id)).scalar_one()
    )
    everything = json.dumps(found)
    assert not [one for one in (*hashes, password) if one in everything]
    lists: list[list[dict[str, Any]]] = [rows for rows in found.values() if isinstance(rows, list)]
    assert not [row for rows in lists for row in rows if SECRETS & set(row)]
