"""The ways in which arguments name a game, a seed, options and the faces of tiles."""

import argparse
import json
import secrets
from typing import Any, Final

from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidOption, shown
from teahouse.core.shuffle import parse_seed
from teahouse.games import GAMES
from teahouse.pictures.tiles import Faces

RANDOM_SEED_BYTES: Final = 6


def add_game(parser: CommandParser, *, optional: bool = False) -> None:
    """Add the argument for the game."""
    if optional:
        default = next(iter(GAMES))
        parser.add_argument(
            "game", nargs="?", default=default, metavar="GAME", help=f"{', '.join(GAMES)} (default: {default})"
        )
    else:
        parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))


def add_seed(parser: CommandParser) -> None:
    """Add the arguments for a seed and for options of the game."""
    parser.add_argument("--seed", metavar="WORD", help="the deal's name: the same word gives the same deal everywhere")
    add_options(parser)


def add_options(parser: CommandParser) -> None:
    """Add the argument for options of the game."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, as `teahouse rules GAME` lists them; may be given several times",
    )


def add_faces(parser: CommandParser) -> None:
    """Add the argument for the tile faces in a picture."""
    parser.add_argument(
        "--faces",
        metavar="FACES",
        default=Faces.TRADITIONAL,
        help=f"the faces of the tiles in a picture: {', '.join(Faces)} (default: {Faces.TRADITIONAL})",
    )


def chosen_faces(args: argparse.Namespace) -> Faces:
    """The tile faces from the arguments."""
    if args.faces not in tuple(Faces):
        raise InvalidOption(f"expected --faces {', '.join(Faces)}, got {shown(args.faces)}")
    return Faces(args.faces)


def chosen_seed(args: argparse.Namespace) -> str:
    """The seed as a word: the one given, or a fresh one."""
    seed: str | None = args.seed
    return secrets.token_hex(RANDOM_SEED_BYTES) if seed is None else seed


def seed_bytes(seed: str) -> bytes:
    """The seed for the rules."""
    return parse_seed(seed)


def named_options(args: argparse.Namespace) -> dict[str, str]:
    """The values of the options that `--option` names, as they were typed."""
    texts: list[str] = args.option
    return dict(_named(text) for text in texts)


def _named(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise InvalidOption(f"expected an option as NAME=VALUE, got {shown(text)}")
    return name, value


def option_value(text: str) -> Any:
    """The value of a typed text: JSON, or the text itself.

    >>> option_value("3"), option_value("bmja")
    (3, 'bmja')
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
