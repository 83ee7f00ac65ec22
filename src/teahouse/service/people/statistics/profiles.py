"""A person's profile: ratings, sums split in several ways, figures of each game, badges; and two people compared."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, delete, exists, select

from teahouse.service.errors import refused
from teahouse.service.people.people import Person
from teahouse.service.people.ratings.book import rating_of
from teahouse.service.people.ratings.reading import GameRating, game_rating
from teahouse.service.people.shown_names import names_of
from teahouse.service.people.statistics.counting import ALL
from teahouse.service.store.schema import badge, figure, private_profile, rating, tally
from teahouse.service.store.upsert import upsert

MOST_OPPONENTS: Final = 20
MOST_MONTHS: Final = 24
MOST_VARIANTS: Final = 60
OPPONENT: Final = "opponent"
FEW: Final = {"seat": MOST_OPPONENTS, "variant": MOST_VARIANTS, "month": MOST_MONTHS, OPPONENT: MOST_OPPONENTS}


class Tally(msgspec.Struct, frozen=True):
    """Sums over deals. `key`: the seat, the variant, the month, or the opponent, whose name is `name`."""

    key: str
    name: str
    deals: int
    won: int
    drawn: int
    points: int
    best: int
    streak: int
    longest: int


class Figure(msgspec.Struct, frozen=True):
    """A figure that a game alone has: the sum, over how many deals, and the best."""

    name: str
    total: int
    deals: int
    best: int


class Badge(msgspec.Struct, frozen=True):
    """Something achieved for the first time, and where."""

    game: str
    name: str
    at: int
    table: str
    deal: int


class GameStatistics(msgspec.Struct, frozen=True):
    """A person's statistics in one game."""

    game: str
    all: Tally
    seats: tuple[Tally, ...]
    variants: tuple[Tally, ...]
    months: tuple[Tally, ...]
    opponents: tuple[Tally, ...]
    figures: tuple[Figure, ...]


class Profile(msgspec.Struct, frozen=True):
    """A person's profile. private: can only the person see it?"""

    id: str
    name: str
    guest: bool
    since: int
    private: bool
    ratings: tuple[GameRating, ...]
    games: tuple[GameStatistics, ...]
    badges: tuple[Badge, ...]


class Comparison(msgspec.Struct, frozen=True):
    """The profiles of two people, and the results of each in the deals they played together, by game.

    together: those of `one`. others: those of `other`. They are kept apart because at a larger table a third player
    may win.
    """

    one: Profile
    other: Profile
    together: dict[str, Tally]
    others: dict[str, Tally]


def check_visible(connection: Connection, person_id: str, asker: str) -> None:
    """Refuse a private profile to everybody but its owner."""
    if person_id != asker and is_private(connection, person_id):
        raise refused("person/private")


def is_private(connection: Connection, person_id: str) -> bool:
    """Is this person's profile private?"""
    query = select(private_profile.c.person).where(private_profile.c.person == person_id)
    return connection.execute(query).first() is not None


def set_private(connection: Connection, person_id: str, at: int, *, on: bool) -> None:
    """Make a profile private, or public again."""
    if on:
        connection.execute(
            upsert(connection, private_profile).values(person=person_id, since=at).on_conflict_do_nothing()
        )
    else:
        connection.execute(delete(private_profile).where(private_profile.c.person == person_id))


def profile_of(connection: Connection, subject: Person, asker: str) -> Profile:
    """Everything on a person's profile, or a refusal."""
    check_visible(connection, subject.id, asker)
    rated = connection.execute(select(rating).where(rating.c.person == subject.id).order_by(rating.c.game)).all()
    rows = connection.execute(select(badge).where(badge.c.person == subject.id).order_by(badge.c.at)).all()
    return Profile(
        subject.id,
        subject.name,
        subject.guest,
        subject.created,
        is_private(connection, subject.id),
        tuple(game_rating(row.game, rating_of(row)) for row in rated),
        statistics_of(connection, subject.id, is_own=subject.id == asker),
        tuple(Badge(row.game, row.name, row.at, row.table_id, row.deal) for row in rows),
    )


def statistics_of(connection: Connection, person_id: str, *, is_own: bool) -> tuple[GameStatistics, ...]:
    """A person's statistics, game by game; others do not see opponents with a private profile."""
    query = select(tally).where(tally.c.person == person_id, tally.c.split == ALL)
    rows = connection.execute(query.order_by(tally.c.game)).all()
    return tuple(_game(connection, person_id, row, is_own=is_own) for row in rows)


def _game(connection: Connection, person_id: str, row: Row[*tuple[Any, ...]], *, is_own: bool) -> GameStatistics:
    hidden = exists().where(private_profile.c.person == tally.c.key)
    seats, variants, months = (_split(connection, person_id, row.game, split) for split in FEW if split != OPPONENT)
    opponents = _split(connection, person_id, row.game, OPPONENT, *([] if is_own else [~hidden]))
    query = select(figure).where(figure.c.person == person_id, figure.c.game == row.game).order_by(figure.c.name)
    figures = tuple(Figure(one.name, one.total, one.deals, one.best) for one in connection.execute(query))
    variants = tuple(sorted(variants, key=lambda one: -one.deals))
    return GameStatistics(row.game, _tally(row), seats, variants, months, opponents, figures)


def _split(
    connection: Connection, person_id: str, game: str, split: str, *conditions: ColumnElement[bool]
) -> tuple[Tally, ...]:
    mine = (tally.c.person == person_id, tally.c.game == game, tally.c.split == split, *conditions)
    order = tally.c.deals.desc() if split == OPPONENT else tally.c.key.desc() if split == "month" else tally.c.key
    rows = connection.execute(select(tally).where(*mine).order_by(order).limit(FEW[split])).all()
    if split != OPPONENT:
        return tuple(map(_tally, rows))
    names = names_of(connection, (row.key for row in rows))
    return tuple(_tally(row, names.get(row.key, "")) for row in rows)


def _tally(row: Row[*tuple[Any, ...]], name: str = "") -> Tally:
    return Tally(row.key, name, row.deals, row.won, row.drawn, row.points, row.best, row.streak, row.longest)


def compared(connection: Connection, one: Person, other: Person, asker: str) -> Comparison:
    """Compare two people."""
    first, second = profile_of(connection, one, asker), profile_of(connection, other, asker)
    games = [game.game for game in first.games]
    sides = ((one.id, other.id), (other.id, one.id))
    return Comparison(first, second, *(_together(connection, *side, games) for side in sides))


def _together(connection: Connection, one: str, other: str, games: Sequence[str]) -> dict[str, Tally]:
    met = (tally.c.person == one, tally.c.game.in_(games), tally.c.split == OPPONENT, tally.c.key == other)
    return {row.game: _tally(row) for row in connection.execute(select(tally).where(*met))}
