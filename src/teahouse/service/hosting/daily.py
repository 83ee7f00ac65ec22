"""Today's deal: the same tiles for everybody on one day, in UTC, and the day's best scores.

The server chooses the secret of a day at random the day before and publishes its commitment then; it shows the secret
when the day is over. The secret of a game's deal follows from it, and the players' shares are always the same.
Everybody has one try, without advice, and its record is withheld until the day is over.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import msgspec

from teahouse.core.fair import SECRET_BYTES, SHARE_BYTES
from teahouse.service.errors import refused
from teahouse.service.hosting import HOSTING
from teahouse.service.hosting.rules import DailyTable

NO_SHARE: Final = bytes(SHARE_BYTES).hex()
"""The share of every player in a daily deal, so that it is the same for all."""


class Best(msgspec.Struct, frozen=True):
    """A person's score in a daily deal, and its record, withheld until the day is over."""

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
    """A person's own try at a daily deal; no score while it is played, or if none was reached that day."""

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


def deal_secret(secret: bytes, game: str, day: str) -> bytes:
    """The secret of a game's deal, from the secret of its day."""
    return hashlib.shake_256(secret + f"teahouse/daily/{game}/{day}".encode()).digest(SECRET_BYTES)


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
