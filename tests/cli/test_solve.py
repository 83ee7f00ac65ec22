"""The commands that solve and judge Battle, with output for people and for programs."""

import io
import json
import sys
from pathlib import Path

import pytest

from teahouse.cli import run
from teahouse.games.battle import Battle, parse_board
from tests.cli.printed import out_and_err

TABLE = Path(__file__).parents[1] / "tables" / "battle-positions.jsonl"
KNOWN = [json.loads(line) for line in TABLE.read_text().splitlines()][:6]


class CommandOutput:
    """The output of a command."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.txt"
    path.write_text("\n".join(KNOWN[0]["rows"]) + "\n")
    return path


class Terminal:
    """Runs commands."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *argv: str | Path, typed: str = "") -> CommandOutput:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8"))
        code = run([str(word) for word in argv])
        out, err = out_and_err(self.capsys)
        return CommandOutput(code, out, err)


@pytest.fixture
def teahouse(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    return Terminal(capsys, monkeypatch)


def test_a_board_is_solved_for_people(teahouse: Terminal, board: Path) -> None:
    output = teahouse("solve", "battle", board, "--moves", "--memory", "16")
    assert output.code == 0
    assert "value   +0 for the player to move" in output.out
    assert "best    b6h6 (7m)" in output.out
    assert output.out.splitlines()[-1] == "  d5l6 (1p)  -8"


def test_a_board_is_solved_for_programs(teahouse: Terminal, board: Path) -> None:
    answer = json.loads(teahouse("solve", "battle", "-", "--json", "--memory", "16", typed=board.read_text()).out)
    assert list(answer) == ["value", "exact", "lower", "upper", "best", "nodes", "seconds"]
    assert (answer["value"], answer["exact"], answer["best"]) == (0, True, "b6h6")


def test_positions_are_answered_line_by_line_in_order(teahouse: Terminal) -> None:
    lines = "".join(json.dumps(known) + "\n" for known in KNOWN)
    answers = teahouse("solve", "battle", "--positions", "-", "--moves", "--memory", "16", typed=lines).out
    found = [json.loads(line) for line in answers.splitlines()]
    assert [answer["value"] for answer in found] == [known["value"] for known in KNOWN]
    for answer in found:
        values = {each["move"]: each["value"] for each in answer["moves"]}
        assert not values or values[answer["best"]] == max(values.values()) == answer["value"]


def test_the_line_of_best_play_is_printed_on_request(teahouse: Terminal, board: Path) -> None:
    words: list[str | Path] = ["solve", "battle", board, "--line", "--memory", "16"]
    line: list[str] = json.loads(teahouse(*words, "--json").out)["line"]
    assert line[0] == "b6h6"
    game = Battle()
    state = game.start(parse_board(board.read_text()))
    for text in line:
        state, _ = game.apply(state, state.mover, game.parse_move(text))
    assert game.result(state) is not None
    assert state.scores[0] - state.scores[1] == KNOWN[0]["value"]
    assert "\nline    b6h6 (7m) " in teahouse(*words).out


def test_a_stopped_search_prints_no_line(teahouse: Terminal) -> None:
    dealt = teahouse("deal", "battle", "--seed", "tea").out
    words = ("solve", "battle", "-", "--line", "--nodes", "2000", "--memory", "8")
    assert json.loads(teahouse(*words, "--json", typed=dealt).out)["line"] == []
    assert "\nline    not known" in teahouse(*words, typed=dealt).out
    empty = f"{' ..' * 12}\n" * 9
    assert "\nline    no pair is free" in teahouse(*words, typed=empty).out


def test_a_stopped_search_prints_bounds(teahouse: Terminal) -> None:
    dealt = teahouse("deal", "battle", "--seed", "tea").out
    answer = json.loads(teahouse("solve", "battle", "-", "--json", "--nodes", "2000", "--memory", "8", typed=dealt).out)
    assert (answer["value"], answer["exact"]) == (None, False)
    assert answer["lower"] < answer["upper"]
    assert " to " in teahouse("solve", "battle", "-", "--nodes", "2000", "--memory", "8", typed=dealt).out


ROWS = KNOWN[0]["rows"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected 9 rows, got 0"),
        ("\n".join(ROWS[:5]), "expected 9 rows, got 5"),
        ("\n".join(ROWS).replace("7m", "7x"), "expected a tile from 1m to 9s"),
        ("\n".join(ROWS).replace("7m", "..", 1), "expected 0, 2 or 4 tiles 7m, got 1"),
        ("\n".join([*ROWS[:4], ".. " * 12, *ROWS[5:]]), "without a hole"),
        ("\xff\xfe", "expected 9 rows"),
    ],
)
def test_an_invalid_board_is_refused_in_one_line(teahouse: Terminal, text: str, complaint: str) -> None:
    output = teahouse("solve", "battle", "-", typed=text)
    assert (output.code, output.out) == (2, "")
    assert complaint in output.err
    assert output.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("solve chess x", "expected a game that can be solved (battle, solitaire), got 'chess'"),
        ("solve battle", "expected either a BOARD or --positions"),
        ("solve battle x --positions y", "expected either a BOARD or --positions"),
        ("solve battle nowhere.txt", "cannot read nowhere.txt"),
        ("solve battle --positions nowhere.txt --memory 8", "cannot read nowhere.txt"),
        ("solve battle BOARD --memory 999999999", "what this machine has free, got 999999999 MB"),
        ("solve battle BOARD --memory 0", "argument --memory: expected a whole number above 0, got '0'"),
        ("solve battle BOARD --threads 0", "argument --threads: expected a whole number above 0, got '0'"),
        ("solve battle BOARD --nodes many", "argument --nodes: expected a whole number above 0, got 'many'"),
        ("solve battle BOARD --threads 9999", "expected threads from 1 to 256, got 9999"),
        ("solve battle BOARD --time nan", "argument --time: expected seconds above 0, got 'nan'"),
        ("solve battle BOARD --time soon", "argument --time: expected seconds above 0, got 'soon'"),
        ("analyse nowhere.jsonl", "cannot read nowhere.jsonl"),
    ],
)
def test_bad_words_are_refused_in_one_line(teahouse: Terminal, board: Path, words: str, complaint: str) -> None:
    output = teahouse(*[str(board) if word == "BOARD" else word for word in words.split()])
    assert (output.code, output.out) == (2, "")
    assert complaint in output.err
    assert output.err.count("\n") == 1


@pytest.mark.parametrize("line", ['{"rows": ["1m"', "[]", '{"rows": 5}', '{"rows": ["1m 1m"]}', "{}"])
def test_a_bad_line_of_positions_is_named(teahouse: Terminal, line: str) -> None:
    output = teahouse("solve", "battle", "--positions", "-", "--memory", "8", typed=json.dumps(KNOWN[0]) + "\n" + line)
    assert output.code == 2
    assert output.out.count("\n") == 1
    assert "-: line 2: expected" in output.err
    assert output.err.count("\n") == 1


def test_blank_lines_between_positions_are_skipped_but_counted(teahouse: Terminal) -> None:
    lines = f"\n{json.dumps(KNOWN[0])}\n\n{json.dumps(KNOWN[1])}\n \n"
    output = teahouse("solve", "battle", "--positions", "-", "--memory", "8", typed=lines)
    assert (output.code, output.err) == (0, "")
    assert [json.loads(line)["value"] for line in output.out.splitlines()] == [known["value"] for known in KNOWN[:2]]
    assert "-: line 6: expected" in teahouse("solve", "battle", "--positions", "-", typed=f"{lines}x").err


def test_a_game_is_judged_from_end_to_beginning(teahouse: Terminal, tmp_path: Path) -> None:
    record, curve = tmp_path / "r.jsonl", tmp_path / "curve.svg"
    teahouse("play", "battle", "--seed", "tea", "--against", "greedy", "--auto", "random", "--record", record)
    words: list[str | Path] = ["analyse", record, "--nodes", "3000", "--time", "60", "--memory", "8", "--svg", curve]
    analysis = json.loads(teahouse(*words, "--json").out)
    exact = analysis["exact_from"]
    assert 0 < exact < len(analysis["moves"])
    assert [move["exact"] for move in analysis["moves"]] == [ply >= exact for ply in range(len(analysis["moves"]))]
    for ply in range(exact, len(analysis["moves"])):
        move = analysis["moves"][ply]
        side = 1 if move["seat"] == 0 else -1
        assert move["lost"] == side * (analysis["curve"][ply] - analysis["curve"][ply + 1]) >= 0
        assert bool(move["mark"]) == (move["lost"] > 0)
    assert analysis["engine"] == "battle 4"
    for seat, one in enumerate(analysis["seats"]):
        assert {"name", "choices", "lost", "accuracy", "luck"} <= set(one)
        assert one["luck"] == (analysis["curve"][0], -analysis["curve"][0])[seat]
        assert one["accuracy"] is None
        assert one["lost"] >= sum(move["lost"] or 0 for move in analysis["moves"] if move["seat"] == seat)
    assert curve.read_text().startswith("<svg")
    text = teahouse(*words).out
    assert f"exact from move {exact} on" in text
    assert "points given away" in text


def test_a_deal_of_classic_is_judged_with_what_every_seat_gave_away(teahouse: Terminal, tmp_path: Path) -> None:
    record = tmp_path / "r.jsonl"
    teahouse("play", "classic", "--seed", "tea", "--auto", "random", "--record", record)
    analysis = json.loads(teahouse("analyse", record, "--json").out)
    assert analysis["engine"] == "classic 1"
    assert len(analysis["seats"]) == 4
    assert [one["name"] for one in analysis["seats"]] == list(json.loads(record.read_text().splitlines()[0])["names"])
    assert 0 < sum(one["choices"] for one in analysis["seats"]) <= len(analysis["moves"])
    text = teahouse("analyse", record).out
    assert text.count("points given away") == 4
    assert "--svg draws the course of a Battle game" in teahouse("analyse", record, "--svg", tmp_path / "x.svg").err
