"""`teahouse solve GAME`: the exact value of a Battle position, or whether a Solitaire deal can be cleared."""

import argparse

from teahouse.cli.by_game import GAME_COMMANDS, commands_of
from teahouse.cli.deals import add_deal
from teahouse.cli.shared.engine import add_engine
from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidOption, shown
from teahouse.core.loading import load


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "solve",
        "Solve a Battle position exactly: the best score difference that the player to move can reach, and a move that "
        "reaches it; stopped early, it prints proven bounds of the value. Or decide whether a Solitaire deal "
        "can be cleared, seeing every face: with pairs that clear it, or the tiles that can never go.",
        "  teahouse solve battle board.txt\n"
        "  teahouse solve battle board.txt --time 60 --threads 2 --memory 2048 --moves --line\n"
        '  teahouse deal battle --seed "deal 326" | teahouse solve battle - --time 60\n'
        "  teahouse solve battle --positions positions.jsonl\n"
        "  teahouse solve solitaire --layout turtle --level wild --seed tea\n"
        "  teahouse solve solitaire --deals deals.jsonl",
    )
    command.add_argument("game", metavar="GAME", help=_solved())
    command.add_argument(
        "position", nargs="?", metavar="BOARD", help="Battle: a file of nine rows of twelve cells, or - for input"
    )
    command.add_argument(
        "--positions",
        metavar="FILE",
        help='Battle: solve a file of positions, {"rows": [nine strings]}; prints JSON lines',
    )
    command.add_argument("--moves", action="store_true", help="Battle: also print the value of every move")
    command.add_argument("--line", action="store_true", help="Battle: also print the moves of best play to the end")
    add_deal(command)
    command.add_argument(
        "--deals", metavar="FILE", help='Solitaire: a file of deals, {"layout": …, "tiles": …}; prints JSON lines'
    )
    add_engine(command)
    command.add_argument("--json", action="store_true", help="one JSON object")
    return command


def run(args: argparse.Namespace) -> None:
    """Solve with the game's own solver."""
    solve = commands_of(args.game).solve
    if solve is None:
        raise InvalidOption(f"expected a game that can be solved ({_solved()}), got {shown(args.game)}")
    load(solve)(args)


def _solved() -> str:
    return ", ".join(name for name, commands in GAME_COMMANDS.items() if commands.solve is not None)
