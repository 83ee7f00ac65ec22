"""`teahouse serve`, tested without a browser."""

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from teahouse.cli import run
from teahouse.cli.house import serve
from teahouse.service.errors import CODES
from teahouse.service.settings import Settings
from teahouse.service.store.migrate import NEWEST
from teahouse.service.store.one_server import held_by_one_server
from teahouse.service.store.store import SqliteStore


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert run(["serve", "--no-browser", *argv]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        error = refused(capsys, "--port", port, "--data", str(tmp_path))
    assert error.startswith(
        f"teahouse: cannot listen on 127.0.0.1 port {port}: Address already in use; another program"
    )


def test_only_this_user_can_read_the_data_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    refused(capsys, "--data", str(tmp_path / "tea"), "--host", "no.such.host.invalid", "--port", "0")
    assert (tmp_path / "tea").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (("--port", "tea"), "expected port as a number from 0 to 65535, got 'tea' (--port)"),
        (("--database", "mysql://x"), "expected database as sqlite:///FILE"),
        (("--bus", "nats://127.0.0.1"), "expected --database postgresql://… beside a bus"),
        (("--config", "missing.toml"), "cannot read missing.toml: No such file"),
        (("--host", "no.such.host.invalid", "--port", "0"), "cannot listen on no.such.host.invalid port 0"),
        (("--data", "/dev/null/tea"), "cannot make the folder /dev/null/tea"),
        (("--database", "sqlite:////dev/null/tea.db", "--port", "0"), "the database cannot be written"),
        (
            ("--database", "sqlite:////dev/no such folder/tea.db", "--port", "0"),
            "expected a database file in a folder that exists, got '/dev/no such folder/tea.db': there is no folder",
        ),
        (
            ("--database", "postgresql://tea:secret@127.0.0.1:1/tea", "--port", "0"),
            "teahouse: the database does not answer (127.0.0.1:1)\n",
        ),
    ],
)
def test_a_server_that_cannot_start_says_why_in_one_line(
    argv: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert complaint in refused(capsys, *(() if "--data" in argv else ("--data", str(tmp_path))), *argv)


def test_a_second_server_on_one_database_names_the_address_of_the_first(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'teahouse.db'}"
    with held_by_one_server(database, "http://127.0.0.1:8432"):
        error = refused(capsys, "--port", "0", "--data", str(tmp_path))
    assert "http://127.0.0.1:8432 has it; open that address, or choose another folder with --data" in error
    with held_by_one_server(database, "http://127.0.0.1:9000"):
        assert (tmp_path / "teahouse.db.lock").read_text("utf-8") == "http://127.0.0.1:9000"


def made_by(tmp_path: Path, *orders: str) -> Path:
    """A database of the server, after these statements."""
    file = tmp_path / "teahouse.db"
    SqliteStore(f"sqlite:///{file}")._engine.dispose()  # pyright: ignore[reportPrivateUsage] - nothing was begun
    with closing(sqlite3.connect(file)) as connection:
        for order in orders:
            connection.execute(order)
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file


def test_a_database_of_a_newer_version_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    made_by(tmp_path, "UPDATE alembic_version SET version_num = '0999'")
    error = refused(capsys, "--port", "0", "--data", str(tmp_path))
    assert error.startswith(f"teahouse: expected a database of schema {NEWEST} or older, got '0999': a newer teahouse")


@pytest.mark.parametrize("size", [0.3, 0.6, 1.0], ids=["cut short", "cut shorter", "overwritten"])
def test_a_damaged_database_is_reported_in_one_sentence(
    size: float, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = made_by(tmp_path)
    whole = file.read_bytes()
    kept = int(len(whole) * size) if size < 1 else 4096
    file.write_bytes(whole[:kept] + (b"tea" * len(whole))[: len(whole) - kept] * (size == 1))
    error = refused(capsys, "--port", "0", "--data", str(tmp_path))
    assert error == f"teahouse: {CODES['store/damaged']} ({file})\n"


def test_a_file_that_is_no_database_is_reported_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "teahouse.db").write_bytes(b"not a database at all, but a letter to a friend\n" * 100)
    error = refused(capsys, "--port", "0", "--data", str(tmp_path))
    assert error.startswith(f"teahouse: {CODES['store/damaged']}")


def test_the_address_for_others_is_printed_with_a_qr_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "own_addresses", lambda: ["192.0.2.7", "198.51.100.2"])
    serve.announce(Settings(host="0.0.0.0"), 8432)  # noqa: S104 - the setting that is tested
    out = capsys.readouterr().out
    assert "http://127.0.0.1:8432/" in out
    assert "  http://192.0.2.7:8432/\n  http://198.51.100.2:8432/\n" in out
    assert "█" in out
    serve.announce(Settings(host="::1"), 1)
    assert capsys.readouterr().out == "The house is open at http://[::1]:1/ (Ctrl-C closes it)\n"


def test_addresses_of_this_machine_leave_out_the_loopback() -> None:
    assert not any(address.startswith("127.") for address in serve.own_addresses())


def house(tmp_path: Path, **streams: Any) -> subprocess.Popen[str]:
    """`teahouse` without arguments and without a terminal."""
    settings = {"TEAHOUSE_PORT": "0", "XDG_DATA_HOME": str(tmp_path)}
    return subprocess.Popen(
        [sys.executable, "-m", "teahouse"],
        cwd=tmp_path,
        env=os.environ | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **streams,
    )


@pytest.mark.parametrize("stream", [subprocess.PIPE, None], ids=["a pipe", "closed"])
def test_the_house_opens_without_a_terminal_and_closes_on_sigterm(stream: int | None, tmp_path: Path) -> None:
    closed = {"preexec_fn": lambda: os.close(0)} if stream is None else {"stdin": stream}
    with house(tmp_path, **closed) as opened:
        assert opened.stdout is not None
        try:
            address = re.search(r"http://127\.0\.0\.1:\d+/", opened.stdout.readline())
            assert address is not None
            with urllib.request.urlopen(f"{address[0]}health/live", timeout=30) as answer:  # noqa: S310 - our own address
                assert answer.status == 200
        finally:
            opened.send_signal(signal.SIGTERM)
            out, err = opened.communicate(timeout=60)
    assert "The house is closed." in out
    assert opened.returncode == 0
    lines = [json.loads(line) for line in err.splitlines()]
    assert {line["level"] for line in lines} == {"info"}
    said = [line["says"] for line in lines if line["says"] != "compiling the engine of a game, once"]
    assert said == ["the house opens", "the house is closed"]


def test_a_browser_opens_only_if_there_is_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    assert serve.has_browser()
    monkeypatch.setenv("SSH_CONNECTION", "x")
    assert not serve.has_browser()
    monkeypatch.delenv("SSH_CONNECTION")
    monkeypatch.delenv("DISPLAY")
    assert not serve.has_browser()


UNWANTED = """
import sys
import teahouse.web.server
from teahouse.web.context import open_traces

compiler, database = {"numba", "llvmlite", "numpy"}, {"sqlalchemy.orm"}
passkeys_and_letters = {"webauthn", "cryptography", "smtplib"}
traces = {"opentelemetry.sdk", "opentelemetry.exporter", "teahouse.web.telemetry.traces"}
assert open_traces("") is None
print(*sorted((compiler | database | passkeys_and_letters | traces) & set(sys.modules)))
"""


def test_a_server_starts_without_importing_rarely_used_libraries() -> None:
    done = subprocess.run([sys.executable, "-c", UNWANTED], check=True, capture_output=True, text=True)
    assert done.stdout == "\n"
