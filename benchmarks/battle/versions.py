"""Battle of this checkout beside Battle of another one, each in processes of its own.

`python -m benchmarks.battle.versions OTHER/src --seconds 1 --deals 200 --workers 2` lets `perfect` play `perfect` with
the same seconds, every deal from both sides. The other checkout is any commit: `git worktree add OTHER COMMIT`. From
`--exact` tiles on both play perfectly, so the rest of a game is its value, which is searched instead of played.
`python -m benchmarks.battle.versions OTHER/src --solve 90` lets both engines solve the same positions of so many tiles,
in turns.
"""

import argparse
import importlib
import importlib.util
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from benchmarks.battle.positions import random_position
from teahouse.games.battle import Battle, Board, Slot, board_text, parse_board

if TYPE_CHECKING:
    from teahouse.players.battle.engine import Engine
    from teahouse.players.battle.solution import Solution
    from teahouse.players.player import Budget

    Think = Callable[[Engine, Board, Budget], Solution]

HERE = Path(__file__).parents[2] / "src"
MEMORY = 256
SOLVING_MEMORY = 1024
POSITIONS = 20
THREADS = 2
ROWS = "/"
PLAYS, SOLVES = "--plays", "--solves"


class Asked(NamedTuple):
    """The settings of every game."""

    seconds: float
    exact: int
    sources: tuple[Path, Path]


class Played(NamedTuple):
    """One game: its deal, who began (0: this checkout), and by how much this checkout won."""

    deal: int
    first: int
    margin: int


class Side:
    """A process that plays or solves for one checkout: a line in with a board, a line out with its answer."""

    def __init__(self, source: Path, role: str = PLAYS) -> None:
        """Start it with this package."""
        environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(source), str(HERE.parent), *sys.path[1:]))}
        command = [sys.executable, "-m", "benchmarks.battle.versions", role]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def ask(self, board: Board, seconds: float = 0.0) -> list[int]:
        """The two slots of its move after this many seconds; without seconds the exact value. A side that solves also
        returns nodes and microseconds."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{seconds}|{board_text(board).replace(chr(10), ROWS)}\n")
        self._process.stdin.flush()
        return [int(number) for number in self._process.stdout.readline().split()]

    def end(self) -> None:
        """Stop the process."""
        self._process.kill()
        self._process.wait()


def boards() -> Iterator[tuple[float, Board]]:
    """The questions to a side: seconds and a board."""
    for line in sys.stdin:
        seconds, text = line.rstrip("\n").split("|")
        yield float(seconds), parse_board(text.replace(ROWS, "\n"))


def engine_class() -> type["Engine"]:
    """The engine of a checkout; in the first version it was in another module."""
    has_folders = importlib.util.find_spec("teahouse.players.battle_engine") is None
    place = "teahouse.players.battle.engine" if has_folders else "teahouse.players.battle_engine"
    return cast("type[Engine]", importlib.import_module(place).Engine)


def think_function() -> "Think":
    """The function of a checkout that chooses for `perfect`; in older ones it was in another module."""
    has_module = importlib.util.find_spec("teahouse.players.battle.thinking") is not None
    place = "teahouse.players.battle.thinking" if has_module else "teahouse.players.battle.bots"
    return cast("Think", importlib.import_module(place).think)


def solve_lines() -> None:
    """Solve for one checkout until the input ends."""
    engine = engine_class()(SOLVING_MEMORY, THREADS)
    for _, board in boards():
        found = engine.solve(board)
        print(found.lower, found.nodes, round(1e6 * found.seconds), flush=True)


def answer_lines() -> None:
    """Play for one checkout until the input ends."""
    from teahouse.players.battle.engine import fitting_engine
    from teahouse.players.player import Budget

    think = think_function()
    engine = fitting_engine(MEMORY)
    for seconds, board in boards():
        if not seconds:
            print(engine.solve(board).lower, flush=True)
        elif (best := think(engine, board, Budget(seconds=seconds)).best) is not None:
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


def summary(games: Sequence[Played]) -> str:
    """The results of the games: by game, and by deal over both sides.

    >>> summary([Played(0, 0, 4), Played(0, 1, -2), Played(1, 0, 3), Played(1, 1, -3)])
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


def compare_solving(other: Path, tiles: int, positions: int) -> Iterator[str]:
    """The cost of the same positions for both engines, with a summary; their values must be equal."""
    sides = Side(HERE, SOLVES), Side(other, SOLVES)
    ours: list[int] = []
    theirs: list[int] = []
    try:
        for side in sides:
            side.ask(random_position("warm", tiles - 18))
        for number in range(positions):
            board = random_position(f"bench {number}", tiles)
            (value, nodes, time), (their_value, their_nodes, their_time) = (side.ask(board) for side in sides)
            assert value == their_value
            ours.append(time)
            theirs.append(their_time)
            yield f"{number}: {nodes:,} nodes, {time / 1e6:.2f} s; {their_nodes:,} nodes, {their_time / 1e6:.2f} s"
    finally:
        for side in sides:
            side.end()
    medians = statistics.median(ours) / 1e6, statistics.median(theirs) / 1e6
    yield (
        f"{positions} positions of {tiles} tiles, {THREADS} threads: median {medians[0]:.2f} s and {medians[1]:.2f} s, "
        f"{medians[1] / medians[0]:.2f} times as fast; all of them {sum(theirs) / sum(ours):.2f} times as fast"
    )


def main() -> None:
    """Play the match and print how it ended, or compare how quickly positions are solved."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, help="the folder src of another checkout")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds a move (1)")
    parser.add_argument("--deals", type=int, default=10, help="deals, each played from both sides (10)")
    parser.add_argument("--workers", type=int, default=1, help="games at once (1)")
    parser.add_argument("--exact", type=int, default=72, help="tiles from which the value is searched (72)")
    parser.add_argument("--solve", type=int, metavar="TILES", help="solve positions of so many tiles instead")
    parser.add_argument("--positions", type=int, default=POSITIONS, help=f"how many of them ({POSITIONS})")
    args = parser.parse_args()
    if not (args.other / "teahouse").is_dir():
        parser.error(f"expected a folder with the package teahouse in it, got {args.other}")
    if args.solve is not None:
        for line in compare_solving(args.other.resolve(), args.solve, args.positions):
            print(line, flush=True)
        return
    asked = Asked(args.seconds, args.exact, (HERE, args.other.resolve()))
    with ThreadPoolExecutor(args.workers) as pool:
        shares = [range(worker, args.deals, args.workers) for worker in range(args.workers)]
        games = [game for found in pool.map(partial(play_deals, asked), shares) for game in found]
    print(summary(games))


if __name__ == "__main__":
    {PLAYS: answer_lines, SOLVES: solve_lines}.get(sys.argv[-1], main)()
