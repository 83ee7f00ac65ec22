"""Deletes guests who have no session any more and left nothing that others see."""

from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, exists, func, or_, select, tuple_, update

from teahouse.service.people.coins import HOUSE, lock_books, person_account
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

FIRST: Final = (0, "")
LAST_TRACES: Final = (sanction.c.person, daily_try.c.person)
"""Rows that stay when an account is deleted, but not when a guest is forgotten, because nobody can come back."""


class GuestStep(NamedTuple):
    """A step through the guests: those who left nothing behind, and where the next step begins."""

    gone: list[str]
    place: tuple[int, str]


def walk(connection: Connection, before: int, place: tuple[int, str], most: int) -> GuestStep:
    """Check some guests from a place on who came before a date; after the last one begin again.

    A guest stays who has a session, sits at a table, has played a deal, has coins of other people, is a member of a
    scorebook, saved an analysis, was reported, or is an administrator.
    """
    key = tuple_(person.c.created, person.c.id)
    guests = select(person.c.id, person.c.created).where(person.c.password.is_(None), person.c.created <= before)
    step = guests.where(key > tuple_(*place)).order_by(person.c.created, person.c.id).limit(most)
    rows = connection.execute(step).all()
    gone = [str(row.id) for row in rows if not _is_known(connection, str(row.id))]
    return GuestStep(gone, (rows[-1].created, rows[-1].id) if len(rows) == most else FIRST)


def forget(connection: Connection, guest: str) -> None:
    """Delete a guest who did not come back meanwhile."""
    lock_books(connection)
    if not _is_known(connection, guest):
        _forget(connection, guest)


def _is_known(connection: Connection, guest: str) -> bool:
    mine, other = posting.alias(), posting.alias()
    account = person_account(guest)
    shared = (mine.c.account == account, other.c.entry == mine.c.entry, other.c.account.not_in((account, HOUSE)))
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
    given = connection.execute(select(func.sum(posting.c.tallies)).where(posting.c.account == account)).scalar() or 0
    connection.execute(delete(posting).where(posting.c.entry.in_(entries)))
    connection.execute(delete(entry).where(entry.c.id.in_(entries)))
    connection.execute(update(balance).where(balance.c.account == HOUSE).values(tallies=balance.c.tallies + int(given)))
    connection.execute(delete(balance).where(balance.c.account == account))
    delete_private_rows(connection, guest)
    for column in LAST_TRACES:
        connection.execute(delete(column.table).where(column == guest))
    connection.execute(delete(person).where(person.c.id == guest))
