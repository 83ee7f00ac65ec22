"""The network of `master`, which rates every move of a view; `training` trained it in deals that the kernel played."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from teahouse.core.tiles import BONUS_TILES, Wind
from teahouse.games.classic import (
    ClaimChow,
    ClaimKong,
    ClaimPong,
    ClassicView,
    DeclareKong,
    Discard,
    Move,
    Pass,
)
from teahouse.games.classic.melds import chows
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.kernels.arrays import new_record, new_rows
from teahouse.kernels.classic.deals import deal_state, features, learned, reading
from teahouse.kernels.classic.deals.choice import LAST_CHOW, PASSING, TileOffer
from teahouse.kernels.classic.distance.hand import DistanceWorkspace
from teahouse.players.classic.hand_tables import deal_tables
from teahouse.players.classic.learned.supported_rules import write_rules_of_play
from teahouse.players.classic.numbers import meld_number, sheets_of
from teahouse.players.classic.patterns import no_patterns
from teahouse.players.compiling import compiled

WEIGHTS: Final = Path(__file__).with_name("master.npy")
WINDS: Final = tuple(Wind)


def rate_moves(view: ClassicView, moves: Sequence[Move], ruleset: Ruleset) -> list[float]:
    """How the network rates these moves; Mahjong is not among them."""
    ratings = rate_view(view, ruleset).workings.ratings
    return [float(ratings[rated(move, view)]) for move in moves]


def rate_view(view: ClassicView, ruleset: Ruleset) -> learned.Learner:
    """The trained player after it rated every move of a view: what it saw, and its ratings."""
    assert view.seat is not None
    state, learner = deal_of(view, ruleset), shipped_learner()
    finder = features.FeatureFinder(
        _lookup(ruleset.max_chows), sheets_of(ruleset), new_record(DistanceWorkspace), learner.seen
    )
    if view.offer is None:
        compiled(learned.rate_turn)(state, finder, learner, view.seat)
    else:
        offer = TileOffer(view.offer.seat, view.offer.tile.code, robbing=False)
        compiled(learned.rate_offer)(state, finder, learner, view.seat, offer)
    return learner


@lru_cache(maxsize=8)
def _lookup(max_chows: int) -> reading.HandLookup:
    return reading.HandLookup(
        *deal_tables(max_chows), np.zeros(1, np.int64), new_record(reading.SuitWeights), no_patterns()
    )


def rated(move: Move, view: ClassicView) -> int:
    """The number of a move in the output of the network."""
    match move:
        case Discard():
            return move.tile.code
        case DeclareKong():
            return learned.KONGS + move.tile.code
        case ClaimKong():
            return learned.ANSWERS
        case ClaimPong():
            return learned.ANSWERS + 1
        case ClaimChow():
            assert view.offer is not None
            return learned.ANSWERS + move.first.code - view.offer.tile.code + LAST_CHOW - 1
        case Pass():
            return learned.ANSWERS + PASSING - 1
        case _:
            raise AssertionError(f"no rating of {move}")


def deal_of(view: ClassicView, ruleset: Ruleset) -> deal_state.DealState:
    """A view as the kernel's state of a deal; what the seat cannot see stays empty."""
    state, opening = new_record(deal_state.DealState), view.opening
    deal_state.fill_weights(state)
    state.dealer, state.east, state.prevailing = opening.dealer, opening.east, WINDS.index(opening.prevailing)
    write_rules_of_play(state, ruleset)
    state.turn, state.wall_end, state.box_end = view.turn, view.wall, view.box
    state.drawn = deal_state.NOTHING if view.drawn is None else view.drawn.code
    assert view.seat is not None
    for tile in view.hand:
        deal_state.add_tile(state, view.seat, tile.code, 1)
    _write_open(state, view)
    return state


def _write_open(state: deal_state.DealState, view: ClassicView) -> None:
    """Write everything that is face up: melds, bonus tiles and discards."""
    for seat, melds in enumerate(view.melds):
        state.meld_count[seat], state.chows[seat], state.ready[seat] = len(melds), chows(melds), view.ready[seat]
        state.bonus[seat] = sum(1 << BONUS_TILES.index(tile) for tile in view.bonus[seat])
        for place, meld in enumerate(melds):
            state.melds[seat, place] = meld_number(meld)
            for tile in meld.tiles:
                state.seen[tile.code] += 1
    for place, laid in enumerate(view.discards):
        state.seen[laid.tile.code] += 1
        state.laid_by[laid.seat, laid.tile.code] += 1
        state.order[place] = laid.tile.code + deal_state.BY * laid.seat
    state.laid = len(view.discards)


def new_learner(samples: int = 0) -> learned.Learner:
    """An untrained player, with room for samples."""
    return _learner_with(new_record(learned.Network), samples)


def shipped_learner() -> learned.Learner:
    """The trained player that is part of the package, with memory of its own; the network is shared."""
    return _learner_with(_shipped_network(), 0)


def _learner_with(network: learned.Network, samples: int) -> learned.Learner:
    seen, workings = new_record(features.Seen), new_record(learned.NetworkWorkspace)
    return learned.Learner(seen, network, workings, new_rows(learned.Sample, samples))


@lru_cache(maxsize=1)
def _shipped_network() -> learned.Network:
    network = new_record(learned.Network)
    fill_network(network, np.load(WEIGHTS).astype(np.float32))
    return network


def fill_network(network: learned.Network, numbers: Any) -> None:
    """Fill a network from one long row of numbers, field after field."""
    rows: Any = network
    assert len(numbers) * numbers.itemsize == rows.nbytes, "the weights are of another network"
    at = 0
    for name in rows.dtype.names:
        size = rows[name].size
        rows[name][...] = numbers[at : at + size].reshape(rows[name].shape)
        at += size
