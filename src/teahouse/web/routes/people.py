"""People: guests, names, statements, and whom they have muted."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.people.coin_statements import LAST_ENTRY, StatementLine, statement_of
from teahouse.service.people.people import SignedIn
from teahouse.web.answers import answer, body_of, nothing
from teahouse.web.auth import context_of, signed_in, signed_in_or_guest, visitor
from teahouse.web.bodies.people import Me, NewName, PersonName
from teahouse.web.muting import mute
from teahouse.web.routes.access.signing_in import me_of
from teahouse.web.routes.parameters import PersonId
from teahouse.web.schemas import gives, gives_nothing, takes

router = APIRouter(tags=["people"])


@router.get("/me", responses=gives(Me) | {204: {"description": "Nobody is signed in."}})
async def read_own_person(request: Request) -> Response:
    """The person who asks."""
    who = await visitor(request)
    return nothing() if who is None else answer(await me_of(request, who))


@router.post("/me/guest", responses=gives(Me))
async def become_guest(request: Request) -> Response:
    """Get the person signed in, or become a new guest."""
    return answer(await me_of(request, await signed_in_or_guest(request)))


@router.patch("/me", responses=gives(Me), openapi_extra=takes(NewName))
async def rename(request: Request) -> Response:
    """Change your name."""
    body = await body_of(request, NewName)
    who = await signed_in_or_guest(request)
    context = context_of(request)
    person = await context.people.rename(who.person.id, body.name)
    context.house.note_name(person.id, person.name)
    return answer(await me_of(request, SignedIn(person, who.session)))


@router.get("/me/ledger", responses=gives(StatementLine, many=True))
async def read_ledger(
    request: Request,
    before: Annotated[int | None, Query(ge=0, le=LAST_ENTRY)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """Your statement of coins, the newest line first. Coins are never money."""
    who = await signed_in(request)
    return answer(await statement_of(context_of(request).store, who.person.id, limit, before))


@router.get("/me/muted", responses=gives(PersonName, many=True))
async def list_muted(request: Request) -> Response:
    """The people you have muted."""
    who = await signed_in(request)
    people = await context_of(request).mutes.of(who.person.id)
    return answer([PersonName(one.id, one.name) for one in people])


@router.put("/me/muted/{person}", status_code=204, responses=gives_nothing())
async def add_muted(request: Request, person: PersonId) -> Response:
    """Mute a person."""
    who = await signed_in(request)
    await mute(context_of(request), who.person.id, person, on=True)
    return nothing()


@router.delete("/me/muted/{person}", status_code=204, responses=gives_nothing())
async def remove_muted(request: Request, person: PersonId) -> Response:
    """Unmute a person."""
    who = await signed_in(request)
    await mute(context_of(request), who.person.id, person, on=False)
    return nothing()
