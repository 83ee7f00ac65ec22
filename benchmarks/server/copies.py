"""Two copies (servers of one house) on PostgreSQL and NATS beside one: actions a second, and their processor time.

Every table is played through its own copy and looked at through the other, so that NATS carries every move as well.
"""

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import Figure
from benchmarks.server.actions import ServerProcess, server_process
from benchmarks.server.load import Load

TABLES = 40
SECONDS = 6.0
CORES = os.cpu_count() or 1


class Carried(NamedTuple):
    """The results of a number of copies: actions a second, and the seconds of a copy's processor for each."""

    per_second: float
    cpu: float


def figures() -> Iterator[Figure]:
    """The rate of two copies beside that of one, as measured and as the processors alone would allow."""
    with _bus() as bus, _database() as database:
        one, two = (asyncio.run(_carried(f"{database[number]}|{bus}", number + 1)) for number in range(2))
    note = f"limited by {CORES} cores, which PostgreSQL, NATS and the load generator share"
    yield Figure(
        "copies: actions that two copies handle", "actions/s", two.per_second, one.per_second, "one copy", note=note
    )
    yield Figure(
        "copies: actions per second of processor time, times the number of copies",
        "actions/s",
        2 / two.cpu,
        1 / one.cpu,
        "one copy",
        note="what two copies would handle if each had a core of its own; aim 1.5 ×",
    )


@contextmanager
def _bus() -> Generator[str]:
    program = shutil.which("nats-server", path=str(Path(sys.executable).parent))
    assert program is not None
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [program, "-a", "127.0.0.1", "-p", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while socket.socket().connect_ex(("127.0.0.1", port)):
            time.sleep(0.02)
        yield f"nats://127.0.0.1:{port}"
        process.terminate()


@contextmanager
def _database() -> Generator[Sequence[str]]:
    """Two empty databases."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_RUNTIME_DIR"] = folder
        server = import_module("pgserver").get_server(f"{folder}/data", cleanup_mode="delete")
        names = ("one", "two")
        for name in names:
            server.psql(f"CREATE DATABASE {name}")
        yield [str(server.get_uri(name)) for name in names]
        server.cleanup()


async def _carried(where: str, count: int) -> Carried:
    with ExitStack() as stack:
        copies = [stack.enter_context(server_process("house", where, TABLES // count)) for _ in range(count)]
        ports = [copy.port for copy in copies]
        loads = [Load(copy.tables, [copy.port, copy.port, ports[number - 1]]) for number, copy in enumerate(copies)]
        for load in loads:
            await load.open()
        await asyncio.gather(*(load.run(1.0, 0.0) for load in loads))
        before = _cpu(copies)
        done = await asyncio.gather(*(load.run(SECONDS, 0.0) for load in loads))
        actions = sum(len(latencies) for latencies in done)
        return Carried(actions / SECONDS, (_cpu(copies) - before) / actions)


def _cpu(copies: Sequence[ServerProcess]) -> float:
    return sum(float(copy.ask("cpu")["cpu"]) for copy in copies)
