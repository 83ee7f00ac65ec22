"""Ratings for people to read: their own, what a match changed, and the house players beside them."""

from collections.abc import Iterable
from functools import cache

import msgspec
from sqlalchemy import Connection, select

from teahouse.service.people.ratings.anchors import anchors, fitting_level
from teahouse.service.people.ratings.book import NEW, rating_of, ratings_in
from teahouse.service.people.ratings.rating import Rating, ShownRating, shown_rating
from teahouse.service.store.schema import rating, rating_change


class GameRating(msgspec.Struct, frozen=True):
    """A person's rating in a game, and the house player that fits it; `level` is empty if none was measured."""

    game: str
    rating: ShownRating
    level: str


class SeatRating(msgspec.Struct, frozen=True):
    """How strong the player in a seat is."""

    seat: int
    rating: ShownRating


class RatingChange(msgspec.Struct, frozen=True):
    """What a rated match changed for one person."""

    person: str
    game: str
    at: int
    table: str
    before: int
    after: int
    deviation: int


def ratings_of(connection: Connection, person_id: str, games: Iterable[str]) -> list[GameRating]:
    """A person's rating in each of these games; a newcomer's if no match was rated."""
    rows = connection.execute(select(rating).where(rating.c.person == person_id)).all()
    known = {row.game: rating_of(row) for row in rows}
    return [game_rating(game, known.get(game, NEW)) for game in games]


def game_rating(game: str, one: Rating) -> GameRating:
    """A rating, and the house player that fits it."""
    return GameRating(game, shown_rating(one), fitting_level(game, one))


def rating_in(connection: Connection, person_id: str, game: str) -> Rating:
    """A person's rating in a game; a newcomer's if no match was rated."""
    return ratings_in(connection, game, [person_id]).get(person_id, NEW)


def changes_at(connection: Connection, table: str) -> list[RatingChange]:
    """What the rated matches of a table changed, the first match first."""
    query = select(rating_change).where(rating_change.c.table_id == table)
    rows = connection.execute(query.order_by(rating_change.c.number, rating_change.c.person)).all()
    return [
        RatingChange(
            row.person, row.game, row.at, row.table_id, round(row.before), round(row.rating), round(row.deviation)
        )
        for row in rows
    ]


def seat_ratings(connection: Connection, game: str, seats: Iterable[tuple[str | None, str | None]]) -> list[SeatRating]:
    """The ratings of the players in these seats, given as person and bot; a house player may not have one."""
    seated = list(seats)
    known = ratings_in(connection, game, [who for who, _ in seated if who is not None])
    ratings = [shown_rating(known.get(who, NEW)) if who else house_ratings(game).get(bot or "") for who, bot in seated]
    return [SeatRating(seat, one) for seat, one in enumerate(ratings) if one is not None]


@cache
def house_ratings(game: str) -> dict[str, ShownRating]:
    """The ratings of a game's house players, by their levels."""
    return {
        level: shown_rating(Rating(one.rating, one.deviation)) for level, one in anchors().games.get(game, {}).items()
    }
