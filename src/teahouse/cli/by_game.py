"""The parts of commands that belong to one game. `GAME_COMMANDS` has a `GameCommands` for each game that has some."""

from collections.abc import Mapping
from typing import Final

from teahouse.cli.battle import BATTLE
from teahouse.cli.classic import CLASSIC
from teahouse.cli.game_commands import GameCommands
from teahouse.cli.solitaire import SOLITAIRE

GAME_COMMANDS: Final[Mapping[str, GameCommands]] = {"battle": BATTLE, "classic": CLASSIC, "solitaire": SOLITAIRE}
NO_COMMANDS: Final = GameCommands()


def commands_of(game: str) -> GameCommands:
    """The parts of commands that belong to this game; it may have none."""
    return GAME_COMMANDS.get(game, NO_COMMANDS)
