"""The weights of the evaluation: a small file that `benchmarks/battle/tune.py` writes."""

from importlib import resources
from typing import Final

import msgspec

WEIGHTS_FILE: Final = "weights.json"


class Weights(msgspec.Struct, frozen=True):
    """The file of the evaluation: its weights in 64ths of a point, and what they were learned from."""

    weights: tuple[int, ...]
    positions: int
    tiles: tuple[int, ...]
    seed: int


def evaluation_weights() -> tuple[int, ...]:
    """The weights of the evaluation, as `benchmarks/battle/tune.py` found them."""
    text = resources.files("teahouse.players.battle").joinpath(WEIGHTS_FILE).read_bytes()
    return msgspec.json.decode(text, type=Weights).weights
