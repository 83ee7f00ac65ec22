"""Whole deals from a wall: every seat answers every discard, kongs may be robbed."""

from typing import Annotated, NamedTuple

from teahouse.kernels.arrays import IntRows, Ints, Rows
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.deals import choice
from teahouse.kernels.classic.deals.choice import TileOffer, choose_answer, choose_move
from teahouse.kernels.classic.deals.deal_state import (
    BY,
    BY_CLAIM,
    CLAIMED,
    DEALT,
    DISCARDED,
    KONG_DECLARED,
    MELDED,
    NOTHING,
    PLAYING,
    SEATS,
    DealState,
    LoggedEvent,
    WallSupply,
    add_tile,
    begin_turn,
    deal,
    note,
    replace_tile,
)
from teahouse.kernels.classic.deals.features import FeatureFinder
from teahouse.kernels.classic.deals.learned import (
    Learner,
    keep,
    learned_answer,
    learned_move,
    watch_answer,
    watch_move,
)
from teahouse.kernels.classic.deals.reading import HandLookup, is_any_mahjong, is_ready
from teahouse.kernels.classic.deals.simple import simple_answer, simple_move
from teahouse.kernels.classic.deals.weighing import LevelWorkspace, best_answer, best_move
from teahouse.kernels.classic.deals.winning import (
    WinScorer,
    claimed_source,
    drawn_source,
    go_mahjong,
    is_allowed,
    is_complete,
)
from teahouse.kernels.classic.distance.hand import DistanceWorkspace
from teahouse.kernels.kernel import hot, kernel
from teahouse.kernels.record import KernelRecord


class DealResult(KernelRecord):
    """How a deal ended: the winner, the winner's score, and what every seat received."""

    ending: int
    winner: int
    score: int
    paid: Annotated[Ints, SEATS]


class DealSetup(KernelRecord):
    """The setup of a deal: dealer, East's seat, Prevailing Wind, randomness, and the size of the Kong Box."""

    dealer: int
    east: int
    prevailing: int
    random_state: int
    box_size: int


class DealsToPlay(NamedTuple):
    """Deals, a row each: the walls and Kong Boxes as codes, and the setups."""

    walls: IntRows
    boxes: IntRows
    setups: Rows[DealSetup]


class DealEquipment(NamedTuple):
    """Everything that a deal is played with.

    policies: one for each seat. scorer: for wins. scratch, far: for computing distances, and the distances after each
    discard. learner: the learned player, which may store samples of its choices and of those of levels with an engine.
    """

    supply: WallSupply
    policies: Ints
    scorer: WinScorer
    scratch: DistanceWorkspace
    far: Ints
    learner: Learner


@kernel
def add_meld(state: DealState, log: Rows[LoggedEvent], seat: int, meld: int, event: int, giver: int) -> None:
    """Meld a new set."""
    number = state.meld_count[seat]
    state.melds[seat, number] = meld
    state.meld_count[seat] = number + 1
    state.unchanged[seat] = 0
    note(state, log, event, seat, meld, giver)


@kernel
def take_claimed(state: DealState, equipment: DealEquipment, seat: int, offer: TileOffer, claim: int) -> None:
    """Meld the set that the discard completes; this seat is to move, and draws only after a kong."""
    log, giver, tile = equipment.supply.log, offer.giver, offer.tile
    state.turn = seat
    state.turns[seat] += 1
    state.laid -= 1
    state.laid_by[giver, tile] -= 1
    state.drawn = NOTHING
    state.came = BY_CLAIM
    state.in_a_row = 1 if claim == choice.CLAIM_KONG else 0
    if claim >= choice.CLAIM_CHOW:
        first = claim - choice.CLAIM_CHOW
        for kind in range(first, first + 3):
            if kind != tile:
                add_tile(state, seat, kind, -1)
                state.seen[kind] += 1
        state.chows[seat] += 1
        add_meld(state, log, seat, first | codes.CHOW, MELDED, giver)
        return
    used = 3 if claim == choice.CLAIM_KONG else 2
    add_tile(state, seat, tile, -used)
    state.seen[tile] += used
    if claim == choice.CLAIM_PONG:
        add_meld(state, log, seat, tile, MELDED, giver)
        return
    add_meld(state, log, seat, tile | codes.KONG, MELDED, giver)
    replace_tile(state, equipment.supply, seat, False)


@kernel
def thought_move(
    state: DealState, lookup: HandLookup, equipment: DealEquipment, tools: LevelWorkspace, policy: int
) -> int:
    """The move of a seat with an engine, Mahjong aside; apart, because passing all arguments takes longer."""
    if policy == choice.SIMPLE:
        return simple_move(state, lookup)
    learner = equipment.learner
    finder = FeatureFinder(lookup, equipment.scorer.sheets, equipment.scratch, learner.seen)
    if policy == choice.LEARNED:
        move = learned_move(state, finder, learner)
        keep(state, equipment.supply, learner, state.turn)
        return move
    move = best_move(state, equipment.scorer.sheets, tools, policy - choice.POINTS)
    if learner.workings.watches:
        watch_move(state, finder, learner, move)
        keep(state, equipment.supply, learner, state.turn)
    return move


@kernel
def thought_answer(
    state: DealState,
    lookup: HandLookup,
    equipment: DealEquipment,
    tools: LevelWorkspace,
    policy: int,
    seat: int,
    offer: TileOffer,
) -> int:
    """The answer of a seat with an engine to a tile that is not its Mahjong."""
    if policy == choice.SIMPLE:
        return simple_answer(state, lookup, seat, offer)
    learner = equipment.learner
    finder = FeatureFinder(lookup, equipment.scorer.sheets, equipment.scratch, learner.seen)
    if policy == choice.LEARNED:
        answer = learned_answer(state, finder, learner, seat, offer)
        keep(state, equipment.supply, learner, seat)
        return answer
    sheets, level = equipment.scorer.sheets, policy - choice.POINTS
    answer = best_answer(state, sheets, tools, level, seat, offer)
    if learner.workings.watches:
        watch_answer(state, finder, learner, seat, offer, answer)
        keep(state, equipment.supply, learner, seat)
    return answer


@kernel
def ask_others(
    state: DealState, lookup: HandLookup, equipment: DealEquipment, tools: LevelWorkspace, offer: TileOffer
) -> bool:
    """Ask every other seat about a tile; True when one takes it: Mahjong before kong, pong and chow."""
    giver, tile, robbing = offer.giver, offer.tile, offer.robbing
    taker, best, strongest = NOTHING, NOTHING, 0
    for number in range(1, state.players):
        seat = (giver + number) % state.players
        policy = equipment.policies[seat]
        plainest = min(policy, choice.WINNING)
        add_tile(state, seat, tile, 1)
        wins = is_any_mahjong(state, lookup, seat)
        if wins and state.needs_more_than_tiles:
            wins = is_allowed(state, equipment.scorer, seat, tile, giver, robbing)
        add_tile(state, seat, tile, -1)
        claim = choose_answer(state, lookup, equipment.scratch, seat, offer, wins, plainest)
        if claim == choice.PASS and policy >= choice.SIMPLE and not robbing:
            claim = thought_answer(state, lookup, equipment, tools, policy, seat, offer)
        if claim == choice.PASS:
            continue
        note(state, equipment.supply.log, CLAIMED, seat, claim, 0)
        strength = 1
        if claim < choice.CLAIM_CHOW:
            strength = claim + 1
        if strength > strongest:
            strongest, taker, best = strength, seat, claim
    if taker < 0:
        return False
    if best == choice.CLAIM_MAHJONG:
        add_tile(state, taker, tile, 1)
        go_mahjong(state, equipment.scorer, equipment.supply.log, taker, tile, claimed_source(state, robbing), giver)
    else:
        take_claimed(state, equipment, taker, offer, best)
    return True


@kernel
def show_kong(state: DealState, log: Rows[LoggedEvent], seat: int, kind: int) -> int:
    """Declare a concealed kong (0), or add to a melded pong (1), which others may rob."""
    in_a_row = state.in_a_row > 0 and kind == state.drawn
    state.in_a_row = state.in_a_row + 1 if in_a_row else 1
    state.drawn = NOTHING
    state.unchanged[seat] = 0
    for number in range(state.meld_count[seat]):
        if state.melds[seat, number] == kind:
            state.melds[seat, number] = kind | codes.KONG | codes.ADDED
            add_tile(state, seat, kind, -1)
            state.seen[kind] += 1
            note(state, log, KONG_DECLARED, seat, kind | codes.KONG | codes.ADDED, 0)
            return 1
    add_tile(state, seat, kind, -4)
    state.seen[kind] += 4
    add_meld(state, log, seat, kind | codes.KONG | codes.CONCEALED, KONG_DECLARED, 0)
    return 0


@kernel
def lay_down(state: DealState, lookup: HandLookup, log: Rows[LoggedEvent], seat: int, tile: int) -> None:
    """Discard a tile of the seat to move; where the rules ask for it, a ready hand is declared."""
    add_tile(state, seat, tile, -1)
    declared = state.declares and state.ready[seat] == 0 and is_ready(state, lookup, seat)
    if declared:
        state.ready[seat] = 1
    note(state, log, DISCARDED, seat, tile, 1 if declared else 0)
    if not keeps_call(state, seat, tile):
        state.unchanged[seat] = 0
    state.seen[tile] += 1
    state.order[state.laid] = tile + BY * seat
    state.laid += 1
    state.laid_by[seat, tile] += 1
    state.drawn = NOTHING
    state.in_a_row = 0


@kernel
def keeps_call(state: DealState, seat: int, tile: int) -> bool:
    """May a hand that was never changed still be an original call after this discard?"""
    if state.declares and state.ready[seat] == 0:
        return False
    if tile == state.drawn or state.came == DEALT:
        return True
    return bool(state.calls_first and state.turns[seat] == 1)


@kernel
def play(
    state: DealState, lookup: HandLookup, equipment: DealEquipment, tools: LevelWorkspace, wall_size: int, box_size: int
) -> None:
    """Deal and play to the end. The caller sets dealer, East, random state, log and the rules of play in the state."""
    log = equipment.supply.log
    equipment.learner.workings.deal += 1
    deal(state, equipment.supply, wall_size, box_size)
    while state.ending == PLAYING:
        seat = state.turn
        policy = equipment.policies[seat]
        wins = state.came != BY_CLAIM and is_any_mahjong(state, lookup, seat)
        if state.needs_more_than_tiles and state.came != BY_CLAIM and is_complete(state, seat, wins):
            wins = is_allowed(state, equipment.scorer, seat, state.drawn, NOTHING, False)
        if policy < choice.SIMPLE:
            move = choose_move(state, lookup, equipment.scratch, equipment.far, policy, wins)
        elif wins:
            move = choice.DECLARE_MAHJONG
        else:
            move = thought_move(state, lookup, equipment, tools, policy)
        if move == choice.DECLARE_MAHJONG:
            go_mahjong(state, equipment.scorer, equipment.supply.log, seat, state.drawn, drawn_source(state), NOTHING)
            return
        robbing = False
        tile = move
        if move >= choice.DECLARE_KONG:
            tile = move - choice.DECLARE_KONG
            robbing = True
            if show_kong(state, log, seat, tile) == 0:
                replace_tile(state, equipment.supply, seat, False)
                continue
        else:
            lay_down(state, lookup, log, seat, tile)
        if ask_others(state, lookup, equipment, tools, TileOffer(seat, tile, robbing)):
            continue
        if robbing:
            replace_tile(state, equipment.supply, seat, False)
        else:
            begin_turn(state, equipment.supply, (seat + 1) % state.players)


@hot
def play_all(
    dealt: DealsToPlay,
    state: DealState,
    lookup: HandLookup,
    equipment: DealEquipment,
    tools: LevelWorkspace,
    results: Rows[DealResult],
) -> None:
    """Play many deals."""
    walls, boxes = dealt.walls, dealt.boxes
    wall, box = equipment.supply.wall, equipment.supply.box
    for row in range(len(walls)):
        for place in range(walls.shape[1]):
            wall[place] = walls[row, place]
        for place in range(boxes.shape[1]):
            box[place] = boxes[row, place]
        opening, result = dealt.setups[row], results[row]
        state.dealer, state.east = opening.dealer, opening.east
        state.prevailing, state.random_state = opening.prevailing, opening.random_state
        play(state, lookup, equipment, tools, walls.shape[1] - opening.box_size, opening.box_size)
        result.ending, result.winner = state.ending, state.winner
        result.score = state.winning_score
        for seat in range(SEATS):
            result.paid[seat] = state.pays[seat]
