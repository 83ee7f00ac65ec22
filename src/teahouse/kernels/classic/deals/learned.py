"""A learned player in a simulated deal: a network rates every move of a view."""

from typing import Annotated, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from teahouse.kernels.arrays import Ints, Rows, SmallInts
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.deals.choice import (
    DECLARE_KONG,
    KONG_OPTION,
    PASSING,
    TileOffer,
    answer_of,
    can_declare,
    may_answer,
)
from teahouse.kernels.classic.deals.deal_state import NOTHING, SEATS, DealState, WallSupply, draw_below, has_replacement
from teahouse.kernels.classic.deals.features import (
    FEATURES,
    MOST_FEATURES,
    TRAITS,
    FeatureFinder,
    Seen,
    see_offer,
    see_turn,
)
from teahouse.kernels.kernel import kernel
from teahouse.kernels.record import KernelRecord

Floats = NDArray[np.float32]
FloatRows = np.ndarray[tuple[int, int], np.dtype[np.float32]]

FIRST_LAYER: Final = 256
SECOND_LAYER: Final = 128
COMING: Final = 16

KONGS: Final = codes.KINDS
ANSWERS: Final = 2 * codes.KINDS
MOVES: Final = ANSWERS + PASSING
"""The moves that are rated: a discard of each kind, a kong of each kind, and the answers from `KONG_OPTION` on."""
FINE: Final = 1 << 22


class Network(KernelRecord):
    """A network: features to a hidden layer, to another, to a rating of every move.

    trait_weights, trait_bias: what the second hidden layer makes each trait of a discard worth.
    """

    first: Annotated[Floats, (FEATURES, FIRST_LAYER)]
    first_bias: Annotated[Floats, FIRST_LAYER]
    second: Annotated[Floats, (FIRST_LAYER, SECOND_LAYER)]
    second_bias: Annotated[Floats, SECOND_LAYER]
    last: Annotated[Floats, (SECOND_LAYER, MOVES)]
    last_bias: Annotated[Floats, MOVES]
    trait_weights: Annotated[Floats, (SECOND_LAYER, TRAITS)]
    trait_bias: Annotated[Floats, TRAITS]


class NetworkWorkspace(KernelRecord):
    """A network's layers while it computes, the legal moves, and the move that was chosen.

    explores: 1 to choose at random, 0 for the best. watches: 1 to sample the choices of others too. deal: the number of
    deals begun; kept: the number of samples.
    """

    first: Annotated[Floats, FIRST_LAYER]
    second: Annotated[Floats, SECOND_LAYER]
    traits: Annotated[Floats, TRAITS]
    ratings: Annotated[Floats, MOVES]
    legal: Annotated[Ints, MOVES]
    chosen: int
    explores: int
    watches: int
    deal: int
    kept: int


class Sample(KernelRecord):
    """A choice to learn from: what was seen, what was chosen, and hidden tiles for training only.

    hands: of all seats, the chooser's first; empty where nobody sits. coming: the next tiles of the wall.
    """

    deal: int
    seat: int
    chosen: int
    count: int
    features: Annotated[NDArray[np.int16], MOST_FEATURES]
    traits: Annotated[Ints, codes.KINDS]
    legal: Annotated[SmallInts, MOVES]
    hands: Annotated[SmallInts, (SEATS, codes.KINDS)]
    coming: Annotated[SmallInts, COMING]


class Learner(NamedTuple):
    """A learned player: room for what it sees, its network and layers, and room for samples, if any."""

    seen: Seen
    network: Network
    workings: NetworkWorkspace
    samples: Rows[Sample]


@kernel
def add_row(sums: Floats, rows: FloatRows, row: int, weight: np.float32) -> None:
    """Add a row of a table, times a weight, to sums."""
    for place in range(len(sums)):
        sums[place] += weight * rows[row, place]


@kernel
def start_from(sums: Floats, bias: Floats) -> None:
    """Set sums to a bias."""
    for place in range(len(sums)):
        sums[place] = bias[place]


@kernel
def rate(network: Network, workings: NetworkWorkspace, seen: Seen) -> None:
    """Rate every move of what a seat sees, legal or not."""
    one = np.float32(1.0)
    start_from(workings.first, network.first_bias)
    for number in range(seen.count):
        add_row(workings.first, network.first, seen.active[number], one)
    start_from(workings.second, network.second_bias)
    for place in range(len(workings.first)):
        if workings.first[place] > 0:
            add_row(workings.second, network.second, place, workings.first[place])
    start_from(workings.ratings, network.last_bias)
    start_from(workings.traits, network.trait_bias)
    for place in range(len(workings.second)):
        if workings.second[place] > 0:
            add_row(workings.ratings, network.last, place, workings.second[place])
            add_row(workings.traits, network.trait_weights, place, workings.second[place])
    for kind in range(codes.KINDS):
        mask = seen.traits[kind]
        for trait in range(TRAITS):
            if (mask >> trait) & 1:
                workings.ratings[kind] += workings.traits[trait]


@kernel
def pick(state: DealState, workings: NetworkWorkspace) -> int:
    """The best legal move, or a random one when exploring."""
    ratings, best = workings.ratings, NOTHING
    for move in range(MOVES):
        if workings.legal[move] and (best < 0 or ratings[move] > ratings[best]):
            best = move
    workings.chosen = best
    if workings.explores == 0:
        return best
    total = 0.0
    for move in range(MOVES):
        if workings.legal[move]:
            total += np.exp(ratings[move] - ratings[best])
    left = total * draw_below(state, FINE) / FINE
    for move in range(MOVES):
        if workings.legal[move]:
            workings.chosen = move
            left -= np.exp(ratings[move] - ratings[best])
            if left < 0:
                break
    return int(workings.chosen)


@kernel
def find_legal_moves(state: DealState, workings: NetworkWorkspace, seat: int) -> int:
    """Mark the discards and kongs that the seat to move may choose; how many there are."""
    kongs, options = has_replacement(state), 0
    for move in range(MOVES):
        workings.legal[move] = 0
    for kind in range(codes.KINDS):
        if state.hands[seat, kind] > 0:
            workings.legal[kind] = 1
            options += 1
            if kongs and can_declare(state, seat, kind):
                workings.legal[KONGS + kind] = 1
                options += 1
    return options


@kernel
def find_legal_answers(state: DealState, workings: NetworkWorkspace, seat: int, offer: TileOffer) -> int:
    """Mark the answers that a seat may give, Mahjong aside; how many there are."""
    options = 0
    for move in range(MOVES):
        workings.legal[move] = 0
    for option in range(KONG_OPTION, PASSING + 1):
        if may_answer(state, seat, offer, False, option):
            workings.legal[ANSWERS + option - KONG_OPTION] = 1
            options += 1
    return options


@kernel
def rate_turn(state: DealState, finder: FeatureFinder, learner: Learner, seat: int) -> None:
    """Rate the moves of the seat to move."""
    see_turn(state, finder, seat)
    rate(learner.network, learner.workings, finder.seen)


@kernel
def rate_offer(state: DealState, finder: FeatureFinder, learner: Learner, seat: int, offer: TileOffer) -> None:
    """Rate the answers of a seat to a discard."""
    see_offer(state, finder, seat, offer)
    rate(learner.network, learner.workings, finder.seen)


@kernel
def learned_move(state: DealState, finder: FeatureFinder, learner: Learner) -> int:
    """The move of the seat to move, Mahjong aside."""
    find_legal_moves(state, learner.workings, state.turn)
    rate_turn(state, finder, learner, state.turn)
    return move_of(pick(state, learner.workings))


@kernel
def learned_answer(state: DealState, finder: FeatureFinder, learner: Learner, seat: int, offer: TileOffer) -> int:
    """The answer of a seat to a discard, Mahjong aside; no choice is stored if only passing is legal."""
    learner.workings.chosen = NOTHING
    if find_legal_answers(state, learner.workings, seat, offer) == 1:
        return answer_of(PASSING, offer.tile)
    rate_offer(state, finder, learner, seat, offer)
    return answer_of(pick(state, learner.workings) - ANSWERS + KONG_OPTION, offer.tile)


@kernel
def move_of(rated: int) -> int:
    """The move in a turn that has this number among the rated ones."""
    return rated if rated < KONGS else DECLARE_KONG + rated - KONGS


@kernel
def rated_move(move: int) -> int:
    """The number of a move in a turn among the rated ones."""
    return move if move < DECLARE_KONG else KONGS + move - DECLARE_KONG


@kernel
def rated_answer(answer: int, tile: int) -> int:
    """The number of an answer among the rated ones."""
    for option in range(KONG_OPTION, PASSING + 1):
        if answer_of(option, tile) == answer:
            return ANSWERS + option - KONG_OPTION
    return NOTHING


@kernel
def keep(state: DealState, supply: WallSupply, learner: Learner, seat: int) -> None:
    """Store the last choice as a sample, while there is room."""
    seen, workings = learner.seen, learner.workings
    if workings.chosen < 0 or workings.kept >= len(learner.samples):
        return
    sample = learner.samples[workings.kept]
    workings.kept += 1
    sample.deal, sample.seat, sample.count = workings.deal, seat, seen.count
    sample.chosen = workings.chosen
    for number in range(seen.count):
        sample.features[number] = seen.active[number]
    for kind in range(codes.KINDS):
        sample.traits[kind] = seen.traits[kind]
        for number in range(SEATS):
            sample.hands[number, kind] = 0
        for number in range(state.players):
            sample.hands[number, kind] = state.hands[(seat + number) % state.players, kind]
    for move in range(MOVES):
        sample.legal[move] = workings.legal[move]
    for number in range(COMING):
        place = state.wall_at + number
        sample.coming[number] = supply.wall[place] if place < state.wall_end else NOTHING


@kernel
def watch_move(state: DealState, finder: FeatureFinder, learner: Learner, move: int) -> None:
    """Find the features of another player who chose this move, to store them as a sample."""
    learner.workings.chosen = NOTHING
    if find_legal_moves(state, learner.workings, state.turn) > 1:
        see_turn(state, finder, state.turn)
        learner.workings.chosen = rated_move(move)


@kernel
def watch_answer(
    state: DealState, finder: FeatureFinder, learner: Learner, seat: int, offer: TileOffer, answer: int
) -> None:
    """Find the features of another player who gave this answer, to store them as a sample."""
    learner.workings.chosen = NOTHING
    if find_legal_answers(state, learner.workings, seat, offer) > 1:
        see_offer(state, finder, seat, offer)
        learner.workings.chosen = rated_answer(answer, offer.tile)
