"""Battle by its rules in Python: games of random moves, beside games of random moves in python-chess."""

import random
from collections.abc import Iterator

import chess

from benchmarks.measure import Figure, rates
from teahouse.games.battle import Battle

DEALS = 20
PLIES = 1000
LONGEST_GAME = 200


def figures() -> Iterator[Figure]:
    """Moves a second of `legal_moves` and `apply` against `legal_moves` and `push`."""
    ours, peer = rates(_battle_moves, _chess_moves)
    yield Figure(
        "Battle, random moves by the rules in Python", "moves/s", ours, peer, f"python-chess {chess.__version__}", 2.0
    )


def _battle_moves() -> int:
    game, rng, count = Battle(), random.Random(1), 0
    for deal in range(DEALS):
        state = game.deal(b"bench %d" % deal)
        while moves := game.legal_moves(state, state.mover):
            state, _ = game.apply(state, state.mover, rng.choice(moves))
            count += 1
    return count


def _chess_moves() -> int:
    rng, count = random.Random(1), 0
    while count < PLIES:
        board = chess.Board()
        for _ in range(LONGEST_GAME):
            if not (moves := list(board.legal_moves)):
                break
            board.push(rng.choice(moves))
            count += 1
    return count
