"""A line of play as a linear program: which pair goes at which step, and when each tile is gone.

Every rule of the game about whole pairs and whole steps is here in a form that also allows fractions, so no line scores
more than the optimum of the program. Amounts: `taken`, how much of a pair is taken at a step; `gone`, how much of a
tile is gone after a step; and for a tile with neighbours on both sides `opened`, how much of it is gone after a step
with its west or east side open.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from teahouse.games.solitaire import Shape, Slot
from teahouse.games.solitaire.layout import Pair
from teahouse.games.solitaire.sets import GROUPS, pair_value
from teahouse.games.solitaire.shape import bits
from teahouse.kernels.solitaire.optimum.types import LinearProgram, Signed
from teahouse.players.solitaire.bound import EarlierTiles, earlier_tiles

if TYPE_CHECKING:
    from teahouse.kernels.arrays import Ints

WEST: Final = 0
EAST: Final = 1
NO_AMOUNT: Final = -1
"""The number of an amount that is always 0."""


class BoardProgram(NamedTuple):
    """The program of a board, and the numbers of its amounts, one for each step.

    gone: for each tile. opened: from the west, then from the east, for each tile with neighbours on both sides. taken:
    for each pair. steps: the step of every amount. row_steps: the last step in each row.
    """

    program: LinearProgram
    gone: "Ints"
    opened: "Ints"
    taken: "Ints"
    steps: "Ints"
    row_steps: "Ints"


def board_program(shape: Shape, faces: Sequence[int]) -> BoardProgram:
    """The program of the lines on a full board."""
    return _Writer(shape, faces).written()


def steps_before(mask: int, faces: Sequence[int]) -> int:
    """How many steps it takes at least to remove these tiles: two of a group go together, others one at a step.

    >>> steps_before(0b11111, [1, 1, 1, 2, 3])
    4
    """
    return sum((count + 1) // 2 for count in Counter(GROUPS[faces[slot]] for slot in bits(mask)).values())


def pair_step(before: Sequence[EarlierTiles], faces: Sequence[int], pair: Pair) -> int | None:
    """The first step, from 0, at which two tiles can both be free; None when one must go before the other."""
    both = 1 << pair[0] | 1 << pair[1]
    ways = (one | other for one, other in product(*(before[slot] for slot in pair)))
    return min((steps_before(way, faces) for way in ways if not way & both), default=None)


class _Writer:
    """Numbers the amounts of a board and writes down its rows."""

    def __init__(self, shape: Shape, faces: Sequence[int]) -> None:
        self._shape = shape
        self._faces = faces
        self._count = len(faces) // 2
        self._before = earlier_tiles(shape)
        self._amounts = 0
        self._gains: list[Any] = []
        self._equal, self._within = _Rows(), _Rows()
        slots = [Slot(slot) for slot in range(len(faces))]
        self._gone = [self._new(min(steps_before(mask, faces) for mask in self._before[slot])) for slot in slots]
        self._opened = [[self._side(slot, side) for slot in slots] for side in (WEST, EAST)]
        self._taken = dict(self._pairs(slots))

    def written(self) -> BoardProgram:
        """All rows, as matrices."""
        import numpy as np

        for slot in range(len(self._faces)):
            self._write_tile(Slot(slot))
        never = self._new(None)
        self._within.add([never, *self._taken.values()], [], 1)
        rows, columns, limits = _matrices(self._equal, self._within, self._amounts)
        gains = np.concatenate([np.zeros(0, np.int64), *self._gains])
        numbers = np.stack(self._gone), np.stack([*self._opened]), np.stack([never, *self._taken.values()])
        steps = _steps(numbers, self._amounts)
        row_steps = np.array([steps[rows.columns[a:b]].max() for a, b in pairwise(rows.begins)], np.int64)
        return BoardProgram(LinearProgram(rows, columns, limits, gains, self._equal.count), *numbers, steps, row_steps)

    def _new(self, first: int | None, value: int = 0) -> "Ints":
        """Numbers of a new amount at every step from the first possible one on; `value` is the gain of a pair."""
        import numpy as np

        numbers = np.full(self._count, NO_AMOUNT, np.int64)
        if first is not None and first < self._count:
            numbers[first:] = np.arange(self._amounts, self._amounts + self._count - first)
            self._gains.append(value * np.arange(self._count - first, 0, -1))
            self._amounts += self._count - first
        return numbers

    def _side(self, slot: Slot, side: int) -> "Ints":
        has_both = self._shape.west[slot] and self._shape.east[slot]
        return self._new(steps_before(self._before[slot][side], self._faces) if has_both else None)

    def _open(self, slot: Slot, side: int) -> "Ints":
        """The amounts of a tile that is gone with this side open; a side without neighbours is always open."""
        is_bare = not (self._shape.west, self._shape.east)[side][slot]
        return self._gone[slot] if is_bare else self._opened[side][slot]

    def _pairs(self, slots: Sequence[Slot]) -> "Iterable[tuple[Pair, Ints]]":
        for pair in combinations(slots, 2):
            first, second = (self._faces[slot] for slot in pair)
            if GROUPS[first] == GROUPS[second]:
                step = pair_step(self._before, self._faces, pair)
                if step is not None:
                    yield pair, self._new(step, pair_value(first, second))

    def _write_tile(self, slot: Slot) -> None:
        """A tile goes with one partner, after the tiles on it, and only with a side open."""
        gone = self._gone[slot]
        mates = [numbers for pair, numbers in self._taken.items() if slot in pair]
        self._equal.add([gone], [_previous(gone), *mates], 0)
        for over in _resting(self._shape, slot):
            self._within.add([gone], [_previous(self._gone[over])], 0)
        if self._shape.west[slot] and self._shape.east[slot]:
            self._write_sides(slot)

    def _write_sides(self, slot: Slot) -> None:
        """A tile opened from the west goes after its western neighbours, and they were opened from the west too."""
        self._equal.add([self._gone[slot]], [opened[slot] for opened in self._opened], 0)
        for side, neighbours in ((WEST, self._shape.west), (EAST, self._shape.east)):
            opened = self._opened[side][slot]
            self._within.add([_previous(opened)], [opened], 0)
            for beside in bits(neighbours[slot]):
                self._within.add([opened], [_previous(self._open(beside, side))], 0)


def _resting(shape: Shape, slot: Slot) -> list[Slot]:
    """The tiles on a tile, without tiles that must go before another tile on it."""
    before, above = earlier_tiles(shape), list(bits(shape.above[slot]))
    later = 0
    for over in above:
        later |= before[over].tiles
    return [over for over in above if not later >> over & 1]


def _steps(tables: "Sequence[Ints]", amounts: int) -> "Ints":
    """The step of every amount."""
    import numpy as np

    steps = np.zeros(amounts + 1, np.int64)  # the last place is for NO_AMOUNT
    for table in tables:
        steps[table] = np.arange(table.shape[-1])
    return steps[:amounts]


def _previous(numbers: "Ints") -> "Ints":
    """The amounts of the step before."""
    import numpy as np

    return np.concatenate(([NO_AMOUNT], numbers[:-1]))


class _Rows:
    """Rows of a matrix, one for each step."""

    def __init__(self) -> None:
        self.count = 0
        self.limits: list[int] = []
        self.entries: list[Any] = []

    def add(self, plus: "Sequence[Ints]", minus: "Sequence[Ints]", limit: int) -> None:
        """Add a row for every step at which one of the `plus` amounts exists."""
        import numpy as np

        numbers = np.stack([*plus, *minus], axis=1)
        numbers = numbers[(numbers[:, : len(plus)] != NO_AMOUNT).any(axis=1)]
        signs = np.repeat([0, 1], [len(plus), len(minus)])
        row, place = np.nonzero(numbers != NO_AMOUNT)
        self.entries.append(np.stack([row + self.count, numbers[row, place], signs[place]]))
        self.count += len(numbers)
        self.limits += [limit] * len(numbers)


def _matrices(equal: _Rows, within: _Rows, amounts: int) -> "tuple[Signed, Signed, Ints]":
    import numpy as np

    first, second = (np.concatenate([np.zeros((3, 0), np.int64), *rows.entries], axis=1) for rows in (equal, within))
    second[0] += equal.count
    row, column, sign = np.concatenate((first, second), axis=1)
    limits = np.array(equal.limits + within.limits, np.int64)
    return _signed(row, column, sign, len(limits)), _signed(column, row, sign, amounts), limits


def _signed(row: "Ints", column: "Ints", sign: "Ints", count: int) -> Signed:
    import numpy as np

    order = np.lexsort((column, sign, row))
    begins = np.searchsorted(row[order], np.arange(count + 1))
    plus = np.bincount(row[sign == 0], minlength=count)
    return Signed(begins, begins[:-1] + plus, np.ascontiguousarray(column[order]))
