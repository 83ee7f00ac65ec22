"""Prometheus metrics: tables, sockets, actions, commits, engines, the process, and the lag of the event loop."""

import asyncio
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Final, Protocol, TypeVar

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from teahouse.players.memory import MEGABYTE
from teahouse.service.engines.engines import REASONS, EngineStats
from teahouse.service.store.jobs import Job
from teahouse.service.store.store import Store

T = TypeVar("T")

BEAT: Final = 0.25  # seconds between two measurements of the lag
SHORT: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Figures(Protocol):
    """The values that are counted when the metrics are read."""

    def tables(self) -> int:
        """Tables in memory."""
        ...

    def sockets(self) -> int:
        """Open sockets."""
        ...

    def engine_stats(self) -> EngineStats | None:
        """Statistics of the engines."""
        ...


class Durations(Collector):
    """How long something took, counted in plain numbers: no lock is needed on the event loop."""

    def __init__(self, name: str, text: str) -> None:
        """Start at zero."""
        self._name: Final = name
        self._text: Final = text
        self._counts: Final = [0] * (len(SHORT) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count one more."""
        self._counts[bisect_left(SHORT, seconds)] += 1
        self._sum += seconds

    @property
    def mean(self) -> float:
        """How long it took on average, in seconds."""
        return self._sum / max(1, sum(self._counts))

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """The histogram in Prometheus' form: each bucket includes the smaller ones."""
        bounds = [*map(str, SHORT), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._text, buckets=buckets, sum_value=self._sum)


class Actions(Collector):
    """Counts the requests over sockets, by kind and outcome."""

    def __init__(self) -> None:
        """Start at zero."""
        self._counts: Final = Counter[tuple[str, str]]()

    def count(self, kind: str, outcome: str) -> None:
        """Count one more."""
        self._counts[kind, outcome] += 1

    def refusals(self) -> Counter[str]:
        """The number of refusals, by their codes."""
        counts = Counter[str]()
        for (_, code), count in self._counts.items():
            if code != "done":
                counts[code] += count
        return counts

    def collect(self) -> Iterator[CounterMetricFamily]:
        """One line for each kind and outcome there was."""
        family = CounterMetricFamily("teahouse_actions", "What was asked over sockets.", labels=["kind", "code"])
        for labels, count in self._counts.items():
            family.add_metric(labels, count)
        yield family


class Metrics:
    """The metrics of one server, in its own registry."""

    def __init__(self) -> None:
        """Start at zero."""
        self.registry: Final = CollectorRegistry()
        self.commits: Final = Durations("teahouse_commit_seconds", "How long a write took until committed.")
        self.actions: Final = Actions()
        self.seconds: Final = Durations("teahouse_action_seconds", "From a request read to its answer queued.")
        self.lag: Final = Durations("teahouse_loop_lag_seconds", "How late the event loop came.")
        for collector in (self.commits, self.actions, self.seconds, self.lag):
            self.registry.register(collector)
        ProcessCollector(registry=self.registry)  # memory, processor time and open files, if /proc exists

    def watch(self, figures: Figures) -> None:
        """Register the values that are counted when the metrics are read."""
        self.registry.register(_Now(figures))

    def text(self) -> bytes:
        """All metrics in Prometheus' format."""
        return generate_latest(self.registry)

    async def watch_loop(self) -> None:
        """Measure the lag of the event loop, until cancelled."""
        while True:
            due = time.perf_counter() + BEAT
            await asyncio.sleep(BEAT)
            self.lag.observe(max(0.0, time.perf_counter() - due))


class _Now(Collector):
    """Metrics that are computed when they are read."""

    def __init__(self, figures: Figures) -> None:
        self._figures: Final = figures

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        """All current values."""
        yield GaugeMetricFamily("teahouse_tables", "Tables in memory.", self._figures.tables())
        yield GaugeMetricFamily("teahouse_sockets", "Open sockets.", self._figures.sockets())
        stats = self._figures.engine_stats()
        if stats is not None:
            yield from _engines(stats)


def _engines(stats: EngineStats) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
    yield GaugeMetricFamily("teahouse_engines", "Engine processes.", stats.engines)
    yield GaugeMetricFamily("teahouse_engines_busy", "Engine processes that think.", stats.busy)
    yield GaugeMetricFamily("teahouse_engine_waiting", "Choices that wait for an engine.", stats.waiting)
    yield CounterMetricFamily("teahouse_engine_choices", "Choices made.", stats.choices)
    yield CounterMetricFamily("teahouse_engine_thinking_seconds", "Seconds thought.", stats.thinking_seconds)
    yield CounterMetricFamily("teahouse_engine_replaced", "Processes replaced after a failure.", stats.replaced)
    yield CounterMetricFamily("teahouse_engine_renewed", "Processes restarted because memory was short.", stats.renewed)
    yield GaugeMetricFamily("teahouse_engine_compiling", "Games that are not compiled yet.", len(stats.compiling))
    yield from _trouble(stats)
    limit = stats.memory_limit_mb * MEGABYTE
    yield GaugeMetricFamily("teahouse_engine_memory_limit_bytes", "What one engine process may take.", limit)
    memory = GaugeMetricFamily("teahouse_engine_memory_bytes", "What each engine process holds.", labels=["engine"])
    for number, megabytes in enumerate(stats.memory_mb):
        memory.add_metric([str(number)], megabytes * MEGABYTE)
    yield memory


def _trouble(stats: EngineStats) -> Iterator[CounterMetricFamily]:
    """Bots whose engine failed: why, and which level played for them."""
    fallbacks = CounterMetricFamily("teahouse_engine_fallbacks", "Bots that did not answer.", labels=["reason"])
    for reason in REASONS:
        fallbacks.add_metric([reason], stats.fallbacks.get(reason, 0))
    yield fallbacks
    weakened = CounterMetricFamily(
        "teahouse_engine_weakened", "Choices and advice of weaker levels.", labels=["game", "bot", "level"]
    )
    for labels, count in stats.weakened.items():
        weakened.add_metric(list(labels), count)
    yield weakened


class MeasuredStore:
    """A store that measures its writes."""

    def __init__(self, store: Store, observe: Callable[[float], None]) -> None:
        """Call `observe` with the seconds of each write."""
        self._store: Final = store
        self._observe: Final = observe

    async def write(self, job: Job[T]) -> T:
        """Write and measure."""
        started = time.perf_counter()
        try:
            return await self._store.write(job)
        finally:
            self._observe(time.perf_counter() - started)

    async def read(self, job: Job[T]) -> T:
        """Read."""
        return await self._store.read(job)

    async def close(self) -> None:
        """Close."""
        await self._store.close()
