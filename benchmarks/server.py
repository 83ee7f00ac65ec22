"""The server under load from a second process, beside an echo of the same messages through the same kind of socket.

Tables of four lines each: two who sit, two who look on. A latency runs from a move sent to the last of the four lines
having heard of it, commit included. `TEAHOUSE_BENCH_TABLES=500 TEAHOUSE_BENCH_SECONDS=20` is the whole size.
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

from benchmarks.load import Load, Place, percentile, places_of
from benchmarks.measure import Figure

TABLES = int(os.environ.get("TEAHOUSE_BENCH_TABLES", "60"))
SECONDS = float(os.environ.get("TEAHOUSE_BENCH_SECONDS", "6"))
LINES = 4
PERIOD = 1.0
BUSY = 40  # tables that move as fast as they can
BOTS = 100
LIVE = 1000
LOOK_FOR_MOST = "TEAHOUSE_BENCH_MOST" in os.environ
ECHO = "echo through the same socket"


class Side:
    """The server's process."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        """Read its first message."""
        self._process = process
        said = self.hear()
        self.port = int(said["port"])
        self.places: list[Place] = places_of(said["places"])
        self.empty = int(said.get("empty", 0))
        self.seated = int(said.get("seated", 0))

    def hear(self) -> dict[str, Any]:
        """The next message."""
        assert self._process.stdout is not None
        said: dict[str, Any] = json.loads(self._process.stdout.readline())
        return said

    def ask(self, order: str) -> dict[str, Any]:
        """Send an order and return the answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(order + "\n")
        self._process.stdin.flush()
        return self.hear()


class Measured(NamedTuple):
    """The measurements of one server."""

    paced: list[float]
    cpu: float
    per_second: float
    table_bytes: float
    socket_bytes: float


@contextmanager
def side(kind: str, folder: str, tables: int) -> Generator[Side]:
    """A server in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.server_side", kind, folder, str(tables)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Side(process)
        finally:
            process.send_signal(signal.SIGKILL)


def figures() -> Iterator[Figure]:
    """Latency and rate beside the echo's, memory, lag with bots, and the first action after a crash."""
    with tempfile.TemporaryDirectory() as folder:
        ours, echo = asyncio.run(_measured("house", folder)), asyncio.run(_measured("echo", folder))
        load = f"{TABLES} tables, {TABLES * LINES} sockets, {len(ours.paced) / SECONDS:.0f} actions/s"
        for percent in (50, 99):
            yield Figure(
                f"server: move to last line, p{percent}",
                "ms",
                1000 * percentile(ours.paced, percent),
                1000 * percentile(echo.paced, percent),
                ECHO,
                note=f"less is better; {load}; aim {10 if percent == 50 else 50} ms with 500 tables",
            )
        yield Figure(
            "server: processor time an action",
            "ms",
            1000 * ours.cpu,
            1000 * echo.cpu,
            ECHO,
            note="less is better; of the server's process, all threads; other load raises it, and the echo too",
        )
        yield Figure(
            "server: actions committed and told",
            "actions/s",
            ours.per_second,
            echo.per_second,
            ECHO,
            note=f"{BUSY} tables as fast as it goes",
        )
        yield Figure("server: memory a table", "kB", ours.table_bytes / 1000, note="two persons sit, nobody looks")
        yield Figure("server: memory a socket", "kB", ours.socket_bytes / 1000, note="hello said, its deal dealt")
    yield from _restarts()
    with tempfile.TemporaryDirectory() as folder:
        yield from _lag(folder)
    if LOOK_FOR_MOST:
        yield _most()


async def _measured(kind: str, folder: str, tables: int = TABLES) -> Measured:
    with side(kind, folder, tables) as server:
        load = Load(server.places, [server.port] * LINES)
        await load.open()
        used = server.ask("memory")["memory"]
        await load.run(1.0, PERIOD)
        before = server.ask("cpu")["cpu"]
        paced = await load.run(SECONDS, PERIOD)
        cpu = (server.ask("cpu")["cpu"] - before) / max(1, len(paced))
        load.keep(BUSY)
        await load.run(0.5, 0.0)
        busy = await load.run(SECONDS / 2, 0.0)
        table_bytes, socket_bytes = (server.seated - server.empty) / tables, (used - server.seated) / tables / LINES
        return Measured(paced, cpu, len(busy) / (SECONDS / 2), table_bytes, socket_bytes)


def _restarts() -> Iterator[Figure]:
    """From starting the process on a folder full of live tables to the first move; one table or all come back."""
    with tempfile.TemporaryDirectory() as folder:
        with side("house", folder, 0) as server:
            places = places_of(server.ask(f"deal {LIVE}")["places"])
        for name, back in (("the first table back", places[:1]), ("all back at once", places)):
            started = time.perf_counter()
            with side("house", folder, 0) as server:
                asyncio.run(_first_move(back, server.port))
                seconds = time.perf_counter() - started
                cpu = server.ask("cpu")["cpu"]
            note = (
                f"less is better; after kill -9 with {LIVE:,} live tables, the start of the process included; aim 3 s"
            )
            note += f"; {cpu:.1f} s of processor time"
            yield Figure(f"server: restart to first action, {name}", "s", seconds, note=note)


async def _first_move(places: list[Place], port: int) -> None:
    """Reconnect everybody at once, and make the first move offered."""
    load = Load(places, [port] * 2)
    coming = [asyncio.create_task(table.open()) for table in load.tables]
    while not any(table.seconds for table in load.tables):
        for table in load.tables:
            if table.dealt.done():
                table.move()
        await asyncio.sleep(0.01)
    for task in coming:
        task.cancel()
    await asyncio.gather(*coming, return_exceptions=True)


def _lag(folder: str) -> Iterator[Figure]:
    with side("house", folder, 0) as server:
        said = server.ask(f"bots {BOTS}")
    note = f"less is better; while {BOTS} bots play ({said['choices']:,.0f} choices in 4 s)"
    yield Figure("server: event loop late, p99", "ms", 1000 * said["lag_p99"], note=note)


def _most() -> Figure:
    """The highest number of tables whose p99 stays at 50 ms."""
    best, tables = 0, TABLES
    while True:
        with tempfile.TemporaryDirectory() as folder:
            measured = asyncio.run(_measured("house", folder, tables))
        if percentile(measured.paced, 99) > 0.05:
            return Figure("server: most tables with p99 within 50 ms", "tables", best)
        best, tables = tables, tables + max(10, tables // 4)
