"""Measures a network against three players of a level, on the same walls in all four seats, on all cores."""

import argparse
import multiprocessing
import os
from functools import partial
from typing import Any

import numpy as np

from teahouse.players.classic.deals import play_deals
from teahouse.players.classic.learned.network import fill_network, new_learner

CAP = 300


def measure(file: str, others: str, job: tuple[int, int]) -> Any:
    """What the network received on each wall: in points, in capped points, and the share of wins."""
    seed, walls = job
    learner = new_learner()
    fill_network(learner.network, np.load(file).astype(np.float32))
    found = np.zeros((4, walls))
    for seat in range(4):
        played = play_deals(walls, ["master" if at == seat else others for at in range(4)], seed, None, learner)
        points = played.receipts[:, seat]
        capped = np.clip(played.receipts, -CAP, CAP)
        ahead = capped[:, seat] - np.delete(capped, seat, 1).mean(1)
        found += np.array([points, capped[:, seat], ahead, played.winners == seat]) / 4
    return found


def main() -> None:
    """Print points, capped points and wins with their intervals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", help="the file that training.master wrote")
    parser.add_argument("--walls", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=90_000)
    parser.add_argument("--against", default="expert")
    arguments = parser.parse_args()
    step = 100
    jobs = [(arguments.seed + number, step) for number in range(arguments.walls // step)]
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        for others in arguments.against.split(","):
            parts = pool.map(partial(measure, arguments.network, others), jobs, chunksize=1)
            found = np.concatenate(parts, 1)
            error = 1.96 * found.std(1, ddof=1) / found.shape[1] ** 0.5
            print(
                f"against three {others}, {found.shape[1]} walls: points {found[0].mean():+.1f} ± {error[0]:.1f}, "
                f"capped {found[1].mean():+.1f} ± {error[1]:.1f}, ahead of them in capped points by "
                f"{found[2].mean():+.1f} ± {error[2]:.1f}, wins {found[3].mean():.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
