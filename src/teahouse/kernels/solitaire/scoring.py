"""Lines of play with high scores: play by keys, and change the keys as long as the total grows or hardly falls.

Every tile has a key. A play repeatedly takes the free pair with the highest sum of keys. So the keys stand for a line
of play, and a change of one key gives a similar line.
"""

from typing import Final

from teahouse.kernels.kernel import hot, kernel
from teahouse.kernels.solitaire.playout import draw_below
from teahouse.kernels.solitaire.relaxed import NOBODY, is_free, remove
from teahouse.kernels.solitaire.types import KeySheet, Puzzle, SearchCounters

HIGHEST_KEY: Final = 4096
SHUFFLE_PRICE: Final = 5
"""What a shuffle costs for every pair left: the price of help in `games.solitaire.board`."""
REACH: Final = 400
"""How far a small change moves a key."""
NO_PAIR: Final = -(1 << 62)
"""The rank of a group without a free pair."""
GROUP_BITS: Final = 6
"""The lowest bits of a rank hold the group, so that the highest rank names it; of equal sums the first group wins."""
LAST_GROUP: Final = (1 << GROUP_BITS) - 1


@hot
def leaders(puzzle: Puzzle, sheet: KeySheet, start: int, number: int) -> None:
    """Find the two free tiles of a group with the highest keys, and the rank of the group."""
    begins, member = puzzle.begins, puzzle.member
    keys, status, first, second = sheet.keys, sheet.status, sheet.first, sheet.second
    one = two = NOBODY
    for at in range(begins[number], begins[number + 1]):
        tile = member[start + at]
        if status[tile] == 0:
            continue
        if one < 0 or keys[tile] > keys[one]:
            one, two = tile, one
        elif two < 0 or keys[tile] > keys[two]:
            two = tile
    first[number], second[number] = one, two
    sheet.ranks[number] = NO_PAIR if two < 0 else (keys[one] + keys[two]) << GROUP_BITS | (LAST_GROUP - number)


@kernel
def shuffle_value(puzzle: Puzzle, sheet: KeySheet, start: int, gone: int, share: int) -> int:
    """The value of a shuffle when no pair is free: this percentage of the points left, minus its price."""
    values, line = sheet.values, sheet.line
    pairs = (puzzle.begins[len(puzzle.begins) - 1] - gone) // 2
    if pairs == 0 or share == 0:
        return 0
    points = 0
    for tile in range(len(line)):
        points += values[start + tile]
    for at in range(gone):
        points -= values[start + line[at]]
    # Every tile counts half the points of its pair, times (pairs + 1) / 2 on average, and the share is in percent.
    return points * (pairs + 1) * share // (2 * 2 * 100) - SHUFFLE_PRICE * pairs


@hot
def play_keys(puzzle: Puzzle, sheet: KeySheet, start: int, share: int) -> int:
    """Play by the keys until no pair is free; the total. `line` holds the tiles in the order they went.

    start: where the groups, members and values of this board begin, for there may be several boards. share: how many
    percent of the points left a shuffle would bring in the end; 0 when there is no shuffle.
    """
    blockers, group = puzzle.blockers, puzzle.group
    values, left, status = sheet.values, sheet.left, sheet.status
    queue, first, second, ranks, line = sheet.queue, sheet.first, sheet.second, sheet.ranks, sheet.line
    groups = len(puzzle.begins) - 1
    size = puzzle.begins[groups]
    tail = 0
    for tile in range(len(blockers)):
        left[tile] = blockers[tile]
        status[tile] = 0
        line[tile] = NOBODY
        if is_free(blockers[tile]):
            status[tile] = 1
    for number in range(groups):
        leaders(puzzle, sheet, start, number)
    gone = total = 0
    while True:
        most = NO_PAIR
        for number in range(groups):
            most = max(most, ranks[number])
        if most == NO_PAIR:
            return total + shuffle_value(puzzle, sheet, start, gone, share)
        best = LAST_GROUP - (most & LAST_GROUP)
        one, two = first[best], second[best]
        total += max(values[start + one], values[start + two]) * ((size - gone) // 2)
        line[gone], line[gone + 1] = one, two
        gone += 2
        status[one] = status[two] = 0
        tail = remove(puzzle, left, queue, 0, one)
        tail = remove(puzzle, left, queue, tail, two)
        leaders(puzzle, sheet, start, best)
        for at in range(tail):
            status[queue[at]] = 1
            leaders(puzzle, sheet, start, group[start + queue[at]])


@hot
def improve(puzzle: Puzzle, sheet: KeySheet, counters: SearchCounters, plays: int, first_slack: int, share: int) -> int:
    """Change keys this many times, allowing less and less loss; return the best total. `best_keys` gets its keys."""
    keys, best_keys = sheet.keys, sheet.best_keys
    size = len(keys)
    total = most = play_keys(puzzle, sheet, 0, share)
    for each in range(size):
        best_keys[each] = keys[each]
    for number in range(plays):
        slack = first_slack * (plays - number) // plays
        tile = draw_below(counters, size)
        other = draw_below(counters, size)
        one, two = keys[tile], keys[other]
        kind = draw_below(counters, 4)
        if kind == 0:
            keys[tile] = draw_below(counters, HIGHEST_KEY)
        elif kind < 3:
            keys[tile] = max(0, min(HIGHEST_KEY, one + draw_below(counters, 2 * REACH + 1) - REACH))
        else:
            keys[tile], keys[other] = two, one
        found = play_keys(puzzle, sheet, 0, share)
        counters.nodes += 1
        if found >= total - draw_below(counters, slack + 1):
            total = found
            if found > most:
                most = found
                for each in range(size):
                    best_keys[each] = keys[each]
        else:
            keys[other] = two
            keys[tile] = one
    return most
