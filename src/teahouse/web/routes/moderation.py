"""Blocks, reports, and what the house has restricted for a person."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.moderation.reports import NewReport
from teahouse.service.people.standing import OwnStanding, standing_of
from teahouse.web.answers import answer, body_of, nothing
from teahouse.web.auth import context_of, signed_in
from teahouse.web.bodies.people import PersonName, Reported
from teahouse.web.middleware.guard import address_of
from teahouse.web.routes.parameters import PersonId
from teahouse.web.schemas import gives, gives_nothing, takes

router = APIRouter(tags=["people"])


@router.get("/me/standing", responses=gives(OwnStanding))
async def read_standing(request: Request) -> Response:
    """Whether you are muted, must wait before you sit down with other people, and are an administrator."""
    who, context = await signed_in(request), context_of(request)
    person, at, has_pauses = who.person.id, context.timers.date(), context.settings.house.leaver_pauses
    return answer(await context.store.read(lambda c: standing_of(c, person, at, has_pauses=has_pauses)))


@router.get("/me/blocked", responses=gives(PersonName, many=True))
async def list_blocked(request: Request) -> Response:
    """The people you have blocked."""
    who = await signed_in(request)
    return answer([PersonName(one.id, one.name) for one in await context_of(request).blocks.of(who.person.id)])


@router.put("/me/blocked/{person}", status_code=204, responses=gives_nothing())
async def add_blocked(request: Request, person: PersonId) -> Response:
    """Block a person: neither of you can sit down with the other. They get no message."""
    return await _block(request, person, on=True)


@router.delete("/me/blocked/{person}", status_code=204, responses=gives_nothing())
async def remove_blocked(request: Request, person: PersonId) -> Response:
    """Unblock a person."""
    return await _block(request, person, on=False)


async def _block(request: Request, person: str, *, on: bool) -> Response:
    who, context = await signed_in(request), context_of(request)
    await (context.blocks.add if on else context.blocks.remove)(who.person.id, person)
    context.hub.reload_mutes(who.person.id)
    await context.lobby.forget(who.person.id, person)
    return nothing()


@router.post("/reports", status_code=201, responses=gives(Reported, status=201), openapi_extra=takes(NewReport))
async def report(request: Request) -> Response:
    """Report a person, or a chat message of theirs; the evidence of this moment is stored with it."""
    who, context = await signed_in(request), context_of(request)
    complaint = await body_of(request, NewReport)
    context.limits.reports.check(who.person.id)
    context.limits.reports.check(address_of(request.scope))
    if complaint.table:
        await context.house.table_for(complaint.table, who.person.id)
    return answer(Reported(await context.moderation.report(who.person.id, complaint)), 201)
