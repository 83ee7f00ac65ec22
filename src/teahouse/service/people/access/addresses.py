"""Mail addresses of accounts: optional, confirmed by a link, and a way to a new password."""

import asyncio
import logging
import re
import secrets
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, Select, delete, insert, select, update

from teahouse.service.errors import Refused, refused
from teahouse.service.people.access.letters import Language, LetterKind, letter
from teahouse.service.people.access.mail import Mailer
from teahouse.service.people.names import LONGEST_TYPED, name_key
from teahouse.service.people.people import People, Person, Welcome
from teahouse.service.people.sessions import LONGEST_TOKEN, token_hash
from teahouse.service.store.schema import mail_address, mail_token, person
from teahouse.service.store.store import Store

log = logging.getLogger(__name__)

STAY_MS: Final = 60 * 60_000
TOKEN_BYTES: Final = 32
MOST_TOKENS: Final = 3  # that are valid at once for one account and one purpose
MOST_ASKED: Final = 100
MOST_ACCOUNTS: Final = 5  # of one address that get a letter at once
LONGEST_ADDRESS: Final = 254
ADDRESS: Final = re.compile(r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}")


class Address(msgspec.Struct, frozen=True):
    """The address of an account."""

    address: str
    confirmed: bool


def parse_address(typed: str) -> str:
    """An address as it is stored.

    >>> parse_address(" Ann@Tea.Example ")
    'ann@tea.example'
    """
    match = ADDRESS.fullmatch(typed.strip().lower())
    if match is None or len(match[0]) > LONGEST_ADDRESS:
        raise refused("mail/address", "expected a name, @ and a host")
    return match[0]


class Addresses:
    """Stores the addresses of accounts, and sends letters to them."""

    def __init__(self, store: Store, people: People, mailer: Mailer | None) -> None:
        """Send through a mailer; without one the house has no addresses."""
        self._store = store
        self._people = people
        self._mailer = mailer
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def mailer(self) -> Mailer:
        """The mailer, or a refusal."""
        if self._mailer is None:
            raise refused("mail/none")
        return self._mailer

    @property
    def has_mail(self) -> bool:
        """Does this house send letters?"""
        return self._mailer is not None

    async def of(self, person_id: str) -> Address | None:
        """The address of an account."""
        mine = select(mail_address).where(mail_address.c.person == person_id)
        row = await self._store.read(lambda connection: connection.execute(mine).one_or_none())
        return None if row is None else Address(row.address, row.confirmed)

    async def change(self, owner: Person, typed: str, language: Language) -> None:
        """Store a new address, and send a letter with a link that confirms it."""
        mailer, address = self.mailer, parse_address(typed)

        def job(connection: Connection) -> str:
            _forget(connection, owner.id)
            row = {"person": owner.id, "address": address, "confirmed": False}
            connection.execute(insert(mail_address), [row])
            return self._token(connection, owner.id, "confirm", address)

        token = await self._store.write(job)
        mailer.post(letter("confirm", language, address, owner.name, self._link("confirm", token)))

    async def remove(self, person_id: str) -> None:
        """Forget the address of an account, and every link that was sent there."""
        await self._store.write(lambda connection: _forget(connection, person_id))

    async def confirm(self, token: str) -> None:
        """Confirm the address to which this token was sent."""

        def job(connection: Connection) -> None:
            row = self._used(connection, token, "confirm")
            mine = (mail_address.c.person == row.person, mail_address.c.address == row.address)
            if connection.execute(update(mail_address).where(*mine).values(confirmed=True)).rowcount == 0:
                raise refused("mail/token")  # the address was changed meanwhile

        await self._store.write(job)

    def ask_reset(self, name: str, language: Language) -> None:
        """Send a link later, so that the answer and its time reveal nothing about the account."""
        mailer = self.mailer
        if len(self._sending) < MOST_ASKED:
            task = asyncio.get_running_loop().create_task(self._send_reset(mailer, name, language))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _send_reset(self, mailer: Mailer, name: str, language: Language) -> None:
        """Send a link to the confirmed address of an account, named by its name or address; silent without one."""

        def job(connection: Connection) -> list[tuple[str, str, str]]:
            rows = connection.execute(_confirmed(name)).all()
            return [(row.address, row.name, self._token(connection, row.id, "reset", row.address)) for row in rows]

        try:
            is_known = await self._store.read(lambda c: c.execute(_confirmed(name)).first() is not None)
            for address, known_name, token in await self._store.write(job) if is_known else []:
                mailer.post(letter("reset", language, address, known_name, self._link("reset", token)))
        except Refused as error:
            log.warning("a link for a new password could not be made", extra={"code": error.code})

    async def close(self) -> None:
        """Finish pending requests, and close the mailer."""
        await asyncio.gather(*self._sending)
        if self._mailer is not None:
            await self._mailer.close()

    async def reset(self, token: str, password: str, agent: str = "") -> Welcome:
        """Give the account of this token a new password. Every session ends, and so does every other link."""
        mine = select(person.c.name).join(mail_token, mail_token.c.person == person.c.id)
        name = await self._store.read(
            lambda connection: connection.execute(mine.where(*self._live(token, "reset"))).scalar()
        )
        if name is None:
            raise refused("mail/token")
        hashed = await self._people.hashed(password, name)

        def job(connection: Connection) -> Welcome:
            row = self._used(connection, token, "reset")
            connection.execute(delete(mail_token).where(mail_token.c.person == row.person))
            return self._people.renew(connection, row.person, hashed, agent)

        return await self._store.write(job)

    def _link(self, kind: LetterKind, token: str) -> str:
        """A link whose secret stands after the #, so that no server on its way logs it."""
        return f"{self.mailer.server.public_url}/account#{kind}={token}"

    def _token(self, connection: Connection, person_id: str, kind: LetterKind, address: str) -> str:
        """A fresh token; the oldest is deleted if there are too many."""
        token, at = secrets.token_urlsafe(TOKEN_BYTES), self._people.clock()
        mine = (mail_token.c.person == person_id, mail_token.c.kind == kind)
        newest = select(mail_token.c.token_hash).where(*mine).order_by(mail_token.c.expires.desc())
        spare = mail_token.c.token_hash.not_in(newest.limit(MOST_TOKENS - 1))
        connection.execute(delete(mail_token).where(*mine, spare))
        row = {"token_hash": token_hash(token), "person": person_id, "kind": kind, "address": address}
        connection.execute(insert(mail_token), [row | {"expires": at + STAY_MS}])
        return token

    def _live(self, token: str, kind: LetterKind) -> tuple[ColumnElement[bool], ...]:
        hashed = token_hash(token[: LONGEST_TOKEN + 1])
        at = self._people.clock()
        return (mail_token.c.token_hash == hashed, mail_token.c.kind == kind, mail_token.c.expires > at)

    def _used(self, connection: Connection, token: str, kind: LetterKind) -> Row[*tuple[Any, ...]]:
        """The row of a valid token, which is deleted, so that it works once."""
        row = connection.execute(select(mail_token).where(*self._live(token, kind))).one_or_none()
        if row is None:
            raise refused("mail/token")
        query = delete(mail_token).where(mail_token.c.token_hash == row.token_hash)
        if connection.execute(query).rowcount == 0:
            raise refused("mail/token")
        return row


def _forget(connection: Connection, person_id: str) -> None:
    connection.execute(delete(mail_token).where(mail_token.c.person == person_id))
    connection.execute(delete(mail_address).where(mail_address.c.person == person_id))


def _confirmed(name: str) -> Select[*tuple[Any, ...]]:
    """The accounts with a confirmed address that this text names."""
    query = select(person.c.id, person.c.name, mail_address.c.address).join(
        mail_address, mail_address.c.person == person.c.id
    )
    typed = name[:LONGEST_TYPED].strip()
    query = query.where(mail_address.c.confirmed.is_(True)).limit(MOST_ACCOUNTS)
    if "@" not in typed:
        return query.where(person.c.name_key == name_key(typed))
    return query.where(mail_address.c.address == typed.lower())
