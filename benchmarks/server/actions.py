"""The server under load from a second process, beside a server that only echoes messages.

Each table has four connections: two players and two onlookers. A latency is the time from sending a move until the
last of the four connections has received it, the commit included. The full size is
`TEAHOUSE_BENCH_TABLES=500 TEAHOUSE_BENCH_SECONDS=20`.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from benchmarks.measure import Figure
from benchmarks.server.load import Load, SeatedTable, percentile, seated_tables

TABLES = int(os.environ.get("TEAHOUSE_BENCH_TABLES", "60"))
SECONDS = float(os.environ.get("TEAHOUSE_BENCH_SECONDS", "6"))
CONNECTIONS = 4  # at each table
PERIOD = 1.0  # seconds between two moves at a table
BUSY = 40  # tables that move as fast as they can
BOTS = 100
LIVE = 1000  # tables with a deal in play when the server is killed
FIND_MOST_TABLES = "TEAHOUSE_BENCH_MOST" in os.environ
ECHO = "a server that only echoes messages"


class ServerProcess:
    """A server in its own process, which follows orders."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        """Read the first message."""
        self._process = process
        message = self.read_message()
        self.port = int(message["port"])
        self.tables: list[SeatedTable] = seated_tables(message["tables"])
        self.memory_without_tables = int(message.get("memory_without_tables", 0))
        self.memory_with_tables = int(message.get("memory_with_tables", 0))

    def read_message(self) -> dict[str, Any]:
        """Read the next message."""
        assert self._process.stdout is not None
        message: dict[str, Any] = json.loads(self._process.stdout.readline())
        return message

    def ask(self, order: str) -> dict[str, Any]:
        """Send an order and return the answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(order + "\n")
        self._process.stdin.flush()
        return self.read_message()


class Measured(NamedTuple):
    """The measurements of one server."""

    paced: list[float]
    cpu: float
    per_second: float
    table_bytes: float
    socket_bytes: float


@contextmanager
def server_process(kind: str, folder: str, tables: int) -> Generator[ServerProcess]:
    """A server in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.server.process", kind, folder, str(tables)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield ServerProcess(process)
        finally:
            process.send_signal(signal.SIGKILL)


def figures() -> Iterator[Figure]:
    """Latency and rate beside the echo's, memory, lag with bots, and the first action after a crash."""
    with tempfile.TemporaryDirectory() as folder:
        ours, echo = asyncio.run(_measured("house", folder)), asyncio.run(_measured("echo", folder))
        load = f"{TABLES} tables, {TABLES * CONNECTIONS} connections, {len(ours.paced) / SECONDS:.0f} actions/s"
        for percent in (50, 99):
            yield Figure(
                f"server: from a move to the last connection, p{percent}",
                "ms",
                1000 * percentile(ours.paced, percent),
                1000 * percentile(echo.paced, percent),
                ECHO,
                note=f"lower is better; {load}; aim {10 if percent == 50 else 50} ms with 500 tables",
            )
        yield Figure(
            "server: processor time per action",
            "ms",
            1000 * ours.cpu,
            1000 * echo.cpu,
            ECHO,
            note="lower is better; all threads of the server; other work on the machine raises both",
        )
        yield Figure(
            "server: actions committed and sent to all",
            "actions/s",
            ours.per_second,
            echo.per_second,
            ECHO,
            note=f"{BUSY} tables that move as fast as they can",
        )
        yield Figure(
            "server: memory per table", "kB", ours.table_bytes / 1000, note="two people seated, nobody connected"
        )
        yield Figure(
            "server: memory per connection",
            "kB",
            ours.socket_bytes / 1000,
            note="connected to a table with a deal in play",
        )
    yield from _restarts()
    with tempfile.TemporaryDirectory() as folder:
        yield from _lag(folder)
    if FIND_MOST_TABLES:
        yield _most_tables()


async def _measured(kind: str, folder: str, tables: int = TABLES) -> Measured:
    with server_process(kind, folder, tables) as server:
        load = Load(server.tables, [server.port] * CONNECTIONS)
        await load.open()
        used = server.ask("memory")["memory"]
        await load.run(1.0, PERIOD)
        before = server.ask("cpu")["cpu"]
        paced = await load.run(SECONDS, PERIOD)
        cpu = (server.ask("cpu")["cpu"] - before) / max(1, len(paced))
        load.keep(BUSY)
        await load.run(0.5, 0.0)
        busy = await load.run(SECONDS / 2, 0.0)
        table_bytes = (server.memory_with_tables - server.memory_without_tables) / tables
        socket_bytes = (used - server.memory_with_tables) / tables / CONNECTIONS
        return Measured(paced, cpu, len(busy) / (SECONDS / 2), table_bytes, socket_bytes)


def _restarts() -> Iterator[Figure]:
    """From starting the process on a folder with many tables in play to the first move, when one or all reconnect."""
    with tempfile.TemporaryDirectory() as folder:
        with server_process("house", folder, 0) as server:
            tables = seated_tables(server.ask(f"deal {LIVE}")["tables"])
        for who, returning in (("one table reconnects", tables[:1]), ("all tables reconnect", tables)):
            started = time.perf_counter()
            with server_process("house", folder, 0) as server:
                asyncio.run(_first_move(returning, server.port))
                seconds = time.perf_counter() - started
                cpu = server.ask("cpu")["cpu"]
            note = (
                f"lower is better; after kill -9 with {LIVE:,} tables in play; includes starting the process; aim 3 s"
            )
            note += f"; {cpu:.1f} s of processor time"
            yield Figure(f"server: from a restart to the first action, {who}", "s", seconds, note=note)


async def _first_move(tables: list[SeatedTable], port: int) -> None:
    """Reconnect everybody at once, and make the first move offered."""
    load = Load(tables, [port] * 2)
    connecting = [asyncio.create_task(table.open()) for table in load.tables]
    while not any(table.seconds for table in load.tables):
        for table in load.tables:
            if table.dealt.done():
                table.move()
        await asyncio.sleep(0.01)
    for task in connecting:
        task.cancel()
    await asyncio.gather(*connecting, return_exceptions=True)


def _lag(folder: str) -> Iterator[Figure]:
    with server_process("house", folder, 0) as server:
        answer = server.ask(f"bots {BOTS}")
    note = f"lower is better; while {BOTS} bots play ({answer['choices']:,.0f} choices in 4 s)"
    yield Figure("server: delay of the event loop, p99", "ms", 1000 * answer["lag_p99"], note=note)


def _most_tables() -> Figure:
    """The highest number of tables whose p99 stays at 50 ms."""
    best, tables = 0, TABLES
    while True:
        with tempfile.TemporaryDirectory() as folder:
            measured = asyncio.run(_measured("house", folder, tables))
        if percentile(measured.paced, 99) > 0.05:
            return Figure("server: most tables with p99 within 50 ms", "tables", best)
        best, tables = tables, tables + max(10, tables // 4)
