"""`teahouse deal GAME`: the deal that a seed gives."""

import argparse
import json
import sys
from pathlib import Path

import msgspec

from teahouse.cli.deals import add_deal, chosen_game
from teahouse.cli.shared.files import write_whole
from teahouse.cli.shared.options import add_faces, add_game, chosen_faces, chosen_seed, seed_bytes
from teahouse.cli.shared.parser import CommandParser
from teahouse.games import GAMES
from teahouse.pictures import PICTURES


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "deal",
        "Show the deal that a seed gives: the same for everyone who names it.",
        "  teahouse deal battle --seed tea\n"
        "  teahouse deal battle --seed tea --svg board.svg --faces european\n"
        "  teahouse deal battle --seed tea --json\n"
        "  teahouse deal classic --seed tea --option ruleset=bmja\n"
        "  teahouse deal solitaire --layout turtle --level gentle --seed tea",
    )
    add_game(command)
    add_deal(command)
    command.add_argument("--svg", metavar="FILE", type=Path, help="write a picture instead of printing")
    add_faces(command)
    command.add_argument("--json", action="store_true", help="one JSON object: game, seed, options and the deal")
    return command


def run(args: argparse.Namespace) -> None:
    """Print or draw the deal."""
    game, faces = chosen_game(args), chosen_faces(args)
    seed = chosen_seed(args)
    state = game.deal(seed_bytes(seed))
    if args.svg is not None:
        write_whole(args.svg, PICTURES[game.name].svg(game.view(state, None), faces).encode())
    if args.json:
        named = {"game": game.name, "seed": seed, "options": msgspec.to_builtins(game.rules)}
        print(json.dumps(named | GAMES[game.name].deal_facts(state)))
    elif args.svg is None:
        print(GAMES[game.name].deal_text(state))
    if args.seed is None and not args.json:
        print(f"seed {seed}", file=sys.stderr)
