"""Battle for OpenSpiel."""

from typing import Final

from teahouse.lab.envs.battle.codec import BattleCodec
from teahouse.lab.envs.spiel import Params, SpielKind

MOST_PAIRS: Final = 54


def _battle(params: Params) -> BattleCodec:
    return BattleCodec()


def _battle_bounds(codec: BattleCodec) -> tuple[float, float]:
    return -1.0, 1.0


def _battle_length(codec: BattleCodec) -> int:
    return MOST_PAIRS


KIND: Final = SpielKind(
    title="Mahjong Battle",
    codec=_battle,
    options={},
    players=2,
    deals=1,
    is_perfect=True,
    is_zero_sum=True,
    bounds=_battle_bounds,
    length=_battle_length,
)
