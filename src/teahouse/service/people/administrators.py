"""Administrators: the people who may open the console, as functions of a connection."""

from sqlalchemy import Connection, delete, insert, select

from teahouse.service.people.people import Person, person_of
from teahouse.service.store.schema import administrator, person


def is_administrator(connection: Connection, person_id: str) -> bool:
    """May this person open the console?"""
    query = select(administrator.c.person).where(administrator.c.person == person_id)
    return connection.execute(query).first() is not None


def administrators(connection: Connection) -> list[Person]:
    """All administrators, by name."""
    query = select(person).where(person.c.id.in_(select(administrator.c.person))).order_by(person.c.name)
    return [person_of(row) for row in connection.execute(query)]


def appoint(connection: Connection, person_id: str, at: int) -> bool:
    """Make a person an administrator; False if they were one before."""
    if is_administrator(connection, person_id):
        return False
    connection.execute(insert(administrator), [{"person": person_id, "since": at}])
    return True


def dismiss(connection: Connection, person_id: str) -> bool:
    """Remove a person from the administrators; False if they were none."""
    return connection.execute(delete(administrator).where(administrator.c.person == person_id)).rowcount > 0
