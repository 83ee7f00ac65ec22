"""A turnstile: limited numbers at once, households in turns, and no turn is lost."""

import asyncio

import pytest

from teahouse.service.engines.queue import Lane, Turnstile
from teahouse.service.errors import Refused

pytestmark = pytest.mark.anyio

NEAR, FAR = Lane("near", "eve", ""), Lane("far", "ann", "")


class Visit:
    """A person who enters and stays until told to leave."""

    def __init__(self, turnstile: Turnstile, lane: Lane, inside: list[str]) -> None:
        self._leave = asyncio.Event()
        self.task = asyncio.create_task(self._go(turnstile, lane, inside))

    async def _go(self, turnstile: Turnstile, lane: Lane, inside: list[str]) -> None:
        async with turnstile.turn(lane):
            inside.append(lane.household)
            await self._leave.wait()

    async def leave(self) -> None:
        self._leave.set()
        await self.task


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_household_that_asks_often_waits_behind_one_that_asks_once() -> None:
    turnstile, inside = Turnstile(1, most_waiting=10, most_of_household=5), list[str]()
    *near, far = (Visit(turnstile, lane, inside) for lane in (NEAR, NEAR, NEAR, FAR))
    await settled()
    for visit in (near[0], near[1], far, near[2]):
        await visit.leave()
    assert inside == ["near", "near", "far", "near"]


async def test_no_more_than_the_bound_are_inside_and_a_household_may_not_queue_without_end() -> None:
    turnstile, inside = Turnstile(2, most_waiting=10, most_of_household=2), list[str]()
    visits = [Visit(turnstile, NEAR, inside) for _ in range(4)]
    await settled()
    assert len(inside) == 2
    with pytest.raises(Refused, match="too busy"):
        async with turnstile.turn(NEAR):
            pass
    visits.append(Visit(turnstile, FAR, inside))
    for visit in visits:
        await visit.leave()
    assert len(inside) == 5


async def test_giving_up_waiting_costs_nobody_elses_turn() -> None:
    turnstile, inside = Turnstile(1, most_waiting=10, most_of_household=5), list[str]()
    first, waiting, last = (Visit(turnstile, lane, inside) for lane in (NEAR, NEAR, FAR))
    await settled()
    waiting.task.cancel()
    await settled()
    await first.leave()
    await last.leave()
    assert inside == ["near", "far"]
    async with turnstile.turn(NEAR):
        pass
