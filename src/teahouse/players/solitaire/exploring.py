"""Thinks about a position of Solitaire with every face known: can it be cleared, and which line scores most?"""

import time
from typing import Final

from msgspec.structs import replace

from teahouse.core.seats import Seat
from teahouse.games.solitaire import Board, Pair, Solitaire, TakePair
from teahouse.games.solitaire.board import free_pairs, without_pair
from teahouse.players.exploring import Explored, ExploredMove, ExploredPosition, ReportExplored
from teahouse.players.player import SearchLimits
from teahouse.players.solitaire.oracle import Oracle
from teahouse.players.solitaire.prover import ProofPosition, decide

FOR_PROOF: Final = 0.3
FOR_MOVES: Final = 0.6
"""The part of the time at which the proof of the position ends, and the part at which the proof of its moves ends."""
PLAYS: Final = 20_000
"""Lines tried between two reports of progress."""


def explore_solitaire(subject: ExploredPosition, seconds: float, report: ReportExplored) -> Explored:
    """Prove the position and each pair, then look for the line that scores most."""
    return _Exploring(subject, seconds, report).explored()


class _Exploring:
    """One board under one limit of time."""

    def __init__(self, subject: ExploredPosition, seconds: float, report: ReportExplored) -> None:
        game: Solitaire = subject.game
        self._game, self._report = game, report
        self._board: Final[Board] = subject.state.boards[subject.seat]
        self._seconds, self._started = seconds, time.perf_counter()
        self._oracle: Oracle | None = None
        pairs = [] if self._board.ending else free_pairs(self._board)
        moves = tuple(self._move(pair) for pair in sorted(pairs, key=lambda pair: -self._board.points(pair)))
        self._known = Explored(game=game.name, seat=Seat(subject.seat), moves=moves)

    def _move(self, pair: Pair) -> ExploredMove:
        move = TakePair(*pair)
        return ExploredMove(move=move, text=self._game.move_text(move))

    def explored(self) -> Explored:
        """The position as far as it could be explored."""
        if not self._known.moves:
            self._known = replace(self._known, value=self._board.score, exact=True, clearable=not self._board.left)
            return self._report_known(done=True)
        self._report_known()
        self._prove()
        self._prove_moves()
        self._improve()
        return self._report_known(done=True)

    def _report_known(self, *, done: bool = False) -> Explored:
        self._known = replace(self._known, seconds=round(time.perf_counter() - self._started, 3), done=done)
        self._report(self._known)
        return self._known

    def _left(self, share: float) -> float:
        return share * self._seconds - (time.perf_counter() - self._started)

    def _prove(self) -> None:
        """Try to prove whether the board can still be cleared."""
        proof = self._decided(self._board, FOR_PROOF)
        self._known = replace(self._known, clearable=proof)
        self._report_known()

    def _decided(self, board: Board, share: float) -> bool | None:
        limits = SearchLimits(max(0.02, self._left(share)))
        proof = decide(ProofPosition(self._game.shape, board.faces, board.left), limits).proof
        self._known = replace(self._known, nodes=self._known.nodes + proof.nodes)
        return proof.clearable

    def _prove_moves(self) -> None:
        """Find out which pairs keep the board clearable."""
        if self._known.clearable is False:
            moves = tuple(replace(move, clearable=False) for move in self._known.moves)
            self._known = replace(self._known, moves=moves)
            return
        for place, move in enumerate(self._known.moves):
            if self._left(FOR_MOVES) <= 0:
                break
            after = without_pair(self._game.shape, self._board, (move.move.first, move.move.second))
            proven = replace(move, clearable=self._decided(after, FOR_MOVES))
            moves = self._known.moves
            self._known = replace(self._known, moves=(*moves[:place], proven, *moves[place + 1 :]))
            self._report_known()

    def _improve(self) -> None:
        """Look for better lines until the time is up, or nothing better is possible."""
        board, shape = self._board, self._game.shape
        if board.casual:
            self._order()
            return
        self._oracle = Oracle(shape, board.faces, board.left)
        bound = self._oracle.bound if board.left == shape.full else None
        self._show_line(bound)
        anew = True
        while self._left(1.0) > 0 and (bound is None or self._oracle.score < bound):
            if self._oracle.round(PLAYS, anew=anew):
                self._show_line(bound)
            anew = not anew
            self._report_known()

    def _show_line(self, bound: int | None) -> None:
        """Put the first pair of the best line in front, with the rest of the line."""
        assert self._oracle is not None
        line = self._oracle.line()
        score = self._board.score + self._oracle.score
        is_best = bound is not None and self._oracle.score >= bound
        self._known = replace(self._known, value=score, bound=bound, exact=is_best)
        if line:
            texts = [self._game.move_text(TakePair(*pair)) for pair in line]
            first = next(move for move in self._known.moves if move.text == texts[0])
            rest = [replace(move, value=None, line=()) for move in self._known.moves if move is not first]
            best = replace(first, value=score, exact=is_best, line=tuple(texts[1:]))
            self._known = replace(self._known, moves=(best, *sorted(rest, key=_sort_key)))

    def _order(self) -> None:
        """In a casual game, put the pairs that keep the board clearable first."""
        self._known = replace(self._known, moves=tuple(sorted(self._known.moves, key=_sort_key)))


def _sort_key(move: ExploredMove) -> int:
    """The sort key of a move: proven to keep the board clearable first, dead ends last."""
    return {True: 0, None: 1, False: 2}[move.clearable]
