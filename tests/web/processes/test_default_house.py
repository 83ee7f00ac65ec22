"""A server with default settings on which all games are played: its bots play at full strength."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from teahouse.games.battle import Battle
from teahouse.players.battle.analysis import played
from teahouse.service.engines.engines import Engines
from teahouse.service.replays import read_record
from tests.web.live import SHARE, Visitor, fetch, living
from tests.web.process import ServerProcess

COMPILED = 600.0  # seconds in which a slow machine compiles every kernel
TILES = 40
QUICK = {"teahouse.service.tables.bots.BOT_SECONDS": 0.2}  # ten times the memory that the exact part takes
OTHER_TABLES: tuple[dict[str, Any], ...] = (
    {"game": "classic", "bots": {"1": "expert", "2": "hard", "3": "medium"}},
    {"game": "solitaire", "options": {"players": 2}, "bots": {"1": "expert"}},
)


def health(server: ServerProcess) -> Any:
    return fetch(f"{server.url}/health/ready", timeout=30).json()


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + COMPILED
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def play_battle(visitor: Visitor) -> bytes:
    """Play any moves against `perfect` through the socket to the end; return the record."""
    rng, table = Random(5), visitor.open_table(bots={"1": "perfect"})
    with visitor.tab(table) as tab:
        tab.do("ready", share=SHARE)
        while True:
            frame = tab.next()
            if frame.get("moves"):
                tab.do("act", v=frame["v"], move=rng.choice(frame["moves"]))
            if frame["t"] == "news":
                assert frame["table"]["seats"][1].get("weakened") is None
                if frame["table"]["status"] == "between":
                    return visitor.http.get(f"/records/{table}/0").content


def points_lost(record: bytes) -> tuple[int, int]:
    """The number of moves of the second seat in the exact part of a game, and the points they gave away."""
    from teahouse.players.battle.engine import Engine

    engine, made, lost = Engine(32), 0, 0
    game, replayed = read_record(record)
    assert isinstance(game, Battle)
    states, moves = played(game, replayed)
    for state, move in zip(states, moves, strict=False):
        if state.mover == 1 and state.board.left() <= TILES:
            best = engine.solve(state.board).lower
            after = engine.solve(state.board.without(move.first, move.second)).lower
            made, lost = made + 1, lost + best - (state.board.points(move.first) - after)
    return made, lost


def test_perfect_gives_nothing_away_on_a_server_with_all_games(tmp_path: Path) -> None:
    """The engine is warm for all games; it once played random moves because memory was short."""
    with ExitStack() as stack:
        server = stack.enter_context(ServerProcess(tmp_path, QUICK, BOT_PACE_MS="0", JUDGING="true"))
        visitor = Visitor(server.url).guest()
        stack.callback(visitor.http.close)
        wait_until(lambda: not health(server)["engines"]["compiling"])
        for wanted in OTHER_TABLES:
            with visitor.tab(visitor.open_table(**wanted)) as tab:
                tab.do("ready", share=SHARE)
                tab.moves()
        wait_until(lambda: health(server)["engines"]["cold"] == 0)
        made = lost = 0
        while made <= 5:  # a game with random moves may end before its exact part
            more, given = points_lost(play_battle(visitor))
            made, lost = made + more, lost + given
        assert lost == 0
        state = health(server)
        assert (state["status"], state["engines"]["fallbacks"], state["engines"]["recent"]) == ("ready", {}, {})
        figures = text_string_to_metric_families(fetch(f"{server.url}/metrics").text)
        counts = {each.name: [sample.value for sample in each.samples] for each in figures}
        assert sum(counts["teahouse_engine_fallbacks"]) == 0
        assert counts["teahouse_engine_weakened"] == []
        assert 0 < counts["teahouse_engine_memory_bytes"][0] < counts["teahouse_engine_memory_limit_bytes"][0]


def test_a_server_whose_engines_fail_shows_it_everywhere(tmp_path: Path) -> None:
    """Table, health and metrics show it, and the next weaker level that needs no engine plays."""
    with living(tmp_path, thinker=Engines(1)) as live:
        visitor = live.visitor().guest()
        with visitor.tab(visitor.open_table(bots={"1": "perfect"})) as tab:
            tab.do("ready", share=SHARE)
            offered = tab.moves()
            tab.do("act", v=offered["v"], move=offered["moves"][0])
            while (table := tab.until("news")["table"])["seats"][1].get("weakened") is None:
                pass
            assert table["seats"][1]["weakened"] == "greedy"
            assert tab.moves()
        found = fetch(f"{live.url}/health/ready").json()
        assert (found["status"], found["engines"]["fallbacks"]) == ("degraded", {"closed": 1})
        figures = fetch(f"{live.url}/metrics").text
        assert 'teahouse_engine_fallbacks_total{reason="closed"} 1.0' in figures
        assert 'teahouse_engine_weakened_total{bot="perfect",game="battle",level="greedy"} 1.0' in figures
