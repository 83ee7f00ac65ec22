"""Battle positions reached by random play, the same for every run."""

import random
from itertools import count

from teahouse.games.battle import Battle, Board


def random_position(name: str, tiles: int) -> Board:
    """A position with so many tiles left and a move to make, reached by random play from a random deal."""
    for attempt in count():
        board = Battle().deal(f"{name}/{attempt}".encode()).board
        chance = random.Random(f"{name}/{attempt}")
        left = board.left()
        while left > tiles and (pairs := board.pairs()):
            board = board.without(*chance.choice(pairs))
            left -= 2
        if left == tiles and board.has_pair():
            return board
    raise AssertionError
