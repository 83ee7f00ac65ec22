"""`teahouse engine battle`: the Battle engine as a program that talks in lines."""

import argparse
import sys

from teahouse import __version__
from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidOption, shown


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "engine",
        "Speak the commands of chess engines (UCI) for Battle on the standard input and output: uci, isready, "
        "ucinewgame, setoption, position, go, stop, quit. The page docs/bot-protocol.md describes them.",
        "  teahouse engine battle <<< $'position seed tea\\ngo movetime 500'\n"
        '  teahouse arena battle --players "uci:teahouse engine battle",greedy --deals 10',
    )
    command.add_argument("game", metavar="GAME", help="battle")
    return command


def run(args: argparse.Namespace) -> None:
    """Answer until `quit` or the end of the input."""
    if args.game != "battle":
        raise InvalidOption(f"expected a game that the engine speaks about (battle), got {shown(args.game)}")
    from teahouse.lab.envs.battle.uci import UciEngine

    UciEngine(_say, __version__).serve(sys.stdin)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
