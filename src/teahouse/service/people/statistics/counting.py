"""What a finished deal adds to the figures of its people: a few rows each, no matter how many deals came before."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Table, bindparam, case, insert, select
from sqlalchemy.sql.dml import Insert

from teahouse.service.people.statistics import traits
from teahouse.service.store.bulk_insert import insert_many
from teahouse.service.store.schema import badge, figure, house_record, person_deal, tally
from teahouse.service.store.upsert import upsert_on

LOST: Final = 0
DRAWN: Final = 1
WON: Final = 2
ALL: Final = "all"
BOT_PREFIX: Final = "bot:"
"""An opponent who is a house player is this and the level."""
STREAK: Final = "streak"
"""The record for wins in a row."""
STREAKS: Final = (5, 10, 25, 50, 100)
"""Wins in a row for which there is a badge."""
LISTING: Final = insert(person_deal)
STREAK_OF: Final = select(tally.c.streak).where(
    tally.c.person == bindparam("person"),
    tally.c.game == bindparam("game"),
    tally.c.split == ALL,
    tally.c.key == "",
)


class Counted(msgspec.Struct, frozen=True):
    """A person's part in a finished deal.

    opponents: other people by their ids, house players as `bot:LEVEL`. records: names and values that may be records
    of the house, with the variant if each variant has its own; those of private tables are not.
    """

    person: str
    seat: int
    score: int
    outcome: int
    opponents: tuple[str, ...]
    figures: Mapping[str, int]
    badges: tuple[str, ...]
    records: tuple[tuple[str, str, int], ...]


class CountedDeal(msgspec.Struct, frozen=True):
    """A finished deal, as it is counted. length: its moves without passes. openings: how it began."""

    table: str
    deal: int
    game: str
    variant: str
    ended: int
    month: str
    rated: bool
    private: bool
    players: tuple[Counted, ...]
    length: int = 0
    ending: str = ""
    openings: tuple[str, ...] = ()


def count(connection: Connection, deal: CountedDeal) -> None:
    """Add a deal to the figures of its people, in a few statements for any number of people."""
    insert_many(connection, LISTING, [_listed(deal, one) for one in deal.players])
    sums = [row for one in deal.players for row in _sums(deal, one)]
    _add(connection, tally, sums, ("deals", "won", "drawn", "points"))
    figures = [_figure(deal, one, name) for one in deal.players for name in one.figures]
    _add(connection, figure, figures, ("total", "deals"))
    _achieve(connection, deal)
    _note_traits(connection, deal)


def _note_traits(connection: Connection, deal: CountedDeal) -> None:
    place = traits.EndedDeal(deal.table, deal.deal, deal.ended, deal.private)
    kinds = {
        traits.GAME: (deal.game,),
        traits.VARIANT: (deal.variant,),
        traits.ENDING: (deal.ending,),
        traits.OPENING: deal.openings,
        traits.BOT: _levels(deal),
    }
    traits.add_traits(connection, place, kinds, {one.seat: one.badges for one in deal.players})


def _levels(deal: CountedDeal) -> list[str]:
    """The levels of the house players in a deal."""
    met = {other for one in deal.players for other in one.opponents}
    return sorted(other.removeprefix(BOT_PREFIX) for other in met if other.startswith(BOT_PREFIX))


def _listed(deal: CountedDeal, one: Counted) -> dict[str, Any]:
    return {
        "person": one.person,
        "ended": deal.ended,
        "table_id": deal.table,
        "deal": deal.deal,
        "game": deal.game,
        "variant": deal.variant,
        "seat": one.seat,
        "score": one.score,
        "outcome": one.outcome,
        "rated": deal.rated,
        "private": deal.private,
    }


def _sums(deal: CountedDeal, one: Counted) -> list[dict[str, Any]]:
    """The rows that a deal adds to a person's sums: in all, by seat, month and variant, and for each opponent."""
    splits = [(ALL, ""), ("seat", str(one.seat)), ("month", deal.month)]
    splits += [("variant", deal.variant)] if deal.variant else []
    splits += [("opponent", other) for other in dict.fromkeys(one.opponents)]
    won = int(one.outcome == WON)
    sums = {"deals": 1, "won": won, "drawn": int(one.outcome == DRAWN), "points": one.score, "best": one.score}
    sums |= {"streak": won, "longest": won}
    return [{"person": one.person, "game": deal.game, "split": split, "key": key} | sums for split, key in splits]


def _figure(deal: CountedDeal, one: Counted, name: str) -> dict[str, Any]:
    value = one.figures[name]
    return {"person": one.person, "game": deal.game, "name": name, "total": value, "deals": 1, "best": value}


def _add(connection: Connection, table: Table, rows: Sequence[dict[str, Any]], added: Sequence[str]) -> None:
    insert_many(connection, _adding(connection.dialect.name, table, tuple(added)), rows)


@cache
def _adding(dialect: str, table: Table, added: tuple[str, ...]) -> Insert:
    """The statement that adds rows to existing ones; a streak ends with the first deal that is not won."""
    new = upsert_on(dialect, table)
    old, more = table.c, new.excluded
    changes: dict[str, Any] = {name: old[name] + more[name] for name in added}
    changes["best"] = case((more.best > old.best, more.best), else_=old.best)
    if "streak" in old:
        streak = case((more.won == 1, old.streak + 1), else_=0)
        changes |= {"streak": streak, "longest": case((streak > old.longest, streak), else_=old.longest)}
    keys = [column.name for column in table.primary_key]
    return new.on_conflict_do_update(index_elements=keys, set_=changes)


def _achieve(connection: Connection, deal: CountedDeal) -> None:
    """Note badges and records; streaks are known after the sums were changed."""
    streaks = [(one, _streak(connection, deal.game, one)) for one in deal.players]
    badges = [row for one, streak in streaks for row in _badges(deal, one, streak)]
    insert_many(connection, _awarding(connection.dialect.name), badges)
    records = [row for one, streak in streaks for row in _records(deal, one, streak)]
    insert_many(connection, _surpassing(connection.dialect.name), records)


def _streak(connection: Connection, game: str, one: Counted) -> int:
    """How many deals in a row a person has won; 0, without a query, after a deal that was not won."""
    parameters = {"person": one.person, "game": game}
    return connection.execute(STREAK_OF, parameters).scalar_one() if one.outcome == WON else 0


def _badges(deal: CountedDeal, one: Counted, streak: int) -> list[dict[str, Any]]:
    names = [*one.badges, *(f"streak:{streak}" for _ in range(streak in STREAKS))]
    return [_achievement(deal, one) | {"name": name} for name in names]


def _records(deal: CountedDeal, one: Counted, streak: int) -> list[dict[str, Any]]:
    if deal.private:
        return []
    records = [*one.records, *([(STREAK, "", streak)] if streak > 1 else [])]
    return [
        _achievement(deal, one) | {"name": name, "variant": variant, "value": value} for name, variant, value in records
    ]


def _achievement(deal: CountedDeal, one: Counted) -> dict[str, Any]:
    return {"person": one.person, "game": deal.game, "at": deal.ended, "table_id": deal.table, "deal": deal.deal}


@cache
def _awarding(dialect: str) -> Insert:
    """The statement that gives badges to people who do not have them yet."""
    return upsert_on(dialect, badge).on_conflict_do_nothing()


@cache
def _surpassing(dialect: str) -> Insert:
    """The statement that sets records of the house if a value is higher."""
    new = upsert_on(dialect, house_record)
    better = {name: new.excluded[name] for name in ("value", "person", "table_id", "deal", "at")}
    is_better = new.excluded.value > house_record.c.value
    return new.on_conflict_do_update(index_elements=["game", "name", "variant"], set_=better, where=is_better)
