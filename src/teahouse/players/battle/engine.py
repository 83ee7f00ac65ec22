"""The exact engine of Battle: several threads share one table, and its bounds hold whenever it stops."""

import threading
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from teahouse.core.errors import InvalidOption
from teahouse.games.battle import Board, TakePair
from teahouse.kernels.arrays import new_record
from teahouse.kernels.battle import bounds, moves, search, table
from teahouse.kernels.battle.control import MOST_THREADS, Control, Workspace
from teahouse.players.battle.packed import FIRST, SECOND, Packed, move_of, packed, workspace
from teahouse.players.battle.rules import WHOLE, SearchRules, narrowed, to_depth
from teahouse.players.battle.solution import MoveValue, Progress, ReportProgress, Solution
from teahouse.players.battle.tables import TableStage, check_memory, new_table
from teahouse.players.battle.weights import evaluation_weights
from teahouse.players.compiling import compiled, load_compiled
from teahouse.players.memory import table_mb
from teahouse.players.player import NO_LIMITS, SearchLimits

USUAL_MEMORY: Final = 256
USUAL_GUESS: Final = 4
ALONE: Final = 50_000
"""Nodes searched by the caller's own thread before others are asked to help."""
STAGES: Final = ((2, ALONE, 32), (64, 16_000_000, 44))
"""The tables that come before the full one: megabytes, the nodes after which the search goes on in the next table, and
the pairs of the largest board that may begin there, because a change of table loses its entries. A small table stays in
the processor's cache, and a small question needs no large table to be cleared."""
WALKERS: Final = 2
"""Searches that each thread runs in turn, once the table is larger than the processor's cache."""
CLOCK_SECONDS: Final = 0.05
"""Seconds between two looks at the clock while threads search."""
ENDLESS: Final = 1 << 60
PLACE_APART: Final = 0x5BD1E995
CHECK_APART: Final = 0x2545F4914F6CDD1D & table.CHECK_MASK
DEEPEST_LOOK: Final = 12
NARROW: Final = 8
"""Deeper than `DEEPEST_LOOK`, a narrow search is better. Its depth counts as this many plies more than the plies in
which it tries every move."""


class ValueQuestion(NamedTuple):
    """A question about a move: what is its value in the game of these rules? guess: a first guess. least: values below
    this need not be distinguished."""

    rules: SearchRules
    guess: int = USUAL_GUESS
    least: int = table.LOWEST
    report: ReportProgress | None = None


class Engine:
    """Solves Battle positions. Its tables keep the results for a deal until a position of another deal is searched."""

    def __init__(self, memory: float = USUAL_MEMORY, threads: int = 1, *, is_second: bool = False) -> None:
        """Use this many megabytes for the table, and this many threads.

        is_second: search with other keys and in another order, to check what a first engine found.
        """
        if not 1 <= threads <= MOST_THREADS:
            raise InvalidOption(f"expected threads from 1 to {MOST_THREADS}, got {threads}")
        check_memory(memory)
        self.threads = threads
        self.is_second = is_second
        self.memory = memory
        self.weights = evaluation_weights()
        first = [stage for stage in STAGES if 2 * stage[0] <= memory]
        last = memory - sum(size for size, *_ in first), ENDLESS, ENDLESS
        self.stages = [TableStage(new_table(size), nodes, pairs) for size, nodes, pairs in (*first, last)]
        self._columns: tuple[str, ...] = ()

    def forget_other_deals(self, board: Board) -> None:
        """Clear the tables, unless the last board leads to this one or the other way round.

        Results would be right without this, because keys describe contents; but expensive old entries would never
        be replaced.
        """
        columns = tuple("".join(tiles) for tiles in board.columns)
        pairs = list(zip(columns, self._columns, strict=False))
        if not (all(new in old for new, old in pairs) or all(old in new for new, old in pairs)):
            for stage in self.stages:
                stage.clear()
        self._columns = columns

    def solve(
        self,
        board: Board,
        limits: SearchLimits = NO_LIMITS,
        report: ReportProgress | None = None,
        guess: int = USUAL_GUESS,
    ) -> Solution:
        """The value of a position for the player to move, and a best move; or bounds, if a limit is reached.

        guess: what is asked first.
        """
        self.forget_other_deals(board)
        return _Run(self, limits, report, guess=guess).solution(board)

    def values(
        self, board: Board, limits: SearchLimits = NO_LIMITS, report: ReportProgress | None = None
    ) -> list[MoveValue]:
        """What every move is worth, in the order of slots; or bounds, if a limit is reached."""
        self.forget_other_deals(board)
        run = _Run(self, limits, report)
        found: list[MoveValue] = []
        for slots in board.pairs():
            gain = board.points(slots[0])
            low, high = run.bounds(board.without(*slots))
            found.append(MoveValue(TakePair(*slots), gain - high, gain - low))
        return found

    def look(
        self, board: Board, depth: int, limits: SearchLimits = NO_LIMITS, report: ReportProgress | None = None
    ) -> Solution:
        """The estimated value of a position at a depth in plies; exact only if play ends before that depth.

        Equal bounds mean that the search to this depth was finished.
        """
        self.forget_other_deals(board)
        return _Run(self, limits, report, to_depth(board, depth)).solution(board)

    def narrow(
        self,
        board: Board,
        plies: int,
        limits: SearchLimits = NO_LIMITS,
        report: ReportProgress | None = None,
        guess: int | None = None,
    ) -> Solution:
        """The value of a narrower game: after this many plies both players choose between two promising moves.

        It is played to the end, and close to the end every move counts again. So it misses less than a look at a depth
        does. Equal bounds mean that the search was finished. guess: what is asked first.
        """
        self.forget_other_deals(board)
        asked = USUAL_GUESS if guess is None else guess
        return _Run(self, limits, report, narrowed(board, plies), asked).solution(board)

    def deepen(
        self,
        board: Board,
        depth: int,
        limits: SearchLimits = NO_LIMITS,
        report: ReportProgress | None = None,
        guess: int | None = None,
    ) -> Solution:
        """A look of this depth; beyond twelve plies a narrow search, with all moves in the plies above eight."""
        if depth <= DEEPEST_LOOK:
            return self.look(board, depth, limits, report)
        return self.narrow(board, depth - NARROW, limits, report, guess)

    def has_worse(self, board: Board, value: int, limits: SearchLimits = NO_LIMITS, depth: int | None = None) -> bool:
        """Is some move worth less than this value: for certain, or, with a depth, as `look` sees it?

        Also False if a limit is reached before such a move is found.
        """
        self.forget_other_deals(board)
        rules = WHOLE if depth is None else to_depth(board, depth)
        return _Run(self, limits, None, rules).has_worse(board, value)

    def decide(self, board: Board, move: TakePair, goal: int, limits: SearchLimits = NO_LIMITS) -> Progress:
        """Is a move worth at least this much? The bounds of its value decide that, unless a limit is reached."""
        self.forget_other_deals(board)
        run, gain = _Run(self, limits, None), board.points(move.first)
        low, high = run.decided(board.without(move.first, move.second), gain - goal + 1)
        return Progress(gain - high, gain - low, run.nodes, time.perf_counter() - run.started)

    def estimate(
        self, board: Board, move: TakePair, question: ValueQuestion, limits: SearchLimits = NO_LIMITS
    ) -> Progress:
        """The bounds of what a move is worth in a smaller game; equal, unless a limit is reached."""
        self.forget_other_deals(board)
        gain = board.points(move.first)
        run = _Run(self, limits, question.report, question.rules, gain - question.guess)
        low, high = run.bounds(board.without(move.first, move.second), gain - question.least + 1)
        return Progress(gain - high, gain - low, run.nodes, time.perf_counter() - run.started)

    def line(self, board: Board, limits: SearchLimits = NO_LIMITS) -> list[TakePair]:
        """The moves of best play for both sides, to the end or as far as the limits allow."""
        self.forget_other_deals(board)
        run = _Run(self, limits, None)
        moves: list[TakePair] = []
        while (found := run.solution(board)).best is not None and found.exact:
            moves.append(found.best)
            board = board.without(found.best.first, found.best.second)
        return moves


def load_kernels() -> None:
    """Load all that a search needs, so that its first use takes no time."""
    load_compiled(search.solve, moves.list_described, bounds.upper_bound, table.find)


def fitting_engine(wanted: float) -> Engine:
    """An engine with a table of this many megabytes, or of what is left beside the kernels, which are loaded first."""
    load_kernels()
    return Engine(table_mb(wanted))


class _Run:
    """One task of the engine under common limits."""

    def __init__(
        self,
        engine: Engine,
        limits: SearchLimits,
        report: ReportProgress | None,
        rules: SearchRules = WHOLE,
        guess: int = USUAL_GUESS,
    ) -> None:
        self.engine = engine
        self.rules = rules
        self.guess = guess
        self.words = engine.stages[0].use()
        self.report = report
        self.started = time.perf_counter()
        self.deadline = None if limits.seconds is None else self.started + limits.seconds
        self.nodes_left = ENDLESS if limits.nodes is None else limits.nodes
        self.nodes = 0

    def solution(self, board: Board) -> Solution:
        """Solve a position and find a best move."""
        task = self._task(board)
        low, high = self._bounds(task)
        best = self._best(board, task, low, high)
        return Solution(low, high, best, self.nodes, time.perf_counter() - self.started)

    def bounds(self, board: Board, most: int = table.HIGHEST) -> tuple[int, int]:
        """The bounds of a position's value, or of `most` if it is worth more; equal, unless a limit is reached."""
        return self._bounds(self._task(board), most)

    def _bounds(self, task: Packed, most: int = table.HIGHEST) -> tuple[int, int]:
        if task.root.once == 0:
            return 0, 0
        low, high = self._first_bounds(task)
        low, high = self._narrowed(task, low, min(high, most), self.guess)
        return min(low, most), min(high, most)

    def has_worse(self, board: Board, value: int) -> bool:
        """Is some move worth less than this value? The least promising moves are tried first."""
        for listed in reversed(self._listed(self._task(board), value)):
            move = move_of(board, int(listed.pair))
            if self._reaches(board.without(move.first, move.second), int(listed.gain) - value + 1):
                return True
        return False

    def _reaches(self, board: Board, goal: int) -> bool:
        """Is a position proven to be worth at least this much within the limits?"""
        return self.decided(board, goal)[0] >= goal

    def decided(self, board: Board, goal: int) -> tuple[int, int]:
        """The bounds of a position's value after one question: is it worth at least this much?"""
        task = self._task(board)
        if task.root.once == 0:
            return 0, 0
        low, high = self._first_bounds(task)
        if low < goal <= high:
            least, most = self._narrowed(task, goal - 1, goal, goal)
            low, high = (least if least >= goal else low), (most if most < goal else high)
        return low, high

    def _task(self, board: Board) -> Packed:
        """The board for the search. Results of different games are kept apart."""
        task = packed(board, SECOND if self.engine.is_second else FIRST)
        task.root.place += self.rules.number * PLACE_APART & table.PLACE_MASK
        task.root.check += self.rules.number * CHECK_APART & table.CHECK_MASK
        return task

    def _first_bounds(self, task: Packed) -> tuple[int, int]:
        """The bounds known without search."""
        if self.rules.number:
            return table.LOWEST + 1, table.HIGHEST - 1
        root = task.root
        if root.once == 0:
            return 0, 0
        about = root.counts, root.pairs, root.points, root.once, root.twice
        upper_bound = compiled(bounds.upper_bound)
        return -upper_bound(*about, 1), upper_bound(*about, 0)

    def _narrowed(self, task: Packed, low: int, high: int, guess: int) -> tuple[int, int]:
        """Search until the bounds meet or a limit is reached: first in one thread, then in all."""
        control = new_record(Control)
        control.low, control.high, control.guess = low, high, guess
        control.floor, control.wide, control.width, control.ending, control.prefers_points = self.rules
        control.settled = self.rules.settled
        control.weights[:] = self.engine.weights
        control.is_backwards = int(self.engine.is_second)
        for stage in self.engine.stages:
            if task.root.pairs > stage.pairs and not self.rules.floor:
                continue
            self.words = stage.use()
            self._search_within(task, control, min(stage.nodes, self.nodes_left))
            if control.low >= control.high or self._is_out(_nodes(control)):
                break
        self.nodes += _nodes(control)
        self.nodes_left = max(self.nodes_left - _nodes(control), 0)
        return int(control.low), int(control.high)

    def _search_within(self, task: Packed, control: Control, most: int) -> None:
        """Search up to this many nodes in total, the first of them in one thread."""
        if self._is_out():
            return
        control.stop = 0
        if _nodes(control) < ALONE:
            control.limit = min(ALONE, most)
            control.is_alone = 1
            self._search(task, workspace(task), control, 0)
        if control.low < control.high and _nodes(control) < most:
            control.stop = 0
            control.limit = most // self.engine.threads
            control.is_alone = 0
            self._search_together(task, control)

    def _is_out(self, nodes: int = 0) -> bool:
        late = self.deadline is not None and time.perf_counter() >= self.deadline
        return late or nodes >= self.nodes_left

    def _search(self, task: Packed, space: Workspace, control: Control, helper: int) -> None:
        compiled(search.solve)(space, task.ends, self.words, control, helper)

    def _search_together(self, task: Packed, control: Control) -> None:
        threads = [
            threading.Thread(target=self._search, args=(task, workspace(task, WALKERS), control, helper), daemon=True)
            for helper in range(self.engine.threads)
        ]
        try:
            for thread in threads:
                thread.start()
            while any(thread.is_alive() for thread in threads):
                threads[0].join(self._wait_seconds())
                if self._is_out():
                    control.stop = 1
                self._report_progress(control)
        finally:
            control.stop = 1
            for thread in threads:
                thread.join()

    def _wait_seconds(self) -> float:
        if self.deadline is None:
            return CLOCK_SECONDS
        return min(CLOCK_SECONDS, max(self.deadline - time.perf_counter(), 0.001))

    def _report_progress(self, control: Control) -> None:
        if self.report is not None:
            nodes = self.nodes + _nodes(control)
            seconds = time.perf_counter() - self.started
            self.report(Progress(int(control.low), int(control.high), nodes, seconds))

    def _best(self, board: Board, task: Packed, low: int, high: int) -> TakePair | None:
        """A move that reaches the lower bound, if a search found one; otherwise the most promising one."""
        listed = self._listed(task, low)
        if not listed:
            return None
        worths = [self._known_worth(move) for move in listed]
        if low == high and max(worths) < low:
            worths = self._searched_worths(board, listed, low, worths)
        return move_of(board, int(listed[worths.index(max(worths))].pair))

    def _listed(self, task: Packed, goal: int) -> list[moves.SearchMove]:
        """The moves in the order in which a search tries them."""
        space = workspace(task)
        frame = space.frames[0]
        position = space.positions[0]
        end = compiled(moves.list_described)(position, task.ends, frame, space.moves, self.words, goal)
        return sorted((space.moves[place] for place in range(end)), key=lambda move: -move.score)

    def _known_worth(self, move: moves.SearchMove) -> int:
        """What a move is worth at least, as far as is known without search."""
        gain = int(move.gain)
        if move.once == 0:
            return gain
        return gain - table.upper(compiled(table.find)(self.words, move.place, move.check))

    def _searched_worths(
        self, board: Board, listed: Sequence[moves.SearchMove], value: int, worths: list[int]
    ) -> list[int]:
        """The same as `worths`, after a search for a move that reaches the value: the table may have lost it."""
        for number, found in enumerate(listed):
            move = move_of(board, int(found.pair))
            after = self._task(board.without(move.first, move.second))
            gain = int(found.gain)
            low, high = self._first_bounds(after)
            goal = gain - value + 1
            if low < goal <= high:
                high = self._narrowed(after, goal - 1, high, goal)[1]
            worths[number] = gain - high
            if gain - high >= value:
                break
        return worths


def _nodes(control: Control) -> int:
    return int(control.nodes[:, 0].sum())
