"""A server process that can be killed, and scripted people who continue to play afterwards."""

import os
import signal
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from teahouse.games import make_game
from teahouse.players import PLAYERS
from teahouse.service.people.coins import audit
from teahouse.service.store.store import open_store
from teahouse.service.tables.log import Logged, read
from tests.forked import PATIENCE, ForkedProcess
from tests.ports import free_port
from tests.service.databases import prepared
from tests.web.live import NUMBERS, SHARE, Frame, Tab, Visitor

GONE: Final = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)


PAUSE: Final = 0.06  # seconds
OFTEN: Final = {
    "ACTIONS_PER_SECOND": "1000",
    "REQUESTS_PER_MINUTE": "100000",
    "SIGN_INS_PER_MINUTE": "10000",
    "TABLES_PER_MINUTE": "100000",
    "WAITING_TABLES": "100000",
}


class ServerProcess:
    """`teahouse serve` on a folder and a port, which can be killed and started again."""

    def __init__(self, folder: Path, constants: Mapping[str, float] = MappingProxyType({}), /, **settings: str) -> None:
        self.folder = folder
        self._constants = constants
        self._settings = settings
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self._process: ForkedProcess | None = None

    @property
    def database(self) -> str:
        return f"sqlite:///{self.folder / 'teahouse.db'}"

    def start(self) -> None:
        if "DATABASE" not in self._settings:
            prepared(self.folder / "teahouse.db")
        usual = {"ENGINES": "1", "JUDGING": "false"}
        settings = OFTEN | usual | {"DATA": str(self.folder), "PORT": str(self.port)} | self._settings
        environment = os.environ | {f"TEAHOUSE_{name}": value for name, value in settings.items()}
        with self.log.open("ab") as log, open(os.devnull) as nothing:
            streams = (nothing.fileno(), log.fileno(), log.fileno())
            self._process = ForkedProcess(
                "teahouse",
                "serve",
                "--no-browser",
                folder=self.folder,
                environment=environment,
                streams=streams,
                constants=self._constants,
            )
        until = time.monotonic() + PATIENCE
        while not self.is_ready():
            assert time.monotonic() < until, self.log.read_text()
            assert self._process.poll() is None, self.log.read_text()
            time.sleep(0.02)

    def is_ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health/ready", timeout=30, verify=False).status_code == 200
        except httpx.TransportError:
            return False

    def send(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send(number)

    def wait(self) -> int:
        assert self._process is not None
        return self._process.wait()

    def __enter__(self) -> "ServerProcess":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.send(signal.SIGKILL)
        self.wait()


class Player:
    """A person who plays the first move on offer, and reconnects when the connection is lost."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor = visitor
        self.table = table
        self.acked: list[str] = []
        self.refused: list[str] = []
        self.sent: list[str] = []
        self.status = ""
        self._tab: Tab | None = None
        self._pending: Frame | None = None
        self._seen: Frame = {"v": -1}
        self._moves: list[Any] = []

    def connect(self) -> None:
        """Reconnect with the last version seen, and repeat unanswered requests."""
        self.leave()
        self._tab = self.visitor.tab(self.table, **self._seen)
        if self._pending is not None:
            self._send()

    def close(self) -> None:
        self.leave()
        self.visitor.http.close()

    def leave(self) -> None:
        if self._tab is not None:
            self._tab.__exit__()
            self._tab = None

    @property
    def may_move(self) -> bool:
        return bool(self._moves)

    def act(self) -> None:
        client = f"{self.visitor.http.cookies['teahouse'][:4]} {len(self.sent)}"
        self._pending = {"t": "act", "id": client, "v": self._seen["v"], "move": self._moves[0]}
        self.sent.append(client)
        self._send()

    def _send(self) -> None:
        assert self._tab is not None
        assert self._pending is not None
        self._tab.send(**self._pending)
        while not self._is_answered:
            self._receive(self._tab.take())

    @property
    def _is_answered(self) -> bool:
        return self._pending is None

    def sync(self) -> None:
        """Read all messages that have arrived."""
        assert self._tab is not None
        self._tab.send(t="ping", id="sync")
        while (frame := self._tab.take())["t"] != "pong":
            self._receive(frame)

    def ready(self) -> None:
        """Declare ready; the refusal that it is too late also counts."""
        assert self._tab is not None
        client = f"ready {next(NUMBERS)}"
        self._tab.send(t="ready", id=client, share=SHARE)
        while (frame := self._tab.take()).get("id") != client:
            self._receive(frame)

    def _receive(self, frame: Frame) -> None:
        if frame["t"] == "nack":
            assert frame["code"] == "move/stale", frame  # the server restarted, and the table went on
            assert self._pending is not None
            self.refused.append(frame["id"])
            self._pending = None
        if frame["t"] in ("snapshot", "events"):
            self._moves = frame.get("moves", [])
        if frame["t"] in ("snapshot", "news"):
            self.status = frame["table"]["status"]
        if frame["t"] == "snapshot":
            self._seen["seat"] = frame.get("seat")
        if frame["t"] in ("snapshot", "events", "news"):
            assert frame["t"] == "snapshot" or frame["v"] == self._seen["v"] + 1
            self._seen["v"] = frame["v"]
        if self._pending is not None and frame == {"t": "ack", "id": self._pending["id"], "v": frame.get("v")}:
            self.acked.append(frame["id"])
            self._pending = None


def sit_down(server: ServerProcess, game: str) -> list[Player]:
    """Open a table: two persons for a stake, or one person against bots."""
    seats = len(make_game(game).seats)
    first = Visitor(server.url).guest()
    if seats != 2:
        bots = {str(seat): next(iter(PLAYERS[game].levels)) for seat in range(1, seats)}
        return [Player(first, first.open_table(game=game, bots=bots))]
    table = first.open_table(game=game, clock=None, stake=10)
    second = Visitor(server.url).guest()
    with second.tab(table) as tab:
        tab.do("sit")
    return [Player(first, table), Player(second, table)]


def play_on(players: list[Player], until: Callable[[], bool]) -> None:
    """Play deal after deal until told to stop, or until the connection breaks."""
    for player in players:
        player.connect()
    while not until():
        for player in players:
            player.sync()
        if players[0].status in ("open", "between"):
            for player in players:
                player.ready()
        elif (mover := next((player for player in players if player.may_move), None)) is not None:
            mover.act()
        else:
            time.sleep(PAUSE)  # bots think; polling all the time would be a flood


async def kept(database: str, table: str) -> tuple[list[Logged], tuple[str, ...]]:
    """The log of a table, and the findings of an audit of all coins."""
    store = await open_store(database)
    logged = await store.read(lambda connection: read(connection, table))
    audited = await store.read(audit)
    await store.close()
    return logged, audited.faults
