"""Copies of the server are restarted one after the other while people play."""

import asyncio
import signal
import threading
import time
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, select

from teahouse.service.store.schema import lease
from teahouse.service.store.store import open_store
from teahouse.service.tables.events import Moved
from tests.forked import PATIENCE
from tests.service.conftest import postgres, postgres_url
from tests.service.test_cluster import NatsServer, nats_server
from tests.web.live import Visitor
from tests.web.process import GONE, Player, ServerProcess, kept, play_on

__all__ = ["nats_server", "postgres", "postgres_url"]  # fixtures of the service

TABLES: Final = 2
MOVES: Final = 5  # moves of a table before and after each restart


class Traveller(Player):
    """A person who reconnects through another copy when a copy stops."""

    def __init__(self, visitor: Visitor, table: str, copies: list[ServerProcess], at: int) -> None:
        super().__init__(visitor, table)
        self._copies = copies
        self._at = at

    def connect(self) -> None:
        """Reconnect to a copy that accepts sockets."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            self.visitor.url = self._copies[self._at].url
            try:
                return super().connect()
            except GONE:
                self._at = (self._at + 1) % len(self._copies)
                time.sleep(0.05)
        raise AssertionError("no copy takes sockets")


class Playing(threading.Thread):
    """A table that is played until told to stop, even while copies restart."""

    def __init__(self, copies: list[ServerProcess], number: int) -> None:
        super().__init__()
        first, second = (Visitor(copy.url).guest() for copy in copies)
        table = first.open_table(game="battle", clock="15+10")
        with second.tab(table) as tab:
            tab.do("sit")
        self.table = table
        self.players = [Traveller(one, table, copies, (number + at) % 2) for at, one in enumerate((first, second))]
        self.is_over = threading.Event()
        self.trouble: BaseException | None = None

    @property
    def moves(self) -> int:
        return sum(len(player.acked) for player in self.players)

    def run(self) -> None:
        try:
            while not self.is_over.is_set():
                with suppress(*GONE):
                    play_on(list(self.players), self.is_over.is_set)
        except BaseException as error:
            self.trouble = error

    def wait_for_moves(self) -> None:
        """Wait until some more moves were made at the table."""
        target, until = self.moves + MOVES, time.monotonic() + PATIENCE
        while self.moves < target:
            assert self.trouble is None, self.trouble
            assert time.monotonic() < until, f"{self.table} stands still"
            time.sleep(0.02)

    def stop(self) -> None:
        self.is_over.set()
        self.join()
        for player in self.players:
            player.close()


def test_copies_restarted_in_turn_lose_no_move_and_no_message(
    tmp_path: Path, postgres_url: str, nats_server: NatsServer
) -> None:
    database = postgres_url.replace("postgresql+asyncpg", "postgresql")
    with ExitStack() as stack:
        copies: list[ServerProcess] = []
        for name in ("one", "other"):
            (tmp_path / name).mkdir()
            made = ServerProcess(tmp_path / name, DATABASE=database, BUS=nats_server.address)
            copies.append(stack.enter_context(made))
        played = [Playing(copies, number) for number in range(TABLES)]
        for one in played:
            stack.callback(one.stop)
            one.start()
        for copy in copies:
            for one in played:
                one.wait_for_moves()
            copy.send(signal.SIGTERM)
            assert copy.wait() == 0
            at_exit = asyncio.run(owners(database))
            for one in played:
                one.wait_for_moves()  # on the remaining copy
            left = asyncio.run(owners(database))
            assert len(left) == 1
            assert at_exit <= left, "the copy that went away kept a lease"
            copy.start()
        for one in played:
            one.wait_for_moves()
            one.stop()
            assert one.trouble is None, one.trouble
    for one in played:
        logged, faults = asyncio.run(kept(database, one.table))
        assert faults == ()
        clients = Counter(each.event.client for each in logged if isinstance(each.event, Moved) and each.event.client)
        assert set(clients.values()) == {1}
        for player in one.players:
            assert set(player.acked) <= set(clients)
            assert not set(player.refused) & set(clients)


async def owners(database: str) -> set[str]:
    """The copies with a valid lease."""
    store = await open_store(database, as_it_is=True)

    def job(connection: Connection) -> set[str]:
        now = time.time() * 1000
        return set(connection.execute(select(lease.c.owner).where(lease.c.until > now)).scalars())

    found = await store.read(job)
    await store.close()
    return found
