"""`teahouse arena`, with output for people and for programs."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from teahouse.cli import run
from teahouse.lab.contestants import FAULTS
from tests.cli.printed import out_and_err

DUEL = ("arena", "battle", "--players", "greedy,random", "--seed", "tea", "--jobs", "1")


def outcome_of(capsys: pytest.CaptureFixture[str], *argv: str | Path) -> tuple[int, str, str]:
    code = run([str(word) for word in argv])
    out, err = out_and_err(capsys)
    return code, out, err


def test_an_arena_is_printed_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = outcome_of(capsys, *DUEL, "--deals", "3")
    title, head, first, second, *_ = out.splitlines()
    assert (code, err) == (0, "")
    assert title == "battle: 3 deals, 6 games, seed tea"
    assert head.split() == ["player", "games", "won", "drawn", "lost", "score", "%", "Elo", "points", "margin"]
    assert first.startswith("greedy")
    assert second.startswith("random")


def test_results_that_are_all_the_same_have_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome_of(capsys, *DUEL, "--deals", "2")
    assert code == 0
    assert "100.0 ± ?" in out
    assert "± 0.0" not in out
    assert out.splitlines()[-1].startswith("± ?: the results are too few, or all the same,")


def test_one_game_is_counted_in_the_singular(capsys: pytest.CaptureFixture[str]) -> None:
    alone = ("arena", "solitaire", "--players", "random", "--deals", "1", "--jobs", "1")
    code, out, _ = outcome_of(capsys, *alone, "--option", "level=wild", "--seed", "tea")
    assert (code, out.splitlines()[0]) == (0, "solitaire: 1 deal, 1 game, seed tea")


def test_an_arena_is_printed_as_json_and_plotted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "arena.svg"
    code, out, _ = outcome_of(capsys, *DUEL, "--deals", "2", "--json", "--plot", picture)
    found = json.loads(out)
    assert code == 0
    assert [row["player"] for row in found["rows"]] == ["greedy", "random"]
    assert ElementTree.fromstring(picture.read_bytes()).tag.endswith("svg")  # noqa: S314 - drawn a moment ago


def test_lost_moves_are_explained_below_the_standings(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = outcome_of(capsys, "arena", "battle", "--players", "exec:false,greedy", "--deals", "1", "--jobs", "1")
    told = out.splitlines()[-2:]
    assert told == [f"{fault}: {FAULTS[fault]}" for fault in ("crash", "gone")]


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (("--players", "nobody,greedy"), "expected a player of battle (random, greedy, "),
        (("--players", "greedy,,random"), "expected players as A,B,…, got 'greedy,,random'"),
        (("--players", "greedy,random,easy"), "expected at most 2 players at battle with its 2 seats, got 3"),
        (("--players", "greedy,random", "--deals", "0"), "argument --deals"),
        (("--players", "greedy,random", "--plot", "arena.gif"), "expected a plot as .svg, .png, .pdf"),
        (("--players", "greedy,random", "--out", "no/such/folder/x.jsonl"), "there is no folder"),
    ],
)
def test_an_impossible_arena_is_refused_in_one_line(
    argv: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = outcome_of(capsys, "arena", "battle", *argv)
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


def test_a_results_file_is_continued_and_one_of_another_arena_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "results.jsonl"
    assert outcome_of(capsys, *DUEL, "--deals", "1", "--out", file)[0] == 0
    assert outcome_of(capsys, *DUEL, "--deals", "2", "--out", file)[0] == 0
    assert len(file.read_text().splitlines()) == 1 + 4
    code, out, err = outcome_of(capsys, *DUEL, "--deals", "2", "--nodes", "5", "--out", file)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "got those of another: its allowance is" in err
