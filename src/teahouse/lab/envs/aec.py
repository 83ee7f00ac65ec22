"""A game for PettingZoo: agents in turn, each with its own view and a mask of its actions."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from teahouse.core.errors import IllegalMove
from teahouse.core.seats import BySeat, Seat
from teahouse.lab.envs.codec import Codec, Observation
from teahouse.lab.envs.spaces import action_space, observation_space
from teahouse.lab.envs.table import RENDER_MODES, EnvTable, Reward, Seeds, check_choice
from teahouse.lab.extras import extra

with extra("lab"):
    import gymnasium
    from pettingzoo import AECEnv  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs]  # it has none

ILLEGAL_REWARD: Final = -1.0


class GameEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]  # as above
    """A game for several learners.

    An illegal action ends the deal: its agent gets -1 and the reason, the others get 0. The environment
    includes what PettingZoo's wrappers do for its own games, which makes a step faster.
    """

    def __init__(
        self, codec: Codec, reward: Reward, *, render_mode: str | None = None, ask_forced: bool = False
    ) -> None:
        """Seats are called `player_0`, `player_1`, … in the order of play."""
        super().__init__()
        if render_mode is not None:
            check_choice("a render mode", render_mode, RENDER_MODES)
        name = f"{codec.game.name}_v0"
        self.metadata = {"name": name, "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.render_mode = render_mode
        self.table: Final = EnvTable(codec, reward, ask_forced=ask_forced)
        self.possible_agents = [f"player_{seat}" for seat in codec.game.seats]
        self.agents: list[str] = []
        self._seats: Final = {agent: Seat(seat) for seat, agent in enumerate(self.possible_agents)}
        self._seeds: Final = Seeds()
        self.action_spaces = {agent: action_space(codec) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(codec) for agent in self.possible_agents}

    def action_space(self, agent: str) -> "gymnasium.spaces.Space[Any]":
        """The numbers of all actions."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> "gymnasium.spaces.Space[Any]":
        """The arrays that an agent is shown."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal from the seed, or deal the next one."""
        self.table.deal(self._seeds.following(seed, options))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.table.seat]

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and the mask of its actions, which is zero when it is not its turn."""
        return self.table.observe(self._seats[agent])

    def step(self, action: Any) -> None:
        """Let the selected agent act; after the end every agent passes None."""
        if not self.agents:
            raise IllegalMove("expected reset before a step, got no agent at the table")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        try:
            self._earn(self.table.act(action))
        except IllegalMove as error:
            self._lose(agent, str(error))
            return
        if self.table.is_over:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[self.table.seat]

    def _lose(self, agent: str, complaint: str) -> None:
        self._earn(tuple(ILLEGAL_REWARD if other == agent else 0.0 for other in self.possible_agents))
        self.infos[agent] = {"illegal": complaint}
        self._finish()

    def _finish(self) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def _earn(self, earned: BySeat[float]) -> None:
        for agent, reward in zip(self.possible_agents, earned, strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward

    def render(self) -> "str | NDArray[np.uint8] | None":
        """The table as the selected agent sees it, in the chosen mode."""
        if self.render_mode is None:
            gymnasium.logger.warn("expected a render mode to render, got none")
            return None
        return self.table.render(self.render_mode, self._seats[self.agent_selection])

    def close(self) -> None:
        """There is nothing to close."""
