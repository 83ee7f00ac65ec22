"""Judges a finished deal of Classic."""

import msgspec

from teahouse.core.record import Record, record_seed, replay
from teahouse.core.seats import Seat
from teahouse.games.classic import Classic
from teahouse.players.advice import Advised


class JudgedChoice(msgspec.Struct, frozen=True):
    """A choice of Classic judged by what its seat saw: what the house would have played, the points given away.

    step: the step of the replay that the move led to.
    """

    step: int
    seat: Seat
    best: Advised
    lost: float
    mark: str


class ClassicAnalysis(msgspec.Struct, frozen=True, tag_field="game", tag="classic"):
    """A deal of Classic: every move that was a choice, and the expected points that each seat gave away."""

    choices: tuple[JudgedChoice, ...]
    lost: tuple[float, ...]


def judge_classic(game: Classic, record: Record, seat: Seat, seconds: float) -> ClassicAnalysis:
    """Every choice of every seat; the engine weighs each in a few milliseconds, so the time set does not matter."""
    from teahouse.players.classic.analysis import judge

    steps = list(replay(game, record))
    states = [game.deal(record_seed(record)), *(step.state for step in steps)]
    found = list(judge(game, states, [(step.seat, step.move) for step in steps]))
    choices = tuple(JudgedChoice(one.ply + 1, one.seat, one.best, round(one.lost, 1), one.mark) for one in found)
    lost = tuple(round(sum(one.lost for one in found if one.seat == each), 1) for each in game.seats)
    return ClassicAnalysis(choices, lost)
