"""Proofs that a board with every face known can or cannot be cleared.

The search itself is a kernel on plain numbers. Here tiles become numbers and its answer becomes a proof: an order of
pairs that clears the board, or the tiles that can never be taken. It is the same for everyone: its limit counts
steps of the search, never time, and its luck comes from the board.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec

from teahouse.core.errors import InvalidOption
from teahouse.games.solitaire.layout import Pair, Slot
from teahouse.games.solitaire.sets import GROUPS
from teahouse.games.solitaire.shape import Shape, bits
from teahouse.kernels.solitaire import prover
from teahouse.kernels.solitaire import types as kernels
from teahouse.kernels.solitaire.relaxed import ABOVE, GONE, NOBODY, WEST, relaxed

BUDGET: Final = 2_500_000
MOST: Final = 1 << 60
LUCK: Final = (12345, 54321)

Numbers = list[int]


class Proof(msgspec.Struct, frozen=True):
    """What is known about clearing a board, and after how many steps.

    clearable: yes, no, or None when the limit was reached first. certificate: pairs of slots that clear the board in
    this order. stuck: where it cannot be cleared, tiles none of which can ever be taken, because everything that could
    free one of them is among them; as long as no two slots in `refuted` can be partners, which the search has shown.
    """

    clearable: bool | None
    nodes: int
    certificate: tuple[Pair, ...] | None = None
    stuck: tuple[Slot, ...] = ()
    refuted: tuple[Pair, ...] = ()


class Engine(NamedTuple):
    """How the kernel runs: its function, and how a list becomes an array."""

    prove: Callable[..., int]
    array: Callable[[Numbers], Any]


PLAIN: Final = Engine(prover.prove, list)


class Links(NamedTuple):
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


class Puzzle(NamedTuple):
    """A board in the numbers of the kernels, and the slots of its tiles."""

    slots: tuple[Slot, ...]
    links: Links
    groups: Groups

    @property
    def may(self) -> Numbers:
        """The start: any two tiles of a group may be partners, and no tile is its own partner."""
        spans = (self.groups.member[start:end] for start, end in pairwise(self.groups.begins))
        return [int(tile != other) for span in spans for tile in span for other in span]

    def made(self, array: Callable[[Numbers], Any]) -> kernels.Puzzle:
        """The board as kernels take it, in lists or arrays."""
        return kernels.Puzzle(*(array(numbers) for numbers in (*self.links, *self.groups)))


def prove(
    shape: Shape, faces: Sequence[int], left: int | None = None, budget: int = BUDGET, engine: Engine = PLAIN
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
    size, may = len(puzzle.slots), puzzle.may
    workspace = kernels.Workspace(*(engine.array([NOBODY] * size) for _ in kernels.Workspace._fields))
    one, two = (_search(engine, may, size // 2 + 1, luck) for luck in LUCK)
    answer = engine.prove(puzzle.made(engine.array), one, two, workspace, min(budget, MOST))
    nodes = int(one.counters[0]) + int(two.counters[0])
    if answer == prover.CLEARABLE:
        return Proof(True, nodes, _clearing(puzzle.slots, workspace))
    if answer == prover.DEAD:
        return Proof(False, nodes, None, *_refutation(puzzle, one.facts))
    return Proof(None, nodes)


def _search(engine: Engine, may: Numbers, most: int, luck: int) -> kernels.Search:
    """A search that has not begun, and makes so many decisions at most."""
    facts = kernels.Facts(*(engine.array(each) for each in (may, [0] * len(may), may)))
    stack = kernels.Stack(*(engine.array([0] * most) for _ in kernels.Stack._fields))
    return kernels.Search(facts, stack, engine.array([0, luck, 0, 0]))


def puzzle_of(shape: Shape, faces: Sequence[int], left: int) -> Puzzle:
    """The tiles left in the numbers of the kernels."""
    slots = tuple(bits(left))
    return Puzzle(slots, _links(shape, left), _groups([GROUPS[faces[slot]] for slot in slots]))


@lru_cache(maxsize=64)
def _links(shape: Shape, left: int) -> Links:
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
    return Links(first, near, weights, blockers)


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


def _refutation(puzzle: Puzzle, facts: kernels.Facts) -> tuple[tuple[Slot, ...], tuple[Pair, ...]]:
    """The tiles that stay and the partners struck out for good: those that rest on no decision."""
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
