"""Many boards of Solitaire without help at once.

A face is a number from 0 to 41; those from 34 on are one group. The first n(n - 1)/2 actions take a pair of the n
slots, numbered by the first and then the second; `end` is the action that ends the game.
"""

from typing import Annotated, Final, NamedTuple

from teahouse.kernels.arrays import FlagRows, Flags, IntRows, Ints, Rows, Short, ShortRows, Shorts
from teahouse.kernels.kernel import kernel
from teahouse.kernels.knuth import draw_below
from teahouse.kernels.record import KernelRecord
from teahouse.kernels.solitaire.relaxed import BLOCKED, GONE, WAITING, is_free

GROUPS: Final = 35
BONUS: Final = 34

PLAYING: Final = 0
CLEARED: Final = 1
STUCK: Final = 2
ENDED: Final = 3

NONE: Final = -1


class BoardTally(KernelRecord):
    """The counts of a board: the free tiles of each group, the score, tiles left, free pairs; and how it ended."""

    groups: Annotated[Shorts, GROUPS]
    score: Short
    left: Short
    pairs: Short
    ending: Short


class Boards(NamedTuple):
    """Boards of one layout, a row each: the face of every slot, its blockers as one number, and its state."""

    faces: ShortRows
    blockers: ShortRows
    status: ShortRows
    tallies: Rows[BoardTally]


class Links(NamedTuple):
    """Which tiles block which, as in `Puzzle`, and every slot's blockers while no tile is gone."""

    first: Ints
    near: Ints
    weights: Ints
    blockers: Ints


@kernel
def show(boards: Boards, game: int, slot: int) -> None:
    """Mark the tile in a slot as free."""
    tally, group = boards.tallies[game], min(boards.faces[game, slot], BONUS)
    boards.status[game, slot] = WAITING
    tally.pairs += int(tally.groups[group])
    tally.groups[group] += 1


@kernel
def remove(boards: Boards, links: Links, game: int, slot: int) -> None:
    """Take the tile in a free slot, and free the tiles that only it blocked."""
    first, near, weights = links.first, links.near, links.weights
    tally, group = boards.tallies[game], min(boards.faces[game, slot], BONUS)
    boards.status[game, slot] = GONE
    tally.groups[group] -= 1
    tally.pairs -= int(tally.groups[group])
    tally.left -= 1
    for link in range(first[slot], first[slot + 1]):
        other = near[link]
        boards.blockers[game, other] -= weights[link]
        if boards.status[game, other] == BLOCKED and is_free(boards.blockers[game, other]):
            show(boards, game, other)


@kernel
def lay_out(boards: Boards, links: Links, game: int) -> None:
    """Put every tile back on the table, with nothing scored."""
    blockers = links.blockers
    slots = boards.faces.shape[1]
    tally = boards.tallies[game]
    for group in range(GROUPS):
        tally.groups[group] = 0
    tally.score = tally.pairs = tally.ending = 0
    tally.left = slots
    for slot in range(slots):
        boards.blockers[game, slot] = blockers[slot]
        boards.status[game, slot] = BLOCKED
    for slot in range(slots):
        if is_free(blockers[slot]):
            show(boards, game, slot)
    if tally.pairs == 0:
        tally.ending = STUCK


@kernel
def lay_all_out(boards: Boards, links: Links) -> None:
    """Put every tile of every game back on the table."""
    for game in range(len(boards.faces)):
        lay_out(boards, links, game)


@kernel
def deal_again(boards: Boards, links: Links, states: Ints, material: Ints) -> None:
    """Deal every finished game again until a pair is free."""
    slots = boards.faces.shape[1]
    for game in range(len(boards.faces)):
        tally = boards.tallies[game]
        if tally.ending == PLAYING:
            continue
        for slot in range(slots):
            boards.faces[game, slot] = material[slot]
        while tally.ending != PLAYING:
            for last in range(slots - 1, 0, -1):
                chosen = draw_below(states, game, last + 1)
                face = boards.faces[game, last]
                boards.faces[game, last] = boards.faces[game, chosen]
                boards.faces[game, chosen] = face
            lay_out(boards, links, game)


@kernel
def first_illegal(boards: Boards, pairs: IntRows, actions: Ints) -> int:
    """The first game whose action is not legal, or -1."""
    for game in range(len(boards.faces)):
        tally = boards.tallies[game]
        action = actions[game]
        if action < 0 or action > len(pairs) or tally.ending != PLAYING:
            return game
        if action < len(pairs):
            first, second = pairs[action, 0], pairs[action, 1]
            if boards.status[game, first] != WAITING or boards.status[game, second] != WAITING:
                return game
            if min(boards.faces[game, first], BONUS) != min(boards.faces[game, second], BONUS):
                return game
    return NONE


@kernel
def step(boards: Boards, links: Links, pairs: IntRows, values: Ints, actions: Ints, points: Ints, over: Flags) -> None:
    """Take a pair in every game, or end it; action len(pairs) ends."""
    for game in range(len(boards.faces)):
        tally = boards.tallies[game]
        points[game] = 0
        if actions[game] == len(pairs):
            tally.ending = ENDED
            over[game] = True
            continue
        first, second = pairs[actions[game], 0], pairs[actions[game], 1]
        value = max(values[boards.faces[game, first]], values[boards.faces[game, second]])
        points[game] = value * (tally.left >> 1)
        tally.score += points[game]
        remove(boards, links, game, first)
        remove(boards, links, game, second)
        if tally.pairs == 0:
            tally.ending = STUCK if tally.left else CLEARED
        over[game] = tally.pairs == 0


@kernel
def random_actions(boards: Boards, states: Ints, actions: Ints) -> None:
    """Draw a free pair in every game, all equally likely; -1 where the game has ended."""
    for game in range(len(boards.faces)):
        tally = boards.tallies[game]
        actions[game] = NONE
        if tally.ending != PLAYING:
            continue
        number = draw_below(states, game, tally.pairs)
        group = 0
        while True:
            count = tally.groups[group]
            made = count * (count - 1) >> 1
            if number < made:
                break
            number -= made
            group += 1
        actions[game] = pair_in(boards, game, group, number)


@kernel
def pair_in(boards: Boards, game: int, group: int, number: int) -> int:
    """The action of the free pair of a group with this number."""
    slots = boards.faces.shape[1]
    for first in range(slots):
        if boards.status[game, first] != WAITING or min(boards.faces[game, first], BONUS) != group:
            continue
        for second in range(first + 1, slots):
            if boards.status[game, second] == WAITING and min(boards.faces[game, second], BONUS) == group:
                if number == 0:
                    return (first * (2 * slots - first - 1) >> 1) + second - first - 1
                number -= 1
    return NONE


@kernel
def legal(boards: Boards, masks: FlagRows, end: int) -> None:
    """Mark the legal actions of every game; `end` is the action that ends the game. The masks must be blank."""
    slots = boards.faces.shape[1]
    for game in range(len(boards.faces)):
        tally = boards.tallies[game]
        if tally.ending != PLAYING:
            continue
        masks[game, end] = True
        for first in range(slots):
            if boards.status[game, first] != WAITING:
                continue
            start = (first * (2 * slots - first - 1) >> 1) - first - 1
            for second in range(first + 1, slots):
                if boards.status[game, second] == WAITING and min(boards.faces[game, first], BONUS) == min(
                    boards.faces[game, second], BONUS
                ):
                    masks[game, start + second] = True
