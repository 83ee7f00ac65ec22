"""People: guests, accounts with a password, and the person behind a session."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

import msgspec
from argon2 import PasswordHasher
from sqlalchemy import ColumnElement, Connection, Row, select, update

from teahouse.core.text import visible_text
from teahouse.service.errors import Conflict, StoreTrouble, refused
from teahouse.service.people import sessions
from teahouse.service.people.coins import top_up
from teahouse.service.people.defence import known_devices
from teahouse.service.people.defence.pool import SlowPool
from teahouse.service.people.names import LONGEST_TYPED, guest_name, name_key, parse_name, taken
from teahouse.service.people.passwords import Passwords, normal, parse_password
from teahouse.service.people.sessions import Session
from teahouse.service.store.jobs import Job
from teahouse.service.store.schema import person
from teahouse.service.store.store import Store
from teahouse.service.store.upsert import upsert
from teahouse.service.timers import DAY_MS

T = TypeVar("T")
Now = Callable[[], int]

FRESH_MS: Final = 10 * 60_000
"""For this long after signing in nobody is asked for the password again."""
CURRENT: Final = "person/current"
"""The refusal of a wrong password from a person who is signed in."""
PERSON_ID_BYTES: Final = 8
TEAS: Final = (
    "Assam", "Bancha", "Ceylon", "Chai", "Chamomile", "Dragon", "Earl", "Genmai", "Ginger", "Gyokuro", "Hibiscus",
    "Hojicha", "Jasmine", "Keemun", "Kukicha", "Lapsang", "Linden", "Lotus", "Mate", "Matcha", "Mint", "Nilgiri",
    "Oolong", "Pekoe", "Puerh", "Rooibos", "Rose", "Sage", "Sencha", "Silver", "Verbena", "Yunnan",
)  # fmt: skip
# Where guests' numbers are drawn from: short ones are tried first.
NUMBERS: Final = ((10, 99),) * 4 + ((100, 9_999),) * 8 + ((10_000, 99_999_999),) * 20


class Person(msgspec.Struct, frozen=True):
    """A person: a guest or an account."""

    id: str
    name: str
    guest: bool
    created: int


class SignedIn(msgspec.Struct, frozen=True):
    """The person behind a session, and the session."""

    person: Person
    session: Session


class Welcome(msgspec.Struct, frozen=True):
    """A person with a new session and its token, which is shown once and not stored; `ended`: sessions that ended."""

    person: Person
    session: Session
    token: str
    ended: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Everything but the token, so that no log contains it."""
        return f"Welcome({self.person!r}, {self.session!r}, ended={self.ended!r})"


class People:
    """Creates guests and accounts, and signs people in and out."""

    def __init__(
        self, store: Store, clock: Now, *, session_days: int = 30, hasher: PasswordHasher | None = None
    ) -> None:
        """Store people in this store; `clock` returns the milliseconds since 1970."""
        self._store = store
        self._clock = clock
        self._stay = session_days * DAY_MS
        self._passwords = Passwords(hasher)

    @property
    def pool(self) -> SlowPool:
        """Where slow cryptography runs."""
        return self._passwords.pool

    @property
    def clock(self) -> Now:
        """The milliseconds since 1970."""
        return self._clock

    def close(self) -> None:
        """Stop the password threads."""
        self._passwords.close()

    async def welcome_guest(self, agent: str = "") -> Welcome:
        """A new guest, with a friendly name and the first coins."""
        at = self._clock()

        def job(connection: Connection) -> Welcome:
            guest = _add_guest(connection, at)
            top_up(connection, at, guest.id)
            return self._begin(connection, guest, agent, at)

        return await self._store.write(job)

    async def open_account(self, person_id: str, name: str, password: str, agent: str = "") -> Welcome:
        """Turn a guest into an account: the same person with the same history. Every earlier session ends."""
        name = parse_name(name)
        hashed = await self._passwords.hash(parse_password(password, name))
        at = self._clock()

        def job(connection: Connection) -> Welcome:
            _free_name(connection, name, person_id, at)
            values = {"name": name, "name_key": name_key(name), "password": hashed}
            guest = (person.c.id == person_id, person.c.password.is_(None))
            if connection.execute(update(person).where(*guest).values(values)).rowcount == 0:
                raise refused("person/account")
            ended = sessions.end_all(connection, person_id)
            return self._begin(connection, _find(connection, person_id), agent, at, ended)

        return await self._naming(name, job)

    async def log_in(self, name: str, password: str, agent: str = "", *, is_known: bool = False) -> Welcome:
        """A fresh session for an account. A wrong name and a wrong password get the same refusal.

        is_known: the account has been used in this browser before, so the sign-in goes ahead of strangers.
        """
        key = name_key(name[:LONGEST_TYPED])
        account, kept = await self._checked(person.c.name_key == key, password, is_known=is_known)
        better = kept
        if self._passwords.is_outdated(kept):
            better = await self._passwords.hash(normal(password), is_known=True)
        return await self._with_password(account, (kept, better), agent)

    async def change_password(self, person_id: str, old: str, new: str, agent: str = "") -> Welcome:
        """Change the password of an account. Every earlier session and every token of a bot ends."""
        account, kept = await self._checked(person.c.id == person_id, old, is_known=True, wrong=CURRENT)
        hashed = await self.hashed(new, account.name)

        def job(connection: Connection) -> Welcome:
            still = select(person.c.id).where(person.c.id == account.id, person.c.password == kept)
            if connection.execute(still).scalar() is None:
                raise refused(CURRENT)  # another request changed it meanwhile
            return self.renew(connection, account.id, hashed, agent)

        return await self._store.write(job)

    async def hashed(self, password: str, name: str) -> str:
        """The hash of an authenticated person's new password, or a refusal that says what is wrong."""
        return await self._passwords.hash(parse_password(password, name), is_known=True)

    def renew(self, connection: Connection, person_id: str, hashed: str, agent: str) -> Welcome:
        """Give an account another password: every session ends, every device is forgotten, and a new session begins."""
        is_account = (person.c.id == person_id, person.c.password.is_not(None))
        if connection.execute(update(person).where(*is_account).values(password=hashed)).rowcount == 0:
            raise refused("person/missing")
        ended = self.end_everything(connection, person_id)
        return self._begin(connection, _find(connection, person_id), agent, self._clock(), ended)

    def begin(self, connection: Connection, person_id: str, agent: str) -> Welcome:
        """Begin a session of an authenticated person."""
        return self._begin(connection, _find(connection, person_id), agent, self._clock())

    async def confirm(self, who: SignedIn, password: str | None) -> None:
        """Refuse a guest, and a person who signed in a while ago and does not give the password."""
        if who.person.guest:
            raise refused("person/guest")
        if self._clock() - who.session.created < FRESH_MS:
            return
        if password is None:
            raise refused("person/confirm")
        await self._checked(person.c.id == who.person.id, password, is_known=True, wrong=CURRENT)

    async def rename(self, person_id: str, name: str) -> Person:
        """Change a person's name."""
        name = parse_name(name)
        at = self._clock()

        def job(connection: Connection) -> Person:
            _free_name(connection, name, person_id, at)
            values = {"name": name, "name_key": name_key(name)}
            connection.execute(update(person).where(person.c.id == person_id).values(values))
            return _find(connection, person_id)

        return await self._naming(name, job)

    async def find(self, person_id: str) -> Person:
        """A person by id."""
        return await self._store.read(lambda connection: _find(connection, person_id))

    async def authenticate(self, token: str) -> SignedIn:
        """The person behind this token; using a session extends it."""
        at = self._clock()

        def job(connection: Connection) -> SignedIn | None:
            row = sessions.find(connection, token, at)
            return None if row is None else SignedIn(_find(connection, row[0]), row[1])

        signed_in = await self._store.read(job)
        if signed_in is None:
            raise refused("person/unknown")
        if signed_in.session.is_due(at):
            return await self._slide(signed_in, at)
        return signed_in

    async def sessions(self, person_id: str) -> list[Session]:
        """The sessions of a person in browsers, the latest seen first; for those of bots see `tokens`."""
        return [session for session in await self._live(person_id) if not session.bot]

    async def end_session(self, person_id: str, session_id: str) -> None:
        """End one session of a person."""
        if not _is_id(session_id) or not await self._store.write(lambda c: sessions.end(c, person_id, session_id)):
            raise refused("person/session")

    async def end_sessions(self, person_id: str) -> tuple[str, ...]:
        """End every session of a person and of their bots, and return which."""
        return await self._store.write(lambda connection: self.end_everything(connection, person_id))

    def end_everything(self, connection: Connection, person_id: str) -> tuple[str, ...]:
        """End every session, and forget every device."""
        known_devices.forget_all(connection, person_id)
        return sessions.end_all(connection, person_id)

    async def make_token(self, person_id: str, name: str) -> tuple[Session, str]:
        """A session for a bot of this person, and its token. It lasts while it is used."""
        at = self._clock()
        named = visible_text(name).strip()
        if not named:
            raise refused("person/name", "expected a name for the token", "token")

        def job(connection: Connection) -> tuple[Session, str]:
            _find(connection, person_id)
            if sum(one.bot for one in sessions.live(connection, person_id, at)) >= sessions.MOST_TOKENS:
                raise refused("person/tokens")
            return sessions.begin(connection, person_id, named, at, at + self._stay, bot=True)

        return await self._store.write(job)

    async def tokens(self, person_id: str) -> list[Session]:
        """The sessions of a person's bots, the latest seen first."""
        return [session for session in await self._live(person_id) if session.bot]

    async def _live(self, person_id: str) -> list[Session]:
        at = self._clock()
        return await self._store.read(lambda connection: sessions.live(connection, person_id, at))

    def _begin(
        self, connection: Connection, owner: Person, agent: str, at: int, ended: tuple[str, ...] = ()
    ) -> Welcome:
        return Welcome(owner, *sessions.begin(connection, owner.id, agent, at, at + self._stay), ended)

    async def named(self, name: str) -> Person:
        """The person with this name, or with one that looks the same, or a refusal."""
        return await self._store.read(lambda connection: person_named(connection, name))

    async def _slide(self, signed_in: SignedIn, at: int) -> SignedIn:
        moved = msgspec.structs.replace(signed_in.session, seen=at, expires=at + self._stay)
        with suppress(StoreTrouble):  # people stay signed in while the disk is full
            await self._store.write(lambda connection: sessions.slide(connection, moved))
        return SignedIn(signed_in.person, moved)

    async def _checked(
        self, condition: ColumnElement[bool], password: str, *, is_known: bool, wrong: str = "person/password"
    ) -> tuple[Person, str]:
        """The account with this password and its hash. Every kind of failure takes the same time."""
        row = await self._store.read(
            lambda connection: connection.execute(select(person).where(condition)).one_or_none()
        )
        kept: str | None = None if row is None else row.password
        if not await self._passwords.matches(kept, password, is_known=is_known) or row is None or kept is None:
            raise refused(wrong)
        return person_of(row), kept

    async def _with_password(self, account: Person, change: tuple[str, str], agent: str) -> Welcome:
        kept, hashed = change
        at = self._clock()

        def job(connection: Connection) -> Welcome:
            still = (person.c.id == account.id, person.c.password == kept)
            if connection.execute(update(person).where(*still).values(password=hashed)).rowcount == 0:
                raise refused("person/password")  # another request changed it meanwhile
            return self._begin(connection, account, agent, at)

        return await self._store.write(job)

    async def _naming(self, name: str, job: Job[T]) -> T:
        try:
            return await self._store.write(job)
        except Conflict as error:
            raise taken(name) from error


def _is_id(text: str) -> bool:
    return text.isascii() and text.isalnum()


def _find(connection: Connection, person_id: str) -> Person:
    row = None
    if _is_id(person_id):
        row = connection.execute(select(person).where(person.c.id == person_id)).one_or_none()
    if row is None:
        raise refused("person/missing")
    return person_of(row)


def person_named(connection: Connection, name: str) -> Person:
    """The person with this name, or with one that looks the same, or a refusal."""
    condition = person.c.name_key == name_key(name[:LONGEST_TYPED])
    row = connection.execute(select(person).where(condition)).one_or_none()
    if row is None:
        raise refused("person/missing")
    return person_of(row)


def person_of(row: Row[*tuple[Any, ...]]) -> Person:
    """A person from a database row."""
    return Person(row.id, row.name, row.password is None, row.created)


def _row(new: Person, hashed: str | None) -> dict[str, object]:
    key = name_key(new.name)
    return {"id": new.id, "name": new.name, "name_key": key, "password": hashed, "created": new.created}


def _add_guest(connection: Connection, at: int) -> Person:
    """A guest under the first drawn name that is free."""
    for name in _guest_names():
        guest = Person(secrets.token_hex(PERSON_ID_BYTES), name, guest=True, created=at)
        added = upsert(connection, person).values(_row(guest, None)).on_conflict_do_nothing(index_elements=["name_key"])
        if connection.execute(added.returning(person.c.id)).scalar() is not None:
            return guest
    raise taken("Guest")


def _guest_names() -> list[str]:
    return [guest_name(secrets.choice(TEAS), low + secrets.randbelow(high - low + 1)) for low, high in NUMBERS]


def _free_name(connection: Connection, name: str, person_id: str | None, at: int) -> None:
    """Refuse a name that is too similar to another person's; a guest without a session loses the name."""
    row = connection.execute(select(person).where(person.c.name_key == name_key(name))).one_or_none()
    if row is None or row.id == person_id:
        return
    if row.password is not None or sessions.live(connection, row.id, at):
        raise taken(name)
    for other in _guest_names():
        if connection.execute(select(person.c.id).where(person.c.name_key == name_key(other))).scalar() is None:
            values = {"name": other, "name_key": name_key(other)}
            connection.execute(update(person).where(person.c.id == row.id).values(values))
            return
    raise taken(name)
