"""What a finished deal adds to the figures of its people: a few rows each, however many deals there were before."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Executable, Table, case, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from teahouse.service.people.statistics import traits
from teahouse.service.store.schema import badge, figure, house_record, person_deal, tally

LOST: Final = 0
DRAWN: Final = 1
WON: Final = 2
ALL: Final = "all"
STREAKS: Final = (5, 10, 25, 50, 100)
"""Wins in a row for which there is a badge."""


class Counted(msgspec.Struct, frozen=True):
    """A person's part in a finished deal.

    opponents: other people by their ids, house players as `bot:LEVEL`. records: names and values that may be records
    of the house, with the variant where each variant has its own.
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
    """Add a deal to the figures of its people."""
    connection.execute(insert(person_deal), [_listed(deal, one) for one in deal.players])
    sums = [row for one in deal.players for row in _sums(deal, one)]
    _add(connection, tally, sums, ("deals", "won", "drawn", "points"))
    figures = [_figure(deal, one, name) for one in deal.players for name in one.figures]
    if figures:
        _add(connection, figure, figures, ("total", "deals"))
    for one in deal.players:
        _achieve(connection, deal, one)
    _note_traits(connection, deal)


def _note_traits(connection: Connection, deal: CountedDeal) -> None:
    place = traits.Place(deal.table, deal.deal, deal.ended, deal.private)
    kinds = {
        traits.GAME: (deal.game,),
        traits.VARIANT: (deal.variant,),
        traits.ENDING: (deal.ending,),
        traits.OPENING: deal.openings,
    }
    traits.note(connection, place, kinds, {one.seat: one.badges for one in deal.players})


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
    """The rows of a person's sums that a deal belongs to."""
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
    connection.execute(_adding(connection.dialect.name, table, tuple(added)), rows)


@cache
def _adding(dialect: str, table: Table, added: tuple[str, ...]) -> Executable:
    """Add rows to those that are there; the best stays the best, and a streak ends with the first deal not won."""
    upsert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    new = upsert(table)
    old, more = table.c, new.excluded
    changes: dict[str, Any] = {name: old[name] + more[name] for name in added}
    changes["best"] = case((more.best > old.best, more.best), else_=old.best)
    if "streak" in old:
        streak = case((more.won == 1, old.streak + 1), else_=0)
        changes |= {"streak": streak, "longest": case((streak > old.longest, streak), else_=old.longest)}
    keys = [column.name for column in table.primary_key]
    return new.on_conflict_do_update(index_elements=keys, set_=changes)


def _achieve(connection: Connection, deal: CountedDeal, one: Counted) -> None:
    """Note badges and records; a streak is known after the sums were changed."""
    mine = (tally.c.person == one.person, tally.c.game == deal.game, tally.c.split == ALL, tally.c.key == "")
    streak = connection.execute(select(tally.c.streak).where(*mine)).scalar_one()
    badges = [*one.badges, *(f"streak:{streak}" for _ in range(streak in STREAKS))]
    upsert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    place = {"person": one.person, "game": deal.game, "at": deal.ended, "table_id": deal.table, "deal": deal.deal}
    if badges:
        connection.execute(upsert(badge).on_conflict_do_nothing(), [place | {"name": name} for name in badges])
    records = [*one.records, *([("streak", "", streak)] if streak > 1 else [])]
    if records:
        new = upsert(house_record)
        better = {name: new.excluded[name] for name in ("value", "person", "table_id", "deal", "at")}
        is_better = new.excluded.value > house_record.c.value
        change = new.on_conflict_do_update(index_elements=["game", "name", "variant"], set_=better, where=is_better)
        rows = [place | {"name": name, "variant": variant, "value": value} for name, variant, value in records]
        connection.execute(change, rows)
