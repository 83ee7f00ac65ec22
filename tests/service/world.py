"""A server without sockets for tests: a real SQLite file, a fake clock, and bots that answer at once."""

import asyncio
import random
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, insert

from teahouse.games import make_game
from teahouse.players import advise, make_player
from teahouse.players.advice import Advice, AdviceContext
from teahouse.service.engines.question import MoveQuestion
from teahouse.service.errors import Refused
from teahouse.service.house import House
from teahouse.service.opening import OpenTable
from teahouse.service.settings import Settings
from teahouse.service.store.schema import person as person_table
from teahouse.service.store.store import Store, open_store
from teahouse.service.tables import requests as r
from teahouse.service.tables.events import move_text
from teahouse.service.tables.services import HouseSettings, Services, house_settings
from teahouse.service.tables.viewers.bus import LocalBus, Mailbox
from teahouse.service.tables.viewers.connections import STAY_EVERY_MS
from tests.fakes import FakeTimers, InThreads
from tests.service.databases import prepared

SHARE = "ab" * 32
PERSONS = ("ann", "bob", "cleo", "dan", "eve")
NEWEST = 10**6
"""In a request through `World.ask`: the newest version of the table, whatever it is."""


class Quick(NamedTuple):
    """The result of a choice."""

    move: Any
    level: str | None = None
    fallback: str | None = None


class QuickThinker:
    """Runs bots in this process."""

    def expect(self, game: str, level: str) -> None:
        """Do nothing, because no preparation is needed."""

    async def choose(self, level: str, question: MoveQuestion[Any]) -> Quick:
        """Choose at once."""
        player = make_player(question.game, level)
        return Quick(player.choose(question.view, question.moves, question.budget, random.Random(question.seed)), level)

    async def advise(self, question: MoveQuestion[Any]) -> Advice | None:
        """Advise at once."""
        rules = make_game(question.game, question.options).rules
        context = AdviceContext(rules, question.budget, random.Random(question.seed))
        return advise(question.game, question.view, question.moves, context)


def settings_with(**changed: Any) -> HouseSettings:
    """The usual settings of a house, with some changed."""
    return msgspec.structs.replace(house_settings(Settings()), **changed)


class World:
    """A house with its store, clock and timers; `again` is the same after a crash."""

    def __init__(self, store: Store, timers: FakeTimers, number: int = 1, **changed: Any) -> None:
        self.store = store
        self.timers = timers
        self._number = number
        self.bus = LocalBus()
        settings = settings_with(**({"waiting_tables": 100_000, "pace_ms": 0} | changed))
        randbytes = random.Random(number).randbytes
        self.services = Services(store, self.bus, QuickThinker(), timers, randbytes, InThreads(), settings)
        self.house = House(self.services)

    @classmethod
    async def open(cls, folder: Path, **changed: Any) -> "World":
        store = await open_store(prepared(folder / "house.db"))
        await add_persons(store)
        return cls(store, FakeTimers(), **changed)

    def again(self) -> "World":
        """A new house on the same store, as after `kill -9`, with empty memory and other ids."""
        return World(self.store, self.timers, self._number + 1)

    async def close(self) -> None:
        await self.house.close()
        await self.store.close()

    async def table(self, person: str = "ann", **wanted: Any) -> str:
        info = await self.house.open_table(
            person, person.title(), msgspec.convert({"game": "battle"} | wanted, OpenTable)
        )
        return info.id

    async def records(self) -> list[dict[str, Any]]:
        """The public deals that finished last."""
        return (await self.house.listings.records()).items

    async def ask(self, table: str, request: r.AnyRequest) -> r.Reply:
        reply = await self.house.ask(table, await self._up_to_date(table, request))
        await self.settle()
        return reply

    async def _up_to_date(self, table: str, request: r.AnyRequest) -> r.AnyRequest:
        """The request; one for the newest version gets the number of that version."""
        if not isinstance(request, r.Act | r.Withdraw) or request.v != NEWEST:
            return request
        try:
            live = (await self.house.actor(table)).table
        except Refused:
            return request
        return msgspec.structs.replace(request, v=live.versions[live.seat_of(request.person)])

    async def settle(self) -> None:
        """Run everything that is due: bots, commits, deals."""
        quiet = 0
        while quiet < 3:
            await asyncio.sleep(0)
            self.timers.advance(0)
            busy = not self.house.is_at_rest
            quiet = 0 if busy else quiet + 1
            if busy:
                await asyncio.sleep(0.001)

    async def wait(self, ms: float) -> None:
        """Let time pass."""
        self.timers.advance(ms)
        await self.settle()

    async def stay(self, table: str, ms: float, *persons: str) -> None:
        """Move the clock while these persons stay connected."""
        until = self.timers.now() + ms
        while self.timers.now() < until:
            for person in persons:
                await self.ask(table, r.Stay(person, person.title(), f"line of {person}"))
            await self.wait(min(STAY_EVERY_MS, until - self.timers.now()))

    async def begin(self, table: str, *persons: str) -> None:
        """Seat everybody and declare them ready."""
        for person in persons:
            assert not (await self.ask(table, sit(person))).code
        for person in persons:
            assert not (await self.ask(table, ready(person))).code


async def add_persons(store: Store) -> None:
    """Add the persons of the tests, who are not new."""
    rows = [{"id": name, "name": name.title(), "name_key": name, "password": "-", "created": 0} for name in PERSONS]

    def job(connection: Connection) -> None:
        connection.execute(insert(person_table), rows)

    await store.write(job)


def sit(person: str, **more: Any) -> r.Sit:
    return r.Sit(person, person.title(), **more)


def ready(person: str) -> r.Ready:
    return r.Ready(person, person.title(), SHARE)


def act(person: str, move: Any, *, id: str = "1", v: int = NEWEST) -> r.Act:  # noqa: A002 - the wire's own word
    return r.Act(person, person.title(), id, v, move_text(move))


class Eye:
    """A client that watches a table and stores its messages."""

    def __init__(self) -> None:
        self.mailbox = Mailbox(lambda: None)
        self.seen: list[dict[str, Any]] = []

    async def look(self, world: World, table: str, person: str, v: int = -1, **more: Any) -> r.Reply:
        actor = await world.house.actor(table)
        world.bus.listen(table, actor.table.seat_of(person), self.mailbox)
        reply = await world.ask(table, r.Attach(person, person.title(), f"line of {person}", v, **more))
        self.seen += [msgspec.json.decode(bytes(message)) for message in reply.sent]
        return reply

    def take(self) -> list[dict[str, Any]]:
        new: list[dict[str, Any]] = [msgspec.json.decode(envelope.message) for envelope in self.mailbox.take()]
        self.seen += new
        return new
