"""How things are measured: Teahouse and a peer in turns, on one core, in CPU time of the process."""

import gc
import os
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import NamedTuple

ROUNDS = 5


class Figure(NamedTuple):
    """One measured figure: ours, the peer's (if there is one), the promised ratio, and notes."""

    name: str
    unit: str
    ours: float
    peer: float | None = None
    peer_name: str = ""
    least_ratio: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Our figure divided by the peer's."""
        return None if self.peer is None else self.ours / self.peer


def one_core() -> None:
    """Keep this process on one core, the last one it may use."""
    with suppress(AttributeError, OSError):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


@contextmanager
def all_cores() -> Generator[None]:
    """Let this process use every core in this context, for threads, servers and browsers that work side by side."""
    before = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else ()
    with suppress(AttributeError, OSError):
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        yield
    finally:
        if before:
            os.sched_setaffinity(0, before)


def rates(*loops: Callable[[], int], rounds: int = ROUNDS) -> list[float]:
    """The best rate of each loop, in operations a second; a loop returns how many it did. The loops take turns."""
    best = [0.0] * len(loops)
    for loop in loops:
        loop()
    for _ in range(rounds):
        for number, loop in enumerate(loops):
            gc.collect()
            started = time.process_time()
            count = loop()
            best[number] = max(best[number], count / (time.process_time() - started))
    return best
