"""A real server in a thread of its own, and people who come to it over the loopback."""

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
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from teahouse.service.settings import Settings
from teahouse.service.store.store import open_store
from teahouse.service.tables.bots import Thinker
from teahouse.service.tables.log import length
from teahouse.web.context import ServerContext, ServerTerms
from teahouse.web.limits import Rate, Rates
from teahouse.web.server import Server, config_of, listen, run_quickly
from tests.service.databases import prepared
from tests.service.world import QuickThinker

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
    """A server and where it is."""

    def __init__(self, folder: Path, terms: ServerTerms, thinker: Thinker, traces: "Traces | None" = None) -> None:
        self._traces = traces
        self._folder = folder
        self._terms = terms
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
        self.context = ServerContext(store, self._thinker, self._terms, traces=self._traces)
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
        """Call something in the server's own loop."""

        async def inside() -> Any:
            made = work()
            return await made if asyncio.iscoroutine(made) else made

        return asyncio.run_coroutine_threadsafe(inside(), self.loop).result(60)

    def log_length(self, table: str) -> int:
        """How many events the log of a table holds."""
        return int(self.do(lambda: self.context.store.read(lambda connection: length(connection, table))))

    def visitor(self) -> "Visitor":
        self._visitors.append(Visitor(self.url))
        return self._visitors[-1]


@contextmanager
def living(
    folder: Path, thinker: Thinker | None = None, *, traces: "Traces | None" = None, **terms: Any
) -> Generator[Live]:
    """A server for a while."""
    patient: dict[str, Any] = {"pace_ms": 0, "rates": PATIENT, "waiting_tables": 100_000}
    live = Live(folder, ServerTerms(**(patient | terms)), thinker or QuickThinker(), traces)
    live.start()
    try:
        yield live
    finally:
        live.stop()


class Visitor:
    """Somebody with a browser: a cookie jar and any number of tabs. `address`: where they come from."""

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

    def open_table(self, **wish: Any) -> str:
        return str(self.post("/tables", 201, **({"game": "battle", "clock": "untimed"} | wish))["table"]["id"])

    def tab(self, table: str, *, v: int | None = -1, origin: str | None = None, **hello: Any) -> "Tab":
        """A socket at a table; it says hello unless `v` is None."""
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


def fetch(url: str, **wishes: Any) -> httpx.Response:
    """Ask once without a cookie; a client that never speaks TLS need not load the certificates of the world."""
    return httpx.get(url, verify=False, **wishes)


def _read(response: httpx.Response, status: int) -> Any:
    assert response.status_code == status, response.text
    if response.status_code == 204 or not response.headers["content-type"].startswith("application/json"):
        return response.content
    return response.json()


class Tab:
    """An open socket."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.heard: list[Frame] = []
        self._aside: deque[Frame] = deque()

    def __enter__(self) -> "Tab":
        return self

    def __exit__(self, *_: object) -> None:
        self.line.__exit__(None, None, None)

    def send(self, **message: Any) -> None:
        self.line.send(json.dumps(message))

    def take(self, seconds: float = 60) -> Frame:
        frame: Frame = json.loads(self.line.recv(seconds))
        self.heard.append(frame)
        return frame

    def next(self) -> Frame:
        """The next frame; what came while an answer was awaited first."""
        return self._aside.popleft() if self._aside else self.take()

    def forget(self) -> None:
        """Leave aside for good what came while an answer was awaited."""
        self._aside.clear()

    def until(self, kind: str, **fields: Any) -> Frame:
        """The next frame of a kind with these fields."""
        while True:
            frame = self.next()
            if frame["t"] == kind and all(frame.get(name) == value for name, value in fields.items()):
                return frame

    def ask(self, t: str, **message: Any) -> Frame:
        """Ask something; the ack or nack that answers it."""
        client = message.pop("id", f"ask {next(NUMBERS)}")
        self.send(t=t, id=client, **message)
        while True:
            frame = self.take()
            if frame.get("id") == client:
                return frame
            self._aside.append(frame)

    def do(self, t: str, **message: Any) -> Frame:
        """Ask something that is done."""
        frame = self.ask(t, **message)
        assert frame["t"] == "ack", frame
        return frame

    def moves(self) -> Frame:
        """The next frame that offers moves."""
        while True:
            frame = self.next()
            if frame.get("moves"):
                return frame

    def close_code(self, seconds: float = 60) -> int | None:
        """Read on until the server closes; with which code."""
        try:
            while True:
                self.take(seconds)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None


def play_out(tab: Tab, plies: int = 1000) -> Frame:
    """Play the first move offered until the deal is over; the last news."""
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
