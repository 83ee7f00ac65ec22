"""The names under which Gymnasium and PettingZoo find the environments."""

from typing import Final

from teahouse.lab.extras import extra

GYMNASIUM: Final = {
    "teahouse/Battle-v0": "teahouse.lab.envs.single:BattleEnv",
    "teahouse/Solitaire-v0": "teahouse.lab.envs.single:SolitaireEnv",
}
PETTINGZOO: Final = {
    "teahouse/battle-v0": "teahouse.lab.envs.aec:battle_env",
    "teahouse/classic-v0": "teahouse.lab.envs.aec:classic_env",
    "teahouse/solitaire-v0": "teahouse.lab.envs.aec:solitaire_env",
}


def register() -> None:
    """Make every environment known by its name, unless it is known already."""
    with extra("lab"):
        import gymnasium
        import pettingzoo  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs]  # it has none
    for name, place in GYMNASIUM.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=place)  # pyright: ignore[reportUnknownMemberType]  # a dict of its own
    for name, place in PETTINGZOO.items():
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, place)
