"""Computes every rating again from the logs, and corrects those that differ."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from teahouse.service.people.ratings.book import FIELDS, RatedMatch, rated, rating_of
from teahouse.service.people.ratings.rating import Rating
from teahouse.service.store.schema import event, person, rated_match, rating
from teahouse.service.store.store import Store
from teahouse.service.tables import events as ev
from teahouse.service.tables.log import LogRow, parse_row
from teahouse.service.tables.results.rated import rated_match as match_of

PAGE: Final = 500
MOST_AT_ONCE: Final = 500

Key = tuple[str, str]
"""A person and a game."""


class Recomputed(msgspec.Struct, frozen=True):
    """How many rated matches and ratings there are, and how many ratings were wrong and are now corrected."""

    matches: int
    ratings: int
    wrong: int


class ComputedRatings(NamedTuple):
    """The ratings that follow from the matches up to a number."""

    matches: int
    last: int
    ratings: dict[Key, Rating]


async def recompute(store: Store) -> Recomputed:
    """Compute every rating again. If a match is rated meanwhile, the figures are computed once more."""
    while True:
        computed = await store.read(_computed)
        wrong = await store.write(partial(_put_right, computed))
        if wrong is not None:
            return Recomputed(computed.matches, len(computed.ratings), wrong)


def _computed(connection: Connection) -> ComputedRatings:
    """Play every rated match again, in the order of their commits."""
    ratings, matches, last = dict[Key, Rating](), 0, 0
    while page := _page(connection, last):
        last = page[-1][0]
        for _, match in page:
            known = {one: ratings[one, match.game] for one in match.persons if one and (one, match.game) in ratings}
            ratings |= {(who, match.game): after for who, after in rated(match, known).items()}
            matches += 1
    return ComputedRatings(matches, last, ratings)


def _page(connection: Connection, after: int) -> list[tuple[int, RatedMatch]]:
    line, first = event.alias(), event.alias()
    query = (
        select(rated_match.c.number, line.c.table_id, line.c.seq, line.c.at, line.c.body, line.c.prev_hash)
        .add_columns(first.c.body.label("opened"))
        .join_from(rated_match, line, (line.c.table_id == rated_match.c.table_id) & (line.c.seq == rated_match.c.seq))
        .join(first, (first.c.table_id == rated_match.c.table_id) & (first.c.seq == 1))
        .where(rated_match.c.number > after)
        .order_by(rated_match.c.number)
        .limit(PAGE)
    )
    matches = list[tuple[int, RatedMatch]]()
    for row in connection.execute(query).all():
        logged = parse_row(row.table_id, LogRow(row.seq, row.at, row.body, row.prev_hash))
        assert isinstance(logged.event, ev.Rated)
        matches.append((row.number, match_of(ev.OPENED.decode(row.opened), logged, logged.event)))
    return matches


def _put_right(computed: ComputedRatings, connection: Connection) -> int | None:
    """Write the ratings that differ; None if another match was rated since they were computed."""
    if (connection.execute(select(func.max(rated_match.c.number))).scalar() or 0) != computed.last:
        return None
    kept: dict[Key, Rating] = {(row.person, row.game): rating_of(row) for row in connection.execute(select(rating))}
    odd = sorted({key for key in {*kept, *computed.ratings} if kept.get(key) != computed.ratings.get(key)})
    deleted = _deleted(connection, [who for who, _ in odd])
    wrong = [key for key in odd if key[0] not in deleted]
    for who, game in wrong:
        connection.execute(delete(rating).where(rating.c.person == who, rating.c.game == game))
    right = [_row(key, computed.ratings[key]) for key in wrong if key in computed.ratings]
    if right:
        connection.execute(insert(rating), right)
    return len(wrong)


def _row(key: Key, one: Rating) -> dict[str, str | float]:
    return {"person": key[0], "game": key[1]} | {name: getattr(one, name) for name in FIELDS}


def _deleted(connection: Connection, persons: Sequence[str]) -> set[str]:
    """Those who deleted their account: their matches count for the others, their own ratings are gone."""
    ids = set[str]()
    for start in range(0, len(persons), MOST_AT_ONCE):
        some = persons[start : start + MOST_AT_ONCE]
        query = select(person.c.id).where(person.c.id.in_(some), person.c.name_key == "-" + person.c.id)
        ids |= set(connection.execute(query).scalars())
    return ids
