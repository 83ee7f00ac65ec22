"""The process that judges one finished game: a record comes in, what the engines think of it goes out as JSON."""

import argparse
import os
import resource
import sys
from typing import Final, assert_never

import msgspec

from teahouse.core.record import Record, record_seed, replay
from teahouse.core.seats import Seat
from teahouse.games.battle import Battle
from teahouse.games.classic import Classic
from teahouse.games.solitaire import Solitaire
from teahouse.service.analysis import (
    Analysis,
    BattleAnalysis,
    ClassicAnalysis,
    JudgedChoice,
    JudgedMove,
    SolitaireAnalysis,
)
from teahouse.service.replays import read_record

NICE: Final = 10
MEMORY_MB: Final = 2048
TABLE_MB: Final = 256
LONGEST: Final = 2.0
"""Seconds that one position may take at most, however few there are."""
FOR_BEST_LINE: Final = 0.4
"""The part of the time that the search for Solitaire's best line gets."""


def main() -> None:
    """Read a record, judge it, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--seconds", type=float, required=True)
    args = parser.parse_args()
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_MB << 20, MEMORY_MB << 20))
    game, record = read_record(sys.stdin.buffer.read())
    assert isinstance(game, Battle | Classic | Solitaire), f"no engine judges {game.name}"
    judged = judge(game, record, Seat(args.seat), args.seconds)
    sys.stdout.buffer.write(msgspec.json.encode(judged))


def judge(game: Battle | Classic | Solitaire, record: Record, seat: Seat, seconds: float) -> Analysis:
    """What the engine of this game thinks within about so many seconds."""
    match game:
        case Battle():
            return judge_battle(game, record, seconds)
        case Solitaire():
            return judge_solitaire(game, record, seat, seconds)
        case Classic():
            return judge_classic(game, record)
        case _:
            assert_never(game)


def judge_battle(game: Battle, record: Record, seconds: float) -> BattleAnalysis:
    """Every move of both players."""
    from teahouse.players.battle.analysis import analyse, played
    from teahouse.players.battle.engine import Engine, Limits

    states, moves = played(game, record)
    found = analyse(states, moves, Engine(TABLE_MB), Limits(seconds=_each(seconds, len(moves))))
    judged = tuple(
        JudgedMove(
            one.seat, None if one.best is None else game.move_text(one.best), one.ahead, one.exact, one.lost, one.mark
        )
        for one in found.moves
    )
    return BattleAnalysis(judged, tuple(found.curve), found.exact_from)


def judge_solitaire(game: Solitaire, record: Record, seat: Seat, seconds: float) -> SolitaireAnalysis:
    """One player's positions, and the best line of the deal."""
    from teahouse.players.solitaire.analysis import analyse, played
    from teahouse.players.solitaire.prover import Limits

    boards, _ = played(game, record, seat)
    limits = Limits(seconds=_each(seconds * (1 - FOR_BEST_LINE), len(boards)))
    found = analyse(game.shape, boards, limits, seconds * FOR_BEST_LINE)
    best, hard = found.best, found.difficulty
    return SolitaireAnalysis(
        found.clearable, found.lost_at, found.score, best.score, best.bound, best.line, hard.stars, hard.share
    )


def judge_classic(game: Classic, record: Record) -> ClassicAnalysis:
    """Every choice of every seat; the engine weighs each in a few milliseconds, so no time is set."""
    from teahouse.players.classic.advice import judge as judged_choices

    steps = list(replay(game, record))
    states = [game.deal(record_seed(record)), *(step.state for step in steps)]
    found = list(judged_choices(game, states, [(step.seat, step.move) for step in steps]))
    choices = tuple(JudgedChoice(one.ply + 1, one.seat, one.best, round(one.lost, 1), one.mark) for one in found)
    lost = tuple(round(sum(one.lost for one in found if one.seat == seat), 1) for seat in game.seats)
    return ClassicAnalysis(choices, lost)


def _each(seconds: float, positions: int) -> float:
    return min(LONGEST, seconds / max(1, positions))


if __name__ == "__main__":
    main()
