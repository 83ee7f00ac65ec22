"""Battle for learners. `BATTLE` lists the modules."""

from typing import Final

from teahouse.lab.envs.game_envs import GameEnvs

BATTLE: Final = GameEnvs(
    pettingzoo="teahouse.lab.envs.battle.env:battle_env",
    gymnasium="teahouse.lab.envs.battle.env:BattleEnv",
    openspiel="teahouse.lab.envs.battle.spiel:KIND",
    survey="teahouse.lab.surveys.battle:SURVEY",
    uci_position="teahouse.lab.envs.battle.position:uci_position_text",
    is_duel=True,
)
