"""What the kernels of Solitaire work on. Plain, they run on lists, so that rules need no NumPy; compiled, on arrays.

A tile that is in no group and blocked for good is not there: what scores passes over it.
"""

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Ints: TypeAlias = "list[int] | NDArray[np.int64]"


class Puzzle(NamedTuple):
    """A board: what blocks what, and which tiles are of one group.

    The links of tile t are those from `first[t]` to `first[t + 1]`: `near` is the tile that it blocks, `weights` by how
    much. blockers: what blocks each tile, as one number. The tiles of group g are `member[begins[g]:begins[g + 1]]`.
    What is known of the tiles s and t of one group stands in entry `row[s] + place[t]` of the facts.
    """

    first: Ints
    near: Ints
    weights: Ints
    blockers: Ints
    group: Ints
    begins: Ints
    member: Ints
    row: Ints
    place: Ints


class Facts(NamedTuple):
    """What is known of partners.

    may: 1 while two tiles may be partners. why: the decisions it rests on when they may not. trail: the entries struck
    out, in their order.
    """

    may: Ints
    why: Ints
    trail: Ints


class Workspace(NamedTuple):
    """What a play writes on.

    partner: who is tried with whom now, or -1. mates: everybody's partner. left: the blockers left. queue: the tiles in
    the order they came free. pair: two tiles handed back.
    """

    partner: Ints
    mates: Ints
    left: Ints
    status: Ints
    queue: Ints
    pair: Ints


class Stack(NamedTuple):
    """The decisions of a search.

    marks: the length of the trail before each decision. tiles, others: who was paired. heat: how often a group was in a
    conflict.
    """

    marks: Ints
    tiles: Ints
    others: Ints
    heat: Ints


class Search(NamedTuple):
    """A search: what it knows, its decisions, and its counters, which `playout` names."""

    facts: Facts
    stack: Stack
    counters: Ints


class Sheet(NamedTuple):
    """What plays by keys write on.

    values, keys: of the tiles. status: 1 while a tile is free. first, second: the free tiles of each group with the
    highest keys. line: the tiles in the order they went. best_keys: the keys of the best line.
    """

    values: Ints
    keys: Ints
    left: Ints
    status: Ints
    queue: Ints
    first: Ints
    second: Ints
    line: Ints
    best_keys: Ints
