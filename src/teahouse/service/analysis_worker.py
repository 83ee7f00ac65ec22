"""The process that judges one finished game: a record comes in, what the engines think of it goes out as JSON."""

import argparse
import os
import resource
import sys
from typing import Final, assert_never

import msgspec

from teahouse.core.record import Record
from teahouse.core.seats import Seat
from teahouse.games.battle import Battle
from teahouse.games.solitaire import Solitaire
from teahouse.service.analysis import Analysis, BattleAnalysis, JudgedMove, SolitaireAnalysis
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
    assert isinstance(game, Battle | Solitaire), "others are refused before a process is started for them"
    judged = judge(game, record, Seat(args.seat), args.seconds)
    sys.stdout.buffer.write(msgspec.json.encode(judged))


def judge(game: Battle | Solitaire, record: Record, seat: Seat, seconds: float) -> Analysis:
    """What the engine of this game thinks within about so many seconds."""
    match game:
        case Battle():
            return judge_battle(game, record, seconds)
        case Solitaire():
            return judge_solitaire(game, record, seat, seconds)
        case _:
            assert_never(game)


def judge_battle(game: Battle, record: Record, seconds: float) -> BattleAnalysis:
    """Every move of both players."""
    from teahouse.players.battle_analysis import analyse, played
    from teahouse.players.battle_engine import Engine, Limits

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
    from teahouse.players.solitaire_analysis import analyse, played
    from teahouse.players.solitaire_prover import Limits

    boards, _ = played(game, record, seat)
    limits = Limits(seconds=_each(seconds * (1 - FOR_BEST_LINE), len(boards)))
    found = analyse(game.shape, boards, limits, seconds * FOR_BEST_LINE)
    best, hard = found.best, found.difficulty
    return SolitaireAnalysis(
        found.clearable, found.lost_at, found.score, best.score, best.bound, best.line, hard.stars, hard.share
    )


def _each(seconds: float, positions: int) -> float:
    return min(LONGEST, seconds / max(1, positions))


if __name__ == "__main__":
    main()
