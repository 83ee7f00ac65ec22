"""Servers are killed at random points of scripted games; acknowledged moves exist exactly once, and games continue."""

import asyncio
import os
import random
import signal
import threading
import time
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from teahouse.core.record import verify_record
from teahouse.service.hosting import HOSTING
from teahouse.service.tables.events import DealEnded, Moved
from teahouse.service.tables.log import Logged
from teahouse.service.tables.table import Table
from tests.web.process import GONE, Player, ServerProcess, kept, play_on, sit_down

KILLS = int(os.environ.get("CHAOS_KILLS", "6"))  # `make chaos` kills a thousand times
FEWEST = 5  # moves of each player
LONGEST_LIFE = 0.5  # seconds from ready to killed


@pytest.mark.parametrize("game", HOSTING)
def test_acknowledged_moves_survive_kill_9(game: str, tmp_path: Path) -> None:
    rng = random.Random(KILLS)
    with ServerProcess(tmp_path, JUDGING="true") as server, ExitStack() as stack:
        players = sit_down(server, game)
        for player in players:
            stack.callback(player.close)
        for _ in range(max(2, KILLS // len(HOSTING))):
            _play_until_killed(server, players, rng.uniform(0, LONGEST_LIFE))
            server.start()
        _play_to_the_end(players)
        server.send(signal.SIGTERM)
        assert server.wait() == 0
    logged, faults = asyncio.run(kept(server.database, players[0].table))
    _check_log(logged, players)
    assert faults == ()


def _play_until_killed(server: ServerProcess, players: list[Player], life: float) -> None:
    def kill() -> None:
        time.sleep(life)
        server.send(signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with suppress(*GONE):
        play_on(players, until=lambda: False)
    killer.join()
    assert server.wait() == -signal.SIGKILL


def _play_to_the_end(players: list[Player]) -> None:
    """Finish the interrupted deal, and play on until the log has enough events."""
    moved = len(players[0].acked)

    def is_enough() -> bool:
        fewest = min(len(player.acked) for player in players)
        return players[0].status == "between" and len(players[0].acked) > moved and fewest > FEWEST

    play_on(players, until=is_enough)


def _check_log(logged: list[Logged], players: list[Player]) -> None:
    moves = [one.event for one in logged if isinstance(one.event, Moved)]
    kept = Counter(move.client for move in moves if move.client is not None)
    assert set(kept.values()) == {1}
    for player in players:
        assert len(player.acked) > FEWEST
        assert set(player.acked) <= set(kept)
        assert not set(player.refused) & set(kept)
    assert set(kept) <= {client for player in players for client in player.sent}
    table = Table(logged[0])
    for one in logged[1:]:
        table.fold(one)
    assert len(table.deals) == sum(isinstance(one.event, DealEnded) for one in logged) >= 1
    for number, deal in enumerate(table.deals):
        verify_record(deal.game, table.record(number))
