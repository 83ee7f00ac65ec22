"""Challenges for passkeys: stored in the database, bound to one browser by its cookie, short-lived, and used once."""

import secrets
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from teahouse.service.people.sessions import LONGEST_TOKEN, token_hash
from teahouse.service.store.schema import challenge

STAY_MS: Final = 5 * 60_000
CHALLENGE_BYTES: Final = 32
TICKET_BYTES: Final = 32


class Challenge(NamedTuple):
    """The bytes to be signed, and the ticket that the browser sends back with its answer."""

    challenge: bytes
    ticket: str


def pose(connection: Connection, person: str | None, at: int) -> Challenge:
    """A fresh challenge for adding a passkey, or for signing in with one."""
    new = Challenge(secrets.token_bytes(CHALLENGE_BYTES), secrets.token_urlsafe(TICKET_BYTES))
    row = {
        "ticket_hash": token_hash(new.ticket),
        "person": person,
        "challenge": new.challenge.hex(),
        "expires": at + STAY_MS,
    }
    connection.execute(insert(challenge), [row])
    return new


def take(connection: Connection, ticket: str, person: str | None, at: int) -> bytes | None:
    """The challenge of a ticket for this purpose; it can be used only once."""
    if len(ticket) > LONGEST_TOKEN:
        return None
    mine = challenge.c.ticket_hash == token_hash(ticket)
    row = connection.execute(select(challenge).where(mine)).one_or_none()
    if row is None or connection.execute(delete(challenge).where(mine)).rowcount == 0:
        return None
    return bytes.fromhex(row.challenge) if row.expires > at and row.person == person else None
