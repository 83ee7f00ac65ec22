"""Battle for several learners, and for one against a house player."""

from random import Random
from typing import Any, Final

from teahouse.core.errors import InvalidOption
from teahouse.core.seats import Seat
from teahouse.games.battle import BattleRules
from teahouse.lab.envs.aec import GameEnv
from teahouse.lab.envs.battle.codec import LEARNER_SEATS, BattleCodec
from teahouse.lab.envs.single import SingleEnv
from teahouse.lab.envs.table import Reward, check_choice
from teahouse.players import Budget, make_player

LONG_ENOUGH: Final = 3600.0
"""Seconds that no move takes: the opponent has a limit in nodes instead, so that a seed gives the same game on every
machine."""


def battle_env(*, reward: Reward = "outcome", render_mode: str | None = None, **options: Any) -> GameEnv:
    """Battle for two agents; options as in `BattleRules`."""
    return GameEnv(BattleCodec(BattleRules(**options)), reward, render_mode=render_mode)


class BattleEnv(SingleEnv):
    """Battle against a house player.

    opponent: its name. seat: the learner's, 0 starts; None draws it with each deal. nodes: the opponent's budget.
    """

    def __init__(
        self,
        *,
        opponent: str = "greedy",
        seat: int | None = None,
        nodes: int = 20_000,
        reward: Reward = "outcome",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Further options as in `BattleRules`; `first_seat` must stay 0."""
        rules = BattleRules(**options)
        if rules.first_seat:
            raise InvalidOption("expected first_seat 0 (the option seat says who the learner is), got 1")
        check_choice("a seat", seat, LEARNER_SEATS)
        super().__init__(BattleCodec(rules), reward, render_mode)
        self._opponent: Final = make_player("battle", opponent)
        self._budget: Final = Budget(seconds=LONG_ENOUGH, nodes=nodes)
        self._seat: Final = seat
        self._rng = Random()
        self._owed = 0.0

    def _deal(self, seed: bytes) -> None:
        super()._deal(seed)
        self._rng = Random(b"lab/opponent" + seed)
        self.learner = Seat(self._rng.randrange(2) if self._seat is None else self._seat)
        self._owed = self._answers()

    def _answers(self) -> float:
        """The learner's reward while the opponent moves; what comes before the learner's first move counts with it."""
        earned, self._owed = self._owed, 0.0
        table = self.table
        while not table.is_over and table.seat != self.learner:
            move = self._opponent.choose(table.view(table.seat), table.moves, self._budget, self._rng)
            earned += table.act(table.codec.number(table.view(table.seat), move))[self.learner]
        return earned
