"""Learning environments: steps a second of random moves, beside RLCard, OpenSpiel, Pgx and PettingZoo games."""

import os
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np

from benchmarks.measure import Figure, rates
from benchmarks.solitaire.play import plain_moves
from teahouse.lab.envs.battle.batch import BattleBatch
from teahouse.lab.envs.battle.env import battle_env
from teahouse.lab.envs.solitaire.batch import SolitaireBatch

GAMES = 1024
BATCHES = 200
STEPS = 1500
SPIEL_STEPS = 20_000
SPIEL_GAMES = (
    "breakthrough",
    "checkers",
    "clobber",
    "connect_four",
    "hex",
    "mancala",
    "oware",
    "othello",
    "tic_tac_toe",
)
"""OpenSpiel's board games for two with everything in sight, of which the fastest is the peer."""


def figures() -> Iterator[Figure]:
    """Batches beside single games of others, and one game beside one game."""
    batch, rlcard = rates(_battle_batches, _rlcard_steps(), rounds=3)
    yield Figure(
        "Battle in batches of 1024, random moves",
        "steps/s",
        batch,
        rlcard,
        f"rlcard {version('rlcard')} mahjong",
        20.0,
        "both play random legal actions; finished games are dealt again",
    )
    batch, *spiel = rates(_battle_batches, *(partial(_spiel_steps, name) for name in SPIEL_GAMES), rounds=3)
    fastest = int(np.argmax(spiel))
    yield Figure(
        "Battle in batches of 1024, random moves",
        "steps/s",
        batch,
        spiel[fastest],
        f"open_spiel {version('open_spiel')} {SPIEL_GAMES[fastest]}",
        5.0,
        f"the fastest of {len(SPIEL_GAMES)} board games, called from Python",
    )
    if find_spec("pgx") is not None:
        batch, pgx = rates(_battle_batches, _pgx_batches(), rounds=3)
        name = f"pgx {version('pgx')} connect_four on jax {version('jax')}"
        yield Figure(
            "Battle in batches of 1024, random moves", "steps/s", batch, pgx, name, note="both in batches, on the CPU"
        )
    ours, peer = rates(_battle_agents, _connect_four())
    yield Figure(
        "Battle through PettingZoo, random moves",
        "steps/s",
        ours,
        peer,
        f"pettingzoo {version('pettingzoo')} connect_four_v3",
        1.0,
        "both call last, choose a random legal action and call step",
    )
    shown, agents = rates(_shown_batches, _battle_agents, rounds=3)
    yield Figure(
        "Battle in batches, with action masks and observation planes",
        "steps/s",
        shown,
        agents,
        "our own environment through PettingZoo",
        note="with the same observations",
    )
    boards, plain = rates(_solitaire_batches, partial(plain_moves, "turtle"), rounds=3)
    yield Figure(
        "Solitaire in batches of 256, the Turtle, random moves",
        "steps/s",
        boards,
        plain,
        "our own rules in Python",
        note="without hints and shuffles",
    )


def _battle_batches() -> int:
    batch = BattleBatch(GAMES, seed=1)
    for _ in range(BATCHES):
        batch.step(batch.random_actions())
        batch.deal_again()
    return GAMES * BATCHES


def _shown_batches() -> int:
    batch = BattleBatch(GAMES, seed=1)
    for _ in range(BATCHES // 10):
        batch.observations()
        batch.legal()
        batch.step(batch.random_actions())
        batch.deal_again()
    return GAMES * (BATCHES // 10)


def _solitaire_batches() -> int:
    batch = SolitaireBatch(GAMES // 4, seed=1)
    for _ in range(BATCHES):
        batch.step(batch.random_actions())
        batch.deal_again()
    return GAMES // 4 * BATCHES


def _rlcard_steps() -> Callable[[], int]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rlcard: Any = import_module("rlcard")
    env: Any = rlcard.make("mahjong", config={"seed": 1})

    def play() -> int:
        rng, count = random.Random(1), 0
        while count < STEPS:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                count += 1
        return count

    return play


def _spiel_steps(name: str) -> int:
    spiel: Any = import_module("pyspiel")
    game, rng, count = spiel.load_game(name), random.Random(1), 0
    while count < SPIEL_STEPS:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            count += 1
    return count


def _pgx_batches() -> Callable[[], int]:
    """Pgx brings JAX, which is too heavy for every check: it is measured where `make bench` has installed it."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    jax: Any = import_module("jax")
    env: Any = import_module("pgx").make("connect_four")
    auto_reset: Any = import_module("pgx.experimental.wrappers").auto_reset
    step, steps = jax.vmap(auto_reset(env.step, env.init)), BATCHES // 4

    def turn(state: Any, key: Any) -> tuple[Any, None]:
        choosing, dealing = jax.random.split(key)
        chances = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choosing, chances, axis=-1)
        return step(state, actions, jax.random.split(dealing, GAMES)), None

    def played(state: Any, key: Any) -> Any:
        return jax.lax.scan(turn, state, jax.random.split(key, steps))[0]

    key, compiled = jax.random.PRNGKey(1), jax.jit(played)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES))

    def play() -> int:
        jax.block_until_ready(compiled(state, key))
        return GAMES * steps

    return play


def _battle_agents() -> int:
    return _agent_steps(battle_env())


def _connect_four() -> Callable[[], int]:
    """PettingZoo imports pygame only to open windows, which this does not: an empty module replaces it."""
    sys.modules.setdefault("pygame", ModuleType("pygame"))
    module: Any = import_module("pettingzoo.classic.connect_four_v3")
    return lambda: _agent_steps(module.env())


def _agent_steps(env: Any) -> int:
    rng, count = random.Random(1), 0
    while count < STEPS:
        env.reset(seed=count)
        for _ in env.agent_iter():
            seen, _, is_over, is_cut, _ = env.last()
            env.step(None if is_over or is_cut else rng.choice(seen["action_mask"].nonzero()[0].tolist()))
            count += 1
    return count
