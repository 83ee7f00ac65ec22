"""The request handlers of a table: check what people ask for and pass it to the actor."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, assert_never

from sqlalchemy import Connection

from teahouse.core.errors import shown
from teahouse.core.fair import SHARE_BYTES
from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.core.text import visible_text
from teahouse.players import PLAYERS, name_bots
from teahouse.service.errors import NO_BOT_FOR_STAKE, Refused, refused
from teahouse.service.people.ratings.anchors import anchor_of
from teahouse.service.people.restrictions.leaver_pauses import check_pause
from teahouse.service.people.restrictions.sanctions import MUTE, check_not
from teahouse.service.people.shown_names import PROGRAM, mark_of
from teahouse.service.people.social.blocks import check_not_blocked
from teahouse.service.structs import READING_ERRORS, complaint_about
from teahouse.service.tables import events as ev
from teahouse.service.tables import requests as r
from teahouse.service.tables.attending import attend, come_back, done
from teahouse.service.tables.results.settlement import consequences_of_early_end, consequences_of_leaving
from teahouse.service.tables.viewers.messages import Said

if TYPE_CHECKING:
    from teahouse.service.tables.actor import Actor

LONGEST_MESSAGE: Final = 200
PHRASES: Final = ("hello", "good luck", "well played", "thank you", "one moment", "sorry", "goodbye")


async def answer(actor: "Actor", request: r.AnyRequest) -> r.Reply:
    """Execute a request once, however often it is sent, or refuse it."""
    note_name(actor, request)
    if was_done(actor, request):
        return done(actor, actor.table.seat_of(request.person))
    match request:
        case r.Act() | r.Withdraw():
            reply = await play(actor, request)
        case r.Sit():
            reply = await sit(actor, request)
        case r.Leave():
            reply = await leave(actor, request)
        case r.Ready():
            reply = await ready(actor, request)
        case r.Pause():
            reply = await pause(actor, request)
        case r.Chat():
            reply = await chat(actor, request)
        case r.HostMute() | r.Remove():
            reply = await act_as_host(actor, request)
        case r.Absent():
            reply = await absent(actor, request)
        case r.End():
            reply = await end(actor, request)
        case r.Attach() | r.Stay() | r.Detach():
            reply = await attend(actor, request)
        case _:
            assert_never(request)
    return reply


def note_name(actor: "Actor", request: r.AnyRequest) -> None:
    """Update the name of a person who sits here or sits down."""
    name = request.name.removesuffix(PROGRAM)
    is_shown = isinstance(request, r.Sit) or actor.table.seat_of(request.person) is not None
    if name and is_shown and actor.table.people.get(request.person) != name:
        actor.table.note_names({request.person: name})


def was_done(actor: "Actor", request: r.AnyRequest) -> bool:
    """Did the same person send a request with the same id before?"""
    client: str = getattr(request, "id", "")
    return (request.person, str(request.__struct_config__.tag), client) in actor.table.done_requests


def seat_of(actor: "Actor", request: r.Request) -> Seat:
    """The seat of the person who sent the request, or a refusal."""
    seat = actor.table.seat_of(request.person)
    if seat is None:
        raise refused("table/seat")
    return seat


async def play(actor: "Actor", request: r.Act | r.Withdraw) -> r.Reply:
    """Play a move, or take the answer to a claim back."""
    return await act(actor, request) if isinstance(request, r.Act) else await withdraw(actor, request)


async def act(actor: "Actor", request: r.Act) -> r.Reply:
    """Play a move."""
    table, seat = actor.table, seat_of(actor, request)
    if table.status != "playing":
        raise refused("move/late")
    if table.is_paused:
        raise refused("move/paused")
    await come_back(actor, seat)
    actor.stale_moves.check(table, seat, request.v)
    try:
        move: Any = table.parse_move(request.move)
    except READING_ERRORS as error:
        complaint = complaint_about(error, bytes(request.move), table.game.types.move, "move")
        raise refused("move/unreadable", complaint) from None
    if isinstance(move, Forfeit) and move.reason != "resigned":
        why = "only the server decides that a player is absent or out of time"
        raise refused("move/illegal", f"expected the reason resigned, got {move.reason} at move.reason: {why}")
    if not table.has_window() or isinstance(move, Forfeit):
        await actor.move(seat, move, by="person", client=request.id)
    elif move in table.legal(seat):
        await actor.log([ev.Answered(seat, ev.move_text(move), request.id)])
    else:
        raise refused("move/illegal", f"expected a legal move of seat {seat}, got {table.game.move_text(move)}")
    return done(actor, seat)


async def withdraw(actor: "Actor", request: r.Withdraw) -> r.Reply:
    """Take back an answer to a claim while its window is open; the others do not see it."""
    table, seat = actor.table, seat_of(actor, request)
    actor.stale_moves.check(table, seat, request.v)
    if not table.has_window() or seat not in table.answers:
        raise refused("move/late")
    await actor.log([ev.Withdrawn(seat, request.id)])
    return done(actor, seat)


async def sit(actor: "Actor", request: r.Sit) -> r.Reply:
    """Take a seat, or put a bot there."""
    table = actor.table
    if table.status == "over":
        raise refused("table/over")
    if table.opened.private and not actor.table.is_open_to(request.person, request.invite):
        raise refused("table/private")
    if request.person in table.removed:
        raise refused("table/removed")
    own_seat = table.seat_of(request.person)
    if request.bot is None and own_seat is not None:
        if request.seat not in (None, own_seat):
            raise refused("table/seated", f"expected seat {own_seat} or none, got {request.seat} at seat")
        await come_back(actor, own_seat)
        return done(actor, own_seat)
    if table.status == "playing":
        raise refused("table/started")
    seat = free_seat(actor, request.seat)
    if request.bot is None:
        await check_may_sit(actor, request.person)
        await actor.log([ev.Sat(seat, mark_of(request.name), person=request.person, client=request.id or None)])
        return done(actor, seat)
    check_bot(actor, request.person, request.bot)
    (name,) = name_bots(actor.table.opened.game, [request.bot], taken=actor.table.names)
    await actor.log([ev.Sat(seat, name, bot=request.bot, client=request.id or None)])
    return done(actor, own_seat)


async def check_may_sit(actor: "Actor", person: str) -> None:
    """Refuse a table with blocked people, and one with other people if a person must wait after leaving games."""
    table, at = actor.table, actor.services.timers.date()
    others = {holder.person for holder in table.holders if holder is not None and holder.person is not None}
    free = sum(holder is None for holder in table.holders)
    is_with_others = actor.services.settings.leaver_pauses and (bool(others) or free > 1)

    def job(connection: Connection) -> None:
        check_not_blocked(connection, person, others | {table.opened.person, table.host})
        if is_with_others:
            check_pause(connection, person, at)

    await actor.services.store.read(job)


def check_bot(actor: "Actor", person: str, bot: str) -> None:
    """Refuse a bot that is not seated by the host, has an unknown level, or would play for a stake."""
    if person != actor.table.host:
        raise refused("table/host")
    check_rated_seats(actor)
    levels = PLAYERS[actor.table.opened.game].levels
    if bot not in levels:
        raise refused("table/options", f"expected a bot among {', '.join(levels)}, got {shown(bot)} at bot")
    if actor.table.opened.stake:
        raise refused("table/options", NO_BOT_FOR_STAKE)
    if actor.table.opened.rated and anchor_of(actor.table.opened.game, bot) is None:
        raise refused("table/options", f"expected a house player with a rating at a rated table, got {bot!r} at bot")


def check_rated_seats(actor: "Actor") -> None:
    """Refuse other house players between the deals of a rated match."""
    if actor.table.opened.rated and actor.table.is_within_match:
        raise refused("rated/seats")


def free_seat(actor: "Actor", requested: Seat | None) -> Seat:
    """The requested seat, or the first free one."""
    free = [Seat(seat) for seat, holder in enumerate(actor.table.holders) if holder is None]
    if not free:
        raise refused("table/full")
    if requested is not None and requested not in free:
        raise refused("table/taken", f"expected a free seat ({', '.join(map(str, free))}), got {requested} at seat")
    return free[0] if requested is None else requested


async def leave(actor: "Actor", request: r.Leave) -> r.Reply:
    """Leave; during play this resigns, and the seat becomes free when the deal is over."""
    table = actor.table
    seat = seat_of(actor, request) if request.seat is None else request.seat
    if seat != table.seat_of(request.person):
        check_own_bot(actor, request.person, seat)
        await actor.log([ev.Left(seat, request.id or None)])
        return done(actor, table.seat_of(request.person))
    missing, leaving = missing_but(actor, seat), ev.Leaving(seat, request.id or None)
    if table.status == "playing":
        await stop_playing(actor, leaving, missing)
    if table.status == "playing" and seat not in table.leaving:
        await actor.log([leaving])
    if table.status in ("open", "between") and table.seat_of(request.person) is not None:
        at = actor.services.timers.date()
        await actor.log(*consequences_of_leaving(table, table.match, [ev.Left(seat, request.id or None)], missing, at))
    return done(actor, table.seat_of(request.person))


async def stop_playing(actor: "Actor", leaving: ev.Leaving, missing: Sequence[Seat]) -> None:
    """Resign. If all others have been absent too long, that counts against them: they forfeit first.

    People whose clock runs on while they are away lose nothing. Leaving is logged with the forfeit, which may end
    the deal.
    """
    table, seat = actor.table, leaving.seat
    others = [other for other in table.persons if other != seat and other not in table.leaving]
    is_for_them = not table.opened.counts and table.hosting.stand_in is not None
    if others and set(others) <= set(missing) and not is_for_them:
        for other in filter(actor.absence.is_claimable, others):
            await give_up(actor, other, Forfeit("absent"), "service")
    await give_up(actor, seat, Forfeit("resigned"), "person", [leaving])


async def give_up(
    actor: "Actor", seat: Seat, forfeit: Forfeit, by: ev.Mover, after: Sequence[ev.TableEvent] = ()
) -> None:
    """Forfeit, unless the deal is over or the seat has finished."""
    if actor.table.status != "playing":
        return
    try:
        await actor.move(seat, forfeit, by=by, after=after)
    except Refused as error:
        if error.code != "move/illegal":
            raise


def check_own_bot(actor: "Actor", person: str, seat: Seat) -> None:
    """Check that a person may remove this bot: only the host may, and not during play."""
    table = actor.table
    if person != table.host:
        raise refused("table/host")
    if table.status == "playing":
        raise refused("table/started")
    check_rated_seats(actor)
    holder = table.holders[seat] if 0 <= seat < len(table.holders) else None
    if holder is None or holder.bot is None:
        raise Refused("table/seat", f"you can remove only a bot: expected the seat of a bot, got {seat} at seat")


async def ready(actor: "Actor", request: r.Ready) -> r.Reply:
    """Be ready for the next deal; in play, take the seat back from the stand-in."""
    seat = seat_of(actor, request)
    if await come_back(actor, seat) and actor.table.status == "playing":
        return done(actor, seat)
    if actor.table.status not in ("open", "between"):
        raise refused("table/started")
    if len(request.share) != 2 * SHARE_BYTES or set(request.share) - set("0123456789abcdef"):
        raise refused(
            "table/options", f"expected {SHARE_BYTES} bytes in hexadecimal digits, got {shown(request.share)} at share"
        )
    if seat not in actor.table.shares:
        await actor.log(ready_events(actor, request, seat))
    return done(actor, seat)


def ready_events(actor: "Actor", request: r.Ready, seat: Seat) -> list[ev.TableEvent]:
    """The events of being ready; to play the last deal again, with its commitment and its share."""
    if not request.again or actor.table.opened.seed:  # if every deal is the same one
        return [ev.Readied(seat, request.share, request.id or None)]
    last = actor.table.again(request.person)
    if last is None:
        raise refused("table/alone")
    committed, share = last
    return [committed, ev.Readied(seat, share, request.id or None)]


async def pause(actor: "Actor", request: r.Pause) -> r.Reply:
    """Pause or resume the clock of a person who plays alone; the daily deal cannot be paused."""
    table, seat = actor.table, seat_of(actor, request)
    if table.status != "playing":
        raise refused("move/late")
    if len(table.game.seats) > 1 or table.is_daily_deal:
        raise refused("table/alone")
    if table.is_paused != request.on:
        left = actor.clocks.left_at_pause(seat) if request.on else None
        used = round(actor.clocks.used(seat))
        await actor.log([ev.Paused(seat, request.on, left, used, request.id or None)])
    return done(actor, seat)


async def chat(actor: "Actor", request: r.Chat) -> r.Reply:
    """Send a chat message to everybody at the table."""
    text = visible_text(request.text).strip()
    if not text or len(text) > LONGEST_MESSAGE:
        raise refused("chat/phrase", f"expected 1 to {LONGEST_MESSAGE} characters, got {len(text)} at text")
    if not actor.services.settings.chat and text not in PHRASES:
        raise refused(
            "chat/muted", f"this house allows no free text, expected one of {', '.join(PHRASES)}, got {shown(text)}"
        )
    if request.person not in {holder.person for holder in actor.table.holders if holder is not None}:
        raise refused("table/seat")
    if request.person in actor.table.host_muted:
        raise refused("chat/muted", "the host of this table has muted you")
    at = actor.services.timers.date()
    await actor.services.store.read(lambda connection: check_not(connection, request.person, MUTE, at))
    await actor.log([ev.Chatted("", request.person, text, request.id or None)])
    actor.announcer.send_chat(Said(request.name, request.person, text, actor.table.chat[-1].number))
    return done(actor, actor.table.seat_of(request.person))


async def act_as_host(actor: "Actor", request: r.HostMute | r.Remove) -> r.Reply:
    """Mute or remove a person on the host's request."""
    return await host_mute(actor, request) if isinstance(request, r.HostMute) else await remove(actor, request)


async def host_mute(actor: "Actor", request: r.HostMute) -> r.Reply:
    """Mute or unmute a person at this table."""
    table = actor.table
    if request.person != table.host:
        raise refused("table/host")
    if request.other == request.person or table.seat_of(request.other) is None:
        raise refused("person/missing", f"expected another person at this table, got {shown(request.other)} at person")
    if (request.other in table.host_muted) != request.on:
        await actor.log([ev.HostMuted(request.other, request.on, request.id or None)])
    return done(actor, table.seat_of(request.person))


async def remove(actor: "Actor", request: r.Remove) -> r.Reply:
    """Remove a person from a table that has not begun; nothing was staked yet."""
    table = actor.table
    if request.person != table.host:
        raise refused("table/host")
    if table.status == "over":
        raise refused("table/over")
    if table.status != "open":
        raise refused("table/started")
    seat = None if request.other == request.person else table.seat_of(request.other)
    if seat is None:
        raise refused("person/missing", f"expected another person at this table, got {shown(request.other)} at person")
    await actor.log([ev.Removed(seat, request.other, request.id or None)])
    return done(actor, table.seat_of(request.person))


async def absent(actor: "Actor", request: r.Absent) -> r.Reply:
    """Claim against a person who has been absent too long: a house player stands in, or the person forfeits."""
    table, own, seat = actor.table, seat_of(actor, request), request.seat
    holder = table.holders[seat] if 0 <= seat < len(table.holders) else None
    if holder is None or holder.person is None or seat == own:
        text = f"you can claim only against another person: expected the seat of one, got {seat} at seat"
        raise Refused("table/seat", text)
    if holder.stand_in is not None:
        return done(actor, own)
    actor.absence.check_claim(seat)
    claimed = ev.AbsenceClaimed(seat, own, request.id or None)
    if table.hosting.stand_in is not None:
        await actor.log([claimed, ev.StoodIn(seat, table.hosting.stand_in)])
    elif table.status == "playing":
        await actor.move(seat, Forfeit("absent"), by="service", after=[claimed])
    else:
        ended, changes = consequences_of_early_end(
            table, actor.services.timers.date(), own, missing_but(actor, own), ""
        )
        await actor.log([claimed, *ended], changes)
    return done(actor, own)


async def end(actor: "Actor", request: r.End) -> r.Reply:
    """End the match between deals: one with a stake or a rating only if another person is missing, any other always."""
    table, seat = actor.table, seat_of(actor, request)
    if not table.is_within_match:
        now = "one that is over" if table.is_match_over else f"a table that is {table.status}"
        raise refused("table/match", f"expected a match between two of its deals, got {now}")
    missing = missing_but(actor, seat)
    if table.opened.counts and not missing:
        raise refused("table/counts")
    ended, changes = consequences_of_early_end(table, actor.services.timers.date(), seat, missing, request.id)
    await actor.log(ended, changes)
    return done(actor, seat)


def missing_but(actor: "Actor", seat: Seat) -> list[Seat]:
    """The missing people, without the sender of the request: nobody gains from being late."""
    return [other for other in actor.absence.missing() if other != seat]
