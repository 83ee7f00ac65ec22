"""The commands that decide, survey and judge Solitaire, with output for people and for programs."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from teahouse.core.seats import Seat
from teahouse.core.tiles import parse_tiles
from teahouse.games.solitaire import Slot, Solitaire, SolitaireRules, TakePair
from tests.cli.test_solve import Terminal, teahouse

__all__ = ["teahouse"]

TABLE = Path(__file__).parents[1] / "tables" / "solitaire-deals.jsonl"
KNOWN = [json.loads(line) for line in TABLE.read_text().splitlines()]
SMALL = "z0 y0: 0-6"


def deals(*lines: object) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.mark.parametrize("threads", ["1", "3"])
def test_a_file_of_deals_is_answered_line_by_line_in_order(teahouse: Terminal, threads: str) -> None:
    output = teahouse("solve", "solitaire", "--deals", TABLE, "--threads", threads)
    answers = [json.loads(line) for line in output.out.splitlines()]
    assert (output.code, [each["clearable"] for each in answers]) == (0, [each["clearable"] for each in KNOWN])
    for deal, each in zip(KNOWN, answers, strict=True):
        assert set(each) == {"clearable", "nodes", "seconds"} | ({"certificate"} if each["clearable"] else set())
        if each["clearable"]:
            game = Solitaire(SolitaireRules(layout=deal["layout"], uses=0))
            state = game.start(parse_tiles(deal["tiles"]))
            for first, second in each["certificate"]:
                state, _ = game.apply(state, Seat(0), TakePair(Slot(first), Slot(second)))
            assert state.boards[0].ending == "cleared"


def test_a_deal_by_its_seed_is_decided_for_people_and_programs(teahouse: Terminal) -> None:
    words = ("solve", "solitaire", "--layout", "turtle", "--seed", "tea")
    assert "clearable  yes" in teahouse(*words).out
    answer = json.loads(teahouse(*words, "--json").out)
    assert (answer["clearable"], len(answer["certificate"])) == (True, 72)


def test_a_dead_deal_names_the_tiles_that_stay(teahouse: Terminal) -> None:
    words = ("solve", "solitaire", "--layout", "terrace", "--level", "wild", "--seed", "tea")
    assert "these can never go: " in teahouse(*words).out
    answer = json.loads(teahouse(*words, "--json").out)
    assert answer["clearable"] is False
    assert answer["stuck"]


def test_a_search_beyond_its_limit_answers_null(teahouse: Terminal) -> None:
    words = ("solve", "solitaire", "--deals", "-", "--nodes", "1")
    assert json.loads(teahouse(*words, typed=deals(KNOWN[-1])).out)["clearable"] is None


def test_the_best_line_is_printed_with_its_bound(teahouse: Terminal) -> None:
    words = ("best", "solitaire", "--seed", "tea", "--plays", "500")
    answer = json.loads(teahouse(*words, "--json").out)
    assert answer["score"] + answer["gap"] == answer["bound"]
    assert f"score  {answer['score']:,} on seed tea" in teahouse(*words).out
    assert json.loads(teahouse("best", "solitaire", "--time", "0.1", "--json").out)["line"]


def test_the_best_play_with_a_shuffle_is_printed_as_moves(teahouse: Terminal) -> None:
    words = ("best", "solitaire", "--seed", "tea", "--shuffle", "--plays", "20000")
    answer = json.loads(teahouse(*words, "--json").out)
    assert answer["gap"] == answer["bound"] - answer["score"]
    assert teahouse(*words).out.startswith(f"score  {answer['score']:,} on seed tea")
    assert ("shuffle" in answer["moves"]) == ("shuffle" in teahouse(*words).out)


def test_a_line_is_proved_best_on_a_small_layout(teahouse: Terminal) -> None:
    words = (
        "best",
        "solitaire",
        "--layout",
        "z0 y0/2: 0-6\nz1 y1: 2-4",
        "--level",
        "wild",
        "--seed",
        "tea",
        "--prove",
        "--time",
        "600",
    )
    answer = json.loads(teahouse(*words, "--json").out)
    assert (answer["gap"], answer["bound"]) == (0, answer["score"])
    assert f"bound  {answer['score']}: no line is better\n" in teahouse(*words).out


def test_a_survey_is_a_table_lines_or_a_picture(teahouse: Terminal, tmp_path: Path) -> None:
    words = ("survey", "solitaire", "--layout", "five-spot", "--deals", "6", "--plays", "5", "--nodes", "5000")
    assert "five-spot         6" in teahouse(*words).out
    answer = json.loads(teahouse(*words, "--json").out)
    assert answer["clearable"] + answer["dead"] + answer["unknown"] == 6
    assert "own layout" in teahouse("survey", "solitaire", "--layout", SMALL, "--deals", "1", "--plays", "1").out
    teahouse(*words, "--svg", tmp_path / "s.svg")
    ET.fromstring((tmp_path / "s.svg").read_text())  # noqa: S314 - our own drawing


def test_a_game_is_judged_after_its_end(teahouse: Terminal, tmp_path: Path) -> None:
    record = tmp_path / "r.jsonl"
    teahouse("play", "solitaire", "--auto", "random", "--seed", "tea", "--layout", "nine-pillars", "--record", record)
    words = ("analyse", record, "--time", "0.2")
    answer = json.loads(teahouse(*words, "--json").out)
    assert answer["clearable"][0] is True
    assert answer["engine"] == "solitaire 1"
    (own,) = answer["seats"]
    assert own["choices"] >= 30
    assert 0 < own["accuracy"] < 100
    assert own["luck"] is not None
    assert answer["left"] == max(0, answer["best"]["score"] - answer["score"])
    text = teahouse(*words).out
    assert "points were left on the table" in text
    assert ("lost        by move" in text) == (answer["lost_at"] is not None)


@pytest.mark.parametrize(
    ("words", "typed", "complaint"),
    [
        ("solve solitaire board.txt", "", "BOARD is for Battle"),
        ("solve solitaire --moves", "", "--moves is for Battle"),
        ("solve solitaire --line", "", "--line is for Battle"),
        ("solve solitaire --deals x --seed y", "", "expected either --deals FILE or a deal"),
        ("solve solitaire --deals nowhere", "", "cannot read nowhere"),
        ("solve solitaire --layout nowhere --seed x", "", "expected a layout"),
        ("solve solitaire --seed x --nodes 0", "", "--nodes"),
        ("solve solitaire --seed x --time 0", "", "--time"),
        ("solve battle --deals x", "", "--deals and --seed are for Solitaire"),
        ("solve solitaire --deals -", "rubbish\n", "line 1: expected"),
        ("solve solitaire --deals -", deals({"layout": "turtle"}), "line 1: expected"),
        ("solve solitaire --deals -", deals({"layout": "x", "tiles": ""}), "line 1: expected a layout"),
        ("solve solitaire --deals -", deals({"layout": SMALL, "tiles": "1m 1m"}), "line 1: expected 4 tiles"),
        ("solve solitaire --deals -", deals({"layout": SMALL, "tiles": "1m 1m 1m 2m"}), "expected an even number of"),
        ("solve solitaire --deals -", deals({"layout": SMALL, "tiles": "1m 1m 1x 2m"}), "line 1: expected tiles"),
        ("best battle", "", "expected a game with a best line (solitaire), got 'battle'"),
        ("best solitaire --plays 0", "", "--plays"),
        ("best solitaire --prove --plays 5", "", "expected --prove without --shuffle and --plays"),
        ("best solitaire --prove --shuffle", "", "expected --prove without --shuffle and --plays"),
        ("survey go", "", "expected a game whose deals can be surveyed"),
        ("survey solitaire --deals 0", "", "--deals"),
        ("survey solitaire --layout nowhere", "", "expected a layout"),
        ("survey solitaire --svg /nowhere/s.svg", "", "cannot write"),
    ],
)
def test_bad_words_are_refused_in_one_line(teahouse: Terminal, words: str, typed: str, complaint: str) -> None:
    output = teahouse(*words.split(), typed=typed)
    assert (output.code, output.out) == (2, "")
    assert complaint in output.err.splitlines()[-1]
