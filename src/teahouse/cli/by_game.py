"""What commands do for one game alone. `GAME_COMMANDS` has a `GameCommands` for each game that wants one."""

from collections.abc import Mapping
from typing import Final

from teahouse.cli.battle import BATTLE
from teahouse.cli.classic import CLASSIC
from teahouse.cli.game_commands import GameCommands
from teahouse.cli.solitaire import SOLITAIRE

GAME_COMMANDS: Final[Mapping[str, GameCommands]] = {"battle": BATTLE, "classic": CLASSIC, "solitaire": SOLITAIRE}
NO_COMMANDS: Final = GameCommands()


def commands_of(game: str) -> GameCommands:
    """What commands do for a game alone, which may be nothing."""
    return GAME_COMMANDS.get(game, NO_COMMANDS)
