"""Thinks about a position of Battle: bounds that close, then the value of every pair and the best line."""

import time
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from teahouse.core.seats import Seat
from teahouse.games.battle import Battle, BattleState, Board, TakePair
from teahouse.players.battle.engine import Engine, fitting_engine
from teahouse.players.battle.solution import Progress, Solution
from teahouse.players.exploring import Explored, ExploredMove, ExploredPosition, ReportExplored
from teahouse.players.player import SearchLimits

MEMORY: Final = 192
LOOK_DEPTH: Final = 8
FOR_LOOKS: Final = 0.15
"""The part of the time for a first look at every move."""
FOR_PROOF: Final = 0.6
"""The part of the time at which an unfinished proof of the position stops; after a proof its moves are proven too."""


def explore_battle(subject: ExploredPosition, seconds: float, report: ReportExplored) -> Explored:
    """Estimate every move, prove the position if possible, then prove its moves."""
    return _Exploring(subject.game, subject.state, seconds, report).explored()


@lru_cache(maxsize=1)
def exploring_engine() -> Engine:
    """One engine for all positions: its results for a position help with the next position of the same deal."""
    return fitting_engine(MEMORY)


class _Exploring:
    """One position under one limit of time."""

    def __init__(self, game: Battle, state: BattleState, seconds: float, report: ReportExplored) -> None:
        self._game, self._state, self._report = game, state, report
        self._engine: Final = exploring_engine()
        self._seconds, self._started = seconds, time.perf_counter()
        mine, other = state.scores[state.mover], state.scores[1 - state.mover]
        self._ahead: Final = mine - other
        self._known = Explored(game=game.name, seat=Seat(state.mover), moves=())
        self._nodes = 0

    @property
    def _board(self) -> Board:
        return self._state.board

    def explored(self) -> Explored:
        """The position as far as it could be explored."""
        self._look()
        found = self._proven()
        if found is not None and found.exact:
            self._prove_moves(found)
        return self._report_known(done=True)

    def _left(self, share: float = 1.0) -> SearchLimits:
        return SearchLimits(max(0.01, share * self._seconds - (time.perf_counter() - self._started)))

    def _report_known(self, *, done: bool = False) -> Explored:
        seconds = round(time.perf_counter() - self._started, 3)
        self._known = replace(self._known, nodes=self._nodes, seconds=seconds, done=done)
        self._report(self._known)
        return self._known

    def _look(self) -> None:
        """An estimate of every move, the best first."""
        moves: list[ExploredMove] = []
        for slots in self._board.pairs():
            after = self._engine.look(self._board.without(*slots), LOOK_DEPTH - 1, self._left(FOR_LOOKS))
            self._nodes += after.nodes
            value = self._ahead + self._board.points(slots[0]) - after.lower
            move = TakePair(*slots)
            moves.append(ExploredMove(move=move, text=self._game.move_text(move), value=value))
        moves.sort(key=lambda move: -(move.value or 0))
        best = moves[0].value if moves else self._ahead
        self._known = replace(self._known, value=best, moves=tuple(moves), exact=not moves)
        self._report_known()

    def _proven(self) -> Solution | None:
        """The value of the position with a best move, if there is time to prove it; bounds are reported meanwhile."""
        if not self._known.moves:
            return None
        before = self._nodes

        def on_progress(progress: Progress) -> None:
            self._nodes = before + progress.nodes
            self._known = replace(self._known, lower=self._ahead + progress.lower, upper=self._ahead + progress.upper)
            self._report_known()

        found = self._engine.solve(self._board, self._left(FOR_PROOF), on_progress)
        self._nodes = before + found.nodes
        lower, upper = self._ahead + found.lower, self._ahead + found.upper
        value = lower if found.exact else self._known.value
        self._known = replace(self._known, lower=lower, upper=upper, value=value, exact=found.exact)
        if found.best is not None and found.exact:
            self._first(found.best, lower)
        self._report_known()
        return found

    def _first(self, best: TakePair, value: int) -> None:
        """Put the proven move first, with its line."""
        line = self._line(best)
        rest = [move for move in self._known.moves if move.move != best]
        first = ExploredMove(
            move=best, text=self._game.move_text(best), value=value, lower=value, upper=value, exact=True, line=line
        )
        self._known = replace(self._known, moves=(first, *rest))

    def _line(self, move: TakePair) -> tuple[str, ...]:
        after = self._board.without(move.first, move.second)
        return tuple(map(self._game.move_text, self._engine.line(after, self._left())))

    def _prove_moves(self, found: Solution) -> None:
        """The exact value of every other move, as far as there is time, with its line."""
        for place, move in enumerate(self._known.moves):
            if move.exact or self._left().seconds == self._left(0).seconds:
                continue
            slots = (move.move.first, move.move.second)
            after = self._engine.solve(self._board.without(*slots), self._left())
            self._nodes += after.nodes
            gain = self._ahead + self._board.points(slots[0])
            low, high = gain - after.upper, gain - after.lower
            proven = replace(
                move,
                value=low if after.exact else move.value,
                lower=low,
                upper=high,
                exact=after.exact,
                line=self._line(move.move) if after.exact else (),
            )
            self._known = replace(
                self._known, moves=(*self._known.moves[:place], proven, *self._known.moves[place + 1 :])
            )
            self._report_known()
        assert found.best is not None
        first, *rest = self._known.moves
        rest.sort(key=lambda move: (not move.exact, -(move.value or 0)))
        self._known = replace(self._known, moves=(first, *rest))
