"""The log of what administrators did: who, when, what, on whom, why. The database only allows adding rows."""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from sqlalchemy import ColumnElement, Connection, func, insert, select

from teahouse.service.moderation.texts import checked
from teahouse.service.store.schema import house_audit

AdminAct = Literal[
    "grant", "revoke", "mute", "unmute", "suspend", "unsuspend", "decide", "close", "repair", "retire", "look"
]
MOST_ENTRIES: Final = 200
LAST: Final = 2**31 - 1


class AuditEntry(msgspec.Struct, frozen=True):
    """One act. administrator: empty for the command line. person, table: whom and what it was about, or empty."""

    id: int
    at: int
    administrator: str
    act: str
    person: str
    table: str
    why: str


class AuditedAction(msgspec.Struct, frozen=True):
    """What an administrator does: who, what, on whom or which table, and why."""

    administrator: str
    act: AdminAct
    why: str
    person: str = ""
    table: str = ""


def add_entry(connection: Connection, at: int, action: AuditedAction) -> None:
    """Add an act to the log."""
    row = {
        "at": at,
        "administrator": action.administrator,
        "act": action.act,
        "person": action.person,
        "table_id": action.table,
        "why": checked(action.why, may_be_empty=True),
    }
    connection.execute(insert(house_audit), [row])


def entries(connection: Connection, limit: int = 50, before: int | None = None, person: str = "") -> list[AuditEntry]:
    """The newest acts, or the newest before one; about one person if one is named."""
    conditions: list[ColumnElement[bool]] = [house_audit.c.id < (LAST if before is None else before)]
    conditions += [house_audit.c.person == person] if person else []
    query = (
        select(house_audit).where(*conditions).order_by(house_audit.c.id.desc()).limit(min(max(limit, 0), MOST_ENTRIES))
    )
    return [_entry(row) for row in connection.execute(query)]


def newest(connection: Connection) -> int:
    """The number of the newest act; 0 before the first."""
    return connection.execute(select(func.max(house_audit.c.id))).scalar() or 0


def since(connection: Connection, number: int) -> Sequence[AuditEntry]:
    """The acts after one, the oldest first."""
    query = select(house_audit).where(house_audit.c.id > number).order_by(house_audit.c.id).limit(MOST_ENTRIES)
    return [_entry(row) for row in connection.execute(query)]


def _entry(row: object) -> AuditEntry:
    names = ("id", "at", "administrator", "act", "person", "table_id", "why")
    return AuditEntry(*(getattr(row, name) for name in names))
