"""A game for one learner, for Gymnasium."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from teahouse.core.errors import IllegalMove
from teahouse.core.seats import Seat
from teahouse.lab.envs.codec import Codec, Observation
from teahouse.lab.envs.spaces import action_space, observation_space
from teahouse.lab.envs.table import RENDER_MODES, EnvTable, Reward, Seeds, check_choice
from teahouse.lab.extras import extra

with extra("lab"):
    import gymnasium

ILLEGAL_REWARD: Final = -1.0

StepResult = tuple[Observation, float, bool, bool, dict[str, Any]]


class SingleEnv(gymnasium.Env[Any, Any]):
    """A table with one learner at it. An illegal action ends the episode with a reward of -1."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 so the library has it

    def __init__(self, codec: Codec, reward: Reward, render_mode: str | None) -> None:
        """Spaces and table; the first deal comes with `reset`."""
        if render_mode is not None:
            check_choice("a render mode", render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.table: Final = EnvTable(codec, reward)
        self.learner: Seat = Seat(0)
        self.action_space = action_space(codec)
        self.observation_space = observation_space(codec)
        self._seeds: Final = Seeds()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal from the seed, or deal the next one."""
        super().reset(seed=seed)
        self._deal(self._seeds.following(seed, options))
        return self.table.observe(self.learner), {}

    def step(self, action: Any) -> StepResult:
        """Act, and return the observation after the others have answered."""
        if self.table.is_over:
            raise IllegalMove("expected reset after the end of the game, got a step")
        number: Any = np.asarray(action).item()
        try:
            reward = self.table.act(number)[self.learner]
        except IllegalMove as error:
            return self.table.observe(self.learner), ILLEGAL_REWARD, True, False, {"illegal": str(error)}
        reward += self._answers()
        return self.table.observe(self.learner), reward, self.table.is_over, False, self._info()

    def _info(self) -> dict[str, Any]:
        result = self.table.result
        return {} if result is None else {"scores": list(result.scores), "ending": result.ending}

    def action_masks(self) -> NDArray[np.bool_]:
        """The actions that are legal now, as some training libraries ask for them."""
        return self.table.mask(self.learner).astype(np.bool_)

    def render(self) -> Any:
        """The table as the learner sees it, in the chosen mode."""
        if self.render_mode is None:
            gymnasium.logger.warn("expected a render mode to render, got none")
            return None
        return self.table.render(self.render_mode, self.learner)

    def _deal(self, seed: bytes) -> None:
        self.table.deal(seed)

    def _answers(self) -> float:
        """Play for the others until it is the learner's turn, and return the learner's reward."""
        return 0.0
