"""Play with fewer rules: which tiles can be taken if undecided groups play as freely as possible?

A tile whose partner is decided is taken together with it. Any other tile is taken as soon as one other undecided tile
of its group that may be its partner is free, or was free before: a taken tile may be used again. Every step only frees
more tiles, so the order does not matter, and a tile that stays in this play stays in every real one.
"""

from typing import Final

from teahouse.kernels.kernel import hot, kernel
from teahouse.kernels.solitaire.types import AnyInts, Puzzle, Workspace

BLOCKED: Final = 0
"""What has become of a tile: not free, free without a partner, taken away."""
WAITING: Final = 1
GONE: Final = 2

NOBODY: Final = -1

WEST: Final = 1 << 10
"""A tile's blockers are one number: those to the east, 1 each, those to the west and those above."""
ABOVE: Final = 1 << 20


@hot
def is_free(blockers: int) -> bool:
    """Is nothing above, and nothing on at least one side?"""
    return blockers < ABOVE and (blockers < WEST or blockers & (WEST - 1) == 0)


@hot
def remove(puzzle: Puzzle, left: AnyInts, queue: AnyInts, tail: int, tile: int) -> int:
    """Take a tile away and queue the tiles that become free; the queue's new end."""
    first, near, weights = puzzle.first, puzzle.near, puzzle.weights
    for link in range(first[tile], first[tile + 1]):
        other = near[link]
        before = left[other]
        after = before - weights[link]
        left[other] = after
        if is_free(after) and not is_free(before):
            queue[tail] = other
            tail += 1
    return tail


@kernel
def relaxed(puzzle: Puzzle, may: AnyInts, partner: AnyInts, workspace: Workspace) -> int:
    """Play as far as possible; the number of tiles taken. The queue holds the tiles in the order they became free."""
    left, status, queue = workspace.left, workspace.status, workspace.queue
    blockers, group, begins, member, row = puzzle.blockers, puzzle.group, puzzle.begins, puzzle.member, puzzle.row
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
