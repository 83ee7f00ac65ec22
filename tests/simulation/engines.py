"""Simulated processes under the house's real engines: they hold memory, take virtual time, and fail when told."""

from collections import deque
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, TypeVar

from teahouse.core.game import Forfeit
from teahouse.players import PLAYERS, memory
from teahouse.service.engines.process import Bot, Machine
from teahouse.service.engines.wire import Chosen, EngineRequest, Failed, Think, Warmed
from teahouse.service.timers import FakeTimers
from tests.simulation.waiting import sleep

R = TypeVar("R")

START_MS: Final = 200
BARE_MB: Final = 120  # an engine before it loads any game
KERNELS_MB: Final = {"battle": 80, "classic": 110, "solitaire": 50}
TABLES_MB: Final[Mapping[Bot, float]] = {
    ("battle", "perfect"): 256,
    ("battle", "hard"): 64,
    ("solitaire", "expert"): 64,
}
BOTS: Final = frozenset((game, level) for game, players in PLAYERS.items() for level in players.levels)


class SimulatedMachine:
    """Starts simulated engines; the next thoughts fail where that was asked for."""

    def __init__(self, timers: FakeTimers, rng: Random, slowest: int) -> None:
        self.timers, self.rng, self.slowest = timers, rng, slowest
        self.faults: deque[str] = deque()
        self.failures = 0

    @property
    def machine(self) -> Machine:
        """What the engines run on; everything is compiled there."""
        return Machine(self.start, KERNELS_MB.__contains__)

    async def start(self, arguments: Mapping[str, object], limit: float) -> "SimulatedEngine":
        """A process that has said hello."""
        await sleep(self.timers, START_MS)
        return SimulatedEngine(self, int(str(arguments["memory-mb"])))

    def fail(self, times: int, reason: str) -> None:
        """Let the next thoughts fail."""
        self.faults.extend([reason] * times)

    def heal(self) -> None:
        """Let every thought succeed at once from now on."""
        self.faults.clear()
        self.slowest = 0


class SimulatedEngine:
    """One process: what it has loaded, and whether it lives."""

    def __init__(self, machine: SimulatedMachine, limit_mb: int) -> None:
        self._machine, self._limit_mb = machine, limit_mb
        self._games: set[str] = set()
        self.bots: frozenset[Bot] = BOTS
        self.warm: set[Bot] = set()
        self.is_alive = True
        self.pid = 0

    @property
    def memory_mb(self) -> int:
        """What the process holds."""
        return BARE_MB + sum(KERNELS_MB[game] for game in self._games)

    async def ask(self, request: EngineRequest, expected: type[R]) -> R | Failed:
        """The answer after a while, or why there is none."""
        machine = self._machine
        fault = machine.faults.popleft() if machine.faults and isinstance(request, Think) else None
        if fault == "hang":
            await sleep(machine.timers, request.limit * 1000)
        elif machine.slowest:
            await sleep(machine.timers, machine.rng.randint(0, machine.slowest))
        if fault is not None:
            machine.failures += 1
            self.is_alive = fault == "memory"
            return Failed(fault)  # type: ignore[arg-type]
        answer = self._answer(request)
        assert isinstance(answer, expected | Failed)
        return answer

    def _answer(self, request: EngineRequest) -> Warmed | Chosen | Failed:
        self._games.add(request.game)
        if isinstance(request, Think):
            try:
                table = memory.table_mb(TABLES_MB.get((request.game, request.level), 1), left=self._left())
            except MemoryError:
                return Failed("memory")
            return Failed("memory") if table > self._left() else Chosen(lively(request.moves, request.seed), 0.0)
        return Warmed()

    def _left(self) -> int:
        return self._limit_mb - self.memory_mb

    async def kill(self) -> None:
        """End."""
        self.is_alive = False


def lively(moves: Sequence[Any], seed: str) -> int:
    """The number of any move but giving up: of no great wit, and as quick as nothing is computed for it."""
    return Random(seed).choice([n for n, move in enumerate(moves) if not isinstance(move, Forfeit)] or [0])
