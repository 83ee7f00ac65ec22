"""The judgement of a finished game of Battle, made from its analysis: accuracy, slips with reasons, turning points."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from teahouse.core.record import Record
from teahouse.core.seats import Seat
from teahouse.games.battle import Battle, BattleState, Board, TakePair
from teahouse.players.judgement import (
    ChoiceLoss,
    CurvePoint,
    Judgement,
    JudgeOutput,
    Slip,
    SlipReason,
    read_scale,
    seat_judgements,
    turning_points,
)

if TYPE_CHECKING:
    from teahouse.players.battle.analysis import Analysis, JudgedPly
    from teahouse.players.battle.engine import Engine

JUDGE_VERSION: Final = "battle 4"
"""The version of the judge: games judged by another one are judged again."""
TABLE_MB: Final = 256
NODES: Final = 8_000_000
"""The most positions that one search visits, so that a busy machine gives the same judgement as an idle one."""
LONGEST: Final = 8.0
"""The most seconds that one position may take; a few before the first that is solved take most of the time."""
LONGEST_LINE: Final = 8


class JudgedMove(msgspec.Struct, frozen=True):
    """A move of Battle judged: by how much seat 0 was heading to win before it, a best move, the points given away."""

    seat: Seat
    best: str | None
    ahead: int
    exact: bool
    lost: int | None
    mark: str


class BattleAnalysis(msgspec.Struct, frozen=True, tag_field="game", tag="battle"):
    """A game of Battle: its moves, the curve of the expected margin, and from which move on everything is exact."""

    moves: tuple[JudgedMove, ...]
    curve: tuple[int, ...]
    exact_from: int | None


def judge_battle(game: Battle, record: Record, seconds: float) -> JudgeOutput:
    """Every move of both players; no position takes longer than the seconds."""
    from teahouse.players.battle.analysis import analyse, played
    from teahouse.players.player import SearchLimits

    states, moves = played(game, record)
    engine = judging_engine()
    found = analyse(states, moves, engine, SearchLimits(min(LONGEST, seconds), NODES))
    return JudgeOutput(judgement_of(game, states, found, engine), _analysis(game, found), choices(found))


@lru_cache(maxsize=1)
def judging_engine() -> "Engine":
    """One engine for a process: its results for a position help with the other positions of the game."""
    from teahouse.players.battle.engine import fitting_engine

    return fitting_engine(TABLE_MB)


def judgement_of(game: Battle, states: Sequence[BattleState], found: "Analysis", engine: "Engine") -> Judgement:
    """The judgement of both seats, from an analysis."""
    slips = tuple(
        _slip(game, states[ply].board, ply + 1, one, engine) for ply, one in enumerate(found.moves) if one.mark
    )
    start = found.curve[0]
    return Judgement(
        game=game.name,
        engine=JUDGE_VERSION,
        favours="",
        seats=seat_judgements(game.seats, choices(found), (start, -start), read_scale("teahouse.players.battle")),
        curve=tuple(
            CurvePoint(step, (ahead, -ahead), exact=found.exact_from is not None and step >= found.exact_from)
            for step, ahead in enumerate(found.curve)
        ),
        turning=turning_points(slips),
        slips=slips,
    )


def choices(found: "Analysis") -> list[ChoiceLoss]:
    """The moves that were choices, and what they gave away: proven, or estimated."""
    known = ((ply, one, one.guessed if one.lost is None else one.lost) for ply, one in enumerate(found.moves))
    return [
        ChoiceLoss(step=ply + 1, seat=one.seat, lost=lost, exact=one.exact, seen=one.seen)
        for ply, one, lost in known
        if one.is_choice and lost is not None
    ]


def _slip(game: Battle, board: Board, step: int, one: "JudgedPly", engine: "Engine") -> Slip:
    assert one.best is not None, "a move that lost something has a better one"
    assert one.lost is not None, "only proven losses have a mark"
    line = (one.best, *engine.line(board.without(one.best.first, one.best.second))[: LONGEST_LINE - 1])
    return Slip(
        step=step,
        seat=one.seat,
        played=game.move_text(one.move),
        better=game.move_text(one.best),
        better_move=one.best,
        line=tuple(map(game.move_text, line)),
        lost=one.lost,
        exact=True,
        mark=one.mark,
        reason=slip_reason(board, one.move, one.best, one.lost),
    )


def slip_reason(board: Board, move: TakePair, best: TakePair, lost: int) -> SlipReason:
    """Why the other pair was better: more points at once, less for the opponent's next pair, or more by the end."""
    now, better = board.points(move.first), board.points(best.first)
    if better > now:
        return SlipReason("more_now", {"played": now, "better": better})
    gift, left = (_highest_pair(board.without(one.first, one.second)) for one in (move, best))
    if gift > left:
        return SlipReason("gift", {"played": gift, "better": left})
    return SlipReason("later", {"points": lost})


def _highest_pair(board: Board) -> int:
    """The points of the most valuable pair."""
    return max((board.points(first) for first, _ in board.pairs()), default=0)


def _analysis(game: Battle, found: "Analysis") -> BattleAnalysis:
    judged = tuple(
        JudgedMove(
            one.seat, None if one.best is None else game.move_text(one.best), one.ahead, one.exact, one.lost, one.mark
        )
        for one in found.moves
    )
    return BattleAnalysis(judged, tuple(found.curve), found.exact_from)
