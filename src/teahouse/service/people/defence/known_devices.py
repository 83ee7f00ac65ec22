"""The browsers in which a person has signed in before. Strangers who guess the password do not slow these down."""

import secrets
from typing import Final

from sqlalchemy import Connection, delete, select

from teahouse.service.people.names import LONGEST_TYPED, name_key
from teahouse.service.people.sessions import LONGEST_TOKEN, token_hash
from teahouse.service.store.schema import known_device, person
from teahouse.service.store.upsert import upsert

MOST_DEVICES: Final = 20  # of one person; the one not seen for longest goes first
TOKEN_BYTES: Final = 32


def new_token() -> str:
    """A token that a browser keeps, so that it is recognised."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def knows(connection: Connection, name: str, token: str) -> bool:
    """Has the account of this name been used in the browser with this token?"""
    if not token or len(token) > LONGEST_TOKEN:
        return False
    query = select(known_device.c.person).join(person, person.c.id == known_device.c.person)
    mine = (known_device.c.token_hash == token_hash(token), person.c.name_key == name_key(name[:LONGEST_TYPED]))
    return connection.execute(query.where(*mine)).first() is not None


def remember(connection: Connection, person_id: str, token: str, at: int) -> None:
    """Remember that a person has signed in in this browser."""
    row = upsert(connection, known_device).values(token_hash=token_hash(token), person=person_id, seen=at)
    connection.execute(row.on_conflict_do_update(index_elements=["token_hash", "person"], set_={"seen": at}))
    mine = known_device.c.person == person_id
    newest = select(known_device.c.token_hash).where(mine).order_by(known_device.c.seen.desc()).limit(MOST_DEVICES)
    connection.execute(delete(known_device).where(mine, known_device.c.token_hash.not_in(newest)))


def forget_all(connection: Connection, person_id: str) -> None:
    """Forget every browser of a person."""
    connection.execute(delete(known_device).where(known_device.c.person == person_id))
