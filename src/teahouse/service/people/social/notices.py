"""Notices in the app, which stay unread until they are opened; each kind can be switched off."""

from collections.abc import Collection, Sequence
from typing import Final, Literal, get_args

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from teahouse.service.pages import AnyRow
from teahouse.service.people.shown_names import names_of
from teahouse.service.people.social.blocks import blocked_either_way
from teahouse.service.store.schema import notice, notice_off, presence, seat, table_summary
from teahouse.service.store.upsert import upsert

NoticeKind = Literal["challenge", "invite", "turn", "follow"]
KINDS: Final[tuple[str, ...]] = get_args(NoticeKind)
ABOUT_TABLES: Final = ("invite", "turn")
MOST_NOTICES: Final = 100
SEEN_EVERY_MS: Final = 20_000


class Notice(msgspec.Struct, frozen=True):
    """A challenge (about is the seek), an invitation or one's turn (about is the table), or a new follower.

    invite: the code of a private table to which one was invited. game: what is played at the table.
    """

    kind: str
    person: str
    name: str
    about: str
    at: int
    read: bool
    invite: str = ""
    game: str = ""


class Notices(msgspec.Struct, frozen=True):
    """The last notices, the newest first, how many are unread, and the kinds that are switched off."""

    notices: tuple[Notice, ...]
    unread: int
    off: tuple[str, ...]


def add_notice(connection: Connection, person_id: str, kind: NoticeKind, by: tuple[str, str], at: int) -> None:
    """Write a notice about (who, what), unless the person has switched that kind off or blocked who caused it."""
    other, about = by
    off = select(notice_off.c.kind).where(notice_off.c.person == person_id, notice_off.c.kind == kind)
    if other in blocked_either_way(connection, person_id) or connection.execute(off).first() is not None:
        return
    row = {"person": person_id, "kind": kind, "other": other, "about": about, "at": at, "is_read": False}
    new = upsert(connection, notice).values(row)
    keys = ["person", "kind", "other", "about"]
    connection.execute(new.on_conflict_do_update(index_elements=keys, set_={"at": at, "is_read": False}))
    old = select(notice.c.at).where(notice.c.person == person_id).order_by(notice.c.at.desc()).offset(MOST_NOTICES)
    last = connection.execute(old.limit(1)).scalar()
    if last is not None:
        connection.execute(delete(notice).where(notice.c.person == person_id, notice.c.at <= last))


def add_turn_notice(connection: Connection, person_id: str, by: tuple[str, str], at: int, since: int) -> None:
    """Write a notice that it is a person's turn, by (who waits, which table), unless there is one already."""
    same = (notice.c.person == person_id, notice.c.kind == "turn", notice.c.about == by[1])
    known = connection.execute(select(func.max(notice.c.at)).where(*same)).scalar()
    if known is not None and known >= since:
        return
    connection.execute(delete(notice).where(*same))
    add_notice(connection, person_id, "turn", by, at)


def forget_turn(connection: Connection, person_id: str, table: str) -> None:
    """Delete the notice that it is a person's turn at a table, because they came back."""
    connection.execute(
        delete(notice).where(notice.c.person == person_id, notice.c.kind == "turn", notice.c.about == table)
    )


def read_challenge(connection: Connection, person_id: str, seek_id: str) -> None:
    """Mark the notice of a challenge as read, because the person has answered it."""
    same = (notice.c.person == person_id, notice.c.kind == "challenge", notice.c.about == seek_id)
    connection.execute(update(notice).where(*same).values(is_read=True))


def unread_since(connection: Connection, since: int) -> dict[str, int]:
    """The people with an unread notice after a moment, and when the last one came."""
    query = select(notice.c.person, notice.c.at).where(notice.c.at > since, notice.c.is_read.is_(False))
    return {row.person: row.at for row in connection.execute(query.order_by(notice.c.at))}  # GROUP BY would be a scan


def notices_of(connection: Connection, person_id: str) -> Notices:
    """A person's notices, without people they have blocked since and tables they have left."""
    mine = notice.c.person == person_id
    rows = connection.execute(select(notice).where(mine).order_by(notice.c.at.desc()).limit(MOST_NOTICES)).all()
    blocked, names = blocked_either_way(connection, person_id), names_of(connection, (row.other for row in rows))
    tables = _tables(connection, person_id, sorted({row.about for row in rows if row.kind in ABOUT_TABLES}))
    notices = tuple(
        _shown(row, names[row.other], tables.get(row.about))
        for row in rows
        if row.other in names and row.other not in blocked and (row.kind != "turn" or _sits(tables.get(row.about)))
    )
    off = select(notice_off.c.kind).where(notice_off.c.person == person_id).order_by(notice_off.c.kind)
    kinds = tuple(connection.execute(off).scalars())
    return Notices(notices, sum(not one.read for one in notices), kinds)


def _tables(connection: Connection, person_id: str, tables: Sequence[str]) -> dict[str, AnyRow]:
    """The tables that notices are about, and whether this person sits there."""
    mine = (seat.c.table_id == table_summary.c.id) & (seat.c.person == person_id)
    query = select(table_summary.c.id, table_summary.c.game, table_summary.c.private, table_summary.c.invite)
    query = query.add_columns(seat.c.seat).outerjoin(seat, mine).where(table_summary.c.id.in_(tables))
    return {row.id: row for row in connection.execute(query)} if tables else {}


def _sits(table: AnyRow | None) -> bool:
    return table is not None and table.seat is not None


def _shown(row: AnyRow, name: str, table: AnyRow | None) -> Notice:
    known = Notice(row.kind, row.other, name, row.about, row.at, row.is_read)
    if table is None or row.kind not in ABOUT_TABLES:
        return known
    code = table.invite if row.kind == "invite" and table.private else ""
    return msgspec.structs.replace(known, invite=code, game=table.game)


def read_all(connection: Connection, person_id: str, until: int) -> None:
    """Mark all notices of a person up to a moment as read."""
    mine = (notice.c.person == person_id, notice.c.at <= until)
    connection.execute(update(notice).where(*mine).values(is_read=True))


def switch_off(connection: Connection, person_id: str, kinds: Collection[str], at: int) -> None:
    """Switch these kinds of notices off for a person, and all others on."""
    connection.execute(delete(notice_off).where(notice_off.c.person == person_id))
    rows = [{"person": person_id, "kind": kind, "since": at} for kind in KINDS if kind in kinds]
    if rows:
        connection.execute(insert(notice_off), rows)


def is_due(connection: Connection, person_id: str, now: int) -> bool:
    """Is it time to note again that a person's app is open?"""
    seen = connection.execute(select(func.max(presence.c.seen)).where(presence.c.person == person_id)).scalar()
    return seen is None or abs(now - int(seen)) > SEEN_EVERY_MS


def note_seen(connection: Connection, person_id: str, now: int) -> None:
    """Note that a person's app is open now."""
    new = upsert(connection, presence).values(person=person_id, seen=now)
    connection.execute(new.on_conflict_do_update(index_elements=["person"], set_={"seen": now}))
