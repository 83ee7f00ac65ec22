"""Solitaire for OpenSpiel."""

from typing import Final

from teahouse.games.solitaire import SolitaireRules
from teahouse.games.solitaire.board import HELP_PRICE
from teahouse.games.solitaire.game import most_moves
from teahouse.games.solitaire.sets import VALUES
from teahouse.lab.envs.solitaire.codec import SolitaireCodec
from teahouse.lab.envs.spiel import Params, SpielKind


def _solitaire(params: Params) -> SolitaireCodec:
    options = {name: params[name] for name in ("layout", "level", "uses")}
    return SolitaireCodec(SolitaireRules(start_overs=0, **options))


def _solitaire_length(codec: SolitaireCodec) -> int:
    return most_moves(codec.game.layout, codec.game.rules.uses)


def _solitaire_bounds(codec: SolitaireCodec) -> tuple[float, float]:
    pairs = codec.slots // 2
    return -3.0 * codec.game.rules.uses * HELP_PRICE * pairs, max(VALUES) * pairs * (pairs + 1) / 2


KIND: Final = SpielKind(
    title="Scored Solitaire",
    codec=_solitaire,
    options={"layout": "turtle", "level": "wild", "uses": 5},
    players=1,
    deals=1000,
    is_perfect=False,
    is_zero_sum=False,
    bounds=_solitaire_bounds,
    length=_solitaire_length,
)
