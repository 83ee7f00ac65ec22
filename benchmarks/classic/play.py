"""Classic by its rules in Python: whole deals of random moves, beside RLCard without scoring and bonus tiles."""

import random
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from typing import Any

from benchmarks.measure import Figure, rates
from teahouse.games.classic import Classic

DEALS = 20


def figures() -> Iterator[Figure]:
    """Deals a second: ours asks every seat after every discard and scores the winner."""
    ours, peer = rates(_classic_deals, rlcard_games())
    yield Figure(
        "Classic, whole deals of random moves by the rules in Python",
        "deals/s",
        ours,
        peer,
        f"rlcard {version('rlcard')}",
        2.0,
        "ours asks every seat for claims, has bonus tiles and scores the winner; the peer does not",
    )


def _classic_deals() -> int:
    game, rng = Classic(), random.Random(1)
    for deal in range(DEALS):
        state = game.deal(b"bench %d" % deal)
        while waiting := game.to_move(state):
            state, _ = game.apply(state, waiting[0], rng.choice(game.legal_moves(state, waiting[0])))
    return DEALS


def rlcard_games() -> Callable[[], int]:
    """RLCard playing games at random."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rlcard: Any = import_module("rlcard")
    env: Any = rlcard.make("mahjong", config={"seed": 1})

    def play() -> int:
        rng = random.Random(1)
        for _ in range(DEALS):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
        return DEALS

    return play
