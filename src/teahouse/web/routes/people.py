"""People: guests, accounts, sessions, statements."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.people.people import SignedIn
from teahouse.service.people.statements import LAST_ENTRY, StatementLine, coins_of, statement_of
from teahouse.web.answers import answer, body_of, nothing
from teahouse.web.auth import agent_of, anybody, context_of, let_in, let_out, somebody, visitor
from teahouse.web.bodies import Credentials, Me, Muted, NewName, SessionInfo
from teahouse.web.middleware.guard import address_of
from teahouse.web.schemas import gives, gives_nothing, takes
from teahouse.web.socket.connection import mute

router = APIRouter(tags=["people"])
PersonId = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")]


@router.get("/me", responses=gives(Me) | {204: {"description": "Nobody is signed in."}})
async def read_me(request: Request) -> Response:
    """The person who asks."""
    who = await visitor(request)
    return nothing() if who is None else await _me(request, who)


@router.post("/me/guest", responses=gives(Me))
async def become_guest(request: Request) -> Response:
    """Get the person signed in, or become a new guest."""
    return await _me(request, await anybody(request))


@router.patch("/me", responses=gives(Me), openapi_extra=takes(NewName))
async def rename(request: Request) -> Response:
    """Change your name."""
    who = await anybody(request)
    wish = await body_of(request, NewName)
    context = context_of(request)
    person = await context.people.rename(who.person.id, wish.name)
    context.house.note_name(person.id, person.name)
    return await _me(request, SignedIn(person, who.session))


@router.post("/account", responses=gives(Me), openapi_extra=takes(Credentials))
async def open_account(request: Request) -> Response:
    """Turn the guest into an account with a password; tables, records and coins are kept."""
    context = context_of(request)
    wish = await body_of(request, Credentials)
    context.limits.sign_ins.check(address_of(request.scope))
    guest = await anybody(request)
    welcome = await context.people.open_account(guest.person.id, wish.name, wish.password, agent_of(request))
    context.hub.end_session(guest.session.id)
    return await _me(request, let_in(request, welcome))


@router.post("/login", responses=gives(Me), openapi_extra=takes(Credentials))
async def log_in(request: Request) -> Response:
    """Sign in to an account; the previous session ends."""
    context = context_of(request)
    wish = await body_of(request, Credentials)
    context.limits.sign_ins.check(address_of(request.scope))
    welcome = await context.people.log_in(wish.name, wish.password, agent_of(request))
    await _end(request, await visitor(request))
    return await _me(request, let_in(request, welcome))


@router.post("/logout", status_code=204, responses=gives_nothing())
async def log_out(request: Request) -> Response:
    """Sign out here."""
    await _end(request, await visitor(request))
    let_out(request)
    return nothing()


@router.get("/sessions", responses=gives(SessionInfo, many=True))
async def list_sessions(request: Request) -> Response:
    """Your sessions."""
    who = await somebody(request)
    found = await context_of(request).people.sessions(who.person.id)
    return answer([SessionInfo(**msgspec.structs.asdict(one), here=one.id == who.session.id) for one in found])


@router.delete("/sessions/{session}", status_code=204, responses=gives_nothing())
async def end_session(request: Request, session: Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")]) -> Response:
    """End a session."""
    who = await somebody(request)
    context = context_of(request)
    await context.people.end_session(who.person.id, session)
    context.hub.end_session(session)
    if session == who.session.id:
        let_out(request)
    return nothing()


@router.get("/me/ledger", responses=gives(StatementLine, many=True))
async def read_ledger(
    request: Request,
    before: Annotated[int | None, Query(ge=0, le=LAST_ENTRY)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """Your statement of coins, the newest line first. Coins are never money."""
    who = await somebody(request)
    return answer(await statement_of(context_of(request).store, who.person.id, limit, before))


@router.get("/me/muted", responses=gives(Muted, many=True))
async def list_muted(request: Request) -> Response:
    """The people you have muted."""
    who = await somebody(request)
    found = await context_of(request).mutes.of(who.person.id)
    return answer([Muted(one.id, one.name) for one in found])


@router.put("/me/muted/{person}", status_code=204, responses=gives_nothing())
async def add_muted(request: Request, person: PersonId) -> Response:
    """Mute somebody."""
    who = await somebody(request)
    await mute(context_of(request), who.person.id, person, on=True)
    return nothing()


@router.delete("/me/muted/{person}", status_code=204, responses=gives_nothing())
async def remove_muted(request: Request, person: PersonId) -> Response:
    """Unmute somebody."""
    who = await somebody(request)
    await mute(context_of(request), who.person.id, person, on=False)
    return nothing()


async def _me(request: Request, who: SignedIn) -> Response:
    context = context_of(request)
    coins = await coins_of(context.store, context.timers, who.person.id)
    return answer(Me(who.person.id, who.person.name, who.person.guest, coins))


async def _end(request: Request, who: SignedIn | None) -> None:
    if who is not None:
        context = context_of(request)
        await context.people.end_session(who.person.id, who.session.id)
        context.hub.end_session(who.session.id)
