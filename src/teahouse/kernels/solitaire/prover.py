"""Can a board be cleared? A search over partners, not over moves.

Once every tile has its partner, the order of play no longer matters. `may` says for every two tiles of a group whether
they may still be partners. A pair is eliminated when it was decided otherwise, or when the relaxed play with these two
as partners leaves tiles on the board. For each eliminated pair, `why` holds the decisions that it depends on, as a mask
of levels. When tiles stay in the relaxed play, or a tile has no partner left, there is a conflict, and the waiting
tiles show the decisions that it depends on. The search goes back to the last of these, past all others (conflict-
directed backjumping), and eliminates what was decided there. A conflict that depends on no decision proves that the
board is dead. Boards that this search does not decide soon are decided by cuts (`cuts`).
"""

from typing import Final

from teahouse.kernels.kernel import kernel
from teahouse.kernels.solitaire.cuts import add_refuted_clauses, decide_by_cuts, find_cut, one_partner_each, try_first
from teahouse.kernels.solitaire.playout import draw_below, played, repair
from teahouse.kernels.solitaire.relaxed import BLOCKED, NOBODY, WAITING, relaxed
from teahouse.kernels.solitaire.types import (
    CLEARABLE,
    DEAD,
    UNDECIDED,
    Choices,
    DecisionStack,
    Facts,
    Puzzle,
    Search,
    SearchCounters,
    Solver,
    Workspace,
)

NO_CONFLICT: Final = -1
LAST_BIT: Final = 61
"""Levels from this one on share a bit of `why`."""
TRIES: Final = 300
"""How many relaxed plays a repair may take."""
REPAIRS: Final = 2
"""How many repairs come before each decision."""
PATIENCE: Final = 6_000
"""How many relaxed plays the search over partners may take before cuts decide."""
WARMEST: Final = 1 << 20


@kernel
def explained(puzzle: Puzzle, facts: Facts, workspace: Workspace) -> int:
    """The decisions that keep the remaining tiles on the board: those that separate a waiting tile from a partner."""
    group, begins, member, row = puzzle.group, puzzle.begins, puzzle.member, puzzle.row
    may, why = facts.may, facts.why
    partner, status = workspace.partner, workspace.status
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


@kernel
def strike(puzzle: Puzzle, facts: Facts, counters: SearchCounters, tile: int, other: int, reason: int) -> None:
    """Eliminate a pair of partners, for this reason."""
    row, place = puzzle.row, puzzle.place
    may, why, trail = facts.may, facts.why, facts.trail
    for entry in (row[tile] + place[other], row[other] + place[tile]):
        may[entry] = 0
        why[entry] = reason
        trail[counters.struck] = entry
        counters.struck += 1


@kernel
def partners_left(puzzle: Puzzle, facts: Facts, tile: int) -> int:
    """The number of partners that a tile may still have."""
    group, begins, row = puzzle.group, puzzle.begins, puzzle.row
    count = 0
    for entry in range(row[tile], row[tile] + begins[group[tile] + 1] - begins[group[tile]]):
        count += facts.may[entry]
    return count


@kernel
def lone_reason(puzzle: Puzzle, facts: Facts, tile: int) -> int:
    """The decisions that leave a tile without any partner; NO_CONFLICT when it has one."""
    group, begins, row = puzzle.group, puzzle.begins, puzzle.row
    mask = 0
    for entry in range(row[tile], row[tile] + begins[group[tile] + 1] - begins[group[tile]]):
        if facts.may[entry] != 0:
            return NO_CONFLICT
        mask |= facts.why[entry]
    return mask


@kernel
def probe(puzzle: Puzzle, facts: Facts, workspace: Workspace, counters: SearchCounters, tile: int) -> int:
    """Try every possible partner of a tile in the relaxed play, and eliminate those that fail; return their number."""
    group, begins, member, row = puzzle.group, puzzle.begins, puzzle.member, puzzle.row
    partner = workspace.partner
    start = begins[group[tile]]
    struck = 0
    for at in range(start, begins[group[tile] + 1]):
        other = member[at]
        if other < tile or facts.may[row[tile] + at - start] == 0:
            continue
        partner[tile], partner[other] = other, tile
        counters.nodes += 1
        if relaxed(puzzle, facts.may, partner, workspace) < len(partner):
            strike(puzzle, facts, counters, tile, other, explained(puzzle, facts, workspace))
            struck += 1
        partner[tile] = partner[other] = NOBODY
    return struck


@kernel
def prune(puzzle: Puzzle, facts: Facts, workspace: Workspace, counters: SearchCounters, budget: int) -> int:
    """Eliminate partners until all that are left pass; the mask of a conflict, or NO_CONFLICT."""
    size = len(workspace.partner)
    counters.nodes += 1
    if relaxed(puzzle, facts.may, workspace.partner, workspace) < size:
        return explained(puzzle, facts, workspace)
    for tile in range(size):
        reason = lone_reason(puzzle, facts, tile)
        if reason != NO_CONFLICT:
            return reason
    tile = unchanged = 0
    while unchanged < size and counters.nodes < budget:
        if partners_left(puzzle, facts, tile) > 1 and probe(puzzle, facts, workspace, counters, tile) > 0:
            unchanged = 0
            start = puzzle.begins[puzzle.group[tile]]
            for at in range(start, puzzle.begins[puzzle.group[tile] + 1]):
                reason = lone_reason(puzzle, facts, puzzle.member[at])
                if reason != NO_CONFLICT:
                    return reason
        unchanged += 1
        tile = (tile + 1) % size
    counters.nodes += 1
    if relaxed(puzzle, facts.may, workspace.partner, workspace) < size:
        return explained(puzzle, facts, workspace)
    return NO_CONFLICT


@kernel
def try_plays(puzzle: Puzzle, facts: Facts, workspace: Workspace, counters: SearchCounters, budget: int) -> bool:
    """Play and repair a few times; True when the board has been cleared."""
    for _ in range(REPAIRS):
        if counters.nodes >= budget:
            return False
        if played(puzzle, facts.may, workspace, counters) == len(workspace.partner):
            return True
        if repair(puzzle, facts.may, workspace, counters, min(TRIES, budget - counters.nodes)):
            return True
    return False


@kernel
def decide(puzzle: Puzzle, search: Search, workspace: Workspace, depth: int) -> None:
    """Decide the partner of a tile with few possible partners, one that waits after the last repair if there is one."""
    group, begins, member, row = puzzle.group, puzzle.begins, puzzle.member, puzzle.row
    facts, stack, counters = search.facts, search.stack, search.counters
    status = workspace.status
    marks, tiles, others, heat = stack.marks, stack.tiles, stack.others, stack.heat
    best = NOBODY
    fewest = 0
    for tile in range(len(status)):
        count = partners_left(puzzle, facts, tile)
        if count < 2:
            continue
        cost = WARMEST * (count * 2 + (status[tile] != WAITING)) - min(heat[group[tile]], WARMEST - 1)
        if best < 0 or cost < fewest:
            best, fewest = tile, cost
    pick = draw_below(counters, partners_left(puzzle, facts, best))
    start = begins[group[best]]
    chosen = NOBODY
    for at in range(start, begins[group[best] + 1]):
        if facts.may[row[best] + at - start] != 0:
            if pick == 0:
                chosen = member[at]
            pick -= 1
    marks[depth], tiles[depth], others[depth] = counters.struck, best, chosen
    reason = 1 << min(depth, LAST_BIT)
    for at in range(start, begins[group[best] + 1]):
        other = member[at]
        for one, two in ((best, chosen), (chosen, best)):
            if other != two and facts.may[row[one] + at - start] != 0:
                strike(puzzle, facts, counters, one, other, reason)


@kernel
def jump_back(
    puzzle: Puzzle, facts: Facts, stack: DecisionStack, counters: SearchCounters, depth: int, conflict: int
) -> int:
    """Undo back to the last decision that a conflict depends on, and eliminate it; the new depth."""
    may, trail = facts.may, facts.trail
    target = depth - 1
    while conflict & (1 << min(target, LAST_BIT)) == 0:
        target -= 1
    while counters.struck > stack.marks[target]:
        counters.struck -= 1
        may[trail[counters.struck]] = 1
    for number in range(depth):
        if conflict & (1 << min(number, LAST_BIT)) != 0:
            stack.heat[puzzle.group[stack.tiles[number]]] += 1
    reason = conflict
    if target <= LAST_BIT:
        reason = conflict & ~(1 << target)
    strike(puzzle, facts, counters, stack.tiles[target], stack.others[target], reason)
    return target


@kernel
def forget(facts: Facts, counters: SearchCounters) -> None:
    """Undo all decisions, and the eliminations that depend on them."""
    may, why, trail = facts.may, facts.why, facts.trail
    kept = 0
    for number in range(counters.struck):
        entry = trail[number]
        if why[entry] == 0:
            trail[kept] = entry
            kept += 1
        else:
            may[entry] = 1
    counters.struck = kept
    counters.depth = 0


@kernel
def go_on(puzzle: Puzzle, search: Search, workspace: Workspace, limit: int) -> int:
    """Decide partners until the answer is known or the search has used this many relaxed plays."""
    facts, stack, counters = search.facts, search.stack, search.counters
    while counters.nodes < limit:
        conflict = prune(puzzle, facts, workspace, counters, limit)
        if conflict == 0:
            return DEAD
        if conflict != NO_CONFLICT:
            counters.depth = jump_back(puzzle, facts, stack, counters, counters.depth, conflict)
        elif try_plays(puzzle, facts, workspace, counters, limit):
            return CLEARABLE
        elif counters.nodes < limit:
            decide(puzzle, search, workspace, counters.depth)
            counters.depth += 1
    return UNDECIDED


@kernel
def exclude_pairs(puzzle: Puzzle, choices: Choices, solver: Solver, search: Search, workspace: Workspace) -> None:
    """Exclude pairs permanently, as few as one cut needs, so that the relaxed play leaves tiles on a dead board."""
    facts = search.facts
    for question in range(len(choices.chosen)):
        choices.chosen[question] = 0
    find_cut(puzzle, choices, solver, workspace, search.counters)
    for entry in range(len(facts.may)):
        facts.may[entry] = choices.allowed[entry]
        facts.why[entry] = 0


@kernel
def prove_by_cuts(
    puzzle: Puzzle, search: Search, choices: Choices, solver: Solver, workspace: Workspace, budget: int
) -> int:
    """Decide a board by cuts, from what a search has eliminated and from the partners of its last repair."""
    forget(search.facts, search.counters)
    one_partner_each(puzzle, choices, solver)
    try_first(puzzle, choices, solver, workspace.mates)
    answer = DEAD
    if add_refuted_clauses(choices, solver, search.facts.may):
        answer = decide_by_cuts(puzzle, choices, solver, workspace, search, budget)
    if answer == DEAD:
        exclude_pairs(puzzle, choices, solver, search, workspace)
    return answer


@kernel
def prove(puzzle: Puzzle, search: Search, workspace: Workspace, budget: int) -> int:
    """Decide a board within this many relaxed plays: CLEARABLE with all partners in the workspace, DEAD or UNDECIDED.

    Most boards are decided soon; after `PATIENCE` relaxed plays it is time for `prove_by_cuts`.
    """
    facts, counters = search.facts, search.counters
    counters.nodes += 1
    if relaxed(puzzle, facts.may, workspace.partner, workspace) < len(workspace.partner):
        return DEAD
    if try_plays(puzzle, facts, workspace, counters, budget):
        return CLEARABLE
    return go_on(puzzle, search, workspace, min(counters.nodes + PATIENCE, budget))
