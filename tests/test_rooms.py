"""The layout of the rooms (the package's top folders): a folder for each game, and short `README.md` files."""

import ast
import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import teahouse
from teahouse.cli.by_game import GAME_COMMANDS
from teahouse.games import GAMES
from teahouse.games.description import ONE_DEAL
from teahouse.lab.envs import ENVS
from teahouse.pictures import PICTURES
from teahouse.players import PLAYERS
from teahouse.service.hosting import HOSTING

HOUSE = Path(teahouse.__path__[0])
ROOMS: tuple[str, ...] = ("cli", "core", "games", "kernels", "lab", "pictures", "players", "service", "web")
MOST_MODULES = 15
MOST_LINES = 10
TAGGED = {  # stored and sent types are named after their tags
    "games/classic/play/events.py",
    "service/engines/wire.py",
    "service/tables/events.py",
    "service/tables/requests.py",
    "web/bodies/access.py",
    "web/socket/wire.py",
}
NAMED = re.compile(rf"\"({'|'.join(GAMES)})\"")
TABLE = re.compile(r"^[A-Z_]+: Final\[Mapping\[str, \w+\]\] = \{")


IMPORT = re.compile(rf"^\s*(from|import) teahouse(\.\w+)+\.({'|'.join(GAMES)})\b")


def modules() -> list[Path]:
    return sorted(HOUSE.rglob("*.py"))


@pytest.mark.parametrize(
    "table",
    [PLAYERS, PICTURES, ENVS, HOSTING, GAME_COMMANDS],
    ids=["players", "pictures", "envs", "hosting", "commands"],
)
def test_every_table_has_the_same_games(table: Mapping[str, Any]) -> None:
    assert list(table) == list(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_match_of_one_deal(game: str) -> None:
    assert ONE_DEAL in GAMES[game].matches


def test_a_game_is_named_in_its_own_folders_and_in_one_table_a_room() -> None:
    tables = dict.fromkeys(("__init__.py", "__main__.py", *ROOMS), 0)
    for path in modules():
        inside = path.relative_to(HOUSE).parts
        if set(inside) & set(GAMES):
            continue
        named = [line for line in path.read_text("utf-8").splitlines() if NAMED.search(line) and ">>>" not in line]
        assert all(TABLE.match(line) for line in named), f"{path}: {named}"
        tables[inside[0]] += len(named)
    assert tables == {
        "__init__.py": 0,
        "__main__.py": 0,
        "cli": 1,
        "core": 0,
        "games": 1,
        "kernels": 0,
        "lab": 1,
        "pictures": 1,
        "players": 1,
        "service": 1,
        "web": 1,
    }


def test_only_the_folders_of_a_game_and_the_tables_import_from_it() -> None:
    generic = {path: path.read_text("utf-8").splitlines() for path in modules() if not is_of_a_game(path)}
    imports = {
        str(path): [line for line in lines if IMPORT.match(line)]
        for path, lines in generic.items()
        if not any(map(TABLE.match, lines))
    }
    assert len(imports) > 100
    assert {path: lines for path, lines in imports.items() if lines} == {}


def is_of_a_game(path: Path) -> bool:
    return bool({*path.relative_to(HOUSE).with_suffix("").parts} & set(GAMES))


def test_no_folder_has_too_many_modules() -> None:
    # Migrations are one chain in the order of their numbers; subfolders would hide the order.
    folders = {path.parent for path in modules() if path.parent.name != "versions"}
    counts = {folder: sum(path.name != "__init__.py" for path in folder.glob("*.py")) for folder in folders}
    assert {str(folder): count for folder, count in counts.items() if count > MOST_MODULES} == {}


def test_a_class_name_means_one_thing() -> None:
    places: dict[str, set[str]] = defaultdict(set)
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].add(path.relative_to(HOUSE).as_posix())
    assert {name: sorted(where) for name, where in places.items() if not is_one_thing(where)} == {}


def is_one_thing(where: set[str]) -> bool:
    """Is a class defined once, or once for each game in the folders of one room, or named after its tag?"""
    rooms = [room_and_game(path) for path in where]
    is_parallel = (
        len(set(rooms)) == len(rooms) and len({room for room, _ in rooms}) == 1 and all(game for _, game in rooms)
    )
    return len(where) == 1 or where <= TAGGED or is_parallel


def room_and_game(path: str) -> tuple[str, str | None]:
    parts = path.split("/")
    return parts[0], next((part for part in parts if part in GAMES), None)


def test_every_readme_of_a_room_is_short() -> None:
    signs = list(HOUSE.rglob("README.md"))
    assert {sign.parent.name for sign in signs} >= set(ROOMS)
    assert [str(sign) for sign in signs if len(sign.read_text("utf-8").splitlines()) > MOST_LINES] == []
