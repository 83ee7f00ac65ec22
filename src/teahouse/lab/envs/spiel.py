"""What OpenSpiel needs to know about a game."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from teahouse.lab.envs.codec import Codec

Params = Mapping[str, Any]


class SpielKind(NamedTuple):
    """What OpenSpiel needs to know about a game beyond its moves.

    codec: the game from OpenSpiel's parameters. options: the parameters with their usual values beyond seed and deals.
    bounds: the least and the most a player can get. length: the most actions of a deal.
    """

    title: str
    codec: Callable[[Params], Codec]
    options: Params
    players: int
    deals: int
    is_perfect: bool
    is_zero_sum: bool
    bounds: Callable[[Any], tuple[float, float]]
    length: Callable[[Any], int]
