"""Lists over many deals: a person's deals with filters, rating and accuracy over time, leaders, records."""

from collections.abc import Callable, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta
from sqlalchemy import ColumnElement, Connection, exists, select

from teahouse.players.judgement import FEWEST_CHOICES, MOST_MERIT
from teahouse.service.pages import AnyRow, Id, Number, Page, SortOrder
from teahouse.service.people.ratings.rating import Rating, ShownRating, shown_rating
from teahouse.service.people.shown_names import NAMES, names_of, shown_name
from teahouse.service.people.statistics.counting import BOT_PREFIX
from teahouse.service.people.statistics.traits import BOT, trait
from teahouse.service.store.schema import (
    deal_player,
    deal_trait,
    house_record,
    judged_seat,
    leader,
    person,
    person_deal,
    played,
    private_profile,
    rating_change,
)

LAST_PLAYED: Final = SortOrder(
    (person_deal.c.ended, person_deal.c.table_id, person_deal.c.deal), tuple[Number, Id, Number], descending=True
)
DEALS_LENGTH: Final = 50
CURVE_LENGTH: Final = 500
LEADERS: Final = 50
ENOUGH_GAMES: Final = 5
"""The fewest rated matches in a month with which a person is among its leaders."""
MOST_RECORDS: Final = 200
DealId = tuple[str, int]
Withheld = Callable[[Connection, set[str]], set[DealId]]
"""The deals of these tables that are withheld, because their tiles are still played."""


def none_withheld(_connection: Connection, _tables: set[str]) -> set[DealId]:
    """Withhold nothing."""
    return set()


class DealFilter(msgspec.Struct, frozen=True):
    """Filters for the deals of a person; empty fields match every deal. opponent: a person's id, or `bot:LEVEL`.

    is_own: the person asks for their own deals, and sees those of private tables too.
    """

    game: str = ""
    variant: Annotated[str, Meta(max_length=80)] = ""
    opponent: Annotated[str, Meta(max_length=36, pattern="^(bot:.+|[0-9a-f]+)?$")] = ""
    rated: bool | None = None
    outcome: Annotated[int, Meta(ge=0, le=2)] | None = None
    is_own: bool = False


class ListedDeal(msgspec.Struct, frozen=True):
    """A finished deal of a person. outcome: 2 won, 1 drawn, 0 lost. names: of everybody who played, by seat."""

    table: str
    deal: int
    game: str
    variant: str
    ended: int
    seat: int
    score: int
    outcome: int
    rated: bool
    names: tuple[str, ...] = ()


class RatingPoint(msgspec.Struct, frozen=True):
    """A rating after a match."""

    at: int
    rating: int
    deviation: int
    table: str


class AccuracyPoint(msgspec.Struct, frozen=True):
    """A person's accuracy, from 0 to 1, in a judged deal and, if that has few choices, in the deals before it.

    choices, deals: how many of them were counted.
    """

    at: int
    accuracy: float
    choices: int
    deals: int
    table: str
    deal: int


class Leader(msgspec.Struct, frozen=True):
    """One of the best of a month."""

    person: str
    name: str
    rating: ShownRating


class Leaders(msgspec.Struct, frozen=True):
    """The best of a month. enough: the fewest rated matches with which a person is listed."""

    enough: int
    leaders: tuple[Leader, ...]


class HouseRecord(msgspec.Struct, frozen=True):
    """A record of the house; people with a private profile are not named."""

    game: str
    name: str
    variant: str
    value: int
    person: str
    holder: str
    table: str
    deal: int
    at: int


def deals_of(  # noqa: PLR0913 - whose, which of them, and which page
    connection: Connection,
    person_id: str,
    deal_filter: DealFilter,
    after: str = "",
    limit: int = DEALS_LENGTH,
    *,
    withheld: Withheld = none_withheld,
) -> Page[ListedDeal]:
    """A person's finished deals, the last first, without those that are withheld."""
    mine = [person_deal.c.person == person_id]
    mine += [person_deal.c[name] == value for name in ("game", "variant") if (value := getattr(deal_filter, name))]
    mine += [person_deal.c.rated == deal_filter.rated] if deal_filter.rated is not None else []
    mine += [person_deal.c.outcome == deal_filter.outcome] if deal_filter.outcome is not None else []
    mine += [] if deal_filter.is_own else [person_deal.c.private.is_(False)]
    if deal_filter.opponent:
        mine.append(_has_met(deal_filter.opponent))
    rows = connection.execute(LAST_PLAYED.page(select(person_deal).where(*mine), after, limit)).all()
    hidden = withheld(connection, {row.table_id for row in rows})
    places = [place for row in rows[:limit] if (place := (row.table_id, row.deal)) not in hidden]
    names = dict.fromkeys(places, ()) | _names(connection, places)
    return LAST_PLAYED.read(rows, limit, lambda row: _listed(row, names.get((row.table_id, row.deal))))


def _has_met(opponent: str) -> ColumnElement[bool]:
    """Did this person, or this house player, play the deal too?"""
    table, deal = person_deal.c.table_id, person_deal.c.deal
    if not opponent.startswith(BOT_PREFIX):
        here = (deal_player.c.table_id == table, deal_player.c.deal == deal)
        return exists().where(*here, deal_player.c.person == opponent)
    level = trait(BOT, opponent.removeprefix(BOT_PREFIX))
    when = (deal_trait.c.private == person_deal.c.private, deal_trait.c.ended == person_deal.c.ended)
    return exists().where(deal_trait.c.trait == level, *when, deal_trait.c.table_id == table, deal_trait.c.deal == deal)


def _listed(row: AnyRow, names: tuple[str, ...] | None) -> ListedDeal | None:
    if names is None:
        return None
    result = (row.seat, row.score, row.outcome, row.rated)
    return ListedDeal(row.table_id, row.deal, row.game, row.variant, row.ended, *result, names)


def _names(connection: Connection, places: list[DealId]) -> dict[DealId, tuple[str, ...]]:
    """The players of these deals, by seat; people by their current names."""
    tables, deals = sorted({table for table, _ in places}), sorted({deal for _, deal in places})
    here = played.c.table_id.in_(tables) & played.c.deal.in_(deals)  # a search for pairs would not use the index
    deal_rows = connection.execute(select(played).where(here)).all()
    kept: dict[DealId, list[str]] = {(row.table_id, row.deal): NAMES.decode(row.names) for row in deal_rows}
    seated = deal_player.c.table_id.in_(tables) & deal_player.c.deal.in_(deals)
    rows = connection.execute(select(deal_player).where(seated)).all()
    people, empty = names_of(connection, (row.person for row in rows)), list[str]()
    for row in rows:
        seats, seat = kept.get((row.table_id, row.deal), empty), int(row.seat)
        if seat < len(seats):
            seats[seat] = shown_name(seats[seat], row.person, people)
    return {place: tuple(seats) for place, seats in kept.items()}


def rating_curve(connection: Connection, person_id: str, game: str) -> list[RatingPoint]:
    """A person's last ratings in a game, the oldest first."""
    mine = (rating_change.c.person == person_id, rating_change.c.game == game)
    query = select(rating_change).where(*mine).order_by(rating_change.c.number.desc()).limit(CURVE_LENGTH)
    rows = connection.execute(query).all()
    return [RatingPoint(row.at, round(row.rating), round(row.deviation), row.table_id) for row in reversed(rows)]


def accuracy_of(connection: Connection, person_id: str, game: str, *, is_own: bool) -> list[AccuracyPoint]:
    """A person's accuracy in the last deals that were judged, the oldest first."""
    here = (
        (judged_seat.c.table_id == person_deal.c.table_id)
        & (judged_seat.c.deal == person_deal.c.deal)
        & (judged_seat.c.seat == person_deal.c.seat)
    )
    mine = [person_deal.c.person == person_id, person_deal.c.game == game, judged_seat.c.choices > 0]
    mine += [] if is_own else [person_deal.c.private.is_(False)]
    query = (
        select(person_deal.c.ended, person_deal.c.table_id, person_deal.c.deal)
        .add_columns(judged_seat.c.choices, judged_seat.c.merit)
        .join_from(person_deal, judged_seat, here)
        .where(*mine)
        .order_by(person_deal.c.ended.desc(), person_deal.c.table_id.desc(), person_deal.c.deal.desc())
        .limit(DEALS_LENGTH)
    )
    rows = connection.execute(query).all()
    points = (_accuracy_from(rows[newest:]) for newest in reversed(range(len(rows))))
    return [point for point in points if point is not None]


def _accuracy_from(rows: Sequence[AnyRow]) -> AccuracyPoint | None:
    """The accuracy over as many deals, the newest first, as have enough choices together; None if they are few."""
    choices, merit = 0, 0.0
    for deals, row in enumerate(rows, 1):
        choices, merit = choices + row.choices, merit + row.merit
        if choices >= FEWEST_CHOICES:
            newest = rows[0]
            accuracy = merit / choices / MOST_MERIT
            return AccuracyPoint(newest.ended, accuracy, choices, deals, newest.table_id, newest.deal)
    return None


def leaders(connection: Connection, game: str, month: str) -> list[Leader]:
    """The best of a month with enough rated matches, accounts only, without private profiles."""
    hidden = exists().where(private_profile.c.person == leader.c.person)
    query = (
        select(leader, person.c.name)
        .join_from(leader, person, person.c.id == leader.c.person)
        .where(leader.c.game == game, leader.c.month == month, leader.c.games >= ENOUGH_GAMES)
        .where(person.c.password.is_not(None), ~hidden)
        .order_by(leader.c.rating.desc())
        .limit(LEADERS)
    )
    return [
        Leader(row.person, row.name, shown_rating(Rating(row.rating, row.deviation, games=row.games)))
        for row in connection.execute(query)
    ]


def house_records(connection: Connection, games: list[str]) -> list[HouseRecord]:
    """The records of the house."""
    query = select(house_record).where(house_record.c.game.in_(games)).limit(MOST_RECORDS)
    rows = connection.execute(query.order_by(house_record.c.game, house_record.c.name, house_record.c.variant)).all()
    people = sorted({row.person for row in rows})
    hidden = set(
        connection.execute(select(private_profile.c.person).where(private_profile.c.person.in_(people))).scalars()
    )
    names = names_of(connection, (one for one in people if one not in hidden))
    return [
        HouseRecord(
            row.game,
            row.name,
            row.variant,
            row.value,
            row.person if row.person in names else "",
            names.get(row.person, ""),
            row.table_id,
            row.deal,
            row.at,
        )
        for row in rows
    ]
