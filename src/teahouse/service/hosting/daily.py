"""Today's deal: the same tiles for everybody on one day, in UTC, and the day's best scores.

The deal's secret follows from the day and the game alone, and the players' shares are always the same. Anybody can
compute it, so a daily table has no stake.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, select

from teahouse.core.fair import SECRET_BYTES, SHARE_BYTES
from teahouse.service.errors import refused
from teahouse.service.hosting import HOSTING
from teahouse.service.hosting.rules import DailyTable
from teahouse.service.store.schema import daily_score, played

NO_SHARE: Final = bytes(SHARE_BYTES).hex()
"""The share of every player in the deal of a day, so that it is the same for all."""

BEST: Final = 10


class Best(msgspec.Struct, frozen=True):
    """A person's best score of a day, and where to watch it."""

    name: str
    score: int
    table: str
    deal: int


class DailyGame(msgspec.Struct, frozen=True):
    """A game of the day: its options, the bots that sit there, and the best scores so far."""

    game: str
    options: dict[str, Any]
    bots: dict[str, str]
    best: tuple[Best, ...]


class Today(msgspec.Struct, frozen=True):
    """The deals of one day."""

    day: str
    games: tuple[DailyGame, ...]


def day_of(at: int) -> str:
    """The day of a moment in milliseconds, in UTC.

    >>> day_of(1_700_000_000_000)
    '2023-11-14'
    """
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def daily_secret(game: str, day: str) -> bytes:
    """The secret of the deal of a day."""
    return hashlib.shake_256(f"teahouse/daily/{game}/{day}".encode()).digest(SECRET_BYTES)


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


def best_of(connection: Connection, game: str, day: str) -> tuple[Best, ...]:
    """The best scores of a day, one for each person."""
    here = (played.c.table_id == daily_score.c.table_id) & (played.c.deal == daily_score.c.deal)
    query = (
        select(*(daily_score.c[name] for name in ("table_id", "deal", "seat", "score")), played.c.names)
        .join(played, here)
        .where(daily_score.c.day == day, daily_score.c.game == game)
        .order_by(daily_score.c.score.desc(), daily_score.c.ended)
        .limit(BEST)
    )
    return tuple(
        Best(_name(row.names, row.seat), row.score, row.table_id, row.deal) for row in connection.execute(query)
    )


def _name(names: str, seat: int) -> str:
    """The name under which somebody played; empty where it cannot be read."""
    try:
        return msgspec.json.decode(names, type=tuple[str, ...])[seat]
    except (msgspec.DecodeError, IndexError):
        return ""
