"""Hidden information: if the tiles that a viewer cannot see are dealt anew, the viewer gets the same bytes."""

from random import Random
from typing import Any, Final

import msgspec

from teahouse.service.tables.actor import Actor
from teahouse.service.tables.viewers.bus import Viewer
from tests.laws.classic import Redeal
from tests.laws.specimens import solitaire_redeal
from tests.simulation.world import World

EVERY: Final = 8  # one state in this many is checked


def check(world: World, letter: str, actor: Actor) -> None:
    """Check some states for every viewer."""
    table = actor.table
    if letter not in world.changed or table.status != "playing" or table.last.seq % EVERY:
        return
    viewer = table.viewers[(table.last.seq // EVERY) % len(table.viewers)]
    state = table.state
    seen = msgspec.json.encode(actor.announcer.snapshot(viewer))
    table.state = redealt(actor, viewer, Random(table.last.seq))
    again = msgspec.json.encode(actor.announcer.snapshot(viewer))
    table.state = state
    if seen != again:
        world.fault("hidden", letter, "a viewer can tell two worlds apart that differ in hidden tiles alone")


def redealt(actor: Actor, viewer: Viewer, rng: Random) -> Any:
    """Another state that looks the same to this viewer."""
    game, state = actor.table.game, actor.table.state
    if game.name == "classic":
        return Redeal(game)(state, viewer, rng)  # type: ignore[arg-type]
    return solitaire_redeal(state, viewer, rng) if game.name == "solitaire" else state
