"""Authentication: reads and sets the session cookie."""

from http.cookies import SimpleCookie
from typing import Final

from starlette.requests import HTTPConnection, Request

from teahouse.service.errors import Refused, refused
from teahouse.service.people.people import SignedIn, Welcome
from teahouse.service.people.sessions import BOT_PREFIX
from teahouse.web.context import ServerContext
from teahouse.web.middleware.guard import COOKIE_TO_SET, address_of, context_in

COOKIE: Final = "teahouse"
LONGEST_KEPT: Final = 400 * 24 * 60 * 60  # seconds; the server decides when a session ends, not the browser


def context_of(connection: HTTPConnection) -> ServerContext:
    """What this server works with."""
    return context_in(connection.scope)


async def visitor(request: HTTPConnection) -> SignedIn | None:
    """The person who asks, or None."""
    token = request.cookies.get(COOKIE)
    if not token or token.startswith(BOT_PREFIX):
        return None
    try:
        return await _known(request, token)
    except Refused as error:
        if error.code != "person/unknown":
            raise
        return None


async def somebody(request: Request) -> SignedIn:
    """The person who asks, or a refusal."""
    who = await visitor(request)
    if who is None:
        raise refused("person/unknown")
    return who


async def bot(request: Request) -> SignedIn:
    """The bot that asks, by the token in its header; cookies do not count."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.startswith(BOT_PREFIX):
        raise refused("person/unknown")
    return await _known(request, token)


async def _known(request: HTTPConnection, token: str) -> SignedIn:
    """The person of a token, whose address is noted."""
    context = context_of(request)
    who = await context.people.who(token)
    context.worker.households.note(who.person.id, address_of(request.scope))
    return who


async def anybody(request: Request) -> SignedIn:
    """The person who asks; a visitor without a session becomes a guest first."""
    who = await visitor(request)
    if who is not None:
        return who
    context = context_of(request)
    context.limits.guests.check(address_of(request.scope))
    welcome = await context.people.welcome_guest(agent_of(request))
    context.worker.households.note(welcome.person.id, address_of(request.scope))
    return let_in(request, welcome)


def let_in(request: Request, welcome: Welcome) -> SignedIn:
    """Set the cookie of a new session."""
    request.scope[COOKIE_TO_SET] = _cookie(welcome.token, LONGEST_KEPT, secure=context_of(request).terms.secure)
    return SignedIn(welcome.person, welcome.session)


def let_out(request: Request) -> None:
    """Delete the cookie."""
    request.scope[COOKIE_TO_SET] = _cookie("", 0, secure=context_of(request).terms.secure)


def agent_of(request: Request) -> str:
    """The browser's user agent."""
    return request.headers.get("user-agent", "")


def _cookie(token: str, seconds: int, *, secure: bool) -> str:
    cookie: SimpleCookie = SimpleCookie({COOKIE: token})
    cookie[COOKIE].update({"path": "/", "max-age": str(seconds), "samesite": "Lax", "httponly": "1"})
    if secure:
        cookie[COOKIE]["secure"] = "1"
    return cookie[COOKIE].OutputString()
