"""The types of the search for the optimum."""

from typing import NamedTuple

from teahouse.kernels.arrays import Ints, Reals
from teahouse.kernels.record import KernelRecord


class Signed(NamedTuple):
    """A matrix of 1, -1 and mostly 0.

    In row r the columns of the 1 are `columns[begins[r]:turns[r]]`; those of the -1 go on to `begins[r + 1]`.
    """

    begins: Ints
    turns: Ints
    columns: Ints


class LinearProgram(NamedTuple):
    """A linear program: amounts from 0 to 1 that gain as much as possible within limits.

    limits: each row of `rows`, applied to the amounts, is not above its limit; the first `equal` rows meet it exactly.
    columns: the transposed matrix. gains: what each amount gains.
    """

    rows: Signed
    columns: Signed
    limits: Ints
    gains: Ints
    equal: int


class Prices(NamedTuple):
    """A search for prices, one for each row of a program.

    ahead: the amounts, extrapolated beyond their last step. mean_amounts, mean_prices: over the steps so far.
    """

    amounts: Reals
    ahead: Reals
    prices: Reals
    mean_amounts: Reals
    mean_prices: Reals


class Field(NamedTuple):
    """A board with the bounds of what can still be gained.

    A set of tiles is `words` numbers of `WORD` bits. above, west, east: the tiles that block each tile. full, changes:
    the bounds, as `players.solitaire.optimum.gain_bounds` has them, the changes without their axes.
    """

    words: int
    above: Ints
    west: Ints
    east: Ints
    groups: Ints
    values: Ints
    full: Ints
    changes: Ints


class Layer(NamedTuple):
    """Positions after the same number of steps.

    gone: the tiles that are gone; west: those of them whose west side was open. scores: the best total on the way.
    most: a total that no line through it exceeds. parents, firsts, seconds: the position before, and the pair taken.
    """

    gone: Ints
    west: Ints
    scores: Ints
    most: Ints
    parents: Ints
    firsts: Ints
    seconds: Ints


class ExpansionCounters(KernelRecord):
    """How many positions the next layer has, and the next position to expand."""

    count: int
    next: int


class ExpansionWorkspace(NamedTuple):
    """Working memory of an expansion.

    free, sides: the free tiles of a position, and 1 where the west side is open. table: where a position stands in its
    layer, by its hash, or -1.
    """

    free: Ints
    sides: Ints
    table: Ints
    counters: ExpansionCounters


class Expansion(NamedTuple):
    """The expansion of a layer of positions into the layer after it.

    step: how many pairs the positions of this layer have taken. goal: what a line must exceed to be of interest.
    """

    field: Field
    here: Layer
    there: Layer
    work: ExpansionWorkspace
    step: int
    goal: int
