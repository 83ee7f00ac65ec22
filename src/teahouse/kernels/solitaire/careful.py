"""The player `careful` on plain numbers, to play a deal many times and measure how hard it is.

It prefers pairs of groups of which all tiles are free; then the highest sum of value and tiles set free; among equals
it chooses at random.
"""

from typing import Final

from teahouse.kernels.kernel import kernel
from teahouse.kernels.solitaire.playout import draw_below
from teahouse.kernels.solitaire.relaxed import BLOCKED, GONE, WAITING, is_free, remove
from teahouse.kernels.solitaire.types import AnyInts, Puzzle, SearchCounters, Workspace

SAFE: Final = 1 << 20


@kernel
def put_back(puzzle: Puzzle, left: AnyInts, tile: int) -> None:
    """Put a tile back, so that it blocks again."""
    first, near, weights = puzzle.first, puzzle.near, puzzle.weights
    for link in range(first[tile], first[tile + 1]):
        left[near[link]] += weights[link]


@kernel
def promise(puzzle: Puzzle, values: AnyInts, workspace: Workspace, tile: int, other: int) -> int:
    """The value of a pair, plus one for every tile that it sets free."""
    left, scratch = workspace.left, workspace.mates
    freed = remove(puzzle, left, scratch, 0, tile)
    freed = remove(puzzle, left, scratch, freed, other)
    put_back(puzzle, left, other)
    put_back(puzzle, left, tile)
    worth: int = max(values[tile], values[other])
    return worth + freed


@kernel
def careful_pair(puzzle: Puzzle, values: AnyInts, workspace: Workspace, counters: SearchCounters) -> int:
    """Find the pair with the highest value by `promise`; 0 if there is none."""
    begins, member = puzzle.begins, puzzle.member
    status, pair = workspace.status, workspace.pair
    most = equals = 0
    for number in range(len(begins) - 1):
        start, end = begins[number], begins[number + 1]
        blocked = 0
        for at in range(start, end):
            blocked += status[member[at]] == BLOCKED
        for at in range(start, end):
            tile = member[at]
            for other_at in range(at + 1, end):
                other = member[other_at]
                if status[tile] != WAITING or status[other] != WAITING:
                    continue
                worth = promise(puzzle, values, workspace, tile, other) + (SAFE if blocked == 0 else 0)
                if worth > most:
                    most, equals = worth, 0
                if worth == most:
                    equals += 1
                    if draw_below(counters, equals) == 0:
                        pair[0], pair[1] = tile, other
    return most


@kernel
def careful_play(puzzle: Puzzle, values: AnyInts, workspace: Workspace, counters: SearchCounters) -> int:
    """Play until no pair is free; how many tiles are left."""
    blockers = puzzle.blockers
    left, status, queue, pair = workspace.left, workspace.status, workspace.queue, workspace.pair
    stay = len(blockers)
    for tile in range(len(blockers)):
        left[tile] = blockers[tile]
        status[tile] = WAITING if is_free(blockers[tile]) else BLOCKED
    while careful_pair(puzzle, values, workspace, counters) > 0:
        tile, other = pair[0], pair[1]
        status[tile] = status[other] = GONE
        tail = remove(puzzle, left, queue, 0, tile)
        tail = remove(puzzle, left, queue, tail, other)
        for at in range(tail):
            status[queue[at]] = WAITING
        stay -= 2
    return stay


@kernel
def cleared_plays(puzzle: Puzzle, values: AnyInts, workspace: Workspace, counters: SearchCounters, plays: int) -> int:
    """The number of plays, out of this many, that clear the board."""
    cleared = 0
    for _ in range(plays):
        cleared += careful_play(puzzle, values, workspace, counters) == 0
    return cleared
