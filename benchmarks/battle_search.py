"""The exact engine of Battle on positions of random play, beside a plain alpha-beta search compiled the same way.

Alone, `python -m benchmarks.battle_search [TILES …]` prints how cost grows with the tiles left, twenty positions each.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.battle_plain import PlainSearch
from benchmarks.growth_picture import Cost, growth_svg
from benchmarks.measure import Figure
from benchmarks.positions import random_position
from teahouse.games.battle import Board
from teahouse.players.battle_engine import Engine

POSITIONS = 20
PEER_TILES = (40, 50)
GROWTH_TILES = (50, 60, 70)
PEER = "plain alpha-beta with a table, compiled alike"
AIMS = {
    50: "aim 5 ms",
    60: "aim 30 ms (300)",
    70: "aim 300 ms (3,000)",
    80: "aim 2,000 ms (20,000)",
    90: "aim 30,000 ms",
}
LEAST_SAVING = 10.0


def positions(tiles: int) -> list[Board]:
    """The positions of so many tiles."""
    return [random_position(f"bench {number}", tiles) for number in range(POSITIONS)]


def figures() -> Iterator[Figure]:
    """Nodes and time of both searches on the same positions, then the engine's time on larger ones."""
    plain, engine = PlainSearch(), Engine(64)
    for tiles in PEER_TILES:
        boards = positions(tiles)
        theirs, their_time = _timed_plain(plain, boards)
        solved = [engine.solve(board) for board in boards]
        assert [found.value for found in solved] == [value for value, _ in theirs]
        yield Figure(
            f"Battle, {tiles} tiles: solved",
            "positions/million nodes",
            POSITIONS / sum(found.nodes for found in solved) * 1e6,
            POSITIONS / sum(nodes for _, nodes in theirs) * 1e6,
            PEER,
            LEAST_SAVING,
        )
        yield Figure(
            f"Battle, {tiles} tiles: solved",
            "positions/s",
            POSITIONS / sum(found.seconds for found in solved),
            POSITIONS / their_time,
            PEER,
        )
    for tiles in GROWTH_TILES:
        yield _growth(Engine(256), tiles)


def _timed_plain(plain: PlainSearch, boards: list[Board]) -> tuple[list[tuple[int, int]], float]:
    started = time.perf_counter()
    found = [plain.solve(board) for board in boards]
    return found, time.perf_counter() - started


def _growth(engine: Engine, tiles: int) -> Figure:
    solved = [engine.solve(board) for board in positions(tiles)]
    times = [1000 * found.seconds for found in solved]
    note = f"worst {max(times):,.0f} ms, {median(found.nodes for found in solved):,.0f} nodes; {AIMS[tiles]}"
    return Figure(f"Battle, {tiles} tiles: median time", "ms", median(times), note=note)


def main() -> None:
    """Print a row of the growth table for every number of tiles asked for, in nodes and in the process's own time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tiles", nargs="*", type=int, default=list(AIMS))
    parser.add_argument("--memory", type=int, default=1024)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--svg", type=Path, help="draw the growth")
    args = parser.parse_args()
    engine = Engine(args.memory, args.threads)
    costs: list[Cost] = []
    print("| tiles | nodes, median | worst | ms, median | worst |\n|---|---|---|---|---|")
    for tiles in args.tiles:
        rows = [_measured(engine, board) for board in positions(tiles)]
        nodes, ms = [row[0] for row in rows], [row[1] for row in rows]
        costs.append(Cost(tiles, median(nodes), max(nodes), median(ms), max(ms)))
        print(
            "| "
            + " | ".join(
                f"{figure:,}" if isinstance(figure, int) else f"{figure:,.{1 if figure < 100 else 0}f}"
                for figure in costs[-1]
            )
            + " |",
            flush=True,
        )
    if args.svg is not None:
        args.svg.write_text(growth_svg(costs))


def _measured(engine: Engine, board: Board) -> tuple[float, float]:
    started = time.process_time()
    found = engine.solve(board)
    assert found.exact
    return float(found.nodes), 1000 * (time.process_time() - started)


if __name__ == "__main__":
    main()
