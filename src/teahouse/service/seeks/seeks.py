"""Seeks and challenges: place, renew, pair and cancel them, each in one transaction, so that nobody gets two seats.

A seek lives while its person's browser renews it, so that people who went away are not paired. Pairing happens when
a seek is placed or renewed, on any server: the people are locked, the seeks are read again, and the table is
written with them or not at all. When people sit down, their other seeks end, even one that is being placed then.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, select, update

from teahouse.games import make_game
from teahouse.service.errors import Refused, refused
from teahouse.service.house import House
from teahouse.service.opening import OpenTable, PersonToSeat, opening_event
from teahouse.service.pages import AnyRow
from teahouse.service.people.ratings.anchors import fitting_level
from teahouse.service.people.ratings.book import NEW, ratings_in
from teahouse.service.people.ratings.rating import Rating, ShownRating, shown_rating
from teahouse.service.people.ratings.reading import rating_in
from teahouse.service.people.restrictions.leaver_pauses import check_pause
from teahouse.service.people.shown_names import names_of
from teahouse.service.people.social.blocks import blocked_either_way, check_together
from teahouse.service.people.social.notices import add_notice, read_challenge, unread_since
from teahouse.service.seeks.pairing import HOUSE_AFTER_MS, WaitingSeek, allowed_difference, fitting_opponents
from teahouse.service.store.schema import person, seek
from teahouse.service.tables.services import Services

KEPT_MS: Final = 12_000
"""How long a seek lives after it was last renewed."""
CHALLENGE_MS: Final = 5 * 60_000
ENDED_MS: Final = 60_000
"""How long a seek is remembered after its person sat down."""
AT_ONCE_MS: Final = 2_000
"""A seek placed this soon after its person sat down was meant for the same game, for example by another tab."""
MOST_SEEKS: Final = 5
MOST_LISTED: Final = 100
ID_BYTES: Final = 8
OPEN_TABLE: Final = msgspec.json.Decoder(OpenTable)


class SeekInfo(msgspec.Struct, frozen=True):
    """A seek as everybody may see it; `target` is who is challenged, empty for anybody, `target_name` their name."""

    id: str
    person: str
    name: str
    target: str
    target_name: str
    wish: OpenTable
    seats: int
    rating: ShownRating
    since: int


class OwnSeek(msgspec.Struct, frozen=True):
    """Your own seek. window: how far apart ratings may be now. offer: the house player that is offered, if any."""

    seek: SeekInfo
    waited: int
    window: int
    offer: str


class OwnSeeks(msgspec.Struct, frozen=True):
    """A person's seeks, the challenges to them, and the tables at which seeks ended in the last minute."""

    seeks: tuple[OwnSeek, ...]
    challenges: tuple[SeekInfo, ...]
    tables: tuple[str, ...]


class Alerts(msgspec.Struct, frozen=True):
    """Urgent news for a person: the challenges to them, and the tables at which their seeks ended in the last minute.

    told: when the last unread notice of the last minute was written, 0 without one.
    """

    challenges: tuple[SeekInfo, ...] = ()
    tables: tuple[str, ...] = ()
    told: int = 0


class Taken(Refused):
    """A seek is no longer open."""

    def __init__(self) -> None:
        """Refuse with `seek/unknown`."""
        refusal = refused("seek/unknown")
        super().__init__(refusal.code, str(refusal))


class Seeks:
    """Places, renews, pairs, cancels and lists seeks."""

    def __init__(self, house: House, services: Services) -> None:
        """Bring people together at the tables of a house."""
        self._house: Final = house
        self._services: Final = services

    # -- placing and keeping -------------------------------------------------------------------------------------------

    async def place(self, who: PersonToSeat, request: OpenTable, target: str = "") -> OwnSeeks:
        """Look for an opponent, or challenge a person; the same seek placed twice is one."""
        now, terms = self._services.timers.date(), terms_of(request)
        row: dict[str, object] = {
            "id": self._services.random(ID_BYTES).hex(),
            "person": who.person,
            "target": target,
            "terms": terms,
            "wish": msgspec.json.encode(request).decode(),
            "created": now,
            "until": now + (CHALLENGE_MS if target else KEPT_MS),
        }

        def job(connection: Connection) -> None:
            _forget_old(connection, now)
            _lock(connection, [who.person])
            if self._services.settings.leaver_pauses:
                check_pause(connection, who.person, now)
            if not target and _sat_just_now(connection, [who.person], now):
                return
            if target:
                _check_target(connection, who.person, target)
            _add(connection, row | {"rating": rating_in(connection, who.person, request.game).rating}, now)
            if target:
                add_notice(connection, target, "challenge", (who.person, str(row["id"])), now)

        await self._services.store.write(job)
        return await self.renew(who)

    async def renew(self, who: PersonToSeat) -> OwnSeeks:
        """Renew a person's seeks, pair them if an opponent fits, and return their state."""
        now = self._services.timers.date()
        await self._services.store.write(partial(_keep, who.person, now))
        for one in await self._services.store.read(partial(_open_seeks, who.person, now)):
            if not one.target and await self._pair(one):
                break
        return await self._services.store.read(partial(self._own, who.person, now))

    async def cancel(self, person_id: str, seek_id: str) -> None:
        """End the person's own seek, or decline a challenge."""
        mine = (seek.c.person == person_id) | (seek.c.target == person_id)
        query = delete(seek).where(seek.c.id == seek_id, seek.c.table_id.is_(None), mine)

        def job(connection: Connection) -> None:
            connection.execute(query)
            read_challenge(connection, person_id, seek_id)

        await self._services.store.write(job)

    # -- sitting down --------------------------------------------------------------------------------------------------

    async def accept(self, who: PersonToSeat, seek_id: str) -> str:
        """Sit down with the person of a seek or a challenge; the table's id. For larger tables, place the same seek."""
        now = self._services.timers.date()
        open_seek = await self._services.store.read(partial(_find, seek_id, now))
        if open_seek.person == who.person:
            raise refused("person/self")
        if open_seek.target not in ("", who.person):
            raise Taken
        request = OPEN_TABLE.decode(open_seek.wish)
        if _seats(request) > 2:
            own = await self.place(who, request)
            return own.tables[0] if own.tables else ""
        await self._services.store.read(lambda connection: check_together(connection, who.person, open_seek.person))
        return await self._sit([open_seek.id], [open_seek.person, who.person], request)

    async def with_house(self, who: PersonToSeat, seek_id: str) -> str:
        """Sit down with house players that fit instead of waiting; the table's id, also if an opponent was found."""
        now = self._services.timers.date()
        paired = select(seek.c.table_id).where(seek.c.id == seek_id, seek.c.person == who.person)
        table = await self._services.store.read(lambda connection: connection.execute(paired).scalar())
        if table is not None:
            return str(table)
        open_seek = await self._services.store.read(partial(_find, seek_id, now))
        if open_seek.person != who.person:
            raise Taken
        request = OPEN_TABLE.decode(open_seek.wish)
        level = fitting_level(request.game, Rating(open_seek.rating, games=1))
        if not level:
            raise refused("table/options", f"expected a game whose house players have ratings, got {request.game!r}")
        bots = {str(number): level for number in range(1, _seats(request))}
        return await self._sit([open_seek.id], [who.person], msgspec.structs.replace(request, bots=bots))

    async def _pair(self, one: AnyRow) -> str:
        """Bring the person of a seek together with those who fit; empty if nobody does."""
        now = self._services.timers.date()
        request = OPEN_TABLE.decode(one.wish)
        others = await self._services.store.read(partial(_fitting, one, _seats(request), now))
        if not others:
            return ""
        try:
            return await self._sit([one.id, *(other.seek for other in others)], [one.person, *_of(others)], request)
        except Refused:
            return ""  # another pairing was quicker, or a person must wait: the next call tries again

    async def _sit(self, seeks: Sequence[str], persons: Sequence[str], request: OpenTable) -> str:
        """Open a table for these people in the transaction in which their seeks end. The first player is random."""
        now = self._services.timers.date()
        order = sorted(persons, key=lambda _: self._services.random(ID_BYTES))
        names = await self._services.store.read(lambda connection: names_of(connection, persons))
        people = [PersonToSeat(one, names.get(one, "")) for one in order]
        info = await self._house.open_for(people, request, partial(_claim, seeks, persons, now))
        return info.id

    # -- reading -------------------------------------------------------------------------------------------------------

    async def listed(self) -> list[SeekInfo]:
        """The open seeks that anybody may accept, the newest first."""
        now = self._services.timers.date()
        query = select(seek).where(seek.c.target == "", seek.c.until > now, seek.c.table_id.is_(None))
        query = query.order_by(seek.c.until.desc()).limit(MOST_LISTED)
        return await self._services.store.read(
            lambda connection: sorted(
                _infos(connection, connection.execute(query).all()), key=lambda one: (-one.since, one.id)
            )
        )

    async def alerts(self) -> dict[str, Alerts]:
        """The urgent news of all people, by person; people without any are left out."""
        now = self._services.timers.date()
        query = select(seek).where(seek.c.until > now, (seek.c.target != "") | seek.c.table_id.is_not(None))
        return await self._services.store.read(
            lambda connection: _alerts(
                connection,
                connection.execute(query.order_by(seek.c.created)).all(),
                unread_since(connection, now - ENDED_MS),
            )
        )

    def _own(self, person_id: str, now: int, connection: Connection) -> OwnSeeks:
        mine = _open_seeks(person_id, now, connection)
        query = select(seek).where(seek.c.target == person_id, seek.c.until > now, seek.c.table_id.is_(None))
        sat = select(seek.c.table_id).where(
            seek.c.person == person_id, seek.c.until > now, seek.c.table_id.is_not(None)
        )
        tables = connection.execute(sat.order_by(seek.c.until.desc())).scalars().all()
        return OwnSeeks(
            tuple(_own_seek(one, now) for one in _infos(connection, mine)),
            tuple(_infos(connection, connection.execute(query.order_by(seek.c.created)).all())),
            tuple(dict.fromkeys(tables)),
        )


def terms_of(request: OpenTable) -> str:
    """A digest of the requested table, equal for seeks that can be paired; refused if no seek may ask for it."""
    if request.bots or request.daily or request.known or request.stake or request.private:
        raise refused("table/options", "expected neither bots, a stake, a known deal nor a private table in a seek")
    opened = opening_event("", request, "")
    if len(make_game(opened.game, opened.options).seats) < 2:
        raise refused("table/options", "expected a game of two players or more in a seek")
    return hashlib.sha256(msgspec.json.encode(opened)).hexdigest()[:32]


def _seats(request: OpenTable) -> int:
    return len(make_game(request.game, request.options).seats)


def _of(others: Sequence[WaitingSeek]) -> list[str]:
    return [other.person for other in others]


def _forget_old(connection: Connection, now: int) -> None:
    connection.execute(delete(seek).where(seek.c.until < now - ENDED_MS))


def _lock(connection: Connection, persons: Collection[str]) -> None:
    """Lock these people, so that one transaction at a time seats them; on SQLite there is only one anyway."""
    query = select(person.c.id).where(person.c.id.in_(sorted(persons))).order_by(person.c.id)
    connection.execute(query.with_for_update(key_share=True)).all()


def _sat_just_now(connection: Connection, persons: Collection[str], now: int) -> bool:
    """Did a seek of one of these people end at a table a moment ago?"""
    since = now + ENDED_MS - AT_ONCE_MS
    sat = (seek.c.person.in_(persons), seek.c.table_id.is_not(None), seek.c.until > since)
    return connection.execute(select(seek.c.id).where(*sat)).first() is not None


def _check_target(connection: Connection, person_id: str, target: str) -> None:
    if target == person_id:
        raise refused("person/self")
    if connection.execute(select(person.c.id).where(person.c.id == target)).first() is None:
        raise refused("person/missing")
    check_together(connection, person_id, target)


def _add(connection: Connection, row: dict[str, object], now: int) -> None:
    mine = _open_seeks(str(row["person"]), now, connection)
    if any((one.terms, one.target) == (row["terms"], row["target"]) for one in mine):
        return
    if len(mine) >= MOST_SEEKS:
        raise refused("seek/many", values={"most": MOST_SEEKS})
    connection.execute(seek.insert(), [row])


def _keep(person_id: str, now: int, connection: Connection) -> None:
    mine = (seek.c.person == person_id, seek.c.target == "", seek.c.until > now, seek.c.table_id.is_(None))
    connection.execute(update(seek).where(*mine).values(until=now + KEPT_MS))


def _open_seeks(person_id: str, now: int, connection: Connection) -> Sequence[AnyRow]:
    mine = (seek.c.person == person_id, seek.c.until > now, seek.c.table_id.is_(None))
    return connection.execute(select(seek).where(*mine).order_by(seek.c.created, seek.c.id)).all()


def _find(seek_id: str, now: int, connection: Connection) -> AnyRow:
    here = (seek.c.id == seek_id, seek.c.until > now, seek.c.table_id.is_(None))
    row = connection.execute(select(seek).where(*here)).one_or_none()
    if row is None:
        raise Taken
    return row


def _fitting(one: AnyRow, seats: int, now: int, connection: Connection) -> list[WaitingSeek]:
    here = (seek.c.terms == one.terms, seek.c.until > now, seek.c.target == "", seek.c.table_id.is_(None))
    rows = connection.execute(select(seek).where(*here).limit(MOST_LISTED)).all()
    waiting = [WaitingSeek(row.id, row.person, row.rating, row.created) for row in rows if row.person != one.person]
    blocked = {row.person: blocked_either_way(connection, row.person) for row in [one, *rows]}
    own = WaitingSeek(one.id, one.person, one.rating, one.created)
    return fitting_opponents(own, waiting, seats, now, lambda first, second: second in blocked[first])


def _claim(seeks: Sequence[str], persons: Sequence[str], now: int, connection: Connection, table_id: str) -> None:
    """End these seeks at a table, or `Taken` if one of them is no longer open; other seeks of the people end too."""
    _lock(connection, persons)
    if _sat_just_now(connection, persons, now):
        raise Taken
    here = (seek.c.id.in_(seeks), seek.c.until > now, seek.c.table_id.is_(None))
    alone = len(persons) == 1  # with house players: a seek placed afterwards is for another game
    changes = {"table_id": table_id, "until": now + ENDED_MS - (AT_ONCE_MS if alone else 0)}
    if connection.execute(update(seek).where(*here).values(changes)).rowcount != len(seeks):
        raise Taken
    connection.execute(delete(seek).where(seek.c.person.in_(persons), seek.c.table_id.is_(None)))
    for one in persons:
        read_challenge(connection, one, seeks[0])


def _alerts(connection: Connection, rows: Sequence[AnyRow], unread: Mapping[str, int]) -> dict[str, Alerts]:
    seeks = _infos(connection, [row for row in rows if row.table_id is None])
    people = {one.target for one in seeks} | {row.person for row in rows if row.table_id is not None}
    return {
        who: Alerts(
            tuple(one for one in seeks if one.target == who),
            tuple(dict.fromkeys(row.table_id for row in rows if row.person == who and row.table_id is not None)),
            unread.get(who, 0),
        )
        for who in sorted(people.union(unread))
    }


def _own_seek(info: SeekInfo, now: int) -> OwnSeek:
    waited = now - info.since
    level = fitting_level(info.wish.game, Rating(info.rating.rating, games=1))
    return OwnSeek(
        info, waited, round(allowed_difference(waited)), level if waited >= HOUSE_AFTER_MS and not info.target else ""
    )


def _infos(connection: Connection, rows: Sequence[AnyRow]) -> list[SeekInfo]:
    """Seeks as people see them; one whose person is gone is left out."""
    names = names_of(connection, (one for row in rows for one in (row.person, row.target) if one))
    requests = {row.id: OPEN_TABLE.decode(row.wish) for row in rows}
    ratings = {
        game: ratings_in(connection, game, {row.person for row in rows})
        for game in sorted({request.game for request in requests.values()})
    }
    return [
        SeekInfo(
            id=row.id,
            person=row.person,
            name=names[row.person],
            target=row.target,
            target_name=names.get(row.target, ""),
            wish=requests[row.id],
            seats=_seats(requests[row.id]),
            rating=shown_rating(ratings[requests[row.id].game].get(row.person, NEW)),
            since=row.created,
        )
        for row in rows
        if row.person in names
    ]
