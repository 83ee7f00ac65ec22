"""Solitaire without help in batches, as one of Gymnasium's vector environments."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from teahouse.kernels.arrays import Reals
from teahouse.lab.envs.batch import RowChoice
from teahouse.lab.envs.codec import PLANES, Observation
from teahouse.lab.envs.solitaire.batch import SolitaireBatch
from teahouse.lab.envs.solitaire.codec import FACES, HELP, HIDDEN, STANDINGS, UNSEEN, SolitaireCodec
from teahouse.lab.envs.table import Reward
from teahouse.lab.envs.vector import BatchEnv


class SolitaireVector(BatchEnv):
    """Solitaire for practice, wild deals without help, as `SolitaireBatch` plays it."""

    def __init__(self, num_envs: int, *, layout: str = "turtle", reward: Reward = "points") -> None:
        """Play this many boards."""
        self._batch: Final = SolitaireBatch(num_envs, layout=layout)
        super().__init__(SolitaireCodec(self._batch.rules), self._batch, reward)

    def _act(self, rows: RowChoice, actions: NDArray[np.int64], rewards: Reals) -> None:
        numbers = np.asarray(rows)
        stepped = self._batch.step_some(numbers, actions)
        if self.reward == "points":
            rewards[numbers] += stepped.points
            return
        cleared = ~self._batch.left[numbers].any(axis=1)
        rewards[numbers] += np.where(stepped.over, np.where(cleared, 1.0, -1.0), 0.0)

    def _seen(self) -> Observation:
        batch = self._batch
        planes, faces = batch.observations(), batch.faces
        hidden = planes[:, :, HIDDEN] != 0
        unseen = np.stack([(hidden & (faces == face)).sum(axis=1) for face in range(FACES)], axis=1).astype(np.uint8)
        standing = np.stack([batch.scores, batch.left.sum(axis=1), batch.over], axis=1).astype(np.int32)
        uses = np.zeros((len(batch), 3), np.uint8)
        return {PLANES: planes, UNSEEN: unseen, HELP: uses, STANDINGS: standing[:, None, :]}
