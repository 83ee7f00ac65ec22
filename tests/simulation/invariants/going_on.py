"""A table in play always waits for a person, a bot or a timer, and timers that are due fire."""

from collections.abc import Sequence
from typing import Final

from teahouse.service.tables.actor import Actor
from teahouse.service.tables.table import Table
from teahouse.service.tables.waiting.waits import Wait
from tests.simulation.world import World

GRACE_MS: Final = 15_000  # the longest time until a failed write is tried again


def check(world: World, letter: str, actor: Actor) -> None:
    """Report a table that has been stuck for a while; failed writes are tried again first."""
    why, now, failures = stuck(actor), world.timers.now(), world.store.failures + world.machine.failures
    since = world.stuck_since.get(letter)
    if why is None:
        world.stuck_since.pop(letter, None)
    elif since is None or since[1] != failures:
        world.stuck_since[letter] = (now, failures)
    elif now - since[0] > GRACE_MS:
        world.fault("going on", letter, why)


def stuck(actor: Actor) -> str | None:
    """Why a table is stuck, or None."""
    table = actor.table
    if table.status != "playing":
        return None
    waits = actor.waits_on()
    if table.game.result(table.state) is not None:
        return "the deal is over and still played"
    if any(wait.ms is not None and wait.ms < 0 for wait in waits):
        return "time is up and nothing happens"
    return _unclaimed(waits) if table.has_window() else _unmoved(table, waits)


def _unclaimed(waits: Sequence[Wait]) -> str | None:
    """Why an open claim is stuck, or None."""
    closing = [wait for wait in waits if wait.what == "claim" and wait.ms is not None]
    return None if closing else "a claim is open and nothing closes it"


def _unmoved(table: Table, waits: Sequence[Wait]) -> str | None:
    """Why a turn is stuck, or None."""
    if not waits and not table.to_move():
        return "nobody is to move and no claim is open"
    if {wait.seat for wait in waits} != set(table.to_move()):
        return "a bot is to move and does not think"
    has_clock = not table.opened.clock.is_timed or all(wait.ms is not None for wait in waits if wait.what == "person")
    return None if has_clock else "a person at a timed table has no clock running"
