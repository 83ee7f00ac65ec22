"""The prover of Solitaire compiled, within limits of time or steps, for one board or many at once."""

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from teahouse.core.errors import InvalidOption
from teahouse.games.solitaire import Shape
from teahouse.games.solitaire.deals.proof import BUDGET, Proof, ProofKernels, prove
from teahouse.kernels.solitaire import prover
from teahouse.kernels.solitaire.types import SearchCounters
from teahouse.players.compiling import compiled
from teahouse.players.player import NO_LIMITS, SearchLimits

if TYPE_CHECKING:
    from teahouse.kernels.arrays import Ints

R = TypeVar("R")

FIRST_BUDGET: Final = 50_000
NODES_A_SECOND: Final = 300_000
WAITING_A_THREAD: Final = 4


class ProofPosition(NamedTuple):
    """A board to be decided: its shape, the face in every slot and the tiles left (None: all)."""

    shape: Shape
    faces: bytes
    left: int | None = None


class TimedProof(NamedTuple):
    """A proof and the seconds it took."""

    proof: Proof
    seconds: float


@lru_cache(maxsize=1)
def quick_engine() -> ProofKernels:
    """The compiled prover; the first call in a process loads it, the first of all compiles it."""
    from teahouse.kernels.arrays import new_record

    return ProofKernels(compiled(prover.prove), compiled(prover.prove_by_cuts), ints, blank, new_record)


def ints(numbers: list[int]) -> "Ints":
    """The numbers as an array of 64 bits for compiled kernels, even if there are none."""
    import numpy as np

    return np.array(numbers, np.int64)


def blank(size: int) -> "Ints":
    """An array of zeros."""
    import numpy as np

    return np.zeros(size, np.int64)


def play_counters(random_state: int) -> SearchCounters:
    """Counters for random play, with this state of the random generator."""
    from teahouse.kernels.arrays import new_record

    counters = new_record(SearchCounters)
    counters.random_state = random_state
    return counters


def decide(position: ProofPosition, limits: SearchLimits = NO_LIMITS) -> TimedProof:
    """Prove a board clearable or dead, as far as the limits allow."""
    _check(limits)
    engine, started = quick_engine(), time.perf_counter()
    budgets = _budgets(limits, started)
    proof = prove(*position, next(budgets), engine)
    for budget in budgets:
        if proof.clearable is not None:
            break
        proof = prove(*position, budget, engine)
    return TimedProof(proof, time.perf_counter() - started)


def _check(limits: SearchLimits) -> None:
    if limits.nodes is not None and limits.nodes < 1:
        raise InvalidOption(f"expected a limit of at least 1 node, got {limits.nodes}")
    if limits.seconds is not None and not limits.seconds > 0:
        raise InvalidOption(f"expected a time above 0 seconds, got {limits.seconds:g}")


def _budgets(limits: SearchLimits, started: float) -> Iterator[int]:
    """The step limits to try. Under a time limit they grow, and each run starts over to be repeatable."""
    most = BUDGET if limits.nodes is None and limits.seconds is None else limits.nodes
    if limits.seconds is None:
        yield most or BUDGET
        return
    budget, pace = FIRST_BUDGET, float(NODES_A_SECOND)
    while True:
        begun = time.perf_counter()
        left = started + limits.seconds - begun
        budget = min(budget, max(1, int(left * pace)), most or budget)
        yield budget
        pace = budget / max(time.perf_counter() - begun, 1e-9)
        if time.perf_counter() - started >= 0.9 * limits.seconds or budget == most:
            return
        budget *= 4


def decide_many(
    positions: Iterable[ProofPosition], limits: SearchLimits = NO_LIMITS, threads: int = 1
) -> Iterator[TimedProof]:
    """Decide boards on several threads; the answers come in the order of the boards."""
    quick_engine()
    return in_order(lambda position: decide(position, limits), positions, threads)


def in_order(work: Callable[[ProofPosition], R], positions: Iterable[ProofPosition], threads: int) -> Iterator[R]:
    """Work on several threads, reading a little ahead; results come in the order of the input."""
    waiting = iter(positions)
    with ThreadPoolExecutor(threads) as pool:
        running = [pool.submit(work, position) for position in islice(waiting, WAITING_A_THREAD * threads)]
        while running:
            done = running.pop(0)
            result = done.result()
            running += [pool.submit(work, position) for position in islice(waiting, 1)]
            yield result
