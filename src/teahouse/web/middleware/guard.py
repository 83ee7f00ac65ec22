"""The guard in front of all routes: checks origin and rate limits, and adds security headers to answers."""

from collections.abc import Collection, Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from teahouse.service.errors import Refused, refused
from teahouse.web.answers import problem
from teahouse.web.context import context_in

SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
COOKIES_TO_SET: Final = "teahouse.cookies"  # the key in a request's scope for cookies to send with the answer
BOTS: Final = "/api/v1/bot/"  # bots show a token and no cookie, so another site cannot speak for them
API: Final = "/api/"
UNCOUNTED: Final = ("/health/", "/metrics")  # monitoring has no rate limit

CONTENT_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
SECURE_ONLY: Final = "max-age=31536000"  # a browser that came over https uses only https for a year
HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Checks origin and rate limits before anything else, and adds headers to answers."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an app."""
        self._app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        send_with_headers = _with_headers(scope, send)
        try:
            _check(scope)
        except Refused as error:
            context_in(scope).refusals[error.code] += 1
            return await problem(error)(scope, receive, send_with_headers)
        return await self._app(scope, receive, send if scope["type"] == "websocket" else send_with_headers)


def _check(scope: Scope) -> None:
    context = context_in(scope)
    headers = Headers(scope=scope)
    is_socket = scope["type"] == "websocket"
    path = str(scope["path"])
    is_page = is_socket or (scope["method"] not in SAFE_METHODS and not path.startswith(BOTS))
    if is_page and not is_from_this_site(headers, context.settings.origins):
        raise refused("wire/origin")
    if is_socket:
        context.limits.connects.check(address_of(scope))
    elif not path.startswith(UNCOUNTED):
        limits = context.limits
        buckets = limits.requests if path.startswith(API) else limits.files
        buckets.check(address_of(scope))


def is_from_this_site(headers: Headers, origins: Collection[str]) -> bool:
    """Does the request come from a page of this site: its public address, or the host it was sent to?"""
    origin_headers = headers.getlist("origin")
    if len(origin_headers) != 1:
        return False
    if origins:
        return origin_headers[0] in origins
    try:
        parts = urlsplit(origin_headers[0])
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc != "" and parts.netloc == headers.get("host")


def address_of(scope: Scope) -> str:
    """The client's address; of IPv6 the prefix of one household."""
    client = scope.get("client")
    host = str(client[0]) if client else ""
    return ":".join(host.split(":")[:4]) if host.count(":") > 1 else host


def _with_headers(scope: Scope, send: Send) -> Send:
    """Add our headers and new cookies to an answer."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if context_in(scope).settings.secure:
                headers.setdefault("strict-transport-security", SECURE_ONLY)
            if str(scope["path"]).startswith("/api/"):
                headers.setdefault("cache-control", "no-store")
            for cookie in scope.get(COOKIES_TO_SET, {}).values():
                headers.append("set-cookie", cookie)
        await send(message)

    return send_with_headers
