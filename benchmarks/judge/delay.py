"""Whether judging in the background delays play: one server under one load, in short slices with and without it.

The server itself judges deals that the house's levels played, and keeps what it found. A busy machine changes more from
minute to minute than judging does. So slices with and without follow one another in pairs, the order of which changes,
and what counts is the median of the pairs' ratios, with its interval. `TEAHOUSE_BENCH_PAIRS` says how many pairs
(12), each of two slices of four seconds.
"""

import asyncio
import os
import statistics
from collections.abc import Iterator, Sequence
from math import comb
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.judge.games import Seated, played
from benchmarks.measure import Figure, all_cores
from benchmarks.server.actions import CONNECTIONS, PERIOD, TABLES, ServerProcess, server_process
from benchmarks.server.load import Load, percentile
from teahouse.core.record import record_bytes

PAIRS = int(os.environ.get("TEAHOUSE_BENCH_PAIRS", "12"))
SLICE = 4.0
PERCENT = 99
AIM = 1.1
SURE = 0.95
DEAL = Seated("classic", {}, ("easy", "simple", "easy", "simple"))
DEALS = 4


class Slice(NamedTuple):
    """A few seconds of load: the latencies of all moves, and for each action the seconds of work and of waiting.

    waited: for a processor, while another process had it.
    """

    latencies: list[float]
    cpu: float
    waited: float


class Pair(NamedTuple):
    """Two slices that followed one another."""

    without: Slice
    judging: Slice


def figures() -> Iterator[Figure]:
    """The 99th percentile, and how long the server worked and waited, with judging and without."""
    with all_cores():
        pairs, judged = asyncio.run(_measured())
    slow = [(_slowest(pair.judging), _slowest(pair.without)) for pair in pairs]
    cpu = [(pair.judging.cpu, pair.without.cpu) for pair in pairs]
    waited = [(pair.judging.waited, pair.without.waited) for pair in pairs]
    load = f"{TABLES} tables with one move a second each; aim {AIM} ×; {judged} deals judged"
    yield _figure(f"judge: from a move to the last connection, p{PERCENT}, while deals are judged", slow, load)
    yield _figure("judge: the server's processor time per action, while deals are judged", cpu, load)
    yield _figure("judge: the server's waiting time for a processor per action, while deals are judged", waited, load)


def _figure(name: str, pairs: Sequence[tuple[float, float]], load: str) -> Figure:
    """The medians of both sides, with the median of the ratios in the note."""
    ours, peer = (1000 * statistics.median(each) for each in zip(*pairs, strict=True))
    ratios = sorted(one / other for one, other in pairs)
    low, high = median_interval(ratios)
    spread = f"median ratio of {len(ratios)} pairs {statistics.median(ratios):.2f} ({low:.2f} to {high:.2f}, 95 %)"
    return Figure(name, "ms", ours, peer, "the same load without judging", note=f"lower is better; {spread}; {load}")


def median_interval(ordered: Sequence[float]) -> tuple[float, float]:
    """The interval of some ordered values that contains the true median, for any distribution.

    >>> median_interval([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    (3, 10)
    """
    count, outside, rank = len(ordered), 0.0, 0
    while rank < count // 2 and 2 * (outside + comb(count, rank) / 2**count) <= 1 - SURE:
        outside += comb(count, rank) / 2**count
        rank += 1
    first = max(0, rank - 1)
    return ordered[first], ordered[count - 1 - first]


def _slowest(one: Slice) -> float:
    return percentile(sorted(one.latencies), PERCENT)


async def _measured() -> tuple[list[Pair], int]:
    with (
        TemporaryDirectory() as folder,
        TemporaryDirectory() as deals,
        server_process("house", folder, TABLES) as server,
    ):
        for number in range(DEALS):
            record = record_bytes(played(DEAL, f"delay/{number}".encode()))
            (Path(deals) / f"{number}.jsonl").write_bytes(record)
        load = Load(server.tables, [server.port] * CONNECTIONS)
        await load.open()
        await _slice(load, server, deals)
        pairs, judged = list[Pair](), 0
        for number in range(PAIRS):
            order = (False, True) if number % 2 else (True, False)
            found = dict[bool, Slice]()
            for judging in order:
                found[judging], count = await _slice(load, server, deals if judging else "")
                judged = max(judged, count)
            pairs.append(Pair(found[False], found[True]))
        return pairs, judged


async def _slice(load: Load, server: ServerProcess, deals: str) -> tuple[Slice, int]:
    """A slice of the load, and how many deals of a folder were judged until its end."""
    if deals:
        server.ask(f"judge {deals}")
    before = server.ask("cpu")
    latencies = await load.run(SLICE, PERIOD)
    after, actions = server.ask("cpu"), max(1, len(latencies))
    judged = server.ask("pause")["judged"] if deals else 0
    spent = ((after[name] - before[name]) / actions for name in ("cpu", "waited"))
    return Slice(latencies, *spent), judged
