"""The lists of the house, page by page: the lobby, a person's tables, finished deals, today's best scores."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, false, select

from teahouse.core.game import Result
from teahouse.service.days.scores import game_of, tries_of
from teahouse.service.errors import refused
from teahouse.service.hosting.daily import Today, daily_tables, day_of, next_day
from teahouse.service.hosting.daily_secrets import published, secret_of_day
from teahouse.service.pages import AnyRow, AnySelect, Id, Number, Page, SortOrder
from teahouse.service.people.shown_names import NAMES, mark_of, names_of, shown_name
from teahouse.service.store.schema import deal_player, event, person, played, seat, table_summary
from teahouse.service.store.store import Store
from teahouse.service.tables import events as ev
from teahouse.service.tables.folding.seating import TableSeating
from teahouse.service.tables.summary import LIVE, is_dealt_again, read_summary
from teahouse.service.tables.viewers.messages import SeatInfo, TableInfo
from teahouse.service.timers import Timers

T = TypeVar("T")
DealPlayers = dict[tuple[str, int], dict[int, str]]
ShownDeals = dict[tuple[str, int], dict[str, Any]]

log = logging.getLogger(__name__)

PAGE_LENGTH: Final = 100
RECORDS_LENGTH: Final = 50
HIDDEN_AFTER_MS: Final = 3 * 60_000  # several checks of the upkeep, so that no table with somebody there is hidden
MOST_COMPLAINTS: Final = 1000

LOBBY: Final = select(table_summary.c.id, table_summary.c.summary, table_summary.c.updated).where(
    table_summary.c.status.in_(LIVE), table_summary.c.private == false()
)
SEATED: Final = select(seat.c.table_id, seat.c.created, table_summary.c.summary).join_from(
    seat, table_summary, table_summary.c.id == seat.c.table_id
)
NEWEST: Final = SortOrder((table_summary.c.updated, table_summary.c.id), tuple[Number, Id], descending=True)
OLDEST: Final = SortOrder((seat.c.created, seat.c.table_id), tuple[Number, Id], descending=False)
LAST_ENDED: Final = SortOrder(
    (played.c.ended, played.c.table_id, played.c.deal), tuple[Number, Id, Number], descending=True
)
SIGN: Final = select(table_summary.c.id, table_summary.c.summary, event.c.body).join(
    event, (event.c.table_id == table_summary.c.id) & (event.c.seq == 1)
)


class TableAccess(TableSeating[SeatInfo]):
    """What everybody may know about a table, and how it was opened: this decides who may look at it."""

    def __init__(self, info: TableInfo, opened: ev.Opened) -> None:
        """Decide by these facts."""
        super().__init__(opened, info.host or opened.person, info.seats)
        self.info: Final = info


class FinishedDeal(NamedTuple):
    """A deal that is over: its game, and who played it, by seat."""

    game: str
    names: tuple[str, ...]


def check_waiting(connection: Connection, host: str, most: int) -> None:
    """Refuse another public table of a person who has too many waiting tables, which would fill the lobby."""
    query = select(table_summary.c.summary).join(seat, seat.c.table_id == table_summary.c.id)
    mine = (seat.c.person == host, table_summary.c.status == "open", table_summary.c.private == false())
    summaries = connection.execute(query.where(*mine)).scalars()
    if sum(_waits(host, summary) for summary in summaries) >= most:
        raise refused("table/many", values={"most": most})


def _waits(host: str, summary: str) -> bool:
    """Does this person host the table, and is a seat free?"""
    info = read_summary(summary)
    return info is not None and info.host == host and None in info.seats


class Listings:
    """Reads lists from the database. A row that cannot be read is left out, and harms no other."""

    def __init__(self, store: Store, timers: Timers, deserted_ms: int, random: Callable[[int], bytes]) -> None:
        """Read from this store."""
        self._store = store
        self._timers = timers
        self._random = random
        self._hidden_ms = min(HIDDEN_AFTER_MS, deserted_ms)
        self._complained = set[str]()

    async def lobby(self, after: str = "", limit: int = PAGE_LENGTH) -> Page[TableInfo]:
        """The public tables that are not over and where somebody was lately, newest first."""
        query = LOBBY.where(table_summary.c.seen > self._timers.date() - self._hidden_ms)
        return await self._page(NEWEST, query, after, limit)

    async def tables_of(self, person_id: str, after: str = "", limit: int = PAGE_LENGTH) -> Page[TableInfo]:
        """The tables that are not over and at which somebody sits, the oldest first."""
        return await self._page(OLDEST, SEATED.where(seat.c.person == person_id), after, limit)

    async def records(self, after: str = "", limit: int = RECORDS_LENGTH) -> Page[dict[str, Any]]:
        """The public deals that finished last; withheld ones are left out until their tiles are no longer played."""
        query = LAST_ENDED.page(select(played).where(played.c.private == false()), after, limit)

        def job(connection: Connection) -> tuple[Sequence[AnyRow], ShownDeals]:
            rows = connection.execute(query).all()
            return rows, self.shown_deals(connection, rows)

        rows, infos = await self._store.read(job)
        return LAST_ENDED.read(rows, limit, lambda row: infos.get((row.table_id, row.deal)))

    def shown_deals(self, connection: Connection, rows: Sequence[AnyRow]) -> ShownDeals:
        """The list entries of finished deals by their places, without withheld and unreadable ones."""
        tables = {row.table_id for row in rows}
        withheld = self.withheld(connection, tables)
        players = _players(connection, tables)
        places = {(row.table_id, row.deal): row for row in rows if (row.table_id, row.deal) not in withheld}
        deals = {place: self._finished(row, players.get(place, {})) for place, row in places.items()}
        return {place: one for place, one in deals.items() if one is not None}

    def withheld(self, connection: Connection, tables: set[str]) -> set[tuple[str, int]]:
        """The deals of these tables that are in no list: their tiles are still played."""
        return self._withheld(connection, tables, day_of(self._timers.date()))

    def _withheld(self, connection: Connection, tables: set[str], today: str) -> set[tuple[str, int]]:
        """The deals of these tables whose tiles are still played: on their day, or a second time at the table."""
        query = select(table_summary.c.id, table_summary.c.summary).where(table_summary.c.id.in_(sorted(tables)))
        infos = [info for row in connection.execute(query) if (info := self._info(row)) is not None]
        daily = {(info.id, 0) for info in infos if info.day and info.day >= today}
        return daily | {(info.id, info.deal - 1) for info in infos if is_dealt_again(info)}

    async def finished(self, table: str, deal: int, person_id: str, invite: str, day: str) -> FinishedDeal:
        """A finished deal for somebody who may see its record; refused as the record is."""
        access = await self.access_to(table)
        if access is None:
            raise refused("table/unknown")
        query = select(played).where(played.c.table_id == table, played.c.deal == deal)

        def job(connection: Connection) -> tuple[AnyRow | None, DealPlayers, set[tuple[str, int]], bool]:
            mine = select(deal_player.c.seat).where(
                deal_player.c.table_id == table, deal_player.c.deal == deal, deal_player.c.person == person_id
            )
            has_played = connection.execute(mine).first() is not None
            withheld = self._withheld(connection, {table}, day)
            return connection.execute(query).first(), _players(connection, {table}), withheld, has_played

        row, players, withheld, has_played = await self._store.read(job)
        if not access.is_open_to(person_id, invite) and not has_played:
            raise refused("table/private")
        if row is None:
            raise refused("record/running" if deal == access.info.deal else "record/unknown")
        if (table, deal) in withheld:
            raise refused("record/sealed")
        finished = self._finished(row, players.get((table, deal), {}))
        if finished is None:
            raise refused("table/broken")
        return FinishedDeal(row.game, tuple(finished["names"]))

    async def today(self, person_id: str = "") -> Today:
        """Today's deals, their best scores, and this person's own tries."""
        day = day_of(self._timers.date())

        def job(connection: Connection) -> Today | None:
            games = (game_of(connection, game, day) for game in daily_tables(day))
            secrets = published(connection, day)
            return None if secrets is None else Today(day, tuple(games), *secrets, tries_of(connection, person_id, day))

        while (today := await self._store.read(job)) is None:
            await self._store.write(lambda connection: self._choose_secrets(connection, day))
        return today

    def _choose_secrets(self, connection: Connection, day: str) -> None:
        """Choose the secrets of a day and of the next, so that their commitments can be published."""
        for one in (day, next_day(day)):
            secret_of_day(connection, one, self._random)

    async def access_to(self, table_id: str) -> TableAccess | None:
        """Who may see one table, from its list entry; None if there is none or it cannot be read."""
        infos, rows = await self._infos(SIGN.where(table_summary.c.id == table_id))
        if table_id not in infos:
            return None
        try:
            return TableAccess(infos[table_id], ev.OPENED.decode(rows[0].body))
        except msgspec.DecodeError:
            return None

    async def _page(self, order: SortOrder, query: AnySelect, after: str, limit: int) -> Page[TableInfo]:
        infos, rows = await self._infos(order.page(query, after, limit))
        return order.read(rows, limit, lambda row: infos.get(str(row[0])))

    async def _infos(self, query: AnySelect) -> tuple[dict[str, TableInfo], Sequence[AnyRow]]:
        """The tables that a query finds, by id and with current names, and its rows."""

        def job(connection: Connection) -> tuple[dict[str, TableInfo], Sequence[AnyRow]]:
            rows = connection.execute(query).all()
            infos = {str(row[0]): info for row in rows if (info := self._info(row)) is not None}
            people = names_of(connection, (one.person for info in infos.values() for one in info.seats if one))
            return {table: _named(info, people) for table, info in infos.items()}, rows

        return await self._store.read(job)

    def _info(self, row: AnyRow) -> TableInfo | None:
        info = read_summary(row.summary)
        if info is None:
            self._complain(str(row[0]))
        return info

    def _finished(self, row: AnyRow, players: Mapping[int, str]) -> dict[str, Any] | None:
        try:
            kept, result = NAMES.decode(row.names), msgspec.json.decode(row.result)
            msgspec.convert(result, Result)
        except msgspec.DecodeError:
            self._complain(str(row.table_id))
            return None
        where = {"table": row.table_id, "deal": row.deal, "game": row.game, "ended": row.ended}
        names = [players[seat] + mark_of(name) if seat in players else name for seat, name in enumerate(kept)]
        return where | {"names": names, "result": result}

    def _complain(self, table: str) -> None:
        """Log a row that cannot be read, once; lists are read again and again."""
        if table not in self._complained and len(self._complained) < MOST_COMPLAINTS:
            self._complained.add(table)
            log.warning("a row cannot be read and is left out", extra={"table": table})


def _players(connection: Connection, tables: set[str]) -> DealPlayers:
    """The names of the people who played at these tables, by table, deal and seat."""
    query = select(deal_player.c.table_id, deal_player.c.deal, deal_player.c.seat, person.c.name).join(
        person, person.c.id == deal_player.c.person
    )
    players: DealPlayers = {}
    for row in connection.execute(query.where(deal_player.c.table_id.in_(sorted(tables)))):
        players.setdefault((row.table_id, row.deal), {})[row.seat] = row.name
    return players


def _named(info: TableInfo, people: Mapping[str, str]) -> TableInfo:
    """A table with current names; a deleted person is a former player."""
    seats = tuple(
        one and msgspec.structs.replace(one, name=shown_name(one.name, one.person, people)) for one in info.seats
    )
    return msgspec.structs.replace(info, seats=seats)
