"""Deletes rows that have expired: sessions, challenges, links."""

from typing import Final

from sqlalchemy import Column, delete, select

from teahouse.service.store.schema import challenge, mail_token, session
from teahouse.service.store.store import Store

SESSIONS: Final = session.c.token_hash
CHALLENGES: Final = challenge.c.ticket_hash
LINKS: Final = mail_token.c.token_hash


async def delete_expired(store: Store, key: Column[str], at: int, most: int) -> int:
    """Delete some expired rows of the table with this key, and return how many; without any, nothing is written."""
    expires = key.table.c.expires
    query = select(key).where(expires <= at).order_by(expires).limit(most)
    keys = await store.read(lambda connection: list(connection.execute(query).scalars()))
    if keys:  # they may have been extended meanwhile
        condition = (key.in_(keys), expires <= at)
        await store.write(lambda connection: connection.execute(delete(key.table).where(*condition)).close())
    return len(keys)
