"""One life of the server, from its start until it is closed or killed."""

from asyncio import Task, all_tasks
from collections.abc import Coroutine
from typing import Any, Final

from teahouse.service.engines.engines import Engines
from teahouse.service.house import House
from teahouse.service.tables.services import Services
from tests.fakes import FakeTimers
from tests.simulation.loop import VirtualLoop

BURIALS: Final = 3  # a cancelled task may start others to clean up


class Process:
    """An event loop with engines, a house and its bus. What is not in the store is lost with it."""

    def __init__(self, services: Services, engines: Engines) -> None:
        """Start a house with these services."""
        assert isinstance(services.timers, FakeTimers)
        self.loop: Final = VirtualLoop(services.timers)  # type: ignore[abstract]  # it has no sockets
        self.bus: Final = services.bus
        self.house: House
        self._services, self._engines = services, engines
        self.start(self._open())

    async def _open(self) -> None:
        self.house = House(self._services)
        await self._engines.start()
        await self.house.start()

    def start(self, work: Coroutine[Any, Any, Any]) -> Task[Any]:
        """Start a task in this process."""
        return self.loop.create_task(work)

    def close(self) -> "Task[None]":
        """Begin a clean stop, as after SIGTERM."""
        return self.start(self._close())

    async def _close(self) -> None:
        await self.house.close()
        await self._engines.close()

    def bury(self) -> None:
        """Drop all unfinished tasks, at the end of the world."""
        for _ in range(BURIALS):
            for task in all_tasks(self.loop):
                task.cancel()
            self.loop.run_until_rest()
