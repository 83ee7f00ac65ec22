"""Passwords: which are valid, and argon2id hashing outside the event loop."""

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher, profiles
from argon2.exceptions import VerificationError

from teahouse.service.errors import refused
from teahouse.service.people.names import name_key

T = TypeVar("T")

SHORTEST: Final = 8
LONGEST: Final = 128
THREADS: Final = 2  # each hash takes 64 MiB while it is made
MOST_WAITING: Final = 64


def parse_password(typed: str, name: str) -> str:
    """A password as it is hashed, or a refusal that never quotes it."""
    password = normal(typed)
    if not SHORTEST <= len(password) <= LONGEST:
        raise refused("person/weak", f"expected {SHORTEST} to {LONGEST} characters, got {len(password)}")
    if not _is_text(password):
        raise refused("person/weak", "expected text")
    if len(set(password)) == 1:
        raise refused("person/weak", "expected more than one character over and over")
    if name_key(password) == name_key(name):
        raise refused("person/weak", "expected something else than the name")
    return password


def normal(typed: str) -> str:
    """The password in a normal form, cut when it is far too long."""
    return unicodedata.normalize("NFKC", typed[: 4 * LONGEST])


def _is_text(password: str) -> bool:
    return not any(unicodedata.category(c) in ("Cs", "Cc") for c in password)


class Passwords:
    """Hashes and checks passwords, a few at a time; refuses when too many wait."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        """Use the usual strength (RFC 9106, low memory), or another."""
        self._hasher = hasher or PasswordHasher.from_parameters(profiles.RFC_9106_LOW_MEMORY)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="passwords")
        self._waiting = 0
        self._decoy: str | None = None

    async def hash(self, password: str) -> str:
        """The hash to keep."""
        return await self._run(lambda: self._hasher.hash(password))

    async def matches(self, kept: str | None, typed: str) -> bool:
        """Whether this is the password. An unknown account takes as long as a wrong password."""
        return await self._run(lambda: self._matches(kept, typed))

    def is_outdated(self, kept: str) -> bool:
        """Whether a stored hash is weaker than new ones."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """Stop."""
        self._threads.shutdown()

    def _matches(self, kept: str | None, typed: str) -> bool:
        password = normal(typed)
        fit = len(password) <= LONGEST and _is_text(password)
        if kept is None or not fit:
            self._decoy = kept = self._decoy or self._hasher.hash("nobody's password")
            password = "never anybody's password"  # noqa: S105 - it opens nothing
        try:
            return self._hasher.verify(kept, password)
        except VerificationError:
            return False

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise refused("wire/flood")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1
