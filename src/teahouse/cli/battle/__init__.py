"""Commands of Battle, and what other commands do for Battle alone. `BATTLE` says where everything is."""

from typing import Final

from teahouse.cli.game_commands import GameCommands

BATTLE: Final = GameCommands(
    solve="teahouse.cli.battle.solve:solve_battle", analyse="teahouse.cli.battle.analyse:analyse_battle"
)
