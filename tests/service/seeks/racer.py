"""A server that places and pairs seeks of random people: `python -m tests.service.seeks.racer URL`."""

import asyncio
import random
import sys

from teahouse.service.errors import Refused
from teahouse.service.house import House
from teahouse.service.opening import OpenTable, PersonToSeat
from teahouse.service.seeks import seeks
from teahouse.service.seeks.seeks import Seeks
from teahouse.service.store.store import open_store
from teahouse.service.tables.services import Services
from teahouse.service.tables.viewers.bus import LocalBus
from teahouse.service.timers import LoopTimers
from tests.fakes import InThreads
from tests.service.world import QuickThinker, settings_with

PEOPLE = 40
WISHES = (OpenTable("battle", rated=True), OpenTable("battle", clock="2+2"))


async def run(url: str, seed: str) -> None:
    """Race until this process is killed."""
    setattr(seeks, "ENDED_MS", 3_600_000)  # noqa: B010 - a constant, longer here: every pairing is counted at the end
    setattr(seeks, "AT_ONCE_MS", 100)  # noqa: B010 - as above: nobody plays for long here
    rng = random.Random(seed)
    store = await open_store(url)
    settings = settings_with(leaver_pauses=False)
    services = Services(store, LocalBus(), QuickThinker(), LoopTimers(), rng.randbytes, InThreads(), settings)
    server = Seeks(House(services), services)

    async def race() -> None:
        while True:
            name = f"p{rng.randrange(PEOPLE)}"
            try:
                await server.place(PersonToSeat(name, name), rng.choice(WISHES))
            except Refused:
                await asyncio.sleep(0)

    await asyncio.gather(*(race() for _ in range(4)))


if __name__ == "__main__":
    asyncio.run(run(*sys.argv[1:]))
