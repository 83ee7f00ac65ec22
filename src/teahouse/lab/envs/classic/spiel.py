"""Classic for OpenSpiel."""

from typing import Final

from teahouse.games.classic import ClassicRules
from teahouse.lab.envs.classic.codec import ClassicCodec
from teahouse.lab.envs.spiel import Params, SpielKind

LONGEST_CLASSIC: Final = 600
CLASSIC_LIMITS: Final = 100
"""No seat wins or loses more than this many limits in a deal."""


def _classic(params: Params) -> ClassicCodec:
    return ClassicCodec(ClassicRules(ruleset=params["ruleset"]))


def _classic_length(codec: ClassicCodec) -> int:
    return LONGEST_CLASSIC


def _classic_bounds(codec: ClassicCodec) -> tuple[float, float]:
    ruleset = codec.game.ruleset
    most = CLASSIC_LIMITS * float(ruleset.limit or ruleset.special_hand_value)
    return -most, most


KIND: Final = SpielKind(
    title="Classic mahjong, one deal for four",
    codec=_classic,
    options={"ruleset": "british"},
    players=4,
    deals=1000,
    is_perfect=False,
    is_zero_sum=True,
    bounds=_classic_bounds,
    length=_classic_length,
)
