"""Batches for one learner as Gymnasium's vector environments.

A game that is over is dealt again at the next step, which ignores its action (`AutoresetMode.NEXT_STEP`).
"""

from abc import ABC, abstractmethod
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teahouse.core.errors import InvalidOption
from teahouse.kernels.arrays import Flags, Reals
from teahouse.lab.envs.batch import Batch, RowChoice
from teahouse.lab.envs.codec import MASK, Codec, Observation
from teahouse.lab.envs.spaces import action_space, observation_space
from teahouse.lab.envs.table import REWARDS, Reward, check_choice
from teahouse.lab.extras import extra

with extra("lab"):
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

ILLEGAL_REWARD: Final = -1.0

VectorStepResult = tuple[Observation, Reals, Flags, Flags, dict[str, Any]]


class BatchEnv(VectorEnv[Any, Any, Any], ABC):
    """A batch of games with one learner in each. An illegal action ends its game with a reward of -1."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 so the library has it

    def __init__(self, codec: Codec, batch: Batch, reward: Reward) -> None:
        """Spaces for the games of a batch."""
        check_choice("a reward", reward, REWARDS)
        self.num_envs = len(batch)
        self.reward: Final = reward
        self.single_action_space = action_space(codec)
        self.single_observation_space = observation_space(codec)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._games: Final = batch
        self._ended: Flags = np.zeros(self.num_envs, np.bool_)
        self._masks: Flags = batch.legal()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal every game, from the seed or at random."""
        super().reset(seed=seed)
        self._games.reset(int(self.np_random.integers(1 << 62)) if seed is None else seed)
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._begin(np.arange(self.num_envs))
        return self._observe(), {}

    def step(self, actions: ArrayLike) -> VectorStepResult:
        """Deal finished games again, act in the others, and return the observations."""
        chosen = np.asarray(actions, np.int64)
        was_over, legal = self._ended, self._legal(chosen) & ~self._ended
        rewards = np.where(legal | was_over, 0.0, ILLEGAL_REWARD)
        self._act(np.flatnonzero(legal), chosen[legal], rewards)
        self._ended = ~was_over & (self._games.over | ~legal)
        if was_over.any():
            self._games.deal_some(was_over)
            self._begin(np.flatnonzero(was_over))
        return self._observe(), rewards, self._ended.copy(), np.zeros(self.num_envs, np.bool_), {}

    def _legal(self, chosen: NDArray[np.int64]) -> Flags:
        if chosen.shape != (self.num_envs,):
            raise InvalidOption(f"expected {self.num_envs} actions, one a game, got an array of shape {chosen.shape}")
        known = (chosen >= 0) & (chosen < self._masks.shape[1])
        known &= self._masks[np.arange(self.num_envs), np.where(known, chosen, 0)]
        return np.asarray(known, np.bool_)

    def _observe(self) -> Observation:
        self._masks = self._games.legal()
        seen = self._seen()
        seen[MASK] = self._masks.astype(np.int8)
        return seen

    def _begin(self, rows: RowChoice) -> None:
        """What happens in these games before the learner acts."""

    @abstractmethod
    def _act(self, rows: RowChoice, actions: NDArray[np.int64], rewards: Reals) -> None:
        """Make the learner's moves in these games and the others' answers, and add the rewards."""

    @abstractmethod
    def _seen(self) -> Observation:
        """What the learner sees, without masks."""
