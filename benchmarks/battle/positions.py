"""Battle positions reached by random play, the same for every run, and the points of exchanges in them."""

import random
from itertools import count

from teahouse.games.battle import Battle, Board, Slot


def random_position(name: str, tiles: int) -> Board:
    """A position with this many tiles left and a move to make, reached by random play from a random deal."""
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


def exchange(board: Board, first: Slot, second: Slot) -> int:
    """The points of a pair minus those of the most valuable reply."""
    after = board.without(first, second)
    return board.points(first) - max((after.points(reply) for reply, _ in after.pairs()), default=0)
