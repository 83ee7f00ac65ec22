"""`teahouse rules GAME`: the rules of a game and its options."""

import argparse
import json

import msgspec

from teahouse.cli.shared.console import house_console
from teahouse.cli.shared.options import add_game
from teahouse.cli.shared.parser import CommandParser
from teahouse.games import make_game
from teahouse.games.rule_book import ORIGINAL, rules_text


def parser() -> CommandParser:
    """The command's arguments."""
    made = CommandParser(
        "rules",
        "Read the rules of a game and its options.",
        "  teahouse rules battle\n  teahouse rules classic --lang de\n  teahouse rules battle --json",
    )
    add_game(made)
    made.add_argument(
        "--lang", metavar="LANG", default=ORIGINAL, help=f"the language, such as de (default: {ORIGINAL})"
    )
    made.add_argument("--json", action="store_true", help="the text and a JSON schema of the options")
    return made


def run(args: argparse.Namespace) -> None:
    """Print the rules."""
    game = make_game(args.game)
    text = rules_text(args.game, args.lang)
    if args.json:
        schema = msgspec.json.schema(game.types.rules)
        print(json.dumps({"game": args.game, "text": text, "options": schema}, indent=2))
        return
    from rich.markdown import Markdown

    house_console().print(Markdown(text))
