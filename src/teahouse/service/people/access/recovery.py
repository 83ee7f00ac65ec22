"""The recovery code of an account: printed on paper, it opens the account once when the password is lost."""

import hmac
import math
import secrets
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, select

from teahouse.service.errors import refused
from teahouse.service.people.names import LONGEST_TYPED, name_key
from teahouse.service.people.people import People, Welcome
from teahouse.service.people.sessions import token_hash
from teahouse.service.store.schema import person, recovery_code
from teahouse.service.store.store import Store
from teahouse.service.store.upsert import upsert

ALPHABET: Final = "3479ABCDEFGHJKMNPQRSTVWXYZ"
"""No two of these look alike on paper."""
MISREAD: Final = str.maketrans("2568U", "ZSGBV")
GROUPS: Final = 6
GROUP: Final = 4
BITS: Final = int(GROUPS * GROUP * math.log2(len(ALPHABET)))
NOBODY: Final = "0" * 64


class Recovered(msgspec.Struct, frozen=True):
    """The new session of a person who used a recovery code, and their next code."""

    welcome: Welcome
    code: str

    def __repr__(self) -> str:
        """Without the code, so that no log contains it."""
        return f"Recovered({self.welcome!r})"


def new_code() -> str:
    """A fresh code in readable groups."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS))


def parse_code(typed: str) -> str:
    """A code in the form that is hashed, with typing variants removed.

    >>> parse_code(" abcd efgh-2568 ")
    'ABCDEFGHZSGB'
    """
    kept = "".join(c for c in typed[:LONGEST_TYPED].upper() if c.isalnum())
    return kept.translate(MISREAD)


class Recovery:
    """The recovery codes of all accounts."""

    def __init__(self, store: Store, people: People) -> None:
        """Store the hashes of codes in this store."""
        self._store = store
        self._people = people

    async def make(self, person_id: str) -> str:
        """A fresh code for an account; the one before stops working."""
        return await self._store.write(lambda connection: self._make(connection, person_id))

    async def created_at(self, person_id: str) -> int | None:
        """When the code of an account was created; None without one."""
        mine = select(recovery_code.c.created).where(recovery_code.c.person == person_id)
        return await self._store.read(lambda connection: connection.execute(mine).scalar())

    async def use(self, name: str, code: str, password: str, agent: str = "") -> Recovered:
        """Give an account a new password by its code, and create the next code. Every session ends."""
        owner = await self._store.read(lambda connection: _owner(connection, name))
        person_id, known_name, kept = owner or ("", "", NOBODY)
        hashed_code = token_hash(parse_code(code))
        if not hmac.compare_digest(kept, hashed_code):
            raise refused("person/recovery")
        hashed = await self._people.hashed(password, known_name)

        def job(connection: Connection) -> Recovered:
            mine = (recovery_code.c.person == person_id, recovery_code.c.code_hash == hashed_code)
            if connection.execute(delete(recovery_code).where(*mine)).rowcount == 0:
                raise refused("person/recovery")  # another request used it meanwhile
            welcome = self._people.renew(connection, person_id, hashed, agent)
            return Recovered(welcome, self._make(connection, person_id))

        return await self._store.write(job)

    def _make(self, connection: Connection, person_id: str) -> str:
        code = new_code()
        values = {"code_hash": token_hash(parse_code(code)), "created": self._people.clock()}
        row = upsert(connection, recovery_code).values(person=person_id, **values)
        connection.execute(row.on_conflict_do_update(index_elements=["person"], set_=values))
        return code


def _owner(connection: Connection, name: str) -> tuple[str, str, str] | None:
    query = select(person.c.id, person.c.name, recovery_code.c.code_hash).join(
        recovery_code, recovery_code.c.person == person.c.id
    )
    row = connection.execute(query.where(person.c.name_key == name_key(name[:LONGEST_TYPED]))).one_or_none()
    return None if row is None else (row.id, row.name, row.code_hash)
