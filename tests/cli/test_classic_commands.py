"""Classic mahjong at the command line: a person with claims against three bots, deals, custom rulesets."""

import io
import json
import sys
from pathlib import Path

import pytest

from teahouse.cli import run


@pytest.fixture(autouse=True)
def quiet_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.chdir(tmp_path)


def printed(capsys: pytest.CaptureFixture[str], command: str, typed: str = "", code: int = 0) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8"))
        assert run(command.split()) == code
    captured = capsys.readouterr()
    return captured.out if code == 0 else captured.err


def test_a_deal_prints_dice_hands_kong_box_and_wall(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "deal classic --seed tea")
    assert "seat 2 rolls 1+5 (kong_box)" in out
    assert "seat 2 (East, dealer)  2369m 126678p 2s 357z   bonus 2f" in out
    facts = json.loads(printed(capsys, "deal classic --seed tea --json"))
    assert facts["dealer"] == 2
    assert facts["hands"][2] == "2369m 126678p 2s 357z"
    assert facts["options"]["ruleset"]["name"] == "british"


def test_a_person_sees_discards_and_is_asked_only_for_possible_claims(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "play classic --seed tea", "2m\n4m\n6m\nchow\nchow 678s\nquit\n")
    assert "Marlo: rolls 1 and 5 to break the wall" in out
    assert "Marlo: 6p Six of Circles" in out
    assert "you: + 7m Seven of Characters" in out
    assert "Fenna discards 7s: waiting for claims" in out
    assert "you: Chow! [678s] with 7s from Fenna" in out
    assert "expected one of chow 678s, chow 789s, got 'chow', which means any of them" in out


def test_no_move_can_be_undone_because_it_has_shown_the_wall(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "play classic --seed tea", "2m\n?\nundo\nquit\n")
    assert "moves of classic cannot be taken back: they may have shown hidden tiles" in out
    assert "take your last move back" not in out
    assert "q, quit     stop here" in out


def test_nobody_sees_what_another_player_draws(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "play classic --seed tea", "2m\n4m\n6m\nquit\n")
    assert not [line for line in out.splitlines() if line.startswith((" Yuna", " Marlo", " Fenna")) and ": +" in line]


def test_bots_play_a_deal_that_is_recorded_and_verified(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "play classic --seed tea --auto --record r.jsonl")
    assert "Mahjong for " in out
    assert "verified: classic" in printed(capsys, "verify r.jsonl")
    assert json.loads(printed(capsys, "verify --json r.jsonl"))["ending"] == "mahjong"
    assert "Mahjong!" in printed(capsys, "replay r.jsonl")


def test_a_custom_ruleset_is_played_and_the_record_needs_no_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    house = tmp_path / "house.toml"
    house.write_text('format = 1\nbase = "british"\nname = "house"\ntitle = "ours"\nkong_box_size = 16\n')
    printed(capsys, "play classic --seed tea --auto --record r.jsonl --option ruleset=house.toml")
    house.unlink()
    header = json.loads((tmp_path / "r.jsonl").read_text().splitlines()[0])
    assert header["options"]["ruleset"]["kong_box_size"] == 16
    assert "verified: classic" in printed(capsys, "verify r.jsonl")


def test_a_goulash_is_played_verified_and_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    printed(capsys, "play classic --option ruleset=bmja --option goulash=true --seed tea --auto --record r.jsonl")
    assert "verified: classic" in printed(capsys, "verify r.jsonl")
    again = printed(capsys, "replay r.jsonl")
    assert (again.count(": passes "), again.count(": takes up ")) == (36, 12)


def test_a_session_continues_deal_after_deal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('format = 1\nbase = "british"\nname = "house"\ntitle = "short"\nmax_games = 3\n')
    out = printed(capsys, "play classic --seed tea --auto --match session --record r.jsonl --option ruleset=house.toml")
    assert out.count("to break the wall") == 3
    assert "together: " in out
    held = [int(each.split()[-1]) for each in out.split("tallies: ")[1].splitlines()[0].split(", ")]
    assert (len(held), sum(held)) == (4, 8000)
    headers = [
        json.loads((tmp_path / name).read_text().splitlines()[0]) for name in ("r.jsonl", "r-2.jsonl", "r-3.jsonl")
    ]
    assert headers[1]["options"]["east"] == headers[2]["options"]["east"] == 2


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (
            "deal classic --option ruleset=tea",
            "expected a ruleset among british, bmja, club, hongkong, western, two-players, three-players, got",
        ),
        ("deal classic --option ruleset=tea.toml", "cannot read tea.toml: No such file or directory"),
        ("deal classic --option east=9", "expected east from 0 to 3, got 9"),
        (
            "deal classic --option limit=9 --option special_half_limit=10",
            "british: expected at most 9, got 10 (option special_half_limit)",
        ),
        (
            "deal classic --option limits=9",
            "expected an option of classic (ruleset, east, dealer, prevailing, tallies, streak, goulash)",
        ),
        ("play classic --option ruleset=two-players --seat 2", "expected --seat from 0 to 1, got 2"),
        ("play classic --match double", "expected a match of classic (session, single), got 'double'"),
    ],
)
def test_bad_input_is_refused_in_one_line(capsys: pytest.CaptureFixture[str], command: str, complaint: str) -> None:
    error = printed(capsys, command, code=2)
    assert complaint in error
    assert error.count("\n") == 1


def test_the_rules_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Kong Box" in printed(capsys, "rules classic")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("5z\n", "no 5z in your hand"),
        ("pong\n", "nothing is on offer now: discard a tile of your hand"),
        ("mahjong\n", "no Mahjong: your hand is not complete"),
        ("kong 2m\n", "no kong of 2m: you need four of them, or the fourth beside your melded pong"),
        ("7m\n4s\np\n", "no pong with 7m: you need two more of them (you may chow 678m, pass)"),
        ("7m\n4s\nk\n", "no kong with 7m: you need three more of them in your hand (you may chow 678m, pass)"),
        ("7m\n4s\n345m\n", "expected a tile such as 5m"),
        ("7m\n4s\nchow 345m\n", "no chow 345m with 7m (you may chow 678m, pass)"),
        ("7m\n4s\n2m\n", "7m is on offer: answer first (you may chow 678m, pass)"),
        ("7m\n4s\nc\n", "you: Chow! [678m] with 7m from Fenna"),
    ],
)
def test_an_illegal_move_is_refused_in_the_words_of_the_game(
    typed: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer in printed(capsys, "play classic --seed tea", typed)


def test_ruleset_options_are_accepted_wherever_a_ruleset_can_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    facts = json.loads(printed(capsys, "deal classic --seed tea --option bonus_tiles=false --json"))
    assert facts["options"]["ruleset"]["bonus_tiles"] is False
    assert "f" not in facts["wall"] + "".join(facts["hands"])
    facts = json.loads(
        printed(capsys, "deal classic --option ruleset=bmja --option special_hands.windfall=limit --json")
    )
    assert (facts["options"]["ruleset"]["name"], facts["options"]["ruleset"]["special_hands"]["windfall"]) == (
        "bmja",
        "limit",
    )
    wrong = printed(capsys, "deal classic --option max_chows=7", code=2)
    assert "expected a number from 0 to 4, got 7 (option max_chows)" in wrong
    waits = json.loads(printed(capsys, "hand 1233456789p777p --option special_hands.run_pung_and_pair=limit --json"))
    assert waits["distance"] == 1
    scored = printed(
        capsys,
        "score 123456789p777p22p --winning 2p --source discard --personal South --prevailing East "
        "--option special_hands.run_pung_and_pair=800 --option special_half_limit=400 --option limit=900",
    )
    assert "score 800 = 800 × 1" in scored
