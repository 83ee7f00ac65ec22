"""Signing in and out: by password, by passkey, by recovery code, by a link; and the sessions of a person."""

from typing import Final
from urllib.parse import urlsplit

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.errors import refused
from teahouse.service.people.access.agents import device_of
from teahouse.service.people.access.challenges import STAY_MS
from teahouse.service.people.access.passkeys import Site
from teahouse.service.people.coin_statements import coins_of
from teahouse.service.people.defence.known_devices import knows
from teahouse.service.people.names import LONGEST_TYPED, name_key
from teahouse.service.people.people import SignedIn, Welcome
from teahouse.service.people.sessions import Session, token_hash
from teahouse.web.answers import answer, body_of, nothing
from teahouse.web.auth import (
    DEVICE_COOKIE,
    agent_of,
    clear_session_cookie,
    context_of,
    set_cookie,
    sign_in,
    signed_in,
    visitor,
)
from teahouse.web.bodies.access import (
    ByCode,
    ByLink,
    ByMail,
    Credentials,
    MeWithRecoveryCode,
    PasskeyOptions,
    SessionInfo,
    UsedPasskey,
    WaysBack,
)
from teahouse.web.bodies.people import Me
from teahouse.web.middleware.guard import address_of
from teahouse.web.routes.parameters import RowId
from teahouse.web.schemas import gives, gives_nothing, takes

router = APIRouter(tags=["signing in"])

TICKET_COOKIE: Final = "teahouse-passkey"


@router.post("/login", responses=gives(Me), openapi_extra=takes(Credentials))
async def log_in(request: Request) -> Response:
    """Sign in to an account; the previous session ends."""
    context = context_of(request)
    body = await body_of(request, Credentials)
    context.limits.sign_ins.check(address_of(request.scope))
    guesser, is_known = await _guesser(request, body.name)
    with context.limits.guesses.guessing(guesser):
        welcome = await context.people.log_in(body.name, body.password, agent_of(request), is_known=is_known)
    return await _sign_in(request, welcome)


async def _guesser(request: Request, name: str) -> tuple[str, bool]:
    """The key for counting wrong passwords, of one known browser or all unknown ones for a name; and is it known?"""
    token = request.cookies.get(DEVICE_COOKIE, "")
    key = name_key(name[:LONGEST_TYPED])
    is_known: bool = token != "" and await context_of(request).store.read(lambda c: knows(c, name, token))
    if is_known:
        return f"device {token_hash(token)} {key}", True
    return f"name {key}", False


@router.post("/login/passkey/options", responses=gives(PasskeyOptions))
async def offer_passkey(request: Request) -> Response:
    """Ask for a challenge, which a passkey of this browser signs."""
    context = context_of(request)
    context.limits.sign_ins.check(address_of(request.scope))
    offer = await context.passkeys.offer_sign_in(site_of(request))
    set_cookie(request, TICKET_COOKIE, offer.ticket, STAY_MS // 1000)
    return answer(PasskeyOptions(offer.options))


@router.post("/login/passkey", responses=gives(Me), openapi_extra=takes(UsedPasskey))
async def use_passkey(request: Request) -> Response:
    """Sign in with a passkey, without a name; the previous session ends."""
    context = context_of(request)
    body = await body_of(request, UsedPasskey)
    context.limits.sign_ins.check(address_of(request.scope))
    ticket = take_ticket(request)
    welcome = await context.passkeys.sign_in(site_of(request), ticket, body.credential, agent_of(request))
    return await _sign_in(request, welcome)


def site_of(request: Request) -> Site:
    """The site that a person uses, by the origin that the guard has checked."""
    origin = request.headers.get("origin", "")
    host = urlsplit(origin).hostname or ""
    if not host or ":" in host or host.replace(".", "").isdigit():
        raise refused("passkey/host")
    return Site(origin, host)


def take_ticket(request: Request) -> str:
    """Read the ticket of this browser's challenge, and delete its cookie."""
    set_cookie(request, TICKET_COOKIE, "", 0)
    return request.cookies.get(TICKET_COOKIE, "")


@router.get("/recover", responses=gives(WaysBack))
async def list_ways_back(request: Request) -> Response:
    """The ways back into an account whose password is lost, beside the recovery code."""
    return answer(WaysBack(context_of(request).addresses.has_mail))


@router.post("/recover/code", responses=gives(MeWithRecoveryCode), openapi_extra=takes(ByCode))
async def recover_by_code(request: Request) -> Response:
    """Choose a new password with the recovery code; every session ends, and a new code is given."""
    context = context_of(request)
    body = await body_of(request, ByCode)
    context.limits.sign_ins.check(address_of(request.scope))
    recovery = await context.recovery.use(body.name, body.code, body.password, agent_of(request))
    who = await sign_in(request, recovery.welcome)
    return answer(with_recovery_code(await me_of(request, who), recovery.code))


@router.post("/recover/mail", status_code=204, responses=gives_nothing(), openapi_extra=takes(ByMail))
async def recover_by_mail(request: Request) -> Response:
    """Ask for a letter with a link to a new password. The answer is the same whether there is such an account."""
    context = context_of(request)
    body = await body_of(request, ByMail)
    context.limits.sign_ins.check(address_of(request.scope))
    if context.limits.letters.take(f"for {name_key(body.name)}"):
        context.addresses.ask_reset(body.name, body.lang)
    return nothing()


@router.post("/recover/link", responses=gives(Me), openapi_extra=takes(ByLink))
async def recover_by_link(request: Request) -> Response:
    """Choose a new password with the secret of a link; every session ends."""
    context = context_of(request)
    body = await body_of(request, ByLink)
    context.limits.sign_ins.check(address_of(request.scope))
    welcome = await context.addresses.reset(body.token, body.password, agent_of(request))
    return await _sign_in(request, welcome)


@router.post("/logout", status_code=204, responses=gives_nothing())
async def log_out(request: Request) -> Response:
    """Sign out here."""
    who = await visitor(request)
    if who is not None:
        context = context_of(request)
        await context.people.end_session(who.person.id, who.session.id)
        context.hub.end_session(who.session.id)
    clear_session_cookie(request)
    return nothing()


@router.get("/sessions", responses=gives(SessionInfo, many=True))
async def list_sessions(request: Request) -> Response:
    """Where you are signed in, the latest seen first."""
    who = await signed_in(request)
    sessions = await context_of(request).people.sessions(who.person.id)
    return answer([_session_info(one, who.session) for one in sessions])


def _session_info(one: Session, here: Session) -> SessionInfo:
    device = device_of(one.agent)
    return SessionInfo(one.id, one.created, one.seen, one.expires, device.browser, device.system, one.id == here.id)


@router.delete("/sessions", status_code=204, responses=gives_nothing())
async def end_sessions(request: Request) -> Response:
    """Sign out everywhere, here too; the tokens of your bots end as well."""
    who = await signed_in(request)
    context = context_of(request)
    for session in await context.people.end_sessions(who.person.id):
        context.hub.end_session(session)
    clear_session_cookie(request)
    return nothing()


@router.delete("/sessions/{session}", status_code=204, responses=gives_nothing())
async def end_session(request: Request, session: RowId) -> Response:
    """End a session."""
    who = await signed_in(request)
    context = context_of(request)
    await context.people.end_session(who.person.id, session)
    context.hub.end_session(session)
    if session == who.session.id:
        clear_session_cookie(request)
    return nothing()


async def _sign_in(request: Request, welcome: Welcome) -> Response:
    return answer(await me_of(request, await sign_in(request, welcome)))


async def me_of(request: Request, who: SignedIn) -> Me:
    """The person who asks, with their coins."""
    context = context_of(request)
    coins = await coins_of(context.store, context.timers, who.person.id)
    return Me(who.person.id, who.person.name, who.person.guest, coins)


def with_recovery_code(me: Me, code: str) -> MeWithRecoveryCode:
    """A person with the recovery code of their account."""
    return MeWithRecoveryCode(me.id, me.name, me.guest, me.coins, code)
