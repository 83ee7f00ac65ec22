"""People's scores in daily deals."""

from typing import Final

import msgspec
from sqlalchemy import Connection, and_, select

from teahouse.service.hosting.daily import Best, DailyGame, Try, daily_table
from teahouse.service.people.shown_names import mark_of
from teahouse.service.store.schema import daily_score, daily_try, person, played

BEST: Final = 10


def game_of(connection: Connection, game: str, day: str) -> DailyGame:
    """A game of a day: its table, and the best scores of accounts and of guests."""
    options, bots = daily_table(game, day)
    accounts, guests = (best_of(connection, game, day, guests=guests) for guests in (False, True))
    return DailyGame(game, options, bots, accounts, guests)


def tries_of(connection: Connection, person_id: str, day: str) -> dict[str, Try]:
    """A person's own tries of a day, by game."""
    keys = ("day", "game", "person")
    same = and_(*(daily_score.c[key] == daily_try.c[key] for key in keys))
    query = select(daily_try.c.game, daily_try.c.table_id, daily_score.c.score).join(daily_score, same, isouter=True)
    rows = connection.execute(query.where(daily_try.c.person == person_id, daily_try.c.day == day))
    return {row.game: Try(row.table_id, row.score) for row in rows}


def best_of(connection: Connection, game: str, day: str, *, guests: bool) -> tuple[Best, ...]:
    """The best scores of a day, one for each account or each guest."""
    here = (played.c.table_id == daily_score.c.table_id) & (played.c.deal == daily_score.c.deal)
    query = (
        select(*(daily_score.c[name] for name in ("table_id", "deal", "seat", "score")), played.c.names, person.c.name)
        .join(played, here)
        .join(person, person.c.id == daily_score.c.person)
        .where(daily_score.c.day == day, daily_score.c.game == game)
        .where(person.c.password.is_(None) if guests else person.c.password.is_not(None))
        .order_by(daily_score.c.score.desc(), daily_score.c.ended)
        .limit(BEST)
    )
    return tuple(
        Best(row.name + _mark(row.names, row.seat), row.score, row.table_id, row.deal)
        for row in connection.execute(query)
    )


def _mark(names: str, seat: int) -> str:
    """The mark after the name of a person whose program played; empty if the names cannot be read."""
    try:
        return mark_of(msgspec.json.decode(names, type=tuple[str, ...])[seat])
    except (msgspec.DecodeError, IndexError):
        return ""
