"""Simulated processes for the real engine pool: they use memory, take virtual time, and fail on request."""

from collections import deque
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, TypeVar

from teahouse.core.game import Forfeit
from teahouse.players import PLAYERS, memory
from teahouse.service.engines.process import Bot, Machine
from teahouse.service.engines.wire import Chosen, EngineRequest, Failed, Think, Warmed
from tests.fakes import FakeTimers
from tests.simulation.waiting import sleep

R = TypeVar("R")

START_MS: Final = 200
BARE_MB: Final = 120  # memory of an engine without any game
KERNELS_MB: Final = {"battle": 80, "classic": 110, "solitaire": 50}
TABLES_MB: Final[Mapping[Bot, float]] = {
    ("battle", "perfect"): 256,
    ("battle", "hard"): 64,
    ("solitaire", "expert"): 64,
}
BOTS: Final = frozenset((game, level) for game, players in PLAYERS.items() for level in players.levels)


class SimulatedMachine:
    """Starts simulated engines, whose next choices fail on request."""

    def __init__(self, timers: FakeTimers, rng: Random, slowest: int) -> None:
        self.timers, self.rng, self.slowest = timers, rng, slowest
        self.faults: deque[str] = deque()
        self.failures = 0

    @property
    def machine(self) -> Machine:
        """The machine of the engines, where all kernels are compiled."""
        return Machine(self.start, KERNELS_MB.__contains__)

    async def start(self, arguments: Mapping[str, object], limit: float) -> "SimulatedEngine":
        """Start a process, which is ready at once."""
        await sleep(self.timers, START_MS)
        return SimulatedEngine(self, int(str(arguments["memory-mb"])))

    def fail(self, times: int, reason: str) -> None:
        """Let the next choices fail."""
        self.faults.extend([reason] * times)

    def heal(self) -> None:
        """Let every choice succeed at once from now on."""
        self.faults.clear()
        self.slowest = 0


class SimulatedEngine:
    """One process: the games it has loaded, and whether it is alive."""

    def __init__(self, machine: SimulatedMachine, limit_mb: int) -> None:
        self._machine, self._limit_mb = machine, limit_mb
        self._games: set[str] = set()
        self.bots: frozenset[Bot] = BOTS
        self.warm: set[Bot] = set()
        self.is_alive = True
        self.pid = 0

    @property
    def memory_mb(self) -> int:
        """The memory that the process uses."""
        return BARE_MB + sum(KERNELS_MB[game] for game in self._games)

    async def ask(self, request: EngineRequest, expected: type[R]) -> R | Failed:
        """Answer after a while, or fail for the requested reason."""
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
        """End the process."""
        self.is_alive = False


def lively(moves: Sequence[Any], seed: str) -> int:
    """A pseudo-random move other than resigning, chosen without any search."""
    return Random(seed).choice([n for n, move in enumerate(moves) if not isinstance(move, Forfeit)] or [0])
