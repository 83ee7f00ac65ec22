"""Waiting on virtual time."""

import asyncio

from tests.fakes import FakeTimers


async def sleep(timers: FakeTimers, ms: float) -> None:
    """Wait for this many milliseconds of virtual time."""
    woken = asyncio.Event()
    timers.later(ms, woken.set)
    await woken.wait()
