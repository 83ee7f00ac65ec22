"""Pairs people by their ratings: the allowed difference grows with the time a person has waited."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

FIRST_WINDOW: Final = 100.0
WIDER_EACH_SECOND: Final = 20.0
WIDEST: Final = 1000.0
HOUSE_AFTER_MS: Final = 20_000
"""The waiting time after which a house player is offered."""


class WaitingSeek(NamedTuple):
    """A waiting seek: its id, the person, the rating, and since when."""

    seek: str
    person: str
    rating: float
    since: int


def allowed_difference(waited_ms: int) -> float:
    """How far apart two ratings may be after waiting this long.

    >>> allowed_difference(0), allowed_difference(20_000), allowed_difference(600_000)
    (100.0, 500.0, 1000.0)
    """
    return min(WIDEST, FIRST_WINDOW + WIDER_EACH_SECOND * max(0, waited_ms) / 1000)


def fitting_opponents(
    own: WaitingSeek, others: Sequence[WaitingSeek], seats: int, now: int, are_blocked: Callable[[str, str], bool]
) -> list[WaitingSeek]:
    """The people with whom a person can play now, nearest ratings first; empty if they are too few.

    Every two of them fit: the difference of their ratings is allowed for both, and neither has blocked the other.
    """
    table = [own]
    for other in sorted(others, key=lambda one: (abs(one.rating - own.rating), one.since, one.seek)):
        if len(table) < seats and all(
            _fit(one, other, now) and not are_blocked(one.person, other.person) for one in table
        ):
            table.append(other)
    return table[1:] if len(table) == seats else []


def _fit(one: WaitingSeek, other: WaitingSeek, now: int) -> bool:
    widest = min(allowed_difference(now - one.since), allowed_difference(now - other.since))
    return one.person != other.person and abs(one.rating - other.rating) <= widest
