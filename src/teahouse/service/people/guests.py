"""Deletes guests who have no session any more and left nothing that others see."""

from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, exists, func, or_, select, tuple_, update

from teahouse.service.people.coins import HOUSE_ACCOUNT, lock_books, person_account
from teahouse.service.people.private_rows import delete_private_rows
from teahouse.service.store.schema import (
    administrator,
    analysis,
    balance,
    daily_try,
    deal_player,
    entry,
    person,
    posting,
    report,
    sanction,
    scorebook_member,
    seat,
    session,
)

GuestKey = tuple[int, str]
START: Final[GuestKey] = (0, "")
LAST_TRACES: Final = (sanction.c.person, daily_try.c.person)
"""Rows that stay when an account is deleted, but not when a guest is, because nobody can come back."""


class AbandonedGuests(NamedTuple):
    """Guests who left nothing behind. cursor: after which guest the next search begins."""

    ids: list[str]
    cursor: GuestKey


def next_abandoned_guests(connection: Connection, before: int, cursor: GuestKey, most: int) -> AbandonedGuests:
    """Check the next guests after a cursor, of those who came before a date; after the last guest, start again.

    A guest is abandoned who has no session, no seat, no finished deal, no coins of other people, no scorebook and no
    saved analysis, was never reported, and is no administrator.
    """
    key = tuple_(person.c.created, person.c.id)
    guests = select(person.c.id, person.c.created).where(person.c.password.is_(None), person.c.created <= before)
    following = guests.where(key > tuple_(*cursor)).order_by(person.c.created, person.c.id).limit(most)
    rows = connection.execute(following).all()
    ids = [str(row.id) for row in rows if not _is_known(connection, str(row.id))]
    return AbandonedGuests(ids, (rows[-1].created, rows[-1].id) if len(rows) == most else START)


def forget(connection: Connection, guest: str) -> None:
    """Delete a guest who did not come back meanwhile."""
    lock_books(connection)
    if not _is_known(connection, guest):
        _forget(connection, guest)


def _is_known(connection: Connection, guest: str) -> bool:
    mine, other = posting.alias(), posting.alias()
    account = person_account(guest)
    shared = (
        mine.c.account == account,
        other.c.entry == mine.c.entry,
        other.c.account.not_in((account, HOUSE_ACCOUNT)),
    )
    traces = (
        exists().where(session.c.person == guest),
        exists().where(seat.c.person == guest),
        exists().where(deal_player.c.person == guest),
        exists().where(*shared),
        exists().where(scorebook_member.c.person == guest),
        exists().where(analysis.c.person == guest),
        exists().where(report.c.person == guest),
        exists().where(administrator.c.person == guest),
    )
    return bool(connection.execute(select(or_(*traces))).scalar())


def _forget(connection: Connection, guest: str) -> None:
    """Delete a guest, and take back the coins that the house gave: the books balance as before."""
    account = person_account(guest)
    entries = [row.entry for row in connection.execute(select(posting.c.entry).where(posting.c.account == account))]
    coins = connection.execute(select(func.sum(posting.c.coins)).where(posting.c.account == account)).scalar() or 0
    connection.execute(delete(posting).where(posting.c.entry.in_(entries)))
    connection.execute(delete(entry).where(entry.c.id.in_(entries)))
    connection.execute(
        update(balance).where(balance.c.account == HOUSE_ACCOUNT).values(coins=balance.c.coins + int(coins))
    )
    connection.execute(delete(balance).where(balance.c.account == account))
    delete_private_rows(connection, guest)
    for column in LAST_TRACES:
        connection.execute(delete(column.table).where(column == guest))
    connection.execute(delete(person).where(person.c.id == guest))
