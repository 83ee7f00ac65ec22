"""The oracle: the best line on a Solitaire board with every face known.

For practice and analysis after the end. It takes faces, not a view, so it cannot play at a table.
"""

import time
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from teahouse.core.errors import InvalidOption
from teahouse.games.solitaire import Shape
from teahouse.games.solitaire.board import HELP_PRICE
from teahouse.games.solitaire.deals.proof import blockers_of, puzzle_of
from teahouse.games.solitaire.layout import Pair, Slot
from teahouse.games.solitaire.sets import GROUPS, VALUES, pair_value
from teahouse.games.solitaire.shape import bits
from teahouse.kernels.solitaire.scoring import HIGHEST_KEY, SHUFFLE_PRICE, improve, play_keys
from teahouse.kernels.solitaire.types import KeySheet, Puzzle
from teahouse.players.compiling import compiled
from teahouse.players.solitaire.bound import score_bound
from teahouse.players.solitaire.prover import play_counters

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLAYS_A_ROUND: Final = 200_000
SLACK: Final = 30
"""How many points a change may lose at first."""
KEY_A_POINT: Final = 400
LEAST_KEY: Final = 200
RANDOM_STATE: Final = 777
PACE: Final = 100_000.0
"""Plays a second, before any were timed."""
assert SHUFFLE_PRICE == HELP_PRICE
NOT_THERE: Final = 1 << 40
"""Blockers of a tile that is gone: more than can ever be taken away."""


class BestLine(msgspec.Struct, frozen=True):
    """The best line found: its total without help, its pairs, the bound that no line exceeds, and the plays tried."""

    score: int
    bound: int
    line: tuple[Pair, ...]
    plays: int

    @property
    def gap(self) -> int:
        """How much better a line could be at most."""
        return self.bound - self.score


def line_score(faces: Sequence[int], line: Sequence[Pair], pairs: int | None = None) -> int:
    """The score of a line without help, from this many pairs on the table or the full board."""
    pairs = len(faces) // 2 if pairs is None else pairs
    return sum(pair_value(faces[a], faces[b]) * (pairs - step) for step, (a, b) in enumerate(line))


class Oracle:
    """Improves the best line on one board; call it as often as time allows."""

    def __init__(self, shape: Shape, faces: Sequence[int], left: int | None = None) -> None:
        """Begin with the line that takes the most valuable pair at every step, of all tiles or of the tiles left."""
        import numpy as np

        left = shape.full if left is None else left
        self._shape: Final = shape
        self._faces: Final = faces
        self._pairs: Final = left.bit_count() // 2
        self._puzzle: Final = _puzzle(shape, faces, left)
        self._values: Any = _values()[np.frombuffer(bytes(faces), np.uint8)]
        self._values[np.asarray(self._puzzle.blockers) >= NOT_THERE] = 0
        self._counters: Final = play_counters(RANDOM_STATE)
        self.score = -1
        self._keys: Any = None
        self._keep(self._sheet())

    @cached_property
    def bound(self) -> int:
        """What no line from the full board exceeds."""
        return score_bound(self._shape, self._faces)

    @property
    def plays(self) -> int:
        """How many lines were tried."""
        return int(self._counters.nodes)

    def round(self, plays: int = PLAYS_A_ROUND, *, anew: bool = True) -> bool:
        """Try this many lines, from scratch or from the best line. Was there a better one?"""
        sheet = self._sheet()
        if not anew:
            self._key_line(sheet, self.line())
        compiled(improve)(self._puzzle, sheet, self._counters, plays, SLACK, 0)
        sheet.keys[:] = sheet.best_keys
        return self._keep(sheet)

    def follow(self, line: Sequence[Pair], plays: int) -> None:
        """Try lines that resemble this one, which may come from an earlier position of the same deal."""
        sheet = self._sheet()
        self._key_line(sheet, line)
        self._keep(sheet)
        compiled(improve)(self._puzzle, sheet, self._counters, plays, SLACK, 0)
        sheet.keys[:] = sheet.best_keys
        self._keep(sheet)

    def found(self) -> BestLine:
        """The best line so far from the full board, beside the bound."""
        return BestLine(self.score, self.bound, self.line(), self.plays)

    def line(self) -> tuple[Pair, ...]:
        """The pairs of the best line so far."""
        sheet = self._sheet()
        sheet.keys[:] = self._keys
        compiled(play_keys)(self._puzzle, sheet, 0, 0)
        slots = [Slot(int(tile)) for tile in sheet.line if tile >= 0]
        line = tuple((min(pair), max(pair)) for pair in zip(slots[::2], slots[1::2], strict=True))
        assert self.score == line_score(self._faces, line, self._pairs)
        return line

    def _key_line(self, sheet: KeySheet, line: Sequence[Pair]) -> None:
        """Keys that produce a line, decreasing from its first pair to its last."""
        keys = [0] * len(self._faces)
        for step, pair in enumerate(line):
            for slot in pair:
                keys[slot] = HIGHEST_KEY * (len(line) - step) // len(line)
        sheet.keys[:] = sheet.best_keys[:] = keys

    def _sheet(self) -> KeySheet:
        return new_sheet(self._values, self._values * KEY_A_POINT + LEAST_KEY)

    def _keep(self, sheet: KeySheet) -> bool:
        score = compiled(play_keys)(self._puzzle, sheet, 0, 0)
        is_better = score > self.score
        if is_better:
            self.score, self._keys = score, sheet.keys.copy()
        return is_better


def new_sheet(values: "NDArray[np.int64]", keys: "NDArray[np.int64]") -> KeySheet:
    """A sheet to play by these keys on."""
    import numpy as np

    working = ("left", "status", "queue", "first", "second", "ranks", "line")
    empty = {name: np.zeros(len(keys), np.int64) for name in working}
    return KeySheet(values=values, keys=keys, best_keys=keys.copy(), **empty)


def _puzzle(shape: Shape, faces: Sequence[int], left: int) -> Puzzle:
    """The board in the numbers of the kernels, a tile for each slot; tiles that are gone are marked so."""
    import numpy as np

    first, near, weights = _links(shape)
    blockers = np.full(len(faces), NOT_THERE, np.int64)
    slots = np.fromiter(bits(left), np.int64, left.bit_count())
    blockers[slots] = [blockers_of(shape, slot, left) for slot in bits(left)]
    kinds, number = np.unique(_groups()[np.frombuffer(bytes(faces), np.uint8)[slots]], return_inverse=True)
    group = np.zeros(len(faces), np.int64)
    group[slots] = number
    member = slots[np.argsort(number, kind="stable")]
    begins = np.searchsorted(group[member], np.arange(len(kinds) + 1))
    nothing = np.zeros(1, np.int64)  # needed only by the prover
    return Puzzle(first, near, weights, blockers, group, begins, member, nothing, nothing)


@lru_cache(maxsize=64)
def _links(shape: Shape) -> tuple[Any, ...]:
    import numpy as np

    return tuple(
        np.array(numbers, np.int64) for numbers in puzzle_of(shape, bytes(shape.full.bit_count()), shape.full).links[:3]
    )


@lru_cache(maxsize=1)
def _values() -> Any:
    import numpy as np

    return np.array(VALUES, np.int64)


@lru_cache(maxsize=1)
def _groups() -> Any:
    import numpy as np

    return np.array(GROUPS, np.int64)


class PlayLimits:
    """A budget: seconds or plays, whichever ends first."""

    def __init__(
        self, seconds: float | None, plays: int | None, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """Begin to count now."""
        if seconds is None and plays is None:
            raise InvalidOption("expected a limit of seconds or plays, got none")
        self._seconds = seconds
        self._plays = plays
        self._clock = clock
        self._begun = clock()
        self.played = 0

    def share(self) -> float:
        """The share that is used, from 0 to 1."""
        by_time = 0.0 if not self._seconds else (self._clock() - self._begun) / self._seconds
        by_plays = 0.0 if not self._plays else self.played / self._plays
        return min(1.0, max(by_time, by_plays))

    def plays_for(self, share: float) -> int:
        """About how many plays this share allows."""
        allowed = [] if self._plays is None else [min(share * self._plays, self._plays - self.played)]
        if self._seconds is not None:
            taken = self._clock() - self._begun
            allowed.append(share * self._seconds * (self.played / taken if self.played else PACE))
        return max(1, round(min(allowed)))

    def improve(self, oracle: Oracle, plays: int, *, anew: bool = True) -> None:
        """Try this many more lines, and count them against the limits."""
        oracle.round(plays, anew=anew)
        self.played += plays

    def look(self, oracle: Oracle, until: float = 1.0, report: Callable[[int], None] | None = None) -> None:
        """Continue a search on a full board until this share is used, every other round from its best line."""
        anew = True
        while (left := until - self.share()) > 0 and oracle.score < oracle.bound:
            before = oracle.score
            self.improve(oracle, min(PLAYS_A_ROUND, self.plays_for(left)), anew=anew)
            if oracle.score > before and report is not None:
                report(oracle.score)
            anew = not anew


def best_line(
    shape: Shape,
    faces: Sequence[int],
    seconds: float | None = None,
    plays: int | None = None,
    report: Callable[[int], None] | None = None,
) -> BestLine:
    """Search for the best line within seconds or plays, whichever end first; `report` gets every better score."""
    allowance, oracle = PlayLimits(seconds, plays), Oracle(shape, faces)
    allowance.look(oracle, report=report)
    return oracle.found()
