"""Connections that send nothing, or too little too slowly."""

import asyncio
import resource
import socket
import time
from collections.abc import Generator
from contextlib import ExitStack, suppress
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.asyncio.client import connect

from teahouse.web.middleware.tcp import TcpConnections, TcpLimits, WatchedProtocol, allowed_files, watched
from teahouse.web.server import listen
from tests.web.process import ServerProcess

SILENT = 2000
EACH = 500


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[ServerProcess]:
    """A server with default settings."""
    with ServerProcess(tmp_path_factory.mktemp("connections")) as server:
        yield server


def connected(server: ServerProcess, address: str) -> socket.socket:
    """A connection from an address."""
    return socket.create_connection(("127.0.0.1", server.port), timeout=30, source_address=(address, 0))


def is_closed(connection: socket.socket) -> bool:
    """Does the server close the connection without an answer?"""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def load_page(server: ServerProcess, address: str) -> float:
    """Load the page and the lobby from an address; return the seconds it took."""
    started = time.monotonic()
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address, verify=False), timeout=60) as browser:
        assert browser.get(f"{server.url}/").status_code == 200
        assert browser.get(f"{server.url}/api/v1/tables").status_code == 200
    return time.monotonic() - started


@pytest.fixture
def many_files() -> Generator[None]:
    """Raise the limit of open files for the test."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < SILENT + 500:
        pytest.skip(f"this machine allows only {hard} open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_page_loads_while_thousands_of_connections_say_nothing(server: ServerProcess, many_files: None) -> None:
    with ExitStack() as held:
        for number in range(SILENT):
            held.enter_context(connected(server, f"127.0.1.{1 + number // EACH}"))
        load_page(server, "127.0.2.1")
        load_page(server, "127.0.1.1")


def test_new_connections_of_an_address_replace_its_idle_ones(server: ServerProcess) -> None:
    with ExitStack() as held:
        first = held.enter_context(connected(server, "127.0.3.1"))
        for _ in range(600):
            held.enter_context(connected(server, "127.0.3.1"))
        load_page(server, "127.0.3.1")
        assert is_closed(first)


async def answer(_scope: Any, _receive: Any, send: Any) -> None:
    """A minimal ASGI app."""
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nhost: ", b"GET / HTTP/1.1\r\nhost: a\r\n\r\nGET"])
def test_a_connection_that_does_not_finish_its_head_is_closed(said: bytes) -> None:
    async def play() -> None:
        tcp = TcpConnections(TcpLimits(in_all=10, head_seconds=0.2))
        config = uvicorn.Config(answer, http=watched(tcp), lifespan="off", log_config=None)
        with listen("127.0.0.1", 0) as listening:
            server = uvicorn.Server(config)
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            while not server.started:
                await asyncio.sleep(0.01)
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            writer.write(said)
            async with asyncio.timeout(60):
                with suppress(ConnectionResetError):
                    while await reader.read(1000):
                        pass
            writer.close()
            assert len(tcp) == 0
            server.should_exit = True
            await serving

    asyncio.run(play())


async def listen_on(_scope: Any, receive: Any, send: Any) -> None:
    """An app that accepts a socket, and echoes messages until it is closed."""
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": event["text"]})


def test_a_socket_may_be_silent_for_longer_than_the_head_of_a_request_takes() -> None:
    async def play() -> None:
        tcp = TcpConnections(TcpLimits(in_all=10, head_seconds=0.2))
        config = uvicorn.Config(listen_on, http=watched(tcp), lifespan="off", log_config=None, ws="websockets-sansio")
        with listen("127.0.0.1", 0) as listening:
            server = uvicorn.Server(config)
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            while not server.started:
                await asyncio.sleep(0.01)
            host, port = listening.getsockname()
            async with connect(f"ws://{host}:{port}/", proxy=None) as line:
                reader, writer = await asyncio.open_connection(host, port)
                async with asyncio.timeout(60):
                    with suppress(ConnectionResetError):
                        assert await reader.read(1) == b""  # longer than the time for a request's head
                    writer.close()
                    await line.send("still here")
                    assert await line.recv() == "still here"
            server.should_exit = True
            await serving

    asyncio.run(play())


def test_a_trusted_proxy_can_have_many_connections() -> None:
    tcp = TcpConnections(TcpLimits(in_all=10, of_address=1), ["10.0.0.0/8"])
    connections = [WatchedProtocol.__new__(WatchedProtocol) for _ in range(5)]
    assert [tcp.admit(one, "10.1.2.3") for one in connections[:3]] == [True] * 3
    assert tcp.admit(connections[3], "192.0.2.1")
    tcp.note_request(connections[3])
    assert not tcp.admit(connections[4], "192.0.2.1")


@pytest.mark.parametrize(
    ("soft", "hard", "allowed"),
    [
        (1024, 4096, 4096),
        (1024, resource.RLIM_INFINITY, 65_536),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, 65_536),
        (1_000_000, 1_000_000, 65_536),
        (256, 256, 256),
    ],
)
def test_the_limit_of_open_files_is_raised_to_its_maximum(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, allowed: int
) -> None:
    limits = [(soft, hard)]

    def get(_resource: int) -> tuple[int, int]:
        return limits[-1]

    def put(_resource: int, new: tuple[int, int]) -> None:
        limits.append(new)

    monkeypatch.setattr(resource, "getrlimit", get)
    monkeypatch.setattr(resource, "setrlimit", put)
    assert allowed_files() == allowed
    assert limits[-1][1] == hard
