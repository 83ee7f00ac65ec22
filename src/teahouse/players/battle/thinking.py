"""How `perfect` chooses a move: exactly if there is time, and otherwise by the mean of several quick searches.

A quick search plays a smaller game than the whole one: it ends after some plies, or the players choose among few moves.
Each of these games errs in its own way, so the weighted mean of their values errs less than any of them. They are
searched from the cheapest to the most expensive one, and moves that fall behind are dropped on the way. The weights and
drops were chosen with 510 positions of 86 to 104 tiles whose every move is solved: see docs/battle-solved.md.
"""

import math
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Final, NamedTuple

from teahouse.games.battle import Board, TakePair
from teahouse.kernels.battle.table import LOWEST
from teahouse.players.battle.engine import USUAL_GUESS, Engine, ValueQuestion
from teahouse.players.battle.rules import WHOLE, SearchRules, narrowed, to_depth
from teahouse.players.battle.solution import ReportProgress, Solution
from teahouse.players.player import Budget, SearchLimits

DepthReport = Callable[[int, Solution], None]

# An exact search of 72 tiles takes some 200,000 nodes, and ten tiles more take ten times as many. Boards of this size
# are solved at once, larger ones if a quick search predicts that the budget is enough.
TILES_A_SECOND: Final = 72
TILES_FOR_TEN_TIMES: Final = 10
EXACT_SHARE: Final = 0.5
NODES_A_SECOND: Final = 1_500_000
OVERRUN: Final = 1.5
"""After the quick searches an exact one is tried even if it will probably take this many times the rest of the
budget."""


class QuickSearch(NamedTuple):
    """A smaller game: with all moves for some plies after the move in question, and then with `width` moves (0: it ends
    there). weight: how much its value counts. drop: moves that are more points behind are dropped afterwards."""

    weight: int
    drop: float
    plies: int
    width: int = 0
    prefers_points: bool = False

    def rules(self, board: Board) -> SearchRules:
        """The rules of this game after a move on the board."""
        if self.width == 0:
            return to_depth(board, self.plies + 1)
        return narrowed(board, self.plies + 1, self.width, prefers_points=self.prefers_points)


QUICK_SEARCHES: Final = (
    QuickSearch(2, 6.0, 4),
    QuickSearch(4, 5.0, 8),
    QuickSearch(1, 3.5, 3, 2),
    QuickSearch(3, 2.5, 7, 2),
    QuickSearch(2, 2.0, 7, 2, prefers_points=True),
    QuickSearch(6, 1.5, 3, 3, prefers_points=True),
    QuickSearch(8, 1.0, 11, 2, prefers_points=True),
    QuickSearch(10, 1.0, 7, 3, prefers_points=True),
)
FIRST: Final = QUICK_SEARCHES[0]
PREDICTING: Final = QUICK_SEARCHES[3]
"""The search whose nodes predict the nodes of an exact search."""


def quick_searches() -> Iterator[QuickSearch]:
    """The searches above, and then endless wider ones."""
    yield from QUICK_SEARCHES
    for plies in count(11, 4):
        yield QuickSearch(12, 1.0, plies + 4, 2, prefers_points=True)
        yield QuickSearch(14, 1.0, plies, 3, prefers_points=True)


class Candidate(NamedTuple):
    """A move, the mean of the values that quick searches found for it, and the weight of these together."""

    move: TakePair
    value: float = USUAL_GUESS
    weight: int = 0

    def after(self, value: int, weight: int) -> "Candidate":
        """The candidate after another search found this value."""
        total = self.weight + weight
        return Candidate(self.move, (self.weight * self.value + weight * value) / total, total)

    def needs(self, mean: float, weight: int) -> int:
        """The value that the next search must find for the candidate to reach this mean."""
        return math.ceil(((self.weight + weight) * mean - self.weight * self.value) / weight)


def think(
    engine: Engine,
    board: Board,
    budget: Budget,
    report_depth: DepthReport | None = None,
    report: ReportProgress | None = None,
) -> Solution:
    """The exact solution if it fits into the budget; otherwise an estimate, as good as the budget allows.

    report_depth: called with the best move after every quick search, and with a depth that grows from search to search.
    report: called with the progress of long searches.
    """
    return _Thinking(engine, board, budget, report_depth, report).solution()


class _Thinking:
    """Searches of one board within one budget."""

    def __init__(
        self,
        engine: Engine,
        board: Board,
        budget: Budget,
        report_depth: DepthReport | None,
        report: ReportProgress | None,
    ) -> None:
        self._engine = engine
        self._board = board
        self._budget = budget
        self._report_depth = report_depth
        self._report = report
        self._started = time.perf_counter()
        self._nodes = 0
        self._predicted = math.inf
        pairs = sorted(board.pairs(), key=lambda slots: -board.points(slots[0]))
        self._candidates = [Candidate(TakePair(*slots)) for slots in pairs]

    def solution(self) -> Solution:
        """Search one smaller game after the other; in between, solve the board if the budget allows it."""
        for number, search in enumerate(quick_searches(), 1):
            if search.rules(self._board) == WHOLE:
                self._predicted = 0.0
                break
            before = self._nodes
            if not self._searched(search):
                return self._estimate()
            self._report_best(min(4 * number, self._board.left() // 2 - 1), self._estimate())
            if search is PREDICTING:
                self._predicted = predicted_nodes(self._board.left(), self._nodes - before)
            share = self._exact_share(search)
            if share and (exact := self._solved(share)).exact:
                return exact
            if len(self._candidates) == 1:
                break
        if self._predicted <= OVERRUN * self._affordable() and (exact := self._solved()).exact:
            return exact
        return self._estimate()

    def _searched(self, search: QuickSearch) -> bool:
        """Value every candidate by another search, the best one first, and drop moves that fall behind.

        False, and nothing is changed, if the budget ends before.
        """
        rules, found = search.rules(self._board), list[Candidate]()
        for candidate in self._candidates:
            best = max((other.value for other in found), default=-math.inf)
            least = candidate.needs(max(best - search.drop, LOWEST), search.weight)
            question = ValueQuestion(rules, round(candidate.value), least, self._report)
            bounds = self._engine.estimate(self._board, candidate.move, question, self._left())
            self._nodes += bounds.nodes
            if bounds.lower != bounds.upper:
                return False
            found.append(candidate.after(bounds.lower, search.weight))
        found.sort(key=lambda candidate: -candidate.value)
        close = sum(candidate.value >= found[0].value - search.drop for candidate in found)
        fewest = 2 if self._predicted == math.inf else 1
        self._candidates = found[: max(close, fewest)]
        return True

    def _exact_share(self, search: QuickSearch) -> float:
        """The share of the remaining budget for an exact search after this quick search; 0 for no exact search."""
        if search is FIRST:
            return EXACT_SHARE if within_reach(self._board, self._budget) else 0.0
        return 1.0 if search is PREDICTING and self._predicted <= self._affordable() else 0.0

    def _affordable(self) -> float:
        """The nodes that can be searched with what is left of the budget, at the speed so far."""
        left = self._left()
        assert left.seconds is not None
        nodes = left.seconds * self._nodes / max(time.perf_counter() - self._started, 1e-9)
        return nodes if left.nodes is None else min(nodes, left.nodes)

    def _solved(self, share: float = 1.0) -> Solution:
        """The result of an exact search with a share of the remaining budget; it tests the estimated value first."""
        exact = self._engine.solve(self._board, self._left(share), self._report, self._estimate().lower)
        self._nodes += exact.nodes
        if exact.exact:
            self._report_best(self._board.left() // 2, exact)
        return exact

    def _left(self, share: float = 1.0) -> SearchLimits:
        """A share of the remaining budget."""
        seconds = max(self._budget.seconds - (time.perf_counter() - self._started), 0.0)
        nodes = None if self._budget.nodes is None else int(share * max(self._budget.nodes - self._nodes, 0))
        return SearchLimits(share * seconds, nodes)

    def _estimate(self) -> Solution:
        """The best move by the mean of the quick searches."""
        best = self._candidates[0] if self._candidates else None
        value = 0 if best is None else round(best.value)
        seconds = time.perf_counter() - self._started
        return Solution(value, value, None if best is None else best.move, self._nodes, seconds)

    def _report_best(self, depth: int, found: Solution) -> None:
        if self._report_depth is not None:
            self._report_depth(depth, found)


def predicted_nodes(tiles: int, quick: int) -> float:
    """The nodes that an exact search will probably take, by the nodes of the search `PREDICTING`.

    Fitted to 170 positions of 86 to 104 tiles: two times of three the search takes between 0.6 and 1.7 times as many.
    """
    return float(10 ** (0.037 * tiles - 2.479) * quick**1.193)


def within_reach(board: Board, budget: Budget) -> bool:
    """Can the board usually be solved within the budget?"""
    seconds = budget.seconds if budget.nodes is None else min(budget.seconds, budget.nodes / NODES_A_SECOND)
    hardness = 10 ** ((board.left() - TILES_A_SECOND) / TILES_FOR_TEN_TIMES)
    return hardness <= seconds
