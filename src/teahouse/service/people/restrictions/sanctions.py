"""Sanctions, as functions of a connection: a person is muted in the whole house, or suspended, until a moment."""

from datetime import UTC, datetime
from typing import Final, Literal

import msgspec
from sqlalchemy import Connection, delete, insert, select

from teahouse.service.errors import Refused, refused
from teahouse.service.store.schema import sanction

SanctionKind = Literal["mute", "suspend"]
MUTE: Final[SanctionKind] = "mute"
SUSPEND: Final[SanctionKind] = "suspend"


class Sanction(msgspec.Struct, frozen=True):
    """A sanction that holds until a moment, and why."""

    kind: SanctionKind
    since: int
    until: int
    why: str


def sanctions_of(connection: Connection, person: str, at: int) -> list[Sanction]:
    """The sanctions that hold at a moment."""
    rows = connection.execute(select(sanction).where(sanction.c.person == person, sanction.c.until > at))
    return sorted((Sanction(row.kind, row.since, row.until, row.why) for row in rows), key=lambda one: one.kind)


def impose(connection: Connection, person: str, imposed: Sanction) -> None:
    """Impose a sanction in place of an earlier one of its kind."""
    lift(connection, person, imposed.kind)
    connection.execute(insert(sanction), [{"person": person} | msgspec.structs.asdict(imposed)])


def lift(connection: Connection, person: str, kind: SanctionKind) -> bool:
    """Lift a sanction; False when there is none."""
    mine = (sanction.c.person == person, sanction.c.kind == kind)
    return connection.execute(delete(sanction).where(*mine)).rowcount > 0


def check_not(connection: Connection, person: str, kind: SanctionKind, at: int) -> None:
    """Refuse a person who is muted, or suspended, with the reason and the end."""
    for current in sanctions_of(connection, person, at):
        if current.kind == kind:
            raise refusal_of(current)


def refusal_of(current: Sanction) -> Refused:
    """The refusal that a sanctioned person gets."""
    code = "person/suspended" if current.kind == SUSPEND else "person/muted"
    until = datetime.fromtimestamp(current.until / 1000, UTC).isoformat(sep=" ", timespec="minutes")
    return refused(
        code, f"until {until}, because: {current.why}", "until", {"until": current.until, "why": current.why}
    )
