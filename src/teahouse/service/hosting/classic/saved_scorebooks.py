"""Stored scorebooks: every action is appended to a log, and the book is computed from the log.

A request carries an id chosen by the phone, so that one sent twice is written once. Several servers may write into
the same book: each place of the log is written once, and a server that comes second reads the log and tries again.
"""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final
from weakref import WeakValueDictionary

import msgspec
from msgspec import Meta
from sqlalchemy import Connection, func, insert, select

from teahouse.core.errors import TeahouseError
from teahouse.core.seats import BySeat, Seat
from teahouse.games import make_game
from teahouse.games.classic.play.state import ClassicRules
from teahouse.games.classic.prose.words import wind_names
from teahouse.games.classic.rulesets.house_rules import check_own_name
from teahouse.games.classic.scorebook import book as books
from teahouse.games.classic.scorebook.actions import LONGEST_NAME, Action, OutOfDate, TakeSeat
from teahouse.games.classic.scorebook.adjustments import Adjustment
from teahouse.games.classic.scorebook.book import Book, Draft
from teahouse.games.classic.scorebook.entries import MOST_SEATS
from teahouse.games.classic.scorebook.roles import DealRoles
from teahouse.games.classic.scorebook.settling import SettledDeal
from teahouse.games.classic.scoring.complaints import ImpossibleWin
from teahouse.games.classic.scoring.sheet import Ask, asks
from teahouse.pictures.classic.scorebook import csv_text
from teahouse.service.errors import Conflict, refused
from teahouse.service.hosting.rules import NamesOf
from teahouse.service.store.schema import person as person_row
from teahouse.service.store.schema import scorebook, scorebook_entry, scorebook_member
from teahouse.service.store.store import Store

ID_BYTES: Final = 10
MOST_BOOKS: Final = 200
"""The most scorebooks of one person."""
MOST_LISTED: Final = 20
MOST_ENTRIES: Final = 3000
"""The most actions in one book; an evening has a few hundred."""
REMEMBERED: Final = 200
TRIES: Final = 50
ACTION: Final = msgspec.json.Decoder(Action)
ENCODER: Final = msgspec.json.Encoder()
BookName = Annotated[str, Meta(max_length=LONGEST_NAME)]


class NewScorebook(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a scorebook: the rules, the names of the players in the order of play, and the asker's own seat.

    options: as for a table, such as the ruleset, who is East and who deals.
    """

    options: dict[str, Any] = {}
    names: Annotated[BySeat[BookName], Meta(max_length=MOST_SEATS)]
    seat: Seat | None = None


class BookOpening(msgspec.Struct, frozen=True):
    """How a scorebook began."""

    rules: ClassicRules
    names: BySeat[str]


class ScorebookEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action to write into a scorebook. id: chosen by the phone, the same when it is sent again."""

    id: Annotated[str, Meta(min_length=1, max_length=32)]
    action: Action


class BookSeat(msgspec.Struct, frozen=True):
    """A seat: its name, whether a person with a phone has taken it, its tallies, and whether that person agreed."""

    name: str
    taken: bool
    tallies: int
    agreed: bool


class ShownDraft(msgspec.Struct, frozen=True):
    """The draft, the seats whose hands it lacks, and the deal it would settle to; None if it cannot be settled."""

    draft: Draft
    lacking: tuple[Seat, ...]
    outcome: SettledDeal | None


class Scorebook(msgspec.Struct, frozen=True):
    """A scorebook as a viewer sees it. version: the number of entries. seat: the viewer's own; position: of the next
    deal, none if the session has reached its end. asks: what must be asked about under its rules.
    """

    id: str
    version: int
    rules: ClassicRules
    seats: BySeat[BookSeat]
    seat: Seat | None
    is_keeper: bool
    position: DealRoles | None
    deals: tuple[SettledDeal, ...]
    adjustments: tuple[Adjustment, ...]
    draft: ShownDraft | None
    is_closed: bool
    asks: tuple[Ask, ...]


class ScorebookTitle(msgspec.Struct, frozen=True):
    """A scorebook in a list."""

    id: str
    created: int
    names: tuple[str, ...]
    deals: int


class StoredBook(msgspec.Struct, frozen=True):
    """A book and the number of entries it was computed from."""

    book: Book
    created: int
    entries: int = 0


class Scorebooks:
    """Opens, shows and changes scorebooks; those used last are cached."""

    def __init__(self, store: Store, date: Callable[[], int], names_of: NamesOf) -> None:
        """Store the books in this store."""
        self._store = store
        self._date = date
        self._names_of = names_of
        self._kept: OrderedDict[str, StoredBook] = OrderedDict()
        self._writing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(self, person: str, new: NewScorebook) -> Scorebook:
        """Open a scorebook; the person becomes its keeper, and takes a seat if they asked for one."""
        try:
            rules = make_game("classic", new.options).rules
            assert isinstance(rules, ClassicRules)
            check_own_name(rules.chosen())
            book = books.open_book(rules, person, new.names)
            if new.seat is not None:
                books.apply(book, person, TakeSeat(new.seat))
        except TeahouseError as error:
            raise refused("scorebook/refused", str(error)) from None
        book_id, at = secrets.token_hex(ID_BYTES), self._date()
        opening = ENCODER.encode(BookOpening(book.rules, book.names)).decode()

        def job(connection: Connection) -> None:
            _check_room(connection, person)
            row = {"id": book_id, "keeper": person, "created": at, "opening": opening}
            connection.execute(insert(scorebook), [row])
            _add_member(connection, book_id, person, at)

        await self._store.write(job)
        if new.seat is None:
            return await self.read(book_id, person)
        return await self.enter(book_id, person, ScorebookEntry("opening", TakeSeat(new.seat)))

    async def read(self, book: str, person: str) -> Scorebook:
        """A scorebook as a person sees it; everybody who has its address may see it."""
        return await self._shown(book, person, await self._stored(book))

    async def version(self, book: str) -> int:
        """The number of entries in a scorebook."""
        return (await self._stored(book)).entries

    async def table(self, book: str) -> str:
        """A scorebook as CSV text for spreadsheets."""
        kept = await self._stored(book)
        return csv_text(kept.book, await self._names(kept.book))

    async def of(self, person: str) -> list[ScorebookTitle]:
        """The scorebooks that a person opened or has a seat in, the last joined first."""
        mine = select(scorebook_member.c.book).where(scorebook_member.c.person == person)
        mine = mine.order_by(scorebook_member.c.since.desc()).limit(MOST_LISTED)
        rows = await self._store.read(lambda connection: list(connection.execute(mine).scalars()))
        return [await self._title(one, await self._stored(one)) for one in rows]

    async def enter(self, book: str, person: str, entry: ScorebookEntry) -> Scorebook:
        """Write an action into a scorebook, once; refused if it is not allowed or out of date."""
        async with self._writing.setdefault(book, asyncio.Lock()):
            for _ in range(TRIES):
                kept = await self._stored(book)
                if await self._is_written(book, entry.id):
                    return await self._shown(book, person, kept)
                now = StoredBook(_written(kept, person, entry.action), kept.created, kept.entries + 1)
                try:
                    await self._append(book, person, entry, kept.entries)
                except Conflict:  # another server was first
                    continue
                self._remember(book, now)
                return await self._shown(book, person, now)
        raise refused("store/conflict")

    async def _append(self, book: str, person: str, entry: ScorebookEntry, seq: int) -> None:
        at, action = self._date(), ENCODER.encode(entry.action).decode()
        row = {"book": book, "seq": seq, "at": at, "person": person, "request": entry.id, "action": action}

        def job(connection: Connection) -> None:
            if isinstance(entry.action, TakeSeat):
                _add_member(connection, book, person, at)
            connection.execute(insert(scorebook_entry), [row])

        await self._store.write(job)

    async def _is_written(self, book: str, request: str) -> bool:
        here = (scorebook_entry.c.book == book, scorebook_entry.c.request == request)
        query = select(scorebook_entry.c.seq).where(*here)
        return await self._store.read(lambda connection: connection.execute(query).first() is not None)

    async def _stored(self, book: str) -> StoredBook:
        """The book as it is in the store: the cached one, and the entries written since."""
        kept = self._kept.get(book) or await self._opened(book)
        here = (scorebook_entry.c.book == book, scorebook_entry.c.seq >= kept.entries)
        query = select(scorebook_entry).where(*here).order_by(scorebook_entry.c.seq)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        now = kept.book
        for row in rows:
            now = _followed(now, row.person, row.action)
        read = StoredBook(now, kept.created, kept.entries + len(rows))
        self._remember(book, read)
        return read

    async def _opened(self, book: str) -> StoredBook:
        query = select(scorebook).where(scorebook.c.id == book)
        row = await self._store.read(lambda connection: connection.execute(query).first())
        if row is None:
            raise refused("scorebook/unknown")
        began = msgspec.json.decode(row.opening, type=BookOpening)
        return StoredBook(books.open_book(began.rules, row.keeper, began.names), row.created)

    def _remember(self, book: str, kept: StoredBook) -> None:
        known = self._kept.get(book)
        if known is None or known.entries <= kept.entries:
            self._kept[book] = kept
        self._kept.move_to_end(book)
        if len(self._kept) > REMEMBERED:
            self._kept.popitem(last=False)

    async def _names(self, book: Book) -> tuple[str, ...]:
        """The names by seat: those of people with a phone, and the written ones of the others.

        A guest goes by the name that was written for the seat, unless that is only its wind.
        """
        people = [one for one in book.people if one is not None]

        def job(connection: Connection) -> tuple[Sequence[str], frozenset[str]]:
            return self._names_of(connection, people), _guests_among(connection, people)

        names, guests = await self._store.read(job)
        known = dict(zip(people, names, strict=True))
        return tuple(
            name if one is None or (one in guests and name not in wind_names()) else known[one]
            for one, name in zip(book.people, book.names, strict=True)
        )

    async def _title(self, book: str, kept: StoredBook) -> ScorebookTitle:
        return ScorebookTitle(book, kept.created, await self._names(kept.book), len(kept.book.deals))

    async def _shown(self, book: str, person: str, kept: StoredBook) -> Scorebook:
        now, names = kept.book, await self._names(kept.book)
        agreed = () if now.draft is None else now.draft.agreed
        seats = tuple(
            BookSeat(name, who is not None, tallies, who is not None and who in agreed)
            for name, who, tallies in zip(names, now.people, books.tallies(now), strict=True)
        )
        draft = (
            None
            if now.draft is None
            else ShownDraft(_without_people(now.draft), books.lacking(now), books.preview(now))
        )
        return Scorebook(
            book,
            kept.entries,
            now.rules,
            seats,
            books.seat_of(now, person),
            person == now.keeper,
            books.next_roles(now),
            now.deals,
            now.adjustments,
            draft,
            now.is_closed,
            asks(now.ruleset),
        )


def _guests_among(connection: Connection, people: Sequence[str]) -> frozenset[str]:
    guests = select(person_row.c.id).where(person_row.c.id.in_(people), person_row.c.password.is_(None))
    return frozenset(connection.execute(guests).scalars())


def _written(kept: StoredBook, person: str, action: Action) -> Book:
    """The book after a person's action, or a refusal."""
    if kept.entries >= MOST_ENTRIES:
        raise refused("scorebook/full")
    try:
        return books.apply(kept.book, person, action)
    except OutOfDate as error:
        raise refused("scorebook/stale", str(error)) from None
    except ImpossibleWin as error:
        raise refused("scorebook/refused", str(error), error.code, error.values) from None
    except TeahouseError as error:
        raise refused("scorebook/refused", str(error)) from None


def _followed(book: Book, person: str, action: str) -> Book:
    """The book after an entry of its log; refused if it does not fit the rules any more."""
    try:
        return books.apply(book, person, ACTION.decode(action))
    except (TeahouseError, msgspec.DecodeError) as error:
        raise refused("scorebook/broken", str(error)) from None


def _without_people(draft: Draft) -> Draft:
    """The draft without the ids of people: the seats say who has agreed."""
    return msgspec.structs.replace(draft, agreed=())


def _check_room(connection: Connection, person: str) -> None:
    mine = select(func.count()).where(scorebook_member.c.person == person)
    if (connection.execute(mine).scalar() or 0) >= MOST_BOOKS:
        raise refused("scorebook/many", f"expected at most {MOST_BOOKS}")


def _add_member(connection: Connection, book: str, person: str, at: int) -> None:
    mine = (scorebook_member.c.person == person, scorebook_member.c.book == book)
    if connection.execute(select(scorebook_member.c.book).where(*mine)).first() is None:
        connection.execute(insert(scorebook_member), [{"person": person, "book": book, "since": at}])
