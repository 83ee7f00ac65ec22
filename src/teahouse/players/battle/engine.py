"""The exact engine of Battle: several threads share one table, and its bounds hold whenever it stops."""

import threading
import time
from collections.abc import Callable
from importlib import resources
from typing import Final

import msgspec
import numpy as np

from teahouse.core.errors import InvalidOption
from teahouse.games.battle import Board, TakePair
from teahouse.players.battle.kernels import bounds, search, table
from teahouse.players.battle.kernels import moves as layout
from teahouse.players.battle.packed import Desk, Packed, desk, move_of, packed
from teahouse.players.battle.tables import Stage, check_memory, new_table
from teahouse.players.player import NO_LIMITS, SearchLimits

USUAL_MEMORY: Final = 256
MOST_THREADS: Final = 256
USUAL_GUESS: Final = 4
ALONE: Final = 50_000
"""Nodes searched by the caller's own thread before others are asked to help."""
STAGES: Final = ((2, ALONE), (64, 3_000_000))
"""Tables to begin with, in megabytes, and the nodes after which the next one is taken. A small table stays in the
processor's cache, and no large one need be cleared for a small question."""
BREATH: Final = 0.05
"""Seconds between two looks at the clock while threads search."""
ENDLESS: Final = 1 << 60
PLACE_APART: Final = 0x5BD1E995
CHECK_APART: Final = 0x2545F4914F6CDD1D & table.CHECK_MASK
WEIGHTS_FILE: Final = "weights.json"


class Progress(msgspec.Struct, frozen=True):
    """The progress of a search: the bounds of the value, nodes and seconds."""

    lower: int
    upper: int
    nodes: int
    seconds: float


class Solution(msgspec.Struct, frozen=True):
    """The result of a search: proven bounds of the value for the player to move, and the best known move."""

    lower: int
    upper: int
    best: TakePair | None
    nodes: int
    seconds: float

    @property
    def exact(self) -> bool:
        """Is the value known?"""
        return self.lower == self.upper

    @property
    def value(self) -> int | None:
        """The value, where it is known."""
        return self.lower if self.exact else None


class MoveValue(msgspec.Struct, frozen=True):
    """A move and the bounds of what it is worth."""

    move: TakePair
    lower: int
    upper: int


class Weights(msgspec.Struct, frozen=True):
    """The file of the evaluation: its weights in 64ths of a point, and what they were learned from."""

    weights: tuple[int, ...]
    positions: int
    tiles: tuple[int, ...]
    seed: int


Report = Callable[[Progress], None]


class Engine:
    """Solves Battle positions. Its tables keep what it learned about a deal until it is asked about another deal."""

    def __init__(self, memory: float = USUAL_MEMORY, threads: int = 1) -> None:
        """Use this many megabytes for the table, and this many threads."""
        if not 1 <= threads <= MOST_THREADS:
            raise InvalidOption(f"expected threads from 1 to {MOST_THREADS}, got {threads}")
        check_memory(memory)
        self.threads = threads
        self.memory = memory
        self.weights = evaluation_weights()
        first = [(size, nodes) for size, nodes in STAGES if 2 * size <= memory]
        last = memory - sum(size for size, _ in first)
        self.stages = [Stage(new_table(size), nodes) for size, nodes in (*first, (last, ENDLESS))]
        self._columns: tuple[str, ...] = ()

    def meet(self, board: Board) -> None:
        """Forget what was learned, unless the board comes from the last one or leads to it.

        Results would be right without this, because keys describe contents; but expensive old entries would never
        be replaced.
        """
        columns = tuple("".join(tiles) for tiles in board.columns)
        pairs = list(zip(columns, self._columns, strict=False))
        if not (all(new in old for new, old in pairs) or all(old in new for new, old in pairs)):
            for stage in self.stages:
                stage.clear()
        self._columns = columns

    def solve(self, board: Board, limits: SearchLimits = NO_LIMITS, report: Report | None = None) -> Solution:
        """The value of a position for the player to move, and a best move; or bounds, when a limit is reached."""
        self.meet(board)
        return _Run(self, limits, report).solution(board)

    def values(self, board: Board, limits: SearchLimits = NO_LIMITS, report: Report | None = None) -> list[MoveValue]:
        """What every move is worth, in the order of slots; bounds, where a limit is reached."""
        self.meet(board)
        run = _Run(self, limits, report)
        found: list[MoveValue] = []
        for slots in board.pairs():
            gain = board.points(slots[0])
            low, high = run.bounds(board.without(*slots))
            found.append(MoveValue(TakePair(*slots), gain - high, gain - low))
        return found

    def look(
        self, board: Board, depth: int, limits: SearchLimits = NO_LIMITS, report: Report | None = None
    ) -> Solution:
        """The estimated value of a position at a depth in plies; exact only where play ends before that depth.

        Equal bounds mean that the search to this depth was finished.
        """
        self.meet(board)
        pairs = board.left() // 2
        return _Run(self, limits, report, floor=max(pairs - depth, 0)).solution(board)

    def line(self, board: Board, limits: SearchLimits = NO_LIMITS) -> list[TakePair]:
        """The moves of best play for both sides, to the end or as far as the limits allow."""
        self.meet(board)
        run = _Run(self, limits, None)
        moves: list[TakePair] = []
        while (found := run.solution(board)).best is not None and found.exact:
            moves.append(found.best)
            board = board.without(found.best.first, found.best.second)
        return moves


class _Run:
    """One task of the engine under common limits."""

    def __init__(self, engine: Engine, limits: SearchLimits, report: Report | None, floor: int = 0) -> None:
        self.engine = engine
        self.floor = floor
        self.words = engine.stages[0].use()
        self.report = report
        self.started = time.perf_counter()
        self.deadline = None if limits.seconds is None else self.started + limits.seconds
        self.nodes_left = ENDLESS if limits.nodes is None else limits.nodes
        self.nodes = 0

    def solution(self, board: Board) -> Solution:
        """Solve a position and find a best move."""
        low, high = self.bounds(board)
        best = self._best(board, low, high)
        return Solution(low, high, best, self.nodes, time.perf_counter() - self.started)

    def bounds(self, board: Board) -> tuple[int, int]:
        """The bounds of a position's value; equal, unless a limit is reached."""
        task = self._task(board)
        if task.root[layout.OPEN_ONCE] == 0:
            return 0, 0
        low, high = self._first_bounds(task)
        return self._narrowed(task, low, high, USUAL_GUESS)

    def _task(self, board: Board) -> Packed:
        """The board for the search. Results above different floors are kept apart."""
        task = packed(board)
        task.root[layout.PLACE] += self.floor * PLACE_APART
        task.root[layout.CHECK] += self.floor * CHECK_APART
        return task

    def _first_bounds(self, task: Packed) -> tuple[int, int]:
        """The bounds known without search."""
        if self.floor > 0:
            return table.LOWEST + 1, table.HIGHEST - 1
        root = task.root
        counts, pairs, points = int(root[search.COUNTS]), int(root[search.PAIRS]), int(root[search.POINTS])
        once, twice = int(root[layout.OPEN_ONCE]), int(root[layout.OPEN_TWICE])
        if once == 0:
            return 0, 0
        return -bounds.dream(counts, pairs, points, once, twice, 1), bounds.dream(counts, pairs, points, once, twice, 0)

    def _narrowed(self, task: Packed, low: int, high: int, guess: int) -> tuple[int, int]:
        """Search until the bounds meet or a limit is reached: first in one thread, then in all."""
        common = np.zeros(search.NODES + search.LINE * self.engine.threads, np.int64)
        common[search.LOW], common[search.HIGH], common[search.GUESS] = low, high, guess
        common[search.FLOOR] = self.floor
        common[search.LOOKS : search.LOOKS + len(self.engine.weights)] = self.engine.weights
        for stage in self.engine.stages:
            self.words = stage.use()
            self._search_within(task, common, min(stage.nodes, self.nodes_left))
            if common[search.LOW] >= common[search.HIGH] or self._is_out(_nodes(common)):
                break
        self.nodes += _nodes(common)
        self.nodes_left = max(self.nodes_left - _nodes(common), 0)
        return int(common[search.LOW]), int(common[search.HIGH])

    def _search_within(self, task: Packed, common: table.Words, most: int) -> None:
        """Search up to this many nodes in total, the first of them in one thread."""
        if self._is_out():
            return
        common[search.STOP] = 0
        if _nodes(common) < ALONE:
            common[search.LIMIT] = min(ALONE, most)
            self._search(task, desk(task), common, 0)
        if common[search.LOW] < common[search.HIGH] and _nodes(common) < most:
            common[search.STOP] = 0
            common[search.LIMIT] = most // self.engine.threads
            self._search_together(task, common)

    def _is_out(self, nodes: int = 0) -> bool:
        late = self.deadline is not None and time.perf_counter() >= self.deadline
        return late or nodes >= self.nodes_left

    def _search(self, task: Packed, place: Desk, common: table.Words, helper: int) -> None:
        search.solve(*place, task.ends, task.keys, self.words, common, helper)

    def _search_together(self, task: Packed, common: table.Words) -> None:
        threads = [
            threading.Thread(target=self._search, args=(task, desk(task), common, helper), daemon=True)
            for helper in range(self.engine.threads)
        ]
        try:
            for thread in threads:
                thread.start()
            while any(thread.is_alive() for thread in threads):
                threads[0].join(self._breath())
                if self._is_out():
                    common[search.STOP] = 1
                self._tell(common)
        finally:
            common[search.STOP] = 1
            for thread in threads:
                thread.join()

    def _breath(self) -> float:
        if self.deadline is None:
            return BREATH
        return min(BREATH, max(self.deadline - time.perf_counter(), 0.001))

    def _tell(self, common: table.Words) -> None:
        if self.report is not None:
            nodes = self.nodes + _nodes(common)
            seconds = time.perf_counter() - self.started
            self.report(Progress(int(common[search.LOW]), int(common[search.HIGH]), nodes, seconds))

    def _best(self, board: Board, low: int, high: int) -> TakePair | None:
        """A move that reaches the lower bound, where a search found one; otherwise the most promising one."""
        task = self._task(board)
        place = desk(task)
        end = layout.list_moves(place.position, place.frames, 0, task.ends, task.keys, place.moves, low, self.words)
        rows = place.moves[:end].reshape(-1, layout.MOVE)
        if len(rows) == 0:
            return None
        rows = rows[np.argsort(-rows[:, layout.SCORE], kind="stable")]
        sure = [self._sure(row) for row in rows]
        if low == high and max(sure) < low:
            sure = self._shown(board, rows, low, sure)
        return move_of(board, int(rows[sure.index(max(sure)), layout.ENDS]))

    def _sure(self, row: table.Words) -> int:
        """What a move brings at least, as far as is known without search."""
        gain = int(row[layout.GAIN])
        if row[layout.OPEN_ONCE] == 0:
            return gain
        return gain - table.upper(table.find(self.words, int(row[layout.PLACE]), int(row[layout.CHECK])))

    def _shown(self, board: Board, rows: table.Words, value: int, sure: list[int]) -> list[int]:
        """The same after a search for the move that reaches the value, because the table may have lost it."""
        for number, row in enumerate(rows):
            move = move_of(board, int(row[layout.ENDS]))
            after = self._task(board.without(move.first, move.second))
            gain = int(row[layout.GAIN])
            low, high = self._first_bounds(after)
            goal = gain - value + 1
            if low < goal <= high:
                high = self._narrowed(after, goal - 1, high, goal)[1]
            sure[number] = gain - high
            if gain - high >= value:
                break
        return sure


def _nodes(common: table.Words) -> int:
    return int(common[search.NODES :: search.LINE].sum())


def evaluation_weights() -> tuple[int, ...]:
    """The weights of the evaluation, as `benchmarks/tune_battle.py` found them."""
    text = resources.files("teahouse.players.battle").joinpath(WEIGHTS_FILE).read_bytes()
    return msgspec.json.decode(text, type=Weights).weights
