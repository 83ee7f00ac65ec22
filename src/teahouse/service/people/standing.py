"""What a person may do among people: a pause after leaving games, sanctions, and whether they administrate."""

import msgspec
from sqlalchemy import Connection

from teahouse.service.people.administrators import is_administrator
from teahouse.service.people.restrictions.leaver_pauses import LeaverPause, pause_of
from teahouse.service.people.restrictions.sanctions import Sanction, sanctions_of


class OwnStanding(msgspec.Struct, frozen=True):
    """Restrictions of the person who asks (a pause after leaving games, sanctions), and whether they administrate."""

    pause: LeaverPause
    sanctions: tuple[Sanction, ...]
    administrator: bool


def standing_of(connection: Connection, person: str, at: int, *, has_pauses: bool) -> OwnStanding:
    """The restrictions of a person at a moment. has_pauses: do people who leave games wait in this house?"""
    pause = pause_of(connection, person, at) if has_pauses else LeaverPause()
    return OwnStanding(pause, tuple(sanctions_of(connection, person, at)), is_administrator(connection, person))
