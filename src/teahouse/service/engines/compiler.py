"""Compiles the kernels of the games, each in a separate process that ends afterwards.

A compiler does not give memory back; engines that only load compiled code can use that memory for searching.
"""

import asyncio
import logging
from typing import Final

from teahouse.players import PLAYERS
from teahouse.players.memory import COMPILER_MB
from teahouse.service.engines.process import THIS_MACHINE, Machine, NoEngine, RunningEngine
from teahouse.service.engines.wire import Compile, Failed, Warmed

LONGEST: Final = 600.0
"""Seconds that a slow machine may need to compile one game."""

log: Final = logging.getLogger(__name__)


class Compiler:
    """Compiles the games that are not compiled yet, one after another, those in use first."""

    def __init__(self, nice: int, start: float, machine: Machine = THIS_MACHINE) -> None:
        """Start processes with the low priority of engines, but with the memory that compiling needs."""
        self._arguments: Final = {"memory-mb": COMPILER_MB, "nice": nice}
        self._start: Final = start
        self._machine: Final = machine
        self._engine: RunningEngine | None = None
        self._left: Final[dict[str, asyncio.Event]] = {}
        self._slow: Final[set[str]] = set()

    @property
    def left(self) -> tuple[str, ...]:
        """The games that are not compiled yet, in the order in which they will be."""
        return tuple(self._left)

    def find_uncompiled(self) -> None:
        """Find the games that were never compiled on this machine."""
        games = [
            game
            for game, players in PLAYERS.items()
            if players.load is not None and not self._machine.is_compiled(game)
        ]
        self._left.update((game, asyncio.Event()) for game in games)

    async def run(self) -> None:
        """Compile what is left."""
        while self._left:
            game = next(iter(self._left))
            await self._compile(game)
            self._left.pop(game).set()

    async def close(self) -> None:
        """Kill the process that compiles, after `run` was cancelled."""
        if self._engine is not None:
            await self._engine.kill()

    async def wait(self, game: str, seconds: float) -> bool:
        """Compile this game next and wait for it; return whether it is compiled. A failed wait is not repeated."""
        if game not in self._left:
            return True
        done = self._left[game]
        self._hasten(game)
        try:
            async with asyncio.timeout(0 if game in self._slow else seconds):
                await done.wait()
        except TimeoutError:
            self._slow.add(game)
            return False
        return True

    def _hasten(self, game: str) -> None:
        """Put a game behind the one that is being compiled."""
        first, *others = self._left
        if game != first:
            order = (first, game, *(each for each in others if each != game))
            events = dict(self._left)
            self._left.clear()
            self._left.update((each, events[each]) for each in order)

    async def _compile(self, game: str) -> None:
        """Leave a game that cannot be compiled here to the engines, which report their failures."""
        log.info("compiling the engine of a game, once", extra={"game": game})
        try:
            engine = await self._machine.start(self._arguments, self._start)
        except NoEngine as error:
            log.error("a compiler did not start", exc_info=error)
            return
        self._engine = engine
        outcome = await engine.ask(Compile(game, LONGEST), Warmed)
        await engine.kill()
        self._engine = None
        if isinstance(outcome, Failed):
            log.error("a game was not compiled", extra={"game": game, "reason": outcome.reason, "place": outcome.text})
