"""Deals whose seed is known: finished ones, and those from a seed that a person chose. They can be played again.

Everybody who has the id of such a deal can play it, and everybody's results are compared. It is never rated, never
played for coins, and counts in no statistics. A deal that is still in play cannot become a known deal.
"""

import hashlib
import re
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, select

from teahouse.core.errors import InvalidOption
from teahouse.core.game import Result
from teahouse.core.record import record_seed
from teahouse.core.shuffle import parse_seed
from teahouse.games import make_game
from teahouse.games.description import ONE_DEAL
from teahouse.service.deals.in_play import DealsInPlay
from teahouse.service.errors import Refused, refused
from teahouse.service.house import House
from teahouse.service.opening import OpenTable, opening_event, read_known
from teahouse.service.pages import AnyRow
from teahouse.service.people.statistics.traits import KNOWN, trait
from teahouse.service.store.schema import deal_player, deal_trait, known_deal, played
from teahouse.service.store.store import Store
from teahouse.service.store.upsert import upsert
from teahouse.service.timers import Timers

MOST_PLAYS: Final = 100
ID_DIGITS: Final = 16
LONGEST_SEED: Final = 128
HEX: Final = re.compile("(?:[0-9a-f]{2}){16,64}")
LONGEST_OPTIONS: Final = 16_384


class NewKnownDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal to be played again: a finished one by its table and number, or one of a game from a seed.

    seed: a word, or a seed in hexadecimal digits as a record has it. invite: of the private table.
    """

    table: str = ""
    deal: int = 0
    invite: str = ""
    game: str = ""
    options: dict[str, Any] = {}
    seed: str = ""


class KnownDealId(msgspec.Struct, frozen=True):
    """The id of a deal that can be played again."""

    id: str


class PlayedAgain(msgspec.Struct, frozen=True):
    """A play of a known deal. people: their ids by seat, None for house players. is_own: did the reader play?"""

    table: str
    deal: int
    ended: int
    names: tuple[str, ...]
    result: Result
    people: tuple[str | None, ...]
    is_own: bool


class KnownDealPage(msgspec.Struct, frozen=True):
    """A known deal. first: its first play, for those who may see that. plays: the latest first."""

    id: str
    game: str
    options: dict[str, Any]
    seats: int
    first: PlayedAgain | None
    plays: tuple[PlayedAgain, ...]


class KnownDeals:
    """Stores known deals, and lists how people played them."""

    def __init__(self, store: Store, house: House, in_play: DealsInPlay, timers: Timers) -> None:
        """Store them in this store."""
        self._store = store
        self._house = house
        self._in_play = in_play
        self._timers = timers

    async def add(self, request: NewKnownDeal, person: str) -> KnownDealId:
        """Allow a deal to be played again; refused while it is being played, and if it was rated."""
        if bool(request.table) == bool(request.seed):
            raise refused("wire/unreadable", "expected either a table and the number of its deal, or a game and a seed")
        row = await (self._finished(request, person) if request.table else self._from_seed(request, person))
        await self._in_play.check_seed(row["game"], bytes.fromhex(row["seed"]))
        row |= {"id": _id_of(row), "created": self._timers.date()}
        await self._store.write(lambda connection: _keep(connection, row))
        return KnownDealId(row["id"])

    async def _finished(self, request: NewKnownDeal, person: str) -> dict[str, Any]:
        record = await self._house.record(request.table, request.deal, person, request.invite)
        access = await self._house.listings.access_to(request.table)
        if access is None:
            raise refused("table/unknown")
        if access.opened.rated:
            raise refused("deal/rated")
        if access.opened.known:
            known = await self._store.read(lambda connection: _row(connection, access.opened.known))
            return {name: getattr(known, name) for name in ("game", "options", "seed", "table_id", "deal")}
        options = msgspec.json.encode(record.header.options).decode()
        place = {"table_id": request.table, "deal": request.deal}
        return place | {"game": record.header.game, "options": options, "seed": record_seed(record).hex()}

    async def _from_seed(self, request: NewKnownDeal, person: str) -> dict[str, Any]:
        if len(request.seed) > LONGEST_SEED:
            raise refused("table/options", f"expected a seed of at most {LONGEST_SEED} letters")
        opened = opening_event(person, OpenTable(request.game, request.options, match=ONE_DEAL), "")
        options = msgspec.json.encode(opened.options).decode()
        if len(options) > LONGEST_OPTIONS:
            raise refused("table/options", f"expected options of at most {LONGEST_OPTIONS} letters")
        seed = seed_of(request.seed)
        return {"table_id": None, "deal": None, "game": request.game, "options": options, "seed": seed.hex()}

    async def page(self, known: str, person: str) -> KnownDealPage:
        """A known deal with everybody's results; its first play only for those who may see the record."""
        row = await self._store.read(lambda connection: _row(connection, known))
        first = None if row.table_id is None else await self._first(row, person)
        plays = await self._store.read(lambda connection: self._plays(connection, known, person))
        options: dict[str, Any] = msgspec.json.decode(row.options)
        return KnownDealPage(row.id, row.game, options, len(make_game(row.game, options).seats), first, plays)

    async def _first(self, row: AnyRow, person: str) -> PlayedAgain | None:
        try:
            await self._house.record(row.table_id, row.deal, person)
        except Refused:
            return None
        query = select(played).where(played.c.table_id == row.table_id, played.c.deal == row.deal)
        plays = await self._store.read(lambda connection: self._shown(connection, query, person))
        return plays[0] if plays else None

    def _plays(self, connection: Connection, known: str, person: str) -> tuple[PlayedAgain, ...]:
        here = (played.c.table_id == deal_trait.c.table_id) & (played.c.deal == deal_trait.c.deal)
        query = (
            select(played)
            .join_from(deal_trait, played, here)
            .where(deal_trait.c.trait == trait(KNOWN, known), deal_trait.c.private.is_(True))
            .order_by(deal_trait.c.ended.desc(), deal_trait.c.table_id.desc(), deal_trait.c.deal.desc())
            .limit(MOST_PLAYS)
        )
        return tuple(self._shown(connection, query, person))

    def _shown(self, connection: Connection, query: Any, person: str) -> list[PlayedAgain]:
        rows = connection.execute(query).all()
        deals = self._house.listings.shown_deals(connection, rows)
        seats = _seats(connection, sorted({row.table_id for row in rows}))
        plays = list[PlayedAgain]()
        for row in rows:
            place = (row.table_id, row.deal)
            if place in deals:
                sat, one = seats.get(place, {}), deals[place]
                holders = {seat: one for one, seat in sat.items()}
                people = tuple(holders.get(seat) for seat in range(len(deals[place]["names"])))
                head = (row.table_id, row.deal, row.ended, tuple(one["names"]))
                result = msgspec.convert(one["result"], Result)
                plays.append(PlayedAgain(*head, result, people, is_own=bool(person) and person in sat))
        return plays


def seed_of(text: str) -> bytes:
    """The seed from a word, as commands take it, or from hexadecimal digits, as records have it.

    >>> seed_of("tea"), seed_of("ab" * 16) == b"\\xab" * 16
    (b'tea', True)
    """
    try:
        return bytes.fromhex(text) if HEX.fullmatch(text) else parse_seed(text)
    except InvalidOption as error:
        raise refused("table/options", str(error)) from None


def _id_of(row: dict[str, Any]) -> str:
    """The id of a deal, which does not depend on the person who adds it."""
    parts = (row["game"], row["options"], row["seed"], row["table_id"] or "", str(row["deal"]))
    return hashlib.sha256("\n".join(("teahouse/known", *parts)).encode()).hexdigest()[:ID_DIGITS]


def _keep(connection: Connection, row: dict[str, Any]) -> None:
    connection.execute(upsert(connection, known_deal).values(row).on_conflict_do_nothing(index_elements=["id"]))


def _row(connection: Connection, known: str) -> AnyRow:
    read_known(connection, known)
    return connection.execute(select(known_deal).where(known_deal.c.id == known)).one()


def _seats(connection: Connection, tables: list[str]) -> dict[tuple[str, int], dict[str, int]]:
    """The seats of people, by table and deal."""
    seats: dict[tuple[str, int], dict[str, int]] = {}
    for row in connection.execute(select(deal_player).where(deal_player.c.table_id.in_(tables))):
        seats.setdefault((row.table_id, row.deal), {})[row.person] = row.seat
    return seats
