"""Whom people follow, and who of them is online."""

from typing import Final

import msgspec
from sqlalchemy import Connection, delete, false, func, insert, select

from teahouse.service.errors import refused
from teahouse.service.people.social.blocks import blocked_either_way, check_together
from teahouse.service.people.social.notices import add_notice
from teahouse.service.store.schema import follow, person, presence, seat, table_summary

MOST_FOLLOWED: Final = 200
THERE_MS: Final = 75_000
"""A person whose app sent something within this time counts as online."""


class Followed(msgspec.Struct, frozen=True):
    """A person you follow; `table`: a public table where they sit now, or empty."""

    id: str
    name: str
    there: bool
    table: str


def follow_person(connection: Connection, person_id: str, other: str, at: int) -> None:
    """Follow a person, who gets one notice."""
    if other == person_id:
        raise refused("person/self")
    if connection.execute(select(person.c.id).where(person.c.id == other)).first() is None:
        raise refused("person/missing")
    check_together(connection, person_id, other)
    mine = follow.c.person == person_id
    if connection.execute(select(follow.c.since).where(mine, follow.c.other == other)).first() is not None:
        return
    if (connection.execute(select(func.count()).where(mine)).scalar() or 0) >= MOST_FOLLOWED:
        raise refused("person/follows", f"expected at most {MOST_FOLLOWED} people on the list")
    connection.execute(insert(follow), [{"person": person_id, "other": other, "since": at}])
    add_notice(connection, other, "follow", (person_id, ""), at)


def unfollow(connection: Connection, person_id: str, other: str) -> None:
    """Unfollow a person."""
    connection.execute(delete(follow).where(follow.c.person == person_id, follow.c.other == other))


def invite_person(connection: Connection, person_id: str, other: str, table: str, at: int) -> None:
    """Write the notice of an invitation to a table."""
    check_together(connection, person_id, other)
    add_notice(connection, other, "invite", (person_id, table), at)


def followed_by(connection: Connection, person_id: str, now: int) -> list[Followed]:
    """The people whom a person follows, by name; blocked ones are left out."""
    query = (
        select(person.c.id, person.c.name, presence.c.seen)
        .join_from(follow, person, person.c.id == follow.c.other)
        .outerjoin(presence, presence.c.person == follow.c.other)
        .where(follow.c.person == person_id)
        .order_by(person.c.name)
    )
    blocked = blocked_either_way(connection, person_id)
    rows = [row for row in connection.execute(query).all() if row.id not in blocked]
    tables = _tables(connection, [row.id for row in rows])
    return [
        Followed(row.id, row.name, row.seen is not None and now - row.seen < THERE_MS, tables.get(row.id, ""))
        for row in rows
    ]


def _tables(connection: Connection, people: list[str]) -> dict[str, str]:
    """A public table of each person who sits at one."""
    query = (
        select(seat.c.person, seat.c.table_id)
        .join_from(seat, table_summary, table_summary.c.id == seat.c.table_id)
        .where(seat.c.person.in_(people), table_summary.c.private == false())
        .order_by(seat.c.created)
    )
    return {row.person: row.table_id for row in connection.execute(query)}
