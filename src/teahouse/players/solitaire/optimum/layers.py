"""The best line by layers: all positions after one pair, after two and so on, while they may reach a better total.

If a layer has more positions than may be kept, the positions with the lowest bounds are dropped, and what they might
have reached limits what is proved.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from teahouse.games.solitaire import Shape, Slot
from teahouse.games.solitaire.layout import Pair
from teahouse.games.solitaire.sets import GROUPS, VALUES
from teahouse.games.solitaire.shape import bits
from teahouse.kernels.solitaire.optimum.layers import WORD, enter, expand
from teahouse.kernels.solitaire.optimum.types import Expansion, ExpansionCounters, ExpansionWorkspace, Field, Layer
from teahouse.players.compiling import compiled
from teahouse.players.solitaire.optimum.gain_bounds import GainBounds

if TYPE_CHECKING:
    from teahouse.kernels.arrays import Ints

ROOM: Final = 2
"""A layer is thinned when it holds so many times the positions that may be kept."""
CHUNK: Final = 10_000
"""Positions expanded between two looks at the clock."""


NUMBER: Final = 8
"""Bytes of a number in a layer, and of what is stored of a position when its layer is done."""


def bytes_of_position(tiles: int) -> int:
    """The bytes for each position that is kept of a layer: in two layers, the next one, its table, and the past.

    >>> bytes_of_position(72), bytes_of_position(144)
    (640, 992)
    """
    numbers = len(Layer._fields) - 2 + 2 * _word_count(tiles)
    return NUMBER * ((2 + ROOM) * numbers + 2 * ROOM + ROOM * 2 + tiles // 2)


class LayerSearchResult(NamedTuple):
    """What a search by layers gave: a line that scores more than the goal, if any, and what no line exceeds."""

    line: tuple[Pair, ...] | None
    score: int
    bound: int
    positions: int


class LayerSearch:
    """Searches one board, keeping at most this many positions of a layer."""

    def __init__(self, shape: Shape, faces: Sequence[int], gain_bounds: GainBounds, width: int) -> None:
        """Lay out the room."""
        import numpy as np

        from teahouse.kernels.arrays import new_record

        tiles = len(faces)
        room = ROOM * width + tiles * tiles // 2
        self._steps: Final = tiles // 2
        self._width: Final = width
        self._first_bound: Final = gain_bounds.bound
        self._field: Final = _field(shape, faces, gain_bounds)
        self._there: Final = _layer(room, self._field.words)
        table = np.full(2 * room, -1, np.int64)
        self._work: Final = ExpansionWorkspace(
            np.zeros(tiles, np.int64), np.zeros(tiles, np.int64), table, new_record(ExpansionCounters)
        )
        self._history: Final[list[tuple[Any, ...]]] = []
        self._best: tuple[int, int] | None = None
        self._dropped = self._positions = 0

    def search(self, goal: int, is_over: Callable[[], bool]) -> LayerSearchResult:
        """Look for a line that scores more than the goal; when time is over first, nothing new is proved."""
        here, score = _layer(1, self._field.words), goal
        for step in range(self._steps):
            if not self._expand(here, step, score, is_over):
                return LayerSearchResult(self._line(), score, max(score, self._first_bound), self._positions)
            here = self._kept()
            if not len(here.scores):
                break
            top = int(here.scores.argmax())
            if here.scores[top] > score:
                score, self._best = int(here.scores[top]), (step, top)
        return LayerSearchResult(self._line(), score, max(score, self._dropped), self._positions)

    def _expand(self, here: Layer, step: int, goal: int, is_over: Callable[[], bool]) -> bool:
        """Fill the next layer; False when time is over."""
        counters, size = self._work.counters, len(here.scores)
        expansion = Expansion(self._field, here, self._there, self._work, step, goal)
        counters.count = counters.next = 0
        compiled(enter)(self._there.gone, 0, self._field.words, self._work.table)
        while counters.next < size:
            if is_over():
                return False
            last = min(size, int(counters.next) + CHUNK)
            compiled(expand)(expansion, last)
            if counters.next < last:
                self._thin()
        return True

    def _thin(self) -> None:
        """Keep the positions of the next layer with the highest bounds, and note what the others might have reached."""
        import numpy as np

        count, words = int(self._work.counters.count), self._field.words
        self._positions += max(0, count - self._width)
        if count <= self._width:
            return
        order = np.argpartition(-self._there.most[:count], self._width)
        self._dropped = max(self._dropped, int(self._there.most[order[self._width :]].max()))
        kept = np.sort(order[: self._width])
        for numbers in self._there:
            each = numbers.reshape(len(self._there.scores), -1)
            each[: self._width] = each[kept]
        self._work.counters.count = self._width
        compiled(enter)(self._there.gone, self._width, words, self._work.table)

    def _kept(self) -> Layer:
        """The next layer, thinned; how each position was reached is stored."""
        import numpy as np

        self._thin()
        count, room = int(self._work.counters.count), len(self._there.scores)
        self._positions += count
        kinds = (np.int32, np.int16, np.int16)
        self._history.append(
            tuple(numbers[:count].astype(kind) for numbers, kind in zip(self._there[-3:], kinds, strict=True))
        )
        return Layer(*(numbers[: len(numbers) // room * count].copy() for numbers in self._there))

    def _line(self) -> tuple[Pair, ...] | None:
        if self._best is None:
            return None
        pairs: list[Pair] = []
        last, at = self._best
        for parents, firsts, seconds in reversed(self._history[: last + 1]):
            pairs.append((Slot(int(firsts[at])), Slot(int(seconds[at]))))
            at = int(parents[at])
        return tuple(reversed(pairs))


def _field(shape: Shape, faces: Sequence[int], gain_bounds: GainBounds) -> Field:
    import numpy as np

    words = _word_count(len(faces))
    groups, values = (np.array([numbers[face] for face in faces], np.int64) for numbers in (GROUPS, VALUES))
    above, west, east = (_words(masks, words) for masks in (shape.above, shape.west, shape.east))
    return Field(words, above, west, east, groups, values, gain_bounds.full, gain_bounds.changes.ravel())


def _word_count(tiles: int) -> int:
    return -(-tiles // WORD)


def _words(masks: Sequence[int], words: int) -> "Ints":
    import numpy as np

    sets = np.zeros((len(masks), words), np.int64)
    for number, mask in enumerate(masks):
        for slot in bits(mask):
            sets[number, slot // WORD] |= 1 << slot % WORD
    return sets.ravel()


def _layer(room: int, words: int) -> Layer:
    import numpy as np

    sizes = (room * words, room * words, room, room, room, room, room)
    return Layer(*(np.zeros(size, np.int64) for size in sizes))
