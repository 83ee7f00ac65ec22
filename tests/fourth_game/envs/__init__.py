"""Caravan in the lab: it is won or lost, and has no environment for learners."""

from typing import Final

from teahouse.lab.envs.game_envs import GameEnvs

CARAVAN: Final = GameEnvs(is_duel=True)
