"""The spaces of a game for Gymnasium."""

from typing import Any

import numpy as np

from teahouse.lab.envs.codec import MASK, Codec
from teahouse.lab.extras import extra

with extra("lab"):
    from gymnasium import spaces


def action_space(codec: Codec) -> "spaces.Discrete":
    """A number for each action."""
    return spaces.Discrete(codec.actions)


def observation_space(codec: Codec) -> "spaces.Dict":
    """The arrays of an observation, and the mask of actions."""
    boxes: dict[str, spaces.Space[Any]] = {
        name: spaces.Box(field.low, field.high, field.shape, np.dtype(field.dtype).type)
        for name, field in codec.fields.items()
    }
    boxes[MASK] = spaces.Box(0, 1, (codec.actions,), np.int8)
    return spaces.Dict(boxes)
