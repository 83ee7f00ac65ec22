"""Players of Battle: bots, their engine, advice, and finished games judged. `BATTLE` names them all."""

from collections.abc import Sequence
from typing import Final

from teahouse.core.seats import Seat
from teahouse.games.battle import BattleView, TakePair
from teahouse.players.advice import Advice, AdviceContext
from teahouse.players.battle.bots import GreedyPlayer, PerfectPlayer, easy, hard, medium
from teahouse.players.battle.judge import BattleAnalysis, judge_battle
from teahouse.players.game_players import Adviser, GamePlayers, Judge
from teahouse.players.player import RandomPlayer


def _advise(view: BattleView, moves: Sequence[TakePair], context: AdviceContext) -> Advice:
    from teahouse.players.battle.advice import advise_battle

    return advise_battle(view, moves, context.budget)


def _seat(view: BattleView) -> Seat:
    return view.mover


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
    usual="greedy",
    searching=("easy", "medium", "hard", "perfect"),
    adviser=Adviser("perfect", _seat, _advise),
    judge=Judge(BattleAnalysis, judge_battle),
    load=_load,
)
