"""A server with a large database: how long every GET route takes, and the start, from 1,000 finished tables on.

Every database has 100,000 people and 300 tables with somebody there, on SQLite. A route gets a hundred requests over
the loopback, each for another table if it names one; what counts is the 95th percentile, beside that with 1,000
tables. `TEAHOUSE_BENCH_GROWTH=1000000` goes on from 100,000 to 1,000,000 (6 GB of disk).
"""

import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import httpx

from benchmarks.measure import Figure, all_cores
from benchmarks.server.growth_fill import BOT_TOKEN, KNOWN, OWN, TOKEN, fill, invite, table_id
from benchmarks.server.load import percentile
from teahouse.service.hosting.daily import day_of
from teahouse.service.pages import cursor_text

SMALLEST = 1000
LARGEST = int(os.environ.get("TEAHOUSE_BENCH_GROWTH", "100000"))
TIMES = 100
PERCENT = 95
AN_ADDRESS = 15  # requests; lookups of invite codes from one address are limited to 20
PATIENCE = 120.0

Ask = Callable[[], str]


class Grown(NamedTuple):
    """The measurements of one house: seconds to start, and seconds of each route."""

    start: float
    routes: Mapping[str, float]
    megabytes: float


def routes(tables: int, chance: random.Random) -> dict[str, Ask]:
    """Every GET route that may read the database, with a function for its addresses."""

    def any_table() -> str:
        return table_id(chance.randrange(tables))

    def anybody() -> str:
        return f"Tea%20{chance.randrange(1000)}"

    def anywhere() -> str:
        at = int(time.time() * 1000) - chance.randrange(3 * 365 * 24 * 60 * 60_000)
        return cursor_text([at, table_id(0), 0])

    fixed = (
        "/games", "/games/battle/options", "/games/battle/rules", "/games/battle/lesson", "/me", "/sessions",
        "/me/ledger", "/me/muted", "/tokens", "/tables", "/me/tables", "/today", "/records", "/health/live",
        "/health/ready", "/health/door", "/days", "/metrics", "/bot/account", "/lobby/stream", "/account", "/recover",
        "/me/standing", "/me/blocked", "/me/scorebooks", "/me/rulesets", "/me/analyses",
        "/me/training", "/me/training/next",
        "/console/live", "/console/reports",
        "/console/log", "/me/ratings", "/me/profile", "/seeks", "/me/following", "/me/notices", "/leaders/battle",
        "/house/records", "/badges",
    )  # fmt: skip
    return {path: _same(path) for path in fixed} | {
        "/days/{day}": lambda: f"/days/{day_of(int(time.time() * 1000))}",
        "/me/tables, a later page": lambda: f"/me/tables?limit={OWN // 2}&after={cursor_text([1, any_table()])}",
        "/records, a random page": lambda: f"/records?after={anywhere()}",
        "/console/people": lambda: f"/console/people?name=Tea%20{chance.randrange(1000)}",
        "/console/tables/{table}": lambda: f"/console/tables/{any_table()}",
        "/tables/{table}": lambda: f"/tables/{any_table()}",
        "/deals/known/{known}": _same(f"/deals/known/{KNOWN}"),
        "/deals": lambda: f"/deals?person={anybody()}&game=battle",
        "/people/{who}": lambda: f"/people/{anybody()}",
        "/people/{who}/deals": lambda: f"/people/{anybody()}/deals",
        "/people/{who}/ratings": lambda: f"/people/{anybody()}/ratings?game=battle",
        "/people/{who}/accuracy": lambda: f"/people/{anybody()}/accuracy?game=battle",
        "/people/{who}/beside/{other}": lambda: f"/people/{anybody()}/beside/{anybody()}",
        "/tables/{table}/seats/ratings": lambda: f"/tables/{any_table()}/seats/ratings",
        "/tables/{table}/ratings": lambda: f"/tables/{any_table()}/ratings",
        "/records/{table}/{deal}": lambda: f"/records/{any_table()}/0",
        "/records/{table}/{deal}/judgement": lambda: f"/records/{any_table()}/0/judgement",
        "/invites/{code}": lambda: f"/invites/{invite(chance.randrange(tables))}",
    }


def _same(path: str) -> Ask:
    return lambda: path


def figures() -> Iterator[Figure]:
    """The slowest route and the start at each size, then every route at the largest, beside the smallest house."""
    sizes = [SMALLEST]
    while sizes[-1] * 10 <= LARGEST:
        sizes.append(sizes[-1] * 10)
    with all_cores():
        grown = {tables: measured(tables) for tables in sizes}
    small, large = grown[sizes[0]], grown[sizes[-1]]
    peer = f"a house with {SMALLEST:,} tables"
    for tables, one in grown.items():
        slowest = max(one.routes, key=lambda route: one.routes[route])
        ms, note = 1000 * one.routes[slowest], f"lower is better; {slowest}; aim 50 ms; {one.megabytes:,.0f} MB on disk"
        yield Figure(
            f"growth, {tables:,} tables: slowest route, p95",
            "ms",
            ms,
            1000 * max(small.routes.values()),
            peer,
            note=note,
        )
        yield Figure(
            f"growth, {tables:,} tables: starting the server",
            "s",
            one.start,
            small.start,
            peer,
            note="lower is better; aim 2 s",
        )
    for route, seconds in large.routes.items():
        name = f"growth, {sizes[-1]:,} tables: {route}, p95"
        yield Figure(name, "ms", 1000 * seconds, 1000 * small.routes[route], peer, note="lower is better; aim 50 ms")


def measured(tables: int) -> Grown:
    """Fill a database, start the server and measure every route."""
    chance = random.Random(tables)
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder), tables, chance)
        megabytes = sum(file.stat().st_size for file in Path(folder).iterdir()) / 1e6
        started = time.perf_counter()
        with server(Path(folder)) as url:
            start = time.perf_counter() - started
            taken = {name: _asked(url, ask) for name, ask in routes(tables, chance).items()}
    return Grown(start, taken, megabytes)


@contextmanager
def server(folder: Path) -> Generator[str]:
    """`teahouse serve` on a folder, ready."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    settings = {"DATA": str(folder), "PORT": str(port), "ENGINES": "1", "REQUESTS_PER_MINUTE": "100000"}
    others = {name: value for name, value in os.environ.items() if not name.startswith("TEAHOUSE_")}
    environment = others | {f"TEAHOUSE_{name}": value for name, value in settings.items()}
    command = [sys.executable, "-m", "teahouse", "serve", "--no-browser"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _wait(process, f"http://127.0.0.1:{port}/health/ready")
            yield f"http://127.0.0.1:{port}/api/v1"
        finally:
            process.send_signal(signal.SIGTERM)


def _wait(process: "subprocess.Popen[bytes]", url: str) -> None:
    until = time.perf_counter() + PATIENCE
    with httpx.Client(timeout=PATIENCE, verify=False) as client:  # noqa: S501 - on the loopback
        while time.perf_counter() < until and process.poll() is None:
            with suppress(httpx.TransportError):
                if client.get(url).status_code == 200:
                    return
            time.sleep(0.01)
    raise TimeoutError(f"expected an answer of {url} within {PATIENCE} seconds")


def _asked(url: str, ask: Ask) -> float:
    """The 95th percentile of the seconds until the answer; for a stream, until its first event."""
    taken: list[float] = []
    for first in range(0, TIMES, AN_ADDRESS):
        transport = httpx.HTTPTransport(local_address=f"127.0.0.{2 + first // AN_ADDRESS}", verify=False)
        headers = {"cookie": f"teahouse={TOKEN}", "authorization": f"Bearer {BOT_TOKEN}"}
        with httpx.Client(base_url=url, headers=headers, transport=transport, timeout=PATIENCE) as client:
            client.get("/health/live")  # connected before the clock runs
            for _ in range(first, min(first + AN_ADDRESS, TIMES)):
                path = ask()
                started = time.perf_counter()
                with client.stream("GET", path) as response:
                    assert response.status_code == 200, (path, response.read())
                    if path.endswith("/stream"):
                        next(response.iter_lines())
                    else:
                        response.read()
                taken.append(time.perf_counter() - started)
    return percentile(sorted(taken), PERCENT)
