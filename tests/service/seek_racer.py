"""A server that places and keeps seeks of random people as fast as it can: `python -m tests.service.seek_racer URL`."""

import asyncio
import random
import sys

from teahouse.service.errors import Refused
from teahouse.service.house import House
from teahouse.service.opening import OpenTable, Sitting
from teahouse.service.seeks import seeks
from teahouse.service.seeks.seeks import Seeks
from teahouse.service.store.store import open_store
from teahouse.service.tables.actor import Services
from teahouse.service.tables.viewers.bus import LocalBus
from teahouse.service.timers import LoopTimers
from tests.service.world import QuickThinker

PEOPLE = 40
WISHES = (OpenTable("battle", rated=True), OpenTable("battle", clock="2+2"))


async def run(url: str, seed: str) -> None:
    """Race until this process is killed."""
    setattr(seeks, "TOLD_MS", 3_600_000)  # noqa: B010 - a constant, longer here: every pairing is counted at the end
    setattr(seeks, "AT_ONCE_MS", 100)  # noqa: B010 - as above: nobody plays for long here
    rng = random.Random(seed)
    store = await open_store(url)
    services = Services(store, LocalBus(), QuickThinker(), LoopTimers(), rng.randbytes, leaver_pauses=False)
    server = Seeks(House(services), services)

    async def race() -> None:
        while True:
            name = f"p{rng.randrange(PEOPLE)}"
            try:
                await server.place(Sitting(name, name), rng.choice(WISHES))
            except Refused:
                await asyncio.sleep(0)

    await asyncio.gather(*(race() for _ in range(4)))


if __name__ == "__main__":
    asyncio.run(run(*sys.argv[1:]))
