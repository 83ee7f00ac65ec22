"""`python -m benchmarks.battle.ceiling OTHER/src`: how many games would exact play win against another `perfect`?

With exact play on one side a game ends with the value of its deal, plus what the other side gives away. The values are
those of the solved deals (`deals.jsonl`). What `perfect` of another checkout gives away is measured in the
positions of `moves.txt`, by their number of tiles, and drawn from there for every move of a game. The same is
done for `perfect` of this checkout, which tells how far the answer can be trusted: `battle.versions` plays that match.
"""

import argparse
import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.battle.claims import ALL_TILES, Certificate, Deal, Ledger
from benchmarks.battle.regret import SolvedMoves, solved_moves
from benchmarks.battle.versions import HERE, Side
from teahouse.games.battle import Slot, TakePair

DEALS: Final = Path(__file__).parent / "deals.jsonl"
SOLVED_DEALS: Final = 271
SAMPLES: Final = 100
EXACT: Final = 83
"""With fewer tiles every `perfect` plays exactly within a second."""

Regrets = Mapping[int, Sequence[int]]
NOTHING: Final[Regrets] = {ALL_TILES: [0]}


class Score(NamedTuple):
    """The shares of games won and drawn, and the points won a game."""

    won: float
    drawn: float
    points: float

    def __str__(self) -> str:
        """A line of the report."""
        share = self.won + self.drawn / 2
        return f"{self.won:.1%} won, {self.drawn:.1%} drawn, {share:.1%} in all, {self.points:+.1f} points a game"


def measured(source: Path, positions: Sequence[SolvedMoves], seconds: float, workers: int) -> Regrets:
    """What `perfect` of a checkout gives away in each position, by its number of tiles."""
    with ThreadPoolExecutor(workers) as pool:
        shares = [positions[worker::workers] for worker in range(workers)]
        found = [pair for pairs in pool.map(partial(_given_away, source, seconds), shares) for pair in pairs]
    return {tiles: [given for left, given in found if left == tiles] for tiles in sorted({left for left, _ in found})}


def _given_away(source: Path, seconds: float, positions: Sequence[SolvedMoves]) -> list[tuple[int, int]]:
    side = Side(source)
    try:
        found: list[tuple[int, int]] = []
        for position in positions:
            one, two = sorted(side.ask(position.board, seconds))
            found.append((position.board.left(), position.regret(TakePair(Slot(one), Slot(two)))))
        return found
    finally:
        side.end()


def total(regrets: Regrets, chance: random.Random, tiles: int) -> int:
    """The points that a player gives away in a game whose first move is made with this many tiles."""
    sizes = range(tiles, EXACT, -4)
    return sum(chance.choice(regrets[min(regrets, key=lambda known: abs(known - left))]) for left in sizes)


def margins(values: Sequence[int], ours: Regrets, theirs: Regrets, chance: random.Random) -> Iterator[int]:
    """The margins of games that we begin, and of games that they begin."""
    first, second = ALL_TILES, ALL_TILES - 2
    for value in values:
        for _ in range(SAMPLES):
            yield value + total(theirs, chance, second) - total(ours, chance, first)
            yield -value + total(theirs, chance, first) - total(ours, chance, second)


def score(values: Sequence[int], ours: Regrets, theirs: Regrets) -> Score:
    """The score of games with these values and losses.

    >>> score([4, 0], NOTHING, NOTHING)
    Score(won=0.25, drawn=0.5, points=0.0)
    """
    found = list(margins(values, ours, theirs, random.Random(0)))
    won, drawn = sum(margin > 0 for margin in found), sum(margin == 0 for margin in found)
    return Score(won / len(found), drawn / len(found), statistics.mean(found))


def deal_values(deals: int) -> list[int]:
    """The values of the first deals."""
    ledger = Ledger(DEALS)
    found = (Certificate(deal, ledger.claims(deal, is_second=False)).value for deal in map(Deal, range(deals)))
    return [value for value in found if value is not None]


def main() -> None:
    """Measure both checkouts, and print what follows for whole games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="the folder src of another checkout")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds a move (1)")
    parser.add_argument("--part", type=int, default=1, help="one of so many positions (1: all)")
    parser.add_argument("--workers", type=int, default=1, help="positions at once (1)")
    args = parser.parse_args()
    if not (args.other / "teahouse").is_dir():
        parser.error(f"expected a folder with the package teahouse in it, got {args.other}")
    positions, values = list(solved_moves())[:: args.part], deal_values(SOLVED_DEALS)
    theirs, ours = (measured(source, positions, args.seconds, args.workers) for source in (args.other.resolve(), HERE))
    for name, regrets in (("the other", theirs), ("this one", ours)):
        parts = (f"{statistics.mean(given):.2f} with {tiles} tiles" for tiles, given in regrets.items())
        print(f"{name} gives away a move: {', '.join(parts)}")
    print(f"{len(values)} deals from both sides, {SAMPLES} times each")
    print(f"this one against the other: {score(values, ours, theirs)}")
    print(f"exact play against the other: {score(values, NOTHING, theirs)}")
    print(f"exact play against exact play: {score(values, NOTHING, NOTHING)}")


if __name__ == "__main__":
    main()
