"""The environments pass the checks of PettingZoo and Gymnasium, and tests of what those do not check."""

import pickle
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pettingzoo  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs]  # it has none
import pytest
from gymnasium.utils.env_checker import check_env  # pyright: ignore[reportUnknownVariableType]
from pettingzoo.test import (  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs]
    api_test,  # pyright: ignore[reportUnknownVariableType]
    seed_test,  # pyright: ignore[reportUnknownVariableType]
)

from teahouse.core.errors import IllegalMove, InvalidOption
from teahouse.core.seats import Seat
from teahouse.lab.envs import gymnasium_places, pettingzoo_places, register
from teahouse.lab.envs.battle.env import BattleEnv, battle_env
from teahouse.lab.envs.classic.env import classic_env
from teahouse.lab.envs.solitaire.env import SolitaireEnv, solitaire_env
from teahouse.lab.extras import MissingExtra

SMALL: dict[str, Any] = {"layout": "z0 y0/2: 0-10\nz1 y1: 2-8", "level": "wild"}
GAMES: dict[str, Callable[..., Any]] = {
    "battle": battle_env,
    "classic": classic_env,
    "classic asking everybody": partial(classic_env, ask_forced=True),
    "classic for two": partial(classic_env, ruleset="two-players", reward="outcome"),
    "solitaire": partial(solitaire_env, **SMALL),
    "solitaire for four": partial(solitaire_env, players=4, reward="outcome", **SMALL),
}
# PettingZoo allows dictionaries with masks only for its own board games, which it lists by name.
OUR_OWN_NAMES = ["ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings(*OUR_OWN_NAMES)
def test_pettingzoos_checks_find_no_fault(name: str) -> None:
    api_test(GAMES[name](), num_cycles=150)
    seed_test(GAMES[name], num_cycles=60)


@pytest.mark.parametrize("options", [{}, {"opponent": "random", "seat": 1, "reward": "points"}])
def test_gymnasiums_checks_find_no_fault_in_battle(options: dict[str, Any]) -> None:
    register()
    check_env(gymnasium.make("teahouse/Battle-v0", **options).unwrapped)


@pytest.mark.parametrize("options", [{}, {"reward": "outcome", "start_overs": 1}])
def test_gymnasiums_checks_find_no_fault_in_solitaire(options: dict[str, Any]) -> None:
    register()
    check_env(gymnasium.make("teahouse/Solitaire-v0", **SMALL, **options).unwrapped)


def finish(env: Any, seed: int) -> dict[str, float]:
    """Play at random to the end; return the rewards of every agent."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, is_over, _, _ = env.last()
        earned[agent] += reward
        env.step(None if is_over else rng.choice(np.flatnonzero(seen["action_mask"])))
    return earned


@pytest.mark.parametrize("reward", ["points", "outcome"])
@pytest.mark.parametrize("name", ["battle", "classic", "solitaire"])
def test_rewards_of_agents_follow_the_result(name: str, reward: str) -> None:
    for seed in range(3):
        env = GAMES[name](reward=reward)
        earned = list(finish(env, seed).values())
        result = env.table.result
        if reward == "outcome":
            assert earned == [
                1 if seat in result.winners else -1 if result.winners else 0 for seat in range(len(earned))
            ]
        elif name == "battle":
            assert earned == [result.scores[0] - result.scores[1], result.scores[1] - result.scores[0]]
        else:
            assert earned == list(result.scores)


def test_a_seed_is_the_deal_of_that_name() -> None:
    env = battle_env()
    env.reset(seed=42)
    table = env.table
    assert table.view(Seat(0)) == table.game.view(table.game.deal(b"42"), None)
    env.reset()
    following = table.view(Seat(0))
    env.reset(options={"deal": "tea"})
    assert table.view(Seat(0)) == table.game.view(table.game.deal(b"tea"), None) != following
    env.reset(seed=42)
    env.reset()
    assert table.view(Seat(0)) == following


def test_an_agent_out_of_turn_has_no_legal_action() -> None:
    env = battle_env()
    env.reset(seed=1)
    assert env.observe("player_0")["action_mask"].any()
    assert not env.observe("player_1")["action_mask"].any()


@pytest.mark.parametrize("illegal", [0, -1, 276, None, "b1f9"])
def test_an_illegal_action_loses_in_pettingzoo(illegal: Any) -> None:
    env = battle_env()
    env.reset(seed=1)
    before = env.table.view(Seat(0))
    env.step(illegal)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1.0, "player_1": 0}
    assert env.infos["player_0"] == {"illegal": f"expected a legal action of seat 0, got {illegal!r}"}
    assert env.table.view(Seat(0)) == before
    for agent in env.agent_iter():
        assert env.last()[1] == (-1.0 if agent == "player_0" else 0.0)
        env.step(None)


@pytest.mark.parametrize("illegal", [0, -1, 276, None, "b1f9"])
def test_an_illegal_action_ends_an_episode_in_gymnasium(illegal: Any) -> None:
    env = BattleEnv(seat=0)
    env.reset(seed=1)
    _, reward, is_over, _, info = env.step(illegal)
    assert (reward, is_over) == (-1.0, True)
    assert info == {"illegal": f"expected a legal action of seat 0, got {illegal!r}"}


def test_a_step_before_reset_or_after_the_end_is_refused() -> None:
    env, single = battle_env(), BattleEnv()
    for attempt in (lambda: env.step(0), lambda: env.observe("player_0"), lambda: single.step(0), single.action_masks):
        with pytest.raises(IllegalMove, match="expected reset before"):
            attempt()
    finish(env, 1)
    with pytest.raises(IllegalMove, match="expected reset before a step, got no agent at the table"):
        env.step(None)


@pytest.mark.parametrize("name", ["battle", "classic", "solitaire"])
def test_environments_can_be_pickled(name: str) -> None:
    env = GAMES[name]()
    env.reset(seed=4)
    copy = pickle.loads(pickle.dumps(env))  # noqa: S301 our own
    assert finish(copy, 5) == finish(env, 5)


def test_gymnasium_runs_several_environments_in_parallel() -> None:
    register()
    envs = gymnasium.make_vec("teahouse/Battle-v0", num_envs=3, vectorization_mode="sync")
    seen, _ = envs.reset(seed=1)
    actions = seen["action_mask"].argmax(axis=1)
    seen, rewards, *_ = envs.step(actions)
    assert seen["observation"].shape == (3, 9, 12, 31)
    assert rewards.shape == (3,)
    envs.close()


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_learner_plays_its_opponent_to_the_end(seat: int | None) -> None:
    env = BattleEnv(seat=seat, reward="points")
    seen, _ = env.reset(seed=5)
    total, is_over, info = 0.0, False, dict[str, Any]()
    while not is_over:
        assert np.array_equal(env.action_masks(), seen["action_mask"].astype(bool))
        seen, reward, is_over, _, info = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        total += reward
    assert total == info["scores"][env.learner] - info["scores"][1 - env.learner]
    with pytest.raises(IllegalMove, match="expected reset after the end of the game"):
        env.step(0)


def test_the_rewards_of_practice_sum_to_its_score() -> None:
    env = SolitaireEnv(**SMALL)
    seen, _ = env.reset(seed=2)
    total, is_over, info = 0.0, False, dict[str, Any]()
    while not is_over:
        seen, reward, is_over, _, info = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        total += reward
    assert [total] == info["scores"]


@pytest.mark.parametrize("name", ["battle", "classic", "solitaire"])
def test_every_environment_has_three_render_modes(name: str) -> None:
    pictures: list[Any] = []
    for mode in ("ansi", "svg", "rgb_array"):
        env = GAMES[name](render_mode=mode)
        env.reset(seed=3)
        first = env.render()
        for _ in range(9):
            env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
        pictures += [first, env.render()]
    text, later_text, svg, later_svg, pixels, later_pixels = pictures
    assert text != later_text
    assert "\x1b" not in text
    assert svg.startswith("<svg")
    assert svg != later_svg
    assert pixels.dtype == np.uint8
    assert pixels.shape == (*later_pixels.shape[:2], 3)
    assert not np.array_equal(pixels, later_pixels)


def test_registered_names_are_known_to_both_libraries() -> None:
    register()
    register()
    assert set(gymnasium_places()) <= set(gymnasium.registry)
    assert set(pettingzoo_places()) <= set(pettingzoo.aec_registry)
    assert str(pettingzoo.make("aec", "teahouse/battle-v0")) == "battle_v0"


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (lambda: GAMES["battle"](reward="money"), "expected a reward among outcome, points, got 'money'"),
        (lambda: battle_env(render_mode="human"), "expected a render mode among ansi, rgb_array, svg, got 'human'"),
        (lambda: BattleEnv(opponent="nobody"), "expected a player of battle"),
        (lambda: BattleEnv(first_seat=1), "expected first_seat 0"),
        (lambda: SolitaireEnv(players=2), "expected practice of 1 player, got 2"),
        (lambda: solitaire_env(layout="none"), "expected a layout"),
    ],
)
def test_impossible_options_are_refused_in_one_line(wrong: Callable[[], object], complaint: str) -> None:
    with pytest.raises(InvalidOption, match=complaint) as caught:
        wrong()
    assert "\n" not in str(caught.value)


def test_a_missing_library_is_named_with_the_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "teahouse.lab.envs.aec")
    with pytest.raises(
        MissingExtra, match=r'expected the library pettingzoo, got none \(pip install "teahouse\[lab\]"\)'
    ):
        __import__("teahouse.lab.envs.aec")
