"""Bots that think in virtual time, and engines that crash, hang or run out of memory when they are told to."""

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from teahouse.core.game import Forfeit
from teahouse.players import PLAYERS, Budget
from teahouse.players.advice import Advice
from teahouse.service.timers import FakeTimers
from tests.simulation.waiting import sleep

HANG_MS = 3_000  # how long a bot may take beyond its budget, as the engines allow it


class Thought(NamedTuple):
    """A bot's choice, the level that chose, and why that is a weaker one where an engine failed."""

    move: Any
    level: str
    fallback: str | None = None


class Question(NamedTuple):
    """What a bot was asked: the moves offered and, where a tile is on offer, which one."""

    moves: tuple[Any, ...]
    offer: Any


def question_of(view: Any, moves: Sequence[Any]) -> Question:
    """What a seat has to answer."""
    return Question(tuple(moves), (getattr(view, "offer", None), getattr(view, "wall", None)))


class FaultyThinker:
    """Chooses for every bot at once or after a while. `asked` keeps each bot's last question."""

    def __init__(self, timers: FakeTimers, rng: Random, slowest: int) -> None:
        self._timers, self._rng, self._slowest = timers, rng, slowest
        self._faults: deque[str] = deque()
        self.asked: dict[tuple[str, int], list[tuple[Question, Any]]] = {}
        self.failures = 0

    def fail(self, times: int, reason: str) -> None:
        """Let the engines fail at the next thoughts."""
        self._faults.extend([reason] * times)

    def heal(self) -> None:
        """Let the engines work at once from now on."""
        self._faults.clear()
        self._slowest = 0

    def expect(self, game: str, level: str) -> None:
        """Need no preparation."""

    async def choose(
        self,
        game: str,
        options: dict[str, Any],
        level: str,
        view: Any,
        moves: Sequence[Any],
        *,
        budget: Budget,
        seed: str,
        table: str,
    ) -> Thought:
        """A move of no great wit, as quickly as nothing is computed for it."""
        fault = self._faults.popleft() if self._faults else None
        wait = HANG_MS if fault == "hang" else self._rng.randint(0, self._slowest) if self._slowest else 0
        if wait:
            await sleep(self._timers, wait)
        if fault:
            self.failures += 1
        chosen = lively(moves, Random(seed))
        seat = int(seed.rpartition("/")[2])
        self.asked.setdefault((table, seat), []).append((question_of(view, moves), chosen))
        return Thought(chosen, weaker(game, level) if fault else level, fault)

    async def advise(
        self,
        game: str,
        options: dict[str, Any],
        view: Any,
        moves: Sequence[Any],
        *,
        budget: Budget,
        seed: str,
        table: str,
    ) -> Advice | None:
        """No advice: nobody in the simulation asks for any."""
        return None


def weaker(game: str, level: str) -> str:
    """The next weaker level; of the weakest itself."""
    levels = list(PLAYERS[game].levels)
    return levels[max(0, levels.index(level) - 1)]


def lively(moves: Sequence[Any], rng: Random) -> Any:
    """Any move but giving up."""
    return rng.choice([move for move in moves if not isinstance(move, Forfeit)] or list(moves))
