"""Proofs that a board with every face known can or cannot be cleared.

The search itself is a kernel on plain numbers. Here tiles become numbers and its answer becomes a proof: an order of
pairs that clears the board, or the tiles that can never be taken. Everybody gets the same
proof: the limit counts steps of the search, not time, and the randomness has a fixed seed.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate, combinations, pairwise
from math import comb
from typing import Any, Final, NamedTuple

import msgspec

from teahouse.core.errors import InvalidOption
from teahouse.games.solitaire.layout import Pair, Slot
from teahouse.games.solitaire.sets import GROUPS
from teahouse.games.solitaire.shape import Shape, bits
from teahouse.kernels.record import plain_record
from teahouse.kernels.solitaire import clauses as solvers
from teahouse.kernels.solitaire import prover
from teahouse.kernels.solitaire import types as kernels
from teahouse.kernels.solitaire.relaxed import ABOVE, GONE, NOBODY, WEST, relaxed

BUDGET: Final = 2_500_000
MOST: Final = 1 << 60
RANDOM_STATE: Final = 12345
CLAUSES: Final = 60_000
"""How many clauses a search by cuts may learn, and how many literals they may have."""
LITERALS: Final = 2_000_000

FOUR: Final = 4

Numbers = list[int]
MakeArray = Callable[[Numbers], Any]


class Proof(msgspec.Struct, frozen=True):
    """What is known about clearing a board, and after how many steps.

    clearable: yes, no, or None if the limit was reached first. certificate: pairs of slots that clear the board in
    this order. stuck: if it cannot be cleared, tiles that can never be taken, because everything that could
    free one of them is among them. This holds if no two slots in `refuted` go together, which the search has shown.
    """

    clearable: bool | None
    nodes: int
    certificate: tuple[Pair, ...] | None = None
    stuck: tuple[Slot, ...] = ()
    refuted: tuple[Pair, ...] = ()


class ProofKernels(NamedTuple):
    """How the kernels run: their functions, how a list becomes an array, an array of zeros, and a record of zeros."""

    prove: Callable[..., int]
    prove_by_cuts: Callable[..., int]
    array: MakeArray
    blank: Callable[[int], Any]
    record: Callable[[type[Any]], Any]


def zeros(size: int) -> Numbers:
    """A list of zeros."""
    return [0] * size


PLAIN: Final = ProofKernels(prover.prove, prover.prove_by_cuts, list, zeros, plain_record)


class ProofLinks(NamedTuple):
    """What blocks what, as in a kernel's puzzle."""

    first: Numbers
    near: Numbers
    weights: Numbers
    blockers: Numbers


class Groups(NamedTuple):
    """Which tiles are of one group, as in a kernel's puzzle."""

    group: Numbers
    begins: Numbers
    member: Numbers
    row: Numbers
    place: Numbers


class ProofPuzzle(NamedTuple):
    """A board in the numbers of the kernels, and the slots of its tiles."""

    slots: tuple[Slot, ...]
    links: ProofLinks
    groups: Groups

    @property
    def may(self) -> Numbers:
        """The start: any two tiles of a group may be partners, and no tile is its own partner."""
        spans = (self.groups.member[start:end] for start, end in pairwise(self.groups.begins))
        return [int(tile != other) for span in spans for tile in span for other in span]

    def made(self, array: MakeArray) -> kernels.Puzzle:
        """The board as kernels take it, in lists or arrays."""
        return kernels.Puzzle(*(array(numbers) for numbers in (*self.links, *self.groups)))


def prove(
    shape: Shape, faces: Sequence[int], left: int | None = None, budget: int = BUDGET, engine: ProofKernels = PLAIN
) -> Proof:
    """Decide whether the tiles left can be cleared, within a number of steps.

    >>> from teahouse.games.solitaire.layout import parse_layout
    >>> from teahouse.games.solitaire.shape import shape_of
    >>> row = shape_of(parse_layout("z0 y0: 0-6"))
    >>> prove(row, [5, 8, 8, 5]).certificate, prove(row, [5, 8, 5, 8]).stuck
    (((0, 3), (1, 2)), (0, 1, 2, 3))
    """
    if budget < 1:
        raise InvalidOption(f"expected a budget of at least 1 node, got {budget}")
    puzzle = puzzle_of(shape, faces, shape.full if left is None else left)
    if not puzzle.slots:
        return Proof(True, 0, ())
    size, array = len(puzzle.slots), engine.array
    workspace = kernels.Workspace(*(array([NOBODY] * size) for _ in kernels.Workspace._fields))
    array_puzzle, search, most = puzzle.made(array), _search(puzzle, engine), min(budget, MOST)
    answer = engine.prove(array_puzzle, search, workspace, most)
    if answer == kernels.UNDECIDED and search.counters.nodes < most:
        choices = _choices(puzzle, array)
        solver = _solver(len(choices.chosen), _first_clauses(puzzle), engine)
        answer = engine.prove_by_cuts(array_puzzle, search, choices, solver, workspace, most)
    nodes = int(search.counters.nodes)
    if answer == kernels.CLEARABLE:
        return Proof(True, nodes, _clearing(puzzle.slots, workspace))
    if answer == kernels.DEAD:
        return Proof(False, nodes, None, *_refutation(puzzle, search.facts))
    return Proof(None, nodes)


def _search(puzzle: ProofPuzzle, engine: ProofKernels) -> kernels.Search:
    """A search over partners that has not begun."""
    array, may, most = engine.array, puzzle.may, len(puzzle.slots) // 2 + 1
    facts = kernels.Facts(*(array(each) for each in (may, [0] * len(may), may)))
    stack = kernels.DecisionStack(*(array([0] * most) for _ in kernels.DecisionStack._fields))
    counters = engine.record(kernels.SearchCounters)
    counters.random_state = RANDOM_STATE
    return kernels.Search(facts, stack, counters)


def _choices(puzzle: ProofPuzzle, array: MakeArray) -> kernels.Choices:
    """The questions about a board. In a group of four one question is about two pairs."""
    _, begins, member, row, place = puzzle.groups
    of, entries, tiles = [-1] * len(puzzle.may), list[list[int]](), list[int]()
    for group in (member[start:end] for start, end in pairwise(begins)):
        is_four = len(group) == FOUR
        tiles += group[:1] if is_four else group
        for one, two in combinations(group, 2):
            if of[row[one] + place[two]] >= 0:
                continue
            pairs = [(one, two)]
            if is_four:
                third, fourth = (tile for tile in group if tile not in (one, two))
                pairs.append((third, fourth))
            about = [row[s] + place[t] for pair in pairs for s, t in (pair, pair[::-1])]
            for entry in about:
                of[entry] = len(entries)
            entries.append(about)
    starts = [0, *accumulate(map(len, entries))]
    blank = ([0] * size for size in (len(entries), len(of), len(entries) + 2, len(entries), len(entries)))
    return kernels.Choices(
        *(array(each) for each in (of, starts, [e for each in entries for e in each], tiles, *blank))
    )


def _first_clauses(puzzle: ProofPuzzle) -> int:
    """The most clauses needed to give every tile one partner: each two partners of a tile exclude each other."""
    sizes = [end - start for start, end in pairwise(puzzle.groups.begins)]
    return sum(size * (1 + comb(size - 1, 2)) for size in sizes)


def _solver(questions: int, first: int, engine: ProofKernels) -> kernels.Solver:
    """A solver without clauses, with room for the first clauses and for many more."""
    array, blank = engine.array, engine.blank
    clauses = CLAUSES + first
    counters = engine.record(kernels.SolverCounters)
    counters.step, counters.tidy_at = solvers.FIRST_STEP, solvers.ROOM
    return kernels.Solver(
        literals=blank(LITERALS + 3 * first),
        begins=blank(clauses + 1),
        is_learned=blank(clauses),
        watchers=array([solvers.NONE] * (2 * questions)),
        following=blank(2 * clauses),
        answers=blank(questions),
        levels=blank(questions),
        reasons=blank(questions),
        trail=blank(questions),
        marks=blank(questions),
        heat=blank(questions),
        tried_first=blank(questions),
        learned=blank(questions + 1),
        seen=blank(questions),
        counters=counters,
    )


def puzzle_of(shape: Shape, faces: Sequence[int], left: int) -> ProofPuzzle:
    """The tiles left in the numbers of the kernels."""
    slots = tuple(bits(left))
    return ProofPuzzle(slots, _links(shape, left), _groups([GROUPS[faces[slot]] for slot in slots]))


@lru_cache(maxsize=64)
def _links(shape: Shape, left: int) -> ProofLinks:
    slots = tuple(bits(left))
    number = {slot: each for each, slot in enumerate(slots)}
    first, near, weights, blockers = [0], list[int](), list[int](), list[int]()
    for slot in slots:
        for other, weight in _blocked_by(shape)[slot]:
            if other in number:
                near.append(number[other])
                weights.append(weight)
        first.append(len(near))
        blockers.append(blockers_of(shape, slot, left))
    return ProofLinks(first, near, weights, blockers)


def blockers_of(shape: Shape, slot: Slot, left: int) -> int:
    """What blocks a slot with these tiles left, as the one number of the kernels."""
    above, west, east = shape.above[slot] & left, shape.west[slot] & left, shape.east[slot] & left
    return ABOVE * above.bit_count() + WEST * west.bit_count() + east.bit_count()


@lru_cache(maxsize=64)
def _blocked_by(shape: Shape) -> tuple[tuple[tuple[Slot, int], ...], ...]:
    """For every slot of the full board the slots that it blocks, and by what weight."""
    return tuple(
        (
            *((other, ABOVE) for other in below),
            *((other, WEST) for other in bits(east)),
            *((other, 1) for other in bits(west)),
        )
        for below, east, west in zip(shape.below, shape.east, shape.west, strict=True)
    )


def _groups(kinds: list[int]) -> Groups:
    members: dict[int, list[int]] = {}
    for tile, kind in enumerate(kinds):
        members.setdefault(kind, []).append(tile)
    group, row, place, begins, rows = [0] * len(kinds), [0] * len(kinds), [0] * len(kinds), [0], 0
    for number, kind in enumerate(sorted(members)):
        for position, tile in enumerate(members[kind]):
            group[tile], row[tile], place[tile] = number, rows, position
            rows += len(members[kind])
        begins.append(begins[-1] + len(members[kind]))
    return Groups(group, begins, [tile for kind in sorted(members) for tile in members[kind]], row, place)


def _clearing(slots: Sequence[Slot], workspace: kernels.Workspace) -> tuple[Pair, ...]:
    """The partners in an order that clears the board: each pair goes when the later of its tiles comes free."""
    mates, queue = ([int(number) for number in each] for each in (workspace.mates, workspace.queue))
    came = {tile: number for number, tile in enumerate(queue)}
    late = (tile for tile in queue if came[mates[tile]] < came[tile])
    return tuple((slots[min(tile, mates[tile])], slots[max(tile, mates[tile])]) for tile in late)


def _refutation(puzzle: ProofPuzzle, facts: kernels.Facts) -> tuple[tuple[Slot, ...], tuple[Pair, ...]]:
    """The tiles that stay, and the partners that were excluded without any decision."""
    group, begins, member, row, place = puzzle.groups
    known = [int(may != 0 or why != 0) for may, why in zip(facts.may, facts.why, strict=True)]
    size = len(puzzle.slots)
    workspace = kernels.Workspace(*([NOBODY] * size for _ in kernels.Workspace._fields))
    relaxed(puzzle.made(list), known, workspace.partner, workspace)
    refuted = (
        (puzzle.slots[tile], puzzle.slots[other])
        for tile in range(size)
        for other in member[begins[group[tile]] : begins[group[tile] + 1]]
        if tile < other and not known[row[tile] + place[other]]
    )
    return tuple(slot for slot, fate in zip(puzzle.slots, workspace.status, strict=True) if fate != GONE), tuple(
        refuted
    )
