"""`python -m benchmarks.battle.tune`: learn the evaluation of Battle from solved positions, and write it down.

Positions come from random play; the engine solves them exactly; least squares fits the weights of the open pairs, of
an odd and an even number of pairs, and of the number of choices. The result is a small file beside the players.
"""

import argparse
from pathlib import Path

import msgspec
import numpy as np

from benchmarks.battle.positions import random_position
from teahouse.games.battle import Board
from teahouse.kernels.battle import evaluation
from teahouse.kernels.battle import moves as layout
from teahouse.kernels.battle.field import KINDS
from teahouse.players.battle import weights as battle_weights
from teahouse.players.battle.engine import Engine
from teahouse.players.battle.packed import packed
from teahouse.players.battle.weights import Weights

TILES = (36, 38, 44, 46, 52, 54)
FILE = Path(battle_weights.__file__).with_name(battle_weights.WEIGHTS_FILE)


def main() -> None:
    """Solve, fit, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=2000, help="of each number of tiles")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    engine = Engine(256, 1)
    boards = [
        random_position(f"tune {args.seed} {number}", tiles) for tiles in TILES for number in range(args.positions)
    ]
    values = np.array([engine.solve(board).value for board in boards], np.float64)
    looks = np.array([features(board) for board in boards], np.float64)
    found, *_ = np.linalg.lstsq(looks, values, rcond=None)
    rest = values - looks @ found
    weights = tuple(round(evaluation.UNIT * float(weight)) for weight in found)
    FILE.write_bytes(msgspec.json.encode(Weights(weights, len(boards), TILES, args.seed)) + b"\n")
    print(f"{len(boards)} positions, values {values.mean():.2f} ± {values.std():.2f}")
    print(f"explained {1 - rest.var() / values.var():.1%}, off by {rest.std():.2f} points")
    print(f"weights {weights}")


def features(board: Board) -> list[int]:
    """The features of a position for the evaluation, in the order of its weights."""
    root = packed(board).root
    opened = [
        kind // layout.SUITS + 1
        for kind in range(KINDS - 1, -1, -1)
        for mask in (int(root.once), int(root.twice))
        if mask >> kind & 1
    ]
    seen = [0] * evaluation.WEIGHTS
    seen[: evaluation.RANKED] = (opened + [0] * evaluation.RANKED)[: evaluation.RANKED]
    seen[evaluation.ODD if root.pairs & 1 else evaluation.EVEN] = 1
    seen[-1] = int(root.choices) >> 6
    return seen


if __name__ == "__main__":
    main()
