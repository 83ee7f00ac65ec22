"""The state that every tab has built from its messages equals a snapshot taken now."""

from typing import Any

import msgspec

from teahouse.service.tables.actor import Actor
from tests.simulation.tab import Tab
from tests.simulation.world import World

ENCODE = msgspec.json.encode


def check(world: World, letter: str, actor: Actor) -> None:
    """Compare every open tab with a new snapshot for the same viewer."""
    has_changed = letter in world.changed
    for tab in world.tabs_at(letter):
        if not tab.is_up_to_date or not (has_changed or tab in world.updated):
            continue
        if (wrong := _difference(tab, actor)) is not None:
            table_event = type(actor.table.last.event).__name__
            world.fault("views", letter, f"{wrong} sent differ from a snapshot, after {table_event}")


def _difference(tab: Tab, actor: Actor) -> str | None:
    folded = tab.folded
    seat: Any = folded.seat
    if folded.v != actor.table.versions[seat]:
        return "version"
    now = actor.announcer.snapshot(seat)
    if folded.view != now.view and ENCODE(folded.view) != ENCODE(now.view):
        return "view"
    if (folded.moves or now.moves) and ENCODE(folded.moves) != ENCODE(now.moves):
        return "moves"
    if folded.answer != now.answer and ENCODE(folded.answer) != ENCODE(now.answer):
        return "answer"
    if tab.compared[0] is not folded.table or tab.compared[1] is not now.table:
        tab.compared = (folded.table, now.table)
        return "table" if ENCODE(folded.table) != ENCODE(now.table) else None
    return None
