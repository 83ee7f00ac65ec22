"""Learning environments for PettingZoo, Gymnasium and OpenSpiel. `ENVS` has a `GameEnvs` for each game.

Nothing here imports a library of the extra `lab` before it is used.
"""

from collections.abc import Mapping
from typing import Final

from teahouse.lab.envs.battle import BATTLE
from teahouse.lab.envs.classic import CLASSIC
from teahouse.lab.envs.game_envs import GameEnvs
from teahouse.lab.envs.solitaire import SOLITAIRE
from teahouse.lab.extras import extra

ENVS: Final[Mapping[str, GameEnvs]] = {"battle": BATTLE, "classic": CLASSIC, "solitaire": SOLITAIRE}
NO_ENVS: Final = GameEnvs()

__all__ = ["ENVS", "GameEnvs", "envs_of", "register"]


def envs_of(game: str) -> GameEnvs:
    """What the lab has for a game; this may be empty."""
    return ENVS.get(game, NO_ENVS)


def gymnasium_places() -> dict[str, str]:
    """The Gymnasium ids of the environments for one learner, and where they are."""
    found = {f"teahouse/{name.capitalize()}-v0": envs.gymnasium for name, envs in ENVS.items()}
    return {name: place for name, place in found.items() if place is not None}


def pettingzoo_places() -> dict[str, str]:
    """The PettingZoo ids of the environments for several learners, and where they are."""
    found = {f"teahouse/{name}-v0": envs.pettingzoo for name, envs in ENVS.items()}
    return {name: place for name, place in found.items() if place is not None}


def register() -> None:
    """Register every environment that is not registered yet."""
    with extra("lab"):
        import gymnasium
        import pettingzoo  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs]  # it has none
    for name, place in gymnasium_places().items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=place)  # pyright: ignore[reportUnknownMemberType]  # a dict of its own
    for name, place in pettingzoo_places().items():
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, place)
