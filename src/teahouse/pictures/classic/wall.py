"""The heaps of a Classic wall that are left, computed from public facts."""

from collections.abc import Iterator
from typing import NamedTuple

from teahouse.games.classic import ClassicView
from teahouse.games.classic.play.opening import HEAP, SIDES, side_of


class Heap(NamedTuple):
    """A heap: the side it stands on, its place there from the middle (to the left below zero), how many tiles are left
    of it, and whether it belongs to the Kong Box.
    """

    side: int
    place: float
    tiles: int
    is_box: bool


def heaps_of(view: ClassicView) -> Iterator[Heap]:
    """Every heap that still has a tile."""
    opening = view.opening
    length = (opening.wall + opening.box) // HEAP // SIDES
    dealer = side_of(opening.dealer, len(view.hand_sizes))
    for number, tiles, is_box in (*wall_heaps(view), *box_heaps(view)):
        side, place = divmod(number % (SIDES * length), length)
        yield Heap((dealer - side) % SIDES, length / 2 - place - 1, tiles, is_box)


def wall_heaps(view: ClassicView) -> Iterator[tuple[int, int, bool]]:
    """The heaps to draw from, numbered from the right end of the dealer's side."""
    first = view.opening.heaps + view.opening.lifted
    end = view.opening.wall - view.tail
    start = end - view.wall
    for heap in range(start // HEAP, -(-end // HEAP)):
        tiles = min(end, HEAP * heap + HEAP) - max(start, HEAP * heap)
        yield first + heap, tiles, False


def box_heaps(view: ClassicView) -> Iterator[tuple[int, int, bool]]:
    """The heaps of the Kong Box; the loose tiles on top of it are the first to go."""
    loose = max(0, view.box - HEAP * view.opening.heaps) if view.opening.lifted else 0
    left = view.box - loose
    first = view.opening.heaps - view.opening.box // HEAP + view.opening.lifted
    for heap in range(-(-left // HEAP)):
        tiles = min(HEAP, left - HEAP * heap)
        yield first + heap, tiles + (heap < loose), True
