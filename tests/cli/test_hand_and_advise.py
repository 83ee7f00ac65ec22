"""`teahouse hand` and `teahouse advise`, with output for people and for programs."""

import json
from pathlib import Path

import pytest

from teahouse.cli import run
from tests.cli.printed import out_and_err

READY = "ready: one tile is missing"
TWO = "2 tiles are missing"


@pytest.fixture(autouse=True)
def quiet_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def printed(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert run(argv) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert run(argv) == 2
    out, err = out_and_err(capsys)
    assert (out, err.count("\n")) == ("", 1)
    return err.strip()


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (("123m 456p 77s 23s [555p]",), [READY, "waits for: 1s (4), 4s (4); 8 tiles"]),
        (("123m 456p 77s 23s [555p]", "--seen", "1111s 4s"), [READY, "waits for: 4s (3); 3 tiles"]),
        (("123m 456p 77s 23s [555p]", "--seen", "1111s 4444s"), [READY, "waits for: nothing that is left"]),
        (("123m 456p 77s 1z 23s 88p",), [TWO, "nearer with: 8p (2), 1s (4), 4s (4), 7s (2); 12 tiles"]),
        (("123m 456m 789m 22p 345p",), ["Mahjong"]),
        (("19m 19p 19s 1234567z", "--ruleset", "bmja"), [READY]),
        (("123m 456m 11p 23p 99s 7z", "--ruleset", "bmja"), ["4 tiles are missing"]),  # one chow at most
    ],
)  # fmt: skip
def test_a_hand_is_printed_with_the_tiles_it_lacks(
    capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], expected: list[str]
) -> None:
    assert printed(capsys, "hand", *argv).splitlines()[: len(expected)] == expected


def test_a_note_is_printed_while_the_engine_is_compiled_for_a_hand(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = list[str]()
    monkeypatch.setattr("teahouse.cli.classic.hand.compile_engine", compiled.append)
    refused(capsys, "hand", "123m")
    assert not compiled
    printed(capsys, "hand", "123m 456m 789m 22p 345p")
    assert compiled == ["classic"]


def test_for_fourteen_tiles_the_best_discard_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "hand", "123m 456p 77s 23s 555p 9m").splitlines()
    assert lines[0].split()[:3] == ["discard", "missing", "tiles"]
    assert lines[1].split() == ["9m", "1", "8", "14s"]
    facts = json.loads(printed(capsys, "hand", "123m 456p 77s 23s 555p 9m", "--json"))
    assert facts["looks"][0] == {"discard": "9m", "distance": 1, "helps": {"1s": 4, "4s": 4}}


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (("123m",), "expected 13 or 14 tiles, a kong counted as three, got 3 (hand)"),
        (("1111m 1m 456p 77s 23s 55p",), "expected at most 4 of a kind, got 5 tiles 1m (hand and --seen)"),
        (("123m 456p 77s 23s [555p]", "--seen", "5p 5p"), "expected at most 4 of a kind, got 6 tiles 5p"),
        (("123m 456p 77s 23s [555p]", "--seen", "10p"), "expected"),
        (("123m 456p 77s 23s [55p]",), "expected a chow, pong or kong"),
        (("123m 456p 77s 23s [555p]", "--ruleset", "mine"), "expected a ruleset among"),
    ],
)
def test_an_impossible_hand_is_refused(
    capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], complaint: str
) -> None:
    assert complaint in refused(capsys, "hand", *argv)


def test_a_record_is_advised_on_and_judged(capsys: pytest.CaptureFixture[str]) -> None:
    record = "deal.jsonl"
    printed(capsys, "play", "classic", "--auto", "random", "--against", "simple", "--seed", "tea", "--record", record)
    lines = printed(capsys, "advise", record, "--ply", "0").splitlines()
    assert lines[0].startswith("ply 0, seat 2: played ")
    assert sum(line.startswith(">") for line in lines) == 1
    facts = json.loads(printed(capsys, "advise", record, "--ply", "0", "--json"))
    assert [each["lost"] for each in facts["moves"]] == sorted(each["lost"] for each in facts["moves"])
    judged = json.loads(printed(capsys, "advise", record, "--json"))
    assert judged["lost"][0] > 0
    assert judged["lost"][0] == pytest.approx(sum(each["lost"] for each in judged["moves"] if each["seat"] == 0), abs=1)
    advice = printed(capsys, "advise", record)
    assert "Pip gave away" in advice
    assert refused(capsys, "advise", record, "--ply", "100000").startswith("teahouse: expected --ply from 0 to ")
    assert (
        refused(capsys, "advise", "missing.jsonl") == "teahouse: cannot read missing.jsonl: No such file or directory"
    )


def test_advice_is_given_for_one_ply_of_battle(capsys: pytest.CaptureFixture[str]) -> None:
    printed(capsys, "play", "battle", "--auto", "greedy", "--against", "greedy", "--seed", "t", "--record", "b.jsonl")
    assert "scores" in printed(capsys, "advise", "b.jsonl", "--ply", "40")
    assert "expected --ply for a record of battle" in refused(capsys, "advise", "b.jsonl")
