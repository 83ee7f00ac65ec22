"""`python -m benchmarks.classic.ladder [WALLS [SEED [PLAYER OTHERS [RULESET]]]]`: the levels of Classic side by side.

Each wall is played in the kernel once with the player in each seat. Walls come in parts of 500, the first
from the seed, each other from the next one, so that more walls of the same seed go on where fewer ended.
"""

import sys
import time
from typing import Any

import numpy as np

from teahouse.games.classic.rulesets.ruleset import load_ruleset
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
        print(ladder_row(player, others, Walls(walls, seed, load_ruleset(*sys.argv[5:6]))), flush=True)


def ladder_row(player: str, others: str, walls: Walls) -> str:
    """One line for one player against others of another level."""
    many, seed, ruleset = walls
    started = time.process_time()
    parts = [
        rotated(player, others, Walls(min(PART, many - first), seed + first // PART, ruleset))
        for first in range(0, many, PART)
    ]
    points, ahead, won = (np.concatenate(rows) for rows in zip(*parts, strict=True))
    seats = 4 if ruleset is None else ruleset.players
    pace = seats * many / (time.process_time() - started)
    return (
        f"{player} against {seats - 1} {others}: {interval(points)} points a deal, "
        f"ahead of them by {interval(ahead)} with points capped, "
        f"wins {won.mean():.3f} ({many} walls from seed {seed} on, each from every seat, {pace:,.0f} deals a second)"
    )


def interval(numbers: Any) -> str:
    """A mean with its 95 % interval."""
    return f"{numbers.mean():+.1f} ± {1.96 * numbers.std(ddof=1) / len(numbers) ** 0.5:.1f}"


if __name__ == "__main__":
    main()
