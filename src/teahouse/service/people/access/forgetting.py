"""What the house forgets of the ways into accounts: expired challenges and links, and everything of one account."""

from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, delete

from teahouse.service.people.access import addresses, challenges
from teahouse.service.store.schema import known_device, mail_address, mail_token, passkey, recovery_code
from teahouse.service.store.store import Store

OF_A_PERSON: Final = (recovery_code, known_device, passkey, mail_token, mail_address)


async def forget_expired(store: Store, at: int, most: int) -> None:
    """Delete some expired challenges and tokens; nothing is written where nothing has expired."""
    for module in (challenges, addresses):
        found = await store.read(_looking(module.expired, at, most))
        if found:
            await store.write(_sweeping(module.sweep, found))


def _looking(
    expired: Callable[[Connection, int, int], list[str]], at: int, most: int
) -> Callable[[Connection], list[str]]:
    return lambda connection: expired(connection, at, most)


def _sweeping(sweep: Callable[[Connection, list[str]], None], found: list[str]) -> Callable[[Connection], None]:
    return lambda connection: sweep(connection, found)


def close_all_ways(connection: Connection, person_id: str) -> None:
    """Delete everything that opens an account but its password and its sessions, as when the account is deleted."""
    for table in OF_A_PERSON:
        connection.execute(delete(table).where(table.c.person == person_id))
