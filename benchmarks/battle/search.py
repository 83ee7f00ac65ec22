"""The exact engine of Battle on positions after random moves, beside a plain alpha-beta search compiled the same way.

As a subject it goes up to 80 tiles; with `TEAHOUSE_BENCH_TILES=90` also to 90, which takes three minutes more.
Alone, `python -m benchmarks.battle.search [TILES …]` prints how cost grows with the tiles left, twenty positions each,
by one thread and by two; with `--write` the table and its picture in docs/battle-solved.md are made anew.
"""

import argparse
import os
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median

from benchmarks.battle.growth_picture import Cost, growth_svg
from benchmarks.battle.plain import PlainSearch
from benchmarks.battle.positions import random_position
from benchmarks.measure import Figure, all_cores
from benchmarks.page import load, machine, number
from teahouse.games.battle import Board
from teahouse.players.battle.engine import Engine

POSITIONS = 20
MOST_TILES = int(os.environ.get("TEAHOUSE_BENCH_TILES", "80"))
MEMORY = 1024
PEER_TILES = (40, 50)
PEER = "a plain alpha-beta search with a table, compiled the same way"
LEAST_SAVING = 10.0
AIMS: dict[int, tuple[float, float | None]] = {
    50: (5, None),
    60: (30, 300),
    70: (300, 3_000),
    80: (2_000, 20_000),
    90: (30_000, None),
}
"""The aims for twenty positions by tiles, in milliseconds on two cores: the median and the worst."""
THREADS = (1, 2)
TOGETHER_FROM = 90
"""With this many tiles or more, one thread alone takes too long to be measured every time."""
DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "battle-solved.md"
PICTURE = DOCS / "pictures" / "battle-growth.svg"
HEAD = """\
| tiles | threads | nodes, median | worst | ms, median | worst | aim |
|---|---|---|---|---|---|---|
"""
TABLE = re.compile(re.escape(HEAD) + r"(\|.*\n)*(\n.*\n)")


def figures() -> Iterator[Figure]:
    """Nodes and time of both searches on the same positions, then the engine's waiting time on larger ones."""
    plain = PlainSearch()
    compile_both(plain)
    for tiles in PEER_TILES:
        yield from beside_plain(plain, positions(tiles))
    alone: dict[int, Cost] = {}
    for cost in costs(tiles for tiles in AIMS if tiles <= MOST_TILES):
        alone.setdefault(cost.tiles, cost)
        yield growth(cost, alone[cost.tiles] if cost.threads > 1 else None)


def compile_both(plain: PlainSearch) -> None:
    """Compile both searches before the clock runs: on a new machine that takes longer than the searches themselves."""
    board = random_position("warm", PEER_TILES[0])
    assert Engine(64).solve(board).value == plain.solve(board)[0]


def positions(tiles: int) -> list[Board]:
    """The positions with this many tiles."""
    return [random_position(f"bench {number}", tiles) for number in range(POSITIONS)]


def beside_plain(plain: PlainSearch, boards: list[Board]) -> Iterator[Figure]:
    """What both searches need for the same positions; they must find the same values."""
    engine = Engine(64)
    started = time.perf_counter()
    theirs = [plain.solve(board) for board in boards]
    their_time = time.perf_counter() - started
    ours = [engine.solve(board) for board in boards]
    assert [found.value for found in ours] == [value for value, _ in theirs]
    name = f"Battle, {boards[0].left()} tiles: positions solved"
    nodes, their_nodes = sum(found.nodes for found in ours), sum(nodes for _, nodes in theirs)
    saved = POSITIONS / nodes * 1e6, POSITIONS / their_nodes * 1e6
    yield Figure(name, "positions/million nodes", *saved, PEER, LEAST_SAVING)
    yield Figure(name, "positions/s", POSITIONS / sum(found.seconds for found in ours), POSITIONS / their_time, PEER)


def costs(tiles: Iterable[int], memory: int = MEMORY) -> Iterator[Cost]:
    """What the positions of each number of tiles cost, by one thread and by two, in waiting time."""
    with all_cores():
        for count in tiles:
            boards = positions(count)
            for threads in THREADS if count < TOGETHER_FROM else THREADS[-1:]:
                yield cost_of(Engine(memory, threads), boards)


def cost_of(engine: Engine, boards: list[Board]) -> Cost:
    """What positions cost."""
    solved = [engine.solve(board) for board in boards]
    assert all(found.exact for found in solved)
    nodes, ms = [found.nodes for found in solved], [1000 * found.seconds for found in solved]
    return Cost(boards[0].left(), engine.threads, median(nodes), max(nodes), median(ms), max(ms))


def growth(cost: Cost, alone: Cost | None) -> Figure:
    """A cost as a figure, beside the cost of one thread where there are more."""
    name = f"Battle, {cost.tiles} tiles, {threads_text(cost.threads)}: median time to solve"
    note = (
        f"slowest {number(cost.worst_ms)} ms; median {cost.nodes:,.0f} nodes, most {cost.worst_nodes:,.0f}; {aim(cost)}"
    )
    if alone is None or alone.threads == cost.threads:
        return Figure(name, "ms", cost.ms, note=note)
    return Figure(name, "ms", cost.ms, alone.ms, threads_text(alone.threads), note=note)


def threads_text(threads: int) -> str:
    """Threads in words."""
    return "one thread" if threads == 1 else f"{threads} threads"


def aim(cost: Cost) -> str:
    """The aim, and whether it was reached.

    >>> aim(Cost(60, 2, 1e4, 1e5, 12.0, 310.0))
    'aim 30 ms, worst 300 ms: missed'
    """
    if cost.tiles not in AIMS:
        return ""
    most, worst = AIMS[cost.tiles]
    is_kept = cost.ms <= most and (worst is None or cost.worst_ms <= worst)
    text = f"aim {most:,.0f} ms" + ("" if worst is None else f", worst {worst:,.0f} ms")
    return f"{text}: {'kept' if is_kept else 'missed'}"


def main() -> None:
    """Print a row of the growth table for every number of tiles and of threads."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tiles", nargs="*", type=int, default=list(AIMS))
    parser.add_argument("--memory", type=int, default=MEMORY, help="megabytes of the table")
    parser.add_argument("--write", action="store_true", help="write the table and the picture of docs/battle-solved.md")
    args = parser.parse_args()
    Engine(64).solve(random_position("warm", 70))  # so that nothing is compiled while the clock runs
    before = load()
    print(HEAD, end="", flush=True)
    found: list[Cost] = []
    for cost in costs(args.tiles, args.memory):
        found.append(cost)
        print(row(cost), flush=True)
    conditions = f"A table of {args.memory} MB; {machine()}; load {before:.1f} before, {load():.1f} after."
    print(f"\n{conditions}")
    if args.write:
        PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), found, conditions), encoding="utf-8")
        PICTURE.write_text(growth_svg([cost for cost in found if cost.threads == THREADS[-1]]), encoding="utf-8")


def with_table(text: str, found: Sequence[Cost], conditions: str) -> str:
    """The page with these costs in its table, and below it how they were measured."""
    table = HEAD + "".join(f"{row(cost)}\n" for cost in found) + f"\n{conditions}\n"
    return TABLE.sub(lambda _: table, text)


def row(cost: Cost) -> str:
    """A cost as a row of the table."""
    nodes = f"{cost.nodes:,.0f} | {cost.worst_nodes:,.0f}"
    return f"| {cost.tiles} | {cost.threads} | {nodes} | {number(cost.ms)} | {number(cost.worst_ms)} | {aim(cost)} |"


if __name__ == "__main__":
    main()
