"""What the threads of a search share, and what belongs to each."""

from typing import Annotated, Final, NamedTuple

from teahouse.kernels.arrays import Ints, Rows
from teahouse.kernels.battle.evaluation import WEIGHTS
from teahouse.kernels.battle.moves import BattlePosition, Frame, SearchMove
from teahouse.kernels.record import KernelRecord

PLIES: Final = 56
MOST_THREADS: Final = 256
LINE: Final = 8
"""This many numbers fill a cache line."""
MARKS: Final = 1 << 13
OPEN: Final = -1001
"""No answer yet."""


class Walker(KernelRecord):
    """The place of a walker in the tree.

    root, at: its first frame, and the frame of its current position. is_fresh: 1 when it has just come down to this
    position. nodes, steps: its work on the current question.
    """

    root: int
    at: int
    is_fresh: int
    nodes: int
    steps: int


class Workspace(NamedTuple):
    """What one thread writes to while it searches: its walkers, a frame with its position for each of their plies, and
    the moves of all frames."""

    walkers: Rows[Walker]
    positions: Rows[BattlePosition]
    frames: Rows[Frame]
    moves: Rows[SearchMove]


class Control(KernelRecord):
    """What all threads of a search share.

    stop: 1 to stop at once. low, high: the bounds of the value so far. guess: the first goal. limit: the nodes that a
    thread may search. floor: the pairs left at which a position is only estimated (0: never), by these weights. wide,
    width, ending: with at most `wide` pairs left and more than `ending`, only the `width` most promising moves are
    tried (wide 0: never); prefers_points: 1 if these are the moves that are probably best, 0 if they are those that
    make the smallest tree. A search with neither a floor nor a width is exact. settled: the pairs left from which
    the bounds without search hold. is_backwards: 1 where all moves but the first are tried in the opposite order.
    is_alone: 1 where there is one walker only. nodes: what each thread has searched, in the first number of a cache
    line of its own. searched: at a place from its first key, the second key of each position in search.
    """

    stop: int
    low: int
    high: int
    guess: int
    limit: int
    floor: int
    wide: int
    width: int
    ending: int
    prefers_points: int
    settled: int
    is_backwards: int
    is_alone: int
    weights: Annotated[Ints, WEIGHTS]
    nodes: Annotated[Ints, (MOST_THREADS, LINE)]
    searched: Annotated[Ints, MARKS]
