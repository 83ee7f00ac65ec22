"""Fills a database as if it were years old: finished tables copied from a played one, people, coins and scores."""

import asyncio
import hashlib
import os
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.server.load import SHARE
from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.service.engines.engines import Engines
from teahouse.service.engines.workers import WorkerPool
from teahouse.service.hosting.daily import daily_tables, day_of
from teahouse.service.house import House
from teahouse.service.opening import OpenTable
from teahouse.service.people.names import name_key
from teahouse.service.people.sessions import token_hash
from teahouse.service.settings import Settings
from teahouse.service.store.store import open_store
from teahouse.service.tables import requests as r
from teahouse.service.tables.events import move_text
from teahouse.service.tables.log import FIRST
from teahouse.service.tables.services import Services, house_settings
from teahouse.service.tables.viewers.bus import LocalBus
from teahouse.service.timers import LoopTimers

PEOPLE = 100_000
LIVE = 300  # tables with somebody there
OWN = 30  # of those, the visitor's
OFTEN = 100  # the visitor played one table in this many
STATEMENT = 500  # lines in the visitor's statement
MOVES = 3
KNOWN = "0123456789abcdef"  # a deal to be played again
TOKEN, BOT_TOKEN = "the visitor's own token", "bot_of the visitor"
DAY_MS = 24 * 60 * 60_000
AT_ONCE = 20_000
QUICK = ("journal_mode=OFF", "synchronous=OFF", "cache_size=-200000", "foreign_keys=OFF")

Row = tuple[Any, ...]


class Model(NamedTuple):
    """The rows of one table: its log without hashes, and its entries in lists."""

    log: list[tuple[int, int | None, str, str]]
    summary: dict[str, Any]
    played: dict[str, Any]


def fill(folder: Path, tables: int, chance: random.Random) -> None:
    """Make a database with this many finished tables."""
    finished, still_open = asyncio.run(_models())
    file = folder / "teahouse.db"
    asyncio.run(_make(file))
    connection = sqlite3.connect(file, isolation_level=None)
    for pragma in QUICK:
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("BEGIN")
    now = time.time_ns() // 1_000_000
    people = [f"{number:016x}" for number in range(PEOPLE)]
    _add_people(connection, people, now)
    _add_tables(connection, finished, people, (tables, now), chance)
    _add_live(connection, still_open, people, now)
    _add_scores(connection, people[: min(PEOPLE, tables // 10)], now, chance)
    connection.execute("COMMIT")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.close()


async def _make(file: Path) -> None:
    await (await open_store(f"sqlite:///{file}")).close()


async def _models() -> tuple[Model, Model]:
    """A finished table that everybody left, and a table that waits for somebody."""
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(f"sqlite:///{folder}/model.db")
        engines, workers, settings = Engines(1, warm_all=False), WorkerPool(), house_settings(Settings(bot_pace_ms=0))
        await workers.start()
        house = House(Services(store, LocalBus(), engines, LoopTimers(), os.urandom, workers, settings))
        names = ("ann", "bob")
        await store.write(
            lambda c: c.exec_driver_sql("INSERT INTO person VALUES ('ann', 'Ann', 'ann', '-', 0)").close()
        )
        await store.write(
            lambda c: c.exec_driver_sql("INSERT INTO person VALUES ('bob', 'Bob', 'bob', '-', 0)").close()
        )
        played = (await house.open_table("ann", "Ann", OpenTable("battle"))).id
        waiting = (await house.open_table("ann", "Ann", OpenTable("battle"))).id
        await house.ask(played, r.Sit("bob", "Bob"))
        for name in names:
            await house.ask(played, r.Ready(name, name.title(), SHARE))
        await _play(house, played, names)
        for name in names:
            await house.ask(played, r.Leave(name, name.title()))
        await house.close()
        await workers.close()
        await store.close()
        return _model(f"{folder}/model.db", played), _model(f"{folder}/model.db", waiting)


async def _play(house: House, table: str, names: Sequence[str]) -> None:
    """Play a few moves, and give up."""
    actor = await house.actor(table)
    while actor.table.status != "playing":
        await asyncio.sleep(0.01)
    for number in range(MOVES + 1):
        seat = actor.table.to_move()[0]
        move = actor.table.legal(Seat(seat))[0] if number < MOVES else Forfeit()
        newest = actor.table.versions[seat]
        await house.ask(table, r.Act(names[seat], names[seat].title(), str(number), newest, move_text(move)))


def _model(file: str, table: str) -> Model:
    connection = sqlite3.connect(file)
    connection.row_factory = sqlite3.Row
    log = connection.execute("SELECT seq, seat, kind, body FROM event WHERE table_id = ? ORDER BY seq", (table,))
    rows = [tuple(row) for row in log]
    summary = dict(connection.execute("SELECT * FROM table_summary WHERE id = ?", (table,)).fetchone())
    found = connection.execute("SELECT * FROM played WHERE table_id = ?", (table,)).fetchone()
    connection.close()
    return Model(rows, summary, dict(found) if found is not None else {})


def _insert(connection: sqlite3.Connection, table: str, columns: int, rows: Iterator[Row]) -> None:
    """Write rows in batches: a million tables would not fit into memory."""
    order = f"INSERT INTO {table} VALUES ({', '.join('?' * columns)})"  # noqa: S608 - names of ours
    while some := list(islice(rows, AT_ONCE)):
        connection.executemany(order, some)


def _add_people(connection: sqlite3.Connection, people: list[str], now: int) -> None:
    """Every second person has an account; everybody has the opening grant, and the first one many more lines."""
    rows = ((one, f"Tea {n}", name_key(f"Tea {n}"), "-" if n % 2 == 0 else None, now) for n, one in enumerate(people))
    _insert(connection, "person", 5, rows)
    _insert(connection, "administrator", 2, iter([(people[0], 0)]))
    sessions = [(TOKEN, 0), (BOT_TOKEN, 0), *((one, number) for number, one in enumerate(people[1::5], 1))]
    kept = (
        (token_hash(token), f"s{n}", people[who], now, now, now + 30 * DAY_MS, "x", token == BOT_TOKEN)
        for n, (token, who) in enumerate(sessions)
    )
    _insert(connection, "session", 8, kept)
    holders = [*people, *people[:1] * STATEMENT]
    _insert(connection, "entry", 4, ((n, now, "opening grant", f"daily {n}") for n, _ in enumerate(holders, 1)))
    _insert(connection, "posting", 3, ((n, f"person:{one}", 2000) for n, one in enumerate(holders, 1)))
    _insert(connection, "posting", 3, ((n, "house", -2000) for n, _ in enumerate(holders, 1)))
    first = (f"person:{people[0]}", 2000 * (STATEMENT + 1))
    _insert(connection, "balance", 2, iter([first, *((f"person:{one}", 2000) for one in people[1:])]))


def _log(table: str, model: Model, at: int) -> Iterator[Row]:
    """The log of a table like the model, with hashes of its own."""
    before = FIRST
    for seq, seat, kind, body in model.log:
        yield table, seq, at, seat, kind, body, before
        before = hashlib.sha256(f"{before}|{table}|{seq}|{at}|".encode() + body.encode()).hexdigest()


def table_id(number: int) -> str:
    """The id of a finished table."""
    return f"{number:016x}"


def invite(number: int) -> str:
    """The invite code of a finished table."""
    return f"T{number:07X}"


def _add_tables(
    connection: sqlite3.Connection, model: Model, people: list[str], size: tuple[int, int], chance: random.Random
) -> None:
    """Finished tables of the last three years, two people at each."""
    tables, now = size
    began = now - 3 * 365 * DAY_MS
    dates = [began + number * (3 * 365 * DAY_MS) // tables for number in range(tables)]
    logs = (row for n, at in enumerate(dates) for row in _log(table_id(n), model, at))
    _insert(connection, "event", 7, logs)
    kept = {name: model.summary[name] for name in ("game", "status", "private", "summary", "upkeep")}
    rows = (_summary(kept, table_id(n), invite(n), at) for n, at in enumerate(dates))
    _insert(connection, "table_summary", 10, rows)
    found = model.played
    deals = (
        (table_id(n), 0, found["game"], found["private"], at, found["names"], found["result"], "", MOVES)
        for n, at in enumerate(dates)
    )
    _insert(connection, "played", 9, deals)
    players = (
        (table_id(n), 0, seat, people[0] if seat == n % OFTEN == 0 else chance.choice(people), 100, seat == 0)
        for n in range(tables)
        for seat in (0, 1)
    )
    _insert(connection, "deal_player", 6, players)
    _insert(connection, "known_deal", 7, iter([(KNOWN, "battle", "{}", b"tea".hex(), table_id(0), 0, now)]))


def _summary(kept: dict[str, Any], table: str, code: str, at: int) -> Row:
    summary = str(kept["summary"])
    named = summary.replace(summary[7:23], table, 1)  # the body begins with the id
    return (table, kept["game"], kept["status"], kept["private"], code, named, at, at, at, kept["upkeep"])


def _add_live(connection: sqlite3.Connection, model: Model, people: list[str], now: int) -> None:
    """Tables that wait for a player; the visitor sits at the first ones."""
    names = [f"f{number:015x}" for number in range(LIVE)]
    _insert(connection, "event", 7, (row for name in names for row in _log(name, model, now)))
    kept = {name: model.summary[name] for name in ("game", "status", "private", "summary", "upkeep")}
    _insert(connection, "table_summary", 10, (_summary(kept, name, f"F{n}", now) for n, name in enumerate(names)))
    seats = ((name, 0, people[0] if n < OWN else people[n], now) for n, name in enumerate(names))
    _insert(connection, "seat", 4, seats)


def _add_scores(connection: sqlite3.Connection, people: list[str], now: int, chance: random.Random) -> None:
    """A score of each person in each of today's deals."""
    day = day_of(now)
    scores = (
        (day, game, one, chance.randrange(9000), now, table_id(number), 0, 0)
        for game in daily_tables(day)
        for number, one in enumerate(people)
    )
    _insert(connection, "daily_score", 8, scores)
