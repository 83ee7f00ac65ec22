"""Friends: the people you follow, who of them is online, invitations to a table, and notices."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.errors import refused
from teahouse.service.people.social.follows import Followed, follow_person, followed_by, invite_person, unfollow
from teahouse.service.people.social.notices import (
    Notices,
    is_due,
    note_seen,
    notices_of,
    read_all,
    switch_off,
)
from teahouse.web.answers import answer, body_of, nothing
from teahouse.web.auth import context_of, signed_in
from teahouse.web.bodies.people import NoticesOff
from teahouse.web.routes.parameters import PersonId, TableId
from teahouse.web.schemas import gives, gives_nothing, takes

router = APIRouter(tags=["friends"])


@router.get("/me/following", responses=gives(Followed, many=True))
async def list_followed(request: Request) -> Response:
    """The people you follow: who is online, and at which public table."""
    context, who = context_of(request), await signed_in(request)
    now = context.timers.date()
    return answer(await context.store.read(lambda connection: followed_by(connection, who.person.id, now)))


@router.put("/me/following/{person}", status_code=204, responses=gives_nothing())
async def add_followed(request: Request, person: PersonId) -> Response:
    """Follow a person."""
    context, who = context_of(request), await signed_in(request)
    now = context.timers.date()
    await context.store.write(lambda connection: follow_person(connection, who.person.id, person, now))
    return nothing()


@router.delete("/me/following/{person}", status_code=204, responses=gives_nothing())
async def remove_followed(request: Request, person: PersonId) -> Response:
    """Unfollow a person."""
    context, who = context_of(request), await signed_in(request)
    await context.store.write(lambda connection: unfollow(connection, who.person.id, person))
    return nothing()


@router.get("/me/notices", responses=gives(Notices))
async def list_notices(request: Request) -> Response:
    """Your notices, and how many are unread. The app asks every half minute, so that others see you online."""
    context, who = context_of(request), await signed_in(request)
    now, person = context.timers.date(), who.person.id
    if await context.store.read(lambda connection: is_due(connection, person, now)):
        await context.store.write(lambda connection: note_seen(connection, person, now))
    return answer(await context.store.read(lambda connection: notices_of(connection, person)))


@router.post("/me/notices/read", status_code=204, responses=gives_nothing())
async def read_notices(request: Request) -> Response:
    """Mark all your notices as read."""
    context, who = context_of(request), await signed_in(request)
    now = context.timers.date()
    await context.store.write(lambda connection: read_all(connection, who.person.id, now))
    return nothing()


@router.put("/me/notices/off", status_code=204, responses=gives_nothing(), openapi_extra=takes(NoticesOff))
async def switch_notices(request: Request) -> Response:
    """Choose the kinds of notices that you do not want."""
    body, context, who = await body_of(request, NoticesOff), context_of(request), await signed_in(request)
    now = context.timers.date()
    await context.store.write(lambda connection: switch_off(connection, who.person.id, body.off, now))
    return nothing()


@router.post("/tables/{table}/invite/{person}", status_code=204, responses=gives_nothing())
async def invite(request: Request, table: TableId, person: PersonId) -> Response:
    """Invite a person to a table at which you sit; they get a notice."""
    context, who = context_of(request), await signed_in(request)
    shown = await context.house.table_for(table, who.person.id)
    if shown.seat is None:
        raise refused("table/seat")
    context.limits.tables.check(who.person.id)
    now = context.timers.date()
    await context.people.find(person)
    await context.store.write(lambda connection: invite_person(connection, who.person.id, person, table, now))
    return nothing()
