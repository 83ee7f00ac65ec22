"""Judges a whole game of Battle move by move: the value of each move, the best move, and the turning points."""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from teahouse.core.record import Record, record_seed, replay
from teahouse.core.seats import Seat
from teahouse.games.battle import Battle, BattleState, TakePair
from teahouse.players.battle.engine import Engine, Solution
from teahouse.players.player import SearchLimits

LOOK_DEPTH: Final = 10
MARKS: Final = ((6, "??"), (3, "?"), (1, "?!"))
"""The mark for a move that gives away this many points."""


class Judged(msgspec.Struct, frozen=True):
    """One move judged.

    ahead: by how much seat 0 is heading to win before the move, points so far included. best: a best move. lost: the
    points that the move played gave away, where that is known exactly. exact: is `ahead` exact?
    """

    seat: Seat
    move: TakePair
    best: TakePair | None
    ahead: int
    exact: bool
    lost: int | None

    @property
    def mark(self) -> str:
        """The mark of a mistake, or nothing."""
        return "" if self.lost is None else next((mark for least, mark in MARKS if self.lost >= least), "")


class Analysis(msgspec.Struct, frozen=True):
    """A judged game: its moves, and the first move from which everything is exact (None: nothing is)."""

    moves: tuple[Judged, ...]
    exact_from: int | None
    final: int

    @property
    def curve(self) -> list[int]:
        """By how much seat 0 was heading to win before each move, and how it ended."""
        return [*(judged.ahead for judged in self.moves), self.final]

    def _repr_svg_(self) -> str:
        from teahouse.pictures.battle.curve import curve_svg

        marks = [judged.mark for judged in self.moves]
        return curve_svg(self.curve, self.exact_from, marks, ("seat 0", "seat 1"))


def analyse(
    states: Sequence[BattleState],
    moves: Sequence[TakePair],
    engine: Engine,
    limits: SearchLimits,
    told: Callable[[int], None] | None = None,
) -> Analysis:
    """Judge the moves of a game: `moves[i]` was played in `states[i]`, and the last state is the end.

    It goes from the end to the beginning, so that results of later positions help with earlier ones. The first
    position that cannot be solved within the limits, and all before it, are only estimated.
    """
    judged: list[Judged] = []
    after: Solution | None = Solution(0, 0, None, 0, 0.0)
    first_exact: int | None = None
    for ply in range(len(moves) - 1, -1, -1):
        found = engine.solve(states[ply].board, limits) if after is not None else None
        if found is None or not found.exact:
            found, after = engine.look(states[ply].board, LOOK_DEPTH, limits), None
            judged.append(_judged(states[ply], moves[ply], found, lost=None, exact=False))
        else:
            assert after is not None
            lost = found.lower - (states[ply].board.points(moves[ply].first) - after.lower)
            judged.append(_judged(states[ply], moves[ply], found, lost=lost, exact=True))
            after, first_exact = found, ply
        if told is not None:
            told(ply)
    last = states[-1].scores
    return Analysis(tuple(reversed(judged)), first_exact, last[0] - last[1])


def played(game: Battle, record: Record) -> tuple[list[BattleState], list[TakePair]]:
    """The states of a recorded game and the pairs taken between them; giving up is no move to judge."""
    states, moves = [game.deal(record_seed(record))], list[TakePair]()
    for step in replay(game, record):
        if isinstance(step.move, TakePair):
            states.append(step.state)
            moves.append(step.move)
    return states, moves


def _judged(state: BattleState, move: TakePair, found: Solution, *, lost: int | None, exact: bool) -> Judged:
    side = 1 if state.mover == 0 else -1
    ahead = state.scores[0] - state.scores[1] + side * found.lower
    return Judged(state.mover, move, found.best, ahead, exact, lost)
