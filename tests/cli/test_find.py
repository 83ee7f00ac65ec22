"""`teahouse find`: searches finished deals from the command line."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from teahouse.cli import run
from teahouse.cli.shared.site import SiteAnswer, Unreachable
from teahouse.core.game import Forfeit
from tests.service.world import World, act

NOTHING_FOUND: dict[str, Any] = {"deals": [], "after": None, "back_to": None}


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A server where Ann gave up a deal of Battle against Bob."""

    async def played() -> None:
        world = await World.open(tmp_path)
        table = await world.table(match="single")
        await world.begin(table, "ann", "bob")
        await world.ask(table, act("ann", Forfeit()))
        await world.close()

    asyncio.run(played())
    return f"sqlite:///{tmp_path / 'house.db'}"


def test_deals_are_found_in_the_database_of_a_house(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    def found(*words: str) -> list[Any]:
        assert run(["find", "--database", url, "--json", *words]) == 0
        deals: list[Any] = json.loads(capsys.readouterr().out)["deals"]
        return deals

    (one,) = found()
    assert (one["game"], one["names"], one["result"]["ending"]) == ("battle", ["Ann", "Bob"], "resigned")
    assert found("--person", "Bob", "--outcome", "won", "--longest", "5") == [one]
    assert found("--person", "Ann", "--outcome", "won") == found("--game", "classic") == found("--accuracy", "70") == []
    assert run(["find", "--database", url]) == 0
    printed = capsys.readouterr().out
    assert f"{one['table']}/0" in printed
    assert "Ann, Bob" in printed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--outcome", "won"], "expected the name of a person beside outcome"),
        (["--since", "tomorrow"], "argument --since: expected a day such as 2026-11-17, got 'tomorrow'"),
        (["--since", "2026-13-01"], "argument --since: expected a day such as 2026-11-17, got '2026-13-01'"),
        (["--person", "x" * 61], "find: expected str of length <= 60 at person"),
        (["--longest", "-1"], "longest"),
        (["--limit", "0"], "expected --limit from 1 to 50, got 0"),
        (["--person", "Nobody"], "person"),
        (["--server", "http://127.0.0.1:1"], "expected either --server or a database, got both"),
    ],
)
def test_an_invalid_query_is_refused_in_one_line(
    url: str, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert run(["find", "--database", url, *words]) == 2
    complaint = capsys.readouterr().err
    assert said in complaint
    assert complaint.count("\n") == 1


@pytest.mark.parametrize("server", ["gopher://x", "teahouse.example", "http://x:99999999", "https://"])
def test_an_address_without_a_server_is_refused(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["find", "--server", server]) == 2
    assert f"find: expected an address such as https://teahouse.example, got {server!r}" in capsys.readouterr().err


def test_a_missing_database_is_named_with_its_full_path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / ("long" * 20)
    assert run(["find", "--data", str(folder)]) == 2
    assert f"expected a database, got '{folder}/teahouse.db', which does not exist" in capsys.readouterr().err


def test_a_remote_server_accepts_the_same_filters(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = list[str]()
    answers = [
        SiteAnswer(200, {}, json.dumps(NOTHING_FOUND | {"after": "abc", "back_to": 1_760_000_000_000}).encode()),
        SiteAnswer(404, {}, b'{"code": "person/missing", "text": "there is no such person"}'),
        SiteAnswer(200, {}, b"<html>"),
    ]

    def ask(url: str, path: str) -> SiteAnswer:
        asked.append(url + path)
        if not answers:
            raise Unreachable("connection refused")
        return answers.pop(0)

    monkeypatch.setattr("teahouse.cli.records.find.ask", ask)
    at = ["find", "--server", "http://house"]
    assert run([*at, "--opening", "5m 7z", "--outcome", "lost", "--person", "Ann", "--limit", "3"]) == 0
    path, _, filters = asked[0].partition("?")
    assert path == "http://house/api/v1/deals"
    assert sorted(filters.split("&")) == ["limit=3", "opening=5m+7z", "outcome=0", "person=Ann"]
    printed = capsys.readouterr().out
    assert "looked back to 2025-10-09" in printed
    assert "--after abc" in printed
    for said in ("there is no such person", "expected a teahouse", "does not answer: connection refused"):
        assert run(at) == 2
        assert said in capsys.readouterr().err
