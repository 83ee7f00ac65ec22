"""Batches for one learner as Gymnasium's vector environments: Battle against a simple player, Solitaire without help.

A game that is over is dealt anew at the next step, whose action for it counts nothing (`AutoresetMode.NEXT_STEP`).
"""

from abc import ABC, abstractmethod
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teahouse.core.errors import InvalidOption
from teahouse.core.seats import Seat, check_seat
from teahouse.lab.envs.battle import OTHER, OWN, TURN, BattleCodec
from teahouse.lab.envs.battle_batch import BattleBatch, Rows, Stepped
from teahouse.lab.envs.codec import MASK, PLANES, Codec, Observation
from teahouse.lab.envs.solitaire import FACES, HELP, HIDDEN, STANDINGS, UNSEEN, SolitaireCodec
from teahouse.lab.envs.solitaire_batch import SolitaireBatch
from teahouse.lab.envs.spaces import action_space, observation_space
from teahouse.lab.envs.table import REWARDS, Reward, check_choice
from teahouse.lab.extras import extra

with extra("lab"):
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

ILLEGAL_REWARD: Final = -1.0
OPPONENTS: Final = ("greedy", "random")

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Step = tuple[Observation, Floats, Flags, Flags, dict[str, Any]]


class BatchEnv(VectorEnv[Any, Any, Any], ABC):
    """What both have in common. An illegal action ends its game with a reward of -1."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 so the library has it

    def __init__(self, codec: Codec, batch: BattleBatch | SolitaireBatch, reward: Reward) -> None:
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
        """Deal every game, from the seed or from luck."""
        super().reset(seed=seed)
        self._games.reset(int(self.np_random.integers(1 << 62)) if seed is None else seed)
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._begin(np.arange(self.num_envs))
        return self._observe(), {}

    def step(self, actions: ArrayLike) -> Step:
        """Deal what was over, act in the other games, and see what came of it."""
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

    def _begin(self, rows: Rows) -> None:
        """What happens in these games before the learner acts."""

    @abstractmethod
    def _act(self, rows: Rows, actions: NDArray[np.int64], rewards: Floats) -> None:
        """Let the learner act in these games, and others answer; add what it earns."""

    @abstractmethod
    def _seen(self) -> Observation:
        """What the learner sees, without masks."""


class BattleVector(BatchEnv):
    """Battle against `greedy` or `random`; without a seat the learner starts in every other game.

    What the opponent takes before the learner's first move counts with that move.
    """

    def __init__(
        self, num_envs: int, *, opponent: str = "greedy", seat: int | None = None, reward: Reward = "outcome"
    ) -> None:
        """So many games."""
        check_choice("an opponent", opponent, OPPONENTS)
        if seat is not None:
            check_seat(Seat(seat), 2)
        self._batch: Final = BattleBatch(num_envs)
        super().__init__(BattleCodec(), self._batch, reward)
        self._opponent: Final = opponent
        self._owed: Final = np.zeros(num_envs)
        self.learner: Final = np.arange(num_envs) % 2 if seat is None else np.full(num_envs, seat)

    def _begin(self, rows: Rows) -> None:
        numbers = np.asarray(rows)
        self._owed[numbers] = 0.0
        self._answer(numbers[self.learner[numbers] == 1], self._owed)

    def _answer(self, rows: NDArray[np.intp], rewards: Floats) -> None:
        drawn = self._batch.greedy_actions() if self._opponent == "greedy" else self._batch.random_actions()
        self._earn(rows, self._batch.step_some(rows, drawn[rows]), rewards, -1)

    def _act(self, rows: Rows, actions: NDArray[np.int64], rewards: Floats) -> None:
        numbers = np.asarray(rows)
        rewards[numbers] += self._owed[numbers]
        self._owed[numbers] = 0.0
        stepped = self._batch.step_some(numbers, actions)
        self._earn(numbers, stepped, rewards, 1)
        self._answer(numbers[~stepped.over], rewards)

    def _earn(self, rows: NDArray[np.intp], stepped: Stepped, rewards: Floats, sign: int) -> None:
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


class SolitaireVector(BatchEnv):
    """Solitaire for practice, wild deals without help, as `SolitaireBatch` plays it."""

    def __init__(self, num_envs: int, *, layout: str = "turtle", reward: Reward = "points") -> None:
        """So many boards."""
        self._batch: Final = SolitaireBatch(num_envs, layout=layout)
        super().__init__(SolitaireCodec(self._batch.rules), self._batch, reward)

    def _act(self, rows: Rows, actions: NDArray[np.int64], rewards: Floats) -> None:
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
