"""What every tab has made of what it was told is what a snapshot tells now."""

from typing import Any

import msgspec

from teahouse.service.tables.actor import Actor
from tests.folding import Folded
from tests.simulation.world import World

ENCODE = msgspec.json.encode


def check(world: World, letter: str, actor: Actor) -> None:
    """Compare every open tab with a fresh snapshot through the same eyes."""
    has_changed = letter in world.changed
    for tab in world.tabs_at(letter):
        if not tab.is_up_to_date or not (has_changed or tab in world.told):
            continue
        if (wrong := _difference(tab.folded, actor)) is not None:
            table_event = type(actor.table.last.event).__name__
            world.fault("views", letter, f"{wrong} told differ from a snapshot, after {table_event}")


def _difference(folded: Folded, actor: Actor) -> str | None:
    seat: Any = folded.seat
    if folded.v != actor.table.versions[seat]:
        return "version"
    now = actor.snapshot(seat)
    pairs = {
        "view": (folded.view, now.view),
        "moves": (folded.moves, now.moves),
        "table": (folded.table, now.table),
        "answer": (folded.answer, now.answer),
    }
    return next((name for name, (told, kept) in pairs.items() if ENCODE(told) != ENCODE(kept)), None)
