"""What the kernels of Solitaire work on. Plain, they run on lists, so that rules need no NumPy; compiled, on arrays.

A tile that is in no group and always blocked is missing: scoring skips it.
"""

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from teahouse.kernels.record import KernelRecord

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CLEARABLE: Final = 1
"""What a proof shows of a board."""
DEAD: Final = 0
UNDECIDED: Final = -1

AnyInts: TypeAlias = "list[int] | NDArray[np.int64]"


class Puzzle(NamedTuple):
    """A board: what blocks what, and which tiles are of one group.

    The links of tile t are those from `first[t]` to `first[t + 1]`: `near` is the tile that it blocks, `weights` by how
    much. blockers: what blocks each tile, as one number. The tiles of group g are `member[begins[g]:begins[g + 1]]`.
    What is known of the tiles s and t of one group stands in entry `row[s] + place[t]` of the facts.
    """

    first: AnyInts
    near: AnyInts
    weights: AnyInts
    blockers: AnyInts
    group: AnyInts
    begins: AnyInts
    member: AnyInts
    row: AnyInts
    place: AnyInts


class Facts(NamedTuple):
    """What is known of partners.

    may: 1 while two tiles may be partners. why: the decisions it rests on when they may not. trail: the entries struck
    out, in their order.
    """

    may: AnyInts
    why: AnyInts
    trail: AnyInts


class Workspace(NamedTuple):
    """The scratch arrays of a play.

    partner: the partner that is tried for each tile, or -1. mates: every tile's partner. left: the blockers left.
    queue: the tiles in the order they came free. pair: two tiles that are returned.
    """

    partner: AnyInts
    mates: AnyInts
    left: AnyInts
    status: AnyInts
    queue: AnyInts
    pair: AnyInts


class DecisionStack(NamedTuple):
    """The decisions of a search.

    marks: the length of the trail before each decision. tiles, others: who was paired. heat: how often a group was in a
    conflict.
    """

    marks: AnyInts
    tiles: AnyInts
    others: AnyInts
    heat: AnyInts


class SearchCounters(KernelRecord):
    """The counters of a search or of random play.

    nodes: the relaxed plays so far. random_state: of the random generator. struck: the entries struck out. depth: the
    partners decided.
    """

    nodes: int
    random_state: int
    struck: int
    depth: int


class Search(NamedTuple):
    """A search: what it knows, its decisions, and its counters."""

    facts: Facts
    stack: DecisionStack
    counters: SearchCounters


class Choices(NamedTuple):
    """Which tiles may be partners, as yes-or-no questions.

    A question is about a pair of tiles; in a group of four about two pairs, because the other two tiles are partners
    then. of: the question of each entry of the facts, or -1. begins, entries: the entries of each question. tiles:
    exactly one question of each of these tiles has the answer yes. chosen: 1 for a yes. allowed: 1 where an entry's
    tiles may be partners in a relaxed play. listed, needed, seen: questions listed, and their marks.
    """

    of: AnyInts
    begins: AnyInts
    entries: AnyInts
    tiles: AnyInts
    chosen: AnyInts
    allowed: AnyInts
    listed: AnyInts
    needed: AnyInts
    seen: AnyInts


class SolverCounters(KernelRecord):
    """The counters of a solver.

    clauses: how many it has. answered: the answers so far; drawn: those of them whose conclusions were drawn. level:
    the decisions. step: how much a question in a conflict gains. learned: the literals of the clause that is being
    learned. tidy_at: the number of clauses at which some are forgotten.
    """

    clauses: int
    answered: int
    drawn: int
    level: int
    step: int
    learned: int
    tidy_at: int


class Solver(NamedTuple):
    """What a solver of clauses knows.

    The literals of clause c are those from `begins[c]` to `begins[c + 1]`. is_learned: 1 for a clause that follows from
    others. watchers: for each literal the last place that watches it, 2c + n for the n-th literal of clause c;
    following: the place before that one. answers, levels, reasons: of each question its answer, the decisions before
    it, and the clause it follows from. trail: the literals in the order they became true. marks: the answers before
    each decision. heat: how often a question was in a conflict. tried_first: the answer to begin with. learned: a
    clause that is being made. seen: the questions in it.
    """

    literals: AnyInts
    begins: AnyInts
    is_learned: AnyInts
    watchers: AnyInts
    following: AnyInts
    answers: AnyInts
    levels: AnyInts
    reasons: AnyInts
    trail: AnyInts
    marks: AnyInts
    heat: AnyInts
    tried_first: AnyInts
    learned: AnyInts
    seen: AnyInts
    counters: SolverCounters


class KeySheet(NamedTuple):
    """What plays by keys write on.

    values, keys: of the tiles. status: 1 while a tile is free. first, second: the free tiles of each group with the
    highest keys. ranks: the sum of these two keys and the group, in one number. line: the tiles in the order they went.
    best_keys: the keys that gave the best line.
    """

    values: AnyInts
    keys: AnyInts
    left: AnyInts
    status: AnyInts
    queue: AnyInts
    first: AnyInts
    second: AnyInts
    ranks: AnyInts
    line: AnyInts
    best_keys: AnyInts


class Policy(NamedTuple):
    """How to play boards of which some faces are covered.

    slots, faces: the numbers of the tiles' slots and of the kinds of faces. kinds: the kind of every tile's face, one
    world after the other. totals, tried: what the policy scores on each world, before and after a change.
    """

    slots: AnyInts
    faces: AnyInts
    kinds: AnyInts
    totals: AnyInts
    tried: AnyInts
