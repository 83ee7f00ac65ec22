"""A deal in numbers: hands, melds, wall and Kong Box, and the small changes that make up a turn."""

from typing import Annotated, Final, NamedTuple

from teahouse.kernels.arrays import Ints, Rows
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.kernel import kernel
from teahouse.kernels.lehmer import next_state, number_below
from teahouse.kernels.record import KernelRecord

SEATS: Final = 4
KEYS: Final = 7
GROUPS: Final = 4
MOST_LAID: Final = 144
BY: Final = 64
FIRST_TURN, UNINTERRUPTED, FIRST_DISCARD = range(3)
"""When a hand is an Earthly Hand: in any first turn, in one with no claim before it, or on the first discard only."""

NOTHING: Final = -1
DEALT, FROM_WALL, FROM_LAST, FROM_BOX, BY_CLAIM, FROM_TAIL = range(6)
PLAYING, MAHJONG, EXHAUSTED = range(3)

# The log.
DREW, SHOWED, DISCARDED, MELDED, KONG_DECLARED, WENT_MAHJONG, CLAIMED = range(7)
HEAD, BOX, TAIL = range(3)


class RulesOfPlay(KernelRecord):
    """The rules that a deal is played by.

    players: how many. winds: their Personal Winds, East's first. most_chows: of one hand. hands_played: the special
    hands defined by their tiles, as a mask. has_patterns: 1 if there are special hands that rows describe.

    How many times the score a loser pays, in parts of `divisor`, by who won, how, and who pays. To a dealer who drew
    the winning tile: dealer_drew. To a dealer who claimed it: dealer_claimed_giver, dealer_claimed_other. To another
    who drew it: other_drew_dealer, other_drew_other. To another who claimed it: other_claimed_giver, or
    other_claimed_giving_dealer from a dealer; other_claimed_dealer, other_claimed_other.

    fishing_fifths: what a special hand one tile short is worth to a loser. earthly: when a hand is an Earthly Hand.

    All others are 1 or 0. from_tail: replacements come from the wall's tail when there is no box; tail_is_box: they
    count as tiles of it. bonus_from_wall: the wall replaces bonus tiles. settles: the losers settle. kong_after_claim:
    a turn that began with a claim may declare a kong. declares: a ready hand must be declared. calls_first: an original
    call is made with the first discard. asks_least: a win needs a least score; pongs_reach: a hand without chows has it
    by that alone. pongs_pay: losers settle, and chows are not limited. bonus_wins: seven bonus tiles may be Mahjong.
    needs_more_than_tiles: tiles alone do not say whether a hand wins. blames: who gave a plainly dangerous tile pays
    for all.
    """

    players: int
    winds: Annotated[Ints, SEATS]
    most_chows: int
    hands_played: int
    has_patterns: int
    divisor: int
    dealer_drew: int
    dealer_claimed_giver: int
    dealer_claimed_other: int
    other_drew_dealer: int
    other_drew_other: int
    other_claimed_giver: int
    other_claimed_giving_dealer: int
    other_claimed_dealer: int
    other_claimed_other: int
    fishing_fifths: int
    earthly: int
    from_tail: int
    tail_is_box: int
    bonus_from_wall: int
    settles: int
    kong_after_claim: int
    declares: int
    calls_first: int
    asks_least: int
    pongs_reach: int
    pongs_pay: int
    bonus_wins: int
    needs_more_than_tiles: int
    blames: int


class DealState(RulesOfPlay):
    """The state of a deal, and its rules.

    By seat. hands: 34 counts each. keys: what the tables of hands are looked up with: for every suit its two numbers in
    base five, and the number of the honours. sizes: how many tiles of each group. melds, meld_count, chows: the melds,
    how many, and the chows among them. bonus: bonus tiles, as a mask. turns: how many it took. unchanged: 1 while the
    hand is as it was dealt. ready: 1 when it was declared. pays: what the seat receives. losing_scores: what its
    hand is worth if losers settle.

    seen: how many tiles of each kind lie open. laid: how many discards lie there, which nobody claimed; laid_by: how
    many of each kind from each seat; order: the first one first, kind and `BY` times the seat. in_a_row: kongs in a row
    that each began with the replacement for the one before. winning_score: the winner's.

    What stands before the deal: random state, dealer, East's seat, the Prevailing Wind. logged: how many events the log
    holds; -1 if nothing is logged. weights: what one tile of each kind adds to the key of its group.
    """

    hands: Annotated[Ints, (SEATS, codes.KINDS)]
    keys: Annotated[Ints, (SEATS, KEYS)]
    sizes: Annotated[Ints, (SEATS, GROUPS)]
    melds: Annotated[Ints, (SEATS, codes.MOST_MELDS)]
    meld_count: Annotated[Ints, SEATS]
    chows: Annotated[Ints, SEATS]
    bonus: Annotated[Ints, SEATS]
    turns: Annotated[Ints, SEATS]
    unchanged: Annotated[Ints, SEATS]
    ready: Annotated[Ints, SEATS]
    pays: Annotated[Ints, SEATS]
    losing_scores: Annotated[Ints, SEATS]
    seen: Annotated[Ints, codes.KINDS]
    laid: int
    laid_by: Annotated[Ints, (SEATS, codes.KINDS)]
    order: Annotated[Ints, MOST_LAID]
    turn: int
    drawn: int
    came: int
    in_a_row: int
    wall_at: int
    wall_end: int
    box_at: int
    box_end: int
    ending: int
    winner: int
    winning_score: int
    random_state: int
    dealer: int
    east: int
    prevailing: int
    weights: Annotated[Ints, codes.KINDS]
    logged: int


class LoggedEvent(KernelRecord):
    """What happened: the event, whose it is, its tile or set, and one number more that depends on the event."""

    event: int
    seat: int
    tile: int
    more: int


class WallSupply(NamedTuple):
    """The wall, the Kong Box, and the log of a deal."""

    wall: Ints
    box: Ints
    log: Rows[LoggedEvent]


@kernel
def draw_below(state: DealState, below: int) -> int:
    """A number from 0 up to, not including, `below`."""
    state.random_state = next_state(state.random_state)
    return number_below(state.random_state, below)


@kernel
def own_wind(state: DealState, seat: int) -> int:
    """The number of a seat's Personal Wind."""
    return int(state.winds[(seat - state.east) % state.players])


@kernel
def sheet_of(state: DealState, seat: int) -> int:
    """The number of a seat's sheet: four times its wind, and the Prevailing one."""
    return 4 * own_wind(state, seat) + state.prevailing


@kernel
def note(state: DealState, log: Rows[LoggedEvent], event: int, seat: int, tile: int, more: int) -> None:
    """Write an event to the log, if there is one."""
    if state.logged < 0:
        return
    logged = log[state.logged]
    logged.event, logged.seat, logged.tile, logged.more = event, seat, tile, more
    state.logged += 1


@kernel
def add_tile(state: DealState, seat: int, kind: int, times: int) -> None:
    """Add tiles of a kind to a hand, or remove them."""
    state.hands[seat, kind] += times
    group = kind // codes.RANKS
    key = 2 * group
    if group < codes.SUITS and kind % codes.RANKS >= 5:
        key += 1
    state.keys[seat, key] += state.weights[kind] * times
    state.sizes[seat, group] += times


@kernel
def owned(state: DealState, seat: int, kind: int) -> int:
    """How many tiles of a kind a seat has, in its hand and its melds."""
    held = state.hands[seat, kind]
    for number in range(state.meld_count[seat]):
        meld = state.melds[seat, number]
        first = meld & codes.CODE
        if meld & codes.CHOW:
            held += first <= kind <= first + 2
        elif first == kind:
            held += 4 if meld & codes.KONG else 3
    return int(held)


@kernel
def fill_weights(state: DealState) -> None:
    """Compute what one tile of each kind adds to the number of its group."""
    for kind in range(codes.KINDS):
        place = kind % codes.RANKS
        if kind < codes.FIRST_HONOUR and place >= 5:
            place -= 5
        state.weights[kind] = 5**place


@kernel
def has_replacement(state: DealState) -> bool:
    """Is there a replacement for a kong or a bonus tile?"""
    return bool(state.box_at < state.box_end or (state.from_tail and state.wall_at < state.wall_end))


@kernel
def draw(state: DealState, supply: WallSupply, seat: int) -> int:
    """Take the next tile of the wall, which has one."""
    tile = supply.wall[state.wall_at]
    state.wall_at += 1
    state.came = FROM_WALL if state.wall_at < state.wall_end else FROM_LAST
    note(state, supply.log, DREW, seat, tile, HEAD)
    return int(tile)


@kernel
def take_replacement(state: DealState, supply: WallSupply, seat: int) -> int:
    """Take a tile of the Kong Box or of the wall's tail; there is one."""
    if state.box_at < state.box_end:
        tile = supply.box[state.box_at]
        state.box_at += 1
        state.came = FROM_BOX
        note(state, supply.log, DREW, seat, tile, BOX)
        return int(tile)
    state.wall_end -= 1
    tile = supply.wall[state.wall_end]
    state.came = FROM_TAIL
    note(state, supply.log, DREW, seat, tile, TAIL)
    return int(tile)


@kernel
def show_bonus(state: DealState, supply: WallSupply, seat: int, tile: int) -> None:
    """Lay a bonus tile open."""
    note(state, supply.log, SHOWED, seat, tile, 0)
    state.bonus[seat] |= 1 << (tile - codes.FIRST_BONUS)


@kernel
def replace_tile(state: DealState, supply: WallSupply, seat: int, bonus: bool) -> int:
    """Take a tile for a kong or a bonus tile, and again for every bonus tile that comes; NOTHING ends the deal."""
    while True:
        if bonus and state.bonus_from_wall:
            if state.wall_at == state.wall_end:
                break
            tile = draw(state, supply, seat)
        elif has_replacement(state):
            tile = take_replacement(state, supply, seat)
        else:
            break
        if tile < codes.FIRST_BONUS:
            add_tile(state, seat, tile, 1)
            state.drawn = tile
            return int(tile)
        show_bonus(state, supply, seat, tile)
        bonus = True
    state.ending = EXHAUSTED
    state.drawn = NOTHING
    return NOTHING


@kernel
def begin_turn(state: DealState, supply: WallSupply, seat: int) -> None:
    """Draw a tile from the wall; the deal is drawn when there is none."""
    if state.wall_at == state.wall_end:
        state.ending = EXHAUSTED
        return
    tile = draw(state, supply, seat)
    state.turn = seat
    state.turns[seat] += 1
    state.drawn = tile
    state.in_a_row = 0
    if tile < codes.FIRST_BONUS:
        add_tile(state, seat, tile, 1)
        return
    show_bonus(state, supply, seat, tile)
    replace_tile(state, supply, seat, True)


@kernel
def settle_dealt(state: DealState, supply: WallSupply, seat: int, dealt: int) -> None:
    """Show the bonus tiles that a seat was dealt (`dealt`, a mask), lowest first, and replace them."""
    for number in range(8):
        if (dealt >> number) & 1 and state.ending == PLAYING:
            show_bonus(state, supply, seat, codes.FIRST_BONUS + number)
            replace_tile(state, supply, seat, True)


@kernel
def clear(state: DealState) -> None:
    """Reset the state for a new deal."""
    for seat in range(SEATS):
        for kind in range(codes.KINDS):
            state.hands[seat, kind] = state.laid_by[seat, kind] = 0
        for key in range(KEYS):
            state.keys[seat, key] = 0
        for group in range(GROUPS):
            state.sizes[seat, group] = 0
        for number in range(codes.MOST_MELDS):
            state.melds[seat, number] = 0
        state.meld_count[seat] = state.chows[seat] = state.bonus[seat] = 0
        state.turns[seat] = state.unchanged[seat] = state.ready[seat] = state.pays[seat] = 0
    for kind in range(codes.KINDS):
        state.seen[kind] = 0
    state.laid = state.turn = state.drawn = state.came = state.in_a_row = 0
    state.wall_at = state.wall_end = state.box_at = state.box_end = 0
    state.ending = state.winner = state.winning_score = 0


@kernel
def deal(state: DealState, supply: WallSupply, wall_size: int, box_size: int) -> None:
    """Deal two heaps to each seat, three times round from the dealer; then two tiles to the dealer, one to others."""
    clear(state)
    state.wall_end, state.box_end = wall_size, box_size
    dealer, players = state.dealer, state.players
    dealt = 0
    for portion in range(4 * players):
        seat = (dealer + portion) % players
        size = 4
        if portion >= 3 * players:
            size = 2 if seat == dealer else 1
        for _ in range(size):
            tile = supply.wall[state.wall_at]
            state.wall_at += 1
            if tile < codes.FIRST_BONUS:
                add_tile(state, seat, tile, 1)
            else:
                dealt |= 1 << (8 * seat + tile - codes.FIRST_BONUS)
            if seat == dealer:
                state.drawn = tile
    last = state.drawn
    for number in range(players):
        seat = (dealer + number) % players
        state.unchanged[seat] = 1
        settle_dealt(state, supply, seat, (dealt >> (8 * seat)) & 255)
        if seat == dealer and state.bonus[dealer]:
            last = state.drawn
    state.turn, state.drawn, state.came = dealer, last, DEALT
    state.turns[dealer] = 1
