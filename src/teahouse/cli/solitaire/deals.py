"""The arguments that name a deal of Solitaire: its layout, the board of a file, and the level of the deal."""

import argparse
from typing import Any, Final

from teahouse.cli.game_commands import DealArguments
from teahouse.cli.shared.options import add_seed, named_options, option_value
from teahouse.cli.shared.parser import CommandParser
from teahouse.cli.solitaire.layout_files import chosen_layout
from teahouse.core.errors import InvalidOption
from teahouse.games import make_game
from teahouse.games.solitaire import Solitaire


def add_layout(parser: CommandParser) -> None:
    """Add the arguments for a layout and a level."""
    parser.add_argument("--layout", metavar="LAYOUT", help="Solitaire: a layout by its name, its file or its text")
    parser.add_argument("--board", metavar="N", type=int, help="Solitaire: which board of a file with several")
    parser.add_argument(
        "--level",
        metavar="LEVEL",
        help="Solitaire: the level of the deal: gentle, classic (mostly gentle on some: see teahouse layouts) or wild",
    )


def layout_options(args: argparse.Namespace) -> dict[str, Any]:
    """The options that these arguments specify."""
    options: dict[str, Any] = {}
    if args.layout is not None:
        options["layout"] = chosen_layout(args.layout, args.board)
    elif args.board is not None:
        raise InvalidOption("expected --board beside --layout, got no --layout")
    if args.level is not None:
        options["level"] = args.level
    return options


DEAL: Final = DealArguments(add_layout, layout_options)


def add_solitaire_deal(parser: CommandParser) -> None:
    """Add the arguments for a deal of Solitaire."""
    add_seed(parser)
    add_layout(parser)


def chosen_solitaire(args: argparse.Namespace) -> Solitaire:
    """The game of Solitaire that the arguments name, with its options."""
    options = {name: option_value(text) for name, text in named_options(args).items()}
    game = make_game(Solitaire.name, options | layout_options(args))
    assert isinstance(game, Solitaire)
    return game
