"""Solitaire for learners. `SOLITAIRE` lists the modules."""

from typing import Final

from teahouse.lab.envs.game_envs import GameEnvs

SOLITAIRE: Final = GameEnvs(
    pettingzoo="teahouse.lab.envs.solitaire.env:solitaire_env",
    gymnasium="teahouse.lab.envs.solitaire.env:SolitaireEnv",
    openspiel="teahouse.lab.envs.solitaire.spiel:KIND",
    has_own_boards=True,
)
