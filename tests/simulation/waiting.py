"""Waiting on virtual time."""

import asyncio

from teahouse.service.timers import FakeTimers


async def sleep(timers: FakeTimers, ms: float) -> None:
    """Wait for so many milliseconds of virtual time."""
    woken = asyncio.Event()
    timers.later(ms, woken.set)
    await woken.wait()
