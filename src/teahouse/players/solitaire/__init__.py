"""Players of Solitaire: bots, provers, advice, and finished games judged. `SOLITAIRE` names them all."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from teahouse.core.seats import Seat
from teahouse.games.positions import Position
from teahouse.games.solitaire import Move, Solitaire, SolitaireView
from teahouse.kernels.solitaire.careful import cleared_plays
from teahouse.kernels.solitaire.policy import adapt, weigh_pairs
from teahouse.kernels.solitaire.prover import prove, prove_by_cuts
from teahouse.kernels.solitaire.scoring import improve, play_keys
from teahouse.players.advice import Advice, AdviceContext
from teahouse.players.compiling import load_compiled
from teahouse.players.exploring import Explored, ExploredPosition, ReportExplored
from teahouse.players.game_players import Adviser, GamePlayers, Judge, Trainer
from teahouse.players.player import AnyPlayer
from teahouse.players.solitaire.bots import AnyPairPlayer, CarefulPlayer, HintPlayer
from teahouse.players.solitaire.judge import JUDGE_VERSION, SolitaireAnalysis, judge_solitaire
from teahouse.players.weighing import Weighed

FIRST_DEALS: Final = (97, 106, 110, 138, 165, 172, 201, 214, 224, 261, 265, 273, 307)
"""Deals with a puzzle, which one in twenty has: `teahouse train solitaire --seed teahouse/puzzles` finds them again."""
FIRST_PUZZLES: Final = tuple(f"teahouse/puzzles/{number}".encode() for number in FIRST_DEALS)


def _expert() -> AnyPlayer:
    from teahouse.players.solitaire.expert import ExpertPlayer

    return ExpertPlayer()


def _advise(view: SolitaireView, moves: Sequence[Move], context: AdviceContext) -> Advice:
    from teahouse.players.solitaire.advice import advise_solitaire

    return advise_solitaire(view, moves, context)


def _seat(view: SolitaireView) -> Seat | None:
    return view.seat


def _explore(subject: ExploredPosition, seconds: float, report: ReportExplored) -> Explored:
    from teahouse.players.solitaire.exploring import explore_solitaire

    return explore_solitaire(subject, seconds, report)


def _weigh(game: Solitaire, state: Any, seat: Seat, seconds: float) -> Weighed | None:
    from teahouse.players.solitaire.weighing import weigh_solitaire

    return weigh_solitaire(game, state, seat, seconds)


def _late(seed: bytes) -> Iterator[Position]:
    from teahouse.players.solitaire.weighing import late_positions

    return late_positions(seed)


def _load() -> None:
    from teahouse.kernels.solitaire.optimum.layers import enter, expand
    from teahouse.kernels.solitaire.optimum.prices import descend

    load_compiled(prove, prove_by_cuts, improve, play_keys, adapt, weigh_pairs, cleared_plays, descend, expand, enter)


SOLITAIRE: Final = GamePlayers(
    levels={"random": AnyPairPlayer, "hint": HintPlayer, "careful": CarefulPlayer, "expert": _expert},
    ranks=("beginner", "easy", "medium", "master"),
    usual="careful",
    searching=("expert",),
    adviser=Adviser("expert", _seat, _advise),
    judge=Judge(SolitaireAnalysis, judge_solitaire, JUDGE_VERSION),
    load=_load,
    explore=_explore,
    trainer=Trainer(_weigh, late=_late, first=FIRST_PUZZLES),
)
