"""Nobody waits for ever for a person who is away, and what is told about who is there is true."""

from typing import Final

from teahouse.core.seats import Seat
from teahouse.service.tables.actor import Actor
from teahouse.service.tables.viewers.connections import GONE_AFTER_MS
from tests.simulation.invariants.going_on import GRACE_MS
from tests.simulation.world import World

ROUNDING_MS: Final = 2


def check(world: World, letter: str, actor: Actor) -> None:
    """Look for persons who have been away too long, and at what tabs know of who is there."""
    table = actor.table
    if table.status != "over" and not table.persons and not table.is_full:
        world.fault("deserted", letter, f"nobody sits at a table that stays {table.status}")
    longest = actor.services.absent_ms + GONE_AFTER_MS + GRACE_MS
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
    """Is the person of a seat away while somebody who is there waits for them?"""
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
    """Where nobody may stand in, may the others at least claim against the absent person?"""
    return actor.table.hosting.stand_in is None and actor.absence.away()[seat] == 0


def _check_presence(world: World, letter: str, actor: Actor) -> None:
    """Who is there, whom one may claim against, and the countdown, as every tab counts it down by itself."""
    here = [actor.connections.has(seat) for seat in actor.table.game.seats]
    kept = [*actor.absence.away(), actor.absence.ready_in()]
    for tab in world.tabs_at(letter):
        told = tab.folded.presence
        if not tab.is_up_to_date or not told:
            continue
        gone = world.timers.now() - tab.folded.presence_at
        shown = [ms if ms is None else max(0.0, ms - gone) for ms in (*told.get("away", ()), told.get("ready_in"))]
        if told["seats"] != here or told["onlookers"] != actor.connections.onlookers:
            world.fault("presence", letter, "who is said to be there is not who is there")
        elif not _alike(shown, kept):
            world.fault("presence", letter, "how long somebody may be away is told wrongly")


def _alike(shown: list[float | None], kept: list[int | None]) -> bool:
    pairs = zip(shown, kept, strict=False)
    return len(shown) == len(kept) and all(
        told is is_ if told is None or is_ is None else abs(told - is_) <= ROUNDING_MS for told, is_ in pairs
    )
