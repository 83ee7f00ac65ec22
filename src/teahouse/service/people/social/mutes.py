"""The people whom a person has muted, at every table."""

from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, union

from teahouse.service.errors import Refused, refused
from teahouse.service.people.people import Person, person_of
from teahouse.service.store.schema import blocked, muted, person
from teahouse.service.store.store import Store

MOST_MUTED: Final = 500


class Mutes:
    """The mute lists of all people."""

    def __init__(self, store: Store) -> None:
        """Store the lists in this store."""
        self._store = store

    async def of(self, person_id: str) -> list[Person]:
        """The people whom this person has muted, by name."""
        query = select(person).join(muted, muted.c.other == person.c.id).where(muted.c.person == person_id)
        rows = await self._store.read(lambda connection: connection.execute(query.order_by(person.c.name)).all())
        return [person_of(row) for row in rows]

    async def hidden_from(self, person_id: str) -> frozenset[str]:
        """The people whose messages this person does not see: muted or blocked."""
        mine = select(muted.c.other).where(muted.c.person == person_id)
        blocks = select(blocked.c.other).where(blocked.c.person == person_id)
        return await self._store.read(lambda connection: frozenset(connection.execute(union(mine, blocks)).scalars()))

    async def add(self, person_id: str, other: str) -> None:
        """Mute a person."""
        await self._store.write(lambda connection: _add(connection, person_id, other))

    async def remove(self, person_id: str, other: str) -> None:
        """Unmute a person."""
        query = delete(muted).where(muted.c.person == person_id, muted.c.other == other)
        await self._store.write(lambda connection: connection.execute(query).close())


def _add(connection: Connection, person_id: str, other: str) -> None:
    if other == person_id or connection.execute(select(person.c.id).where(person.c.id == other)).first() is None:
        raise refused("person/missing")
    own = muted.c.person == person_id
    if connection.execute(select(muted).where(own, muted.c.other == other)).first() is not None:
        return
    if (connection.execute(select(func.count()).where(own)).scalar() or 0) >= MOST_MUTED:
        raise Refused("chat/muted", f"the list of muted people is full: expected at most {MOST_MUTED} people on it")
    connection.execute(insert(muted), [{"person": person_id, "other": other}])
