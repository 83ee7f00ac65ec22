"""A policy: how to play a board whose covered faces are not known.

Every slot has a number and every face has one; the key of a tile is their sum. A play takes the free pair with the
highest sum of keys, so it never depends on a face that is still covered. A policy is good when it scores well on
many worlds, boards that differ in the covered faces alone: one number after the other is changed a little, and the
change is kept where the total over all worlds does not fall.
"""

from typing import Final

from teahouse.kernels.kernel import hot
from teahouse.kernels.solitaire.playout import draw_below
from teahouse.kernels.solitaire.scoring import play_keys
from teahouse.kernels.solitaire.types import AnyInts, KeySheet, Policy, Puzzle, SearchCounters

REACH: Final = 1000
"""How far a change moves a number."""
CHANGES_OF_A_FACE: Final = 8
"""One change in so many is that of a face, two exchange the slots of two tiles, the others are changes of a slot."""
EXCHANGES: Final = 3
PATIENCE: Final = 16
"""A change is given up when it is behind after so many worlds, or twice, three times as many."""
FORCED: Final = 1 << 30
"""A key that comes before all others."""


@hot
def play_world(puzzle: Puzzle, policy: Policy, sheet: KeySheet, world: int, share: int) -> int:
    """What a policy scores on one world."""
    keys, slots, faces, kinds = sheet.keys, policy.slots, policy.faces, policy.kinds
    start = world * len(slots)
    for tile in range(len(slots)):
        keys[tile] = slots[tile] + faces[kinds[start + tile]]
    return play_keys(puzzle, sheet, start, share)


@hot
def scores_no_less(puzzle: Puzzle, policy: Policy, sheet: KeySheet, share: int) -> bool:
    """Does a policy score at least as much as before on all worlds together? Soon given up where it falls behind."""
    totals, tried = policy.totals, policy.tried
    ahead = 0
    for world in range(len(totals)):
        tried[world] = play_world(puzzle, policy, sheet, world, share)
        ahead += tried[world] - totals[world]
        if ahead < 0 and (world + 1) % PATIENCE == 0:
            return False
    return ahead >= 0


@hot
def change(numbers: AnyInts, place: int, counters: SearchCounters) -> None:
    """Move one number up or down."""
    numbers[place] += draw_below(counters, 2 * REACH + 1) - REACH


@hot
def adapt(puzzle: Puzzle, policy: Policy, sheet: KeySheet, counters: SearchCounters, changes: int, share: int) -> None:
    """Try this many changes of a policy, and keep those with which it scores no less."""
    slots, faces, totals, tried = policy.slots, policy.faces, policy.totals, policy.tried
    for world in range(len(totals)):
        totals[world] = play_world(puzzle, policy, sheet, world, share)
    for _ in range(changes):
        kind = draw_below(counters, CHANGES_OF_A_FACE)
        tile, other = draw_below(counters, len(slots)), draw_below(counters, len(slots))
        face = policy.kinds[tile]
        one, two, three = slots[tile], slots[other], faces[face]
        if kind == 0:
            change(faces, face, counters)
        elif kind < EXCHANGES:
            slots[tile], slots[other] = two, one
        else:
            change(slots, tile, counters)
        if scores_no_less(puzzle, policy, sheet, share):
            for world in range(len(totals)):
                totals[world] = tried[world]
        else:
            slots[other] = two
            slots[tile], faces[face] = one, three


@hot
def weigh_pairs(puzzle: Puzzle, policy: Policy, sheet: KeySheet, share: int, pairs: AnyInts, sums: AnyInts) -> None:
    """What a policy scores on all worlds together when it must begin with each of these pairs."""
    slots = policy.slots
    for number in range(len(sums)):
        first, second = pairs[2 * number], pairs[2 * number + 1]
        slots[first] += FORCED
        slots[second] += FORCED
        sums[number] = 0
        for world in range(len(policy.totals)):
            sums[number] += play_world(puzzle, policy, sheet, world, share)
        slots[first] -= FORCED
        slots[second] -= FORCED
