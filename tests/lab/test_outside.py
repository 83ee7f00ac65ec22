"""External bots: their protocol as documented, and an arena that survives whatever they do."""

import os
import re
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import pytest

from teahouse import __version__
from teahouse.cli import run
from teahouse.core.errors import InvalidOption
from teahouse.lab import Arena
from teahouse.lab import outside as outside_module
from teahouse.lab import program as program_module
from teahouse.lab.arena import ArenaGame, ArenaTable, make_arena
from teahouse.lab.contestants import FAULTS, Allowance
from teahouse.lab.envs.battle.uci import UciEngine
from teahouse.lab.program import LONGEST_LINE, MOST_SAID, Broken, Program
from teahouse.lab.running import played
from teahouse.lab.standings import standings
from teahouse.lab.worker_pool import work_through

ROOT = Path(__file__).parents[2]
PROTOCOL = ROOT / "docs" / "bot-protocol.md"
TEMPLATE = ROOT / "examples" / "template_bot.py"

HELLO = 'import sys, time\nprint(\'{"type":"hello"}\', flush=True)\n'
BAD_BOTS = {
    "crash at once": ("crash", "raise SystemExit(3)"),
    "crash after hello": ("crash", HELLO),
    "crash when asked": ("crash", HELLO + "for line in sys.stdin:\n  if 'choose' in line: raise SystemExit(1)"),
    "hang without hello": ("hang", "import time; time.sleep(60)"),
    "hang when asked": ("hang", HELLO + "for line in sys.stdin: pass"),
    "hang without reading": ("hang", HELLO + "time.sleep(60)"),
    "hang with a loud error stream": ("hang", HELLO + "while True: sys.stderr.write('x' * 10000)"),
    "flood in lines": ("flood", HELLO + 'while True: print(\'{"type":"choice","id":0}\')'),
    "flood in one line": ("flood", HELLO + "while True: sys.stdout.write('x' * 10000)"),
    "flood in a long line": (
        "flood",
        HELLO + "n = 0\nfor line in sys.stdin:\n  if 'choose' in line:\n    n += 1\n"
        '    print(\'{"type":"choice","id":%d,"move":0%s}\' % (n, " " * 70_000), flush=True)',
    ),
    "rubbish instead of hello": ("rubbish", "print('hello there', flush=True); import time; time.sleep(60)"),
    "rubbish": ("rubbish", HELLO + "for line in sys.stdin: print('e4', flush=True)"),
    "rubbish in json": ("rubbish", HELLO + "for line in sys.stdin: print('[1, 2]', flush=True)"),
    "illegal number": (
        "illegal",
        HELLO + "n = 0\nfor line in sys.stdin:\n  if 'choose' in line:\n    n += 1\n"
        '    print(\'{"type":"choice","id":%d,"move":9999}\' % n, flush=True)',
    ),
    "illegal text": (
        "illegal",
        HELLO + "n = 0\nfor line in sys.stdin:\n  if 'choose' in line:\n    n += 1\n"
        '    print(\'{"type":"choice","id":%d,"move":"a1a1"}\' % n, flush=True)',
    ),
}


def program(folder: Path, text: str) -> str:
    path = folder / "bot.py"
    path.write_text(f"#!{sys.executable}\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return f"exec:{path}"


def one_deal(arena: Arena) -> list[ArenaGame]:
    return next(played(make_arena(arena), 1, partial(work_through, jobs=1)))


@pytest.mark.parametrize("bot", BAD_BOTS)
def test_a_bad_bot_loses_its_moves_but_never_stops_the_arena(
    bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault, text = BAD_BOTS[bot]
    monkeypatch.setattr(outside_module, "START_SECONDS", 1.0 if fault == "hang" else 30.0)
    monkeypatch.setattr(outside_module, "GRACE_SECONDS", 0.05 if fault == "hang" else 30.0)
    monkeypatch.setattr(outside_module, "MOST_FAULTS", 2)
    name = program(tmp_path, text)
    allowance = Allowance(seconds=0.01)
    arena = make_arena(Arena(game="battle", players=(name, "random"), allowance=allowance))
    games = one_deal(arena)
    lost = standings(arena, games).rows[0].faults
    assert set(lost) == {fault, "gone"}
    assert all(game.ending == "no_pairs" for game in games)


@pytest.mark.parametrize("chunk", [1 << 12, 1 << 16, 1 << 20])
@pytest.mark.parametrize(("length", "is_accepted"), [(LONGEST_LINE, True), (LONGEST_LINE + 1, False)])
def test_only_the_length_makes_a_line_too_long(
    chunk: int, length: int, is_accepted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_module, "CHUNK", chunk)
    writes = f"import os\nleft = b'x' * {length} + b'\\n'\nwhile left: left = left[os.write(1, left):]\ninput()"
    running = Program((sys.executable, "-c", writes))
    try:
        with nullcontext() if is_accepted else pytest.raises(Broken, match="flood"):
            assert len(running.read_line(time.monotonic() + 30)) == length
    finally:
        running.end()


@pytest.mark.parametrize(("lines", "is_accepted"), [(64, True), (65, False)])
def test_output_between_question_and_answer_is_limited_to_a_megabyte(lines: int, is_accepted: bool) -> None:
    writes = f"print((('x' * {MOST_SAID // 64 - 1}) + chr(10)) * {lines}, flush=True)\ninput()"
    running = Program((sys.executable, "-c", writes))
    try:
        with nullcontext() if is_accepted else pytest.raises(Broken, match="flood"):
            for _ in range(lines):
                running.read_line(time.monotonic() + 30)
    finally:
        running.end()


def test_a_bot_that_dies_once_is_started_again(tmp_path: Path) -> None:
    mark = tmp_path / "died"
    text = f"""
import json, pathlib, sys
mark = pathlib.Path({str(mark)!r})
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{{"type":"hello"}}', flush=True)
    elif message["type"] == "choose":
        if message["id"] == 3 and not mark.exists():
            mark.touch()
            raise SystemExit
        print(json.dumps({{"type": "choice", "id": message["id"], "move": 0}}), flush=True)"""
    name = program(tmp_path, text)
    arena = make_arena(Arena(game="battle", players=(name, "random"), allowance=Allowance(seconds=30)))
    first, second = one_deal(arena)
    assert first.faults == {name: {"crash": 1}}
    assert not second.faults


def test_every_program_ends_with_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside_module, "GRACE_SECONDS", 0.05)
    note = tmp_path / "pid"
    text = f"import os, pathlib\npathlib.Path({str(note)!r}).write_text(str(os.getpid()))\n" + HELLO + "time.sleep(600)"
    players = (program(tmp_path, text), "random")
    table = ArenaTable(make_arena(Arena(game="battle", players=players, allowance=Allowance(seconds=0.01))))
    table(0)
    table.close()
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


@pytest.mark.parametrize(
    ("player", "complaint"),
    [
        ("exec:./nobody.py", "expected a program, got './nobody.py', which does not exist"),
        (f"exec:{PROTOCOL}", "which is not executable"),
        ("exec:", "expected a command after the colon"),
        ("exec:'open", "expected a command"),
        ("uci:nothing-of-this-name", "which does not exist"),
    ],
)
def test_a_program_that_cannot_be_started_gives_one_line(
    player: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["arena", "battle", "--players", f"{player},greedy"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert complaint in err


def test_only_battle_speaks_uci() -> None:
    with pytest.raises(InvalidOption, match="the uci dialect is for battle"):
        make_arena(Arena(game="classic", players=("uci:teahouse engine battle", "simple")))


@pytest.mark.parametrize("game", ["battle", "classic", "solitaire"])
def test_the_template_plays_every_game_without_a_fault(game: str) -> None:
    arena = Arena(game=game, players=(f"exec:{TEMPLATE}", "random"), seed="tea", allowance=Allowance(seconds=60))
    assert not any(game.faults for game in one_deal(arena))


def test_the_template_is_short() -> None:
    assert len(TEMPLATE.read_text().splitlines()) == 40


def conversation() -> list[str]:
    """The whole conversation of the template and an arena on the deal of the docs."""
    said: list[str] = []
    send_line, read_line, end = Program.send_line, Program.read_line, Program.end

    def note_sent(self: Program, line: str, deadline: float) -> None:
        said.append(f"→ {line}")
        send_line(self, line, deadline)

    def note_received(self: Program, deadline: float) -> str:
        line = read_line(self, deadline)
        said.append(f"← {line}")
        return line

    patch = pytest.MonkeyPatch()
    with patch.context() as patched:
        patched.setattr(Program, "send_line", note_sent)
        patched.setattr(Program, "read_line", note_received)
        patched.setattr(Program, "end", end)
        players = (f"exec:{TEMPLATE}", "greedy")
        arena = make_arena(Arena(game="battle", players=players, seed="docs", allowance=Allowance(seconds=60)))
        table = ArenaTable(arena)
        table(0)
        table.close()
    return [line.replace(str(TEMPLATE), "./examples/template_bot.py") for line in said]


def transcript(heading: str) -> list[str]:
    page = PROTOCOL.read_text()
    block = page[page.index(f"## {heading}") :].split("```")[1]
    return block.splitlines()[1:]


def test_the_transcript_in_the_docs_is_that_of_an_arena() -> None:
    spoken = iter(conversation())
    lines = [line for line in transcript("A transcript") if line != "…"]
    assert lines[0].startswith("→ ")
    assert lines[-1] == '→ {"type":"bye"}'
    for line in lines:
        assert line in spoken, line


def test_the_transcript_in_the_docs_can_be_replayed() -> None:
    lines = transcript("A transcript")
    asked = "".join(line.removeprefix("→ ") + "\n" for line in lines if line.startswith("→"))
    answers = [line.removeprefix("← ") for line in lines if line.startswith("←")]
    found = subprocess.run([sys.executable, TEMPLATE], input=asked, capture_output=True, text=True, check=True)
    assert found.stdout.splitlines() == answers


def test_every_fault_of_a_bot_is_documented() -> None:
    page = (ROOT / "docs" / "lab.md").read_text()
    for fault, meaning in FAULTS.items():
        assert f"| `{fault}` | {meaning} |" in page


def answers(lines: list[str]) -> list[str]:
    """The engine's answers, without their times."""
    said: list[str] = []

    def in_turn() -> Iterator[str]:
        for line in lines:
            yield line
            wanted = sum(each.startswith("go") for each in lines[: lines.index(line) + 1])
            while line.startswith("go") and sum(each.startswith("bestmove") for each in said) < wanted:
                time.sleep(0.01)

    UciEngine(said.append, __version__).serve(in_turn())
    return [re.sub(r"nps \d+ time \d+", "nps … time …", line) for line in said]


def test_the_engine_answers_as_documented() -> None:
    lines = transcript("A transcript of the engine")
    asked = [line.removeprefix("→ ") for line in lines if line.startswith("→")]
    assert answers(asked) == [line.removeprefix("← ") for line in lines if line.startswith("←")]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("fly", "expected a command (uci, isready, "),
        ("go", "expected a position before go, got none"),
        ("position", "expected seed WORD or board ROWS"),
        ("position board 1m1m", "row 1: expected 12 cells of two letters, got '1m1m'"),
        ("position seed tea moves a1a2", "expected"),
        ("position seed tea jumps a1a2", "expected scores or moves, got 'jumps'"),
        ("position seed tea scores 1", "expected scores from 0 to 1000, got ''"),
        ("setoption name Hash value 0", "expected Hash from 1 to 65536, got '0'"),
        ("setoption name Style value wild", "expected name Hash|Threads value N"),
    ],
)
def test_unknown_engine_commands_are_reported(line: str, complaint: str) -> None:
    (said,) = answers([line]) if not line.startswith("go") else (_said("go"),)
    assert said.startswith("info string ")
    assert complaint in said


def _said(line: str) -> str:
    said: list[str] = []
    UciEngine(said.append, "0").answer(line.split())
    return said[0]


def test_the_engine_stops_on_request() -> None:
    said: list[str] = []
    engine = UciEngine(said.append, "0")
    for line in ("setoption name Hash value 8", "isready", "position seed tea", "go infinite"):
        engine.answer(line.split())
    assert not any(line.startswith("bestmove") for line in said)
    engine.answer(["stop"])
    assert said[-1].startswith("bestmove ")


def test_the_engine_plays_in_an_arena_as_an_external_program() -> None:
    player = "uci:teahouse engine battle"
    arena = Arena(game="battle", players=(player, "greedy"), allowance=Allowance(seconds=20, nodes=2000))
    games = one_deal(arena)
    assert not any(game.faults for game in games)
    assert [game.players for game in games] == [(player, "greedy"), ("greedy", player)]
