"""`teahouse analyse --game`: positions from a file, the standard input or an argument."""

import json
from pathlib import Path

import pytest

from teahouse.cli import run

BATTLE = "\n".join(["5m 6m 5m 6m " + " ".join([".."] * 8), *[" ".join([".."] * 12)] * 8])


def test_a_battle_board_is_solved_exactly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "board.txt"
    file.write_text(f"to move: 1\nscores: 0 3\n{BATTLE}")
    assert run(["analyse", "--game", "battle", str(file), "--time", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["seat"], found["value"], found["exact"]) == (1, 4, True)
    assert found["moves"][0]["text"] == "b1d1"
    assert found["moves"][0]["line"] == ["a1c1"]


def test_a_classic_hand_is_given_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", "--game", "classic", "123m 456p 77s 23s 88p 1z 5p"]) == 0
    said = capsys.readouterr().out
    assert "seat 0 to move" in said
    assert "the house's opinion" in said
    assert "tiles from Mahjong" in said or "ready" in said


def test_a_solitaire_board_is_proven_dead_or_clearable(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", "--game", "solitaire", "z0 y0: 0-6\n5m 6m 6m 5m", "--time", "0.5"]) == 0
    assert "it can be, proven" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--game", "battle", "5m 5m"], "position of battle: expected 9 rows, got 1"),
        (["--game", "classic", "123m 5x"], "position of classic: east: expected"),
        (["--game", "chess", "5m 5m"], "expected a game (battle, classic, solitaire), got 'chess'"),
        (
            ["--game", "battle", "garbage"],
            "position of battle: expected 9 rows, got 1; there is no file 'garbage' either",
        ),
        (["--game", "battle", "."], "cannot read .: Is a directory"),
    ],
)
def test_a_bad_position_ends_with_code_2_and_says_why(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["analyse", *arguments]) == 2
    assert says in capsys.readouterr().err
