"""Caravan in the lab: a game with winners, without an environment for learners."""

from typing import Final

from teahouse.lab.envs.game_envs import GameEnvs

CARAVAN: Final = GameEnvs(is_duel=True)
