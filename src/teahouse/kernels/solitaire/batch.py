"""Many boards of Solitaire without help at once, each a row of one table.

With n slots a row holds the face of every slot, 0 to 41; what blocks it, as one number (see `relaxed`); what has become
of it; how many free tiles each group has; the score; the tiles left; how many pairs are free; and how it ended. Faces
from 34 on are one group. The first n(n - 1)/2 actions take a pair of slots, numbered by the first and then the second;
`end` is the action that ends the game.

Links are four arrays: `first`, `near` and `weights` (the links of slot s are those from first[s] to first[s + 1]: which
slot it blocks and by what weight), and every slot's blockers while no tile is gone.
"""

from typing import Final

from teahouse.kernels.luck import ROWS, chance
from teahouse.kernels.plain import NOTHING, NUMBER, NUMBERS, Arrays, Numbers, arrays, kernel
from teahouse.kernels.solitaire.relaxed import BLOCKED, GONE, WAITING, is_free

GROUPS: Final = 35
BONUS: Final = 34

COUNT: Final = 0
"""Where things stand behind what is kept for each slot."""
SCORE: Final = COUNT + GROUPS
LEFT: Final = SCORE + 1
PAIRS: Final = LEFT + 1
ENDING: Final = PAIRS + 1
TAIL: Final = ENDING + 1

PLAYING: Final = 0
CLEARED: Final = 1
STUCK: Final = 2
ENDED: Final = 3

NONE: Final = -1
LINKS: Final = arrays(4)
PAIRED: Final = "int64[:, ::1]"
FLAGS: Final = "boolean[::1]"
MASKS: Final = "boolean[:, ::1]"


@kernel(NUMBER, ROWS)
def slots_of(games: Numbers) -> int:
    """How many slots the layout has."""
    slots: int = (games.shape[1] - TAIL) // 3
    return slots


@kernel(NOTHING, ROWS, NUMBER, NUMBER)
def show(games: Numbers, game: int, slot: int) -> None:
    """The tile in a slot comes free."""
    slots = slots_of(games)
    count = 3 * slots + COUNT + min(games[game, slot], BONUS)
    games[game, 2 * slots + slot] = WAITING
    games[game, 3 * slots + PAIRS] += games[game, count]
    games[game, count] += 1


@kernel(NOTHING, ROWS, LINKS, NUMBER, NUMBER)
def remove(games: Numbers, links: Arrays, game: int, slot: int) -> None:
    """Take the tile in a free slot, and free what it alone has blocked."""
    first, near, weights = links[0], links[1], links[2]
    slots = slots_of(games)
    count = 3 * slots + COUNT + min(games[game, slot], BONUS)
    games[game, 2 * slots + slot] = GONE
    games[game, count] -= 1
    games[game, 3 * slots + PAIRS] -= games[game, count]
    games[game, 3 * slots + LEFT] -= 1
    for link in range(first[slot], first[slot + 1]):
        other = near[link]
        games[game, slots + other] -= weights[link]
        if games[game, 2 * slots + other] == BLOCKED and is_free(games[game, slots + other]):
            show(games, game, other)


@kernel(NOTHING, ROWS, LINKS, NUMBER)
def lay_out(games: Numbers, links: Arrays, game: int) -> None:
    """Put every tile back on the table: nothing scored, nothing gone."""
    blockers = links[3]
    slots = slots_of(games)
    for place in range(TAIL):
        games[game, 3 * slots + place] = 0
    games[game, 3 * slots + LEFT] = slots
    for slot in range(slots):
        games[game, slots + slot] = blockers[slot]
        games[game, 2 * slots + slot] = BLOCKED
    for slot in range(slots):
        if is_free(blockers[slot]):
            show(games, game, slot)
    if games[game, 3 * slots + PAIRS] == 0:
        games[game, 3 * slots + ENDING] = STUCK


@kernel(NOTHING, ROWS, LINKS)
def lay_all_out(games: Numbers, links: Arrays) -> None:
    """Put every tile of every game back on the table."""
    for game in range(len(games)):
        lay_out(games, links, game)


@kernel(NOTHING, ROWS, LINKS, NUMBERS, NUMBERS)
def deal_again(games: Numbers, links: Arrays, luck: Numbers, material: Numbers) -> None:
    """Deal the games anew that have ended, again and again until a pair is free."""
    slots = slots_of(games)
    for game in range(len(games)):
        if games[game, 3 * slots + ENDING] == PLAYING:
            continue
        for slot in range(slots):
            games[game, slot] = material[slot]
        while games[game, 3 * slots + ENDING] != PLAYING:
            for last in range(slots - 1, 0, -1):
                chosen = chance(luck, game, last + 1)
                face = games[game, last]
                games[game, last] = games[game, chosen]
                games[game, chosen] = face
            lay_out(games, links, game)


@kernel(NUMBER, ROWS, PAIRED, NUMBERS)
def first_illegal(games: Numbers, pairs: Numbers, actions: Numbers) -> int:
    """The first game whose action is not legal, or -1."""
    slots = slots_of(games)
    for game in range(len(games)):
        action = actions[game]
        if action < 0 or action > len(pairs) or games[game, 3 * slots + ENDING] != PLAYING:
            return game
        if action < len(pairs):
            first, second = pairs[action, 0], pairs[action, 1]
            if games[game, 2 * slots + first] != WAITING or games[game, 2 * slots + second] != WAITING:
                return game
            if min(games[game, first], BONUS) != min(games[game, second], BONUS):
                return game
    return NONE


@kernel(NOTHING, ROWS, LINKS, PAIRED, NUMBERS, NUMBERS, NUMBERS, FLAGS)
def step(
    games: Numbers, links: Arrays, pairs: Numbers, values: Numbers, actions: Numbers, points: Numbers, over: Numbers
) -> None:
    """Take a pair in every game, or end it; action len(pairs) ends."""
    tail = 3 * slots_of(games)
    for game in range(len(games)):
        points[game] = 0
        if actions[game] == len(pairs):
            games[game, tail + ENDING] = ENDED
            over[game] = True
            continue
        first, second = pairs[actions[game], 0], pairs[actions[game], 1]
        value = max(values[games[game, first]], values[games[game, second]])
        points[game] = value * (games[game, tail + LEFT] >> 1)
        games[game, tail + SCORE] += points[game]
        remove(games, links, game, first)
        remove(games, links, game, second)
        if games[game, tail + PAIRS] == 0:
            games[game, tail + ENDING] = STUCK if games[game, tail + LEFT] else CLEARED
        over[game] = games[game, tail + PAIRS] == 0


@kernel(NOTHING, ROWS, NUMBERS, NUMBERS)
def random_actions(games: Numbers, luck: Numbers, actions: Numbers) -> None:
    """Draw a free pair in every game, all equally likely; -1 where the game has ended."""
    slots = slots_of(games)
    for game in range(len(games)):
        actions[game] = NONE
        if games[game, 3 * slots + ENDING] != PLAYING:
            continue
        number = chance(luck, game, games[game, 3 * slots + PAIRS])
        group = 0
        while True:
            count = games[game, 3 * slots + COUNT + group]
            made = count * (count - 1) >> 1
            if number < made:
                break
            number -= made
            group += 1
        actions[game] = pair_in(games, game, group, number)


@kernel(NUMBER, ROWS, NUMBER, NUMBER, NUMBER)
def pair_in(games: Numbers, game: int, group: int, number: int) -> int:
    """The action of a group's free pair of that number."""
    slots = slots_of(games)
    for first in range(slots):
        if games[game, 2 * slots + first] != WAITING or min(games[game, first], BONUS) != group:
            continue
        for second in range(first + 1, slots):
            if games[game, 2 * slots + second] == WAITING and min(games[game, second], BONUS) == group:
                if number == 0:
                    return (first * (2 * slots - first - 1) >> 1) + second - first - 1
                number -= 1
    return NONE


@kernel(NOTHING, ROWS, MASKS, NUMBER)
def legal(games: Numbers, masks: Numbers, end: int) -> None:
    """Mark the legal actions of every game in masks that are blank; `end` is the one that ends the game."""
    slots = slots_of(games)
    for game in range(len(games)):
        if games[game, 3 * slots + ENDING] != PLAYING:
            continue
        masks[game, end] = True
        for first in range(slots):
            if games[game, 2 * slots + first] != WAITING:
                continue
            start = (first * (2 * slots - first - 1) >> 1) - first - 1
            for second in range(first + 1, slots):
                if games[game, 2 * slots + second] == WAITING and min(games[game, first], BONUS) == min(
                    games[game, second], BONUS
                ):
                    masks[game, start + second] = True
