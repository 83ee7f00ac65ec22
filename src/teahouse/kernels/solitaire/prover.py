"""Can a board be cleared? A search over who goes with whom, not over moves.

Once every tile has its partner the order of play no longer matters. `may` says of every two tiles of a group whether
they may still be partners. A partner that cannot be is struck out: because it was decided otherwise, or because the
relaxed play with these two together leaves tiles on the board. With each goes `why`: the decisions it rests on, as a
mask of levels. Tiles that stay in the relaxed play, or a tile without a partner left, are a conflict; the tiles that
wait name the decisions it needs. The search goes back to the last of these, past all others (conflict-directed
back-jumping), and strikes out what was decided there; a conflict that needs no decision proves the board dead.
"""

from typing import Final

from teahouse.kernels.plain import FLAG, NOTHING, NUMBER, NUMBERS, Arrays, Numbers, kernel
from teahouse.kernels.solitaire.playout import DEPTH, NODES, STRUCK, chance, played, repair
from teahouse.kernels.solitaire.relaxed import BLOCKED, NOBODY, WAITING, relaxed
from teahouse.kernels.solitaire.types import DESK, FACTS, PUZZLE, STACK

CLEARABLE: Final = 1
DEAD: Final = 0
UNDECIDED: Final = -1

NO_CONFLICT: Final = -1
LAST_BIT: Final = 61
"""Levels from this one on share a bit of `why`."""
TRIES: Final = 300
"""How many relaxed plays a repair may take."""
REPAIRS: Final = 2
"""How many repairs come before each decision."""
PATIENCE: Final = 20_000
"""How many relaxed plays a search's first turn may take; every turn is half as long again."""
WARMEST: Final = 1 << 20


@kernel(NUMBER, PUZZLE, FACTS, DESK)
def explained(puzzle: Arrays, facts: Arrays, desk: Arrays) -> int:
    """The decisions that keep the tiles on the board which stayed: those that part a waiting tile from a partner."""
    group, begins, member, row = puzzle[4], puzzle[5], puzzle[6], puzzle[7]
    may, why = facts[0], facts[1]
    partner, status = desk[0], desk[3]
    mask = 0
    for tile in range(len(partner)):
        if status[tile] != WAITING or partner[tile] >= 0:
            continue
        start = begins[group[tile]]
        for at in range(start, begins[group[tile] + 1]):
            other = member[at]
            entry = row[tile] + at - start
            if may[entry] == 0 and status[other] != BLOCKED and partner[other] < 0:
                mask |= why[entry]
    return mask


@kernel(NOTHING, PUZZLE, FACTS, NUMBERS, NUMBER, NUMBER, NUMBER)
def strike(puzzle: Arrays, facts: Arrays, counters: Numbers, tile: int, other: int, reason: int) -> None:
    """Two tiles shall not be partners, for this reason."""
    row, place = puzzle[7], puzzle[8]
    may, why, trail = facts
    for entry in (row[tile] + place[other], row[other] + place[tile]):
        may[entry] = 0
        why[entry] = reason
        trail[counters[STRUCK]] = entry
        counters[STRUCK] += 1


@kernel(NUMBER, PUZZLE, FACTS, NUMBER)
def partners_left(puzzle: Arrays, facts: Arrays, tile: int) -> int:
    """How many partners a tile may still have."""
    group, begins, row = puzzle[4], puzzle[5], puzzle[7]
    count = 0
    for entry in range(row[tile], row[tile] + begins[group[tile] + 1] - begins[group[tile]]):
        count += facts[0][entry]
    return count


@kernel(NUMBER, PUZZLE, FACTS, NUMBER)
def lone_reason(puzzle: Arrays, facts: Arrays, tile: int) -> int:
    """The decisions that leave a tile without any partner; NO_CONFLICT when it has one."""
    group, begins, row = puzzle[4], puzzle[5], puzzle[7]
    mask = 0
    for entry in range(row[tile], row[tile] + begins[group[tile] + 1] - begins[group[tile]]):
        if facts[0][entry] != 0:
            return NO_CONFLICT
        mask |= facts[1][entry]
    return mask


@kernel(NUMBER, PUZZLE, FACTS, DESK, NUMBERS, NUMBER)
def probe(puzzle: Arrays, facts: Arrays, desk: Arrays, counters: Numbers, tile: int) -> int:
    """Try every partner a tile may have in the relaxed play, and strike out those that fail; how many did."""
    group, begins, member, row = puzzle[4], puzzle[5], puzzle[6], puzzle[7]
    partner, left, status, queue = desk[0], desk[2], desk[3], desk[4]
    start = begins[group[tile]]
    struck = 0
    for at in range(start, begins[group[tile] + 1]):
        other = member[at]
        if other < tile or facts[0][row[tile] + at - start] == 0:
            continue
        partner[tile], partner[other] = other, tile
        counters[NODES] += 1
        if relaxed(puzzle, facts[0], partner, left, status, queue) < len(partner):
            strike(puzzle, facts, counters, tile, other, explained(puzzle, facts, desk))
            struck += 1
        partner[tile] = partner[other] = NOBODY
    return struck


@kernel(NUMBER, PUZZLE, FACTS, DESK, NUMBERS, NUMBER)
def prune(puzzle: Arrays, facts: Arrays, desk: Arrays, counters: Numbers, budget: int) -> int:
    """Strike out partners until all that are left pass; the mask of a conflict, or NO_CONFLICT."""
    size = len(desk[0])
    counters[NODES] += 1
    if relaxed(puzzle, facts[0], desk[0], desk[2], desk[3], desk[4]) < size:
        return explained(puzzle, facts, desk)
    for tile in range(size):
        reason = lone_reason(puzzle, facts, tile)
        if reason != NO_CONFLICT:
            return reason
    tile = unchanged = 0
    while unchanged < size and counters[NODES] < budget:
        if partners_left(puzzle, facts, tile) > 1 and probe(puzzle, facts, desk, counters, tile) > 0:
            unchanged = 0
            start = puzzle[5][puzzle[4][tile]]
            for at in range(start, puzzle[5][puzzle[4][tile] + 1]):
                reason = lone_reason(puzzle, facts, puzzle[6][at])
                if reason != NO_CONFLICT:
                    return reason
        unchanged += 1
        tile = (tile + 1) % size
    counters[NODES] += 1
    if relaxed(puzzle, facts[0], desk[0], desk[2], desk[3], desk[4]) < size:
        return explained(puzzle, facts, desk)
    return NO_CONFLICT


@kernel(FLAG, PUZZLE, FACTS, DESK, NUMBERS, NUMBER)
def lucky(puzzle: Arrays, facts: Arrays, desk: Arrays, counters: Numbers, budget: int) -> bool:
    """Play and repair a few times; has the board been cleared?"""
    for _ in range(REPAIRS):
        if counters[NODES] >= budget:
            return False
        if played(puzzle, facts[0], desk, counters) == len(desk[0]):
            return True
        if repair(puzzle, facts[0], desk, counters, min(TRIES, budget - counters[NODES])):
            return True
    return False


@kernel(NOTHING, PUZZLE, FACTS, DESK, STACK, NUMBERS, NUMBER, NUMBER)
def decide(
    puzzle: Arrays, facts: Arrays, desk: Arrays, stack: Arrays, counters: Numbers, depth: int, keen: int
) -> None:
    """Decide the partner of a tile with few to choose from, one that waits after the last repair if there is one."""
    group, begins, member, row = puzzle[4], puzzle[5], puzzle[6], puzzle[7]
    status = desk[3]
    marks, tiles, others, heat = stack
    best = NOBODY
    fewest = 0
    for tile in range(len(status)):
        count = partners_left(puzzle, facts, tile)
        if count < 2:
            continue
        cost = WARMEST * (count * 2 + (status[tile] != WAITING)) - keen * min(heat[group[tile]], WARMEST - 1)
        if best < 0 or cost < fewest:
            best, fewest = tile, cost
    pick = chance(counters, partners_left(puzzle, facts, best))
    start = begins[group[best]]
    chosen = NOBODY
    for at in range(start, begins[group[best] + 1]):
        if facts[0][row[best] + at - start] != 0:
            if pick == 0:
                chosen = member[at]
            pick -= 1
    marks[depth], tiles[depth], others[depth] = counters[STRUCK], best, chosen
    reason = 1 << min(depth, LAST_BIT)
    for at in range(start, begins[group[best] + 1]):
        other = member[at]
        for one, two in ((best, chosen), (chosen, best)):
            if other != two and facts[0][row[one] + at - start] != 0:
                strike(puzzle, facts, counters, one, other, reason)


@kernel(NUMBER, PUZZLE, FACTS, STACK, NUMBERS, NUMBER, NUMBER)
def jump_back(puzzle: Arrays, facts: Arrays, stack: Arrays, counters: Numbers, depth: int, conflict: int) -> int:
    """Undo back to the last decision that a conflict needs, and strike that out; the new depth."""
    may, trail = facts[0], facts[2]
    target = depth - 1
    while conflict & (1 << min(target, LAST_BIT)) == 0:
        target -= 1
    while counters[STRUCK] > stack[0][target]:
        counters[STRUCK] -= 1
        may[trail[counters[STRUCK]]] = 1
    for number in range(depth):
        if conflict & (1 << min(number, LAST_BIT)) != 0:
            stack[3][puzzle[4][stack[1][number]]] += 1
    reason = conflict
    if target <= LAST_BIT:
        reason = conflict & ~(1 << target)
    strike(puzzle, facts, counters, stack[1][target], stack[2][target], reason)
    return target


@kernel(NOTHING, FACTS, NUMBERS)
def forget(facts: Arrays, counters: Numbers) -> None:
    """Take all decisions back, and what was struck out because of them."""
    may, why, trail = facts
    kept = 0
    for number in range(counters[STRUCK]):
        entry = trail[number]
        if why[entry] == 0:
            trail[kept] = entry
            kept += 1
        else:
            may[entry] = 1
    counters[STRUCK] = kept
    counters[DEPTH] = 0


@kernel(NUMBER, PUZZLE, FACTS, DESK, STACK, NUMBERS, NUMBER, NUMBER)
def search(puzzle: Arrays, facts: Arrays, desk: Arrays, stack: Arrays, counters: Numbers, limit: int, keen: int) -> int:
    """Go on deciding partners until the answer is known or `counters` has reached so many relaxed plays."""
    while counters[NODES] < limit:
        conflict = prune(puzzle, facts, desk, counters, limit)
        if conflict == 0:
            return DEAD
        if conflict != NO_CONFLICT:
            counters[DEPTH] = jump_back(puzzle, facts, stack, counters, counters[DEPTH], conflict)
        elif lucky(puzzle, facts, desk, counters, limit):
            return CLEARABLE
        elif counters[NODES] < limit:
            decide(puzzle, facts, desk, stack, counters, counters[DEPTH], keen)
            counters[DEPTH] += 1
    return UNDECIDED


@kernel(NUMBER, PUZZLE, FACTS, FACTS, DESK, STACK, STACK, NUMBERS, NUMBERS, NUMBER)
def prove(
    puzzle: Arrays,
    facts: Arrays,
    other_facts: Arrays,
    desk: Arrays,
    stack: Arrays,
    other_stack: Arrays,
    counters: Numbers,
    other_counters: Numbers,
    budget: int,
) -> int:
    """Decide a board within so many relaxed plays: CLEARABLE with everybody's partner in `desk`, DEAD, or UNDECIDED.

    Two searches take turns: one forgets its decisions after each turn and finds ways to clear a board, the other goes
    on for ever and finds out when there is none.
    """
    counters[NODES] += 1
    if relaxed(puzzle, facts[0], desk[0], desk[2], desk[3], desk[4]) < len(desk[0]):
        return DEAD
    if lucky(puzzle, facts, desk, counters, budget):
        return CLEARABLE
    patience = PATIENCE
    while counters[NODES] + other_counters[NODES] < budget:
        limit = min(counters[NODES] + patience, budget - other_counters[NODES])
        answer = search(puzzle, facts, desk, stack, counters, limit, 1)
        if answer != UNDECIDED:
            return answer
        forget(facts, counters)
        limit = min(other_counters[NODES] + patience, budget - counters[NODES])
        answer = search(puzzle, other_facts, desk, other_stack, other_counters, limit, 0)
        if answer == DEAD:
            for entry in range(len(facts[0])):
                facts[0][entry], facts[1][entry] = other_facts[0][entry], other_facts[1][entry]
        if answer != UNDECIDED:
            return answer
        patience = patience * 3 // 2
    return UNDECIDED
