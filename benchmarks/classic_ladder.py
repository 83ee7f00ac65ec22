"""`python -m benchmarks.classic_ladder [WALLS [SEED [PLAYER OTHERS]]]`: the levels of Classic beside one another.

Each wall is played four times in the kernel, once with the player in each seat. Walls come in parts of 500, the first
from the seed, each other from the next one, so that more walls of the same seed go on where fewer ended.
"""

import sys
import time
from typing import Any

import numpy as np

from teahouse.players.classic.deals import Walls, rotated

LADDER = (
    ("easy", "random"),
    ("simple", "easy"),
    ("medium", "easy"),
    ("hard", "medium"),
    ("expert", "medium"),
    ("expert", "hard"),
    ("medium", "simple"),
    ("hard", "simple"),
    ("expert", "simple"),
    ("master", "expert"),
    ("master", "medium"),
)
PART = 500


def main() -> None:
    """Print points a deal with their 95 % intervals."""
    walls = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for player, others in [(sys.argv[3], sys.argv[4])] if len(sys.argv) > 4 else LADDER:
        print(told(player, others, walls, seed), flush=True)


def told(player: str, others: str, walls: int, seed: int) -> str:
    """One line for one player against three of another."""
    started = time.process_time()
    parts = [
        rotated(player, others, Walls(min(PART, walls - first), seed + first // PART))
        for first in range(0, walls, PART)
    ]
    points, ahead, won = (np.concatenate(rows) for rows in zip(*parts, strict=True))
    pace = 4 * walls / (time.process_time() - started)
    return (
        f"{player} against three {others}: {interval(points)} points a deal, "
        f"ahead of them by {interval(ahead)} with points capped, "
        f"wins {won.mean():.3f} ({walls} walls from seed {seed} on, each from every seat, {pace:,.0f} deals a second)"
    )


def interval(numbers: Any) -> str:
    """A mean with its 95 % interval."""
    return f"{numbers.mean():+.1f} ± {1.96 * numbers.std(ddof=1) / len(numbers) ** 0.5:.1f}"


if __name__ == "__main__":
    main()
