"""Analyses a finished game of Battle move by move: the value of each move, the best move, and what was given away."""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from teahouse.core.record import Record, record_seed, replay
from teahouse.core.seats import Seat
from teahouse.games.battle import Battle, BattleState, Board, TakePair
from teahouse.players.battle.engine import Engine
from teahouse.players.battle.solution import Solution
from teahouse.players.judgement import marked
from teahouse.players.player import NO_LIMITS, SearchLimits

LOOK_DEPTH: Final = 9
"""How many plies the judge looks ahead in positions that are not solved."""
LOOKS: Final = range(3, LOOK_DEPTH + 1)
"""The search depths that weigh a loss, in plies: a loss that shows at all of them counts fully."""
WHOLE_SHARE: Final = 0.25
"""The share of a loss that always counts; the rest counts in proportion to what the searches at `LOOKS` show."""
MARKS: Final = ((6, "??"), (3, "?"), (1, "?!"))
"""The mark for a move that gives away this many points."""


class JudgedPly(msgspec.Struct, frozen=True):
    """One move judged.

    ahead: by how much seat 0 is heading to win before the move, points so far included. best: a best move. exact: is
    `ahead` exact? lost: the points that the move played gave away, if that is known exactly. guessed: an estimate of
    them otherwise; None if the search was not finished. is_choice: were moves of different value possible? seen: the
    part of a loss that counts for the accuracy; a loss that a short search shows counts more.
    """

    seat: Seat
    move: TakePair
    best: TakePair | None
    ahead: int
    exact: bool
    lost: int | None
    guessed: int | None = None
    is_choice: bool = False
    seen: float = 0.0

    @property
    def mark(self) -> str:
        """The mark of a mistake, or nothing."""
        return marked(self.lost, MARKS)


class Analysis(msgspec.Struct, frozen=True):
    """An analysed game: its moves, and the first move from which all values are exact (None: there is none).

    final: by how much seat 0 won. given_up: by how much it was heading to win when a player gave up; None in a game
    that was played to its end.
    """

    moves: tuple[JudgedPly, ...]
    exact_from: int | None
    final: int
    given_up: int | None = None

    @property
    def curve(self) -> list[int]:
        """By how much seat 0 was heading to win before each move, and before a player gave up, and how it ended."""
        left = () if self.given_up is None else (self.given_up,)
        return [*(judged.ahead for judged in self.moves), *left, self.final]

    def _repr_svg_(self) -> str:
        from teahouse.pictures.battle.curve import curve_svg

        marks = [judged.mark for judged in self.moves]
        return curve_svg(self.curve, self.exact_from, marks, ("seat 0", "seat 1"))


def analyse(
    states: Sequence[BattleState],
    moves: Sequence[TakePair],
    engine: Engine,
    limits: SearchLimits,
    on_progress: Callable[[int], None] | None = None,
) -> Analysis:
    """Judge the moves of a game: `moves[i]` was played in `states[i]`, and the last state is the end.

    It goes from the end to the beginning, so that results of later positions help with earlier ones. The first
    position that cannot be solved within the limits, and all before it, are only estimated.
    """
    judged: list[JudgedPly] = []
    last = states[-1]
    after, given_up = _end(last, engine, limits)
    first_exact: int | None = None
    for ply in range(len(moves) - 1, -1, -1):
        found = engine.solve(states[ply].board, limits) if after is not None else None
        if found is None or not found.exact:
            after = None
            judged.append(_estimated(states[ply], moves[ply], engine, limits))
        else:
            assert after is not None
            judged.append(_solved(states[ply], moves[ply], found, after, engine))
            after, first_exact = found, ply
        if on_progress is not None:
            on_progress(ply)
    result = Battle().result(last)
    ours, theirs = last.scores if result is None else result.scores
    return Analysis(tuple(reversed(judged)), first_exact, ours - theirs, given_up)


def _end(state: BattleState, engine: Engine, limits: SearchLimits) -> tuple[Solution | None, int | None]:
    """The value of the last position, if it is known; and if pairs are left, by how much seat 0 was heading to win."""
    if not state.board.has_pair():
        return Solution(0, 0, None, 0, 0.0), None
    found = engine.solve(state.board, limits)
    if found.exact:
        return found, _ahead(state, found)
    return None, _ahead(state, engine.look(state.board, LOOK_DEPTH, limits))


def played(game: Battle, record: Record) -> tuple[list[BattleState], list[TakePair]]:
    """The states of a recorded game and the pairs taken between them; giving up is no move to judge."""
    states, moves = [game.deal(record_seed(record))], list[TakePair]()
    for step in replay(game, record):
        if isinstance(step.move, TakePair):
            states.append(step.state)
            moves.append(step.move)
        else:
            states[-1] = step.state
    return states, moves


def _solved(state: BattleState, move: TakePair, found: Solution, after: Solution, engine: Engine) -> JudgedPly:
    """A move judged by the known values of its position and of the next one."""
    lost = found.lower - (state.board.points(move.first) - after.lower)
    is_choice = lost > 0 or engine.has_worse(state.board, found.lower)
    head = (state.mover, move, found.best, _ahead(state, found))
    return JudgedPly(*head, exact=True, lost=lost, is_choice=is_choice, seen=_seen(state.board, move, lost, engine))


def _seen(board: Board, move: TakePair, lost: int, engine: Engine) -> float:
    """The part of a loss that counts: a fixed share, and the rest as far as searches of several depths show it."""
    if lost <= 0:
        return 0.0
    shown = (min(lost, _loss_at(board, move, engine, depth) or 0) for depth in LOOKS)
    return round(WHOLE_SHARE * lost + (1 - WHOLE_SHARE) * sum(shown) / len(LOOKS), 2)


def _loss_at(board: Board, move: TakePair, engine: Engine, depth: int, limits: SearchLimits = NO_LIMITS) -> int | None:
    """What a move gives away in searches of the position and the next one to the same last ply; None out of time."""
    found = engine.look(board, depth, limits)
    after = engine.look(board.without(move.first, move.second), depth - 1, limits)
    if not (found.exact and after.exact):
        return None
    return max(0, found.lower - (board.points(move.first) - after.lower))


def _estimated(state: BattleState, move: TakePair, engine: Engine, limits: SearchLimits) -> JudgedPly:
    """A move judged by searches of `LOOK_DEPTH` plies."""
    board = state.board
    found = engine.look(board, LOOK_DEPTH, limits)
    ahead = _ahead(state, found)
    guessed = _loss_at(board, move, engine, LOOK_DEPTH, limits)
    if guessed is None:
        return JudgedPly(state.mover, move, found.best, ahead, exact=False, lost=None)
    is_choice = guessed > 0 or engine.has_worse(board, found.lower, limits, LOOK_DEPTH)
    head, seen = (state.mover, move, found.best, ahead), _seen(board, move, guessed, engine)
    return JudgedPly(*head, exact=False, lost=None, guessed=guessed, is_choice=is_choice, seen=seen)


def _ahead(state: BattleState, found: Solution) -> int:
    side = 1 if state.mover == 0 else -1
    return state.scores[0] - state.scores[1] + side * found.lower
