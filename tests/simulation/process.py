"""One life of the server, from its start until it is closed or killed."""

from asyncio import Task
from collections.abc import Coroutine
from typing import Any, Final

from teahouse.service.actor import Actor, Services
from teahouse.service.house import House
from teahouse.service.timers import FakeTimers
from tests.simulation.loop import VirtualLoop


class Process:
    """A loop of its own with a house and its bus. What is not in the store is gone with it."""

    def __init__(self, services: Services) -> None:
        """Start a house on these services."""
        assert isinstance(services.timers, FakeTimers)
        self.loop: Final = VirtualLoop(services.timers)  # type: ignore[abstract]  # it has no sockets
        self.bus: Final = services.bus
        self.house: House
        self._services = services
        self._starting = self.start(self._open())

    async def _open(self) -> None:
        self.house = House(self._services)
        await self.house.start()

    def start(self, work: Coroutine[Any, Any, Any]) -> Task[Any]:
        """Begin something in this process."""
        return self.loop.start(work)

    def close(self) -> "Task[None]":
        """Begin to stop cleanly, as after SIGTERM."""
        return self.start(self.house.close())

    def actors(self) -> list[Actor]:
        """The live tables with nothing in work, so that they can be looked at."""
        return [actor for actor in self.house.live.values() if not actor.is_lost and actor.is_at_rest]
