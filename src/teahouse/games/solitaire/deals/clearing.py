"""Orders that clear a layout by pairs of free places, regardless of the tiles: the basis of a gentle deal.

A random order is tried first. It fails if tiles lie in long chains, each freed by the one before; then a search
takes the longest chains first and backtracks when it fails. The search is bounded, so it may give up on a large
layout. If the longest chain is too long, or every order has been tried, it proves that there is no order.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from teahouse.core.errors import InvalidOption
from teahouse.core.shuffle import Stream
from teahouse.games.solitaire.layout import Pair, Slot
from teahouse.games.solitaire.shape import Shape, bits

BOLD_TRIES: Final = 20
SEARCHES: Final = 5
STEPS_A_TILE: Final = 4
LEAST_STEPS: Final = 2000

WANTED: Final = "expected a layout that can be cleared by pairs"


def clearing_order(shape: Shape, stream: Stream) -> tuple[Pair, ...]:
    """Take all places away, two free ones at a time, in a random order; the lower slot of each two comes first."""
    for _ in range(BOLD_TRIES):
        order = _bold_order(shape, stream)
        if order is not None:
            return order
    rounds = earliest_rounds(shape)
    if 2 * max(rounds) > len(rounds):
        raise InvalidOption(f"{WANTED}, got one with {max(rounds)} tiles in a chain among {len(rounds)}")
    chains = chains_behind(shape, rounds)
    for _ in range(SEARCHES):
        search = _Search(shape, stream, chains)
        if search.found():
            return tuple(search.order)
        if search.steps_left:
            raise InvalidOption(f"{WANTED}, got one that no order of pairs clears")
    raise InvalidOption(f"{WANTED}, found no way to clear this one in {BOLD_TRIES + SEARCHES} tries")


def _bold_order(shape: Shape, stream: Stream) -> tuple[Pair, ...] | None:
    left, free = shape.full, shape.free
    order: list[Pair] = []
    while left:
        slots = list(bits(free))
        if len(slots) < 2:
            return None
        pair = (slots.pop(stream.below(len(slots))), slots.pop(stream.below(len(slots))))
        first, second = sorted(pair)
        left &= ~(1 << first | 1 << second)
        free = shape.freed(free, left, first, second)
        order.append((first, second))
    return tuple(order)


def earliest_rounds(shape: Shape) -> list[int]:
    """For every slot, the round in which its tile would go if every round removed all free tiles, counted from 1.

    No order of pairs clears a layout in fewer steps than it has rounds.
    """
    rounds = [0] * len(shape.above)
    left, free, number = shape.full, shape.free, 0
    while free:
        number += 1
        slots = list(bits(free))
        for slot in slots:
            rounds[slot] = number
        left &= ~free
        free = shape.freed(free, left, *slots)
    return rounds


def chains_behind(shape: Shape, rounds: list[int]) -> list[int]:
    """For every slot, the length of the longest chain of tiles that it blocks, itself included."""
    chains = [1] * len(rounds)
    for slot in sorted(range(len(rounds)), key=rounds.__getitem__, reverse=True):
        for other in _awaited(shape, Slot(slot), rounds):
            if rounds[other] < rounds[slot]:
                chains[other] = max(chains[other], chains[slot] + 1)
    return chains


def _awaited(shape: Shape, slot: Slot, rounds: list[int]) -> Iterator[Slot]:
    """The tiles above a slot, and the tiles on the side that opens first."""
    yield from bits(shape.above[slot])
    west, east = shape.west[slot], shape.east[slot]
    if west and east:
        opens = [max(rounds[other] for other in bits(side)) for side in (west, east)]
        yield from bits(west if opens[0] <= opens[1] else east)


class _Search:
    """Search depth first, the longest chains first, ties in random order, and remember dead ends."""

    def __init__(self, shape: Shape, stream: Stream, chains: list[int]) -> None:
        self.shape = shape
        ties = stream.shuffled(range(len(chains)))
        self.ranks = [(-chain, place) for chain, place in zip(chains, ties, strict=True)]
        self.steps_left = max(LEAST_STEPS, STEPS_A_TILE * len(chains))
        self.order: list[Pair] = []

    def found(self) -> bool:
        """Is there an order? "No" with steps left proves that there is none."""
        shape, met = self.shape, {self.shape.full}
        path = [(shape.full, shape.free, self._pairs(shape.free))]
        while path and self.steps_left:
            left, free, pairs = path[-1]
            pair = next(pairs, None)
            if pair is None:
                path.pop()
                del self.order[-1:]
                continue
            self.steps_left -= 1
            after = left & ~(1 << pair[0] | 1 << pair[1])
            if after not in met:
                met.add(after)
                self.order.append(pair)
                if not after:
                    return True
                now_free = shape.freed(free, after, *pair)
                path.append((after, now_free, self._pairs(now_free)))
        return False

    def _pairs(self, free: int) -> Iterator[Pair]:
        slots = sorted(bits(free), key=self.ranks.__getitem__)
        return ((min(pair), max(pair)) for pair in combinations(slots, 2))
