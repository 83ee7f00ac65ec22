"""The best line of a deal with a proof of how good it is: lines, then prices, then the search by layers."""

import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from teahouse.core.errors import InvalidOption
from teahouse.games.solitaire import Shape
from teahouse.games.solitaire.layout import Pair
from teahouse.players.memory import MEGABYTE, memory_left
from teahouse.players.solitaire.optimum.gain_bounds import GainBounds
from teahouse.players.solitaire.optimum.layers import LayerSearch, bytes_of_position
from teahouse.players.solitaire.optimum.prices import PriceSearch
from teahouse.players.solitaire.oracle import PLAYS_A_ROUND, BestLine, Oracle, PlayLimits

MOST_TILES: Final = 288
"""Larger boards have too large a program."""
IDLE_ROUNDS: Final = 4
"""After this many rounds in a row without a better line the search for lines in a stage ends."""
STALE_ROUNDS: Final = 10
"""Prices are good enough when so many rounds lower the bound by less than a part in `STALE_PARTS`."""
STALE_PARTS: Final = 1000
MEMORY_SHARE: Final = 0.5
"""The share of the free memory that a search by layers may take."""


class ProofStage(NamedTuple):
    """The shares of the time after which the searches for lines and prices end, and the positions kept of a layer."""

    lines: float
    prices: float
    width: int


STAGES: Final = (
    ProofStage(0.02, 0.06, 1_000),
    ProofStage(0.15, 0.25, 10_000),
    ProofStage(0.15, 0.45, 80_000),
    ProofStage(0.15, 0.5, 400_000),
    ProofStage(0.15, 0.5, 2_000_000),
    ProofStage(0.15, 0.5, 8_000_000),
)


def proven_line(
    shape: Shape,
    faces: Sequence[int],
    seconds: float,
    report: Callable[[int], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> BestLine:
    """The best line found within this time, and the lowest bound; they are equal when the line is proved best."""
    if len(faces) > MOST_TILES:
        raise InvalidOption(f"expected a layout of at most {MOST_TILES} tiles for a proof, got {len(faces)}")
    return _Proving(shape, faces, PlayLimits(seconds, None, clock), report).proved()


class _Proving:
    """A line and a bound that approach each other."""

    def __init__(
        self, shape: Shape, faces: Sequence[int], allowance: PlayLimits, report: Callable[[int], None] | None
    ) -> None:
        self._shape = shape
        self._faces = faces
        self._report = report
        self._allowance = allowance
        self._oracle = Oracle(shape, faces)
        self._score, self._line = self._oracle.score, self._oracle.line()
        self._bound = self._oracle.bound
        self._width, self._cost = 0, 0.0

    def proved(self) -> BestLine:
        """Look for lines, lower the bound and search, in stages."""
        prices = PriceSearch(self._shape, self._faces)
        for stage in STAGES:
            self._look(stage.lines)
            self._lower(prices, stage.prices)
            self._search(prices.gain_bounds, self._fitting(stage.width))
        return BestLine(self._score, self._bound, self._line, self._oracle.plays)

    def _look(self, until: float) -> None:
        idle = 0
        while idle < IDLE_ROUNDS and (left := until - self._allowance.share()) > 0 and not self._is_proved:
            plays = min(PLAYS_A_ROUND, self._allowance.plays_for(left))
            self._allowance.improve(self._oracle, plays, anew=idle % 2 == 0)
            idle += 1
            if self._oracle.score > self._score:
                idle = 0
                self._keep(self._oracle.score, self._oracle.line())

    def _lower(self, prices: PriceSearch, until: float) -> None:
        bounds: list[int] = []
        while self._allowance.share() < until and not self._is_proved:
            prices.round()
            bounds.append(prices.bound)
            self._bound = min(self._bound, prices.bound)
            if len(bounds) > STALE_ROUNDS and bounds[-1 - STALE_ROUNDS] - bounds[-1] < bounds[-1] / STALE_PARTS:
                return

    def _search(self, gain_bounds: GainBounds, width: int) -> None:
        if width <= self._width or self._is_proved:
            return
        before = self._allowance.share()
        found = LayerSearch(self._shape, self._faces, gain_bounds, width).search(self._score, self._is_over)
        self._width, self._cost = width, (self._allowance.share() - before) / width
        self._bound = min(self._bound, found.bound)
        if found.line is not None:
            self._keep(found.score, found.line)

    def _fitting(self, width: int) -> int:
        """The width, or what memory and the time left allow, going by the last search."""
        in_time = int((1 - self._allowance.share()) / self._cost) if self._cost else width
        in_memory = int(MEMORY_SHARE * MEGABYTE * memory_left() / bytes_of_position(len(self._faces)))
        return min(width, in_time, in_memory)

    def _keep(self, score: int, line: tuple[Pair, ...]) -> None:
        self._score, self._line = score, line
        if self._report is not None:
            self._report(score)

    @property
    def _is_proved(self) -> bool:
        return self._score == self._bound

    def _is_over(self) -> bool:
        return self._allowance.share() >= 1
