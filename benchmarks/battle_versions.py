"""`perfect` of this checkout against `perfect` of another one, each in processes of its own, with the same seconds.

`python -m benchmarks.battle_versions OTHER/src --seconds 1 --deals 200 --workers 2` plays every deal from both sides.
The other checkout is any commit: `git worktree add OTHER COMMIT`. From `--exact` tiles on both play perfectly, so the
rest of a game is its value, which is searched instead of played.
"""

import argparse
import os
import statistics
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from teahouse.games.battle import Battle, Board, Slot, board_text, parse_board

HERE = Path(__file__).parent.parent / "src"
MEMORY = 256
ROWS = "/"


class Asked(NamedTuple):
    """What every game is played with."""

    seconds: float
    exact: int
    sources: tuple[Path, Path]


class Played(NamedTuple):
    """One game: its deal, who began (0: this checkout), and by how much this checkout won."""

    deal: int
    first: int
    margin: int


class Side:
    """A process that plays for one checkout: a line in with a board, a line out with its answer."""

    def __init__(self, source: Path) -> None:
        """Start it with this package."""
        environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(source), *sys.path[1:]))}
        command = [sys.executable, str(Path(__file__)), "--side"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def ask(self, board: Board, seconds: float = 0.0) -> list[int]:
        """The two slots of its move after so many seconds; without seconds the exact value."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{seconds}|{board_text(board).replace(chr(10), ROWS)}\n")
        self._process.stdin.flush()
        return [int(number) for number in self._process.stdout.readline().split()]

    def end(self) -> None:
        """Stop the process."""
        self._process.kill()
        self._process.wait()


def answer_lines() -> None:
    """Play for one checkout until the input ends."""
    from teahouse.players.battle.bots import think
    from teahouse.players.battle.engine import fitting_engine
    from teahouse.players.player import Budget

    engine = fitting_engine(MEMORY)
    for line in sys.stdin:
        seconds, text = line.rstrip("\n").split("|")
        board = parse_board(text.replace(ROWS, "\n"))
        if not float(seconds):
            print(engine.solve(board).lower, flush=True)
        elif (best := think(engine, board, Budget(seconds=float(seconds))).best) is not None:
            print(best.first, best.second, flush=True)


def play(asked: Asked, sides: Sequence[Side], deal: int, first: int) -> Played:
    """One game; the side `first` begins."""
    board, ahead, mover = Battle().deal(b"match %d" % deal).board, 0, first
    while board.left() > asked.exact and board.pairs():
        one, two = (Slot(slot) for slot in sides[mover].ask(board, asked.seconds))
        ahead += board.points(one) * (1 - 2 * mover)
        board, mover = board.without(one, two), 1 - mover
    rest = sides[0].ask(board)[0] if board.pairs() else 0
    return Played(deal, first, ahead + rest * (1 - 2 * mover))


def play_deals(asked: Asked, deals: Iterable[int]) -> list[Played]:
    """Every deal from both sides, one after the other."""
    sides = [Side(source) for source in asked.sources]
    try:
        return [play(asked, sides, deal, first) for deal in deals for first in (0, 1)]
    finally:
        for side in sides:
            side.end()


def told(games: Sequence[Played]) -> str:
    """What the games say: by game, and by deal over both sides.

    >>> told([Played(0, 0, 4), Played(0, 1, -2), Played(1, 0, 3), Played(1, 1, -3)])
    '4 games: 2 won, 0 drawn, 2 lost, +0.5 ± 3.4 points; 2 deals: 1 won, 1 drawn, 0 lost'
    """
    margins = [game.margin for game in games]
    deals: dict[int, int] = {}
    for game in games:
        deals[game.deal] = deals.get(game.deal, 0) + game.margin
    error = 1.96 * statistics.stdev(margins) / len(margins) ** 0.5
    points = f"{statistics.mean(margins):+.1f} ± {error:.1f} points"
    return f"{len(games)} games: {_counts(margins)}, {points}; {len(deals)} deals: {_counts(list(deals.values()))}"


def _counts(margins: Sequence[int]) -> str:
    won, drawn = sum(margin > 0 for margin in margins), sum(margin == 0 for margin in margins)
    return f"{won} won, {drawn} drawn, {len(margins) - won - drawn} lost"


def main() -> None:
    """Play the match and tell how it ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, help="the folder src of another checkout")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds a move (1)")
    parser.add_argument("--deals", type=int, default=10, help="deals, each played from both sides (10)")
    parser.add_argument("--workers", type=int, default=1, help="games at once (1)")
    parser.add_argument("--exact", type=int, default=72, help="tiles from which the value is searched (72)")
    args = parser.parse_args()
    if not (args.other / "teahouse").is_dir():
        parser.error(f"expected a folder with the package teahouse in it, got {args.other}")
    asked = Asked(args.seconds, args.exact, (HERE, args.other.resolve()))
    with ThreadPoolExecutor(args.workers) as pool:
        shares = [range(worker, args.deals, args.workers) for worker in range(args.workers)]
        games = [game for found in pool.map(partial(play_deals, asked), shares) for game in found]
    print(told(games))


if __name__ == "__main__":
    answer_lines() if sys.argv[1:] == ["--side"] else main()
