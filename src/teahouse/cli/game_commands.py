"""The parts of commands that belong to one game, as the game's folder exports them."""

import argparse
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from teahouse.cli.shared.parser import CommandParser

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


class DealArguments(NamedTuple):
    """Arguments by which a game names its deals. chosen: the options that they specify."""

    add: Callable[[CommandParser], None]
    chosen: Callable[[argparse.Namespace], dict[str, Any]]


class OwnSurvey(NamedTuple):
    """How the deals of a game are surveyed without being played. arguments: the ones that only this survey takes."""

    run: str
    arguments: tuple[str, ...]


class GameCommands(NamedTuple):
    """The parts of commands for one game, written as `module:name`, so that nothing is imported before it is used.

    solve, survey: take the arguments of the command of that name. analyse: takes those of `analyse`, the game and the
    record. advise_deal: takes those of `advise`, the game, the record, its states and its moves, and judges every
    choice. deal: the `DealArguments`. option_files: by option, the function that reads a value that names a file, and
    gives None if the value names none. more_options: takes the options, and folds those that are not fields of the
    rules into one that is.
    """

    solve: str | None = None
    survey: OwnSurvey | None = None
    analyse: str | None = None
    advise_deal: str | None = None
    deal: str | None = None
    option_files: Mapping[str, str] = NOTHING
    more_options: str | None = None
