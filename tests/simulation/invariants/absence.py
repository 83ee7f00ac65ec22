"""Nobody waits forever for an absent person, and presence messages are true."""

from typing import Final

from teahouse.core.seats import Seat
from teahouse.service.tables.actor import Actor
from teahouse.service.tables.viewers.connections import GONE_AFTER_MS
from tests.simulation.invariants.going_on import GRACE_MS
from tests.simulation.world import World

ROUNDING_MS: Final = 2


def check(world: World, letter: str, actor: Actor) -> None:
    """Check that nobody is absent for too long, and that every tab shows presence correctly."""
    table = actor.table
    if table.status != "over" and not table.persons and not table.is_full:
        world.fault("deserted", letter, f"nobody sits at a table that stays {table.status}")
    longest = actor.services.settings.absent_ms + GONE_AFTER_MS + GRACE_MS
    for seat in table.game.seats if table.status in ("playing", "between") else ():
        since = world.away_since.get((letter, seat))
        if not _is_waited_for(actor, seat):
            world.away_since.pop((letter, seat), None)
        elif since is None or since[0] is not actor:
            world.away_since[letter, seat] = (actor, world.timers.now())
        elif world.timers.now() - since[1] > longest and not _is_helped(actor, seat):
            world.fault("absence", letter, f"others wait for an absent person for ever, {table.status}")
    _check_presence(world, letter, actor)


def _is_waited_for(actor: Actor, seat: Seat) -> bool:
    """Is the person in this seat absent while a present person waits for them?"""
    table, holder = actor.table, actor.table.holders[seat]
    if (
        holder is None
        or holder.person is None
        or holder.stand_in
        or seat in table.leaving
        or actor.connections.has(seat)
    ):
        return False
    there = [other for other in table.persons if other != seat and actor.connections.has(other)]
    if table.status == "playing":
        has_turn = seat in table.to_move() and not table.opened.clock.is_timed
        return bool(there) and (table.hosting.stand_in is not None or has_turn)
    return table.is_within_match and seat not in table.shares and any(other in table.shares for other in there)


def _is_helped(actor: Actor, seat: Seat) -> bool:
    """If no stand-in is allowed, may the others claim the game against the absent person?"""
    return actor.table.hosting.stand_in is None and actor.absence.away()[seat] == 0


def _check_presence(world: World, letter: str, actor: Actor) -> None:
    """Compare every tab's presence, claims against absent persons and countdown with those of the table."""
    here = [actor.connections.has(seat) for seat in actor.table.game.seats]
    kept = [*actor.absence.away(), actor.absence.ready_in()]
    for tab in world.tabs_at(letter):
        presence = tab.folded.presence
        if not tab.is_up_to_date or not presence:
            continue
        gone = world.timers.now() - tab.folded.presence_at
        shown = [
            ms if ms is None else max(0.0, ms - gone) for ms in (*presence.get("away", ()), presence.get("ready_in"))
        ]
        if presence["seats"] != here or presence["onlookers"] != actor.connections.onlookers:
            world.fault("presence", letter, "who is said to be there is not who is there")
        elif not _alike(shown, kept):
            world.fault("presence", letter, "how long somebody may be away is sent wrongly")


def _alike(shown: list[float | None], kept: list[int | None]) -> bool:
    pairs = zip(shown, kept, strict=False)
    return len(shown) == len(kept) and all(
        sent is is_ if sent is None or is_ is None else abs(sent - is_) <= ROUNDING_MS for sent, is_ in pairs
    )
