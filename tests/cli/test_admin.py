"""`teahouse admin`: moderation from the command line."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from teahouse.cli import run
from teahouse.cli.house.admin import ACTIONS, minutes_of
from teahouse.core.errors import InvalidOption
from teahouse.service.moderation.moderation import Moderation
from teahouse.service.moderation.reports import NewReport
from teahouse.service.people.people import People
from teahouse.service.store.store import Store, open_store
from tests.service.people.accounts import sign_up
from tests.service.world import World

Said = Callable[..., Any]
NOW = 1_760_000_000_000


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A house with Ann, Bob and Ann's table, whose id is in the file `table`."""
    url = f"sqlite:///{tmp_path / 'house.db'}"

    async def made() -> None:
        world = await World.open(tmp_path)
        table = await world.table("ann")
        (tmp_path / "table").write_text(table)
        await world.close()

    asyncio.run(made())
    return url


@pytest.fixture
def said(url: str, capsys: pytest.CaptureFixture[str]) -> Said:
    """The command's output, as JSON or as text; its exit code must be 0."""

    def ask(*words: str, text: bool = False) -> Any:
        assert run(["admin", *words, "--database", url, *([] if text else ["--json"])]) == 0
        printed = capsys.readouterr().out
        return printed if text else json.loads(printed)

    return ask


def in_store(url: str, job: Callable[[Store], Any]) -> Any:
    async def done() -> Any:
        store = await open_store(url)
        try:
            return await job(store)
        finally:
            await store.close()

    return asyncio.run(done())


def report(url: str) -> str:
    return str(
        in_store(url, lambda store: Moderation(store, lambda: NOW).report("ann", NewReport("bob", "spam", "look")))
    )


def test_an_administrator_is_granted_listed_and_revoked(said: Said) -> None:
    assert "nobody" in said("administrators", text=True)
    assert said("grant", "Ann")["id"] == "ann"
    assert [one["name"] for one in said("administrators")] == ["Ann"]
    said("revoke", "Ann")
    assert said("administrators") == []
    assert [one["act"] for one in said("log")] == ["revoke", "grant"]
    assert "command line" in said("log", text=True)


def test_ratings_and_records_are_computed_again(said: Said) -> None:
    assert said("ratings", text=True) == "0 rated matches, 0 ratings: all as they were\n"
    assert said("records", text=True) == "0 public deals, 0 records: all as they were\n"
    assert said("records") == {"deals": 0, "records": 0, "wrong": 0, "unreadable": []}


def test_a_report_is_listed_shown_and_decided(said: Said, url: str) -> None:
    assert said("reports", text=True) == "no reports\n"
    number = report(url)
    assert [one["id"] for one in said("reports")] == [number]
    assert "Bob" in said("reports", text=True)
    assert "about Bob (bob), by Ann" in said("report", number, text=True)
    said("decide", number, "--why", "warned")
    assert said("reports") == []
    assert [one["note"] for one in said("reports", "--closed")] == ["warned"]


def test_people_are_muted_and_suspended_for_a_time_and_released(said: Said) -> None:
    muted = said("mute", "Bob", "--for", "2h", "--why", "shouting")
    assert muted["until"] - muted["since"] == 2 * 60 * 60_000
    said("suspend", "Bob", "--for", "7d", "--why", "insults")
    shown = said("person", "Bob", text=True)
    assert "mute until" in shown
    assert "insults" in shown
    said("unmute", "Bob")
    said("unsuspend", "Bob")
    assert said("person", "Bob")["sanctions"] == []


def test_tables_are_shown_and_closed(said: Said, tmp_path: Path) -> None:
    table = (tmp_path / "table").read_text()
    assert said("table", table)["trouble"] == ""
    assert said("broken") == []
    assert said("repair", table)["status"] == "open"
    said("close", table, "--why", "asked for")
    assert said("table", table)["status"] == "over"


def test_a_suspended_account_cannot_sign_in(said: Said, url: str) -> None:
    async def joined(store: Store) -> None:
        people = People(store, lambda: NOW)
        await sign_up(people, "Gwen", "seven green dragons")
        people.close()

    in_store(url, joined)
    assert said("suspend", "gwen", "--for", "1d", "--why", "x")["kind"] == "suspend"


@pytest.mark.parametrize(
    "words",
    [
        ["praise", "Ann"],
        ["grant"],
        ["grant", "Nobody Here"],
        ["log", "Ann"],
        ["mute", "Bob", "--why", "x"],
        ["mute", "Bob", "--for", "2h"],
        ["mute", "Bob", "--for", "soon", "--why", "x"],
        ["mute", "Bob", "--for", "2h", "--why", " "],
        ["grant", "Ann", "--for", "2h"],
        ["log", "--closed"],
        ["close", "0000", "--why", "x"],
        ["retire", "0000", "--why", "x"],
        ["decide", "0000", "--why", "x"],
        ["report", "0000"],
        ["table", "0000"],
        ["unmute", "Bob"],
    ],
    ids=" ".join,
)
def test_bad_input_is_one_line_and_code_two(words: list[str], url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["admin", *words, "--database", url]) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith("teahouse: ")
    assert complaint.count("\n") == 1


def test_the_data_folder_of_the_server_can_be_named(
    tmp_path: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(url.removeprefix("sqlite:///")).rename(tmp_path / "teahouse.db")
    assert run(["admin", "grant", "Ann", "--data", str(tmp_path)]) == 0
    assert "Ann" in capsys.readouterr().out


def test_a_missing_database_is_not_created(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["admin", "log", "--database", f"sqlite:///{tmp_path / 'none.db'}"]) == 2
    assert "does not exist" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["0m", "1y", "-1h", "", "9999999m"])
def test_a_time_is_a_number_and_a_unit(text: str) -> None:
    with pytest.raises(InvalidOption, match="expected a time"):
        minutes_of(text)


def test_the_page_of_the_command_names_every_action() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "commands" / "admin.md").read_text()
    assert [action for action in ACTIONS if f"`{action}" not in page] == []
