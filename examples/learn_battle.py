"""Learn to beat `greedy` at Battle, from nothing, on one core: python examples/learn_battle.py [--steps 3000]

The learner values a position by what is free: for each of the nine ranks, how many kinds have one, two, three or four
free tiles, and one number more, 37 weights in all. It plays both seats of a thousand games at once, tries every action,
and takes the one with the best points now less the opponent's prospects after it. Each position's value is then moved
towards what that action promises (temporal differences). It gets no examples of good moves.
"""

import argparse
import math
import time

import numpy as np
from numpy.typing import NDArray

from teahouse.lab.envs.battle.batch import BattleBatch

Floats = NDArray[np.float64]
RANKS = 9
COUNTS = 4
FEATURES = RANKS * COUNTS + 1
CURIOSITY = 0.1
RATE = 0.02


def features(batch: BattleBatch) -> Floats:
    """How many kinds of each rank have one to four free tiles, and a constant 1."""
    free = batch.free_counts.reshape(len(batch), 3, RANKS)
    counts = [(free == number).sum(axis=1) for number in range(1, COUNTS + 1)]
    return np.concatenate([*counts, np.ones((len(batch), 1))], axis=1, dtype=np.float64)


def best_actions(batch: BattleBatch, weights: Floats) -> tuple[NDArray[np.int64], Floats]:
    """The best action in every game, and its value: points now minus the opponent's prospects."""
    games, actions = np.nonzero(batch.legal())
    after = batch.select(games)
    points, over = after.step(actions)
    promised = points.astype(np.float64) - np.where(over, 0.0, features(after) @ weights)
    order = np.lexsort((promised, games))
    last = np.flatnonzero(np.append(np.diff(games[order]), 1))
    return actions[order[last]], promised[order[last]]


def learn(steps: int, seed: int, games: int = 1024) -> Floats:
    """The weights after this many steps of this many games against itself."""
    batch, rng, weights = BattleBatch(games, seed), np.random.default_rng(seed), np.zeros(FEATURES)
    for step in range(steps):
        seen = features(batch)
        actions, promised = best_actions(batch, weights)
        error = promised - seen @ weights
        weights += RATE / (1 + 4 * step / steps) * seen.T @ error / games
        curious = rng.random(games) < CURIOSITY
        batch.step(np.where(curious, batch.random_actions(), actions))
        batch.deal_again()
    return weights


def share_won(weights: Floats, deals: int, seed: int) -> float:
    """The share of games won against `greedy`, a draw being half, on deals that each side begins once."""
    won = 0.0
    for learner in (0, 1):
        batch = BattleBatch(deals, seed)
        while len(batch):
            turn = batch.mover == learner
            batch.step(np.where(turn, best_actions(batch, weights)[0], batch.greedy_actions()))
            lead = (batch.scores[:, learner] - batch.scores[:, 1 - learner])[batch.over]
            won += float((np.sign(lead) + 1).sum()) / 2
            batch = batch.select(~batch.over)
    return won / (2 * deals)


def main() -> None:
    """Learn, and print how well it went."""
    parser = argparse.ArgumentParser(description="learn to beat greedy at Battle")
    parser.add_argument("--steps", type=int, default=3000, help="steps of learning (3000)")
    parser.add_argument("--deals", type=int, default=2000, help="deals to be judged by, each played twice (2000)")
    parser.add_argument("--seed", type=int, default=1, help="luck of learning (1); the judge's is another")
    given = parser.parse_args()
    started = time.perf_counter()
    print(f"before learning: {report(np.zeros(FEATURES), given.deals, given.seed)}")
    weights = learn(given.steps, given.seed)
    print(f"learned for {time.perf_counter() - started:.0f} seconds")
    print(f"after learning: {report(weights, given.deals, given.seed)}")


def report(weights: Floats, deals: int, seed: int) -> str:
    """The share won, with its 95 % interval; it counts deals, because the games of one deal are not independent."""
    share = share_won(weights, deals, seed + 1_000_000)
    margin = 1.96 * math.sqrt(max(share * (1 - share), 1 / deals) / deals)
    return f"{share:.1%} of games against greedy won (95 % interval {share - margin:.1%} to {share + margin:.1%})"


if __name__ == "__main__":
    main()
