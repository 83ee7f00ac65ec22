"""What must hold after every step, whatever people, engines, the store and the server do."""

from collections.abc import Callable, Mapping
from typing import Final

from teahouse.service.tables.actor import Actor
from tests.simulation.invariants import absence, books, claims, clocks, going_on, hidden, log, views
from tests.simulation.world import World

TableCheck = Callable[[World, str, Actor], None]

TABLE_CHECKS: Final[Mapping[str, TableCheck]] = {
    "going on": going_on.check,
    "memory": log.check_memory,
    "views": views.check,
    "clocks": clocks.check,
    "claims": claims.check,
    "hidden": hidden.check,
    "absence": absence.check,
}


def check(world: World) -> None:
    """Look at everything that may have changed."""
    world.moments += 1
    log.read_on(world)
    books.check(world)
    for letter in world.tables:
        if (actor := world.actor(letter)) is not None:
            for check_table in TABLE_CHECKS.values():
                check_table(world, letter, actor)
    world.note_complaints()
    world.changed.clear()
