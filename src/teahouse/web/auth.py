"""Authentication: reads and sets the cookies of a session and of a known browser."""

import re
from contextlib import suppress
from http.cookies import SimpleCookie
from typing import Final

from starlette.requests import HTTPConnection, Request

from teahouse.service.errors import Refused, StoreTrouble, refused
from teahouse.service.people.defence.known_devices import new_token, remember
from teahouse.service.people.people import SignedIn, Welcome
from teahouse.service.people.sessions import BOT_PREFIX
from teahouse.web.context import ServerContext, context_in
from teahouse.web.middleware.guard import COOKIES_TO_SET, address_of

COOKIE: Final = "teahouse"
DEVICE_COOKIE: Final = "teahouse-device"
DEVICE: Final = re.compile(r"[A-Za-z0-9_-]{43}")
LONGEST_KEPT: Final = 400 * 24 * 60 * 60  # seconds; the server decides when a session ends, not the browser


def context_of(connection: HTTPConnection) -> ServerContext:
    """The server context."""
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


async def visitor_id(request: HTTPConnection) -> str:
    """The id of the person who asks; empty without a session."""
    who = await visitor(request)
    return "" if who is None else who.person.id


async def signed_in(request: Request) -> SignedIn:
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
    who = await context.people.authenticate(token)
    context.workers.households.remember(who.person.id, address_of(request.scope))
    return who


async def signed_in_or_guest(request: Request) -> SignedIn:
    """The person who asks; a visitor without a session becomes a guest first."""
    who = await visitor(request)
    if who is not None:
        return who
    context = context_of(request)
    context.limits.guests.check(address_of(request.scope))
    welcome = await context.people.welcome_guest(agent_of(request))
    context.workers.households.remember(welcome.person.id, address_of(request.scope))
    return begin_session(request, welcome)


def begin_session(request: Request, welcome: Welcome) -> SignedIn:
    """Set the cookie of a new session, and close the sockets of those that ended with it."""
    set_cookie(request, COOKIE, welcome.token, LONGEST_KEPT)
    for session in welcome.ended:
        context_of(request).hub.end_session(session)
    return SignedIn(welcome.person, welcome.session)


async def sign_in(request: Request, welcome: Welcome) -> SignedIn:
    """Sign in a person who has been identified: this browser is known from now on, and its last session ends."""
    context = context_of(request)
    before = await visitor(request)
    if before is not None and before.session.id not in welcome.ended:
        await context.people.end_session(before.person.id, before.session.id)
        context.hub.end_session(before.session.id)
    token = request.cookies.get(DEVICE_COOKIE, "")
    if not DEVICE.fullmatch(token):
        token = new_token()
    at, person = context.timers.date(), welcome.person.id
    with suppress(StoreTrouble):  # people can sign in while the disk is full
        await context.store.write(lambda connection: remember(connection, person, token, at))
    set_cookie(request, DEVICE_COOKIE, token, LONGEST_KEPT)
    return begin_session(request, welcome)


def clear_session_cookie(request: Request) -> None:
    """Delete the cookie of the session."""
    set_cookie(request, COOKIE, "", 0)


def set_cookie(request: Request, name: str, value: str, seconds: int) -> None:
    """Send a cookie with the answer that only this site gets back and no script can read."""
    cookie: SimpleCookie = SimpleCookie({name: value})
    cookie[name].update({"path": "/", "max-age": str(seconds), "samesite": "Lax", "httponly": "1"})
    if context_of(request).settings.secure:
        cookie[name]["secure"] = "1"
    request.scope.setdefault(COOKIES_TO_SET, {})[name] = cookie[name].OutputString()


def agent_of(request: Request) -> str:
    """The browser's user agent."""
    return request.headers.get("user-agent", "")
