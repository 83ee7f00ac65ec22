"""Random play by the rules, and repair of its result.

A playout takes pairs until none is free and so gives every tile a partner. A repair then exchanges partners within
groups: as long as tiles stay, a waiting tile gets another partner, and the exchange is kept when about as many tiles
can be taken as before.
"""

from typing import Final

from teahouse.kernels.kernel import hot, kernel
from teahouse.kernels.lehmer import next_state, number_below
from teahouse.kernels.solitaire.relaxed import BLOCKED, GONE, NOBODY, WAITING, is_free, relaxed, remove
from teahouse.kernels.solitaire.types import AnyInts, Puzzle, SearchCounters, Workspace

PLAYOUT_NODES: Final = 5
"""A playout costs about as much as so many relaxed plays."""
BOLD: Final = 4
"""One exchange in so many may lose up to twice `SLACK` tiles."""
SLACK: Final = 16


@hot
def draw_below(counters: SearchCounters, below: int) -> int:
    """A number from 0 up to, not including, `below`."""
    counters.random_state = next_state(counters.random_state)
    return number_below(counters.random_state, below)


@kernel
def free_pair(puzzle: Puzzle, may: AnyInts, workspace: Workspace, counters: SearchCounters, offset: int) -> int:
    """Find two tiles that may be taken together, if possible in a group that is wholly free; 0 if there are none."""
    begins, member, row = puzzle.begins, puzzle.member, puzzle.row
    status, pair = workspace.status, workspace.pair
    groups = len(begins) - 1
    found = 0
    settled = 0
    for turn in range(groups):
        number = (offset + turn) % groups
        start, end = begins[number], begins[number + 1]
        waiting = blocked = 0
        for at in range(start, end):
            waiting += status[member[at]] == WAITING
            blocked += status[member[at]] == BLOCKED
        if waiting < 2 or (settled and blocked):
            continue
        for at in range(start, end):
            tile = member[at]
            if status[tile] != WAITING:
                continue
            for other_at in range(at + 1, end):
                other = member[other_at]
                if status[other] != WAITING or may[row[tile] + other_at - start] == 0:
                    continue
                if blocked == 0:
                    pair[0], pair[1] = tile, other
                    return 1
                if not settled:
                    settled = draw_below(counters, 2)
                    if settled or not found:
                        pair[0], pair[1] = tile, other
                        found = 1
    return found


@kernel
def played(puzzle: Puzzle, may: AnyInts, workspace: Workspace, counters: SearchCounters) -> int:
    """Play until no pair is free; how many tiles are gone. Tiles that stay get any partner of their group."""
    blockers = puzzle.blockers
    mates, left, status, queue, pair = (
        workspace.mates,
        workspace.left,
        workspace.status,
        workspace.queue,
        workspace.pair,
    )
    tail = head = gone = 0
    for tile in range(len(blockers)):
        left[tile] = blockers[tile]
        status[tile] = BLOCKED
        mates[tile] = NOBODY
        if is_free(blockers[tile]):
            queue[tail] = tile
            tail += 1
    offset = draw_below(counters, len(puzzle.begins) - 1)
    while True:
        for at in range(head, tail):
            status[queue[at]] = WAITING
        head = tail
        if free_pair(puzzle, may, workspace, counters, offset) == 0:
            break
        first, second = pair[0], pair[1]
        mates[first], mates[second] = second, first
        status[first] = status[second] = GONE
        tail = remove(puzzle, left, queue, tail, first)
        tail = remove(puzzle, left, queue, tail, second)
        gone += 2
    pair_up_the_rest(puzzle, mates)
    counters.nodes += PLAYOUT_NODES
    return gone


@kernel
def pair_up_the_rest(puzzle: Puzzle, mates: AnyInts) -> None:
    """Give the tiles without a partner one of their group."""
    begins, member = puzzle.begins, puzzle.member
    for number in range(len(begins) - 1):
        lone = NOBODY
        for at in range(begins[number], begins[number + 1]):
            tile = member[at]
            if mates[tile] >= 0:
                continue
            if lone < 0:
                lone = tile
            else:
                mates[lone], mates[tile] = tile, lone
                lone = NOBODY


@kernel
def exchange(mates: AnyInts, tile: int, other: int) -> None:
    """Make two tiles partners, and also the two partners that they had."""
    mate, others_mate = mates[tile], mates[other]
    mates[tile], mates[other] = other, tile
    mates[mate], mates[others_mate] = others_mate, mate


@kernel
def draw_exchange(puzzle: Puzzle, may: AnyInts, workspace: Workspace, counters: SearchCounters) -> int:
    """Draw a waiting tile and another partner for it, all such choices equally likely; 0 if there are none."""
    group, begins, member, row, place = puzzle.group, puzzle.begins, puzzle.member, puzzle.row, puzzle.place
    mates, status, pair = workspace.mates, workspace.status, workspace.pair
    seen = 0
    for tile in range(len(mates)):
        if status[tile] != WAITING:
            continue
        start = begins[group[tile]]
        mate = mates[tile]
        for at in range(start, begins[group[tile] + 1]):
            other = member[at]
            if other == mate or status[other] == BLOCKED or may[row[tile] + at - start] == 0:
                continue
            if may[row[mate] + place[mates[other]]] == 0:
                continue
            seen += 1
            if draw_below(counters, seen) == 0:
                pair[0], pair[1] = tile, other
    return seen


@kernel
def repair(puzzle: Puzzle, may: AnyInts, workspace: Workspace, counters: SearchCounters, tries: int) -> bool:
    """Exchange partners until the board is cleared; False after this many relaxed plays."""
    mates, pair = workspace.mates, workspace.pair
    size = len(mates)
    best = relaxed(puzzle, may, mates, workspace)
    last = counters.nodes + tries
    counters.nodes += 1
    while best < size and counters.nodes < last and draw_exchange(puzzle, may, workspace, counters) > 0:
        tile, other = pair[0], pair[1]
        mate = mates[tile]
        exchange(mates, tile, other)
        gone = relaxed(puzzle, may, mates, workspace)
        counters.nodes += 1
        allowed = 2 * draw_below(counters, SLACK) if draw_below(counters, BOLD) == 0 else 0
        if gone >= best - allowed:
            best = gone
        else:
            exchange(mates, tile, mate)
            relaxed(puzzle, may, mates, workspace)
            counters.nodes += 1
    return best == size
