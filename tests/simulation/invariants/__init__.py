"""The invariants, which must hold after every step of people, engines, the store and the server."""

from collections.abc import Callable
from typing import Final

from teahouse.service.tables.actor import Actor
from tests.simulation.invariants import absence, books, claims, clocks, going_on, hidden, log, views
from tests.simulation.world import World

TableCheck = Callable[[World, str, Actor], None]

TABLE_CHECKS: Final[tuple[TableCheck, ...]] = (
    going_on.check,
    log.check_memory,
    views.check,
    clocks.check,
    claims.check,
    hidden.check,
    absence.check,
)


def check(world: World) -> None:
    """Check everything that may have changed."""
    world.moments += 1
    log.read_on(world)
    books.check(world)
    for letter in world.tables:
        if (actor := world.actor(letter)) is not None and letter not in world.shutting:
            _check_table(world, letter, actor)
    world.note_complaints()


def _check_table(world: World, letter: str, actor: Actor) -> None:
    """Check a table; if it is still at work, check it later."""
    if world.looked_at.get(letter) is not actor:
        world.looked_at[letter] = actor
        world.changed.add(letter)
    for check_table in TABLE_CHECKS:
        check_table(world, letter, actor)
    world.changed.discard(letter)
    world.updated.difference_update(world.tabs_at(letter))
