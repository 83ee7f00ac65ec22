"""Seats, and values kept for each seat."""

from typing import NewType, TypeAlias, TypeVar

from teahouse.core.errors import IllegalMove

T = TypeVar("T")

Seat = NewType("Seat", int)
BySeat: TypeAlias = tuple[T, ...]


def seats(count: int) -> tuple[Seat, ...]:
    """The seats of a table, in the order of play.

    >>> seats(2)
    (0, 1)
    """
    return tuple(Seat(number) for number in range(count))


def check_seat(seat: Seat, count: int) -> None:
    """Refuse a seat that is not at a table of this size."""
    if not 0 <= seat < count:
        raise IllegalMove(f"expected a seat from 0 to {count - 1}, got {seat}")


def seat_after(seat: Seat, count: int) -> Seat:
    """The next seat at a table of this size.

    >>> seat_after(Seat(3), 4)
    0
    """
    return Seat((seat + 1) % count)


def with_seat(values: BySeat[T], seat: Seat, value: T) -> BySeat[T]:
    """The same values, one of them changed.

    >>> with_seat((0, 0), Seat(1), 9)
    (0, 9)
    """
    return (*values[:seat], value, *values[seat + 1 :])
