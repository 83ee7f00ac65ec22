"""`teahouse rules GAME`: the rules of a game and its options."""

import argparse
import json
from typing import Any

import msgspec

from teahouse.cli.deals import options_of
from teahouse.cli.shared.console import house_console
from teahouse.cli.shared.options import add_game, add_options, named_options
from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidOption
from teahouse.games import make_game
from teahouse.games.rule_book import ORIGINAL, rules_text


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "rules",
        "Read the rules of a game and its options.",
        "  teahouse rules battle\n  teahouse rules classic --lang de --ruleset bmja\n  teahouse rules battle --json",
    )
    add_game(command)
    add_options(command)
    command.add_argument("--ruleset", metavar="NAME", help="the same as --option ruleset=NAME")
    command.add_argument(
        "--lang", metavar="LANG", default=ORIGINAL, help=f"the language, such as de (default: {ORIGINAL})"
    )
    command.add_argument("--json", action="store_true", help="the text and a JSON schema of the options")
    return command


def run(args: argparse.Namespace) -> None:
    """Print the rules."""
    options = _options(args)
    game = make_game(args.game, options)
    text = rules_text(args.game, args.lang, options)
    if args.json:
        schema = msgspec.json.schema(game.types.rules)
        print(json.dumps({"game": args.game, "text": text, "options": schema}, indent=2))
        return
    from rich.markdown import Markdown

    house_console().print(Markdown(text))


def _options(args: argparse.Namespace) -> dict[str, Any]:
    """The options, the ruleset among them, which has an argument of its own."""
    if args.ruleset is not None and "ruleset" in named_options(args):
        raise InvalidOption("expected --ruleset or --option ruleset=NAME, got both")
    if args.ruleset is not None:
        args.option = [*args.option, f"ruleset={args.ruleset}"]
    return options_of(args.game, args)
