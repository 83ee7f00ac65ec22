"""The oracle: the best line on a Solitaire board for one who sees every face.

For practice and analysis after the end. It takes faces, not a view, so it can sit at no table.
"""

import time
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from teahouse.core.errors import InvalidOption
from teahouse.games.solitaire import Shape
from teahouse.games.solitaire.layout import Pair
from teahouse.games.solitaire.proof import puzzle_of
from teahouse.games.solitaire.sets import VALUES, pair_value
from teahouse.kernels.solitaire.scoring import HIGHEST_KEY
from teahouse.players.compiling import use_kernel_folder
from teahouse.players.solitaire_bound import score_bound

PLAYS_A_ROUND: Final = 200_000
SLACK: Final = 30
"""How many points a change may lose at first."""
KEY_A_POINT: Final = 400
LEAST_KEY: Final = 200
FIRST_LUCK: Final = 777


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


class ScoringKernels(NamedTuple):
    """Play by keys, and improve the keys."""

    play_keys: Callable[..., int]
    improve: Callable[..., int]


@lru_cache(maxsize=1)
def scoring_kernels() -> ScoringKernels:
    """The compiled kernels; the first call in a process loads them, the first of all compiles them."""
    use_kernel_folder()
    from teahouse.kernels.quick import quick
    from teahouse.kernels.solitaire import scoring

    return ScoringKernels(quick(scoring.play_keys), quick(scoring.improve))


def line_score(faces: Sequence[int], line: Sequence[Pair], pairs: int | None = None) -> int:
    """The total of a line without help by the rules of scoring, from so many pairs on the table or the full board."""
    pairs = len(faces) // 2 if pairs is None else pairs
    return sum(pair_value(faces[a], faces[b]) * (pairs - step) for step, (a, b) in enumerate(line))


class Oracle:
    """Looks for better and better lines on one board; ask it as often as there is time."""

    def __init__(self, shape: Shape, faces: Sequence[int], left: int | None = None, *, luck: int = FIRST_LUCK) -> None:
        """Begin with the line that takes the dearest pair at every step, of all tiles or of those left."""
        import numpy as np

        puzzle = puzzle_of(shape, faces, shape.full if left is None else left)
        self._shape: Final = shape
        self._faces: Final = faces
        self._slots: Final = puzzle.slots
        self._puzzle: Final = tuple(np.array(numbers, np.int64) for numbers in (*puzzle.links, *puzzle.groups))
        self._values: Any = np.array([VALUES[faces[slot]] for slot in puzzle.slots], np.int64)
        self._counters: Any = np.array([0, luck, 0, 0], np.int64)
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
        return int(self._counters[0])

    def round(self, plays: int = PLAYS_A_ROUND, *, anew: bool = True) -> bool:
        """Try so many lines beginning anew or from the best line; was there a better one?"""
        sheet = self._sheet()
        if not anew:
            self._key_line(sheet)
        scoring_kernels().improve(self._puzzle, sheet, self._counters, plays, SLACK, 0)
        sheet[1][:] = sheet[8]
        return self._keep(sheet)

    def found(self) -> BestLine:
        """The best line so far from the full board, beside the bound."""
        return BestLine(self.score, self.bound, self.line(), self.plays)

    def line(self) -> tuple[Pair, ...]:
        """The pairs of the best line so far."""
        tiles = self._tiles()
        slots = [self._slots[tile] for tile in tiles]
        line = tuple((min(pair), max(pair)) for pair in zip(slots[::2], slots[1::2], strict=True))
        assert self.score == line_score(self._faces, line, len(self._slots) // 2)
        return line

    def _tiles(self) -> list[int]:
        """The tiles of the best line in their order, by their numbers in the puzzle."""
        sheet = self._sheet()
        sheet[1][:] = self._keys
        scoring_kernels().play_keys(self._puzzle, sheet, 0)
        return [int(tile) for tile in sheet[7] if tile >= 0]

    def _key_line(self, sheet: tuple[Any, ...]) -> None:
        """Keys that give the best line, falling from its first pair to its last."""
        sheet[1][:] = 0
        tiles = self._tiles()
        pairs = len(tiles) // 2
        for number, tile in enumerate(tiles):
            sheet[1][tile] = HIGHEST_KEY * (pairs - number // 2) // pairs
        sheet[8][:] = sheet[1]

    def _sheet(self) -> tuple[Any, ...]:
        import numpy as np

        keys = self._values * KEY_A_POINT + LEAST_KEY
        return (self._values, keys, *(np.zeros(len(keys), np.int64) for _ in range(6)), keys.copy())

    def _keep(self, sheet: tuple[Any, ...]) -> bool:
        score = scoring_kernels().play_keys(self._puzzle, sheet, 0)
        is_better = score > self.score
        if is_better:
            self.score, self._keys = score, sheet[1].copy()
        return is_better


def best_line(
    shape: Shape,
    faces: Sequence[int],
    seconds: float | None = None,
    plays: int | None = None,
    report: Callable[[int], None] | None = None,
) -> BestLine:
    """Look for the best line for so many seconds or plays, whichever ends first; `report` hears every better score."""
    if seconds is None and plays is None:
        raise InvalidOption("expected a limit of seconds or plays, got none")
    oracle = Oracle(shape, faces)
    ends = None if seconds is None else time.perf_counter() + seconds
    left, pace, anew = plays, 0.0, True
    while (left is None or left > 0) and oracle.score < oracle.bound:
        begun = time.perf_counter()
        turn = PLAYS_A_ROUND if left is None else min(PLAYS_A_ROUND, left)
        if ends is not None and pace:
            turn = min(turn, int((ends - begun) * pace))
        if turn < 1:
            break
        if oracle.round(turn, anew=anew) and report is not None:
            report(oracle.score)
        anew = not anew
        pace = turn / max(time.perf_counter() - begun, 1e-9)
        left = None if left is None else left - turn
        if ends is not None and time.perf_counter() >= ends:
            break
    return oracle.found()
