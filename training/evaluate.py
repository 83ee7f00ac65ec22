"""Measures a network against players of a level at all other seats, on the same walls in all seats, on all cores."""

import argparse
import multiprocessing
import os
from functools import partial
from itertools import product

import numpy as np

from teahouse.games.classic.rulesets.ruleset import load_ruleset
from teahouse.players.classic.deals import RotatedDeals, Walls, rotated
from teahouse.players.classic.learned.network import fill_network, new_learner

PART = 100
"""How many walls a process plays at a time."""


def measure(file: str, others: str, ruleset: str, seed: int) -> RotatedDeals:
    """What the network received on some walls."""
    learner = new_learner()
    fill_network(learner.network, np.load(file).astype(np.float32))
    return rotated("master", others, Walls(PART, seed, load_ruleset(ruleset)), learner)


def main() -> None:
    """Print points, the lead in capped points, and wins, with their intervals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", help="the file that training.master wrote")
    parser.add_argument("--walls", type=int, default=8000, help=f"in parts of {PART}")
    parser.add_argument("--seed", type=int, default=90_000)
    parser.add_argument("--against", default="expert", help="levels, with commas between them")
    parser.add_argument("--rulesets", default="british", help="rulesets, with commas between them")
    arguments = parser.parse_args()
    seeds = [arguments.seed + number for number in range(arguments.walls // PART)]
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        for ruleset, others in product(arguments.rulesets.split(","), arguments.against.split(",")):
            parts = pool.map(partial(measure, arguments.network, others, ruleset), seeds, chunksize=1)
            points, ahead, won = (np.concatenate(rows) for rows in zip(*parts, strict=True))
            error = [1.96 * each.std(ddof=1) / len(each) ** 0.5 for each in (points, ahead)]
            print(
                f"{ruleset}, against {others}, {len(points)} walls: "
                f"{points.mean():+.1f} ± {error[0]:.1f} points a deal, "
                f"ahead of them by {ahead.mean():+.1f} ± {error[1]:.1f} with points capped, wins {won.mean():.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
