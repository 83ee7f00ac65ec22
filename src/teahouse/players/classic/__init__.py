"""Players of Classic: bots, their engine, hands, advice, and finished games judged. `CLASSIC` names them all."""

from collections.abc import Sequence
from typing import Final

from teahouse.core.seats import Seat
from teahouse.games.classic import ClassicRules, ClassicView, Move
from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset
from teahouse.players.advice import Advice, AdviceContext
from teahouse.players.classic.judge import (
    JUDGE_VERSION,
    ClassicAnalysis,
    judge_classic,
    middle_positions,
    weigh_classic,
)
from teahouse.players.classic.levels import EasyPlayer, ExpertPlayer, HardPlayer, MasterPlayer, MediumPlayer
from teahouse.players.classic.simple import SimplePlayer
from teahouse.players.compiling import load_compiled
from teahouse.players.exploring import Explored, ExploredPosition, ReportExplored
from teahouse.players.game_players import Adviser, GamePlayers, Judge, Trainer
from teahouse.players.player import RandomPlayer


def _advise(view: ClassicView, moves: Sequence[Move], context: AdviceContext) -> Advice:
    from teahouse.players.classic.advice import advise_classic

    assert isinstance(context.rules, ClassicRules)
    return advise_classic(view, moves, context.rules.chosen())


def _seat(view: ClassicView) -> Seat | None:
    return view.seat


def _explore(subject: ExploredPosition, seconds: float, report: ReportExplored) -> Explored:
    from teahouse.players.classic.exploring import explore_classic

    return explore_classic(subject, seconds, report)


def _load() -> None:
    from teahouse.kernels.classic.deals import learned
    from teahouse.kernels.classic.distance import batch
    from teahouse.kernels.classic.plans import reach, special
    from teahouse.kernels.classic.scoring import finishing
    from teahouse.players.classic.hand_tables import fill_hand_tables

    load_compiled(finishing.weigh_all, reach.prepare, reach.distances, special.special_missing)
    load_compiled(batch.distances, batch.analyse_melded, learned.rate_turn, learned.rate_offer)
    fill_hand_tables()


def _same_as_weaker() -> dict[str, tuple[str, ...]]:
    """Under rules that its network did not learn, `master` plays as `expert` does."""
    from teahouse.players.classic.learned.supported_rules import is_learned

    return {name: ("master",) for name in RULESETS if not is_learned(load_ruleset(name))}


CLASSIC: Final = GamePlayers(
    levels={
        "random": RandomPlayer,
        "easy": EasyPlayer,
        "simple": SimplePlayer,
        "medium": MediumPlayer,
        "hard": HardPlayer,
        "expert": ExpertPlayer,
        "master": MasterPlayer,
    },
    ranks=("beginner", "easy", "medium", "hard", "expert", "expert", "master"),
    usual="simple",
    searching=("easy", "medium", "hard", "expert", "master"),
    adviser=Adviser("expert", _seat, _advise),
    judge=Judge(ClassicAnalysis, judge_classic, JUDGE_VERSION),
    load=_load,
    explore=_explore,
    trainer=Trainer(weigh_classic, unproven=True, late=middle_positions),
    same_as_weaker=_same_as_weaker,
)
