"""The people whom a person has blocked. Neither can sit with the other, and nobody learns who blocked them."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, union

from teahouse.service.errors import refused
from teahouse.service.people.people import Person, person_of
from teahouse.service.store.schema import blocked, person
from teahouse.service.store.store import Store

MOST_BLOCKED: Final = 500


class Blocks:
    """The block lists of all people."""

    def __init__(self, store: Store) -> None:
        """Store the lists in this store."""
        self._store = store

    async def of(self, person_id: str) -> list[Person]:
        """The people whom this person has blocked, by name."""
        query = select(person).join(blocked, blocked.c.other == person.c.id).where(blocked.c.person == person_id)
        rows = await self._store.read(lambda connection: connection.execute(query.order_by(person.c.name)).all())
        return [person_of(row) for row in rows]

    async def blocked_either_way(self, person_id: str) -> frozenset[str]:
        """The people whom this person has blocked, and those who have blocked this person."""
        return (
            await self._store.read(lambda connection: blocked_either_way(connection, person_id))
            if person_id
            else frozenset()
        )

    async def add(self, person_id: str, other: str) -> None:
        """Block a person."""
        await self._store.write(lambda connection: _add(connection, person_id, other))

    async def remove(self, person_id: str, other: str) -> None:
        """Unblock a person."""
        query = delete(blocked).where(blocked.c.person == person_id, blocked.c.other == other)
        await self._store.write(lambda connection: connection.execute(query).close())


def blocked_either_way(connection: Connection, person_id: str) -> frozenset[str]:
    """The people whom this person blocked, and those who blocked this person."""
    mine = select(blocked.c.other).where(blocked.c.person == person_id)
    theirs = select(blocked.c.person).where(blocked.c.other == person_id)
    return frozenset(connection.execute(union(mine, theirs)).scalars())


def check_not_blocked(connection: Connection, person_id: str, others: Collection[str]) -> None:
    """Refuse a table with blocked people; only the person who blocked learns the reason."""
    _check(connection, person_id, others, ("table/blocked", "table/refused"))


def check_together(connection: Connection, person_id: str, other: str) -> None:
    """Refuse a follow, an invitation, a challenge or a game between two people of whom one has blocked the other."""
    _check(connection, person_id, [other], ("person/blocked", "person/refused"))


def _check(connection: Connection, person_id: str, others: Collection[str], codes: tuple[str, str]) -> None:
    """Refuse: with the first code if this person has blocked another, with the second if it is the other way."""
    if blocked_either_way(connection, person_id).isdisjoint(others):
        return
    query = select(blocked.c.other).where(blocked.c.person == person_id)
    is_own = not set(connection.execute(query).scalars()).isdisjoint(others)
    raise refused(codes[not is_own])


def _add(connection: Connection, person_id: str, other: str) -> None:
    if other == person_id or connection.execute(select(person.c.id).where(person.c.id == other)).first() is None:
        raise refused("person/missing")
    own = blocked.c.person == person_id
    if connection.execute(select(blocked).where(own, blocked.c.other == other)).first() is not None:
        return
    if (connection.execute(select(func.count()).where(own)).scalar() or 0) >= MOST_BLOCKED:
        raise refused("person/blocks", f"expected at most {MOST_BLOCKED} people on the list")
    connection.execute(insert(blocked), [{"person": person_id, "other": other}])
