"""The current figures of a server, for the console: engines, workers, connections, memory, refusals."""

from collections import Counter
from pathlib import Path
from resource import getpagesize
from typing import Final

import msgspec

from teahouse.players.memory import MEGABYTE
from teahouse.web.context import ServerContext

MOST_HOUSEHOLDS: Final = 10
MOST_CODES: Final = 20


class EngineFigures(msgspec.Struct, frozen=True):
    """The engine processes: how many, how many think, choices that wait, and what went wrong since the start."""

    processes: int
    busy: int
    waiting: int
    cold: int
    choices: int
    mean_seconds: float
    replaced: int
    fallbacks: dict[str, int]
    memory_mb: tuple[int, ...]
    memory_limit_mb: int


class HouseholdFigures(msgspec.Struct, frozen=True):
    """A network address, and how much of its work waits or runs."""

    household: str
    choices: int
    work: int


class LiveFigures(msgspec.Struct, frozen=True):
    """A server now. refusals: by code since the start, over HTTP and sockets. broken: tables that could not be read."""

    at: int
    memory_mb: int
    tables: int
    sockets: int
    streams: int
    workers: int
    workers_busy: int
    workers_waiting: int
    loop_lag_ms: float
    engines: EngineFigures | None
    households: tuple[HouseholdFigures, ...]
    refusals: dict[str, int]
    broken: tuple[str, ...]


def live_figures(context: ServerContext) -> LiveFigures:
    """The figures of this server now."""
    load = context.workers.load()
    refusals = context.refusals + context.metrics.actions.refusals()
    return LiveFigures(
        context.timers.date(),
        memory_mb(),
        context.tables(),
        context.sockets(),
        context.limits.streams.total,
        load.processes,
        load.running,
        max(0, sum(load.households.values()) - load.running),
        round(context.metrics.lag.mean * 1000, 1),
        _engines(context),
        _households(context, load.households),
        dict(refusals.most_common(MOST_CODES)),
        tuple(sorted(context.house.broken)),
    )


def memory_mb() -> int:
    """The memory of this process; 0 if the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * getpagesize() // MEGABYTE


def _engines(context: ServerContext) -> EngineFigures | None:
    stats = context.engine_stats()
    if stats is None:
        return None
    return EngineFigures(
        stats.engines,
        stats.busy,
        stats.waiting,
        stats.cold,
        stats.choices,
        round(stats.mean_seconds, 3),
        stats.replaced,
        {str(reason): count for reason, count in stats.fallbacks.items()},
        stats.memory_mb,
        stats.memory_limit_mb,
    )


def _households(context: ServerContext, work: dict[str, int]) -> tuple[HouseholdFigures, ...]:
    choices = {} if context.engines is None else context.engines.households()
    busiest = (Counter(choices) + Counter(work)).most_common(MOST_HOUSEHOLDS)
    return tuple(HouseholdFigures(name, choices.get(name, 0), work.get(name, 0)) for name, _ in busiest)
