"""A person's daily deals: the scores of a month, the streak of days, and the page of one day."""

from collections.abc import Sequence
from datetime import date
from typing import Final

import msgspec
from sqlalchemy import Connection, func, select

from teahouse.core.fair import commitment
from teahouse.service.days.par import Par, pars_of
from teahouse.service.days.scores import game_of
from teahouse.service.errors import refused
from teahouse.service.hosting.daily import DailyGame, daily_tables, next_day
from teahouse.service.store.schema import daily_score, daily_secret

LONGEST_STREAK: Final = 3660
"""The most days that are read for a streak: ten years."""


class CalendarDay(msgspec.Struct, frozen=True):
    """A day with deals, and the person's scores by game."""

    day: str
    scores: dict[str, int]


class Calendar(msgspec.Struct, frozen=True):
    """The days of a month that had deals, and the streak: on how many days in a row the person finished a deal.

    first: the first day of the house that had a deal. streak: up to today, or yesterday if today is not played yet.
    """

    month: str
    today: str
    first: str
    days: tuple[CalendarDay, ...]
    streak: int = 0
    longest: int = 0


class DayPage(msgspec.Struct, frozen=True):
    """A day: its games with their best scores, and the commitment to its secret.

    secret: from which everybody can compute the deals; None until the day is over. pars: by game, what the house's own
    players reached and what is known of the deal, after the day; a game is missing while that is computed.
    """

    day: str
    games: tuple[DailyGame, ...]
    commitment: str
    secret: str | None = None
    pars: dict[str, Par] = {}


def calendar_of(connection: Connection, person: str, month: str, today: str) -> Calendar:
    """A person's calendar for a month such as 2026-11; without scores for an empty id."""
    begin, end = month_bounds(month)
    days = select(daily_secret.c.day).where(daily_secret.c.day >= begin, daily_secret.c.day < end)
    known = list(connection.execute(days.where(daily_secret.c.day <= today).order_by(daily_secret.c.day)).scalars())
    own: dict[str, dict[str, int]] = {}
    mine = (daily_score.c.person == person, daily_score.c.day >= begin, daily_score.c.day < end)
    for row in connection.execute(select(daily_score.c.day, daily_score.c.game, daily_score.c.score).where(*mine)):
        own.setdefault(row.day, {})[row.game] = row.score
    first = connection.execute(select(func.min(daily_secret.c.day))).scalar() or today
    played = select(daily_score.c.day).where(daily_score.c.person == person).distinct()
    finished = connection.execute(played.order_by(daily_score.c.day.desc()).limit(LONGEST_STREAK)).scalars().all()
    listed = tuple(CalendarDay(day, own.get(day, {})) for day in known)
    return Calendar(month, today, first, listed, *streaks(finished, today))


def month_bounds(month: str) -> tuple[str, str]:
    """The first day of a month, and of the next one; or a refusal.

    >>> month_bounds("2026-12")
    ('2026-12-01', '2027-01-01')
    """
    try:
        first = date.fromisoformat(f"{month}-01")
    except ValueError:
        raise refused("wire/unreadable", f"expected a month such as 2026-11, got {month!r}") from None
    number = first.year * 12 + first.month
    return first.isoformat(), f"{number // 12:04}-{number % 12 + 1:02}-01"


def streaks(days: Sequence[str], today: str) -> tuple[int, int]:
    """The length of the current streak, up to today or yesterday, and of the longest one; the latest day comes first.

    >>> streaks(["2026-03-02", "2026-03-01", "2026-02-27"], "2026-03-03")
    (2, 2)
    """
    runs: list[tuple[str, int]] = []
    for number, day in enumerate(days):
        if number and next_day(day) == days[number - 1]:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((day, 1))
    is_running = bool(runs) and runs[0][0] >= next_day(today, -1)
    return (runs[0][1] if is_running else 0), max((length for _, length in runs), default=0)


def day_page(connection: Connection, day: str, today: str) -> DayPage:
    """The page of a day that had deals; today's secret is not shown."""
    secret = connection.execute(select(daily_secret.c.secret).where(daily_secret.c.day == day)).scalar()
    if secret is None or day > today:
        raise refused("daily/unknown")
    games = tuple(game_of(connection, game, day) for game in daily_tables(day))
    day_commitment = commitment(bytes.fromhex(secret))
    return (
        DayPage(day, games, day_commitment)
        if day == today
        else DayPage(day, games, day_commitment, secret, pars_of(connection, day))
    )
