"""`python -m benchmarks.battle.features`: how much of a Battle position's value can be predicted without solving it?

Positions of random play are solved; ridge regression on sets of features guesses their values; five-fold
cross-validation tells the share of the differences that each set explains on positions it has not learned from. The
looks are searches of some plies with today's evaluation at the end, the narrow searches play a game with fewer moves to
its end. With `--deals FILE` the positions are the whole deals that a campaign has solved (see `battle.deals`).
"""

import argparse
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.battle.claims import ALL_TILES, Ledger
from benchmarks.battle.deals import solved
from benchmarks.battle.positions import exchange, random_position
from benchmarks.battle.tune import TILES
from benchmarks.battle.tune import features as seen_today
from teahouse.games.battle import Board
from teahouse.games.battle.board import VALUES
from teahouse.players.battle.engine import Engine
from teahouse.players.battle.solution import Solution

LOOKS = (2, 6, 10, 14)
NARROW = (4, 8)
MOST_DEALS = 10_000
FOLDS = 5
RIDGE = 10.0
MOST_VALUE = 9
BEST_EXCHANGES = 3

Vector = NDArray[np.float64]
Features = Callable[[Board], list[int]]
Search = Callable[[Engine, Board], Solution]


def today(board: Board) -> list[int]:
    """The features of the current evaluation."""
    return seen_today(board)


def by_parity(board: Board) -> list[int]:
    """The same features, with separate weights for an odd number of pairs."""
    odd = board.left() // 2 % 2
    return [*seen_today(board), *(odd * seen for seen in seen_today(board))]


def by_value(board: Board) -> list[int]:
    """The same features and, for each value of a pair, the numbers of open, half open and hidden pairs."""
    free, left = Counter(tile for tile, _ in board.free()), Counter(board.tiles())
    counts = [[0] * MOST_VALUE for _ in range(3)]
    for tile, number in left.items():
        opened = free[tile] // 2
        for row, count in zip(counts, (opened, free[tile] % 2, number // 2 - opened), strict=True):
            row[VALUES[tile] - 1] += count
    return [*by_parity(board), *(count for row in counts for count in row)]


def exchanges(board: Board) -> list[int]:
    """The same as `by_parity`, and the best exchanges."""
    found = sorted((exchange(board, *pair) for pair in board.pairs()), reverse=True)
    return [*by_parity(board), *(found + [-MOST_VALUE] * BEST_EXCHANGES)[:BEST_EXCHANGES], len(found)]


def looking(plies: int) -> Search:
    """A search of this many plies."""
    return lambda engine, board: engine.look(board, plies)


def narrow(plies: int) -> Search:
    """A narrow search with all moves for this many plies."""
    return lambda engine, board: engine.narrow(board, plies)


SETS: dict[str, Features] = {
    "the evaluation's own": today,
    "the same, by parity": by_parity,
    "and pairs open, half open and hidden by value": by_value,
    "by parity, and the best exchanges": exchanges,
}
SEARCHES: dict[str, Search] = {
    **{f"the evaluation's own, and a look of {plies} plies": looking(plies) for plies in LOOKS},
    **{f"the evaluation's own, and a narrow search of {plies} plies": narrow(plies) for plies in NARROW},
}


def explained(seen: Vector, values: Vector) -> float:
    """The share of the differences between values that these features explain, on positions left out in turn."""
    fold = np.arange(len(values)) % FOLDS
    guessed = np.zeros(len(values))
    for number in range(FOLDS):
        known = fold != number
        around, middle = seen - seen[known].mean(axis=0), values[known].mean()
        inner = around[known].T @ around[known] + RIDGE * np.eye(seen.shape[1])
        weights = np.asarray(np.linalg.solve(inner, around[known].T @ (values[known] - middle)), np.float64)
        guessed[~known] = around[~known] @ weights + middle
    return 1 - float(((values - guessed) ** 2).mean() / values.var())


def positions(tiles: tuple[int, ...], number: int) -> tuple[list[Board], Vector]:
    """Positions of random play, `number` of them for each number of tiles, and their values."""
    engine = Engine(64)
    boards = [random_position(f"features {index}", left) for index in range(number) for left in tiles]
    return boards, np.array([engine.solve(board).lower for board in boards], np.float64)


def solved_deals(file: Path) -> tuple[list[Board], Vector]:
    """The whole deals that a campaign has solved, and their values."""
    rows = list(solved(Ledger(file), ALL_TILES, MOST_DEALS))
    return [deal.board for deal, _ in rows], np.array([found.lower for _, found in rows], np.float64)


def main() -> None:
    """Solve positions and print a row for each set of features and each search."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=500, help="of each number of tiles")
    parser.add_argument("--tiles", type=int, nargs="+", default=TILES, help="tiles left")
    parser.add_argument("--deals", type=Path, help="the file of a campaign: its solved deals instead")
    args = parser.parse_args()
    found = positions(tuple(args.tiles), args.positions) if args.deals is None else solved_deals(args.deals)
    boards, values = found
    print(f"{len(boards)} positions, values {values.mean():.2f} ± {values.std():.2f}\n")
    print("| features | number | explained | nodes a position |\n|---|---|---|---|")
    for name, features in SETS.items():
        seen = np.array([features(board) for board in boards], np.float64)
        print(f"| {name} | {seen.shape[1]} | {explained(seen, values):.1%} | |", flush=True)
    engine = Engine(64)
    for name, search in SEARCHES.items():
        solutions = [search(engine, board) for board in boards]
        seen = np.array(
            [[*today(board), each.lower] for board, each in zip(boards, solutions, strict=True)], np.float64
        )
        nodes = sum(each.nodes for each in solutions) // len(boards)
        print(f"| {name} | {seen.shape[1]} | {explained(seen, values):.1%} | {nodes:,} |", flush=True)


if __name__ == "__main__":
    main()
