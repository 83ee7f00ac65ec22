"""The requests of connections: to start, to stay, and to end."""

from typing import TYPE_CHECKING, assert_never

import msgspec

from teahouse.core.seats import Seat
from teahouse.service.errors import refused
from teahouse.service.tables import events as ev
from teahouse.service.tables import requests as r

if TYPE_CHECKING:
    from teahouse.service.tables.actor import Actor


async def attend(actor: "Actor", request: r.Attach | r.Stay | r.Detach) -> r.Reply:
    """Start, keep or end a connection."""
    match request:
        case r.Attach():
            return await attach(actor, request)
        case r.Stay():
            return await stay(actor, request)
        case r.Detach():
            return detach(actor, request)
        case _:
            assert_never(request)


def done(actor: "Actor", viewer: Seat | None) -> r.Reply:
    """A successful reply with the viewer's version."""
    return r.Reply(actor.table.versions[viewer], seat=viewer)


async def attach(actor: "Actor", request: r.Attach) -> r.Reply:
    """Start a connection, as a seat or as an onlooker."""
    seat = await open_connection(actor, request)
    sent = tuple(msgspec.Raw(message) for message in actor.announcer.missed(seat, request.v))
    return r.Reply(actor.table.versions[seat], seat=seat, sent=sent, said=actor.announcer.chat())


async def stay(actor: "Actor", request: r.Stay) -> r.Reply:
    """Keep a connection, and return the viewer's version."""
    if actor.connections.mark_alive(request.connection):
        return done(actor, actor.table.seat_of(request.person))
    seat = await open_connection(actor, request)
    actor.announcer.send_clock(seat)
    return done(actor, seat)


async def open_connection(actor: "Actor", request: r.Attach | r.Stay) -> Seat | None:
    """Connect a person as their viewer, and end a stand-in for them."""
    table = actor.table
    seat = table.seat_of(request.person)
    if seat is None and table.opened.private and not table.is_open_to(request.person, request.invite):
        raise refused("table/private")
    if request.person in table.removed and table.status != "over":
        raise refused("table/removed")
    if seat is not None:  # first what may fail: then no connection is opened
        await come_back(actor, seat)
        if (forgetting := actor.turn_calls.forget(seat)) is not None:
            await actor.services.store.write(forgetting)
    actor.connections.open(request.connection, seat)
    actor.absence.go_on()
    actor.turn_calls.go_on()
    actor.announcer.send_presence()
    return seat


async def come_back(actor: "Actor", seat: Seat) -> bool:
    """End the stand-in of a person; False if there is none."""
    holder = actor.table.holders[seat]
    if holder is None or holder.stand_in is None:
        return False
    await actor.log([ev.Returned(seat)])
    return True


def detach(actor: "Actor", request: r.Detach) -> r.Reply:
    """End a connection."""
    close_connection(actor, request.connection)
    return done(actor, None)


def close_connection(actor: "Actor", connection_id: str) -> None:
    """Forget a connection."""
    actor.connections.close(connection_id)
    actor.idle_since = actor.services.timers.now()
    actor.absence.go_on()
    actor.turn_calls.go_on()
    actor.announcer.send_presence()


async def close_overdue(actor: "Actor") -> None:
    """Forget the connections that went silent, or whose server died."""
    for connection_id in actor.connections.overdue():
        close_connection(actor, connection_id)
