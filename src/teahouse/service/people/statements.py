"""A person's coins, as they see them."""

from sqlalchemy import Connection

from teahouse.service.people.coins import FULL, StatementLine, balance_of, person_account, statement, top_up
from teahouse.service.store.store import Store
from teahouse.service.timers import Timers


async def tallies_of(store: Store, timers: Timers, person: str) -> int:
    """A person's balance, topped up by the house when that is due."""
    account = person_account(person)
    had = await store.read(lambda connection: balance_of(connection, account))
    if had >= FULL:
        return had
    at = timers.date()
    return await store.write(lambda connection: top_up(connection, at, person))


async def statement_of(store: Store, person: str, limit: int, before: int | None) -> list[StatementLine]:
    """The newest lines of a person's statement, or the newest before an entry."""

    def job(connection: Connection) -> list[StatementLine]:
        return statement(connection, person_account(person), limit, before)

    return await store.read(job)
