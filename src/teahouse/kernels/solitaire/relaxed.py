"""Playing with fewer rules: which tiles could go if every group that is not yet paired off played as freely as can be.

A tile whose partner is decided goes together with it. Any other goes as soon as one other undecided tile of its group
that may be its partner is free, or was: tiles that went count again and again. Each rule only ever sets more tiles
free, so the order does not matter, and what cannot go in this play can go in no real one.
"""

from typing import Final

from teahouse.kernels.plain import FLAG, NUMBER, NUMBERS, Arrays, Numbers, kernel
from teahouse.kernels.solitaire.types import PUZZLE

BLOCKED: Final = 0
"""What has become of a tile: not free, free without a partner, taken away."""
WAITING: Final = 1
GONE: Final = 2

NOBODY: Final = -1

WEST: Final = 1 << 10
"""A tile's blockers are one number: those to the east, 1 each, those to the west and those above."""
ABOVE: Final = 1 << 20


@kernel(FLAG, NUMBER)
def is_free(blockers: int) -> bool:
    """Does nothing lie above, and nothing on at least one side?"""
    return blockers < ABOVE and (blockers < WEST or blockers & (WEST - 1) == 0)


@kernel(NUMBER, PUZZLE, NUMBERS, NUMBERS, NUMBER, NUMBER)
def remove(puzzle: Arrays, left: Numbers, queue: Numbers, tail: int, tile: int) -> int:
    """Take a tile away and queue what becomes free; the queue's new end."""
    first, near, weights = puzzle[0], puzzle[1], puzzle[2]
    for link in range(first[tile], first[tile + 1]):
        other = near[link]
        before = left[other]
        after = before - weights[link]
        left[other] = after
        if is_free(after) and not is_free(before):
            queue[tail] = other
            tail += 1
    return tail


@kernel(NUMBER, PUZZLE, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def relaxed(puzzle: Arrays, may: Numbers, partner: Numbers, left: Numbers, status: Numbers, queue: Numbers) -> int:
    """Play on as far as it goes; how many tiles are gone. `queue` holds the tiles in the order they came free."""
    blockers, group, begins, member, row = puzzle[3], puzzle[4], puzzle[5], puzzle[6], puzzle[7]
    tail = head = gone = 0
    for tile in range(len(blockers)):
        left[tile] = blockers[tile]
        status[tile] = BLOCKED
        if is_free(blockers[tile]):
            queue[tail] = tile
            tail += 1
    while head < tail:
        tile = queue[head]
        head += 1
        status[tile] = WAITING
        mate = partner[tile]
        if mate >= 0:
            if status[mate] == WAITING:
                status[tile] = status[mate] = GONE
                tail = remove(puzzle, left, queue, tail, tile)
                tail = remove(puzzle, left, queue, tail, mate)
                gone += 2
            continue
        start = begins[group[tile]]
        shift = row[tile] - start
        for at in range(start, begins[group[tile] + 1]):
            other = member[at]
            if status[other] != BLOCKED and partner[other] < 0 and may[shift + at] != 0:
                if status[other] == WAITING:
                    status[other] = GONE
                    tail = remove(puzzle, left, queue, tail, other)
                    gone += 1
                if status[tile] == WAITING:
                    status[tile] = GONE
                    tail = remove(puzzle, left, queue, tail, tile)
                    gone += 1
    return gone
