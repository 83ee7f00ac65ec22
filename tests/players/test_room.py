"""Promises of the `README.md` of `players`."""

import ast
from pathlib import Path

import pytest

import teahouse.players
from teahouse.games import GAMES
from teahouse.players import PLAYERS

ROOM = Path(teahouse.players.__path__[0])
JUDGES = ("judge.py", "analysis.py", "only_moves.py", "exploring.py", "weighing.py")


def imported(module: Path) -> set[str]:
    tree = ast.parse(module.read_text("utf-8"))
    return {name.name for each in ast.walk(tree) if isinstance(each, ast.ImportFrom) for name in each.names}


def test_only_judges_of_finished_games_see_a_state() -> None:
    states = {game.types.state.__name__ for game in GAMES.values()}
    seeing = {path.name for path in ROOM.rglob("*.py") if imported(path) & states}
    assert seeing
    assert seeing <= set(JUDGES)


@pytest.mark.parametrize("game", GAMES)
def test_every_default_of_a_game_is_one_of_its_levels(game: str) -> None:
    players = PLAYERS[game]
    assert players.adviser is not None
    assert {players.usual, players.adviser.level, *players.searching} <= set(players.levels)
    assert list(players.searching) == [level for level in players.levels if level in players.searching]
