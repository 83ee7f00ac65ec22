"""Several copies of the server work as one."""

import os
import signal
import socket
import threading
from pathlib import Path

import pytest

from teahouse.cli import run
from teahouse.service.cluster import connection
from teahouse.service.store import postgres_lock
from tests.ports import free_port
from tests.service.conftest import postgres, postgres_template, postgres_url, prepared_postgres_url
from tests.service.test_cluster import NatsServer, nats_server
from tests.web.live import SHARE, Tab, Visitor
from tests.web.process import ServerProcess

__all__ = [
    "nats_server",
    "postgres",
    "postgres_template",
    "postgres_url",
    "prepared_postgres_url",
]  # fixtures of the service


def test_two_persons_play_through_two_copies_and_one_of_them_dies(
    tmp_path: Path, postgres_url: str, nats_server: NatsServer
) -> None:
    both = {"DATABASE": postgres_url.replace("postgresql+asyncpg", "postgresql"), "BUS": nats_server.address}
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    with ServerProcess(tmp_path / "one", **both) as one, ServerProcess(tmp_path / "other", **both) as other:
        ann, bob = Visitor(one.url).guest(), Visitor(other.url).guest()
        table = ann.open_table()
        assert table in [listed["id"] for listed in bob.get("/tables")]
        assert bob.get(f"/tables/{table}")["seat"] is None
        with ann.tab(table) as near, bob.tab(table) as far:
            far.do("sit")
            assert far.until("snapshot", seat=1)["table"]["seats"][1]["name"] == bob.get("/me")["name"]
            for tab in (near, far):
                tab.do("ready", share=SHARE)
            for _ in range(3):
                _move(near)
                _move(far)
            seen = near.moves()["v"]
            one.send(signal.SIGKILL)
            one.wait()
        moved_over = Visitor(other.url)
        moved_over.http.cookies = ann.http.cookies
        with moved_over.tab(table, v=seen, seat=0) as again, bob.tab(table) as far:
            again.send(t="hello", v=-1)
            _move(again)
            assert len(far.moves()["moves"]) > 0
        for visitor in (ann, bob, moved_over):
            visitor.http.close()
        nats_server.stop()
        other.send(signal.SIGTERM)
        assert other.wait() == 0, other.log.read_text()  # it stops cleanly although NATS is away


def _move(tab: Tab) -> None:
    frame = tab.moves()
    tab.do("act", v=frame["v"], move=frame["moves"][0])


def test_a_copy_started_while_nats_is_away_says_so_and_ends(
    prepared_postgres_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 0.1)
    place = f"127.0.0.1:{free_port()}"
    bus = ("--bus", f"nats://ann:secret@{place}")
    assert run(["serve", "--no-browser", "--port", "0", "--database", prepared_postgres_url, *bus]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"teahouse: expected a NATS server at nats://ann@{place}, got none that answers: ")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_copy_that_waits_for_nats_is_stopped_at_once(
    number: signal.Signals, prepared_postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:

        def stop_who_comes() -> None:
            with silent.accept()[0]:
                os.kill(os.getpid(), number)
                stopped.wait(60)

        stopped, stopping = threading.Event(), threading.Thread(target=stop_who_comes)
        stopping.start()
        bus = ("--bus", f"nats://127.0.0.1:{silent.getsockname()[1]}")
        assert run(["serve", "--no-browser", "--port", "0", "--database", prepared_postgres_url, *bus]) == 0
        stopped.set()
        stopping.join()
    assert capsys.readouterr().out == "The house is closed.\n"


def test_a_second_server_on_one_database_needs_a_bus_and_a_killed_one_leaves_it(
    tmp_path: Path, prepared_postgres_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(postgres_lock, "PATIENCE", 0.1)
    with ServerProcess(tmp_path, DATABASE=prepared_postgres_url) as server:
        assert run(["serve", "--no-browser", "--port", "0", "--database", prepared_postgres_url]) == 2
        said = "teahouse: another server uses this database; copies need a bus (--bus nats://…)\n"
        assert capsys.readouterr() == ("", said)
        assert run(["backup", str(tmp_path / "house.backup"), "--database", prepared_postgres_url]) == 0
        server.send(signal.SIGKILL)
        server.wait()
        server.start()
