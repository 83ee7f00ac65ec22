"""Who sits at a table, and who may look at it."""

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from teahouse.core.seats import Seat
from teahouse.service.tables import events as ev


class Sitter(Protocol):
    """A person or a bot in a seat."""

    @property
    def person(self) -> str | None:
        """The person's id; None for a bot."""
        ...


S = TypeVar("S", bound=Sitter)


class TableSeating(Generic[S]):
    """How a table was opened, who its host is, and who sits at it; what these decide together."""

    opened: ev.Opened
    host: str
    holders: list[S | None]

    def __init__(self, opened: ev.Opened, host: str, holders: Sequence[S | None]) -> None:
        """Start with these people and bots in the seats."""
        self.opened, self.host, self.holders = opened, host, list(holders)

    def seat_of(self, person: str) -> Seat | None:
        """The seat of a person."""
        for seat, holder in enumerate(self.holders):
            if holder is not None and holder.person == person:
                return Seat(seat)
        return None

    def belongs(self, person: str) -> bool:
        """Does this person play here, or is this person the host?"""
        return bool(person) and (person == self.host or self.seat_of(person) is not None)

    def is_open_to(self, person: str, invite: str) -> bool:
        """May this person look? At a private table only players, the host, and invited people."""
        if not self.opened.private or invite.strip().upper() == self.opened.invite:
            return True
        return self.belongs(person)
