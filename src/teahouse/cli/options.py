"""What the commands' parsers share: one-line errors, and the ways to name a game, a seed and options."""

import argparse
import json
import secrets
from collections.abc import Iterable
from typing import Any, Final, NoReturn

import msgspec

from teahouse.cli.files import chosen_board, is_file, read_layouts, warn
from teahouse.cli.rulesets import RULESET_SUFFIX, read_ruleset
from teahouse.core.errors import InvalidOption, shown
from teahouse.core.game import AnyGame
from teahouse.core.shuffle import parse_seed
from teahouse.games import GAMES, make_game
from teahouse.games.solitaire import LAYOUT_NAMES, layout_text
from teahouse.pictures.tiles import Faces

RANDOM_SEED_BYTES: Final = 6


class CommandParser(argparse.ArgumentParser):
    """A parser whose complaints are errors of the house and whose help keeps its examples as they are."""

    def __init__(self, command: str, description: str, examples: str) -> None:
        """Describe a command."""
        super().__init__(
            prog=f"teahouse {command}",
            description=description,
            epilog=f"examples:\n{examples}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Complain in one line."""
        raise InvalidOption(f"{self.prog.removeprefix('teahouse ')}: {message}")


def add_game(parser: CommandParser, *, optional: bool = False) -> None:
    """Let the first argument name a game."""
    if optional:
        default = next(iter(GAMES))
        parser.add_argument(
            "game", nargs="?", default=default, metavar="GAME", help=f"{', '.join(GAMES)} (usual: {default})"
        )
    else:
        parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))


def add_deal(parser: CommandParser) -> None:
    """Let arguments name a deal: the seed and the game's options."""
    parser.add_argument("--seed", metavar="WORD", help="the deal's name: the same word is the same deal everywhere")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, as `teahouse rules GAME` lists them; may be given several times",
    )

    parser.add_argument("--layout", metavar="LAYOUT", help="Solitaire: a layout by its name, its file or its text")
    parser.add_argument("--board", metavar="N", type=int, help="Solitaire: which board of a file with several")
    parser.add_argument("--level", metavar="LEVEL", help="Solitaire: how kindly it is dealt: gentle, classic or wild")


def add_faces(parser: CommandParser) -> None:
    """Let an argument name the faces of the tiles in a picture."""
    parser.add_argument(
        "--faces",
        metavar="FACES",
        default=Faces.TRADITIONAL,
        help=f"how the tiles of a picture look: {', '.join(Faces)} (usual: {Faces.TRADITIONAL})",
    )


def chosen_faces(args: argparse.Namespace) -> Faces:
    """The faces of the tiles that the arguments name."""
    if args.faces not in tuple(Faces):
        raise InvalidOption(f"expected --faces {', '.join(Faces)}, got {shown(args.faces)}")
    return Faces(args.faces)


def chosen_game(args: argparse.Namespace) -> AnyGame:
    """The game that the arguments name, with its options."""
    return make_game(args.game, chosen_options(args))


def chosen_options(args: argparse.Namespace) -> dict[str, Any]:
    """The options that the arguments name, as the rules take them."""
    options = dict(_parse_option(text) for text in _strings(args.option))
    if args.layout is not None:
        options["layout"] = chosen_layout(args.layout, args.board)
    elif args.board is not None:
        raise InvalidOption("expected --board beside --layout, got no --layout")
    if args.level is not None:
        options["level"] = args.level
    return options


def chosen_layout(text: str, board: int | None = None) -> str:
    """The layout that a name, the name of a file in any known form or a text means, as the rules take it."""
    if text in LAYOUT_NAMES or not is_file(text):
        if board is not None:
            raise InvalidOption(f"expected --board beside a file, got the layout {shown(text)}")
        return text
    layouts = read_layouts(text)
    if board is None and len(layouts) > 1:
        raise InvalidOption(f"expected --board from 1 to {len(layouts)} for a file with several boards, got none")
    layout = chosen_board(layouts, 1 if board is None else board)
    warn(layout)
    return layout_text(layout)


def chosen_seed(args: argparse.Namespace) -> str:
    """The seed as a word: the one given, or a fresh one."""
    seed: str | None = args.seed
    return secrets.token_hex(RANDOM_SEED_BYTES) if seed is None else seed


def seed_bytes(seed: str) -> bytes:
    """The seed as the rules take it."""
    return parse_seed(seed)


def _strings(values: Iterable[Any]) -> Iterable[str]:
    return (str(value) for value in values)


def _parse_option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise InvalidOption(f"expected an option as NAME=VALUE, got {shown(text)}")
    if name == "ruleset" and value.endswith(RULESET_SUFFIX):
        return name, msgspec.to_builtins(read_ruleset(value))
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value
