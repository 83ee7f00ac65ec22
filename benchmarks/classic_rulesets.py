"""`python -m benchmarks.classic_rulesets [DEALS [RULESET …]]`: the house players of Classic under every ruleset.

Every level plays this many deals to their end (1,000 unless said), in tables of the ruleset's number of players, each
level in every seat in turn. Then `expert` meets `medium` in all other seats, on a quarter as many walls, each played
from every seat, because one wall then counts for four deals at least.
"""

import sys
from collections.abc import Iterator

import numpy as np

from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset
from teahouse.lab.arena import Arena, Playing, Table, make_arena, playings_a_deal
from teahouse.players import PLAYERS

SEED = "other rules"
DEALS = 1000


def main() -> None:
    """Print a line for every ruleset: deals finished, and the points of expert with their 95 % interval."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else DEALS
    for name in sys.argv[2:] or RULESETS:
        print(f"{name}: {finished(name, deals)}; {ahead(name, deals)}", flush=True)


def finished(name: str, deals: int) -> str:
    """Every level plays to the end; a move that a player owed would be a fault."""
    ended = {"mahjong": 0, "drawn": 0}
    for players in tables(load_ruleset(name).players):
        for playing in played(name, players, deals):
            assert not playing.faults, playing
            assert sum(playing.scores) == 0, playing
            ended["mahjong" if playing.winners else "drawn"] += 1
    return f"{sum(ended.values())} deals of all levels finished, {ended['drawn']} of them drawn"


def tables(seats: int) -> Iterator[tuple[str, ...]]:
    """Tables at which every level sits at least once."""
    levels = tuple(PLAYERS["classic"].levels)
    for first in range(0, len(levels), seats):
        yield levels[first : first + seats] if first + seats <= len(levels) else levels[-seats:]


def ahead(name: str, deals: int) -> str:
    """What expert receives a deal from players of the level medium."""
    players = ("expert", *["medium"] * (load_ruleset(name).players - 1))
    found: dict[int, list[int]] = {}
    for playing in played(name, players, deals):
        found.setdefault(playing.deal, []).append(playing.scores[playing.players.index("expert")])
    points = np.array([np.mean(each) for each in found.values()])
    interval = 1.96 * points.std(ddof=1) / len(points) ** 0.5
    return f"expert against medium {points.mean():+.1f} ± {interval:.1f} points a deal ({len(points)} walls)"


def played(name: str, players: tuple[str, ...], deals: int) -> Iterator[Playing]:
    """So many deals at one table, each wall from every seat."""
    table = Table(make_arena(Arena(game="classic", players=players, seed=SEED, options={"ruleset": name})))
    for wall in range(-(-deals // playings_a_deal(table.arena))):
        yield from table(wall)
    table.close()


if __name__ == "__main__":
    main()
