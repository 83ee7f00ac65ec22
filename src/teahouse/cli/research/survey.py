"""`teahouse survey GAME`: decide or play many deals, and print a summary."""

import argparse
from pathlib import Path
from typing import Final

from teahouse.cli.by_game import commands_of
from teahouse.cli.research.survey_played import own_surveys, survey_played
from teahouse.cli.shared.engine import count, seconds
from teahouse.cli.shared.files import check_writable
from teahouse.cli.shared.parser import CommandParser
from teahouse.cli.shared.workers import add_workers
from teahouse.core.errors import InvalidOption, shown
from teahouse.core.loading import load
from teahouse.lab.envs import ENVS, envs_of

USUAL_DEALS: Final = 1000
USUAL_SEED: Final = "survey"


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "survey",
        "Solitaire: deal a layout uniformly many times and decide each deal: the share that can be cleared with its "
        "95 % confidence interval, how long deciding takes, and how hard the deals are. Battle: play deals, and "
        "measure the first player's advantage. Classic: play deals, and show how they end, what wins, and what that "
        "scores.",
        "  teahouse survey solitaire --layout turtle --deals 10000\n"
        "  teahouse survey solitaire --layout all --deals 200 --svg survey.svg\n"
        "  teahouse survey battle --deals 1000 --player hard --plot battle.svg\n"
        "  teahouse survey classic --deals 1000 --option ruleset=bmja --plot classic.svg",
    )
    command.add_argument("game", metavar="GAME", help="solitaire, battle or classic")
    command.add_argument(
        "--layout", metavar="LAYOUT", help="Solitaire: a layout, or all of them: all (default: turtle)"
    )
    command.add_argument("--player", metavar="BOT", help="Battle, Classic: the player of every seat")
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="Battle, Classic: an option of the game"
    )
    command.add_argument("--deals", metavar="N", type=count, default=USUAL_DEALS, help=f"default: {USUAL_DEALS}")
    command.add_argument("--seed", metavar="WORD", default=USUAL_SEED, help="the same word gives the same deals")
    command.add_argument(
        "--plays", metavar="N", type=count, help="Solitaire: plays that measure difficulty (default: 200)"
    )
    command.add_argument(
        "--time", metavar="SECONDS", type=seconds, help="Solitaire: stop after this many seconds a deal"
    )
    command.add_argument(
        "--nodes", metavar="N", type=count, help="stop after this many nodes a deal; in Battle, a move"
    )
    add_workers(command, "--threads")
    command.add_argument("--svg", metavar="FILE", type=Path, help="Solitaire: draw the shares and the difficulty")
    command.add_argument("--plot", metavar="FILE", type=Path, help="plot the results: .svg, .png or .pdf (extra lab)")
    command.add_argument("--json", action="store_true", help="one JSON object; for Solitaire, one for each layout")
    command.set_defaults(board=None, level=None)
    return command


def run(args: argparse.Namespace) -> None:
    """Survey and print the summary."""
    if args.plot is not None:
        from teahouse.lab.plots import check_plot

        check_plot(args.plot)
        check_writable(args.plot)
    own = commands_of(args.game).survey
    if own is not None:
        load(own.run)(args)
    elif envs_of(args.game).survey is not None:
        survey_played(args)
    else:
        games = ", ".join((*own_surveys(), *(name for name, envs in ENVS.items() if envs.survey is not None)))
        raise InvalidOption(f"expected a game whose deals can be surveyed ({games}), got {shown(args.game)}")
