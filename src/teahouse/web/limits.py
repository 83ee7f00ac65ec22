"""Rate limits: one token bucket for each name, in bounded memory."""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

import msgspec

from teahouse.service.errors import Refused, refused

MOST_NAMES: Final = 20_000
WRONG: Final = ("person/password", "person/current")  # the refusals of a wrong password


class Rate(msgspec.Struct, frozen=True):
    """The burst, and the rate per second."""

    burst: float
    per_second: float


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """Every rate limit.

    requests (of the API), files (of the app), guests, sign_ins, uploads, invites, connects: per address. guesses: wrong
    passwords for one name from unknown browsers, and in one known browser. letters: per person. tables: opened per
    person. tables_from: opened per address. advice: asked per person. reports: made per person and per address.
    messages: per socket. at_once: open sockets, and open streams, per address. replays_at_once: replays that are
    computed or sent, per address; four times as many in all.
    exports_at_once: exports of everything about a person, in all; one per person.
    """

    requests: Rate = Rate(200, 50)
    files: Rate = Rate(3000, 200)
    guests: Rate = Rate(60, 0.5)
    sign_ins: Rate = Rate(20, 0.2)
    guesses: Rate = Rate(10, 1 / 60)
    letters: Rate = Rate(3, 1 / 1200)
    uploads: Rate = Rate(20, 1)
    invites: Rate = Rate(20, 0.2)
    tables: Rate = Rate(20, 0.2)
    tables_from: Rate = Rate(60, 1)
    advice: Rate = Rate(20, 1)
    reports: Rate = Rate(10, 1 / 60)
    connects: Rate = Rate(300, 20)
    messages: Rate = Rate(60, 20)
    at_once: int = 300
    replays_at_once: int = 4
    exports_at_once: int = 4


class Bucket:
    """One bucket: full at first, refilled over time."""

    __slots__ = ("_at", "_left")

    def __init__(self, rate: Rate, now: float) -> None:
        """Start full."""
        self._left = rate.burst
        self._at = now

    def take(self, rate: Rate, now: float) -> bool:
        """Take one; False when none is left."""
        self._left = min(rate.burst, self._left + (now - self._at) * rate.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def give_back(self, rate: Rate) -> None:
        """Put one back."""
        self._left = min(rate.burst, self._left + 1)

    def seconds_to_wait(self, rate: Rate) -> int:
        """The seconds until one is available again."""
        return max(1, math.ceil((1 - self._left) / rate.per_second))


class Buckets:
    """A bucket for each name. Beyond a number of names the least recently used one is dropped."""

    def __init__(self, rate: Rate, *, most: int = MOST_NAMES, clock: Callable[[], float] = time.monotonic) -> None:
        """Start without buckets."""
        self._rate: Final = rate
        self._most: Final = most
        self._clock: Final = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str) -> bool:
        """Is one more allowed for this name?"""
        now = self._clock()
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(self._rate, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(name)
        return bucket.take(self._rate, now)

    def check(self, name: str) -> None:
        """Refuse when the limit is reached."""
        if not self.take(name):
            raise refused("wire/flood")


class Guesses(Buckets):
    """Counts wrong passwords; right ones and unchecked ones do not count."""

    @contextmanager
    def guessing(self, name: str) -> Generator[None]:
        """Count a guess unless it is right, or refuse it before it is checked."""
        if not self.take(name):
            seconds = self._buckets[name].seconds_to_wait(self._rate)
            raise refused("person/slow", values={"seconds": seconds})
        try:
            yield
        except Refused as error:
            if error.code not in WRONG:
                self._give_back(name)
            raise
        self._give_back(name)

    def _give_back(self, name: str) -> None:
        if name in self._buckets:
            self._buckets[name].give_back(self._rate)


class ConcurrentUses:
    """Counts concurrent uses, per name."""

    def __init__(self, most: int, in_all: int | None = None) -> None:
        """Start at zero; `in_all` is the most of all names together."""
        self._most: Final = most
        self._in_all: Final = in_all
        self._inside: Counter[str] = Counter()

    @property
    def total(self) -> int:
        """The total of all names."""
        return self._inside.total()

    @contextmanager
    def inside(self, name: str) -> Generator[None]:
        """Count one use for a while, or refuse it."""
        if self._inside[name] >= self._most or (self._in_all is not None and self.total >= self._in_all):
            raise refused("wire/flood")
        self._inside[name] += 1
        try:
            yield
        finally:
            self._inside[name] -= 1
            if not self._inside[name]:
                del self._inside[name]


class RateLimits:
    """The counters of one server."""

    def __init__(self, rates: Rates) -> None:
        """Start at zero."""
        self.rates: Final = rates
        self.requests: Final = Buckets(rates.requests)
        self.files: Final = Buckets(rates.files)
        self.guests: Final = Buckets(rates.guests)
        self.sign_ins: Final = Buckets(rates.sign_ins)
        self.guesses: Final = Guesses(rates.guesses)
        self.letters: Final = Buckets(rates.letters)
        self.uploads: Final = Buckets(rates.uploads)
        self.invites: Final = Buckets(rates.invites)
        self.tables: Final = Buckets(rates.tables)
        self.tables_from: Final = Buckets(rates.tables_from)
        self.advice: Final = Buckets(rates.advice)
        self.reports: Final = Buckets(rates.reports)
        self.connects: Final = Buckets(rates.connects)
        self.sockets: Final = ConcurrentUses(rates.at_once)
        self.streams: Final = ConcurrentUses(rates.at_once)
        self.exports: Final = ConcurrentUses(1, in_all=rates.exports_at_once)
        self.replays: Final = ConcurrentUses(rates.replays_at_once, in_all=4 * rates.replays_at_once)
