"""Deletes expired challenges and links."""

from collections.abc import Callable

from sqlalchemy import Connection

from teahouse.service.people.access import addresses, challenges
from teahouse.service.store.store import Store


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
