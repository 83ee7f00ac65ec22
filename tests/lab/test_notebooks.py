"""The display of values in notebooks, and the example scripts."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import teahouse
from teahouse.core.drawing import Drawn, drawing
from teahouse.core.seats import Seat
from teahouse.games import GAMES
from teahouse.games.battle import TakePair
from teahouse.games.solitaire import Solitaire
from teahouse.players.battle.analysis import Analysis, JudgedPly

EXAMPLES = Path(__file__).parents[2] / "examples"


def shown(value: Any, how: str) -> str:
    """The picture that a notebook shows for a value."""
    made = getattr(value, f"_repr_{how}_")()
    assert isinstance(made, str)
    return made


@pytest.mark.parametrize("game", GAMES)
def test_tables_and_views_draw_themselves(game: str) -> None:
    table = teahouse.play(game, seed="tea")
    for value in (table, table.view(), table.view(Seat(0))):
        assert ElementTree.fromstring(shown(value, "svg")).tag.endswith("svg")  # noqa: S314 - drawn a moment ago


def test_every_seats_picture_shows_its_own_view() -> None:
    table = teahouse.play("classic", seed="tea")
    seats = [shown(table.view(seat), "svg") for seat in table.game.seats]
    assert len({*seats, shown(table.view(), "svg")}) == 5


def test_a_value_without_a_picture_is_shown_as_text() -> None:
    assert drawing(3) is None
    assert Drawn()._repr_svg_() is None  # pyright: ignore[reportPrivateUsage] - the name that notebooks call


def test_a_judged_battle_draws_its_curve() -> None:
    move = TakePair(0, 9)  # type: ignore[arg-type]
    judged = Analysis((JudgedPly(Seat(0), move, move, 4, True, 6),), 0, -2)
    picture = shown(judged, "svg")
    assert "??" in picture
    assert ElementTree.fromstring(picture).tag.endswith("svg")  # noqa: S314 - drawn a moment ago


def test_a_judged_solitaire_is_a_table() -> None:
    from teahouse.players.player import SearchLimits
    from teahouse.players.solitaire.analysis import analyse

    game = Solitaire()
    board = game.deal(b"tea").boards[0]
    html = shown(analyse(game.shape, [board], SearchLimits(None, 2000), seconds=0.2), "html")
    assert html.startswith("<table><tr><th>score</th><td>0</td></tr>")
    assert "☆" in html or "★★★★★" in html


def run_example(name: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), str(folder)], capture_output=True, text=True, check=False, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_example_of_a_first_table(tmp_path: Path) -> None:
    output = run_example("first_table.py", tmp_path)
    assert "9p9p scores 9" in output
    assert "result: Result(scores=" in output
    assert (tmp_path / "classic.svg").read_text().startswith("<svg")
    assert json.loads((tmp_path / "battle.jsonl").read_text().splitlines()[0])["game"] == "battle"


def test_the_example_of_an_arena(tmp_path: Path) -> None:
    title, head, *rows = run_example("compare_bots.py", tmp_path).splitlines()
    assert title == "battle: 3 deals, 18 games, seed tea"
    assert "Elo" in head
    assert {row.split()[0] for row in rows} == {"greedy", "random", "template_bot.py"}
    assert len((tmp_path / "compare.jsonl").read_text().splitlines()) == 1 + 18


def test_the_example_of_a_judged_game(tmp_path: Path) -> None:
    output = run_example("judge_game.py", tmp_path)
    assert "exact from move" in output
    assert "the first player, 20 deals" in output
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
