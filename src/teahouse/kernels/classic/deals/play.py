"""Whole deals from a wall, by the rules of `british`: every seat answers every discard, kongs may be robbed."""

from typing import Annotated, NamedTuple

from teahouse.kernels.arrays import IntRows, Ints, Record, Rows
from teahouse.kernels.classic import numbers as no
from teahouse.kernels.classic.deals import choice
from teahouse.kernels.classic.deals import table as at
from teahouse.kernels.classic.deals.choice import can_win, choose_answer, choose_move
from teahouse.kernels.classic.deals.features import FeatureFinder
from teahouse.kernels.classic.deals.learned import (
    Learner,
    keep,
    learned_answer,
    learned_move,
    watch_answer,
    watch_move,
)
from teahouse.kernels.classic.deals.payment import factor
from teahouse.kernels.classic.deals.reading import DealTables
from teahouse.kernels.classic.deals.simple import simple_answer, simple_move
from teahouse.kernels.classic.deals.table import DealState, Supply, add_tile, begin_turn, deal, note, replace_tile
from teahouse.kernels.classic.deals.weighing import LevelTools, best_answer, best_move
from teahouse.kernels.classic.distance.hand import Scratch
from teahouse.kernels.classic.numbers import Score, Sheet, Win
from teahouse.kernels.classic.scoring.reading import Reading
from teahouse.kernels.classic.scoring.score import score
from teahouse.kernels.kernel import kernel


class Result(Record):
    """How a deal ended: the winner, the winner's score, and what every seat received."""

    ending: int
    winner: int
    score: int
    paid: Annotated[Ints, at.SEATS]


class Opening(Record):
    """What is known before a deal: dealer, East's seat, Prevailing Wind, luck, and the size of the Kong Box."""

    dealer: int
    east: int
    prevailing: int
    luck: int
    box_size: int


class Table(NamedTuple):
    """What a deal is played with.

    policies: one for each seat. sheets: the ruleset's. scratch, far: for computing distances, and the distances after
    each discard. win, reading, found: the win to score, its reading, and the result. learner: the learned player, who
    may keep samples of what it and the levels that weigh points choose.
    """

    supply: Supply
    policies: Ints
    sheets: Rows[Sheet]
    scratch: Scratch
    far: Ints
    win: Win
    reading: Reading
    found: Score
    learner: Learner


@kernel
def drawn_source(state: DealState) -> int:
    """Where the tile just drawn came from, in the terms of the scorer."""
    came = state.came
    if came == at.DEALT:
        return no.HEAVENLY
    if came == at.FROM_WALL:
        return no.EARTHLY if state.turns[state.turn] == 1 else no.WALL
    if came == at.FROM_TAIL:
        return no.WALL if state.wall_at < state.wall_end else no.LAST_WALL_TILE
    return no.LAST_WALL_TILE if came == at.FROM_LAST else no.KONG_BOX


@kernel
def claimed_source(state: DealState, robbing: bool) -> int:
    """What kind of tile is on offer, in the terms of the scorer."""
    if robbing:
        return no.ROBBED_KONG
    turns = 0
    for seat in range(at.SEATS):
        turns += state.turns[seat]
    if turns == 1:
        return no.EARTHLY
    return no.DISCARD if state.wall_at < state.wall_end else no.LAST_DISCARD


@kernel
def write_win(state: DealState, win: Win, seat: int, tile: int, source: int, giver: int) -> None:
    """Write the win for the scorer; the hand contains the winning tile."""
    for kind in range(no.KINDS):
        win.tiles[kind] = state.hands[seat, kind]
    for number in range(no.MOST_MELDS):
        win.melds[number] = state.melds[seat, number]
    win.meld_count = state.meld_count[seat]
    win.winning_tile = tile
    win.source = source
    win.bonus = state.bonus[seat]
    win.on_discard = 1 if source == no.EARTHLY and giver >= 0 else 0
    in_a_row = giver < 0 and state.came in (at.FROM_BOX, at.FROM_TAIL) and state.in_a_row > 1
    win.kong_upon_kong = 1 if in_a_row else 0
    win.original_call = state.unchanged[seat]
    wind = (seat - state.east) % at.SEATS
    win.sheet = 4 * wind + state.prevailing


@kernel
def go_mahjong(state: DealState, table: Table, seat: int, tile: int, source: int, giver: int) -> None:
    """The deal is won: score the hand and settle."""
    win, found = table.win, table.found
    write_win(state, win, seat, tile, source, giver)
    score(win, table.sheets[win.sheet], table.reading, found)
    state.ending = at.MAHJONG
    state.winner = seat
    state.won = found.score
    for loser in range(at.SEATS):
        if loser != seat:
            paid = found.score * factor(state, seat, giver, loser)
            state.pays[loser] -= paid
            state.pays[seat] += paid
    note(state, table.supply.log, at.WENT_MAHJONG, seat, tile, found.score)


@kernel
def add_meld(state: DealState, log: Ints, seat: int, meld: int, event: int, giver: int) -> None:
    """Meld a new set."""
    number = state.meld_count[seat]
    state.melds[seat, number] = meld
    state.meld_count[seat] = number + 1
    state.unchanged[seat] = 0
    note(state, log, event, seat, meld, giver)


@kernel
def take_claimed(state: DealState, table: Table, seat: int, giver: int, tile: int, claim: int) -> None:
    """Meld the set that the discard completes; this seat is to move, and draws only after a kong."""
    log = table.supply.log
    state.turn = seat
    state.turns[seat] += 1
    state.laid -= 1
    state.laid_by[giver, tile] -= 1
    state.drawn = at.NOTHING
    state.came = at.BY_CLAIM
    state.in_a_row = 1 if claim == choice.CLAIM_KONG else 0
    if claim >= choice.CLAIM_CHOW:
        first = claim - choice.CLAIM_CHOW
        for kind in range(first, first + 3):
            if kind != tile:
                add_tile(state, seat, kind, -1)
                state.seen[kind] += 1
        state.chows[seat] += 1
        add_meld(state, log, seat, first | no.CHOW, at.MELDED, giver)
        return
    used = 3 if claim == choice.CLAIM_KONG else 2
    add_tile(state, seat, tile, -used)
    state.seen[tile] += used
    if claim == choice.CLAIM_PONG:
        add_meld(state, log, seat, tile, at.MELDED, giver)
        return
    add_meld(state, log, seat, tile | no.KONG, at.MELDED, giver)
    replace_tile(state, table.supply, seat)


@kernel
def thought_move(state: DealState, tables: DealTables, table: Table, tools: LevelTools, policy: int) -> int:
    """The move of a seat with an engine; apart, because passing all arguments takes longer than any move."""
    if can_win(state, tables):
        return choice.DECLARE_MAHJONG
    if policy == choice.SIMPLE:
        return simple_move(state, tables)
    learner = table.learner
    finder = FeatureFinder(tables, table.sheets, table.scratch, learner.seen)
    if policy == choice.LEARNED:
        move = learned_move(state, finder, learner)
        keep(state, table.supply, learner, state.turn)
        return move
    move = best_move(state, table.sheets, tools, policy - choice.POINTS)
    if learner.workings.watches:
        watch_move(state, finder, learner, move)
        keep(state, table.supply, learner, state.turn)
    return move


@kernel
def thought_answer(
    state: DealState,
    tables: DealTables,
    table: Table,
    tools: LevelTools,
    policy: int,
    seat: int,
    giver: int,
    tile: int,
) -> int:
    """The answer of a seat with an engine to a tile that is not its Mahjong."""
    if policy == choice.SIMPLE:
        return simple_answer(state, tables, seat, giver, tile)
    learner = table.learner
    finder = FeatureFinder(tables, table.sheets, table.scratch, learner.seen)
    if policy == choice.LEARNED:
        answer = learned_answer(state, finder, learner, seat, giver, tile)
        keep(state, table.supply, learner, seat)
        return answer
    sheets, level = table.sheets, policy - choice.POINTS
    answer = best_answer(state, sheets, tools, level, seat, giver, tile)
    if learner.workings.watches:
        watch_answer(state, finder, learner, seat, giver, tile, answer)
        keep(state, table.supply, learner, seat)
    return answer


@kernel
def offer(
    state: DealState,
    tables: DealTables,
    table: Table,
    tools: LevelTools,
    giver: int,
    tile: int,
    robbing: bool,
) -> bool:
    """Ask every other seat about a tile; True when one takes it: Mahjong before kong, pong and chow."""
    taker, best, strongest = at.NOTHING, at.NOTHING, 0
    for number in range(1, at.SEATS):
        seat = (giver + number) % at.SEATS
        policy = table.policies[seat]
        plainest = min(policy, choice.WINNING)
        claim = choose_answer(state, tables, table.scratch, seat, giver, tile, robbing, plainest)
        if claim == choice.PASS and policy >= choice.SIMPLE and not robbing:
            claim = thought_answer(state, tables, table, tools, policy, seat, giver, tile)
        if claim == choice.PASS:
            continue
        note(state, table.supply.log, at.CLAIMED, seat, claim, 0)
        strength = 1
        if claim < choice.CLAIM_CHOW:
            strength = claim + 1
        if strength > strongest:
            strongest, taker, best = strength, seat, claim
    if taker < 0:
        return False
    if best == choice.CLAIM_MAHJONG:
        add_tile(state, taker, tile, 1)
        go_mahjong(state, table, taker, tile, claimed_source(state, robbing), giver)
    else:
        take_claimed(state, table, taker, giver, tile, best)
    return True


@kernel
def show_kong(state: DealState, log: Ints, seat: int, kind: int) -> int:
    """Declare a concealed kong (0), or add to a melded pong (1), which others may rob."""
    in_a_row = state.in_a_row > 0 and kind == state.drawn
    state.in_a_row = state.in_a_row + 1 if in_a_row else 1
    state.drawn = at.NOTHING
    state.unchanged[seat] = 0
    for number in range(state.meld_count[seat]):
        if state.melds[seat, number] == kind:
            state.melds[seat, number] = kind | no.KONG | no.ADDED
            add_tile(state, seat, kind, -1)
            state.seen[kind] += 1
            note(state, log, at.KONG_DECLARED, seat, kind | no.KONG | no.ADDED, 0)
            return 1
    add_tile(state, seat, kind, -4)
    state.seen[kind] += 4
    add_meld(state, log, seat, kind | no.KONG | no.CONCEALED, at.KONG_DECLARED, 0)
    return 0


@kernel
def lay_down(state: DealState, log: Ints, seat: int, tile: int) -> None:
    """Discard a tile of the seat to move."""
    note(state, log, at.DISCARDED, seat, tile, 0)
    if tile != state.drawn and state.came != at.DEALT:
        state.unchanged[seat] = 0
    add_tile(state, seat, tile, -1)
    state.seen[tile] += 1
    state.order[state.laid] = tile + at.BY * seat
    state.laid += 1
    state.laid_by[seat, tile] += 1
    state.drawn = at.NOTHING
    state.in_a_row = 0


@kernel
def play(state: DealState, tables: DealTables, table: Table, tools: LevelTools, wall_size: int, box_size: int) -> None:
    """Deal and play to the end. Dealer, winds, luck, special hands, factors and log are set in the state before."""
    log = table.supply.log
    table.learner.workings.deal += 1
    deal(state, table.supply, wall_size, box_size)
    while state.ending == at.PLAYING:
        seat = state.turn
        policy = table.policies[seat]
        if policy < choice.SIMPLE:
            move = choose_move(state, tables, table.scratch, table.far, policy)
        else:
            move = thought_move(state, tables, table, tools, policy)
        if move == choice.DECLARE_MAHJONG:
            go_mahjong(state, table, seat, state.drawn, drawn_source(state), at.NOTHING)
            return
        robbing = False
        tile = move
        if move >= choice.DECLARE_KONG:
            tile = move - choice.DECLARE_KONG
            robbing = True
            if show_kong(state, log, seat, tile) == 0:
                replace_tile(state, table.supply, seat)
                continue
        else:
            lay_down(state, log, seat, tile)
        if offer(state, tables, table, tools, seat, tile, robbing):
            continue
        if robbing:
            replace_tile(state, table.supply, seat)
        else:
            begin_turn(state, table.supply, (seat + 1) % at.SEATS)


@kernel
def play_all(
    walls: IntRows,
    boxes: IntRows,
    openings: Rows[Opening],
    state: DealState,
    tables: DealTables,
    table: Table,
    tools: LevelTools,
    results: Rows[Result],
) -> None:
    """Play many deals."""
    wall, box = table.supply.wall, table.supply.box
    for row in range(len(walls)):
        for place in range(walls.shape[1]):
            wall[place] = walls[row, place]
        for place in range(boxes.shape[1]):
            box[place] = boxes[row, place]
        opening, result = openings[row], results[row]
        state.dealer, state.east = opening.dealer, opening.east
        state.prevailing, state.luck = opening.prevailing, opening.luck
        play(state, tables, table, tools, walls.shape[1] - opening.box_size, opening.box_size)
        result.ending, result.winner = state.ending, state.winner
        result.score = state.won
        for seat in range(at.SEATS):
            result.paid[seat] = state.pays[seat]
