"""A SAT solver: are there answers yes or no to some questions, so that every clause has a true literal?

Literal 2q answers question q with yes, literal 2q + 1 with no. The solver decides a question, draws the conclusions of
all clauses, and so on. A clause without a true literal is a conflict: the solver learns a clause that follows from it,
goes back to the decision before the last one in it, and concludes the opposite (conflict-driven clause learning). A
clause is visited only when one of its first two literals becomes false.
"""

from typing import Final

from teahouse.kernels.kernel import kernel
from teahouse.kernels.solitaire.types import AnyInts, Solver

OPEN: Final = 0
"""The answers: none yet, yes, no. So the false literal of a question with answer a is the one with the parity 2 - a."""
YES: Final = 1
NO: Final = 2

NONE: Final = -1
FIRST_STEP: Final = 1 << 10
GROWTH: Final = 20
"""With every conflict, what a question gains grows by one part in this many, so that the last conflicts count most."""
HIGHEST_HEAT: Final = 1 << 55
COOLING: Final = 40
LEFT_OUT: Final = 2
ROOM: Final = 6000
"""After this many more clauses the learned ones are forgotten, except the short and the latest ones."""
SHORT: Final = 12
LATEST: Final = 1500


@kernel
def is_true(solver: Solver, literal: int) -> bool:
    """Does the answer agree with a literal?"""
    return bool(solver.answers[literal >> 1] == YES + (literal & 1))


@kernel
def is_false(solver: Solver, literal: int) -> bool:
    """Does the answer contradict a literal?"""
    return bool(solver.answers[literal >> 1] == NO - (literal & 1))


@kernel
def conclude(solver: Solver, literal: int, reason: int) -> None:
    """Answer a question so that a literal is true, because of a clause, or of none."""
    question = literal >> 1
    solver.answers[question] = YES + (literal & 1)
    solver.levels[question] = solver.counters.level
    solver.reasons[question] = reason
    solver.trail[solver.counters.answered] = literal
    solver.counters.answered += 1


@kernel
def watch(solver: Solver, clause: int, number: int) -> None:
    """Watch the first (0) or second (1) literal of a clause, to visit the clause when it becomes false."""
    literal = solver.literals[solver.begins[clause] + number]
    solver.following[2 * clause + number] = solver.watchers[literal]
    solver.watchers[literal] = 2 * clause + number


@kernel
def has_room(solver: Solver, size: int) -> bool:
    """Can a clause of this many literals be added?"""
    clauses = solver.counters.clauses
    return bool(clauses + 1 < len(solver.begins) and solver.begins[clauses] + size <= len(solver.literals))


@kernel
def add_clause(solver: Solver, literals: AnyInts, start: int, end: int) -> bool:
    """Add literals as a clause while nothing is decided; False if all of them are false."""
    first = last = solver.begins[solver.counters.clauses]
    for at in range(start, end):
        literal = literals[at]
        if is_true(solver, literal):
            return True
        if not is_false(solver, literal):
            solver.literals[last] = literal
            last += 1
    if last - first > 1:
        close_clause(solver, last, 0)
    elif last > first:
        conclude(solver, solver.literals[first], NONE)
    return bool(last > first)


@kernel
def close_clause(solver: Solver, end: int, is_learned: int) -> None:
    """Make the literals written last a clause, up to this place, and watch its first two."""
    clause = solver.counters.clauses
    solver.is_learned[clause] = is_learned
    solver.counters.clauses = clause + 1
    solver.begins[clause + 1] = end
    watch(solver, clause, 0)
    watch(solver, clause, 1)


@kernel
def move_watch(solver: Solver, clause: int, number: int) -> bool:
    """Watch another literal of a clause instead of one that became false; False if all others are false."""
    literals = solver.literals
    start = solver.begins[clause]
    for at in range(start + 2, solver.begins[clause + 1]):
        if not is_false(solver, literals[at]):
            literals[start + number], literals[at] = literals[at], literals[start + number]
            watch(solver, clause, number)
            return True
    return False


@kernel
def visit_watchers(solver: Solver, false: int) -> int:
    """Visit the clauses that watch a literal that became false; return a clause without a true literal, or NONE."""
    following, watchers = solver.following, solver.watchers
    before = NONE
    watcher = watchers[false]
    while watcher != NONE:
        after = following[watcher]
        clause, number = watcher >> 1, watcher & 1
        other = solver.literals[solver.begins[clause] + 1 - number]
        is_kept = True
        if not is_true(solver, other):
            # Unlinked first: where the clause finds another literal, its link is written again.
            if before == NONE:
                watchers[false] = after
            else:
                following[before] = after
            is_kept = not move_watch(solver, clause, number)
            if is_kept:
                following[watcher] = after
                if before == NONE:
                    watchers[false] = watcher
                else:
                    following[before] = watcher
                if is_false(solver, other):
                    return int(clause)
                conclude(solver, other, clause)
        if is_kept:
            before = watcher
        watcher = after
    return NONE


@kernel
def draw_conclusions(solver: Solver) -> int:
    """Answer all that follows from the answers so far; return a clause without a true literal, or NONE."""
    counters = solver.counters
    while counters.drawn < counters.answered:
        literal = solver.trail[counters.drawn]
        counters.drawn += 1
        conflict = visit_watchers(solver, literal ^ 1)
        if conflict != NONE:
            return conflict
    return NONE


@kernel
def go_back(solver: Solver, level: int) -> None:
    """Take back all answers after this many decisions, and remember them, to try the same answers first."""
    counters = solver.counters
    if counters.level <= level:
        return
    while counters.answered > solver.marks[level]:
        counters.answered -= 1
        question = solver.trail[counters.answered] >> 1
        solver.tried_first[question] = solver.answers[question]
        solver.answers[question] = OPEN
    counters.drawn = counters.answered
    counters.level = level


@kernel
def warm(solver: Solver, question: int) -> None:
    """Raise the priority of a question, because it was in a conflict."""
    heat = solver.heat
    heat[question] += solver.counters.step
    if heat[question] > HIGHEST_HEAT:
        for each in range(len(heat)):
            heat[each] >>= COOLING
        solver.counters.step = max(FIRST_STEP, solver.counters.step >> COOLING)


@kernel
def gather(solver: Solver, clause: int) -> int:
    """Go through the answers that make a clause false: learn those of earlier decisions, count the others."""
    counters = solver.counters
    latest = 0
    for at in range(solver.begins[clause], solver.begins[clause + 1]):
        literal = solver.literals[at]
        question = literal >> 1
        if solver.seen[question] or solver.levels[question] == 0 or is_true(solver, literal):
            continue
        solver.seen[question] = 1
        warm(solver, question)
        if solver.levels[question] == counters.level:
            latest += 1
        else:
            solver.learned[counters.learned] = literal
            counters.learned += 1
    return latest


@kernel
def learn(solver: Solver, conflict: int) -> None:
    """Find a clause that follows from a conflict and has one answer of the last decision, which becomes its first."""
    trail, seen, learned, counters = solver.trail, solver.seen, solver.learned, solver.counters
    counters.learned = 1
    place = counters.answered - 1
    waiting = gather(solver, conflict)
    while True:
        while not seen[trail[place] >> 1]:
            place -= 1
        literal = trail[place]
        seen[literal >> 1] = 0
        waiting -= 1
        if waiting == 0:
            break
        waiting += gather(solver, solver.reasons[literal >> 1])
    learned[0] = literal ^ 1
    shorten(solver)


@kernel
def follows(solver: Solver, literal: int) -> bool:
    """Does a literal of the learned clause follow from others in it, so that it can be left out?"""
    clause = solver.reasons[literal >> 1]
    if clause == NONE:
        return False
    for at in range(solver.begins[clause], solver.begins[clause + 1]):
        question = solver.literals[at] >> 1
        if question != literal >> 1 and solver.seen[question] == 0 and solver.levels[question] > 0:
            return False
    return True


@kernel
def shorten(solver: Solver) -> None:
    """Leave out what follows from the rest of the learned clause; nothing is seen afterwards."""
    learned, counters = solver.learned, solver.counters
    size = 1
    for at in range(1, counters.learned):
        literal = learned[at]
        if follows(solver, literal):
            solver.seen[literal >> 1] = LEFT_OUT
        else:
            learned[size], learned[at] = literal, learned[size]
            size += 1
    for at in range(1, counters.learned):
        solver.seen[learned[at] >> 1] = 0
    counters.learned = size


@kernel
def jump_back(solver: Solver) -> None:
    """Go back until the learned clause has one open literal, add the clause, and conclude this literal."""
    learned, levels, counters = solver.learned, solver.levels, solver.counters
    level = 0
    for at in range(1, counters.learned):
        if levels[learned[at] >> 1] > level:
            level = levels[learned[at] >> 1]
            learned[1], learned[at] = learned[at], learned[1]
    go_back(solver, level)
    clause = counters.clauses
    start = solver.begins[clause]
    for at in range(counters.learned):
        solver.literals[start + at] = learned[at]
    if counters.learned > 1:
        close_clause(solver, start + counters.learned, 1)
    conclude(solver, learned[0], clause if counters.learned > 1 else NONE)
    counters.step += counters.step // GROWTH


@kernel
def decide_question(solver: Solver) -> bool:
    """Answer the hottest open question as it was answered last, with no if it never was; False if none is open."""
    answers, heat, counters = solver.answers, solver.heat, solver.counters
    hottest = NONE
    for question in range(len(answers)):
        if answers[question] == OPEN and (hottest == NONE or heat[question] > heat[hottest]):
            hottest = question
    if hottest == NONE:
        return False
    solver.marks[counters.level] = counters.answered
    counters.level += 1
    conclude(solver, 2 * hottest + (0 if solver.tried_first[hottest] == YES else 1), NONE)
    return True


@kernel
def answer_all(solver: Solver) -> bool:
    """Answer every question so that all clauses hold; False if there is no such answer, or no room to learn more."""
    while True:
        conflict = draw_conclusions(solver)
        if conflict == NONE:
            if not decide_question(solver):
                return True
        elif solver.counters.level == 0 or not has_room(solver, len(solver.answers)):
            return False
        else:
            learn(solver, conflict)
            jump_back(solver)


@kernel
def tidy(solver: Solver) -> bool:
    """While nothing is decided, forget long clauses that were learned long ago; False if a clause cannot hold."""
    counters, begins = solver.counters, solver.begins
    if counters.clauses < counters.tidy_at:
        return True
    count = counters.clauses
    for literal in range(len(solver.watchers)):
        solver.watchers[literal] = NONE
    counters.clauses = end = 0
    for clause in range(count):
        start, end = end, begins[clause + 1]
        is_learned = solver.is_learned[clause]
        if is_learned and end - start > SHORT and clause < count - LATEST:
            continue
        kept = counters.clauses
        if not add_clause(solver, solver.literals, start, end):
            return False
        if counters.clauses > kept:
            solver.is_learned[kept] = is_learned
    counters.tidy_at = counters.clauses + ROOM
    return True
