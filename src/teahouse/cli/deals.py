"""The ways in which arguments name a deal: the seed, the options, and what games add to them."""

import argparse
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from teahouse.cli.by_game import GAME_COMMANDS
from teahouse.cli.game_commands import DealArguments
from teahouse.cli.shared.options import add_seed, named_options, option_value
from teahouse.cli.shared.parser import CommandParser
from teahouse.core.game import AnyGame
from teahouse.core.loading import load
from teahouse.games import make_game

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


def add_deal(parser: CommandParser) -> None:
    """Add the arguments for a deal of any game."""
    add_seed(parser)
    for each in _deal_arguments():
        each.add(parser)


def chosen_game(args: argparse.Namespace) -> AnyGame:
    """The game from the arguments, with its options."""
    return make_game(args.game, chosen_options(args))


def chosen_options(args: argparse.Namespace) -> dict[str, Any]:
    """The options from the arguments, for the rules."""
    added: dict[str, Any] = {}
    for each in _deal_arguments():
        added |= each.chosen(args)
    return options_of(args.game, args, added)


def options_of(game: str, args: argparse.Namespace, added: Mapping[str, Any] = NOTHING) -> dict[str, Any]:
    """The options that `--option` names, for the rules of a game, and the options that other arguments added."""
    options = {name: _value(name, text) for name, text in named_options(args).items()} | dict(added)
    fold = GAME_COMMANDS[game].more_options if game in GAME_COMMANDS else None
    return options if fold is None else load(fold)(options)


def _deal_arguments() -> Iterator[DealArguments]:
    return (load(commands.deal) for commands in GAME_COMMANDS.values() if commands.deal is not None)


def _value(name: str, text: str) -> Any:
    for commands in GAME_COMMANDS.values():
        if name in commands.option_files:
            read = load(commands.option_files[name])(text)
            if read is not None:
                return read
    return option_value(text)
