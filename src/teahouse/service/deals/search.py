"""Searches finished deals by their players and their traits, the latest first.

A search reads one index, that of the rarest criterion, and checks the others deal by deal. It reads a
bounded number of deals, reports how far back it got, and continues there on request: no search reads all deals.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Subquery, exists, select, tuple_

from teahouse.core.game import Result
from teahouse.service.listings import Listings
from teahouse.service.pages import AnyRow, AnySelect, Id, Number, cursor_text, parse_cursor
from teahouse.service.people.social.blocks import blocked_either_way
from teahouse.service.people.statistics import traits
from teahouse.service.people.statistics.traits import trait
from teahouse.service.store.schema import deal_player, deal_trait, person_deal, played

MOST_READ: Final = 2000
FOUND_LENGTH: Final = 50
KEY: Final = tuple[Number, Id, Number]
DealKey = tuple[int, str, int]


class DealQuery(msgspec.Struct, frozen=True):
    """Criteria for finished deals; empty fields match every deal.

    persons: ids of people who all played; `outcome` (2 won, 1 drawn, 0 lost), `feat` and `accuracy` are the first
    one's, or anybody's if nobody is named. shortest, longest: moves, passes left out. since, until: when it ended,
    the second not included. bot: the level of a house player. asker: the id of the person who searches, or empty.
    """

    asker: str = ""
    persons: tuple[str, ...] = ()
    game: str = ""
    variant: str = ""
    ending: str = ""
    opening: str = ""
    feat: str = ""
    accuracy: int = 0
    outcome: int | None = None
    shortest: int | None = None
    longest: int | None = None
    since: int | None = None
    until: int | None = None
    bot: str = ""

    @property
    def is_own(self) -> bool:
        """Does the asker search their own deals?"""
        return bool(self.asker) and self.asker in self.persons

    def of_deal(self) -> list[str]:
        """The criteria that are traits of the whole deal."""
        names = (traits.GAME, traits.VARIANT, traits.ENDING, traits.OPENING, traits.BOT)
        return [trait(name, value) for name in names if (value := getattr(self, name))]

    def of_seat(self) -> list[str]:
        """The criteria that are traits of a seat."""
        criteria = ((traits.FEAT, self.feat), (traits.ACCURACY, self.accuracy))
        return [trait(name, value) for name, value in criteria if value]


class FoundDeal(msgspec.Struct, frozen=True):
    """A deal that a search found. length: its moves, passes left out."""

    table: str
    deal: int
    game: str
    variant: str
    ended: int
    length: int
    names: tuple[str, ...]
    result: Result


class FoundDeals(msgspec.Struct, frozen=True):
    """A page of found deals. after: where to go on, None at the end of the search.

    back_to: how far back the search got, if it stopped because it had read enough deals; otherwise None.
    """

    deals: tuple[FoundDeal, ...]
    after: str | None
    back_to: int | None


class IndexWalk(NamedTuple):
    """A query along an index: deals with one trait, of one person, or all; and the last deal that is read."""

    rows: AnySelect
    end: DealKey | None = None


def search(
    connection: Connection, listings: Listings, query: DealQuery, after: str = "", limit: int = FOUND_LENGTH
) -> FoundDeals:
    """A page of found deals. Deals of private tables are found only by people who search their own deals.

    Deals whose tiles are still played are left out, and so are deals of people who blocked the asker or are blocked,
    except if the asker searches their own deals.
    """
    walk = rarest(connection, walks(query), after, query)
    hidden = blocked_either_way(connection, query.asker) if query.asker and not query.is_own else frozenset[str]()
    rows = connection.execute(_checked(walk, query, after, limit).where(*_without(hidden))).all()
    visible = listings.shown_deals(connection, rows[:limit])
    deals_by_place = {(row.table_id, row.deal): _found(row, visible) for row in rows[:limit]}
    deals = tuple(one for one in deals_by_place.values() if one is not None)
    if len(rows) > limit:
        return FoundDeals(deals, cursor_text(_key(rows[limit - 1])), None)
    if walk.end is None:
        return FoundDeals(deals, None, None)
    end = walk.end if query.is_own or not query.persons else (walk.end[0], "", 0)  # may be of a private table
    return FoundDeals(deals, cursor_text(end), end[0])


def _key(row: AnyRow) -> DealKey:
    return row.ended, row.table_id, row.deal


def _found(row: AnyRow, visible: dict[tuple[str, int], dict[str, Any]]) -> FoundDeal | None:
    one = visible.get((row.table_id, row.deal))
    if one is None:
        return None
    return msgspec.convert(one | {"variant": row.variant or "", "length": row.length}, FoundDeal)


def walks(query: DealQuery) -> list[IndexWalk]:
    """The indexes to choose from: the asker's own deals, the deals of the named people, or public deals by trait."""
    if query.persons:
        drivers = (query.asker,) if query.is_own else query.persons
        return [IndexWalk(_of_person(one, query.game)) for one in drivers]
    criteria = [*query.of_deal(), *query.of_seat()]
    return [IndexWalk(_with_trait(one)) for one in criteria] or [IndexWalk(_all())]


def _of_person(person: str, game: str) -> AnySelect:
    c = person_deal.c
    mine = select(c.ended, c.table_id, c.deal, c.private).where(c.person == person)
    return mine.where(c.game == game) if game else mine


def _with_trait(text: str) -> AnySelect:
    c = deal_trait.c
    return select(c.ended, c.table_id, c.deal, c.private).where(c.trait == text, c.private.is_(False))


def _all() -> AnySelect:
    c = played.c
    return select(c.ended, c.table_id, c.deal, c.private).where(c.private.is_(False))


def rarest(connection: Connection, ways: Sequence[IndexWalk], after: str, query: DealQuery) -> IndexWalk:
    """The index whose bounded number of deals reaches back furthest."""
    ended = [way._replace(end=_end(connection, way, after, query)) for way in ways]
    return min(ended, key=lambda way: way.end or (-1, "", 0))


def _end(connection: Connection, way: IndexWalk, after: str, query: DealQuery) -> DealKey | None:
    """The last deal that is read on an index; None if there are fewer."""
    row = connection.execute(_ordered(way.rows, after, query).offset(MOST_READ - 1).limit(1)).first()
    return None if row is None else _key(row)


def _ordered(rows: AnySelect, after: str, query: DealQuery) -> AnySelect:
    """The deals of an index within the days of the query, the latest first, after a cursor."""
    columns = list(rows.selected_columns)[:3]
    ended, place = columns[0], tuple_(*columns)
    if query.since is not None:
        rows = rows.where(ended >= query.since)
    if query.until is not None:
        rows = rows.where(ended < query.until)
    if after:
        rows = rows.where(place < tuple_(*parse_cursor(after, KEY)))
    return rows.order_by(*(column.desc() for column in columns))


def _checked(walk: IndexWalk, query: DealQuery, after: str, limit: int) -> AnySelect:
    """The deals on an index that meet the criteria, one more than fits on a page."""
    way = _ordered(walk.rows, after, query).limit(MOST_READ).subquery("way")
    here = (played.c.table_id == way.c.table_id) & (played.c.deal == way.c.deal)
    is_visible = [] if query.is_own else [way.c.private.is_(False)]
    conditions = [played.c.length.is_not(None), *is_visible, *_by_length(query), *_by_people(way, query)]
    conditions += [_has(way, text) for text in query.of_deal()]
    conditions += [_has(way, text, query.persons[:1]) for text in query.of_seat()]
    last = (way.c.ended.desc(), way.c.table_id.desc(), way.c.deal.desc())
    return select(played).join_from(way, played, here).where(*conditions).order_by(*last).limit(limit + 1)


def _without(hidden: Collection[str]) -> list[ColumnElement[bool]]:
    """Leave out the deals that these people played."""
    here = (deal_player.c.table_id == played.c.table_id, deal_player.c.deal == played.c.deal)
    return [~exists().where(*here, deal_player.c.person.in_(sorted(hidden)))] if hidden else []


def _by_length(query: DealQuery) -> list[ColumnElement[bool]]:
    least = [] if query.shortest is None else [played.c.length >= query.shortest]
    most = [] if query.longest is None else [played.c.length <= query.longest]
    return [*least, *most]


def _by_people(way: Subquery, query: DealQuery) -> list[ColumnElement[bool]]:
    conditions = list[ColumnElement[bool]]()
    for number, person in enumerate(query.persons):
        theirs = _their_deal(way, person)
        outcome = [] if number or query.outcome is None else [person_deal.c.outcome == query.outcome]
        conditions.append(exists().where(*theirs, *outcome))
    return conditions


def _their_deal(way: Subquery, person: str) -> list[ColumnElement[bool]]:
    c = person_deal.c
    return [c.person == person, c.ended == way.c.ended, c.table_id == way.c.table_id, c.deal == way.c.deal]


def _has(way: Subquery, text: str, persons: Sequence[str] = ()) -> ColumnElement[bool]:
    """Does the deal have a trait, or if people are named, do they have it?"""
    c = deal_trait.c
    place = [c.private == way.c.private, c.ended == way.c.ended, c.table_id == way.c.table_id, c.deal == way.c.deal]
    theirs = [one for person in persons for one in (*_their_deal(way, person), c.seat == person_deal.c.seat)]
    return exists().where(c.trait == text, *place, *theirs)
