"""A learned player in a simulated deal: a network rates every move of a view."""

from typing import Annotated, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from teahouse.kernels.arrays import Ints, Record, Rows, SmallInts
from teahouse.kernels.classic import numbers as no
from teahouse.kernels.classic.deals import table as at
from teahouse.kernels.classic.deals.choice import DECLARE_KONG, PASSING, answer_of, can_declare, may_answer
from teahouse.kernels.classic.deals.features import FEATURES, MOST_FEATURES, TRAITS, Eyes, Seen, see_offer, see_turn
from teahouse.kernels.classic.deals.table import DealState, Supply, chance, has_replacement
from teahouse.kernels.kernel import kernel

Floats = NDArray[np.float32]
FloatRows = np.ndarray[tuple[int, int], np.dtype[np.float32]]

WIDE: Final = 256
NARROW: Final = 128
COMING: Final = 16

KONGS: Final = no.KINDS
ANSWERS: Final = 2 * no.KINDS
MOVES: Final = ANSWERS + PASSING
"""The moves that are rated: a discard of each kind, a kong of each kind, and the answers by their numbers from 1."""
FINE: Final = 1 << 22


class Network(Record):
    """A network: features to a hidden layer, to another, to a rating of every move.

    gaze, stare: from the second hidden layer to the weight of each trait of a discard, and its constant part.
    """

    first: Annotated[Floats, (FEATURES, WIDE)]
    first_bias: Annotated[Floats, WIDE]
    second: Annotated[Floats, (WIDE, NARROW)]
    second_bias: Annotated[Floats, NARROW]
    last: Annotated[Floats, (NARROW, MOVES)]
    last_bias: Annotated[Floats, MOVES]
    gaze: Annotated[Floats, (NARROW, TRAITS)]
    stare: Annotated[Floats, TRAITS]


class Thoughts(Record):
    """A network's layers while it computes, the legal moves, and the choice: the move and its chance.

    explores: 1 to choose by chance, 0 for the best. watches: 1 to keep the choices of others too. deal: how many deals
    were begun; kept: how many samples.
    """

    first: Annotated[Floats, WIDE]
    second: Annotated[Floats, NARROW]
    traits: Annotated[Floats, TRAITS]
    ratings: Annotated[Floats, MOVES]
    legal: Annotated[Ints, MOVES]
    chosen: int
    chance: float
    explores: int
    watches: int
    deal: int
    kept: int


class Sample(Record):
    """A choice to learn from: what was seen, what was chosen and how likely, and what only a teacher may know.

    hands: of all seats, the chooser's first. coming: the next tiles of the wall.
    """

    deal: int
    seat: int
    chosen: int
    chance: float
    count: int
    features: Annotated[NDArray[np.int16], MOST_FEATURES]
    traits: Annotated[Ints, no.KINDS]
    legal: Annotated[SmallInts, MOVES]
    hands: Annotated[SmallInts, (at.SEATS, no.KINDS)]
    coming: Annotated[SmallInts, COMING]


class Learner(NamedTuple):
    """A learned player: room for what it sees, its network and thoughts, and for the samples to keep, if any."""

    seen: Seen
    network: Network
    thoughts: Thoughts
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
def rate(network: Network, thoughts: Thoughts, seen: Seen) -> None:
    """Rate every move of what a seat sees, legal or not."""
    one = np.float32(1.0)
    start_from(thoughts.first, network.first_bias)
    for number in range(seen.count):
        add_row(thoughts.first, network.first, seen.active[number], one)
    start_from(thoughts.second, network.second_bias)
    for place in range(len(thoughts.first)):
        if thoughts.first[place] > 0:
            add_row(thoughts.second, network.second, place, thoughts.first[place])
    start_from(thoughts.ratings, network.last_bias)
    start_from(thoughts.traits, network.stare)
    for place in range(len(thoughts.second)):
        if thoughts.second[place] > 0:
            add_row(thoughts.ratings, network.last, place, thoughts.second[place])
            add_row(thoughts.traits, network.gaze, place, thoughts.second[place])
    for kind in range(no.KINDS):
        mask = seen.traits[kind]
        for trait in range(TRAITS):
            if (mask >> trait) & 1:
                thoughts.ratings[kind] += thoughts.traits[trait]


@kernel
def pick(state: DealState, thoughts: Thoughts) -> int:
    """The best legal move, or one by chance when exploring; its chance is kept."""
    ratings, best = thoughts.ratings, at.NOTHING
    for move in range(MOVES):
        if thoughts.legal[move] and (best < 0 or ratings[move] > ratings[best]):
            best = move
    thoughts.chosen, thoughts.chance = best, 1.0
    if thoughts.explores == 0:
        return best
    total = 0.0
    for move in range(MOVES):
        if thoughts.legal[move]:
            total += np.exp(ratings[move] - ratings[best])
    left = total * chance(state, FINE) / FINE
    for move in range(MOVES):
        if thoughts.legal[move]:
            share = np.exp(ratings[move] - ratings[best])
            thoughts.chosen, thoughts.chance = move, share / total
            left -= share
            if left < 0:
                break
    return int(thoughts.chosen)


@kernel
def find_legal_moves(state: DealState, thoughts: Thoughts, seat: int) -> int:
    """Mark the discards and kongs that the seat to move may choose; how many there are."""
    kongs, options = has_replacement(state), 0
    for move in range(MOVES):
        thoughts.legal[move] = 0
    for kind in range(no.KINDS):
        if state.hands[seat, kind] > 0:
            thoughts.legal[kind] = 1
            options += 1
            if kongs and can_declare(state, seat, kind):
                thoughts.legal[KONGS + kind] = 1
                options += 1
    return options


@kernel
def find_legal_answers(state: DealState, thoughts: Thoughts, seat: int, giver: int, tile: int) -> int:
    """Mark the answers that a seat may give, Mahjong aside; how many there are."""
    options = 0
    for move in range(MOVES):
        thoughts.legal[move] = 0
    for option in range(1, PASSING + 1):
        if may_answer(state, seat, giver, tile, False, False, option):
            thoughts.legal[ANSWERS + option - 1] = 1
            options += 1
    return options


@kernel
def rate_turn(state: DealState, eyes: Eyes, learner: Learner, seat: int) -> None:
    """Rate the moves of the seat to move."""
    see_turn(state, eyes, seat)
    rate(learner.network, learner.thoughts, eyes.seen)


@kernel
def rate_offer(state: DealState, eyes: Eyes, learner: Learner, seat: int, giver: int, tile: int) -> None:
    """Rate the answers of a seat to a discard."""
    see_offer(state, eyes, seat, giver, tile)
    rate(learner.network, learner.thoughts, eyes.seen)


@kernel
def learned_move(state: DealState, eyes: Eyes, learner: Learner) -> int:
    """The move of the seat to move, Mahjong aside."""
    find_legal_moves(state, learner.thoughts, state.turn)
    rate_turn(state, eyes, learner, state.turn)
    return move_of(pick(state, learner.thoughts))


@kernel
def learned_answer(state: DealState, eyes: Eyes, learner: Learner, seat: int, giver: int, tile: int) -> int:
    """The answer of a seat to a discard, Mahjong aside; passing is no choice where nothing else is legal."""
    learner.thoughts.chosen = at.NOTHING
    if find_legal_answers(state, learner.thoughts, seat, giver, tile) == 1:
        return answer_of(PASSING, tile)
    rate_offer(state, eyes, learner, seat, giver, tile)
    return answer_of(pick(state, learner.thoughts) - ANSWERS + 1, tile)


@kernel
def move_of(rated: int) -> int:
    """The move at one's turn that has this number among the rated ones."""
    return rated if rated < KONGS else DECLARE_KONG + rated - KONGS


@kernel
def rated_move(move: int) -> int:
    """The number of a move at one's turn among the rated ones."""
    return move if move < DECLARE_KONG else KONGS + move - DECLARE_KONG


@kernel
def rated_answer(answer: int, tile: int) -> int:
    """The number of an answer among the rated ones."""
    for option in range(1, PASSING + 1):
        if answer_of(option, tile) == answer:
            return ANSWERS + option - 1
    return at.NOTHING


@kernel
def keep(state: DealState, supply: Supply, learner: Learner, seat: int) -> None:
    """Keep the last choice as a sample, while there is room."""
    seen, thoughts = learner.seen, learner.thoughts
    if thoughts.chosen < 0 or thoughts.kept >= len(learner.samples):
        return
    sample = learner.samples[thoughts.kept]
    thoughts.kept += 1
    sample.deal, sample.seat, sample.count = thoughts.deal, seat, seen.count
    sample.chosen, sample.chance = thoughts.chosen, thoughts.chance
    for number in range(seen.count):
        sample.features[number] = seen.active[number]
    for kind in range(no.KINDS):
        sample.traits[kind] = seen.traits[kind]
        for number in range(at.SEATS):
            sample.hands[number, kind] = state.hands[(seat + number) % at.SEATS, kind]
    for move in range(MOVES):
        sample.legal[move] = thoughts.legal[move]
    for number in range(COMING):
        place = state.wall_at + number
        sample.coming[number] = supply.wall[place] if place < state.wall_end else at.NOTHING


@kernel
def watch_move(state: DealState, eyes: Eyes, learner: Learner, move: int) -> None:
    """See what another player saw that chose this move, to learn from it."""
    learner.thoughts.chosen = at.NOTHING
    if find_legal_moves(state, learner.thoughts, state.turn) > 1:
        see_turn(state, eyes, state.turn)
        learner.thoughts.chosen = rated_move(move)


@kernel
def watch_answer(state: DealState, eyes: Eyes, learner: Learner, seat: int, giver: int, tile: int, answer: int) -> None:
    """See what another player saw that gave this answer, to learn from it."""
    learner.thoughts.chosen = at.NOTHING
    if find_legal_answers(state, learner.thoughts, seat, giver, tile) > 1:
        see_offer(state, eyes, seat, giver, tile)
        learner.thoughts.chosen = rated_answer(answer, tile)
