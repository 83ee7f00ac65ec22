"""`python -m benchmarks.battle.quiet_deals [COUNT]`: the deals among seeds `deal 0`, `deal 1`, … with the fewest moves.

A deal's measure is the mean logarithm of the number of moves on offer over the first 26 plies of six random games:
about that power of e is the width of the tree that a solver must search. Deals of more than six first moves are
passed over.
"""

import random
import sys
from math import exp, log

from teahouse.games.battle import Battle, Board

GAMES = 6
PLIES = 26
MOST_FIRST_MOVES = 6
SHOWN = 12


def main() -> None:
    """Print the quietest deals."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2500
    measured: list[tuple[float, str]] = []
    for number in range(count):
        board = Battle().deal(b"deal %d" % number).board
        if len(board.pairs()) <= MOST_FIRST_MOVES:
            measured.append((width(board, random.Random(number)), f"deal {number}"))
    for measure, seed in sorted(measured)[:SHOWN]:
        print(f"{seed:<10} {exp(measure):.2f} moves")


def width(start: Board, chance: random.Random) -> float:
    """The mean logarithm of the number of moves on offer in random play."""
    stale_moves: list[float] = []
    for _ in range(GAMES):
        board = start
        for _ in range(PLIES):
            if not (pairs := board.pairs()):
                break
            stale_moves.append(log(len(pairs)))
            board = board.without(*chance.choice(pairs))
    return sum(stale_moves) / len(stale_moves)


if __name__ == "__main__":
    main()
