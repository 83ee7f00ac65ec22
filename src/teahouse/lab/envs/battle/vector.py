"""Battle in batches against a simple player, as one of Gymnasium's vector environments."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from teahouse.kernels.arrays import Reals
from teahouse.lab.envs.batch import RowChoice, Stepped
from teahouse.lab.envs.battle.batch import BattleBatch
from teahouse.lab.envs.battle.codec import LEARNER_SEATS, OTHER, OWN, TURN, BattleCodec
from teahouse.lab.envs.codec import PLANES, Observation
from teahouse.lab.envs.table import Reward, check_choice
from teahouse.lab.envs.vector import BatchEnv

OPPONENTS: Final = ("greedy", "random")


class BattleVector(BatchEnv):
    """Battle against `greedy` or `random`; without a seat the learner starts in every other game.

    The pairs that the opponent takes before the learner's first move count with that move.
    """

    def __init__(
        self, num_envs: int, *, opponent: str = "greedy", seat: int | None = None, reward: Reward = "outcome"
    ) -> None:
        """Play several games at once."""
        check_choice("an opponent", opponent, OPPONENTS)
        check_choice("a seat", seat, LEARNER_SEATS)
        self._batch: Final = BattleBatch(num_envs)
        super().__init__(BattleCodec(), self._batch, reward)
        self._opponent: Final = opponent
        self._owed: Final = np.zeros(num_envs)
        self.learner: Final = np.arange(num_envs) % 2 if seat is None else np.full(num_envs, seat)

    def _begin(self, rows: RowChoice) -> None:
        numbers = np.asarray(rows)
        self._owed[numbers] = 0.0
        self._answer(numbers[self.learner[numbers] == 1], self._owed)

    def _answer(self, rows: NDArray[np.intp], rewards: Reals) -> None:
        drawn = self._batch.greedy_actions() if self._opponent == "greedy" else self._batch.random_actions()
        self._earn(rows, self._batch.step_some(rows, drawn[rows]), rewards, -1)

    def _act(self, rows: RowChoice, actions: NDArray[np.int64], rewards: Reals) -> None:
        numbers = np.asarray(rows)
        rewards[numbers] += self._owed[numbers]
        self._owed[numbers] = 0.0
        stepped = self._batch.step_some(numbers, actions)
        self._earn(numbers, stepped, rewards, 1)
        self._answer(numbers[~stepped.over], rewards)

    def _earn(self, rows: NDArray[np.intp], stepped: Stepped, rewards: Reals, sign: int) -> None:
        if self.reward == "points":
            rewards[rows] += sign * stepped.points
            return
        ended = rows[stepped.over]
        scores, learner = self._batch.scores[ended], self.learner[ended]
        own = scores[np.arange(len(ended)), learner]
        rewards[ended] += np.sign(own - scores[np.arange(len(ended)), 1 - learner])

    def _seen(self) -> Observation:
        planes = self._batch.observations()
        away = self._batch.mover != self.learner
        planes[away] = planes[away][..., [*range(OWN), OTHER, OWN, TURN]]
        planes[away, :, :, TURN] = 0
        return {PLANES: planes}
