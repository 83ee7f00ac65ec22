"""The book of rated matches: the ratings that follow from them, changed in the transaction of the result."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, String, bindparam, insert, select
from sqlalchemy.sql.dml import Insert

from teahouse.service.people.ratings.anchors import anchor_of
from teahouse.service.people.ratings.glicko import glicko
from teahouse.service.people.ratings.plackett_luce import plackett_luce
from teahouse.service.people.ratings.rating import RatedPlayer, Rating
from teahouse.service.store.bulk_insert import insert_many
from teahouse.service.store.schema import leader, person, rated_match, rating, rating_change
from teahouse.service.store.upsert import upsert_on

System = Callable[[Sequence[RatedPlayer], int, int], list[Rating]]

SYSTEMS: Final[Mapping[str, System]] = {"glicko": glicko, "plackett_luce": plackett_luce}
NEW: Final = Rating()
FIELDS: Final = Rating.__struct_fields__
AMONG: Final = bindparam("persons", type_=String, expanding=True)
LOCKING: Final = select(person.c.id).where(person.c.id.in_(AMONG)).order_by(person.c.id).with_for_update(key_share=True)
NUMBERING: Final = insert(rated_match).returning(rated_match.c.number)
RATINGS: Final = select(rating).where(rating.c.game == bindparam("game"), rating.c.person.in_(AMONG))
CHANGING: Final = insert(rating_change)


class RatedMatch(msgspec.Struct, frozen=True):
    """A rated match: its place in the log, by which system it counts, who sat where, and the ranks, 0 the best."""

    table: str
    seq: int
    at: int
    game: str
    system: str
    persons: tuple[str | None, ...]
    bots: tuple[str | None, ...]
    ranks: tuple[int, ...]
    deals: int


def book(connection: Connection, match: RatedMatch) -> None:
    """Note a match, and change the ratings of its persons.

    The persons are locked first, so that matches with one person in common have numbers in the order of their effect.
    """
    persons = sorted(one for one in match.persons if one is not None)
    connection.execute(LOCKING, {"persons": persons}).all()
    number = connection.execute(NUMBERING, {"table_id": match.table, "seq": match.seq}).scalar_one()
    known = ratings_in(connection, match.game, persons)
    later = rated(match, known)
    rows = [{"person": who, "game": match.game} | msgspec.structs.asdict(one) for who, one in later.items()]
    insert_many(connection, _keeping(connection.dialect.name), rows)
    insert_many(connection, CHANGING, [_change(match, number, one, known, later[one]) for one in later])
    _lead(connection, match, later)


def rated(match: RatedMatch, known: Mapping[str, Rating]) -> dict[str, Rating]:
    """The ratings of a match's persons after it; newcomers start with the rating of a newcomer."""
    players = [_player(match, seat, known) for seat in range(len(match.ranks))]
    updated = SYSTEMS[match.system](players, match.at, match.deals)
    return {one: after for one, after in zip(match.persons, updated, strict=True) if one is not None}


def _player(match: RatedMatch, seat: int, known: Mapping[str, Rating]) -> RatedPlayer:
    who, level = match.persons[seat], match.bots[seat]
    if who is not None:
        return RatedPlayer(known.get(who, NEW), match.ranks[seat])
    return RatedPlayer(anchor_of(match.game, level or "") or NEW, match.ranks[seat], is_fixed=True)


def _change(
    match: RatedMatch, number: int, who: str, known: Mapping[str, Rating], after: Rating
) -> dict[str, str | int | float]:
    return {
        "person": who,
        "game": match.game,
        "number": number,
        "table_id": match.table,
        "at": match.at,
        "before": known.get(who, NEW).rating,
        "rating": after.rating,
        "deviation": after.deviation,
    }


def ratings_in(connection: Connection, game: str, persons: Iterable[str]) -> dict[str, Rating]:
    """The ratings of these people in a game, as far as they have one."""
    parameters = {"game": game, "persons": sorted(persons)}
    return {row.person: rating_of(row) for row in connection.execute(RATINGS, parameters)}


def rating_of(row: Row[*tuple[Any, ...]]) -> Rating:
    """A rating from a database row."""
    return Rating(row.rating, row.deviation, row.volatility, row.at, row.games)


def _lead(connection: Connection, match: RatedMatch, ratings: Mapping[str, Rating]) -> None:
    """Note the ratings for the leaders of the month."""
    month = datetime.fromtimestamp(match.at / 1000, UTC).strftime("%Y-%m")
    rows = [
        {
            "game": match.game,
            "month": month,
            "person": who,
            "rating": one.rating,
            "deviation": one.deviation,
            "games": 1,
        }
        for who, one in ratings.items()
    ]
    insert_many(connection, _leading(connection.dialect.name), rows)


@cache
def _leading(dialect: str) -> Insert:
    """The statement that notes a person's rating in a month, and one match more."""
    new = upsert_on(dialect, leader)
    later = {name: new.excluded[name] for name in ("rating", "deviation")} | {"games": leader.c.games + 1}
    return new.on_conflict_do_update(index_elements=["game", "month", "person"], set_=later)


@cache
def _keeping(dialect: str) -> Insert:
    """The statement that replaces a person's rating in a game."""
    new = upsert_on(dialect, rating)
    later = {name: new.excluded[name] for name in FIELDS}
    return new.on_conflict_do_update(index_elements=["person", "game"], set_=later)
