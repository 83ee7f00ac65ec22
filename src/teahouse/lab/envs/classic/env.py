"""Classic for several learners."""

from typing import Any

from teahouse.games.classic import ClassicRules
from teahouse.lab.envs.aec import GameEnv
from teahouse.lab.envs.classic.codec import ClassicCodec
from teahouse.lab.envs.table import Reward


def classic_env(
    *, reward: Reward = "points", render_mode: str | None = None, ask_forced: bool = False, **options: Any
) -> GameEnv:
    """Classic mahjong for two to four agents, one deal; options as in `ClassicRules`."""
    codec = ClassicCodec(ClassicRules(**options))
    return GameEnv(codec, reward, render_mode=render_mode, ask_forced=ask_forced)
