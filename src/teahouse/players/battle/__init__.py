"""Players of Battle: bots, their engine, advice, and finished games judged. `BATTLE` names them all."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from teahouse.core.record import Record
from teahouse.core.seats import Seat
from teahouse.games.battle import Battle, BattleView, TakePair
from teahouse.games.positions import Position
from teahouse.players.advice import Advice, AdviceContext
from teahouse.players.battle.bots import GreedyPlayer, PerfectPlayer, easy, hard, medium
from teahouse.players.battle.judge import JUDGE_VERSION, BattleAnalysis, judge_battle
from teahouse.players.exploring import Explored, ExploredPosition, ReportExplored
from teahouse.players.game_players import Adviser, GamePlayers, Judge, OnlyMoveCounter, OnlyMoves, Trainer
from teahouse.players.player import RandomPlayer
from teahouse.players.weighing import Weighed


def _advise(view: BattleView, moves: Sequence[TakePair], context: AdviceContext) -> Advice:
    from teahouse.players.battle.advice import advise_battle

    return advise_battle(view, moves, context.budget)


def _seat(view: BattleView) -> Seat:
    return view.mover


def _count_only_moves(game: Battle, record: Record, seat: Seat, seconds: float) -> OnlyMoves:
    from teahouse.players.battle.only_moves import count_only_moves

    return count_only_moves(game, record, seat, seconds)


def _explore(subject: ExploredPosition, seconds: float, report: ReportExplored) -> Explored:
    from teahouse.players.battle.exploring import explore_battle

    return explore_battle(subject, seconds, report)


def _weigh(game: Battle, state: Any, seat: Seat, seconds: float) -> Weighed | None:
    from teahouse.players.battle.weighing import weigh_battle

    return weigh_battle(game, state, seat, seconds)


def _late(seed: bytes) -> Iterator[Position]:
    from teahouse.players.battle.weighing import late_positions

    return late_positions(seed)


def _load() -> None:
    from teahouse.players.battle.engine import load_kernels

    load_kernels()


BATTLE: Final = GamePlayers(
    levels={
        "random": RandomPlayer,
        "greedy": GreedyPlayer,
        "easy": easy,
        "medium": medium,
        "hard": hard,
        "perfect": PerfectPlayer,
    },
    ranks=("beginner", "easy", "medium", "hard", "expert", "perfect"),
    usual="greedy",
    searching=("easy", "medium", "hard", "perfect"),
    adviser=Adviser("perfect", _seat, _advise),
    judge=Judge(BattleAnalysis, judge_battle, JUDGE_VERSION),
    only_moves=OnlyMoveCounter(
        _count_only_moves,
        baseline={"random": 0.26, "greedy": 0.74, "easy": 0.79, "medium": 0.87, "hard": 0.96},
        level="greedy",
        measured=1002,
    ),
    load=_load,
    explore=_explore,
    trainer=Trainer(_weigh, late=_late),
)
