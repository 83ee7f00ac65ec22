"""The commands of Solitaire, as a person uses them."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

from teahouse.cli import run
from teahouse.games.solitaire import find_layout
from tests.cli.printed import out_and_err


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


def printed(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    code = run(argv)
    out, err = out_and_err(capsys)
    assert (code, err) == (0, "")
    return out


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    code = run(argv)
    out, err = out_and_err(capsys)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    return err


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    text = "".join(f"{line}\n" for line in lines)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))


def test_a_deal_is_printed_for_programs_and_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    named = ("deal", "solitaire", "--layout", "moat", "--level", "gentle", "--seed", "tea")
    deal = json.loads(printed(capsys, *named, "--json"))
    assert (deal["layout"], deal["level"], deal["dealt"], deal["version"]) == ("moat", "gentle", "gentle", 2)
    assert len(deal["tiles"].split()) == 144
    assert len(deal["certificate"]) == 72
    text = printed(capsys, *named)
    assert " ".join(line.partition(": ")[2] for line in text.splitlines()[1:]) == deal["tiles"]


def test_a_classic_deal_says_that_it_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    deal = json.loads(printed(capsys, "deal", "solitaire", "--seed", "tea", "--json"))
    assert (deal["level"], deal["dealt"], len(deal["certificate"])) == ("classic", "classic", 72)
    assert "note" not in deal
    deal = json.loads(printed(capsys, "deal", "solitaire", "--seed", "tea", "--layout", "escalator", "--json"))
    assert (deal["level"], deal["dealt"]) == ("classic", "gentle")
    assert "dealt gentle" in deal["note"]


def test_layouts_are_listed_and_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "turtle           144       5    35  classic\n" in printed(capsys, "layouts")
    assert "terrace          144       4    30  gentle\n" in printed(capsys, "layouts")
    assert json.loads(printed(capsys, "layouts", "--json"))["escalator"]["layers"] == 8
    assert printed(capsys, "layouts", "--svg", str(tmp_path / "all.svg")) == ""
    assert (tmp_path / "all.svg").read_text().startswith("<svg")
    printed(capsys, "layouts", "--svg", str(tmp_path / "each"))
    assert len(list((tmp_path / "each").iterdir())) == 11


def test_an_imported_layout_can_be_kept_drawn_and_played(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    board = {
        "boards": [{"name": "Step", "map": [[0, [[0, [[0, 4]]]]]]}, {"map": [[0, [[0, [[0, 6]]]]], [1, [[0, [1, 7]]]]]}]
    }
    (tmp_path / "in.json").write_text(json.dumps(board))
    assert printed(capsys, "layout", "import", "in.json") == "# Step: board 1 of 2, 4 tiles\nz0 y0: 0-6\n"
    text = printed(capsys, "layout", "import", "in.json", "--board", "2")
    (tmp_path / "mine.txt").write_text(text)
    assert printed(capsys, "layout", "import", "mine.txt", "--svg", "mine.svg") == ""
    assert (tmp_path / "mine.svg").read_text().startswith("<svg")
    out = printed(capsys, "play", "solitaire", "--layout", "mine.txt", "--auto", "--seed", "tea", "--record", "r.jsonl")
    assert "the board is cleared" in out
    assert "verified: solitaire, 4 moves" in printed(capsys, "verify", "r.jsonl")
    header = json.loads((tmp_path / "r.jsonl").read_text().splitlines()[0])
    assert find_layout(header["options"]["layout"]).layers == 2


def test_a_hanging_tile_is_warned_about_and_imported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "h.txt").write_text("z0 y0: 0-2\nz1 y0: 6-8\n")
    assert run(["layout", "import", "h.txt"]) == 0
    out, err = out_and_err(capsys)
    assert out.endswith("z0 y0: 0-2\nz1 y0: 6-8\n")
    assert err.count("teahouse: warning: the tile at z1 y0 x") == 2
    warnings = json.loads(printed(capsys, "layout", "import", "h.txt", "--json"))["warnings"]
    assert len(warnings) == 2


def test_a_layout_file_to_play_gets_the_same_warnings_and_choices_as_an_import(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    boards = [{"map": [[0, [[0, [[0, 4]]]]]]}, {"map": [[0, [[0, [[0, 2]]]]], [1, [[0, [[6, 2]]]]]]}]
    (tmp_path / "a:b.json").write_text(json.dumps({"boards": boards}))
    named = ("deal", "solitaire", "--level", "wild", "--seed", "tea", "--layout")
    assert "for a file with several boards" in refused(capsys, *named, "a:b.json")
    assert "expected --board from 1 to 2, got 0" in refused(capsys, *named, "a:b.json", "--board", "0")
    assert printed(capsys, *named, "a:b.json", "--board", "1").count("\n") == 2
    assert run([*named, "a:b.json", "--board", "2"]) == 0
    assert capsys.readouterr().err.count("teahouse: warning: the tile at z1 y0 x") == 2


def test_a_name_from_a_file_is_printed_without_its_escapes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "e.json").write_text(json.dumps({"name": "\x1b[31mred", "map": [[0, [[0, [[0, 4]]]]]]}))
    assert printed(capsys, "layout", "import", "e.json").startswith("# [31mred: board 1 of 1")


def test_a_bots_game_is_recorded_verified_and_replayed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = printed(capsys, "play", "solitaire", "--auto", "careful", "--seed", "tea", "--record", "out.jsonl")
    assert "Yuna: " in out
    assert "verified: solitaire" in printed(capsys, "verify", "out.jsonl")
    assert "the deal was turtle, classic: it can be cleared" in printed(capsys, "replay", "out.jsonl")
    printed(capsys, "replay", "out.jsonl", "--ply", "3", "--svg", "pictures")
    assert len(list((tmp_path / "pictures").iterdir())) == 4


def test_a_person_uses_help_and_ends_by_resigning(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "undo", "hint", "1f4f", "6z6z", "undo", "shuffle", "a1.1 a1.2", "restart", "y", "resign", "y")
    out = printed(capsys, "play", "solitaire", "--seed", "tea", "--record", "p.jsonl")
    for words in (
        "there is no pair to undo",
        "you: asked for a hint, -360 points",
        "1f is not free",
        "you: 6z and 6z for 360 points",
        "you: put 6z and 6z back, -715 points",
        "you: shuffled, -360 points",
        "expected a free tile, got ",
        "you: started over",
        "gave up: 0 points",
    ):
        assert words in out
    assert "verified: solitaire, 6 moves, scores 0 (resigned)" in printed(capsys, "verify", "p.jsonl")


def test_help_lists_the_commands_and_their_costs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "?", "quit")
    out = printed(capsys, "play", "solitaire", "--seed", "tea")
    assert "u, undo     put your last pair back" in out
    assert "each cost 5 points for every pair on the table" in out
    assert "1m-9m  Characters" in out
    assert "Winds 4, Dragons 5, Flowers 6, Seasons 7" in out
    assert "take your last move back" not in out
    typed(monkeypatch, "?", "quit")
    other = printed(capsys, "play", "battle", "--seed", "tea")
    assert "u, undo     take your last move back" in other
    assert "a1c9        the pair in these two slots" in other


def test_the_list_of_moves_shows_help_but_no_pairs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "h", "quit")
    out = printed(capsys, "play", "solitaire", "--seed", "tea")
    assert " s  shuffle" in out
    assert " h  hint" in out
    assert "you: asked for a hint, -360 points" in out
    assert "4s at " not in out
    assert "take a pair by its tile" in out


def test_a_letter_means_the_same_in_every_turn(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "h", "h", "h", "h", "h", "h", "r", "n", "s", "u", "quit")
    out = printed(capsys, "play", "solitaire", "--seed", "tea")
    assert out.count("you: asked for a hint") == 5
    assert "no hint" in out
    assert "Begin again on the same deal? Your score goes back to nothing. (y/n):  Nothing has changed." in out
    assert "you: started over" not in out
    assert "you: shuffled" in out


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("9m", "no free pair of 9m: only the one at "),
        ("5f", "expected two bonus tiles such as 1f6f, got 5f alone: any two of them match"),
        ("5m6m", "5m and 6m do not match"),
    ],
)
def test_a_wrong_tile_is_refused_in_the_words_of_the_game(
    word: str, answer: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, word, "quit")
    assert answer in printed(capsys, "play", "solitaire", "--seed", "tea")


def test_a_contest_for_the_pot_is_played_together_and_paid(capsys: pytest.CaptureFixture[str]) -> None:
    argv = [
        "play",
        "solitaire",
        "--option",
        "players=3",
        "--match",
        "pot",
        "--seed",
        "tea",
        "--against",
        "hint,random",
        "--auto",
        "careful",
    ]
    out = printed(capsys, *argv)
    assert " takes the contest with " in out
    assert "+200" in out.split("coins: ")[1]
    movers = [line.split(":")[0].strip() for line in out.splitlines()[4:13]]
    assert movers == ["Yuna", "Tavi", "Pip"] * 3


def test_a_person_in_a_contest_does_not_see_the_others_pairs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "7s", "quit")
    out = printed(capsys, "play", "solitaire", "--option", "players=2", "--seed", "tea")
    assert "Yuna: a pair for " in out
    assert "you: 7s and 7s for 216 points" in out
    assert re.search(r"Yuna: \d+ points, 142 tiles left", out)


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        ("deal solitaire --layout tortoise", "expected a layout (turtle"),
        (f"deal solitaire --layout {'x' * 300}", "expected a layout (turtle"),
        ("deal solitaire --layout turtle --board 2", "expected --board beside a file, got the layout 'turtle'"),
        ("deal solitaire --board 2", "expected --board beside --layout, got no --layout"),
        ("deal solitaire --level mild", "expected gentle, classic or wild, got 'mild' (option level)"),
        ("deal battle --level wild", "expected an option of battle"),
        ("layout export x", "layout: argument import: invalid choice: 'export'"),
        ("layout import nowhere.map", "cannot read nowhere.map: No such file or directory"),
        ("layout import .", "cannot read .: Is a directory"),
        ("layout import odd.txt", "odd.txt: expected an even number of tiles, at least two, got 3"),
        ("layout import bytes.txt", "bytes.txt: expected text in UTF-8"),
        ("layout import ok.txt --board 2", "expected --board from 1 to 1, got 2"),
        ("play solitaire --layout odd.txt", "odd.txt: expected an even number of tiles"),
        ("play solitaire --match pot", "expected at least 2 players in a match for the pot, got 1"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, argv: str, complaint: str
) -> None:
    (tmp_path / "odd.txt").write_text("z0 y0: 0-4")
    (tmp_path / "ok.txt").write_text("z0 y0: 0-2")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\x00")
    assert complaint in refused(capsys, *argv.split())
