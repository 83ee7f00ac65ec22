"""`teahouse analyse RECORD`: a finished game judged, with every seat's choices, losses, accuracy and luck."""

import argparse
from pathlib import Path
from typing import Final

from teahouse.cli.by_game import GAME_COMMANDS, commands_of
from teahouse.cli.records.position import analyse_position
from teahouse.cli.shared.engine import add_engine
from teahouse.cli.shared.files import read_record
from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidOption
from teahouse.core.loading import load

USUAL_TIME: Final = 2.0


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "analyse",
        "Judge every move of a recorded Battle game: what it gave away, what was best, who was heading to win. From "
        "some move on everything is exact, and it says from which; before that it is how things looked. Of a Solitaire "
        "game: how hard the deal was, which move lost it, and how much more the best line scores. Of Classic: "
        "every choice, and the points it gave away.",
        "  teahouse analyse record.jsonl\n"
        "  teahouse analyse record.jsonl --time 20 --memory 2048 --svg curve.svg\n"
        "  teahouse analyse --json - < record.jsonl\n"
        "  teahouse analyse --game battle board.txt --time 10\n"
        '  teahouse analyse --game classic "123m 456p 77s 23s 88p 1z 5p"',
    )
    command.add_argument("record", metavar="RECORD", help="a file, or - for the standard input")
    command.add_argument(
        "--game", metavar="GAME", help="analyse one position of this game: a file, - or the text itself"
    )
    command.add_argument("--seat", metavar="N", type=int, default=0, help="Solitaire: the seat of a contest")
    command.add_argument("--svg", metavar="FILE", type=Path, help="Battle: draw the course of the game")
    add_engine(command, time=USUAL_TIME)
    command.add_argument("--json", action="store_true", help="one JSON object")
    return command


def run(args: argparse.Namespace) -> None:
    """Judge a game, or think about a position, and print the result."""
    if args.game is not None:
        analyse_position(args)
        return
    game, record = read_record(args.record)
    analyse = commands_of(game.name).analyse
    if analyse is None:
        games = " or ".join(name for name, commands in GAME_COMMANDS.items() if commands.analyse is not None)
        raise InvalidOption(f"expected a record of {games}, got one of {game.name}")
    load(analyse)(args, game, record)
