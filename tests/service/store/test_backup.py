"""Backups: from either kind of database into either, complete or not at all."""

import asyncio
import gzip
import hashlib
import json
import random
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, get_args

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Connection, create_engine, insert, inspect, select, text

from teahouse.cli import run
from teahouse.core.errors import InvalidOption, InvalidText
from teahouse.core.ledger import Entry, Posting
from teahouse.service.people.coins import HOUSE_ACCOUNT, audit, book
from teahouse.service.people.people import People
from teahouse.service.store.backup import back_up, restore
from teahouse.service.store.backup_file import BackupRow, check_backup
from teahouse.service.store.migrate import NEWEST, version
from teahouse.service.store.schema import judged_seat, lease, metadata, table_summary
from teahouse.service.store.store import open_store
from teahouse.service.tables.events import Chatted
from teahouse.service.tables.log import append, chained_lines, read
from tests.service.conftest import FakeClock
from tests.service.databases import prepared
from tests.service.people.accounts import sign_up

pytestmark = pytest.mark.anyio

NOW = 1_760_000_000_000
SECRET = "seven green dragons"  # noqa: S105 - a password of tests
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
SAYINGS = ("hello", "well played 🍵", 'quotes " and \\ and \n lines', "茶" * 50)


async def furnish(url: str) -> str:
    """Fill a database with people, a table and coins; return the session token of a person."""
    store = await open_store(url)
    people = People(store, FakeClock(NOW), hasher=QUICK)
    ann = await sign_up(people, "Ann", SECRET)
    guest = await people.welcome_guest("Phone")
    said = [Chatted("Ann", ann.person.id, saying) for saying in SAYINGS]

    def job(connection: Connection) -> None:
        append(connection, chained_lines("t1", None, NOW, said))
        row: dict[str, object] = {"id": "t1", "game": "battle", "status": "open", "private": True, "invite": "ABC"}
        connection.execute(insert(table_summary), row | {"summary": "{}", "created": NOW, "updated": NOW})
        connection.execute(insert(lease), {"table_id": "t1", "owner": "here", "epoch": 3, "until": NOW})
        seat = {"table_id": "t1", "deal": 0, "seat": 0, "choices": 22, "exact": 15, "lost": 86.0, "merit": 1437.36}
        connection.execute(insert(judged_seat), seat | {"luck": None})
        pay = Entry("win", (Posting(HOUSE_ACCOUNT, -5), Posting(f"person:{guest.person.id}", 5)))
        book(connection, NOW, pay, "win")

    await store.write(job)
    people.close()
    await store.close()
    return ann.token


def everything(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    tables = metadata.sorted_tables
    return {
        table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
        for table in tables
    }


async def contents(url: str) -> dict[str, list[tuple[Any, ...]]]:
    store = await open_store(url)
    try:
        return await store.read(everything)
    finally:
        await store.close()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """A database with the schema, to be filled."""
    return str(request.getfixturevalue(f"prepared_{request.param}_url"))


@pytest.fixture
def sqlite_url(prepared_sqlite_url: str) -> str:
    return prepared_sqlite_url


@pytest.fixture(params=["sqlite", "postgres"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Another, empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/deep/down/restored.db"
    server = request.getfixturevalue("postgres")
    server.psql("DROP DATABASE IF EXISTS restored")
    server.psql("CREATE DATABASE restored")
    return str(server.get_uri("restored"))


async def test_a_backup_moves_data_from_any_database_to_any_other(url: str, target: str, tmp_path: Path) -> None:
    token = await furnish(url)
    made = await back_up(url, tmp_path / "tea.gz", NOW)
    assert (made.rows["person"], made.rows["event"], made.rows["entry"]) == (2, len(SAYINGS), 3)
    assert await restore(target, tmp_path / "tea.gz") == made
    assert await contents(target) == await contents(url)

    store = await open_store(target)
    people = People(store, FakeClock(NOW), hasher=QUICK)
    assert [await store.read(version), (await store.read(audit)).faults] == [NEWEST, ()]
    said = [one.event for one in await store.read(partial(read, table="t1"))]
    assert [one.text for one in said if isinstance(one, Chatted)] == list(SAYINGS)
    assert (await people.authenticate(token)).person == (await people.log_in("Ann", SECRET)).person
    await people.welcome_guest()
    assert (await store.read(audit)).entries == 4
    people.close()
    await store.close()


def test_every_type_of_column_fits_into_a_row_of_a_backup() -> None:
    there = {column.type.python_type for table in metadata.sorted_tables for column in table.columns}
    assert there <= set(get_args(get_args(BackupRow)[0]))


async def test_two_backups_of_the_same_moment_are_the_same_bytes(url: str, tmp_path: Path) -> None:
    await furnish(url)
    for name in "ab":
        await back_up(url, tmp_path / name, NOW)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o600


async def test_a_backup_shows_one_moment_while_the_server_goes_on(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await furnish(url)
    store = await open_store(url)
    monkeypatch.setattr("teahouse.service.store.backup.ROWS_AT_ONCE", 2)
    booked = 0

    async def go_on(done: asyncio.Event) -> None:
        nonlocal booked
        while not done.is_set():
            pay = Entry("win", (Posting(HOUSE_ACCOUNT, -1), Posting(f"person:p{booked % 50}", 1)))
            await store.write(partial(book, at=NOW, booked=pay, cause=f"win {booked}"))
            booked += 1

    found: list[int] = []
    for number in range(2):
        before, done = booked, asyncio.Event()
        going = asyncio.create_task(go_on(done))
        made = await asyncio.to_thread(asyncio.run, back_up(url, tmp_path / f"{number}.gz", NOW))
        done.set()
        await going
        assert before <= made.rows["entry"] - 3 <= booked
        copy = f"sqlite:///{tmp_path}/copy-{number}.db"
        await asyncio.to_thread(asyncio.run, restore(copy, tmp_path / f"{number}.gz"))
        engine = create_engine(copy)
        with engine.connect() as connection:
            assert audit(connection).faults == ()
        engine.dispose()
        found.append(made.rows["entry"])
    await store.close()
    assert found == sorted(found)
    assert found[-1] > found[0]


async def test_a_backup_never_writes_over_a_file(sqlite_url: str, tmp_path: Path) -> None:
    await furnish(sqlite_url)
    database = tmp_path / "teahouse.db"
    before = database.read_bytes()
    with pytest.raises(InvalidOption, match="expected a new file"):
        await back_up(sqlite_url, database, NOW)
    assert database.read_bytes() == before


async def test_a_backup_that_cannot_be_written_leaves_nothing_behind(sqlite_url: str, tmp_path: Path) -> None:
    await furnish(sqlite_url)
    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises(InvalidOption, match=r"cannot write .*No such file"):
        await back_up(sqlite_url, tmp_path / "nowhere" / "tea.gz", NOW)
    assert sorted(path.name for path in tmp_path.iterdir() if "-" not in path.suffix) == before


async def test_a_backup_of_a_missing_database_creates_none(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="which does not exist"):
        await back_up(f"sqlite:///{tmp_path}/no.db", tmp_path / "tea.gz", NOW)
    assert list(tmp_path.iterdir()) == []


async def test_a_backup_does_not_change_an_unknown_database(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/other.db")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE cups (id INTEGER)"))
    with pytest.raises(InvalidOption, match="expected a database of teahouse"):
        await back_up(f"sqlite:///{tmp_path}/other.db", tmp_path / "tea.gz", NOW)
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["cups"]
    engine.dispose()
    assert not (tmp_path / "tea.gz").exists()


async def test_a_backup_is_restored_only_into_an_empty_database(url: str, tmp_path: Path) -> None:
    await furnish(url)
    await back_up(url, tmp_path / "tea.gz", NOW)
    before = await contents(url)
    with pytest.raises(InvalidOption, match="expected an empty database, got one with 3 rows in balance"):
        await restore(url, tmp_path / "tea.gz")
    assert await contents(url) == before


async def test_no_backup_is_restored_into_a_database_with_other_tables(tmp_path: Path, whole_backup: bytes) -> None:
    (tmp_path / "tea.gz").write_bytes(whole_backup)
    other = f"sqlite:///{tmp_path}/other.db"
    engine = create_engine(other)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE cups (id INTEGER)"))
    with pytest.raises(InvalidOption, match="expected an empty database, got one with a table 'cups'"):
        await restore(other, tmp_path / "tea.gz")
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["cups"]
    engine.dispose()


async def test_a_database_that_was_only_opened_counts_as_empty(target: str, sqlite_url: str, tmp_path: Path) -> None:
    await furnish(sqlite_url)
    await back_up(sqlite_url, tmp_path / "tea.gz", NOW)
    if target.startswith("sqlite"):
        (tmp_path / "deep" / "down").mkdir(parents=True)
    await (await open_store(target)).close()
    await restore(target, tmp_path / "tea.gz")
    assert await contents(target) == await contents(sqlite_url)


async def test_a_row_that_does_not_fit_rolls_everything_back(target: str, whole_backup: bytes, tmp_path: Path) -> None:
    lines = gzip.decompress(whole_backup).splitlines(keepends=True)
    where = next(n for n, line in enumerate(lines) if line.startswith(b'{"is":"table","name":"session"'))
    row = json.loads(lines[where + 1])
    row[2] = "nobody"
    lines[where + 1] = json.dumps(row).encode() + b"\n"
    (tmp_path / "wrong.gz").write_bytes(gzip.compress(b"".join(resealed(lines))))
    with pytest.raises(InvalidText, match="expected rows of session, got some that do not fit"):
        await restore(target, tmp_path / "wrong.gz")
    (tmp_path / "tea.gz").write_bytes(whole_backup)
    await restore(target, tmp_path / "tea.gz")


def resealed(lines: list[bytes]) -> list[bytes]:
    """The lines, with their last line recomputed."""
    digest = hashlib.sha256(b"".join(lines[:-1])).hexdigest()
    return [*lines[:-1], json.dumps(json.loads(lines[-1]) | {"sha256": digest}).encode() + b"\n"]


def without_empty_tables(lines: list[bytes]) -> list[bytes]:
    """The lines without the heads of tables that have no rows."""
    heads = [line.startswith(b'{"is":"table"') for line in lines]
    return resealed(
        [line for line, head, empty in zip(lines, heads, [*heads[1:], True], strict=True) if not (head and empty)]
    )


STRANGE = b'{"is":"table","name":"cups","columns":[]}\n'
Change = Callable[[list[bytes]], list[bytes]]


@pytest.fixture(scope="module")
def whole_backup(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The backup of a filled database."""
    folder = tmp_path_factory.mktemp("whole")

    async def made() -> None:
        await furnish(prepared(folder / "teahouse.db"))
        await back_up(f"sqlite:///{folder}/teahouse.db", folder / "tea.gz", NOW)

    asyncio.run(made())
    return (folder / "tea.gz").read_bytes()


def header(**changes: object) -> Change:
    return lambda lines: resealed([json.dumps(json.loads(lines[0]) | changes).encode() + b"\n", *lines[1:]])


CHANGES: dict[str, tuple[Change, str]] = {
    "a row left out": (lambda lines: [lines[0], lines[1], *lines[3:]], "got a changed one"),
    "a row twice": (lambda lines: [*lines[:2], lines[2], *lines[2:]], "got a changed one"),
    "rows exchanged": (lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]], "got a changed one"),
    "a name changed": (lambda lines: [line.replace(b"Ann", b"Bob") for line in lines], "got a changed one"),
    "no end": (lambda lines: lines[:-1], "ends too early"),
    "no end of the end": (lambda lines: [*lines[:-1], lines[-1].rstrip()], "ends too early"),
    "two ends": (lambda lines: [*lines, lines[-1]], "expected nothing after the end"),
    "nothing": (lambda lines: lines[:0], "line 1: expected a whole backup"),
    "no header": (lambda lines: lines[1:], "line 1: expected the header"),
    "two headers": (lambda lines: [lines[0], *lines], "line 2: expected the header"),
    "rows of no table": (lambda lines: [lines[0], *lines[2:]], "line 2: expected a row of a table"),
    "a short row": (lambda lines: [*lines[:2], b"[1]\n"], "line 3: expected a row of 2, got 1 values"),
    "an empty object": (lambda lines: [*lines[:2], b"{}\n"], "line 3: object missing required field"),
    "no text": (lambda lines: [*lines[:2], b"[\xff]\n"], "line 3: "),
    "deep": (lambda lines: [*lines[:2], b"[" * 100_000 + b"\n"], "line 3: "),
    "a table twice": (lambda lines: [*lines[:2], *lines[1:]], "expected another table, got 'balance'"),
    "a strange table": (lambda lines: [lines[0], STRANGE], "expected another table, got 'cups'"),
    "a newer format": (header(format=2, program="9.0"), "a newer teahouse ('9.0') wrote this"),
    "a newer schema": (header(schema="0999"), "a newer teahouse"),
    "no format": (header(format=0), "expected a format and a schema, got 0"),
    "no schema": (header(schema="0000"), "got 1 and '0000'"),
    "a path for a schema": (header(schema="../../x"), "got 1 and '../../x'"),
}


@pytest.mark.parametrize(("change", "complaint"), CHANGES.values(), ids=CHANGES)
async def test_a_changed_backup_is_refused_before_anything_is_written(
    whole_backup: bytes, tmp_path: Path, change: Change, complaint: str
) -> None:
    lines = without_empty_tables(gzip.decompress(whole_backup).splitlines(keepends=True))
    (tmp_path / "changed.gz").write_bytes(gzip.compress(b"".join(change(lines))))
    with pytest.raises(InvalidText) as caught:
        await restore(f"sqlite:///{tmp_path}/new/restored.db", tmp_path / "changed.gz")
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "new").exists()


def test_a_cut_or_damaged_backup_is_never_taken_for_a_whole_one(whole_backup: bytes, tmp_path: Path) -> None:
    whole, changed = whole_backup, tmp_path / "changed.gz"
    changed.write_bytes(whole)
    made = check_backup(changed)
    rng = random.Random(5)
    for cut in [*range(30), *rng.sample(range(len(whole)), 60), len(whole) - 1]:
        changed.write_bytes(whole[:cut])
        with pytest.raises(InvalidText):
            check_backup(changed)
    refusals = 0
    for place in [*range(30), *rng.sample(range(len(whole)), 200)]:
        changed.write_bytes(whole[:place] + bytes([whole[place] ^ (1 << rng.randrange(8))]) + whole[place + 1 :])
        try:
            assert check_backup(changed) == made  # some bytes of gzip's header have no meaning
        except InvalidText:
            refusals += 1
    assert refusals >= 200


@pytest.mark.parametrize("garbage", [b"", b"tea", b"\x00" * 10_000, b"\x1f\x8b", b"SQLite format 3\x00"])
def test_a_file_that_is_no_backup_is_refused(tmp_path: Path, garbage: bytes) -> None:
    (tmp_path / "x").write_bytes(garbage)
    with pytest.raises(InvalidText, match="line 1: "):
        check_backup(tmp_path / "x")


def test_a_line_without_end_does_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teahouse.service.store.backup_file.LONGEST_LINE", 1000)
    (tmp_path / "x").write_bytes(gzip.compress(b"[" + b" " * 10**7))
    with pytest.raises(InvalidText, match="expected a line of at most 1000 bytes"):
        check_backup(tmp_path / "x")


def test_the_commands_back_up_and_restore(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("TEAHOUSE_DATABASE", f"sqlite:///{tmp_path}/tea.db")
    asyncio.run(furnish(f"sqlite:///{tmp_path}/tea.db"))
    assert run(["backup", "tea.gz"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("tea.gz: written: ")
    assert f"(2 people, {len(SAYINGS)} events), schema {NEWEST}" in out
    assert run(["restore", "tea.gz"]) == 2
    assert "expected an empty database" in capsys.readouterr().err
    assert run(["restore", "tea.gz", "--database", "sqlite:///other.db", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["rows"]["person"], printed["made"] > NOW) == (2, True)
    (tmp_path / "tea.toml").write_text("")
    monkeypatch.delenv("TEAHOUSE_DATABASE")
    assert run(["backup", "again.gz", "--config", "tea.toml", "--database", "sqlite:///other.db"]) == 0


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        ("restore nowhere.gz", "cannot read nowhere.gz: No such file or directory"),
        ("restore .", "cannot read .: Is a directory"),
        ("backup tea.gz --database mysql://x", "expected database as sqlite:///FILE, postgresql://…"),
        ("backup tea.gz --database postgresql://x:port/y", "expected database as"),
        ("backup tea.gz --database postgresql://127.0.0.1:1/y", "the database does not answer"),
        ("backup tea.gz --database sqlite:///no.db", "expected a database, got 'no.db', which does not exist"),
        ("backup tea.gz --config no.toml", "cannot read no.toml: No such file or directory"),
        ("backup", "backup: the following arguments are required: FILE"),
    ],
)
def test_errors_of_the_commands_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, argv: str, complaint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert run(argv.split()) == 2
    err = capsys.readouterr().err
    assert complaint in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
