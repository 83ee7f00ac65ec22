"""The server under load, in its own process: `python -m benchmarks.server.process house|echo WHERE TABLES`."""

import asyncio
import json
import os
import resource
import secrets
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from benchmarks.judge.background import FinishedDeals
from benchmarks.server.load import SHARE
from teahouse.service.engines.engines import Engines
from teahouse.service.engines.workers import WorkerPool
from teahouse.service.opening import OpenTable
from teahouse.service.settings import Settings
from teahouse.service.store.store import Store, open_store
from teahouse.service.tables import requests as r
from teahouse.service.tables.viewers.bus import LocalBus
from teahouse.service.timers import LoopTimers
from teahouse.web.context import Backplane, ServerContext, server_settings
from teahouse.web.limits import Rate, Rates
from teahouse.web.server import Server, config_of, listen, run_quickly

OFTEN = Rate(1e9, 1e9)
RATES = Rates(
    requests=OFTEN,
    guests=OFTEN,
    tables=OFTEN,
    tables_from=OFTEN,
    connects=OFTEN,
    messages=OFTEN,
    at_once=10**6,
)
BACKLOG = 2048
SOCKETS = 100_000  # all of them come from one address
MOVES = b",".join(b'{"type":"take_pair","first":%d,"second":%d}' % (n, n + 50) for n in range(8))
EVENT = (
    b'{"t":"events","v":%d,"events":[{"type":"pair_taken","seat":0,"first":12,"second":99,"tile":"5m","points":5}]%b}'
)


def send(**figures: Any) -> None:
    """Send figures to the load generator."""
    print(json.dumps(figures), flush=True)


def memory() -> int:
    """The memory of this process, in bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def seconds_waited() -> float:
    """The seconds for which threads of this process were ready to run but had no processor."""
    waits = [thread.read_text().split()[1] for thread in Path("/proc/self/task").glob("*/schedstat")]
    return sum(map(int, waits)) / 1e9


async def serve_house(where: str, tables: int) -> None:
    """Serve a house with this many tables of two people, in a folder or as a copy on a database and a bus."""
    store, backplane = await open_store_and_bus(where)
    engines = Engines(1, warm_all=False)
    workers = WorkerPool()
    await workers.start()
    settings = msgspec.structs.replace(server_settings(Settings(bot_pace_ms=0)), rates=RATES)
    context = ServerContext(store, engines, workers, settings, backplane)
    await context.house.start()
    listening = listen("127.0.0.1", 0)
    listening.listen(BACKLOG)
    server = Server(config_of(Settings(connections_per_address=SOCKETS), context), context)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    before = memory()
    opened = await asyncio.gather(*(open_table(context) for _ in range(tables)))
    port = listening.getsockname()[1]
    send(port=port, tables=opened, memory_without_tables=before, memory_with_tables=memory())
    await follow_orders(server, context)
    await serving
    await context.close()
    await store.close()


async def open_store_and_bus(where: str) -> tuple[Store, Backplane]:
    """The database, and the connection to other copies: `FOLDER`, or `DATABASE|BUS`."""
    database, _, bus = where.partition("|")
    if not bus:
        return await open_store(f"sqlite:///{Path(where) / 'house.db'}"), Backplane(LocalBus(), None)
    from teahouse.service.cluster.cluster import Cluster, NatsBus  # only with a bus, as in the server
    from teahouse.service.cluster.connection import connected

    store, client = await open_store(database), await connected(bus)
    return store, Backplane(NatsBus(client), Cluster(store, client, LoopTimers(), secrets.token_hex(8)))


async def open_and_deal(context: ServerContext, tables: int) -> list[dict[str, Any]]:
    """Open tables, and play each to the middle of a deal."""

    async def one() -> dict[str, Any]:
        opened = await open_table(context)
        for person in opened["persons"]:
            await context.house.ask(opened["table"], r.Ready(person, "", SHARE))
        return opened

    made: list[dict[str, Any]] = []
    while len(made) < tables:
        made += await asyncio.gather(*(one() for _ in range(min(100, tables - len(made)))))
    return made


async def open_table(context: ServerContext) -> dict[str, Any]:
    """Open a table and seat two new guests."""
    first, second = [await context.people.welcome_guest() for _ in range(2)]
    request = OpenTable("battle", clock="untimed")
    info = await context.house.open_table(first.person.id, first.person.name, request)
    await context.house.ask(info.id, r.Sit(second.person.id, second.person.name))
    persons = [first.person.id, second.person.id]
    return {"table": info.id, "tokens": [first.token, second.token], "persons": persons}


async def follow_orders(server: uvicorn.Server, context: ServerContext | None) -> None:
    """Follow the orders of the load generator, until it ends."""
    loop = asyncio.get_running_loop()
    deals: FinishedDeals | None = None
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        if line == "cpu\n":
            send(cpu=time.process_time(), waited=seconds_waited())
        elif line == "memory\n":
            sockets, tables = (context.sockets(), context.tables()) if context is not None else (0, 0)
            send(memory=memory(), sockets=sockets, tables=tables)
        elif line.startswith("deal ") and context is not None:
            send(tables=await open_and_deal(context, int(line.split()[1])))
        elif line.startswith("bots ") and context is not None:
            send(**await with_bots(context, int(line.split()[1])))
        elif line.startswith("judge ") and context is not None:
            deals = deals or FinishedDeals(context, Path(line.split()[1]))
            deals.begin()
            send()
        elif line == "pause\n" and deals is not None:
            send(judged=deals.pause())
    server.should_exit = True


async def with_bots(context: ServerContext, count: int) -> dict[str, float]:
    """The lag of the event loop while this many bots think."""
    assert context.engines is not None
    await context.engines.start()
    request = OpenTable("battle", clock="untimed", bots={"0": "greedy", "1": "greedy"})
    for _ in range(count // 2):
        await context.house.open_table("", "", request)
    late: list[float] = []
    for _ in range(400):
        due = time.perf_counter() + 0.01
        await asyncio.sleep(0.01)
        late.append(time.perf_counter() - due)
    choices = context.engines.stats().choices
    await context.engines.close()
    late.sort()
    return {"lag_p50": late[200], "lag_p99": late[396], "choices": choices}


def serve_echo(tables: int) -> None:
    """Send the same messages to as many clients through the same kind of socket, without rules and without a log."""
    rooms: dict[str, list[WebSocket]] = {}

    async def room(socket: WebSocket) -> None:
        await socket.accept()
        connections = rooms.setdefault(socket.path_params["table"], [])
        connections.append(socket)
        version = 0
        try:
            while True:
                text = await socket.receive_text()
                if text.startswith('{"t":"hello"'):
                    await socket.send_text('{"t":"snapshot","v":0}')
                    continue
                version += 1
                mover = (connections.index(socket) + 1) % 2 if text.startswith('{"t":"act"') else 0
                for number, connection in enumerate(connections):
                    moves = b',"moves":[%b]' % MOVES if number == mover else b""
                    await connection.send_text((EVENT % (version, moves)).decode())
                await socket.send_text('{"t":"ack","id":"1","v":%d}' % version)  # noqa: UP031 - as quick as it gets
        except WebSocketDisconnect:
            connections.remove(socket)

    listening = listen("127.0.0.1", 0)
    listening.listen(BACKLOG)
    opened = [{"table": f"{number:x}", "tokens": ["", ""]} for number in range(tables)]
    send(port=listening.getsockname()[1], tables=opened)
    app = Starlette(routes=[WebSocketRoute("/ws/tables/{table}", room)])
    config = uvicorn.Config(app, ws="websockets-sansio", ws_per_message_deflate=False, log_config=None)
    server = uvicorn.Server(config)

    async def serve() -> None:
        await asyncio.gather(server.serve(sockets=[listening]), follow_orders(server, None))

    run_quickly(serve())


def main() -> None:
    """Serve on the cores that the load generator leaves."""
    cores = set(range(os.cpu_count() or 1))
    os.sched_setaffinity(0, cores - os.sched_getaffinity(0) or cores)
    kind, where, tables = sys.argv[1:]
    if kind == "echo":
        serve_echo(int(tables))
    else:
        run_quickly(serve_house(where, int(tables)))


if __name__ == "__main__":
    main()
