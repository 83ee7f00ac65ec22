"""Expensive requests slow down an honest player's tables and moves at most ten times."""

import signal
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median

import pytest

from teahouse.core.game import Forfeit
from teahouse.core.play import Play
from teahouse.core.record import record_lines
from teahouse.core.seats import Seat
from teahouse.games import make_game
from tests.forked import PATIENCE
from tests.web.live import SHARE, Visitor
from tests.web.process import ServerProcess

ATTACKER, HONEST = "127.0.0.1", "127.0.0.2"
TIMES = 10
FEW = 2
NOISE = 0.1  # seconds for one answer on a busy machine
LARGEST_LAYOUT = "\n".join(f"z{z} y0/2/4/6/8/10: 0-10" for z in range(8))  # hard to clear: some seconds
SLOW_LAYOUT = "\n".join(LARGEST_LAYOUT.splitlines()[:4])  # more than half a second
HUGE_LAYOUT = "\n".join(f"z{z} y0/2/4/6/8: 0-38" for z in range(10))  # 1000 tiles


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[ServerProcess]:
    """A server with default settings."""
    with ServerProcess(tmp_path_factory.mktemp("abuse")) as server:
        yield server


@contextmanager
def visitor_from(server: ServerProcess, address: str) -> Generator[Visitor]:
    """A guest from an address, in this context."""
    visitor = Visitor(server.url, address).guest()
    with closing(visitor.http):
        yield visitor


@pytest.fixture
def eve(server: ServerProcess) -> Generator[Visitor]:
    """The attacker."""
    with visitor_from(server, ATTACKER) as visitor:
        yield visitor


@pytest.fixture
def ann(server: ServerProcess) -> Generator[Visitor]:
    """The honest player."""
    with visitor_from(server, HONEST) as visitor:
        yield visitor


def honest_turn(visitor: Visitor) -> float:
    """Open a table, play a move, and resign; return the seconds it took."""
    started = time.monotonic()
    table = visitor.open_table(game="solitaire", options={"layout": "turtle", "level": "gentle"})
    with visitor.tab(table) as tab:
        tab.do("ready", share=SHARE)
        offered = tab.moves()
        tab.do("act", v=offered["v"], move=offered["moves"][0])
        tab.do("leave")
    return time.monotonic() - started


@contextmanager
def under(attack: Callable[[], None], at_once: int) -> Generator[None]:
    """Repeat an attack in this many threads during this context."""
    is_over, attacked = threading.Event(), threading.Event()

    def repeat() -> None:
        while not is_over.is_set():
            attack()
            attacked.set()

    with ThreadPoolExecutor(at_once) as pool:
        attacks = [pool.submit(repeat) for _ in range(at_once)]
        try:
            assert attacked.wait(PATIENCE)
            yield
        finally:
            is_over.set()
        for each in attacks:
            each.result()


def play_on(honest: Callable[[], float], attack: Callable[[], None], at_once: int) -> None:
    """Check that an honest player can play during an attack; a few attackers are enough to show that."""
    with under(attack, min(at_once, FEW)):
        honest()


def notice_little(honest: Callable[[], float], attack: Callable[[], None], at_once: int) -> None:
    """Check that an honest player waits little longer than without an attack, measured only on an idle machine."""
    quiet = median(honest() for _ in range(3))
    with under(attack, at_once):
        disturbed = median(honest() for _ in range(3))
    assert disturbed <= TIMES * max(quiet, NOISE), f"{disturbed:.2f} s instead of {quiet:.2f} s"


Check = Callable[[Callable[[], float], Callable[[], None], int], None]
CHECKS = pytest.mark.parametrize("check", [play_on, pytest.param(notice_little, marks=pytest.mark.slow)])


@CHECKS
def test_layouts_that_are_hard_to_deal_do_not_stop_others(check: Check, eve: Visitor, ann: Visitor) -> None:

    def attack() -> None:
        body = {"game": "solitaire", "options": {"layout": SLOW_LAYOUT, "level": "classic"}, "clock": "untimed"}
        answer = eve.http.post("/tables", json=body)
        if answer.status_code == 201:
            with eve.tab(answer.json()["table"]["id"]) as tab:
                tab.ask("ready", share=SHARE)

    check(lambda: honest_turn(ann), attack, 4)


def test_a_layout_that_is_too_large_is_refused_at_once(eve: Visitor) -> None:
    options = {"layout": HUGE_LAYOUT, "level": "classic"}
    said = eve.post("/tables", 422, game="solitaire", options=options, clock="untimed")
    assert "at most 288 tiles" in said["text"]


@CHECKS
def test_records_that_take_long_to_verify_do_not_stop_others(check: Check, eve: Visitor, ann: Visitor) -> None:
    play = Play(make_game("solitaire", {"layout": SLOW_LAYOUT, "level": "classic"}), b"abuse")
    play.apply(Seat(0), Forfeit("resigned"))
    record = b"".join(line + b"\n" for line in record_lines(play.record()))

    def attack() -> None:
        for path in ("/records/verify", "/records/steps"):
            assert eve.http.post(path, content=record).status_code in (200, 422, 429, 503)

    check(lambda: honest_turn(ann), attack, 2)


@CHECKS
def test_many_tables_with_the_strongest_bot_do_not_stop_others(check: Check, eve: Visitor, ann: Visitor) -> None:

    def attack() -> None:
        answer = eve.http.post("/tables", json={"game": "battle", "clock": "untimed", "bots": {"1": "perfect"}})
        if answer.status_code == 201:
            table = answer.json()["table"]["id"]
            with eve.tab(table) as tab:
                tab.ask("ready", share=SHARE)
                eve.http.get(f"/tables/{table}/advice")

    def against_a_bot() -> float:
        table = ann.open_table(game="battle", bots={"1": "easy"})
        with ann.tab(table) as tab:
            tab.do("ready", share=SHARE)
            offered = tab.moves()
            started = time.monotonic()
            tab.do("act", v=offered["v"], move=offered["moves"][0])
            tab.forget()
            tab.moves()
            return time.monotonic() - started

    check(against_a_bot, attack, 8)


def test_a_busy_server_stops_soon(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server, visitor_from(server, ATTACKER) as eve:
        table = eve.open_table(game="solitaire", options={"layout": LARGEST_LAYOUT, "level": "classic"})
        with eve.tab(table) as tab:
            tab.send(t="ready", id="1", share=SHARE)
            time.sleep(0.5)
            server.send(signal.SIGTERM)
            assert server.wait() == 0
