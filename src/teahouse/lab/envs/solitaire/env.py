"""Solitaire as a contest of several learners, and as practice for one."""

from typing import Any, Final

from teahouse.core.errors import InvalidOption
from teahouse.games.solitaire import SolitaireRules
from teahouse.lab.envs.aec import GameEnv
from teahouse.lab.envs.single import SingleEnv
from teahouse.lab.envs.solitaire.codec import SolitaireCodec
from teahouse.lab.envs.table import Reward

LEAST_PLAYERS: Final = 2


def solitaire_env(
    *, players: int = LEAST_PLAYERS, reward: Reward = "points", render_mode: str | None = None, **options: Any
) -> GameEnv:
    """A Solitaire contest, each agent on its own board with the same deal; options as in `SolitaireRules`."""
    codec = SolitaireCodec(SolitaireRules(players=players, **options))
    return GameEnv(codec, reward, render_mode=render_mode)


class SolitaireEnv(SingleEnv):
    """Solitaire for practice. Starting over is no action unless `start_overs` allows it."""

    def __init__(
        self, *, reward: Reward = "points", render_mode: str | None = None, start_overs: int = 0, **options: Any
    ) -> None:
        """Further options as in `SolitaireRules`."""
        rules = SolitaireRules(start_overs=start_overs, **options)
        if rules.players != 1:
            raise InvalidOption(f"expected practice of 1 player, got {rules.players}")
        super().__init__(SolitaireCodec(rules), reward, render_mode)
