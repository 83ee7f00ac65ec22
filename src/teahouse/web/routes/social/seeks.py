"""Looking for an opponent: seeks, challenges by name, and house players that fit."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.opening import OpenTable, PersonToSeat
from teahouse.service.people.people import SignedIn
from teahouse.service.seeks.seeks import OwnSeeks, SeekInfo
from teahouse.web.answers import answer, body_of, nothing
from teahouse.web.auth import context_of, signed_in, signed_in_or_guest, visitor_id
from teahouse.web.bodies.house import TableFound
from teahouse.web.bodies.people import NewChallenge
from teahouse.web.middleware.guard import address_of
from teahouse.web.routes.parameters import RowId
from teahouse.web.routes.streaming import streamed
from teahouse.web.schemas import PROBLEMS, Answers, gives, gives_nothing, takes

router = APIRouter(tags=["seeks"])
STREAM: Answers = {200: {"description": "Events `calls`.", "content": {"text/event-stream": {}}}}


def _person_to_seat(who: SignedIn) -> PersonToSeat:
    return PersonToSeat(who.person.id, who.person.name)


@router.get("/seeks", responses=gives(SeekInfo, many=True))
async def list_seeks(request: Request) -> Response:
    """The people who look for an opponent now, the newest first, without people you have blocked."""
    context = context_of(request)
    hidden = await context.blocks.blocked_either_way(await visitor_id(request))
    return answer([one for one in await context.seeks.listed() if one.person not in hidden])


@router.post("/seeks", status_code=201, responses=gives(OwnSeeks, status=201), openapi_extra=takes(OpenTable))
async def place_seek(request: Request) -> Response:
    """Look for an opponent of your strength; `tables` names the table if one was found at once."""
    body, who = await body_of(request, OpenTable), await signed_in_or_guest(request)
    context = context_of(request)
    context.limits.tables.check(who.person.id)
    context.limits.tables_from.check(address_of(request.scope))
    return answer(await context.seeks.place(_person_to_seat(who), body), 201)


@router.post("/me/seeks", responses=gives(OwnSeeks))
async def keep_seeks(request: Request) -> Response:
    """Renew your seeks: send this every few seconds, or they end. A table in `tables` is where you sit now."""
    who = await signed_in(request)
    return answer(await context_of(request).seeks.renew(_person_to_seat(who)))


@router.get("/me/stream", responses=STREAM | PROBLEMS)
async def stream_calls(request: Request) -> Response:
    """Server-sent events `calls`: challenges to you, tables at which your seeks ended, new notices."""
    who = await signed_in(request)
    return streamed(request, context_of(request).lobby.alerts(who.person.id), "text/event-stream")


@router.post("/challenges", status_code=201, responses=gives(OwnSeeks, status=201), openapi_extra=takes(NewChallenge))
async def challenge(request: Request) -> Response:
    """Challenge a person by name; they have five minutes to accept."""
    body, who = await body_of(request, NewChallenge), await signed_in(request)
    context = context_of(request)
    context.limits.tables.check(who.person.id)
    other = await context.people.named(body.name)
    return answer(await context.seeks.place(_person_to_seat(who), body.table, other.id), 201)


@router.delete("/seeks/{seek}", status_code=204, responses=gives_nothing())
async def cancel_seek(request: Request, seek: RowId) -> Response:
    """End a seek of yours, or decline a challenge."""
    who = await signed_in(request)
    await context_of(request).seeks.cancel(who.person.id, seek)
    return nothing()


@router.post("/seeks/{seek}/accept", responses=gives(TableFound))
async def accept_seek(request: Request, seek: RowId) -> Response:
    """Sit down with the person of a seek or a challenge. A larger table needs more people: `table` may be empty."""
    who = await signed_in_or_guest(request)
    return answer(TableFound(await context_of(request).seeks.accept(_person_to_seat(who), seek)))


@router.post("/seeks/{seek}/house", responses=gives(TableFound))
async def play_house(request: Request, seek: RowId) -> Response:
    """Play house players of your strength instead of waiting."""
    who = await signed_in(request)
    return answer(TableFound(await context_of(request).seeks.with_house(_person_to_seat(who), seek)))
