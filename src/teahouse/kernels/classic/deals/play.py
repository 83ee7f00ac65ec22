"""Whole deals from a wall, by the rules of `british`: every seat answers every discard, kongs may be robbed."""

from typing import Final

from teahouse.kernels.classic import numbers as no
from teahouse.kernels.classic.deals import choice
from teahouse.kernels.classic.deals import table as at
from teahouse.kernels.classic.deals.payment import factor
from teahouse.kernels.classic.deals.reading import TABLES
from teahouse.kernels.classic.deals.simple import simple_answer, simple_move
from teahouse.kernels.classic.deals.weighing import MIND, best_answer, best_move
from teahouse.kernels.classic.scoring.score import score
from teahouse.kernels.compiled import compiled
from teahouse.kernels.plain import Arrays, Numbers, arrays

# What is told of each deal.
ENDING, WINNER, SCORE, PAID = range(4)
RESULT: Final = PAID + at.SEATS

ROOM: Final = arrays(10)
"""What a deal is played with: the wall and the Kong Box, what tiles add to the numbers of their groups, everybody's
policy, the ruleset's sheets, and room for distances, for scores, for what is found, for discards and for the log."""
WALL, BOX, WEIGHTS, POLICIES, SHEETS, DESK, SCORE_DESK, FOUND, FAR, LOG = range(10)


@compiled("boolean(int64[::1])")
def any_melds(state: Numbers) -> bool:
    """Has anybody melded?"""
    total = 0
    for seat in range(at.SEATS):
        total += state[at.MELD_COUNT + seat]
    return total > 0


@compiled("int64(int64[::1])")
def drawn_source(state: Numbers) -> int:
    """Where the tile just drawn came from, as the scoring tells apart."""
    came = state[at.CAME]
    if came == at.DEALT:
        return no.HEAVENLY
    if came == at.FROM_WALL:
        return no.EARTHLY if state[at.TURNS + state[at.TURN]] == 1 and not any_melds(state) else no.WALL
    return no.LAST_WALL_TILE if came == at.FROM_LAST else no.KONG_BOX


@compiled("int64(int64[::1], boolean)")
def claimed_source(state: Numbers, robbing: bool) -> int:
    """What kind of tile is on offer, as the scoring tells apart."""
    if robbing:
        return no.ROBBED_KONG
    turns = 0
    for seat in range(at.SEATS):
        turns += state[at.TURNS + seat]
    if turns == 1 and not any_melds(state):
        return no.EARTHLY
    return no.DISCARD if state[at.WALL_AT] < state[at.WALL_END] else no.LAST_DISCARD


@compiled("void(int64[::1], int64, int64, int64, int64)")
def write_win(state: Numbers, seat: int, tile: int, source: int, giver: int) -> None:
    """Write the win down for the scorer; the hand holds the winning tile."""
    win = at.WIN
    for kind in range(no.KINDS):
        state[win + kind] = state[at.HANDS + seat * no.KINDS + kind]
    for number in range(no.MOST_MELDS):
        state[win + no.MELDS + number] = state[at.MELDS + seat * no.MOST_MELDS + number]
    state[win + no.MELD_COUNT] = state[at.MELD_COUNT + seat]
    state[win + no.WINNING_TILE] = tile
    state[win + no.SOURCE] = source
    state[win + no.BONUS] = state[at.BONUS + seat]
    state[win + no.ON_DISCARD] = 1 if source == no.EARTHLY and giver >= 0 else 0
    in_a_row = giver < 0 and state[at.CAME] == at.FROM_BOX and state[at.IN_A_ROW] > 1
    state[win + no.KONG_UPON_KONG] = 1 if in_a_row else 0
    state[win + no.ORIGINAL_CALL] = state[at.UNCHANGED + seat]
    wind = (seat - state[at.EAST]) % at.SEATS
    state[win + no.SHEET] = 4 * wind + state[at.PREVAILING]


@compiled(f"void(int64[::1], {ROOM}, int64, int64, int64, int64)")
def go_mahjong(state: Numbers, room: Arrays, seat: int, tile: int, source: int, giver: int) -> None:
    """The deal is won: score the hand and settle."""
    found = room[FOUND]
    write_win(state, seat, tile, source, giver)
    score(state, at.WIN, room[SHEETS], room[SCORE_DESK], found)
    state[at.ENDING] = at.MAHJONG
    state[at.WINNER] = seat
    state[at.WON] = found[no.SCORE]
    for loser in range(at.SEATS):
        if loser != seat:
            paid = found[no.SCORE] * factor(state, seat, giver, loser)
            state[at.PAYS + loser] -= paid
            state[at.PAYS + seat] += paid
    at.note(state, room[LOG], at.WENT_MAHJONG, seat, tile, found[no.SCORE])


@compiled("void(int64[::1], int64[::1], int64, int64, int64, int64)")
def add_meld(state: Numbers, log: Numbers, seat: int, meld: int, event: int, giver: int) -> None:
    """Lay a new set open."""
    number = state[at.MELD_COUNT + seat]
    state[at.MELDS + seat * no.MOST_MELDS + number] = meld
    state[at.MELD_COUNT + seat] = number + 1
    state[at.UNCHANGED + seat] = 0
    at.note(state, log, event, seat, meld, giver)


@compiled(f"void(int64[::1], {ROOM}, int64, int64, int64, int64)")
def take_claimed(state: Numbers, room: Arrays, seat: int, giver: int, tile: int, claim: int) -> None:
    """The seat shows the set that the discard completes; it is at turn, and draws only after a kong."""
    weights, log = room[WEIGHTS], room[LOG]
    state[at.TURN] = seat
    state[at.TURNS + seat] += 1
    state[at.LAID] -= 1
    state[at.LAID_BY + giver * no.KINDS + tile] -= 1
    state[at.DRAWN] = at.NOTHING
    state[at.CAME] = at.BY_CLAIM
    state[at.IN_A_ROW] = 1 if claim == choice.CLAIM_KONG else 0
    if claim >= choice.CLAIM_CHOW:
        first = claim - choice.CLAIM_CHOW
        for kind in range(first, first + 3):
            if kind != tile:
                at.add_tile(state, weights, seat, kind, -1)
                state[at.SEEN + kind] += 1
        state[at.CHOWS + seat] += 1
        add_meld(state, log, seat, first | no.CHOW, at.MELDED, giver)
        return
    used = 3 if claim == choice.CLAIM_KONG else 2
    at.add_tile(state, weights, seat, tile, -used)
    state[at.SEEN + tile] += used
    if claim == choice.CLAIM_PONG:
        add_meld(state, log, seat, tile, at.MELDED, giver)
        return
    add_meld(state, log, seat, tile | no.KONG, at.MELDED, giver)
    at.replace_tile(state, room[WALL], room[BOX], weights, log, seat)


@compiled(f"int64(int64[::1], {TABLES}, {ROOM}, {MIND}, float64[::1], int64)")
def thought_move(state: Numbers, tables: Arrays, room: Arrays, mind: Arrays, chosen: Numbers, policy: int) -> int:
    """What the seat at turn does when it thinks; apart, because handing everything over takes longer than any move."""
    if choice.can_win(state, tables):
        return choice.DECLARE_MAHJONG
    if policy == choice.SIMPLE:
        return simple_move(state, tables, room[WEIGHTS])
    return best_move(state, room[WEIGHTS], room[SHEETS], mind, chosen, policy - choice.POINTS)


@compiled(f"int64(int64[::1], {TABLES}, {ROOM}, {MIND}, float64[::1], int64, int64, int64, int64)")
def thought_answer(
    state: Numbers,
    tables: Arrays,
    room: Arrays,
    mind: Arrays,
    chosen: Numbers,
    policy: int,
    seat: int,
    giver: int,
    tile: int,
) -> int:
    """What a seat that thinks answers to a tile that is not its Mahjong."""
    if policy == choice.SIMPLE:
        return simple_answer(state, tables, room[WEIGHTS], seat, giver, tile)
    sheets, level = room[SHEETS], policy - choice.POINTS
    return best_answer(state, room[WEIGHTS], sheets, mind, chosen, level, seat, giver, tile)


@compiled(f"boolean(int64[::1], {TABLES}, {ROOM}, {MIND}, float64[::1], int64, int64, boolean)")
def offer(
    state: Numbers,
    tables: Arrays,
    room: Arrays,
    mind: Arrays,
    chosen: Numbers,
    giver: int,
    tile: int,
    robbing: bool,
) -> bool:
    """Everybody else answers to a tile; True when somebody takes it: Mahjong before Kong, Pong and Chow."""
    weights, taker, best, strongest = room[WEIGHTS], at.NOTHING, at.NOTHING, 0
    for number in range(1, at.SEATS):
        seat = (giver + number) % at.SEATS
        policy = room[POLICIES][seat]
        plainest = min(policy, choice.WINNING)
        claim = choice.choose_answer(state, tables, weights, room[DESK], seat, giver, tile, robbing, plainest)
        if claim == choice.PASS and policy >= choice.SIMPLE and not robbing:
            claim = thought_answer(state, tables, room, mind, chosen, policy, seat, giver, tile)
        if claim == choice.PASS:
            continue
        at.note(state, room[LOG], at.CLAIMED, seat, claim, 0)
        strength = 1
        if claim < choice.CLAIM_CHOW:
            strength = claim + 1
        if strength > strongest:
            strongest, taker, best = strength, seat, claim
    if taker < 0:
        return False
    if best == choice.CLAIM_MAHJONG:
        at.add_tile(state, weights, taker, tile, 1)
        go_mahjong(state, room, taker, tile, claimed_source(state, robbing), giver)
    else:
        take_claimed(state, room, taker, giver, tile, best)
    return True


@compiled("int64(int64[::1], int64[::1], int64[::1], int64, int64)")
def show_kong(state: Numbers, weights: Numbers, log: Numbers, seat: int, kind: int) -> int:
    """Show four alike, or add to a melded pong, which is 1 and may be robbed."""
    in_a_row = state[at.IN_A_ROW] > 0 and kind == state[at.DRAWN]
    state[at.IN_A_ROW] = state[at.IN_A_ROW] + 1 if in_a_row else 1
    state[at.DRAWN] = at.NOTHING
    state[at.UNCHANGED + seat] = 0
    for number in range(state[at.MELD_COUNT + seat]):
        place = at.MELDS + seat * no.MOST_MELDS + number
        if state[place] == kind:
            state[place] = kind | no.KONG | no.ADDED
            at.add_tile(state, weights, seat, kind, -1)
            state[at.SEEN + kind] += 1
            at.note(state, log, at.KONG_DECLARED, seat, state[place], 0)
            return 1
    at.add_tile(state, weights, seat, kind, -4)
    state[at.SEEN + kind] += 4
    add_meld(state, log, seat, kind | no.KONG | no.CONCEALED, at.KONG_DECLARED, 0)
    return 0


@compiled("void(int64[::1], int64[::1], int64[::1], int64, int64)")
def lay_down(state: Numbers, weights: Numbers, log: Numbers, seat: int, tile: int) -> None:
    """The seat at turn discards a tile."""
    at.note(state, log, at.DISCARDED, seat, tile, 0)
    if tile != state[at.DRAWN] and state[at.CAME] != at.DEALT:
        state[at.UNCHANGED + seat] = 0
    at.add_tile(state, weights, seat, tile, -1)
    state[at.SEEN + tile] += 1
    state[at.ORDER + state[at.LAID]] = tile + at.BY * seat
    state[at.LAID] += 1
    state[at.LAID_BY + seat * no.KINDS + tile] += 1
    state[at.DRAWN] = at.NOTHING
    state[at.IN_A_ROW] = 0


@compiled(f"void(int64[::1], {TABLES}, {ROOM}, {MIND}, float64[::1], int64, int64)")
def play(
    state: Numbers, tables: Arrays, room: Arrays, mind: Arrays, chosen: Numbers, wall_size: int, box_size: int
) -> None:
    """Deal and play to the end. Dealer, winds, luck, special hands, factors and log stand in the state before."""
    wall, box, weights, log = room[WALL], room[BOX], room[WEIGHTS], room[LOG]
    at.deal(state, wall, box, weights, log, wall_size, box_size)
    while state[at.ENDING] == at.PLAYING:
        seat = state[at.TURN]
        policy = room[POLICIES][seat]
        if policy < choice.SIMPLE:
            move = choice.choose_move(state, tables, weights, room[DESK], room[FAR], policy)
        else:
            move = thought_move(state, tables, room, mind, chosen, policy)
        if move == choice.DECLARE_MAHJONG:
            go_mahjong(state, room, seat, state[at.DRAWN], drawn_source(state), at.NOTHING)
            return
        robbing = False
        tile = move
        if move >= choice.DECLARE_KONG:
            tile = move - choice.DECLARE_KONG
            robbing = True
            if show_kong(state, weights, log, seat, tile) == 0:
                at.replace_tile(state, wall, box, weights, log, seat)
                continue
        else:
            lay_down(state, weights, log, seat, tile)
        if offer(state, tables, room, mind, chosen, seat, tile, robbing):
            continue
        if robbing:
            at.replace_tile(state, wall, box, weights, log, seat)
        else:
            at.begin_turn(state, wall, box, weights, log, (seat + 1) % at.SEATS)


@compiled(
    f"void(int64[:, ::1], int64[:, ::1], int64[::1], int64[:, ::1], int64[::1], {TABLES}, {ROOM}, {MIND}, float64[::1],"
    " int64[:, ::1])"
)
def play_all(
    walls: Numbers,
    boxes: Numbers,
    box_sizes: Numbers,
    openings: Numbers,
    state: Numbers,
    tables: Arrays,
    room: Arrays,
    mind: Arrays,
    chosen: Numbers,
    results: Numbers,
) -> None:
    """Play many deals; of each its opening is dealer, East, Prevailing Wind and luck."""
    wall, box = room[WALL], room[BOX]
    for row in range(len(walls)):
        for place in range(walls.shape[1]):
            wall[place] = walls[row, place]
        for place in range(boxes.shape[1]):
            box[place] = boxes[row, place]
        state[at.DEALER], state[at.EAST] = openings[row, 0], openings[row, 1]
        state[at.PREVAILING], state[at.LUCK] = openings[row, 2], openings[row, 3]
        play(state, tables, room, mind, chosen, walls.shape[1] - box_sizes[row], box_sizes[row])
        results[row, ENDING], results[row, WINNER] = state[at.ENDING], state[at.WINNER]
        results[row, SCORE] = state[at.WON]
        for seat in range(at.SEATS):
            results[row, PAID + seat] = state[at.PAYS + seat]
