"""Moves a cursor from spot to spot: along a row, or to the next row with a spot, so that it reaches every spot."""

from collections.abc import Sequence
from typing import Final, Literal

from teahouse.pictures.canvas import Spot

Direction = Literal["up", "down", "left", "right"]

ROW: Final = 2
"""A row of a terminal is about as high as two columns are wide."""


def nearest(spots: Sequence[Spot], row: int, column: int) -> Spot | None:
    """The spot nearest to a place; None if there is none."""
    return min(spots, key=lambda spot: ROW * abs(spot.row - row) + abs(spot.column - column), default=None)


def stepped(spots: Sequence[Spot], start: Spot, direction: Direction) -> Spot:
    """The next spot in a direction; the same if there is none.

    >>> left, right, below = Spot("a", 0, 0, 4, ""), Spot("b", 0, 9, 4, ""), Spot("c", 4, 1, 4, "")
    >>> stepped((left, right, below), left, "right").name, stepped((left, right, below), right, "down").name
    ('b', 'c')
    """
    if direction in ("left", "right"):
        return _beside(spots, start, 1 if direction == "right" else -1)
    return _in_next_row(spots, start, 1 if direction == "down" else -1)


def _beside(spots: Sequence[Spot], start: Spot, sign: int) -> Spot:
    """The next in the same row, or the nearest one on that side in any row."""
    ahead = [spot for spot in spots if sign * (spot.column - start.column) > 0]
    row = [spot for spot in ahead if spot.row == start.row]
    return nearest(row or ahead, start.row, start.column) or start


def _in_next_row(spots: Sequence[Spot], start: Spot, sign: int) -> Spot:
    """The nearest one in the next row that has any."""
    ahead = [spot for spot in spots if sign * (spot.row - start.row) > 0]
    row = min((sign * spot.row for spot in ahead), default=0)
    return nearest([spot for spot in ahead if sign * spot.row == row], start.row, start.column) or start


def turned(spots: Sequence[Spot], start: Spot | None, step: int) -> Spot | None:
    """The next spot in the order they are listed, the first again after the last."""
    if not spots:
        return None
    return spots[(spots.index(start) + step) % len(spots)] if start in spots else spots[0]
