"""Cuts: pairs of which every way to clear a board takes at least one.

Suppose that some tiles are gone. The first tile that goes after them is free by then, and so is its partner, or its
partner is one of those that are gone. So among all such pairs there is one that is taken. When partners are chosen
for all tiles and the play stops, the tiles gone give such a cut, and the choice has none of its pairs. Any other pairs
may be allowed as long as some tiles still stay; the fewer pairs are left in the cut, the more choices it refutes.

So a board is decided by choosing partners that contradict no cut, as a solver of clauses does, and finding new
cuts as long as the choice does not clear the board. The board is dead when no choice is left.
"""

from typing import Final

from teahouse.kernels.kernel import kernel
from teahouse.kernels.solitaire.clauses import (
    NO,
    YES,
    add_clause,
    answer_all,
    go_back,
    has_room,
    tidy,
    warm,
)
from teahouse.kernels.solitaire.playout import draw_below, repair
from teahouse.kernels.solitaire.relaxed import BLOCKED, WAITING, relaxed
from teahouse.kernels.solitaire.types import (
    CLEARABLE,
    DEAD,
    UNDECIDED,
    AnyInts,
    Choices,
    Puzzle,
    Search,
    SearchCounters,
    Solver,
    Workspace,
)

CUTS: Final = 3
"""How many cuts are found for each choice of partners."""
TRIES: Final = 30
"""How many relaxed plays the repair of a choice may take."""


@kernel
def allow(choices: Choices, allowed: AnyInts, question: int, value: int) -> None:
    """Set whether the pairs of a choice may be partners in the relaxed play."""
    for at in range(choices.begins[question], choices.begins[question + 1]):
        allowed[choices.entries[at]] = value


@kernel
def crossing(puzzle: Puzzle, choices: Choices, solver: Solver, workspace: Workspace) -> int:
    """List the choices that would free a waiting tile to go, each once, without refuted ones; return their number."""
    group, begins, member, row = puzzle.group, puzzle.begins, puzzle.member, puzzle.row
    listed, seen = choices.listed, choices.seen
    count = 0
    for tile in range(len(group)):
        if workspace.status[tile] != WAITING:
            continue
        start = begins[group[tile]]
        for at in range(start, begins[group[tile] + 1]):
            other = member[at]
            question = choices.of[row[tile] + at - start]
            if question < 0 or workspace.status[other] == BLOCKED or seen[question] or solver.answers[question] == NO:
                continue
            seen[question] = 1
            listed[count] = question
            count += 1
    for at in range(count):
        seen[listed[at]] = 0
    return count


@kernel
def shuffle(listed: AnyInts, count: int, counters: SearchCounters) -> None:
    """Put the first entries into a random order."""
    for at in range(count - 1, 0, -1):
        other = draw_below(counters, at + 1)
        listed[at], listed[other] = listed[other], listed[at]


@kernel
def widen(puzzle: Puzzle, choices: Choices, workspace: Workspace, counters: SearchCounters, count: int) -> bool:
    """Allow one of the listed choices so that tiles still stay; False if each of them would clear the board.

    Those are marked as needed: with more pairs allowed they would clear it as well.
    """
    allowed, listed, needed = choices.allowed, choices.listed, choices.needed
    for at in range(count):
        question = listed[at]
        if needed[question]:
            continue
        allow(choices, allowed, question, 1)
        counters.nodes += 1
        if relaxed(puzzle, allowed, workspace.partner, workspace) < len(workspace.partner):
            return True
        allow(choices, allowed, question, 0)
        needed[question] = 1
    return False


@kernel
def find_cut(puzzle: Puzzle, choices: Choices, solver: Solver, workspace: Workspace, counters: SearchCounters) -> int:
    """Allow more and more pairs while tiles stay, and list the choices that remain in the cut; return their number."""
    allowed, needed = choices.allowed, choices.needed
    for question in range(len(needed)):
        needed[question] = 0
        allow(choices, allowed, question, choices.chosen[question])
    counters.nodes += 1
    relaxed(puzzle, allowed, workspace.partner, workspace)
    while True:
        count = crossing(puzzle, choices, solver, workspace)
        shuffle(choices.listed, count, counters)
        if not widen(puzzle, choices, workspace, counters, count):
            return count


@kernel
def add_cut(solver: Solver, choices: Choices, count: int) -> bool:
    """Require the solver to take one of the listed choices; False if none of them is possible."""
    for at in range(count):
        question = choices.listed[at]
        warm(solver, question)
        solver.learned[at] = 2 * question
    return add_clause(solver, solver.learned, 0, count)


@kernel
def note_choices(puzzle: Puzzle, choices: Choices, solver: Solver, mates: AnyInts) -> None:
    """Store the choices of the solver, and give every tile its partner."""
    for question in range(len(solver.answers)):
        choices.chosen[question] = int(solver.answers[question] == YES)
    for tile in range(len(mates)):
        start = puzzle.begins[puzzle.group[tile]]
        for at in range(start, puzzle.begins[puzzle.group[tile] + 1]):
            question = choices.of[puzzle.row[tile] + at - start]
            if question >= 0 and choices.chosen[question]:
                mates[tile] = puzzle.member[at]


@kernel
def one_partner_each(puzzle: Puzzle, choices: Choices, solver: Solver) -> None:
    """Add clauses to the solver: every tile has exactly one partner."""
    clause = solver.learned
    for tile in choices.tiles:
        start, count = puzzle.row[tile], 0
        for entry in range(start, start + puzzle.begins[puzzle.group[tile] + 1] - puzzle.begins[puzzle.group[tile]]):
            if choices.of[entry] >= 0:
                clause[count] = 2 * choices.of[entry]
                count += 1
        add_clause(solver, clause, 0, count)
        for at in range(count):
            for other in range(at):
                choices.listed[0], choices.listed[1] = clause[at] + 1, clause[other] + 1
                add_clause(solver, choices.listed, 0, 2)


@kernel
def add_refuted_clauses(choices: Choices, solver: Solver, may: AnyInts) -> bool:
    """Add the refuted partners to the solver; False if a tile has none left."""
    clause = solver.learned
    for entry in range(len(may)):
        clause[0] = 2 * choices.of[entry] + 1
        if choices.of[entry] >= 0 and may[entry] == 0 and not add_clause(solver, clause, 0, 1):
            return False
    return True


@kernel
def try_first(puzzle: Puzzle, choices: Choices, solver: Solver, mates: AnyInts) -> None:
    """Make the solver try these partners first."""
    tried_first = solver.tried_first
    for question in range(len(tried_first)):
        tried_first[question] = NO
    for tile in range(len(mates)):
        tried_first[choices.of[puzzle.row[tile] + puzzle.place[mates[tile]]]] = YES


@kernel
def add_cuts(puzzle: Puzzle, choices: Choices, solver: Solver, workspace: Workspace, counters: SearchCounters) -> int:
    """Refute the chosen partners by several cuts; DEAD when no choice is left, or UNDECIDED."""
    for _ in range(CUTS):
        count = find_cut(puzzle, choices, solver, workspace, counters)
        if has_room(solver, count) and not add_cut(solver, choices, count):
            return DEAD
    return UNDECIDED


@kernel
def decide_by_cuts(
    puzzle: Puzzle, choices: Choices, solver: Solver, workspace: Workspace, search: Search, limit: int
) -> int:
    """Choose partners until they clear the board or none are left; UNDECIDED after `limit` relaxed plays.

    Chosen partners are repaired a little, which often clears a board that can be cleared; the next choice begins with
    what the repair found.
    """
    counters = search.counters
    while counters.nodes < limit:
        if not tidy(solver):
            return DEAD
        if not answer_all(solver):
            return DEAD if solver.counters.level == 0 else UNDECIDED
        note_choices(puzzle, choices, solver, workspace.mates)
        go_back(solver, 0)
        if repair(puzzle, search.facts.may, workspace, counters, min(TRIES, limit - counters.nodes)):
            return CLEARABLE
        try_first(puzzle, choices, solver, workspace.mates)
        if add_cuts(puzzle, choices, solver, workspace, counters) == DEAD:
            return DEAD
    return UNDECIDED
