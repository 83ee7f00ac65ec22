"""Today's deal: the same tiles for everybody on one day, in UTC, and the day's best scores.

The server chooses the secret of a day at random the day before and publishes its commitment then; it shows the secret
when the day is over. The secret of a game's deal follows from it, and the players' shares are always the same.
Everybody has one try, without advice, and its record is sealed until the day is over.
"""

import hashlib
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from teahouse.core.fair import SECRET_BYTES, SHARE_BYTES, commitment
from teahouse.service.errors import CODES, Refused, refused
from teahouse.service.hosting import HOSTING
from teahouse.service.hosting.rules import DailyTable
from teahouse.service.store.schema import daily_secret, daily_try

NO_SHARE: Final = bytes(SHARE_BYTES).hex()
"""The share of every player in the deal of a day, so that it is the same for all."""


class Best(msgspec.Struct, frozen=True):
    """A person's score in the deal of a day, and its record, sealed until the day is over."""

    name: str
    score: int
    table: str
    deal: int


class DailyGame(msgspec.Struct, frozen=True):
    """A game of the day: its options, the bots that sit there, and the best scores so far, guests apart."""

    game: str
    options: dict[str, Any]
    bots: dict[str, str]
    best: tuple[Best, ...]
    guests: tuple[Best, ...] = ()


class Revealed(msgspec.Struct, frozen=True):
    """A day that is over: its secret, and the commitment that was published before it began."""

    day: str
    secret: str
    commitment: str


class Try(msgspec.Struct, frozen=True):
    """A person's own try at a deal of the day; no score while it is played, or where none was reached that day."""

    table: str
    score: int | None = None


class Today(msgspec.Struct, frozen=True):
    """The deals of one day, the commitments to its secret and to tomorrow's, yesterday's secret, own tries by game."""

    day: str
    games: tuple[DailyGame, ...]
    commitment: str = ""
    tomorrow: str = ""
    yesterday: Revealed | None = None
    tries: dict[str, Try] = {}


class AlreadyTried(Refused):
    """A person has a table of this day's deal."""

    def __init__(self, table: str) -> None:
        """Name the table."""
        super().__init__("daily/tried", CODES["daily/tried"])
        self.table = table


def day_of(at: int) -> str:
    """The day of a moment in milliseconds, in UTC.

    >>> day_of(1_700_000_000_000)
    '2023-11-14'
    """
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def next_day(day: str, days: int = 1) -> str:
    """A later day.

    >>> next_day("2024-02-28"), next_day("2024-03-01", -1)
    ('2024-02-29', '2024-02-29')
    """
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def secret_of_day(connection: Connection, day: str, random: Callable[[int], bytes]) -> bytes:
    """The secret of a day, chosen now where there is none yet."""
    query = select(daily_secret.c.secret).where(daily_secret.c.day == day)
    found = connection.execute(query).scalar()
    if found is None:
        upsert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        new = upsert(daily_secret).values(day=day, secret=random(SECRET_BYTES).hex())
        connection.execute(new.on_conflict_do_nothing(index_elements=["day"]))
        found = connection.execute(query).scalar_one()
    return bytes.fromhex(found)


def deal_secret(secret: bytes, game: str, day: str) -> bytes:
    """The secret of a game's deal, from the secret of its day."""
    return hashlib.shake_256(secret + f"teahouse/daily/{game}/{day}".encode()).digest(SECRET_BYTES)


def published(connection: Connection, day: str) -> tuple[str, str, Revealed | None] | None:
    """The commitments to a day's secret and the next one's, and the secret before; None if a commitment is missing."""
    days = (next_day(day, -1), day, next_day(day))
    rows = connection.execute(select(daily_secret).where(daily_secret.c.day.in_(days)))
    secrets = {row.day: bytes.fromhex(row.secret) for row in rows}
    before, today, after = (secrets.get(one) for one in days)
    if today is None or after is None:
        return None
    revealed = None if before is None else Revealed(days[0], before.hex(), commitment(before))
    return commitment(today), commitment(after), revealed


def note_try(connection: Connection, day: str, game: str, person: str, table: str) -> None:
    """Note a person's one try, or `AlreadyTried`."""
    upsert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = {"day": day, "game": game, "person": person}
    new = upsert(daily_try).values(table_id=table, **row).on_conflict_do_nothing(index_elements=list(row))
    if connection.execute(new).rowcount == 0:
        mine = [daily_try.c[name] == value for name, value in row.items()]
        raise AlreadyTried(connection.execute(select(daily_try.c.table_id).where(*mine)).scalar_one())


def daily_tables(day: str) -> Mapping[str, DailyTable]:
    """The games that have a table on this day, those played alone first."""
    number = datetime.fromisoformat(day).toordinal()
    tables = {game: hosting.daily(number) for game, hosting in HOSTING.items() if hosting.daily is not None}
    return dict(sorted(tables.items(), key=lambda named: len(named[1].bots)))


def daily_table(game: str, day: str) -> DailyTable:
    """The options and bots of a daily table, or a refusal."""
    tables = daily_tables(day)
    if game not in tables:
        raise refused("table/options", f"expected a daily game among {', '.join(tables)}, got {game!r}")
    return tables[game]
