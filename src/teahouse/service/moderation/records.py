"""Computes every record of the house again from the logs, and corrects those that differ.

Version 0.3.0 also kept records of private tables, and of games that somebody gave up.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, insert, select

from teahouse.service.errors import CODES, Conflict
from teahouse.service.moderation.tables import log_rows
from teahouse.service.people.statistics.counting import STREAK, WON
from teahouse.service.store.schema import house_record, person, person_deal, played
from teahouse.service.store.store import Store
from teahouse.service.tables import events as ev
from teahouse.service.tables.log import LogRow, check_chain, parse_row
from teahouse.service.tables.results.counted import counted_deal
from teahouse.service.tables.table import Table

MOST_AT_ONCE: Final = 500

RecordKey = tuple[str, str, str]
"""A game, the name of a record, and a variant."""


class RecomputedRecords(msgspec.Struct, frozen=True):
    """How many public deals and records there are, and how many records were wrong and are now corrected.

    unreadable: the tables whose log cannot be read; a record that was set there stays.
    """

    deals: int
    records: int
    wrong: int
    unreadable: tuple[str, ...]


class RecordValue(NamedTuple):
    """A value that may be a record, and who reached it where."""

    value: int
    person: str
    table_id: str
    deal: int
    at: int

    def is_better(self, other: "RecordValue | None") -> bool:
        """Is this the record? The first of equals is."""
        return other is None or (self.value, -self.at) > (other.value, -other.at)


class RecordCandidates:
    """The best values of every person for every record."""

    def __init__(self) -> None:
        """Start without values."""
        self._by_person: dict[tuple[RecordKey, str], RecordValue] = {}

    def add(self, found: Iterable[tuple[RecordKey, RecordValue]]) -> None:
        """Add values; only the best of each person is kept."""
        for key, holding in found:
            if holding.is_better(self._by_person.get((key, holding.person))):
                self._by_person[key, holding.person] = holding

    def found(self) -> list[tuple[RecordKey, RecordValue]]:
        """All the best values."""
        return [(key, holding) for (key, _), holding in self._by_person.items()]

    def persons(self) -> list[str]:
        """Everybody who has a value."""
        return sorted({one for _, one in self._by_person})

    def records(self, holders: frozenset[str]) -> dict[RecordKey, RecordValue]:
        """The records that follow if only these people can hold one."""
        best = dict[RecordKey, RecordValue]()
        for (key, one), holding in self._by_person.items():
            if one in holders and holding.is_better(best.get(key)):
                best[key] = holding
        return best


async def recompute_records(store: Store) -> RecomputedRecords:
    """Compute every record again. The deals that end meanwhile are added until there are none."""
    best, known, unreadable = RecordCandidates(), dict[str, frozenset[int]](), list[str]()
    while True:
        deals = await store.read(_public_deals)
        for table in [one for one in deals if deals[one] != known.get(one)]:
            log = await store.read(partial(log_rows, table=table))
            found = await asyncio.to_thread(_found_in, table, log)
            if found is None:
                unreadable.append(table)
            else:
                best.add(found)
        known = deals
        best.add(await store.read(_streaks))
        with suppress(Conflict):  # somebody set a record at the same moment
            wrong = await store.write(partial(_put_right, best, known, frozenset(unreadable)))
            if wrong is not None:
                return RecomputedRecords(sum(map(len, known.values())), *wrong, tuple(dict.fromkeys(unreadable)))


def _public_deals(connection: Connection) -> dict[str, frozenset[int]]:
    """The deals that are counted and may set a record, by their tables."""
    query = select(played.c.table_id, played.c.deal).where(played.c.private.is_(False), played.c.length.is_not(None))
    deals = dict[str, set[int]]()
    for table, deal in connection.execute(query.order_by(played.c.ended)).all():
        deals.setdefault(table, set()).add(deal)
    return {table: frozenset(numbers) for table, numbers in deals.items()}


def _found_in(table: str, log: Sequence[LogRow]) -> list[tuple[RecordKey, RecordValue]] | None:
    """What may be a record in the deals of a table, played again; None if its log cannot be read."""
    try:
        logged = [parse_row(table, row) for row in log]
        check_chain(logged)
        live, found = Table(logged[0]), list[tuple[RecordKey, RecordValue]]()
        for one in logged[1:]:
            if isinstance(one.event, ev.DealEnded):
                found += _found_in_deal(live, one.event, one.at)
            live.fold(one)
    except Exception:  # whatever is wrong with one log, the others are read
        return None
    return found


def _found_in_deal(table: Table, ended: ev.DealEnded, at: int) -> Iterator[tuple[RecordKey, RecordValue]]:
    deal = counted_deal(table, ended.result, at)
    for one in () if deal is None else deal.players:
        for name, variant, value in one.records:
            yield (table.opened.game, name, variant), RecordValue(value, one.person, table.id, ended.deal, at)


def _streaks(connection: Connection) -> list[tuple[RecordKey, RecordValue]]:
    """The wins in a row after each public deal; those of private tables count, but set no record."""
    c = person_deal.c
    query = select(c.person, c.game, c.ended, c.table_id, c.deal, c.outcome, c.private)
    best, run, whose = RecordCandidates(), 0, ("", "")
    for row in connection.execute(query.order_by(c.person, c.game, c.ended, c.table_id, c.deal)):
        before = run if whose == (row.person, row.game) else 0
        run, whose = before + 1 if row.outcome == WON else 0, (row.person, row.game)
        if run > 1 and not row.private:
            holding = RecordValue(run, row.person, row.table_id, row.deal, row.ended)
            best.add([((row.game, STREAK, ""), holding)])
    return best.found()


def _put_right(
    best: RecordCandidates, known: Mapping[str, frozenset[int]], unreadable: frozenset[str], connection: Connection
) -> tuple[int, int] | None:
    """Write the records that differ: how many there are, and how many differed; None if another deal ended."""
    if _public_deals(connection) != known:
        return None
    rows = connection.execute(select(house_record)).all()
    kept = {
        (row.game, row.name, row.variant): RecordValue(row.value, row.person, row.table_id, row.deal, row.at)
        for row in rows
    }
    best.add((key, holding) for key, holding in kept.items() if holding.table_id in unreadable)
    records = best.records(_existing(connection, best.persons()))
    wrong = sorted(key for key in {*kept, *records} if kept.get(key) != records.get(key))
    for key in wrong:
        if key in kept:
            _take(connection, key, kept[key])
    right = [
        {"game": game, "name": name, "variant": variant} | records[game, name, variant]._asdict()
        for game, name, variant in wrong
        if (game, name, variant) in records
    ]
    if right:
        connection.execute(insert(house_record), right)
    return len(records), len(wrong)


def _take(connection: Connection, key: RecordKey, held: RecordValue) -> None:
    """Delete a record; `Conflict` if it is no longer what was read."""
    c, (game, name, variant) = house_record.c, key
    same = (c.game == game, c.name == name, c.variant == variant, c.value == held.value, c.table_id == held.table_id)
    if connection.execute(delete(house_record).where(*same)).rowcount != 1:
        raise Conflict("store/conflict", CODES["store/conflict"])


def _existing(connection: Connection, persons: Sequence[str]) -> frozenset[str]:
    """Those of these people who have not deleted their account."""
    ids = set[str]()
    for start in range(0, len(persons), MOST_AT_ONCE):
        some = persons[start : start + MOST_AT_ONCE]
        query = select(person.c.id).where(person.c.id.in_(some), person.c.name_key != "-" + person.c.id)
        ids |= set(connection.execute(query).scalars())
    return frozenset(ids)
