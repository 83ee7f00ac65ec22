"""Analyses a finished deal of Classic choice by choice: the best move by what the seat saw, and the points lost."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.games.classic import Classic, ClassicState, DeclareMahjong, Move
from teahouse.players.advice import Advice, Advised
from teahouse.players.classic.advice import advise_classic
from teahouse.players.judgement import marked

MARKS: Final = ((40.0, "??"), (20.0, "?"), (8.0, "?!"))
"""The mark for a move that gives away this many expected points."""


class JudgedPly(NamedTuple):
    """One move of a deal judged: what the house would have played, the move itself, and the points given away.

    spread: the points between the best and the worst move, so that choices between equal moves can be recognised.
    """

    ply: int
    seat: Seat
    move: Move
    best: Advised
    chosen: Advised
    lost: float
    spread: float

    @property
    def mark(self) -> str:
        """The mark of a mistake, or nothing."""
        return marked(self.lost, MARKS)


def judge(game: Classic, states: Sequence[ClassicState], moves: Sequence[tuple[Seat, Move]]) -> Iterator[JudgedPly]:
    """Judge every move of a deal that was a choice: `moves[i]` was played in `states[i]`."""
    for ply, (state, (seat, move)) in enumerate(zip(states, moves, strict=False)):
        legal = game.legal_moves(state, seat)
        if len(legal) > 1 and not isinstance(move, Forfeit):
            advice = advise_classic(game.view(state, seat), legal, game.ruleset)
            chosen = next(each for each in advice.moves if each.move == move)
            spread = max(lost_by(each.move, advice) for each in advice.moves)
            yield JudgedPly(ply, seat, move, advice.moves[0], chosen, lost_by(move, advice), spread)


def lost_by(move: Move, advice: Advice) -> float:
    """The expected points that a move gives away; passing on Mahjong costs at least the value of the hand."""
    best = advice.moves[0]
    played = next(each for each in advice.moves if each.move == move)
    if isinstance(best.move, DeclareMahjong) and not isinstance(move, DeclareMahjong):
        return MARKS[0][0]
    return played.lost or 0.0
