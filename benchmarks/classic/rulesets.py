"""`python -m benchmarks.classic.rulesets [WALLS [FILE [RULESET …]]]`: the levels of Classic under every ruleset.

Each level that the app offers meets the one below in all other seats. Every wall is played from every seat, by the
rules; under rulesets that the kernel plays, there, and sixteen times as many walls. A pair plays so many walls (100),
and again as many, until its lead is clear or sixteen times as many are played. Every wall is a line of the file
(out/classic-rulesets.jsonl): a run that was stopped goes on where it ended; a new file begins anew.
"""

import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from benchmarks.classic.ladder import PART, interval
from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset
from teahouse.lab.arena import Arena, ArenaGame, ArenaTable, make_arena
from teahouse.players.classic.deals import CAP, Walls, rotated
from teahouse.players.classic.learned.supported_rules import is_learned, is_played

SEED: Final = "other rules"
FILE: Final = Path("out/classic-rulesets.jsonl")
WALLS: Final = 100
MOST: Final = 16
"""A pair plays at most this many times the given number of walls."""
CLEAR: Final = 3.0
"""The lead in standard errors that ends a pair: more than the interval's two, because it is checked several times."""
LADDER: Final = tuple(pairwise(("random", "easy", "simple", "medium", "expert", "master")))


class Wall(NamedTuple):
    """One wall, over all seats: what the player received, how far it was ahead with points capped, how often it won."""

    points: float
    ahead: float
    won: float


class Results:
    """The walls played, in a file."""

    def __init__(self, file: Path) -> None:
        """Read the walls played before."""
        self._file, self._walls = file, dict[str, list[Wall]]()
        file.parent.mkdir(parents=True, exist_ok=True)
        for line in file.read_text("utf-8").splitlines() if file.exists() else ():
            name, *numbers = json.loads(line)
            self._walls.setdefault(name, []).append(Wall(*numbers))

    def of(self, name: str) -> list[Wall]:
        """The walls of one table."""
        return self._walls.setdefault(name, [])

    def add(self, name: str, walls: list[Wall]) -> None:
        """Store more walls."""
        self.of(name).extend(walls)
        with self._file.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps([name, *wall]) + "\n" for wall in walls)


def main() -> None:
    """Print a line for every pair under every ruleset."""
    walls = int(sys.argv[1]) if len(sys.argv) > 1 else WALLS
    results = Results(Path(sys.argv[2]) if len(sys.argv) > 2 else FILE)
    for ruleset in sys.argv[3:] or RULESETS:
        for below, player in LADDER:
            print(
                f"| `{ruleset}` | `{player}` | `{below}` | {met(results, ruleset, player, below, walls)} |", flush=True
            )


def met(results: Results, ruleset: str, player: str, below: str, walls: int) -> str:
    """The results of a level against the one below."""
    is_quick = is_played(load_ruleset(ruleset))
    if player == "master" and not is_learned(load_ruleset(ruleset)):
        return "plays as `expert`, because it did not learn these rules"
    name, wanted = f"{ruleset} {player} {below}", walls * MOST if is_quick else walls
    most = wanted * MOST
    while True:
        for some in (in_kernel if is_quick else by_rules)(results, name, wanted):
            results.add(name, some)
        if wanted >= most or is_clear(results.of(name)[:wanted]):
            return summary(results.of(name)[:wanted])
        wanted *= 2


def summary(walls: list[Wall]) -> str:
    """The figures of a pair."""
    points, ahead, won = np.array(walls).T
    return f"{len(walls):,} | {interval(points)} | {interval(ahead)} | {won.mean():.3f}"


def is_clear(walls: list[Wall]) -> bool:
    """Is the lead clear of zero, in points or with points capped?"""
    numbers = np.array(walls)[:, :2]
    errors = numbers.std(axis=0, ddof=1) / len(numbers) ** 0.5
    return bool((numbers.mean(axis=0) > CLEAR * errors).any())


def in_kernel(results: Results, name: str, wanted: int) -> Iterator[list[Wall]]:
    """Further walls of a pair in the kernel, by parts."""
    ruleset, player, below = name.split()
    for start in range(len(results.of(name)), wanted, PART):
        found = rotated(player, below, Walls(PART, 1 + start // PART, load_ruleset(ruleset)))
        yield [Wall(*numbers) for numbers in np.array(found).T.tolist()]


def by_rules(results: Results, name: str, wanted: int) -> Iterator[list[Wall]]:
    """Further walls of a pair by the rules, one by one."""
    ruleset, player, below = name.split()
    players = (player, *[below] * (load_ruleset(ruleset).players - 1))
    for games in played(ruleset, players, len(results.of(name)), wanted):
        yield [seen_from(player, games)]


def seen_from(player: str, games: list[ArenaGame]) -> Wall:
    """The results of one wall with the player in every seat."""
    found = list[Wall]()
    for game in games:
        seat, capped = game.players.index(player), np.clip(game.scores, -CAP, CAP)
        ahead = float(capped[seat] - np.delete(capped, seat).mean())
        found.append(Wall(game.scores[seat], ahead, float(seat in game.winners)))
    return Wall(*np.mean(found, axis=0).tolist())


def played(ruleset: str, players: tuple[str, ...], first: int, wanted: int) -> Iterator[list[ArenaGame]]:
    """The results of a range of walls at one table, each with the player in every seat."""
    table = ArenaTable(make_arena(Arena(game="classic", players=players, seed=SEED, options={"ruleset": ruleset})))
    for wall in range(first, wanted):
        games = table(wall)
        assert not any(game.faults or sum(game.scores) for game in games), games
        yield games
    table.close()


if __name__ == "__main__":
    main()
