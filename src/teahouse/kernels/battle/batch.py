"""Many games of Battle at once.

A kind of tile is written as `Tile.code`, a number from 0 to 26, nine to a suit. The ends of column c are numbered 2c
(top) and 2c + 1 (bottom); a single tile is a top. An action is a pair of ends, numbered by the first and then the
second.
"""

from typing import Annotated, Final

from teahouse.kernels.arrays import FlagRows, Flags, IntRows, Ints, Planes, Rows, Short, Shorts
from teahouse.kernels.battle.field import COLUMNS, ENDS, KINDS, ROWS
from teahouse.kernels.bits import lowest
from teahouse.kernels.kernel import kernel
from teahouse.kernels.knuth import draw_below
from teahouse.kernels.record import KernelRecord

RANKS: Final = 9
COPIES: Final = 4

NONE: Final = -1


class BatchGame(KernelRecord):
    """One game.

    tiles: the code of every slot. first, last: the rows where each column begins and ends; the end of an empty column
    is above its beginning. free, count: the ends that show each kind, as a mask, and their number. pairs: the number of
    free pairs.
    """

    tiles: Annotated[Shorts, COLUMNS * ROWS]
    first: Annotated[Shorts, COLUMNS]
    last: Annotated[Shorts, COLUMNS]
    free: Annotated[Shorts, KINDS]
    count: Annotated[Shorts, KINDS]
    scores: Annotated[Shorts, 2]
    mover: Short
    pairs: Short


@kernel
def action_of(first: int, second: int) -> int:
    """The number of a pair of ends, the lower one first."""
    return (first * (2 * ENDS - first - 1) >> 1) + second - first - 1


@kernel
def show(game: BatchGame, end: int) -> None:
    """Mark the tile at an end as free."""
    column = end >> 1
    row = game.last[column] if end & 1 else game.first[column]
    code = game.tiles[ROWS * column + row]
    game.free[code] |= 1 << end
    game.pairs += int(game.count[code])
    game.count[code] += 1


@kernel
def hide(game: BatchGame, end: int) -> None:
    """Mark the tile at an end as no longer free."""
    column = end >> 1
    row = game.last[column] if end & 1 else game.first[column]
    code = game.tiles[ROWS * column + row]
    game.free[code] &= ~(1 << end)
    game.count[code] -= 1
    game.pairs -= int(game.count[code])


@kernel
def remove(game: BatchGame, end: int) -> None:
    """Take the tile at an end; a column of two keeps a single tile, which is a top."""
    column = end >> 1
    hide(game, end)
    size = game.last[column] - game.first[column] + 1
    if size == 2:
        hide(game, end ^ 1)
    if end & 1:
        game.last[column] -= 1
    else:
        game.first[column] += 1
    if size == 2:
        show(game, 2 * column)
    elif size > 2:
        show(game, end)


@kernel
def open_ends(game: BatchGame) -> None:
    """Find the free tiles from the tiles that are left."""
    game.pairs = 0
    for code in range(KINDS):
        game.free[code] = 0
        game.count[code] = 0
    for column in range(COLUMNS):
        size = game.last[column] - game.first[column] + 1
        if size > 0:
            show(game, 2 * column)
        if size > 1:
            show(game, 2 * column + 1)


@kernel
def deal(game: BatchGame, states: Ints, row: int, least: int) -> None:
    """Shuffle all tiles onto the board until at least this many pairs are free; both scores are 0."""
    for slot in range(COLUMNS * ROWS):
        game.tiles[slot] = slot // COPIES
    game.pairs = NONE
    while game.pairs < least:
        for last in range(COLUMNS * ROWS - 1, 0, -1):
            chosen = draw_below(states, row, last + 1)
            code = game.tiles[last]
            game.tiles[last] = game.tiles[chosen]
            game.tiles[chosen] = code
        for column in range(COLUMNS):
            game.first[column] = 0
            game.last[column] = ROWS - 1
        open_ends(game)
    game.scores[0] = game.scores[1] = 0


@kernel
def open_all(games: Rows[BatchGame]) -> None:
    """Find the free tiles of every game."""
    for place in range(len(games)):
        open_ends(games[place])


@kernel
def code_at(game: BatchGame, end: int) -> int:
    """The code of the tile that is free at an end, or -1."""
    column = end >> 1
    first, last = game.first[column], game.last[column]
    if last < first or (end & 1 and last == first):
        return NONE
    return int(game.tiles[ROWS * column + (last if end & 1 else first)])


@kernel
def is_legal(game: BatchGame, pairs: IntRows, action: int) -> bool:
    """Does an action take two free tiles of one kind?"""
    if action < 0 or action >= len(pairs):
        return False
    code = code_at(game, pairs[action, 0])
    return code >= 0 and code == code_at(game, pairs[action, 1])


@kernel
def first_illegal(games: Rows[BatchGame], pairs: IntRows, actions: Ints) -> int:
    """The first game whose action is not legal, or -1."""
    for place in range(len(games)):
        if not is_legal(games[place], pairs, actions[place]):
            return place
    return NONE


@kernel
def step(games: Rows[BatchGame], pairs: IntRows, actions: Ints, points: Ints, over: Flags) -> None:
    """Take a pair in every game: its points, and whether no pair is left."""
    for place in range(len(games)):
        game = games[place]
        first, second = pairs[actions[place], 0], pairs[actions[place], 1]
        code = code_at(game, first)
        if first >> 1 == second >> 1:
            column = first >> 1
            size = game.last[column] - game.first[column] + 1
            hide(game, first)
            hide(game, second)
            game.first[column] += 1
            game.last[column] -= 1
            if size > 2:
                show(game, first)
            if size > 3:
                show(game, second)
        else:
            remove(game, first)
            remove(game, second)
        points[place] = code % RANKS + 1
        mover = game.mover
        game.scores[mover] += points[place]
        game.mover = 1 - mover
        over[place] = game.pairs == 0


@kernel
def deal_again(games: Rows[BatchGame], states: Ints, least: int, mover: int) -> None:
    """Deal every finished game again, with this seat to move first."""
    for place in range(len(games)):
        game = games[place]
        if game.pairs == 0:
            deal(game, states, place, least)
            game.mover = mover


@kernel
def action_in(mask: int, number: int) -> int:
    """The action of one pair of a kind: the pair with this number among the pairs in a mask of its ends."""
    while mask:
        first = lowest(mask)
        mask &= mask - 1
        others = mask
        while others:
            if number == 0:
                return action_of(first, lowest(others))
            others &= others - 1
            number -= 1
    return NONE


@kernel
def random_actions(games: Rows[BatchGame], states: Ints, actions: Ints) -> None:
    """Draw a free pair in every game, all equally likely; -1 where there is none."""
    for place in range(len(games)):
        game = games[place]
        actions[place] = NONE
        if game.pairs == 0:
            continue
        number = draw_below(states, place, game.pairs)
        for code in range(KINDS):
            count = game.count[code]
            if count < 2:
                continue
            made = count * (count - 1) >> 1
            if number < made:
                actions[place] = action_in(int(game.free[code]), number)
                break
            number -= made


@kernel
def greedy_actions(games: Rows[BatchGame], states: Ints, actions: Ints) -> None:
    """Draw among the free pairs with the most points in every game; -1 where there is none."""
    for place in range(len(games)):
        game = games[place]
        actions[place] = NONE
        for rank in range(RANKS - 1, -1, -1):
            total = 0
            for code in range(rank, KINDS, RANKS):
                total += game.count[code] * (game.count[code] - 1) >> 1
            if total == 0:
                continue
            number = draw_below(states, place, total)
            for code in range(rank, KINDS, RANKS):
                made = game.count[code] * (game.count[code] - 1) >> 1
                if number < made:
                    actions[place] = action_in(int(game.free[code]), number)
                    break
                number -= made
            break


@kernel
def legal(games: Rows[BatchGame], masks: FlagRows) -> None:
    """Mark the legal actions of every game. The masks must be blank."""
    for place in range(len(games)):
        game = games[place]
        for code in range(KINDS):
            mask = int(game.free[code])
            while mask:
                first = lowest(mask)
                mask &= mask - 1
                others = mask
                while others:
                    masks[place, action_of(first, lowest(others))] = True
                    others &= others - 1


@kernel
def planes(games: Rows[BatchGame], made: Planes, total: float) -> None:
    """Write what the seat to move sees into blank planes: kinds, free tiles, the points of both seats, the turn."""
    for place in range(len(games)):
        game = games[place]
        mover = game.mover
        own, other = game.scores[mover] / total, game.scores[1 - mover] / total
        for row in range(ROWS):
            for column in range(COLUMNS):
                made[place, row, column, KINDS + 1] = own
                made[place, row, column, KINDS + 2] = other
                made[place, row, column, KINDS + 3] = 1
        for column in range(COLUMNS):
            first, last = game.first[column], game.last[column]
            for row in range(first, last + 1):
                made[place, row, column, game.tiles[ROWS * column + row]] = 1
            if first <= last:
                made[place, first, column, KINDS] = made[place, last, column, KINDS] = 1
