"""A lively claim window closes soon when everybody has answered or nobody can claim."""

from typing import Final

from teahouse.service.tables.actor import Actor
from tests.simulation.world import World

GRACE_MS: Final = 50  # the answers of bots arrive a moment later


def check(world: World, letter: str, actor: Actor) -> None:
    """Check for how long an open claim has been answered by all."""
    table, now = actor.table, world.timers.now()
    key = table.claim_key if table.claims == "lively" and table.has_window() else None
    if key is None:
        world.claims.pop(letter, None)
        return
    known, opened, answered = world.claims.get(letter, ((None, None), now, now))
    if known != (actor, key):
        opened = answered = now
    if not _is_answered(actor):
        answered = now
    world.claims[letter] = ((actor, key), opened, answered)
    if now > max(answered, opened + table.hosting.windows["lively"].pause[1]) + GRACE_MS and not world.store.is_slow:
        world.fault("claims", letter, "a claim that everybody has answered stays open")


def _is_answered(actor: Actor) -> bool:
    """Has everybody who can claim answered?"""
    table = actor.table
    return all(len(table.legal(seat)) == 1 or seat in actor.bots.answers for seat in table.to_move())
