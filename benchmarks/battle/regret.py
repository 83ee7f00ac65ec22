"""`python -m benchmarks.battle.regret --nodes 5000000`: how many points does `perfect` give away in large positions?

`moves.txt` holds 510 positions of 86 to 104 tiles whose every move was solved by `gpu.cu`. `perfect`
chooses a move in each of them with so many nodes; its regret is what the move is worth less than the best one.
`--part 5` takes every fifth position.
"""

import argparse
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from teahouse.games.battle import Battle, Board, TakePair
from teahouse.lab.envs.battle.uci import read_rows
from teahouse.players.battle.engine import fitting_engine
from teahouse.players.battle.thinking import think
from teahouse.players.player import Budget

FILE: Final = Path(__file__).parent / "moves.txt"
MEMORY: Final = 256
LONG: Final = 600.0


class SolvedMoves(NamedTuple):
    """A board, and what each of its moves is worth; moves that are eight points or more behind count alike."""

    board: Board
    worth: dict[TakePair, int]

    def regret(self, move: TakePair) -> int:
        """The points that a move gives away."""
        return max(self.worth.values()) - self.worth[move]


def solved_moves() -> Iterator[SolvedMoves]:
    """All positions of the file."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            rows, *moves = line.split()
            yield SolvedMoves(read_rows(rows), {_taken(move[:4]): int(move[4:]) for move in moves})


def _taken(text: str) -> TakePair:
    move = Battle().parse_move(text)
    assert isinstance(move, TakePair)
    return move


def regrets(positions: Sequence[SolvedMoves], nodes: int) -> list[int]:
    """What `perfect` gives away in each position with this many nodes."""
    engine = fitting_engine(MEMORY)
    found = [think(engine, position.board, Budget(seconds=LONG, nodes=nodes)).best for position in positions]
    return [position.regret(move) for position, move in zip(positions, found, strict=True) if move is not None]


def main() -> None:
    """Print the mean regret by tiles, and of all positions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--nodes", type=int, default=5_000_000, help="nodes for each choice (5,000,000: about a second)"
    )
    parser.add_argument("--part", type=int, default=1, help="one of so many positions (1: all)")
    args = parser.parse_args()
    positions = list(solved_moves())[:: args.part]
    given: dict[str, list[int]] = {}
    for position, regret in zip(positions, regrets(positions, args.nodes), strict=True):
        for name in (f"{position.board.left()} tiles", "all"):
            given.setdefault(name, []).append(regret)
    for name, found in sorted(given.items(), key=lambda each: (len(each[0]), each[0]), reverse=True):
        print(line(name, found))


def line(name: str, regrets: Sequence[int]) -> str:
    """A row of the report, with an interval of 95 %.

    >>> line("all", [0, 0, 2, 0])
    'all: 4 positions, regret 0.50 ± 0.98, a best move in 75 %'
    """
    mean, error = statistics.mean(regrets), 1.96 * statistics.stdev(regrets) / len(regrets) ** 0.5
    best = 100 * sum(regret == 0 for regret in regrets) / len(regrets)
    return f"{name}: {len(regrets)} positions, regret {mean:.2f} ± {error:.2f}, a best move in {best:.0f} %"


if __name__ == "__main__":
    main()
