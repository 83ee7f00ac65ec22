"""Batches as Gymnasium's vector environments."""

from typing import Any

import numpy as np
import pytest

from teahouse.core.errors import InvalidOption
from teahouse.core.seats import Seat
from teahouse.games.solitaire import Solitaire
from teahouse.lab.envs.battle.vector import BattleVector
from teahouse.lab.envs.codec import MASK, PLANES
from teahouse.lab.envs.solitaire.codec import SolitaireCodec
from teahouse.lab.envs.solitaire.vector import SolitaireVector

SMALL = "z0 y0/2: 0-10\nz1 y1: 2-8"


def drawn(masks: Any, rng: np.random.Generator) -> Any:
    return np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


@pytest.mark.parametrize(
    "make", [lambda: BattleVector(7), lambda: SolitaireVector(5, layout=SMALL)], ids=["battle", "solitaire"]
)
def test_observations_and_actions_are_in_their_spaces_and_follow_the_seed(make: Any) -> None:
    first, same = make(), make()
    rng = np.random.default_rng(1)
    seen, _ = first.reset(seed=3)
    again, _ = same.reset(seed=3)
    for _ in range(40):
        assert all(np.array_equal(seen[key], again[key]) for key in seen)
        assert first.observation_space.contains(seen)
        actions = drawn(seen[MASK], rng)
        assert first.action_space.contains(actions)
        (seen, rewards, *_), (again, other, *_) = first.step(actions), same.step(actions)
        assert np.array_equal(rewards, other)


@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize("reward", ["outcome", "points"])
def test_rewards_follow_the_result_of_battle(seat: int | None, reward: Any) -> None:
    env = BattleVector(6, opponent="random", seat=seat, reward=reward)
    rng = np.random.default_rng(2)
    seen, _ = env.reset(seed=8)
    total, games = np.zeros(6), env._batch  # pyright: ignore[reportPrivateUsage]
    is_over = np.zeros(6, bool)
    while not is_over.any():
        assert (seen[PLANES][:, :, :, 30] == 1).all()
        seen, rewards, is_over, is_cut, _ = env.step(drawn(seen[MASK], rng))
        assert not is_cut.any()
        total += rewards
    lead = games.scores[np.arange(6), env.learner] - games.scores[np.arange(6), 1 - env.learner]
    expected = np.sign(lead) if reward == "outcome" else lead
    assert np.array_equal(total[is_over], expected[is_over])
    after, rewards, now_over, _, _ = env.step(drawn(seen[MASK], rng))
    assert not rewards[is_over].any()
    assert not now_over[is_over].any()
    assert after[MASK][is_over].any(axis=1).all()


def test_observations_are_those_of_the_codec() -> None:
    env = SolitaireVector(4, layout=SMALL)
    batch = env._batch  # pyright: ignore[reportPrivateUsage]
    game, codec = Solitaire(batch.rules), SolitaireCodec(batch.rules)
    seen, _ = env.reset(seed=5)
    states = [game.start(batch.tiles(number)) for number in range(4)]
    rng = np.random.default_rng(1)
    is_over = np.zeros(4, bool)
    while not is_over.any():
        for number, state in enumerate(states):
            expected = codec.observation(game.view(state, Seat(0)), Seat(0))
            assert all(np.array_equal(seen[key][number], expected[key]) for key in expected)
        actions = drawn(seen[MASK], rng)
        states = [
            game.apply(state, Seat(0), codec.move(None, int(action)))[0]
            for state, action in zip(states, actions, strict=True)
        ]
        seen, _, is_over, _, _ = env.step(actions)


@pytest.mark.parametrize("make", [lambda: BattleVector(3), lambda: SolitaireVector(3)], ids=["battle", "solitaire"])
def test_an_illegal_action_ends_its_own_game_alone(make: Any) -> None:
    env = make()
    seen, _ = env.reset(seed=1)
    actions = drawn(seen[MASK], np.random.default_rng(1))
    actions[1] = -1
    seen, rewards, is_over, _, _ = env.step(actions)
    assert is_over.tolist() == [False, True, False]
    assert rewards[1] == -1
    seen, rewards, is_over, _, _ = env.step(drawn(seen[MASK], np.random.default_rng(1)))
    assert (rewards[1], is_over[1]) == (0, False)


def test_games_without_a_batch_are_refused() -> None:
    with pytest.raises(InvalidOption, match="expected an opponent among greedy, random, got 'hard'"):
        BattleVector(2, opponent="hard")
    with pytest.raises(InvalidOption, match="expected 2 actions"):
        BattleVector(2).step([1])
