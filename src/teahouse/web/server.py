"""The server process: listens, serves until it is stopped, closes its sockets, and cleans up."""

import asyncio
import errno
import gc
import ipaddress
import logging
import signal
import socket
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from importlib import import_module
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp

from teahouse import __version__
from teahouse.core.errors import InvalidOption
from teahouse.service.settings import Settings
from teahouse.web.app import create_app
from teahouse.web.context import ServerContext, open_context
from teahouse.web.middleware.tcp import ENOUGH_FILES, TcpConnections, TcpLimits, allowed_files, connections_for, watched
from teahouse.web.socket.frames import FrameProtocol
from teahouse.web.socket.wire import LONGEST_FRAME

log: Final = logging.getLogger("teahouse.web")

BACKLOG: Final = 2048
PING_SECONDS: Final = 20.0  # a socket that does not answer a ping for this long is dead
SWITCH_SECONDS: Final = 0.0005  # how long the loop and the database's thread keep one another waiting at most
GRACE: Final = 5  # seconds that open requests have to end
COLLECT: Final = (2_000, 10, 10**9)  # the thresholds of the garbage collector for generations 0, 1 and 2
TIDY_SECONDS: Final = 600.0
STUCK_MS: Final = 30_000  # the system closes a connection whose reader takes nothing for this long


class Server(uvicorn.Server):
    """A server that sends a closing message before it closes its sockets."""

    def __init__(self, config: uvicorn.Config, context: ServerContext) -> None:
        """Serve this context."""
        super().__init__(config)
        self._context: Final = context

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, close the open ones, then stop."""
        for listening in self.servers:
            listening.close()
        await self._context.close_sockets()
        await super().shutdown(sockets)


class StopSignals:
    """SIGTERM and SIGINT before uvicorn handles them: they stop a server that is still starting.

    uvicorn raises them again after it has closed all connections; then they change nothing.
    """

    def __init__(self) -> None:
        """Start without a signal."""
        self.has_come = False
        self._opening: asyncio.Task[Any] | None = None

    @contextmanager
    def handled(self) -> Generator[None]:
        """Handle the signals inside this block."""
        before = {one: signal.signal(one, self._handle) for one in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def cancelled_by_signal(self) -> Generator[None]:
        """Cancel this task when a signal comes meanwhile."""
        self._opening = asyncio.current_task()
        try:
            yield
        finally:
            self._opening = None

    def _handle(self, _number: int, _frame: object) -> None:
        self.has_come = True
        if self._opening is not None:
            self._opening.get_loop().call_soon_threadsafe(self._end)

    def _end(self) -> None:
        if self._opening is not None:
            self._opening.cancel()


def run_server(settings: Settings, listening: socket.socket, on_open: Callable[[], None]) -> None:
    """Serve until SIGTERM or SIGINT; `on_open` is called when the server accepts connections."""
    signals = StopSignals()
    with signals.handled(), listening, suppress(asyncio.CancelledError):
        run_quickly(serve(settings, listening, on_open, signals))


def run_quickly(main: Coroutine[Any, Any, None]) -> None:
    """Run on uvloop if it is available."""
    sys.setswitchinterval(SWITCH_SECONDS)
    factory: Callable[[], asyncio.AbstractEventLoop] | None = None
    with suppress(ImportError):
        factory = import_module("uvloop").new_event_loop
    with old_objects_left_alone(), asyncio.Runner(loop_factory=factory) as runner:
        runner.run(_tidied(main))


@contextmanager
def old_objects_left_alone() -> Generator[None]:
    """Keep the garbage collector from generation 2: a full run with 500 tables takes a fifth of a second."""
    before = gc.get_threshold()
    gc.set_threshold(*COLLECT)
    try:
        yield
    finally:
        gc.set_threshold(*before)


async def _tidied(main: Coroutine[Any, Any, None]) -> None:
    """Run, with a full garbage collection now and then, because closed sockets and tables leave cycles."""

    async def tidy() -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            gc.collect()

    tidying = asyncio.create_task(tidy())
    try:
        await main
    finally:
        tidying.cancel()


async def serve(
    settings: Settings, listening: socket.socket, on_open: Callable[[], None], signals: StopSignals
) -> None:
    """Open the server context, serve it, close it; stop at once when a signal comes."""
    async with AsyncExitStack() as stack:
        with signals.cancelled_by_signal():
            context = await stack.enter_async_context(open_context(settings))
        server = Server(config_of(settings, context), context)
        waiting = asyncio.create_task(_call_when_open(server, on_open, signals))
        if (files := allowed_files()) < ENOUGH_FILES:
            log.warning("few files may be open at once; raise the limit (ulimit -n)", extra={"count": files})
        log.info("the house opens", extra={"port": int(listening.getsockname()[1]), "version": __version__})
        try:
            await server.serve(sockets=[listening])
        finally:
            waiting.cancel()
    log.info("the house is closed")


async def _call_when_open(server: uvicorn.Server, on_open: Callable[[], None], signals: StopSignals) -> None:
    while not server.started:
        await asyncio.sleep(0.01)
    if signals.has_come:
        server.should_exit = True
    else:
        on_open()


def config_of(settings: Settings, context: ServerContext) -> uvicorn.Config:
    """The uvicorn configuration for an open server context."""

    @asynccontextmanager
    async def opened() -> AsyncGenerator[ServerContext]:
        yield context

    app: ASGIApp = create_app(opened)
    limits = TcpLimits(in_all=connections_for(allowed_files()), of_address=settings.connections_per_address)
    return uvicorn.Config(
        app if context.traces is None else context.traces.app(app),
        http=watched(TcpConnections(limits, settings.trusted_proxies)),
        ws=FrameProtocol,
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        log_config=None,
        access_log=False,
        server_header=False,
        backlog=BACKLOG,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=[str(ipaddress.ip_network(one, strict=False)) for one in settings.trusted_proxies],
        timeout_graceful_shutdown=GRACE,
    )


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, or `InvalidOption`."""
    try:
        family, kind, number, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, number)
    except OSError as error:
        raise InvalidOption(f"cannot listen on {host} port {port}: {error.strerror}") from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(AttributeError, OSError):  # Linux alone has it
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STUCK_MS)
        listening.bind(address)
    except OSError as error:
        listening.close()
        hint = "; another program uses it, choose another with --port" if error.errno == errno.EADDRINUSE else ""
        raise InvalidOption(f"cannot listen on {host} port {port}: {error.strerror}{hint}") from None
    return listening
