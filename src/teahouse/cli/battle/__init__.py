"""Commands of Battle, and Battle's parts of other commands. `BATTLE` names their functions."""

from typing import Final

from teahouse.cli.game_commands import GameCommands

BATTLE: Final = GameCommands(
    solve="teahouse.cli.battle.solve:solve_battle", analyse="teahouse.cli.battle.analyse:analyse_battle"
)
