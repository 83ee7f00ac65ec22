"""Growing pauses for people who leave running games with others: a warning first, then longer and longer waits."""

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, select

from teahouse.service.errors import refused
from teahouse.service.store.schema import departure
from teahouse.service.store.upsert import upsert
from teahouse.service.timers import MINUTE_MS

PAUSES_MS: Final = tuple(minutes * MINUTE_MS for minutes in (0, 1, 5, 15, 60))
"""The pause after the first, second, third … departure; the last one holds for all further ones."""
FORGOTTEN_MS: Final = 7 * 24 * 60 * MINUTE_MS
MOST_READ: Final = 100


class LeaverPause(msgspec.Struct, frozen=True):
    """How often a person left lately, until when they wait, and how long they would wait after the next time."""

    departures: int = 0
    until: int = 0
    next_minutes: int = 0


def pause_after(departures: Sequence[int], now: int) -> LeaverPause:
    """The pause that follows from the moments of departures.

    >>> pause_after([0], 1), pause_after([0, 1000], 2000).until
    (LeaverPause(departures=1, until=0, next_minutes=1), 61000)
    """
    recent = [at for at in departures if now - FORGOTTEN_MS < at <= now]
    count = len(recent)
    until = max(recent, default=0) + _pause_ms(count)
    return LeaverPause(count, until if count and until > now else 0, _pause_ms(count + 1) // MINUTE_MS)


def _pause_ms(count: int) -> int:
    """The pause after this many departures."""
    return PAUSES_MS[min(count, len(PAUSES_MS)) - 1] if count else 0


def add_departure(connection: Connection, person: str, at: int, table: str) -> None:
    """Note that a person left a running game; once for each moment and table."""
    connection.execute(
        upsert(connection, departure).values(person=person, at=at, table_id=table).on_conflict_do_nothing()
    )


def departures_of(connection: Connection, person: str, now: int) -> list[int]:
    """The moments at which a person left, as far as they still count, the latest first."""
    query = select(departure.c.at).where(departure.c.person == person, departure.c.at > now - FORGOTTEN_MS)
    return list(connection.execute(query.order_by(departure.c.at.desc()).limit(MOST_READ)).scalars())


def pause_of(connection: Connection, person: str, now: int) -> LeaverPause:
    """The pause of a person."""
    return pause_after(departures_of(connection, person, now), now)


def check_pause(connection: Connection, person: str, now: int) -> None:
    """Refuse a person who has to wait, with the time left."""
    pause = pause_of(connection, person, now)
    if pause.until:
        minutes = -(-(pause.until - now) // MINUTE_MS)
        values = {"until": pause.until, "minutes": minutes}
        raise refused("table/pause", "1 minute left" if minutes == 1 else f"{minutes} minutes left", "pause", values)


def has_old(connection: Connection, now: int) -> bool:
    """Are there departures that no longer count?"""
    query = select(departure.c.at).where(departure.c.at <= now - FORGOTTEN_MS).limit(1)
    return connection.execute(query).first() is not None


def forget_old(connection: Connection, now: int) -> None:
    """Delete the departures that no longer count."""
    connection.execute(delete(departure).where(departure.c.at <= now - FORGOTTEN_MS))
