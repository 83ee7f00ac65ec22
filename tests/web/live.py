"""A real server in a separate thread, and visitors over the loopback."""

import asyncio
import json
import threading
from collections import deque
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from teahouse.service.settings import Settings
from teahouse.service.store.store import open_store
from teahouse.service.tables.bots import Thinker
from teahouse.service.tables.log import length
from teahouse.service.tables.services import HouseSettings
from teahouse.web.context import ServerContext, ServerSettings, server_settings
from teahouse.web.limits import Rate, Rates
from teahouse.web.server import Server, config_of, listen, run_quickly
from tests.fakes import InThreads
from tests.service.databases import prepared
from tests.service.world import QuickThinker, settings_with

if TYPE_CHECKING:
    from teahouse.web.telemetry.traces import Traces

OFTEN = Rate(100_000, 100_000)
PATIENT = Rates(
    requests=OFTEN,
    files=OFTEN,
    guests=OFTEN,
    sign_ins=OFTEN,
    guesses=OFTEN,
    uploads=OFTEN,
    invites=OFTEN,
    tables=OFTEN,
    tables_from=OFTEN,
    advice=OFTEN,
    reports=OFTEN,
    connects=OFTEN,
    messages=OFTEN,
    at_once=5000,
)
SHARE = "ab" * 32
NUMBERS = count()
Frame = dict[str, Any]


class Live:
    """A running server and its address."""

    def __init__(
        self, folder: Path, settings: ServerSettings, thinker: Thinker, traces: "Traces | None" = None
    ) -> None:
        self._traces = traces
        self._folder = folder
        self._settings = settings
        self._thinker = thinker
        self._listening = listen("127.0.0.1", 0)
        self._thread = threading.Thread(target=lambda: run_quickly(self._serve()))
        self._server: uvicorn.Server | None = None
        self._open = threading.Event()
        self._visitors: list[Visitor] = []
        self.context: ServerContext
        self.port = int(self._listening.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"

    async def _serve(self) -> None:
        store = await open_store(prepared(self._folder / "house.db"))
        self.context = ServerContext(store, self._thinker, InThreads(), self._settings, traces=self._traces)
        self._server = Server(config_of(Settings(), self.context), self.context)
        waiting = asyncio.create_task(self._wait())
        await self._server.serve(sockets=[self._listening])
        await waiting
        await self.context.close()
        await store.close()

    async def _wait(self) -> None:
        while self._server is None or not self._server.started:
            await asyncio.sleep(0.005)
        self.loop = asyncio.get_running_loop()
        self._open.set()

    def start(self) -> None:
        self._thread.start()
        assert self._open.wait(60)

    def stop(self) -> None:
        for visitor in self._visitors:
            visitor.http.close()
        assert self._server is not None
        self._server.should_exit = True
        self._thread.join(60)
        assert not self._thread.is_alive()

    def do(self, work: Callable[[], Any]) -> Any:
        """Run a function in the server's event loop."""

        async def inside() -> Any:
            made = work()
            return await made if asyncio.iscoroutine(made) else made

        return asyncio.run_coroutine_threadsafe(inside(), self.loop).result(60)

    def log_length(self, table: str) -> int:
        """The number of events in the log of a table."""
        return int(self.do(lambda: self.context.store.read(lambda connection: length(connection, table))))

    def visitor(self) -> "Visitor":
        self._visitors.append(Visitor(self.url))
        return self._visitors[-1]


@contextmanager
def living(
    folder: Path, thinker: Thinker | None = None, *, traces: "Traces | None" = None, **changed: Any
) -> Generator[Live]:
    """A server in this context, with some of its settings changed."""
    of_house = {name: changed.pop(name) for name in HouseSettings.__struct_fields__ if name in changed}
    house = settings_with(**({"pace_ms": 0, "waiting_tables": 100_000} | of_house))
    many: dict[str, Any] = {"rates": PATIENT, "house": house} | changed
    settings = msgspec.structs.replace(server_settings(Settings()), **many)
    live = Live(folder, settings, thinker or QuickThinker(), traces)
    live.start()
    try:
        yield live
    finally:
        live.stop()


class Visitor:
    """A person with a cookie jar and any number of tabs. `address`: their IP address."""

    def __init__(self, url: str, address: str = "127.0.0.1") -> None:
        self.url = url
        self.address = address
        transport = httpx.HTTPTransport(local_address=address, verify=False)
        self.http = httpx.Client(base_url=f"{url}/api/v1", headers={"origin": url}, timeout=120, transport=transport)

    def guest(self) -> "Visitor":
        self.post("/me/guest")
        return self

    def get(self, path: str, status: int = 200) -> Any:
        return _read(self.http.get(path), status)

    def post(self, path: str, status: int = 200, /, **body: Any) -> Any:
        return _read(self.http.post(path, json=body), status)

    def put(self, path: str, status: int = 200, /, **body: Any) -> Any:
        return _read(self.http.put(path, json=body), status)

    def open_table(self, **wanted: Any) -> str:
        return str(self.post("/tables", 201, **({"game": "battle", "clock": "untimed"} | wanted))["table"]["id"])

    def tab(self, table: str, *, v: int | None = -1, origin: str | None = None, **hello: Any) -> "Tab":
        """Open a socket at a table; it says hello unless `v` is None."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        opening = connect(
            f"ws{self.url[4:]}/ws/tables/{table}",
            additional_headers={"cookie": cookies, "origin": self.url if origin is None else origin},
            proxy=None,
            max_size=None,
            compression=None,
            close_timeout=0.5,
            source_address=(self.address, 0),
        )
        tab = Tab(opening.__enter__())
        if v is not None:
            tab.send(t="hello", v=v, **hello)
        return tab


def fetch(url: str, **more: Any) -> httpx.Response:
    """Send one request without cookies; without TLS the client need not load any certificates."""
    return httpx.get(url, verify=False, **more)


def _read(response: httpx.Response, status: int) -> Any:
    assert response.status_code == status, response.text
    if response.status_code == 204 or not response.headers["content-type"].startswith("application/json"):
        return response.content
    return response.json()


class Tab:
    """An open socket."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.received: list[Frame] = []
        self._aside: deque[Frame] = deque()

    def __enter__(self) -> "Tab":
        return self

    def __exit__(self, *_: object) -> None:
        self.line.__exit__(None, None, None)

    def send(self, **message: Any) -> None:
        self.line.send(json.dumps(message))

    def take(self, seconds: float = 60) -> Frame:
        frame: Frame = json.loads(self.line.recv(seconds))
        self.received.append(frame)
        return frame

    def next(self) -> Frame:
        """The next frame, beginning with those that arrived while waiting for an answer."""
        return self._aside.popleft() if self._aside else self.take()

    @property
    def version(self) -> int:
        """The version of the last message that had one."""
        return int(next(one["v"] for one in reversed(self.received) if one["t"] in ("snapshot", "events", "news")))

    def forget(self) -> None:
        """Drop the frames that arrived while waiting for an answer."""
        self._aside.clear()

    def until(self, kind: str, **fields: Any) -> Frame:
        """Read until a frame of this kind with these fields arrives."""
        while True:
            frame = self.next()
            if frame["t"] == kind and all(frame.get(name) == value for name, value in fields.items()):
                return frame

    def ask(self, t: str, **message: Any) -> Frame:
        """Send a request; return its ack or nack."""
        client = message.pop("id", f"ask {next(NUMBERS)}")
        self.send(t=t, id=client, **message)
        while True:
            frame = self.take()
            if frame.get("id") == client:
                return frame
            self._aside.append(frame)

    def do(self, t: str, **message: Any) -> Frame:
        """Send a request that must be acknowledged."""
        frame = self.ask(t, **message)
        assert frame["t"] == "ack", frame
        return frame

    def moves(self) -> Frame:
        """Read until a frame offers moves."""
        while True:
            frame = self.next()
            if frame.get("moves"):
                return frame

    def close_code(self, seconds: float = 60) -> int | None:
        """Read until the server closes the socket; return the close code."""
        try:
            while True:
                self.take(seconds)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None


def play_out(tab: Tab, plies: int = 1000) -> Frame:
    """Play the first move on offer until the deal is over; return the last news."""
    tab.do("ready", share=SHARE)
    frame, played = tab.moves(), 0
    while True:
        if frame.get("moves") and played < plies:
            played += 1
            tab.send(t="act", id=f"move {frame['v']}", v=frame["v"], move=frame["moves"][0])
        frame = tab.take()
        assert frame["t"] != "nack", frame
        if frame["t"] == "news" and frame["table"]["status"] == "between":
            return frame


@asynccontextmanager
async def unopened() -> AsyncGenerator[ServerContext]:
    """The server context of an app that serves pages only."""
    raise AssertionError("an app that is only looked at opens nothing")
    yield
