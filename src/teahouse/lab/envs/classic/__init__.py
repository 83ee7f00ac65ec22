"""Classic for learners. `CLASSIC` lists the modules."""

from typing import Final

from teahouse.lab.envs.game_envs import GameEnvs

CLASSIC: Final = GameEnvs(
    pettingzoo="teahouse.lab.envs.classic.env:classic_env",
    openspiel="teahouse.lab.envs.classic.spiel:KIND",
    survey="teahouse.lab.surveys.classic:SURVEY",
)
