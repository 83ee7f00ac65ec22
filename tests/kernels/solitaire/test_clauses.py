"""The clause solver agrees with brute force, also after it has forgotten learned clauses."""

import random
from itertools import product

import pytest

from teahouse.games.solitaire.deals.proof import PLAIN, _solver  # pyright: ignore[reportPrivateUsage]  # what is tested
from teahouse.kernels.solitaire import clauses
from teahouse.kernels.solitaire.types import Solver

Formula = list[list[int]]


def random_formula(chance: random.Random, questions: int, count: int) -> Formula:
    sizes = (chance.randint(1, 3) if chance.random() < 0.1 else 3 for _ in range(count))
    return [[2 * q + chance.randint(0, 1) for q in chance.sample(range(questions), size)] for size in sizes]


def holds(formula: Formula, answers: tuple[int, ...]) -> bool:
    return all(any(answers[literal >> 1] == literal & 1 for literal in clause) for clause in formula)


def solver_of(questions: int, formula: Formula) -> Solver | None:
    """A solver with a formula; None if its unit clauses already contradict each other."""
    solver = _solver(questions, 0, PLAIN)
    is_possible = all(clauses.add_clause(solver, clause, 0, len(clause)) for clause in formula)
    return solver if is_possible else None


def answered(solver: Solver) -> tuple[int, ...]:
    return tuple(answer - clauses.YES for answer in solver.answers)


@pytest.mark.parametrize("seed", range(150))
def test_an_answer_is_found_if_there_is_one(seed: int) -> None:
    chance = random.Random(seed)
    formula = random_formula(chance, 10, chance.randint(25, 55))
    possible = any(holds(formula, answers) for answers in product((0, 1), repeat=10))
    solver = solver_of(10, formula)
    found = solver is not None and clauses.answer_all(solver)
    assert found == possible
    if solver is not None and found:
        assert holds(formula, answered(solver))


def test_all_answers_are_found_one_after_the_other_while_clauses_are_forgotten() -> None:
    formula = random_formula(random.Random(1), 12, 30)
    expected = {answers for answers in product((0, 1), repeat=12) if holds(formula, answers)}
    solver = solver_of(12, formula)
    assert solver is not None
    found = set[tuple[int, ...]]()
    while clauses.answer_all(solver):
        found.add(answers := answered(solver))
        clauses.go_back(solver, 0)
        solver.counters.tidy_at = 0
        others = [2 * question + 1 - answer for question, answer in enumerate(answers)]
        if not clauses.tidy(solver) or not clauses.add_clause(solver, others, 0, len(others)):
            break
    assert len(expected) > 20
    assert found == expected
