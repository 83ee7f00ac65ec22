"""The commands, as a person uses them."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import cast

import msgspec
import pytest

from teahouse.cli import COMMANDS, run
from teahouse.cli.shared.engine import COMPILING, compile_engine
from teahouse.cli.shared.files import read_record, write_record
from teahouse.core.record import Ending
from teahouse.games.battle import parse_board
from teahouse.players import PLAYERS
from teahouse.players.game_players import GamePlayers
from tests.cli.printed import out_and_err


class Terminal:
    """Runs commands and keeps their output."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, *argv: str | Path, typed: str = "") -> str:
        """The output of a command that must succeed."""
        code, out, err = self.try_(*argv, typed=typed)
        assert (code, err) == (0, "")
        return out

    def refused(self, *argv: str | Path) -> str:
        """The one-line error of a command that must end with exit code 2."""
        code, out, err = self.try_(*argv)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        return err.strip()

    def try_(self, *argv: str | Path, typed: str = "") -> tuple[int, str, str]:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8"))
        code = run([str(word) for word in argv])
        out, err = out_and_err(self.capsys)
        return code, out, err


@pytest.fixture
def teahouse(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Terminal:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)
    return Terminal(capsys, monkeypatch)


def test_help_names_every_command(teahouse: Terminal) -> None:
    text = teahouse("--help")
    assert all(f"  {command.name}" in text and command.summary in text for command in COMMANDS)
    assert teahouse("help") == text


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_every_command_explains_itself_with_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        run([command, "--help"])
    assert caught.value.code == 0
    assert f"examples:\n  teahouse {command}" in capsys.readouterr().out


def test_the_version_is_printed(teahouse: Terminal) -> None:
    assert re.fullmatch(r"teahouse \d+\.\d+\.\d+\n", teahouse("--version"))


def test_games_lists_games_and_players(teahouse: Terminal) -> None:
    assert "bots (on screen): random (Beginner), greedy (Easy)" in teahouse("games")
    assert json.loads(teahouse("games", "--json"))["battle"]["seats"] == 2


def test_rules_prints_the_rules_and_every_option(teahouse: Terminal) -> None:
    assert "least_opening_moves" in teahouse("rules", "battle")
    report = json.loads(teahouse("rules", "battle", "--json"))
    assert "first_seat" in json.dumps(report["options"])


def test_deal_prints_the_board_of_a_seed(teahouse: Terminal) -> None:
    text = teahouse("deal", "battle", "--seed", "tea")
    assert len(list(parse_board(text).tiles())) == 108
    report = json.loads(teahouse("deal", "battle", "--seed", "tea", "--json"))
    assert "\n".join(report["rows"]) + "\n" == text
    assert report["seed"] == "tea"


def test_deal_without_a_seed_chooses_a_new_one_each_time_and_prints_it(teahouse: Terminal) -> None:
    _, board, seed = teahouse.try_("deal", "battle")
    assert teahouse.try_("deal", "battle")[1] != board
    assert teahouse("deal", "battle", "--seed", seed.split()[1]) == board


def test_deal_draws_a_picture(teahouse: Terminal, tmp_path: Path) -> None:
    assert teahouse("deal", "battle", "--seed", "tea", "--svg", tmp_path / "board.svg") == ""
    usual = (tmp_path / "board.svg").read_text()
    assert usual.startswith("<svg")
    teahouse("deal", "battle", "--seed", "tea", "--svg", tmp_path / "board.svg", "--faces", "european")
    european = (tmp_path / "board.svg").read_text()
    assert european.startswith("<svg")
    assert european != usual


def test_a_bots_game_is_recorded_verified_and_replayed(teahouse: Terminal, tmp_path: Path) -> None:
    record = tmp_path / "out.jsonl"
    out = teahouse("play", "battle", "--seed", "tea", "--against", "greedy", "--auto", "--record", record)
    assert " Tavi, greedy (Easy) ★★" in out
    assert "no pair is left" in out
    assert "verified: battle, 54 moves" in teahouse("verify", record)
    found = json.loads(teahouse("verify", "--json", record))
    assert found["verified"]
    assert sum(found["scores"]) == 270
    assert ": 9p at c9 and i1 for 9 points" in teahouse("replay", record)
    assert "on the table: 252" in teahouse("replay", record, "--ply", "2")
    assert len(teahouse("replay", record, "--json").splitlines()) == 54
    assert "55 pictures" in teahouse("replay", record, "--svg", tmp_path / "pictures")
    assert len(list((tmp_path / "pictures").iterdir())) == 55


def test_q_always_quits_and_a_list_says_what_to_type(teahouse: Terminal) -> None:
    out = teahouse("play", "battle", "--seed", "1683", typed="q\nk1l9\n")
    assert " 5p at k1 and l9, 5 points" in out
    assert "you: 5p" not in out


def test_two_games_at_once_keep_two_records(teahouse: Terminal, tmp_path: Path) -> None:
    for _ in range(3):
        teahouse("play", "battle", "--seed", "tea", typed="9p\nquit\n")
    assert len(list((tmp_path / "data" / "teahouse" / "records").iterdir())) == 3


def test_a_narrow_terminal_gets_a_message(teahouse: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert "this table needs a terminal" in teahouse("play", "battle", typed="quit\n")


def test_a_picture_can_be_printed(teahouse: Terminal) -> None:
    assert teahouse("deal", "battle", "--seed", "tea", "--svg", "-").startswith("<svg")


def test_the_last_picture_names_the_winner(teahouse: Terminal, tmp_path: Path) -> None:
    teahouse("play", "battle", "--seed", "tea", "--record", "r.jsonl", typed="resign\ny\n")
    teahouse("replay", tmp_path / "r.jsonl", "--svg", tmp_path / "pictures")
    last = (tmp_path / "pictures" / "001.svg").read_text()
    assert "seat 1 wins" in last
    assert "seat 1: 270" in last


def test_the_same_seed_gives_the_same_game(teahouse: Terminal) -> None:
    games = [teahouse("play", "battle", "--seed", "tea", "--against", "random", "--auto", "random") for _ in range(2)]
    assert games[0] == games[1]


def test_a_record_is_read_from_the_standard_input(teahouse: Terminal, tmp_path: Path) -> None:
    teahouse("play", "--seed", "tea", "--auto", "--record", tmp_path / "r.jsonl")
    assert "verified" in teahouse("verify", "-", typed=(tmp_path / "r.jsonl").read_text())


def test_a_person_plays_by_tile_and_slots(teahouse: Terminal, tmp_path: Path) -> None:
    out = teahouse("play", "battle", "--seed", "tea", "--record", "mine.jsonl", typed="9p\n7s7s\nb1f9\nquit\n")
    assert "you: 9p at c9 and i1" in out
    assert "verified: battle, 6 moves, no result yet" in teahouse("verify", tmp_path / "mine.jsonl")


def test_a_person_can_undo_ask_for_help_and_mistype(teahouse: Terminal) -> None:
    out = teahouse("play", "battle", "--seed", "tea", typed="undo\n?\n5x\n9m\n9p\nu\nq\n")
    assert "you have no move to take back" in out
    assert "take your last move back" in out
    assert "expected two slots such as a1c9, got '5x'" in out
    assert "no free pair of 9m: every one of them is blocked" in out
    assert out.count("you: 0   Tavi: 0   on the table: 270") == 2


def test_resigning_asks_and_ends_the_game(teahouse: Terminal) -> None:
    kept = teahouse("play", "battle", "--seed", "tea", typed="resign\nn\nresign\n\nquit\n")
    assert (
        kept.count("Give up? Your opponent wins and gets every point on the table. (y/n):  Nothing has changed.") == 2
    )
    assert "resigned" not in kept
    assert "you gave up: Tavi wins, 0 to 270" in teahouse("play", "battle", "--seed", "tea", typed="resign\ny\n")


def test_the_record_of_an_interrupted_game_is_saved_in_the_data_folder(teahouse: Terminal, tmp_path: Path) -> None:
    teahouse("play", "battle", "--seed", "tea", typed="9p\n")
    (kept,) = (tmp_path / "data" / "teahouse" / "records").iterdir()
    assert "no result yet" in teahouse("verify", kept)


def test_a_double_match_keeps_two_records_and_adds_the_points(teahouse: Terminal, tmp_path: Path) -> None:
    out = teahouse("play", "battle", "--seed", "tea", "--match", "double", "--auto", "--record", "d.jsonl")
    headers = [json.loads((tmp_path / name).read_text().splitlines()[0]) for name in ("d.jsonl", "d-2.jsonl")]
    assert [header["options"]["first_seat"] for header in headers] == [0, 1]
    assert headers[0]["seed"] == headers[1]["seed"]
    assert re.search(r"together: Tavi \d+, Suki \d+", out)


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        ("bogus", "expected a command (serve, "),
        ("deal", "deal: the following arguments are required: GAME"),
        ("deal chess", "expected a game (battle"),
        ("deal battle --sede x", "deal: unrecognized arguments: --sede x"),
        ("deal battle --seed ", "expected a seed of 1 to 1024 bytes, got ''"),
        ("deal battle --option tea=1", "expected an option of battle (least_opening_moves, first_seat), got 'tea'"),
        ("deal battle --option tea", "expected an option as NAME=VALUE, got 'tea'"),
        (
            "deal battle --option least_opening_moves=9999",
            "options of battle: expected a number from 0 to 12, got 9999 (option least_opening_moves)",
        ),
        (
            "deal battle --option first_seat=east",
            "options of battle: expected a number from 0 to 1, got 'east' (option first_seat)",
        ),
        ("deal classic --option goulash=7", "options of classic: expected true or false, got 7 (option goulash)"),
        (
            "deal battle --faces gothic",
            "expected --faces traditional, modern, lacquer, european, contrast, got 'gothic'",
        ),
        ("deal battle --svg nowhere/x.svg", "cannot write nowhere/x.svg: there is no folder"),
        ("deal battle --svg /dev/null", "cannot write /dev/null: it is there and is no plain file"),
        ("deal battle --option first_seat=" + "[" * 100_000, "expected a number from 0 to 1, got '[[["),
        ("play battle --auto --record nowhere/r.jsonl", "cannot write nowhere/r.jsonl: there is no folder"),
        ("verify no\nwhere", "cannot read no\\nwhere: No such file or directory"),
        ("play battle --against bob", "expected a player of battle (random, greedy"),
        ("play battle --against greedy,greedy", "expected 1 bot in --against, got 'greedy,greedy'"),
        ("play battle --seat 2", "expected --seat from 0 to 1, got 2"),
        ("play battle --seat x", "play: argument --seat: expected a whole number, got 'x'"),
        ("play battle --match triple", "expected a match of battle (single, double), got 'triple'"),
        ("rules tea", "expected a game (battle"),
        ("verify nowhere.jsonl", "cannot read nowhere.jsonl: No such file or directory"),
        ("verify .", "cannot read .: Is a directory"),
        ("replay nowhere.jsonl --ply x", "replay: argument --ply: expected a whole number, got 'x'"),
        ("score --options --option x=1", "unknown option x, expected one of format, name, "),
        ("replay nowhere.jsonl", "cannot read nowhere.jsonl: No such file or directory"),
    ],
)
def test_bad_input_is_refused_in_one_line(teahouse: Terminal, argv: str, complaint: str) -> None:
    assert complaint in teahouse.refused(*argv.split(" "))


def test_a_changed_record_is_refused_with_its_line(teahouse: Terminal, tmp_path: Path) -> None:
    record = tmp_path / "r.jsonl"
    teahouse("play", "--seed", "tea", "--auto", "--record", record)
    lines = record.read_text().splitlines()
    lines[4] = lines[4].replace('"seat":1', '"seat":0')
    record.write_text("\n".join(lines))
    assert "r.jsonl: line 5: the record was changed here after it was written: expected check" in teahouse.refused(
        "verify", record
    )
    assert "r.jsonl: line 5: the record was changed here after it was written: expected check" in teahouse.refused(
        "replay", record
    )


@pytest.mark.parametrize(("kind", "taken"), [("single", "r.jsonl"), ("double", "r.jsonl"), ("double", "r-2.jsonl")])
def test_a_record_never_replaces_a_file(teahouse: Terminal, kind: str, taken: str, tmp_path: Path) -> None:
    (tmp_path / taken).write_text("precious")
    argv = ("play", "battle", "--seed", "tea", "--auto", "--match", kind, "--record", "r.jsonl")
    assert f"expected a new file, got '{tmp_path / taken}', which already exists" in teahouse.refused(*argv)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(taken, "precious")]


def test_an_invalid_record_is_reported_as_json_too(teahouse: Terminal, tmp_path: Path) -> None:
    record = tmp_path / "r.jsonl"
    teahouse("play", "--seed", "tea", "--auto", "--record", record)
    game, stored = read_record(str(record))
    lie = msgspec.structs.replace(stored, ending=Ending(None))
    write_record(record, lie)
    code, out, err = teahouse.try_("verify", "--json", record)
    assert code == 2
    assert json.loads(out)["line"] == 56
    assert "line 56: expected the result" in err
    assert game.name == "battle"


def test_a_hundred_megabytes_of_garbage_are_refused_at_once(teahouse: Terminal, tmp_path: Path) -> None:
    garbage = tmp_path / "garbage"
    with garbage.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    assert "line 1: expected at most 65536 bytes" in teahouse.refused("verify", garbage)


def test_nothing_heavy_is_imported_to_start() -> None:
    script = "import sys, teahouse.cli; teahouse.cli.run(['--help']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    heavy = {
        "numba",
        "numpy",
        "rich",
        "fastapi",
        "starlette",
        "uvicorn",
        "sqlalchemy",
        "asyncio",
        "matplotlib",
        "prompt_toolkit",
    }
    assert not heavy & set(done.stderr.split())


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("{teahouse} replay r.jsonl | head -c 5", 0),
        ("{teahouse} play --auto | head -c 5", 0),
        ("{teahouse} play --auto --record - | head -c 5", 0),
        ("{teahouse} play --auto --record o.jsonl | head -c 5 && {teahouse} verify o.jsonl", 0),
        ("{teahouse} --help | head -c 5", 0),
        ("{teahouse} --help > /dev/full", 2),
        ("{teahouse} deal battle > /dev/full", 2),
        ("{teahouse} replay r.jsonl > /dev/full", 2),
        ("{teahouse} help <&-", 0),
        ("{teahouse} verify - <&-", 2),
        ("{teahouse} play battle <&-", 0),
        ("{teahouse} deal battle --seed tea >&-", 0),
        ("{teahouse} deal battle --seed tea <&- >&- 2>&-", 0),
        ("{teahouse} bogus >&-", 2),
        ("test -z $({teahouse} bogus 2>&- || :)", 0),
        ("LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 {teahouse} rules battle", 0),
        ("PYTHONIOENCODING=latin-1 {teahouse} --help", 0),
        ("TERM=dumb {teahouse} play --auto", 0),
    ],
)
def test_unusual_streams_cause_no_crash(teahouse: Terminal, command: str, code: int, tmp_path: Path) -> None:
    if "r.jsonl" in command:
        teahouse("play", "--auto", "--record", "r.jsonl")
    script = "set -o pipefail; " + command.format(teahouse=f"{sys.executable} -m teahouse")
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert done.returncode == code


def test_the_module_can_be_started() -> None:
    done = subprocess.run([sys.executable, "-m", "teahouse", "bogus"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("teahouse: expected a command")


def test_an_engine_is_compiled_once_on_a_machine_with_a_note(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    loaded = list[str]()
    players = msgspec.structs.replace(PLAYERS["battle"], load=lambda: loaded.append("battle"))
    monkeypatch.setitem(cast("dict[str, GamePlayers]", PLAYERS), "battle", players)
    compile_engine("battle")
    assert (loaded, capsys.readouterr().err) == (["battle"], f"{COMPILING}\n")
    compile_engine("battle")
    assert (loaded, capsys.readouterr().err) == (["battle"], "")
