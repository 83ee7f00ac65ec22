"""Coins in double-entry bookkeeping, as functions of a connection, so that what causes a booking commits with it.

Accounts are `person:<id>`, `pot:<table>` and `house`. Only the house creates coins, and they are never money. A
booking locks the books until its transaction ends: SQLite has one writer, PostgreSQL takes a lock. That is fast enough,
since deals end rarely, and it rules out overdrafts, double bookings and deadlocks.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec
from sqlalchemy import Connection, func, insert, select, text

from teahouse.core.errors import InvalidOption, shown
from teahouse.core.ledger import Entry, Posting
from teahouse.service.errors import CODES, Conflict, refused
from teahouse.service.store.locks import Lock
from teahouse.service.store.schema import balance, entry, posting
from teahouse.service.store.upsert import upsert

HOUSE_ACCOUNT: Final = "house"
PERSON: Final = "person:"
POT: Final = "pot:"
FULL: Final = 2000  # what everybody begins with, and is topped up to
MOST: Final = 10**12  # in one posting
LONGEST_MEMO: Final = 80
LONGEST_ACCOUNT: Final = 48


class Audit(msgspec.Struct, frozen=True):
    """The result of an audit; `faults` is empty when the books are right."""

    entries: int
    accounts: int
    faults: tuple[str, ...]


def person_account(person: str) -> str:
    """The account of a person."""
    return PERSON + person


def pot_account(table: str) -> str:
    """The account of a table's pot."""
    return POT + table


def book(connection: Connection, at: int, booked: Entry, cause: str, *, top_up_first: bool = False) -> None:
    """Book an entry once: `Conflict` when its cause was booked before.

    No person or pot pays more than it has; otherwise the whole entry is refused. With `top_up_first` every person in it
    is topped up before, if that is due.
    """
    postings = _merged(booked)
    _check(booked, cause, postings)
    lock_books(connection)
    if top_up_first:
        for account, _ in postings:
            if account.startswith(PERSON):
                top_up(connection, at, account.removeprefix(PERSON))
    _cover(connection, postings)
    if not _enter(connection, at, booked.memo, cause, postings):
        raise Conflict("coins/booked", f"{CODES['coins/booked']}: {cause}")


def stake(persons: Sequence[str], table: str, coins: int) -> Entry:
    """A stake of each person into a table's pot, to be booked with `top_up_first`.

    >>> stake(["ann"], "t1", 100).postings
    (Posting(account='person:ann', amount=-100), Posting(account='pot:t1', amount=100))
    """
    if coins <= 0:
        raise refused("coins/stake", f"expected a stake above 0, got {coins}")
    stakes = tuple(Posting(person_account(person), -coins) for person in persons)
    return Entry("stake", (*stakes, Posting(pot_account(table), coins * len(persons))))


def top_up(connection: Connection, at: int, person: str) -> int:
    """A person's balance, topped up by the house when it is low, at most once a day (UTC).

    A new person's opening grant counts for the first day. Call this before a person uses coins.
    """
    account = person_account(person)
    lock_books(connection)
    had: int | None = connection.execute(select(balance.c.coins).where(balance.c.account == account)).scalar()
    if had is not None and had >= FULL:
        return had
    memo = "opening grant" if had is None else "daily top-up"
    grant = FULL - (had or 0)
    day = datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
    postings = [(HOUSE_ACCOUNT, -grant), (account, grant)]
    if _enter(connection, at, memo, f"daily {person} {day}", postings):
        return FULL
    return balance_of(connection, account)


def balance_of(connection: Connection, account: str) -> int:
    """The balance of an account."""
    return connection.execute(select(balance.c.coins).where(balance.c.account == account)).scalar() or 0


def audit(connection: Connection) -> Audit:
    """Recompute every balance from the postings: entries sum to zero, balances agree, no pot is below zero."""
    entries = connection.execute(select(func.count()).select_from(entry)).scalar() or 0
    total = func.sum(posting.c.coins)
    uneven = connection.execute(select(posting.c.entry, total).group_by(posting.c.entry).having(total != 0)).all()
    summed = {
        row[0]: int(row[1]) for row in connection.execute(select(posting.c.account, total).group_by(posting.c.account))
    }
    kept = {row.account: row.coins for row in connection.execute(select(balance))}
    faults = [f"entry {number} sums to {int(amount):+d}" for number, amount in uneven]
    for account in sorted({*summed, *kept}):
        if summed.get(account, 0) != kept.get(account, 0):
            faults.append(f"{account} has {kept.get(account, 0)}, its postings sum to {summed.get(account, 0)}")
        if account.startswith(POT) and summed.get(account, 0) < 0:
            faults.append(f"{account} is below zero")
    if sum(summed.values()):
        faults.append(f"all postings sum to {sum(summed.values()):+d}")
    return Audit(entries, len(summed), tuple(faults))


Amounts = Sequence[tuple[str, int]]


def _merged(booked: Entry) -> list[tuple[str, int]]:
    """One amount for each account, in the order of accounts."""
    totals: dict[str, int] = {}
    for one in booked.postings:
        totals[one.account] = totals.get(one.account, 0) + one.amount
    return sorted((account, coins) for account, coins in totals.items() if coins)


def _check(booked: Entry, cause: str, postings: Amounts) -> None:
    for what, words, longest in (
        ("cause", cause, LONGEST_MEMO),
        ("memo", booked.memo, LONGEST_MEMO),
        *(("account", account, LONGEST_ACCOUNT) for account, _ in postings),
    ):
        if not 0 < len(words) <= longest:
            raise InvalidOption(f"expected a {what} of 1 to {longest} characters, got {shown(words)}")
    for account, coins in postings:
        if account != HOUSE_ACCOUNT and not account.startswith((PERSON, POT)):
            raise InvalidOption(f"expected an account ({HOUSE_ACCOUNT}, {PERSON}ID or {POT}ID), got {shown(account)}")
        if abs(coins) > MOST:
            raise InvalidOption(f"expected at most {MOST} coins in a posting, got {coins} ({booked.memo})")


def lock_books(connection: Connection) -> None:
    """Make every other booking wait until this transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": Lock.BOOKS})


def _cover(connection: Connection, postings: Amounts) -> None:
    """Refuse when a person or a pot pays more than it has."""
    for account, coins in postings:
        if coins < 0 and account.startswith((PERSON, POT)):
            had = balance_of(connection, account)
            if had + coins < 0:
                code = "person/coins" if account.startswith(PERSON) else "coins/pot"
                raise refused(code, f"expected at least {-coins}, got {had}")


def _enter(connection: Connection, at: int, memo: str, cause: str, postings: Amounts) -> bool:
    """Write an entry and move the balances; False, and nothing written, when its cause was booked before."""
    new = (
        upsert(connection, entry).values(at=at, memo=memo, cause=cause).on_conflict_do_nothing(index_elements=["cause"])
    )
    number = connection.execute(new.returning(entry.c.id)).scalar()
    if number is None:
        return False
    rows = [{"entry": number, "account": account, "coins": coins} for account, coins in postings]
    if rows:
        connection.execute(insert(posting), rows)
    for account, coins in postings:
        moved = upsert(connection, balance).values(account=account, coins=coins)
        total = balance.c.coins + moved.excluded.coins
        connection.execute(moved.on_conflict_do_update(index_elements=["account"], set_={"coins": total}))
    return True
