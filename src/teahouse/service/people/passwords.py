"""Passwords: which are valid, and argon2id hashing outside the event loop."""

import unicodedata
from typing import Final

from argon2 import PasswordHasher, profiles
from argon2.exceptions import VerificationError

from teahouse.service.errors import Refused, refused
from teahouse.service.people.defence.common import weakness
from teahouse.service.people.defence.pool import SlowPool

SHORTEST: Final = 8
LONGEST: Final = 128
CUT: Final = 4 * LONGEST


def parse_password(typed: str, name: str) -> str:
    """A password as it is hashed, or a refusal that never quotes it."""
    password = normal(typed)
    if not SHORTEST <= len(password) <= LONGEST:
        length = len(password) if len(typed) <= CUT else len(typed)
        detail = f"expected {SHORTEST} to {LONGEST} characters, got {length}"
        raise _weak("length", detail, {"least": SHORTEST, "most": LONGEST})
    if not _is_text(password):
        raise _weak("text", "expected text")
    reason = weakness(password, name)
    if reason is not None:
        raise _weak(reason.why, reason.expected)
    return password


def _weak(why: str, detail: str, values: dict[str, str | int] | None = None) -> Refused:
    return refused("person/weak", detail, why, values)


def normal(typed: str) -> str:
    """The password in a normal form, cut when it is far too long."""
    return unicodedata.normalize("NFKC", typed[:CUT])


def _is_text(password: str) -> bool:
    return not any(unicodedata.category(c) in ("Cs", "Cc") for c in password)


class Passwords:
    """Hashes and checks passwords in a pool of their own."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        """Use the usual strength (RFC 9106, low memory), or another."""
        self._hasher = hasher or PasswordHasher.from_parameters(profiles.RFC_9106_LOW_MEMORY)
        self.pool: Final = SlowPool()
        self._decoy: str | None = None

    async def hash(self, password: str, *, is_known: bool = False) -> str:
        """The hash to store. is_known: goes ahead of strangers."""
        return await self.pool.run(lambda: self._hasher.hash(password), is_known=is_known)

    async def matches(self, kept: str | None, typed: str, *, is_known: bool = False) -> bool:
        """Whether this is the password. An unknown account takes as long as a wrong password."""
        return await self.pool.run(lambda: self._matches(kept, typed), is_known=is_known)

    def is_outdated(self, kept: str) -> bool:
        """Whether a stored hash is weaker than new ones."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """Stop."""
        self.pool.close()

    def _matches(self, kept: str | None, typed: str) -> bool:
        password = normal(typed)
        fit = len(password) <= LONGEST and _is_text(password)
        self._decoy = decoy = self._decoy or self._hasher.hash("nobody's password")  # the first costs the same for all
        if kept is None or not fit:
            kept = decoy
            password = "never anybody's password"  # noqa: S105 - it opens nothing
        try:
            return self._hasher.verify(kept, password)
        except VerificationError:
            return False
