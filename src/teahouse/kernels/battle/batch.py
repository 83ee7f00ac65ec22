"""Many games of Battle at once, each a row of one table.

A row holds the kind of every slot, 0 to 26, nine to a suit; the rows in which each column begins and ends, one that is
gone ending above its beginning; which ends show each kind, as a mask, and how many; the points of both seats; whose
turn it is; and how many pairs are free. The ends of column c are numbered 2c (top) and 2c + 1 (bottom); a single tile
is a top. An action is a pair of ends, numbered by the first and then the second.
"""

from typing import Final

from teahouse.kernels.compiled import lowest
from teahouse.kernels.luck import ROWS, chance
from teahouse.kernels.plain import FLAG, NOTHING, NUMBER, NUMBERS, Numbers, kernel

COLUMNS: Final = 12
DEPTH: Final = 9
ENDS: Final = 24
KINDS: Final = 27
RANKS: Final = 9
COPIES: Final = 4

TILES: Final = 0
"""Where in a row everything begins."""
FIRST: Final = TILES + COLUMNS * DEPTH
LAST: Final = FIRST + COLUMNS
FREE: Final = LAST + COLUMNS
COUNT: Final = FREE + KINDS
SCORES: Final = COUNT + KINDS
MOVER: Final = SCORES + 2
PAIRS: Final = MOVER + 1
ROW: Final = PAIRS + 1

NONE: Final = -1
PAIRED: Final = "int64[:, ::1]"
"""The two ends of every action."""
FLAGS: Final = "boolean[::1]"
MASKS: Final = "boolean[:, ::1]"
PLANES: Final = "float32[:, :, :, ::1]"


@kernel(NUMBER, NUMBER, NUMBER)
def action_of(first: int, second: int) -> int:
    """The number of a pair of ends, the lower one first."""
    return (first * (2 * ENDS - first - 1) >> 1) + second - first - 1


@kernel(NOTHING, ROWS, NUMBER, NUMBER)
def show(games: Numbers, game: int, end: int) -> None:
    """The tile at an end comes free."""
    column = end >> 1
    row = games[game, LAST + column] if end & 1 else games[game, FIRST + column]
    kind = games[game, TILES + DEPTH * column + row]
    games[game, FREE + kind] |= 1 << end
    games[game, PAIRS] += games[game, COUNT + kind]
    games[game, COUNT + kind] += 1


@kernel(NOTHING, ROWS, NUMBER, NUMBER)
def hide(games: Numbers, game: int, end: int) -> None:
    """The tile at an end is free no more."""
    column = end >> 1
    row = games[game, LAST + column] if end & 1 else games[game, FIRST + column]
    kind = games[game, TILES + DEPTH * column + row]
    games[game, FREE + kind] &= ~(1 << end)
    games[game, COUNT + kind] -= 1
    games[game, PAIRS] -= games[game, COUNT + kind]


@kernel(NOTHING, ROWS, NUMBER, NUMBER)
def remove(games: Numbers, game: int, end: int) -> None:
    """Take the tile at an end; a column of two keeps a single tile, which is a top."""
    column = end >> 1
    hide(games, game, end)
    size = games[game, LAST + column] - games[game, FIRST + column] + 1
    if size == 2:
        hide(games, game, end ^ 1)
    if end & 1:
        games[game, LAST + column] -= 1
    else:
        games[game, FIRST + column] += 1
    if size == 2:
        show(games, game, 2 * column)
    elif size > 2:
        show(games, game, end)


@kernel(NOTHING, ROWS, NUMBER)
def open_ends(games: Numbers, game: int) -> None:
    """Find what is free, from the tiles left alone."""
    games[game, PAIRS] = 0
    for kind in range(KINDS):
        games[game, FREE + kind] = 0
        games[game, COUNT + kind] = 0
    for column in range(COLUMNS):
        size = games[game, LAST + column] - games[game, FIRST + column] + 1
        if size > 0:
            show(games, game, 2 * column)
        if size > 1:
            show(games, game, 2 * column + 1)


@kernel(NOTHING, ROWS, NUMBERS, NUMBER, NUMBER)
def deal(games: Numbers, luck: Numbers, game: int, least: int) -> None:
    """Shuffle all tiles onto the board, again and again until so many pairs are free; nobody has points."""
    for slot in range(COLUMNS * DEPTH):
        games[game, TILES + slot] = slot // COPIES
    games[game, PAIRS] = NONE
    while games[game, PAIRS] < least:
        for last in range(COLUMNS * DEPTH - 1, 0, -1):
            chosen = chance(luck, game, last + 1)
            kind = games[game, TILES + last]
            games[game, TILES + last] = games[game, TILES + chosen]
            games[game, TILES + chosen] = kind
        for column in range(COLUMNS):
            games[game, FIRST + column] = 0
            games[game, LAST + column] = DEPTH - 1
        open_ends(games, game)
    games[game, SCORES] = games[game, SCORES + 1] = 0


@kernel(NOTHING, ROWS)
def open_all(games: Numbers) -> None:
    """Find what is free in every game."""
    for game in range(len(games)):
        open_ends(games, game)


@kernel(NUMBER, ROWS, NUMBER, NUMBER)
def kind_at(games: Numbers, game: int, end: int) -> int:
    """The kind that is free at an end, or -1."""
    column = end >> 1
    first, last = games[game, FIRST + column], games[game, LAST + column]
    if last < first or (end & 1 and last == first):
        return NONE
    kind: int = games[game, TILES + DEPTH * column + (last if end & 1 else first)]
    return kind


@kernel(FLAG, ROWS, PAIRED, NUMBER, NUMBER)
def is_legal(games: Numbers, pairs: Numbers, game: int, action: int) -> bool:
    """Does an action take two free tiles of one kind?"""
    if action < 0 or action >= len(pairs):
        return False
    kind = kind_at(games, game, pairs[action, 0])
    return kind >= 0 and kind == kind_at(games, game, pairs[action, 1])


@kernel(NUMBER, ROWS, PAIRED, NUMBERS)
def first_illegal(games: Numbers, pairs: Numbers, actions: Numbers) -> int:
    """The first game whose action is not legal, or -1."""
    for game in range(len(games)):
        if not is_legal(games, pairs, game, actions[game]):
            return game
    return NONE


@kernel(NOTHING, ROWS, PAIRED, NUMBERS, NUMBERS, FLAGS)
def step(games: Numbers, pairs: Numbers, actions: Numbers, points: Numbers, over: Numbers) -> None:
    """Take a pair in every game: its points, and whether no pair is left."""
    for game in range(len(games)):
        first, second = pairs[actions[game], 0], pairs[actions[game], 1]
        kind = kind_at(games, game, first)
        if first >> 1 == second >> 1:
            column = first >> 1
            size = games[game, LAST + column] - games[game, FIRST + column] + 1
            hide(games, game, first)
            hide(games, game, second)
            games[game, FIRST + column] += 1
            games[game, LAST + column] -= 1
            if size > 2:
                show(games, game, first)
            if size > 3:
                show(games, game, second)
        else:
            remove(games, game, first)
            remove(games, game, second)
        points[game] = kind % RANKS + 1
        mover = games[game, MOVER]
        games[game, SCORES + mover] += points[game]
        games[game, MOVER] = 1 - mover
        over[game] = games[game, PAIRS] == 0


@kernel(NOTHING, ROWS, NUMBERS, NUMBER, NUMBER)
def deal_again(games: Numbers, luck: Numbers, least: int, mover: int) -> None:
    """Deal the games anew that are over; that seat begins them."""
    for game in range(len(games)):
        if games[game, PAIRS] == 0:
            deal(games, luck, game, least)
            games[game, MOVER] = mover


@kernel(NUMBER, NUMBER, NUMBER)
def action_in(mask: int, number: int) -> int:
    """The action of a kind's pair of that number, of those that a mask of its ends makes."""
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


@kernel(NOTHING, ROWS, NUMBERS, NUMBERS)
def random_actions(games: Numbers, luck: Numbers, actions: Numbers) -> None:
    """Draw a free pair in every game, all equally likely; -1 where there is none."""
    for game in range(len(games)):
        actions[game] = NONE
        if games[game, PAIRS] == 0:
            continue
        number = chance(luck, game, games[game, PAIRS])
        for kind in range(KINDS):
            count = games[game, COUNT + kind]
            if count < 2:
                continue
            made = count * (count - 1) >> 1
            if number < made:
                actions[game] = action_in(int(games[game, FREE + kind]), number)
                break
            number -= made


@kernel(NOTHING, ROWS, NUMBERS, NUMBERS)
def greedy_actions(games: Numbers, luck: Numbers, actions: Numbers) -> None:
    """Draw among the free pairs with the most points in every game; -1 where there is none."""
    for game in range(len(games)):
        actions[game] = NONE
        for rank in range(RANKS - 1, -1, -1):
            total = 0
            for kind in range(rank, KINDS, RANKS):
                total += games[game, COUNT + kind] * (games[game, COUNT + kind] - 1) >> 1
            if total == 0:
                continue
            number = chance(luck, game, total)
            for kind in range(rank, KINDS, RANKS):
                made = games[game, COUNT + kind] * (games[game, COUNT + kind] - 1) >> 1
                if number < made:
                    actions[game] = action_in(int(games[game, FREE + kind]), number)
                    break
                number -= made
            break


@kernel(NOTHING, ROWS, MASKS)
def legal(games: Numbers, masks: Numbers) -> None:
    """Mark the legal actions of every game in masks that are blank."""
    for game in range(len(games)):
        for kind in range(KINDS):
            mask = int(games[game, FREE + kind])
            while mask:
                first = lowest(mask)
                mask &= mask - 1
                others = mask
                while others:
                    masks[game, action_of(first, lowest(others))] = True
                    others &= others - 1


@kernel(NOTHING, ROWS, PLANES, "float64")
def planes(games: Numbers, made: Numbers, total: float) -> None:
    """Write what the seat to move sees, in planes that are blank: kinds, free tiles, both seats' points, own turn."""
    for game in range(len(games)):
        mover = games[game, MOVER]
        own, other = games[game, SCORES + mover] / total, games[game, SCORES + 1 - mover] / total
        for row in range(DEPTH):
            for column in range(COLUMNS):
                made[game, row, column, KINDS + 1] = own
                made[game, row, column, KINDS + 2] = other
                made[game, row, column, KINDS + 3] = 1
        for column in range(COLUMNS):
            first, last = games[game, FIRST + column], games[game, LAST + column]
            for row in range(first, last + 1):
                made[game, row, column, games[game, TILES + DEPTH * column + row]] = 1
            if first <= last:
                made[game, first, column, KINDS] = made[game, last, column, KINDS] = 1
