"""A deal in numbers: hands, melds, wall and Kong Box, and the small changes that turns are made of.

The state is one array. Each hand is 34 counts, and beside them what the tables of hands are looked up with: for every
suit its two numbers in base five, and the number of the honours. The log holds what happens, four numbers an event.
"""

from typing import Final

from teahouse.kernels.classic import numbers as no
from teahouse.kernels.compiled import compiled
from teahouse.kernels.plain import Numbers

SEATS: Final = 4
KEYS: Final = 7
GROUPS: Final = 4
MOST_LAID: Final = 144
BY: Final = 64

# The state.
HANDS: Final = 0
KEY: Final = HANDS + SEATS * no.KINDS
SIZE: Final = KEY + SEATS * KEYS
"""How many tiles of each group a hand has."""
MELDS: Final = SIZE + SEATS * GROUPS
MELD_COUNT: Final = MELDS + SEATS * no.MOST_MELDS
CHOWS: Final = MELD_COUNT + SEATS
BONUS: Final = CHOWS + SEATS
TURNS: Final = BONUS + SEATS
UNCHANGED: Final = TURNS + SEATS
PAYS: Final = UNCHANGED + SEATS
"""What each seat receives."""
SEEN: Final = PAYS + SEATS
"""How many tiles of each kind lie open."""
LAID: Final = SEEN + no.KINDS
"""How many discards lie there, which nobody claimed; then how many of each kind from each seat."""
LAID_BY: Final = LAID + 1
ORDER: Final = LAID_BY + SEATS * no.KINDS
"""The discards that lie there, the first one first: kind, and `BY` times the seat."""
TURN: Final = ORDER + MOST_LAID
DRAWN: Final = TURN + 1
CAME: Final = DRAWN + 1
IN_A_ROW: Final = CAME + 1
"""Kongs in a row that each began with the replacement for the one before."""
WALL_AT: Final = IN_A_ROW + 1
WALL_END: Final = WALL_AT + 1
BOX_AT: Final = WALL_END + 1
BOX_END: Final = BOX_AT + 1
ENDING: Final = BOX_END + 1
WINNER: Final = ENDING + 1
WON: Final = WINNER + 1
"""The winner's score."""
LUCK: Final = WON + 1
DEALER: Final = LUCK + 1
EAST: Final = DEALER + 1
PREVAILING: Final = EAST + 1
MOST_CHOWS: Final = PREVAILING + 1
HANDS_PLAYED: Final = MOST_CHOWS + 1
"""The special hands told by their tiles that are played, as a mask."""
FACTORS: Final = HANDS_PLAYED + 1
"""What losers pay, times the score: to a dealer who drew; to a dealer for a discard, the discarder and the others; to
another who drew, the dealer and the others; to another for a discard, the discarder, the discarder who deals, the
dealer and the others."""
LOGGED: Final = FACTORS + 9
"""How many numbers the log holds; -1 where nothing is logged."""
WIN: Final = LOGGED + 1
STATE: Final = WIN + no.WIN

NOTHING: Final = -1
DEALT, FROM_WALL, FROM_LAST, FROM_BOX, BY_CLAIM = range(5)
PLAYING, MAHJONG, EXHAUSTED = range(3)

# The log.
EVENT: Final = 4
DREW, SHOWED, DISCARDED, MELDED, KONG_DECLARED, WENT_MAHJONG, CLAIMED = range(7)
HEAD, BOX, TAIL = range(3)

MODULUS: Final = 2147483647
MULTIPLIER: Final = 48271


@compiled("int64(int64[::1], int64)")
def chance(state: Numbers, below: int) -> int:
    """A number from 0 up to, not including, `below`."""
    state[LUCK] = state[LUCK] * MULTIPLIER % MODULUS
    number: int = (state[LUCK] >> 8) % below
    return number


@compiled("void(int64[::1], int64[::1], int64, int64, int64, int64)")
def note(state: Numbers, log: Numbers, event: int, seat: int, tile: int, more: int) -> None:
    """Write an event down, where there is a log."""
    at = state[LOGGED]
    if at < 0:
        return
    log[at], log[at + 1], log[at + 2], log[at + 3] = event, seat, tile, more
    state[LOGGED] = at + EVENT


@compiled("void(int64[::1], int64[::1], int64, int64, int64)")
def add_tile(state: Numbers, weights: Numbers, seat: int, kind: int, times: int) -> None:
    """Give a hand so many tiles of a kind, or take them."""
    state[HANDS + seat * no.KINDS + kind] += times
    group = kind // no.RANKS
    key = 2 * group
    if group < no.SUITS and kind % no.RANKS >= 5:
        key += 1
    state[KEY + seat * KEYS + key] += weights[kind] * times
    state[SIZE + seat * GROUPS + group] += times


@compiled("void(int64[::1])")
def fill_weights(weights: Numbers) -> None:
    """What one tile of each kind adds to the number of its group."""
    for kind in range(no.KINDS):
        place = kind % no.RANKS
        if kind < no.FIRST_HONOUR and place >= 5:
            place -= 5
        weights[kind] = 5**place


@compiled("boolean(int64[::1])")
def has_replacement(state: Numbers) -> bool:
    """Is there a tile to take for a kong or a bonus tile?"""
    return bool(state[BOX_AT] < state[BOX_END] or state[WALL_AT] < state[WALL_END])


@compiled("int64(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64)")
def replace_tile(state: Numbers, wall: Numbers, box: Numbers, weights: Numbers, log: Numbers, seat: int) -> int:
    """Take a tile for a kong or a bonus tile, and again for every bonus tile that comes; NOTHING ends the deal."""
    while has_replacement(state):
        if state[BOX_AT] < state[BOX_END]:
            tile = box[state[BOX_AT]]
            state[BOX_AT] += 1
            note(state, log, DREW, seat, tile, BOX)
        else:
            state[WALL_END] -= 1
            tile = wall[state[WALL_END]]
            note(state, log, DREW, seat, tile, TAIL)
        state[CAME] = FROM_BOX
        if tile < no.FIRST_BONUS:
            add_tile(state, weights, seat, tile, 1)
            state[DRAWN] = tile
            return int(tile)
        note(state, log, SHOWED, seat, tile, 0)
        state[BONUS + seat] |= 1 << (tile - no.FIRST_BONUS)
    state[ENDING] = EXHAUSTED
    state[DRAWN] = NOTHING
    return NOTHING


@compiled("void(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64)")
def begin_turn(state: Numbers, wall: Numbers, box: Numbers, weights: Numbers, log: Numbers, seat: int) -> None:
    """The seat draws from the wall; a drawn game when there is nothing left to draw."""
    if state[WALL_AT] == state[WALL_END]:
        state[ENDING] = EXHAUSTED
        return
    tile = wall[state[WALL_AT]]
    state[WALL_AT] += 1
    note(state, log, DREW, seat, tile, HEAD)
    state[TURN] = seat
    state[TURNS + seat] += 1
    state[DRAWN] = tile
    state[CAME] = FROM_WALL if state[WALL_AT] < state[WALL_END] else FROM_LAST
    state[IN_A_ROW] = 0
    if tile < no.FIRST_BONUS:
        add_tile(state, weights, seat, tile, 1)
        return
    note(state, log, SHOWED, seat, tile, 0)
    state[BONUS + seat] |= 1 << (tile - no.FIRST_BONUS)
    replace_tile(state, wall, box, weights, log, seat)


@compiled("void(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64, int64)")
def settle_dealt(
    state: Numbers, wall: Numbers, box: Numbers, weights: Numbers, log: Numbers, seat: int, dealt: int
) -> None:
    """Lay the bonus tiles that a seat was dealt (`dealt`, a mask) open, lowest first, and replace them."""
    for number in range(8):
        if (dealt >> number) & 1 and state[ENDING] == PLAYING:
            note(state, log, SHOWED, seat, no.FIRST_BONUS + number, 0)
            state[BONUS + seat] |= 1 << number
            replace_tile(state, wall, box, weights, log, seat)


@compiled("void(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64, int64)")
def deal(state: Numbers, wall: Numbers, box: Numbers, weights: Numbers, log: Numbers, walls: int, boxes: int) -> None:
    """Give two heaps each, three times round from the dealer, then two more to the dealer and one to each other."""
    for place in range(HANDS, LUCK):
        state[place] = 0
    state[WALL_END], state[BOX_END] = walls, boxes
    dealer = state[DEALER]
    dealt = 0
    for portion in range(4 * SEATS):
        seat = (dealer + portion) % SEATS
        size = 4
        if portion >= 3 * SEATS:
            size = 2 if seat == dealer else 1
        for _ in range(size):
            tile = wall[state[WALL_AT]]
            state[WALL_AT] += 1
            if tile < no.FIRST_BONUS:
                add_tile(state, weights, seat, tile, 1)
            else:
                dealt |= 1 << (8 * seat + tile - no.FIRST_BONUS)
            if seat == dealer:
                state[DRAWN] = tile
    last = state[DRAWN]
    for number in range(SEATS):
        seat = (dealer + number) % SEATS
        state[UNCHANGED + seat] = 1
        settle_dealt(state, wall, box, weights, log, seat, (dealt >> (8 * seat)) & 255)
        if seat == dealer and state[BONUS + dealer]:
            last = state[DRAWN]
    state[TURN], state[DRAWN], state[CAME] = dealer, last, DEALT
    state[TURNS + dealer] = 1
