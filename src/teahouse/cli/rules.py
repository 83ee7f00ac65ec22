"""`teahouse rules GAME`: the rules of a game and its options."""

import argparse
import json
from importlib.resources import files

import msgspec

from teahouse.cli.console import house_console
from teahouse.cli.options import CommandParser, add_game
from teahouse.games import GAMES, make_game


def parser() -> CommandParser:
    """What the command takes."""
    made = CommandParser(
        "rules", "Read the rules of a game and its options.", "  teahouse rules battle\n  teahouse rules battle --json"
    )
    add_game(made)
    made.add_argument("--json", action="store_true", help="the text and a JSON schema of the options")
    return made


def run(args: argparse.Namespace) -> None:
    """Print the rules."""
    game = make_game(args.game)
    text = rules_text(args.game)
    if args.json:
        schema = msgspec.json.schema(game.types.rules)
        print(json.dumps({"game": args.game, "text": text, "options": schema}, indent=2))
        return
    from rich.markdown import Markdown

    house_console().print(Markdown(text))


def rules_text(name: str) -> str:
    """The rules of a game in words, as Markdown."""
    text = files(GAMES[name].__module__.rpartition(".")[0]).joinpath("rules.md").read_text("utf-8")
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("<!--"))
