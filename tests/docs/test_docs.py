"""The documentation is complete, and its links lead somewhere."""

import argparse
import re
from importlib import import_module
from pathlib import Path

import pytest

import teahouse
from teahouse.cli import COMMANDS
from teahouse.games import GAMES
from teahouse.games.rule_book import rules_text
from teahouse.pictures.tiles import Faces
from teahouse.players import PLAYERS

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
ROOMS = sorted(path.parent for path in (ROOT / "src" / "teahouse").glob("*/__init__.py"))


def arguments(command: str) -> list[str]:
    parser = import_module(next(each.module for each in COMMANDS if each.name == command)).parser()
    assert isinstance(parser, argparse.ArgumentParser)
    actions = [action for action in parser._actions if action.dest != "help"]  # pyright: ignore[reportPrivateUsage] - argparse has no public list
    return [action.option_strings[-1] if action.option_strings else str(action.metavar) for action in actions]


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_every_command_and_every_option_has_its_heading(command: str) -> None:
    page = (DOCS / "commands" / f"{command}.md").read_text()
    assert page.startswith(f"# teahouse {command}\n")
    headings = [line.removeprefix("## ") for line in page.splitlines() if line.startswith("## ")]
    assert headings == [f"`{argument}`" for argument in arguments(command)]
    assert f"]({command}.md)" in (DOCS / "commands" / "index.md").read_text()


@pytest.mark.parametrize("command", [command.name for command in COMMANDS if "--faces" in arguments(command.name)])
def test_every_set_of_faces_is_named_where_one_is_chosen(command: str) -> None:
    _, _, section = (DOCS / "commands" / f"{command}.md").read_text().partition("\n## `--faces`\n")
    assert re.findall(r"`(\w+)`", section.partition("\n## ")[0]) == list(Faces)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_every_game_name_its_options_and_matches(game: str) -> None:
    text = rules_text(game)
    for option in GAMES[game].types.rules.__struct_fields__:
        assert f"- `{option}` (" in text
    for kind in GAMES[game].matches:
        assert f"- `{kind}`" in text


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_page_that_names_its_players(game: str) -> None:
    page = (DOCS / f"{game}.md").read_text()
    for player in PLAYERS[game].levels:
        assert f"| `{player}` |" in page
    for heading in ("The rules as played here", "On the command line", "In Python", "Players", "Facts"):
        assert f"\n## {heading}\n" in page


@pytest.mark.parametrize("room", ROOMS, ids=[room.name for room in ROOMS])
def test_every_room_has_a_readme(room: Path) -> None:
    lines = (room / "README.md").read_text().splitlines()
    assert lines[0] == f"# {room.name}"
    assert len(lines) <= 10
    assert room.name in (DOCS / "architecture.md").read_text()


def test_every_page_is_in_the_navigation() -> None:
    listed = (ROOT / "mkdocs.yml").read_text()
    pages = [page.name for page in DOCS.glob("*.md")]
    assert "index.md" in pages
    assert [name for name in pages if name not in listed] == []


def links(page: Path) -> set[Path]:
    found = re.findall(r"\]\(([^)#:]+\.md)", page.read_text())
    return {(page.parent / link).resolve() for link in found}


def test_every_page_can_be_reached_from_the_first() -> None:
    reached, waiting = set[Path](), {DOCS / "index.md"}
    while waiting:
        page = waiting.pop()
        reached.add(page)
        waiting |= links(page) - reached
    assert set(DOCS.rglob("*.md")) - reached == set()


PATHS = re.compile(r"(?<![\w/.<-])(?:[\w<>-]+/)+(?:[\w<>.-]*[\w>])?")
BASES = ("", "src/teahouse", "src/teahouse/service", "src/teahouse/web", "frontend", "frontend/src")


def is_there(path: str) -> bool:
    """Does a path exist? `<game>` and `xx` stand for any game and language."""
    names = [re.sub(r"\bxx\b", "de", path.replace("<game>", game)) for game in GAMES]
    is_folder_name = path.count("/") == 1 and path.endswith("/")
    return any((ROOT / base / name).exists() for base in BASES for name in names) or (
        is_folder_name and any(found.is_dir() for found in (ROOT / "src").rglob(path.rstrip("/")))
    )


def test_every_path_in_the_architecture_exists() -> None:
    named = sorted(set(PATHS.findall((DOCS / "architecture.md").read_text())))
    assert len(named) > 50
    assert [path for path in named if not is_there(path)] == []


@pytest.mark.parametrize(
    "page", [ROOT / "CONTRIBUTING.md", ROOT / "README.md", *sorted(DOCS.glob("*.md"))], ids=lambda page: page.name
)
def test_every_path_from_the_root_in_a_page_exists(page: Path) -> None:
    named = [
        path
        for path in PATHS.findall(page.read_text())
        if path.startswith(("src/", "tests/", "frontend/", "examples/", "benchmarks/"))
    ]
    assert [path for path in named if not is_there(path)] == []


def test_the_changelog_begins_with_this_version_and_repeats_nothing() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert headings[0] == "## [Unreleased]"
    assert headings[1].startswith(f"## [{teahouse.__version__}] - 20")
    entries = [entry.partition("\n\n")[0] for entry in text.split("\n- ")[1:]]
    assert sorted(set(entries)) == sorted(entries)
