"""Deleting a person: the name and everything private goes; what others share stays under an id without a name."""

from collections.abc import Mapping
from typing import Final

import msgspec
from sqlalchemy import Column, Connection, select, update

from teahouse.service.errors import Refused
from teahouse.service.house import House
from teahouse.service.people.people import Person
from teahouse.service.people.private_rows import delete_private_rows
from teahouse.service.people.reserved import FORMER
from teahouse.service.people.shown_names import mark_of
from teahouse.service.store import schema as s
from teahouse.service.store.store import Store
from teahouse.service.tables import requests as r
from teahouse.service.tables.summary import read_summary

REMAINING: Final[Mapping[Column[str], str]] = {
    s.challenge.c.person: "it ends within minutes, and opens nothing of an account that is gone",
    s.seat.c.person: "a table goes on for the others until its deal ends",
    s.deal_player.c.person: "a finished deal belongs to everybody who played it",
    s.daily_try.c.person: "everybody has one try",
    s.daily_score.c.person: "the list of a day stays as it was",
    s.scorebook.c.keeper: "a scorebook belongs to everybody at the table",
    s.scorebook_entry.c.person: "a scorebook belongs to everybody at the table",
    s.sanction.c.person: "somebody who is suspended does not come back by deleting",
    s.report.c.person: "an administrator decides reports with their evidence",
    s.report.c.reporter: "an administrator decides reports with their evidence",
    s.house_audit.c.person: "the log of administrators is never changed",
    s.house_audit.c.administrator: "the log of administrators is never changed",
}
"""Columns that keep the id of a deleted person, and why."""

GONE: Final = ("table/unknown", "table/over", "table/seat", "table/broken")
"""Refusals after which there is no need to leave a table."""


async def delete_person(store: Store, house: House, who: Person) -> tuple[str, ...]:
    """Leave every table, then delete what is private, and return the sessions that ended.

    Nothing is deleted if a table cannot be left now. The name is free at once: nothing of it is kept.
    """
    await _leave_tables(store, house, who)
    ended = await store.write(lambda connection: anonymise(connection, who.id))
    house.note_name(who.id, FORMER)
    await _leave_tables(store, house, who)  # where they sat down meanwhile
    return ended


async def _leave_tables(store: Store, house: House, who: Person) -> None:
    query = select(s.seat.c.table_id).where(s.seat.c.person == who.id)
    for table in await store.read(lambda connection: list(connection.execute(query).scalars())):
        reply = await house.ask(table, r.Leave(who.id, FORMER))
        if reply.code and reply.code not in GONE:
            raise Refused(reply.code, reply.text)


def anonymise(connection: Connection, person_id: str) -> tuple[str, ...]:
    """Take the name, the password and everything private from a person; the ids of the sessions that ended."""
    ended = tuple(connection.execute(select(s.session.c.id).where(s.session.c.person == person_id)).scalars())
    delete_private_rows(connection, person_id)
    _strip_lists(connection, person_id)
    nobody = {"name": FORMER, "name_key": f"-{person_id}", "password": None}
    connection.execute(update(s.person).where(s.person.c.id == person_id).values(nobody))
    return ended


def _strip_lists(connection: Connection, person_id: str) -> None:
    """Remove the name from lists that older versions wrote; newer ones contain none."""
    here = (s.played.c.table_id == s.deal_player.c.table_id) & (s.played.c.deal == s.deal_player.c.deal)
    rows = select(s.played.c.table_id, s.played.c.deal, s.played.c.names, s.deal_player.c.seat).join(s.played, here)
    for row in connection.execute(rows.where(s.deal_player.c.person == person_id)).all():
        names = _stripped(row.names, row.seat)
        if names != row.names:
            place = (s.played.c.table_id == row.table_id, s.played.c.deal == row.deal)
            connection.execute(update(s.played).where(*place).values(names=names))
    tables = select(s.table_summary.c.id, s.table_summary.c.summary).join(
        s.deal_player, s.deal_player.c.table_id == s.table_summary.c.id
    )
    for table, kept in connection.execute(tables.where(s.deal_player.c.person == person_id).distinct()).all():
        summary = _without_person(kept, person_id)
        if summary != kept:
            mine = s.table_summary.c.id == table
            connection.execute(update(s.table_summary).where(mine).values(summary=summary))


def _stripped(names: str, seat: int) -> str:
    """A list of names without that of one seat; unchanged if it cannot be read."""
    try:
        kept = msgspec.json.decode(names, type=list[str])
        kept[seat] = mark_of(kept[seat])
    except (msgspec.DecodeError, IndexError):
        return names
    return msgspec.json.encode(kept).decode()


def _without_person(summary: str, person_id: str) -> str:
    info = read_summary(summary)
    if info is None:
        return summary
    if all(one is None or one.person != person_id or one.name == mark_of(one.name) for one in info.seats):
        return summary
    seats = tuple(
        msgspec.structs.replace(one, name=mark_of(one.name)) if one is not None and one.person == person_id else one
        for one in info.seats
    )
    return msgspec.json.encode(msgspec.structs.replace(info, seats=seats)).decode()
