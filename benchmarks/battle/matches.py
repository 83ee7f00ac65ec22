"""`python -m benchmarks.battle.matches [--deals N] [PAIR …]`: how much stronger one player of Battle is than another.

Every deal is played twice, each player starting once. A player's share is its wins and half its draws; the interval
is 95 % (normal approximation over deals, since the two games of a deal hang together). A pair is written
`perfect-hard`; without one, each level meets the next and `perfect` meets all. Budgets are in nodes, so that the
result does not depend on the machine.
"""

import argparse
import random
from math import sqrt
from statistics import mean, stdev

from teahouse.core.seats import Seat
from teahouse.games.battle import Battle, BattleRules
from teahouse.players import AnyPlayer, Budget, make_player

LADDER = ("random", "greedy", "easy", "medium", "hard", "perfect")
PAIRS = [*zip(LADDER[1:], LADDER, strict=False), *(("perfect", other) for other in LADDER[:-2])]


def main() -> None:
    """Play the pairs and print a row each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--nodes", type=int, default=100_000, help="a move")
    parser.add_argument("pairs", nargs="*", metavar="PAIR")
    args = parser.parse_args()
    print("| players | games | won | drawn | lost | share | points a game |")
    print("|---|---|---|---|---|---|---|")
    for better, worse in [tuple(pair.split("-")) for pair in args.pairs] or PAIRS:
        print(row(better, worse, args.deals, Budget(seconds=3600, nodes=args.nodes)), flush=True)


def row(better: str, worse: str, deals: int, budget: Budget) -> str:
    """One pairing as a row of a table."""
    pair = make_player("battle", better), make_player("battle", worse)
    margins = [[margin(f"arena {deal}", pair, first, budget) for first in (0, 1)] for deal in range(deals)]
    flat = [margin for both in margins for margin in both]
    shares = [mean(share(margin) for margin in both) for both in margins]
    width = 1.96 * stdev(shares) / sqrt(deals)
    won, drawn = sum(margin > 0 for margin in flat), sum(margin == 0 for margin in flat)
    return (
        f"| `{better}` – `{worse}` | {len(flat)} | {won} | {drawn} | {len(flat) - won - drawn} | "
        f"{mean(shares):.0%} ± {width:.0%} | {mean(flat):+.1f} |"
    )


def share(margin: int) -> float:
    """A win is one, a draw a half."""
    return 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0


def margin(seed: str, players: tuple[AnyPlayer, AnyPlayer], first: int, budget: Budget) -> int:
    """By how much the first player wins a deal when this seat starts."""
    game, rng = Battle(BattleRules(first_seat=Seat(first))), random.Random(f"{seed}/{first}")
    state = game.deal(seed.encode())
    while game.to_move(state):
        moves = game.legal_moves(state, state.mover)
        move = players[state.mover].choose(game.view(state, state.mover), moves, budget, rng)
        state, _ = game.apply(state, state.mover, move)
    return state.scores[0] - state.scores[1]


if __name__ == "__main__":
    main()
