"""A server that is told to stop closes all connections and loses nothing."""

import asyncio
import signal
import threading
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from teahouse.service.settings import Settings
from teahouse.service.store.store import open_store
from teahouse.service.tables.events import Moved
from teahouse.web import server as serving
from teahouse.web.context import ServerContext, server_settings
from tests.fakes import InThreads
from tests.service.world import QuickThinker
from tests.web.live import SHARE, Visitor, fetch, living
from tests.web.process import GONE, Player, ServerProcess, kept, play_on, sit_down


def test_a_stopped_server_closes_cleanly_and_continues_after_a_restart(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, JUDGING="true") as server, ExitStack() as stack:
        players = sit_down(server, "battle")
        for player in players:
            stack.callback(player.close)
        with pytest.raises(GONE):
            play_on(players, until=lambda: _stopped_after(server, players, 3))
        assert server.wait() == 0
        server.start()
        enough = len(players[0].acked) + 3
        play_on(players, until=lambda: len(players[0].acked) >= enough)
        server.send(signal.SIGINT)
        assert server.wait() == 0
        assert '"error"' not in server.log.read_text()
    logged, faults = asyncio.run(kept(server.database, players[0].table))
    clients = Counter(one.event.client for one in logged if isinstance(one.event, Moved))
    assert {clients[client] for player in players for client in player.acked} == {1}
    assert faults == ()


def test_a_server_told_to_stop_while_it_starts_never_accepts_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @asynccontextmanager
    async def stopped_meanwhile(settings: Settings) -> AsyncGenerator[ServerContext]:
        store = await open_store(settings.database_url)
        signal.raise_signal(signal.SIGTERM)
        context = ServerContext(store, QuickThinker(), InThreads(), server_settings(settings))
        yield context
        await context.close()
        await store.close()

    monkeypatch.setattr(serving, "open_context", stopped_meanwhile)
    opened: list[str] = []
    serving.run_server(Settings(data=str(tmp_path)), serving.listen("127.0.0.1", 0), lambda: opened.append("open"))
    assert opened == []


def _stopped_after(server: ServerProcess, players: list[Player], moves: int) -> bool:
    """Stop the server in the middle of play; play goes on until the connection breaks."""
    if len(players[0].acked) == moves:
        server.send(signal.SIGTERM)
    return False


def test_every_socket_is_closed_as_for_a_restart_and_every_stream_ends(tmp_path: Path) -> None:
    with living(tmp_path) as live:
        ann = live.visitor().guest()
        table = ann.open_table(bots={"1": "random"})
        with ann.tab(table) as tab, live.visitor().tab(table) as onlooker:
            tab.do("ready", share=SHARE)
            onlooker.until("snapshot")
            began, ended = threading.Event(), threading.Event()

            def listen() -> None:
                with httpx.stream("GET", f"{live.url}/api/v1/lobby/stream", timeout=60) as stream:
                    for part in stream.iter_raw():
                        assert b"event: tables" in part or began.is_set()
                        began.set()
                ended.set()

            listener = threading.Thread(target=listen)
            listener.start()
            assert began.wait(60)
            stopper = threading.Thread(target=live.stop)
            stopper.start()
            for line in (tab, onlooker):
                assert line.close_code(60) == 1012
                assert line.received[-1] == {"t": "bye", "reason": "restart"}
            assert ended.wait(60)
            listener.join()
            stopper.join()


def test_a_stopping_server_is_not_ready_and_accepts_no_connections(tmp_path: Path) -> None:
    with living(tmp_path) as live:
        ann = live.visitor().guest()
        table = ann.open_table()
        live.context.hub.is_stopping = True
        assert fetch(f"{live.url}/health/ready").status_code == 503
        assert fetch(f"{live.url}/health/live").status_code == 200
        with pytest.raises(GONE):
            Visitor(live.url).tab(table)
        assert ann.get("/lobby/stream", 503)["code"] == "table/busy"
