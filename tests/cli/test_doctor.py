"""`teahouse doctor` on set-ups with one fault each, and on one without faults."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Generator, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final

import pytest

from teahouse.cli import run
from teahouse.cli.house.doctor import findings, machine, outside, storage
from teahouse.cli.house.doctor.engines import engines
from teahouse.cli.house.doctor.finding import Finding
from teahouse.cli.house.doctor.server import server
from teahouse.cli.shared.site import SiteAnswer, Unreachable, ask
from teahouse.service.settings import Settings
from teahouse.service.store.backup import back_up
from teahouse.service.store.store import open_store
from tests.cli.loopback_proxy import LoopbackProxy, Manner
from tests.cli.pseudo_terminal import PseudoTerminal
from tests.ports import free_port
from tests.service.conftest import postgres, postgres_url
from tests.web.live import Live, living
from tests.web.process import ServerProcess

__all__ = ["postgres", "postgres_url"]  # fixtures of the service

DAY: Final = 86_400.0


def only(found: Iterator[Finding]) -> Finding:
    (finding,) = found
    return finding


def settings_of(folder: Path) -> Settings:
    return Settings(data=str(folder), port=free_port())


async def opened(folder: Path) -> None:
    await (await open_store(f"sqlite:///{folder / 'teahouse.db'}")).close()


def changed(folder: Path, *statements: str) -> None:
    """A database with one change."""
    asyncio.run(opened(folder))
    with sqlite3.connect(folder / "teahouse.db") as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


# -- settings ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("port = 'tea'", "expected port"), ("colour = 1", "expected a setting"), ("port =", "expected TOML")],
)
def test_a_wrong_settings_file_is_a_fault_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, complaint: str
) -> None:
    file = tmp_path / "teahouse.toml"
    file.write_text(text)
    assert run(["doctor", "--config", str(file)]) == 1
    output = capsys.readouterr().out
    assert "✗  settings" in output
    assert complaint in " ".join(output.split())
    assert "1 checks: 0 ok, 0 warnings, 1 fault" in output


def test_a_bus_without_a_shared_database_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "teahouse.toml"
    file.write_text(f'bus = "nats://127.0.0.1:1"\ndata = "{tmp_path}"\nport = {free_port()}')
    found = {(one.check, one.level) for one in findings(file, None, with_engines=False)}
    assert ("settings", "fault") in found


def test_bad_usage_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--colour"]) == 2
    assert capsys.readouterr().err.startswith("teahouse: doctor: unrecognized arguments")


# -- the machine -------------------------------------------------------------------------------------------------------


def test_a_data_folder_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert only(machine.folder(settings_of(tmp_path / "file" / "data"))).level == "fault"


def test_a_data_folder_that_others_can_read_is_a_warning(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    found = only(machine.folder(settings_of(tmp_path)))
    assert (found.level, found.remedy) == ("warning", f"chmod 700 {tmp_path}")
    tmp_path.chmod(0o700)
    assert only(machine.folder(settings_of(tmp_path))).level == "ok"


def test_engines_that_do_not_fit_into_memory_are_a_fault() -> None:
    found = only(machine.memory(Settings(engines=256, engine_memory_mb=65_536)))
    assert (found.level, "engine_memory_mb" in found.remedy) == ("fault", True)
    assert only(machine.memory(Settings(engines=1, engine_memory_mb=320))).level == "ok"


@pytest.mark.parametrize(("free_mb", "level"), [(50, "fault"), (500, "warning"), (5000, "ok")])
def test_a_disk_is_reported_before_it_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free_mb: int, level: str
) -> None:
    class Usage:
        free = free_mb << 20

    def usage(_place: Path) -> type[Usage]:
        return Usage

    monkeypatch.setattr("shutil.disk_usage", usage)
    assert only(machine.disk(settings_of(tmp_path))).level == level


def test_a_clock_of_long_ago_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 1e9)
    assert only(machine.clock(Settings())).level == "fault"


# -- stored data -------------------------------------------------------------------------------------------------------


def test_a_database_that_does_not_exist_yet_is_no_fault(tmp_path: Path) -> None:
    assert only(storage.database(settings_of(tmp_path))).level == "ok"
    assert not list(tmp_path.iterdir())


def test_a_database_of_a_newer_teahouse_is_a_fault(tmp_path: Path) -> None:
    changed(tmp_path)
    assert only(storage.database(settings_of(tmp_path))).level == "ok"
    changed(tmp_path, "UPDATE alembic_version SET version_num = '9999'")
    found = only(storage.database(settings_of(tmp_path)))
    assert (found.level, "a newer teahouse" in found.text) == ("fault", True)


def test_a_damaged_database_is_a_fault(tmp_path: Path) -> None:
    changed(tmp_path)
    file = tmp_path / "teahouse.db"
    whole = bytearray(file.read_bytes())
    whole[4096:8192] = b"\xff" * 4096
    file.write_bytes(whole)
    found = only(storage.database(settings_of(tmp_path)))
    assert (found.level, "teahouse restore" in found.remedy) == ("fault", True)


def test_a_database_or_bus_that_does_not_answer_is_a_fault_without_its_password() -> None:
    settings = Settings(
        database=f"postgresql://tea:secret@127.0.0.1:{free_port()}/tea",
        bus=f"nats://tea:secret@127.0.0.1:{free_port()}",
    )
    for check in (storage.database, storage.bus):
        found = only(check(settings))
        assert (found.level, "does not answer" in found.text, "secret" in str(found)) == ("fault", True, False)


def test_postgresql_is_asked_for_its_schema(postgres_url: str) -> None:
    empty = only(storage.database(Settings(database=postgres_url.replace("postgresql+asyncpg", "postgresql"))))
    assert (empty.level, "empty" in empty.text) == ("ok", True)


def test_missing_old_and_broken_backups_are_reported(tmp_path: Path) -> None:
    changed(tmp_path)
    settings, place = settings_of(tmp_path), tmp_path / "backups"
    place.mkdir()
    assert only(storage.backup(settings, None)).level == "warning"
    old = int((time.time() - 30 * DAY) * 1000)
    asyncio.run(back_up(settings.database_url, place / "old.jsonl.gz", old))
    found = only(storage.backup(settings, place))
    assert (found.level, "30 days old" in found.text) == ("warning", True)
    asyncio.run(back_up(settings.database_url, place / "new.jsonl.gz", time.time_ns() // 1_000_000))
    assert only(storage.backup(settings, None)).level == "ok"
    (place / "newest.jsonl.gz").write_bytes(b"no backup")
    assert only(storage.backup(settings, place)).level == "fault"


# -- engines -----------------------------------------------------------------------------------------------------------


def test_every_engine_answers_one_question() -> None:
    found = list(engines(Settings()))
    assert [one.level for one in found] == ["ok"] * 3
    assert [one.text.partition(":")[0] for one in found] == ["battle", "classic", "solitaire"]


# -- the server --------------------------------------------------------------------------------------------------------


class Stranger(BaseHTTPRequestHandler):
    """Another program at the server's port."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<h1>Hello</h1>")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the parent's own word
        """Say nothing."""


@pytest.fixture
def stranger() -> Generator[int]:
    made = ThreadingHTTPServer(("127.0.0.1", 0), Stranger)
    thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield int(made.server_address[1])
    made.shutdown()
    thread.join()
    made.server_close()


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Generator[Live]:
    with living(tmp_path_factory.mktemp("house")) as made:
        yield made


def test_a_server_that_does_not_run_is_a_warning_and_another_program_a_fault(stranger: int, live: Live) -> None:
    assert only(server(Settings(port=free_port()))).level == "warning"
    assert only(server(Settings(port=stranger))).level == "fault"
    well, files = server(Settings(port=live.port))
    assert (well.level, files.check) == ("ok", "open files")


def test_a_running_server_that_may_open_few_files_is_a_warning(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live.context.metrics, "text", lambda: b"process_open_fds 9.0\nprocess_max_fds 1024.0\n")
    _, files = server(Settings(port=live.port))
    assert (files.level, "LimitNOFILE" in files.remedy) == ("warning", True)


# -- the public address ------------------------------------------------------------------------------------------------


def levels(settings: Settings) -> dict[str, str]:
    return {one.check: one.level for one in outside.outside(settings)}


def test_a_public_address_that_does_not_answer_is_a_fault(live: Live) -> None:
    assert levels(Settings(port=live.port, public_url=f"http://127.0.0.1:{free_port()}")) == {"public_url": "fault"}
    assert levels(Settings(port=live.port, public_url="http://nowhere.invalid")) == {"public_url": "fault"}


def test_a_public_address_of_another_server_is_a_fault(live: Live, tmp_path: Path, stranger: int) -> None:
    assert levels(Settings(port=live.port, public_url=f"http://127.0.0.1:{stranger}"))["public_url"] == "fault"
    with living(tmp_path) as other:
        found = next(outside.outside(Settings(port=live.port, public_url=other.url)))
        assert (found.level, "another house" in found.text) == ("fault", True)


def test_a_proxy_that_the_server_does_not_trust_is_a_fault(live: Live) -> None:
    with LoopbackProxy(live.port) as proxy:
        found = {one.check: one for one in outside.outside(Settings(port=live.port, public_url=proxy.url))}
    assert found["addresses"].level == "fault"
    assert 'trusted_proxies = ["127.0.0.1"]' in found["addresses"].remedy


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[LoopbackProxy, Settings]]:
    """A server that trusts its proxy."""
    with LoopbackProxy(0) as proxy:
        folder = tmp_path_factory.mktemp("proxied")
        made = ServerProcess(folder, PUBLIC_URL=proxy.url, TRUSTED_PROXIES="127.0.0.1")
        proxy.upstream = made.port
        with made:
            yield proxy, Settings(data=str(folder), port=made.port, public_url=proxy.url)


@pytest.mark.parametrize(
    ("manner", "wrong"),
    [("good", set[str]()), ("forging", {"addresses"}), ("deaf", {"sockets"}), ("plain", {"metrics"})],
)
def test_every_mistake_of_a_proxy_is_a_fault(
    proxied: tuple[LoopbackProxy, Settings], manner: Manner, wrong: set[str]
) -> None:
    proxy, settings = proxied
    proxy.manner = manner
    found = levels(settings)
    assert {check for check, level in found.items() if level == "fault"} == wrong
    assert found.keys() == {"public_url", "sockets", "addresses", "metrics"}


def test_certificates_that_end_and_missing_hsts_are_warnings() -> None:
    hsts = {"strict-transport-security": "max-age=31536000"}
    for days, headers, level in ((90, hsts, "ok"), (3, hsts, "warning"), (90, {}, "warning")):
        answer = SiteAnswer(200, headers, b"", time.time() + days * DAY)
        assert only(outside.encryption("https://tea.example", answer)).level == level
    assert only(outside.encryption("http://tea.example", SiteAnswer(200, {}, b""))).level == "warning"


def test_a_site_that_speaks_no_tls_is_unreachable(live: Live) -> None:
    with pytest.raises(Unreachable):
        ask(f"https://127.0.0.1:{live.port}", "/")


# -- the output --------------------------------------------------------------------------------------------------------


def test_a_person_reads_aligned_lines_and_a_program_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o700)
    monkeypatch.setenv("TEAHOUSE_DATA", str(tmp_path))
    monkeypatch.setenv("TEAHOUSE_PORT", str(free_port()))
    assert run(["doctor", "--json", "--no-engines"]) == 0
    findings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"check": "settings", "level": "ok", "text": "valid"} in findings
    assert all(one["remedy"] for one in findings if one["level"] != "ok")
    with PseudoTerminal(tmp_path, "doctor", "--no-engines", environment={"TEAHOUSE_PORT": str(free_port())}) as screen:
        assert screen.wait_for_end() == 0
        lines = screen.screen.display
    assert any(line.startswith(" ✓  data folder   ") for line in lines)
    assert any(line.startswith("                  → ") for line in lines)
