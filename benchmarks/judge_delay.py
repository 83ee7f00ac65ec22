"""Whether judging in the background delays play: the same load on the same server, with and without it."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import suppress

from benchmarks.judge_games import Seated, played
from benchmarks.load import Load, percentile
from benchmarks.measure import Figure, all_cores
from benchmarks.server import LINES, PERIOD, SECONDS, TABLES, side
from teahouse.core.record import record_bytes
from teahouse.service.engines.analysis import IDLE, Analyst

ROUNDS = 2
PERCENT = 99
DEAL = Seated("classic", {}, ("easy", "simple", "easy", "simple"))


def figures() -> Iterator[Figure]:
    """The 99th percentile with judging beside that without, the better of some rounds each, in turns."""
    records = [record_bytes(played(DEAL, f"delay/{number}".encode())) for number in range(4)]
    best = {True: float("inf"), False: float("inf")}
    with all_cores():
        for _ in range(ROUNDS):
            for judging in (False, True):
                best[judging] = min(best[judging], asyncio.run(_latency(records if judging else [])))
    note = f"less is better; {TABLES} tables, one move a second each; aim 1.1 ×"
    name = f"judge: move to last line, p{PERCENT}, while deals are judged"
    yield Figure(name, "ms", 1000 * best[True], 1000 * best[False], "the same without judging", note=note)


async def _latency(records: list[bytes]) -> float:
    with tempfile.TemporaryDirectory() as folder, side("house", folder, TABLES) as server:
        load = Load(server.places, [server.port] * LINES)
        await load.open()
        judging = asyncio.create_task(_judge(records))
        await load.run(1.0, PERIOD)
        paced = await load.run(SECONDS, PERIOD)
        judging.cancel()
        with suppress(asyncio.CancelledError):
            await judging
        return percentile(sorted(paced), PERCENT)


async def _judge(records: list[bytes]) -> None:
    """Judge one deal after the other, each in a process at the lowest priority, as a server does."""
    while records:
        for data in records:
            await Analyst(nice=IDLE).judge(data)
