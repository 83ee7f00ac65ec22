"""Deletes expired challenges and links."""

from functools import partial

from teahouse.service.people.access import addresses, challenges
from teahouse.service.store.store import Store


async def forget_expired(store: Store, at: int, most: int) -> None:
    """Delete some expired challenges and tokens; nothing is written if nothing has expired."""
    tickets = await store.read(partial(challenges.expired, at=at, most=most))
    if tickets:
        await store.write(partial(challenges.sweep, hashes=tickets))
    tokens = await store.read(partial(addresses.expired, at=at, most=most))
    if tokens:
        await store.write(partial(addresses.sweep, hashes=tokens))
