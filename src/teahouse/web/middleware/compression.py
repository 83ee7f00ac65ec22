"""Compresses API answers that hold no secret.

Compressing a secret together with text that an attacker chose lets them guess the secret from the length (BREACH).
So only the listed paths are compressed: what everybody may read, records and scores. Invite codes, bot tokens,
sessions and everything about one person are not compressed; those answers are short.
"""

from typing import Final

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware, IdentityResponder
from starlette.types import ASGIApp, Receive, Scope, Send

from teahouse.web.static import accepted

COMPRESSED: Final = (
    *("/api/openapi.json", "/api/docs", "/api/v1/games", "/api/v1/records", "/api/v1/deals", "/api/v1/score"),
    *("/api/v1/people/", "/api/v1/leaders/", "/api/v1/house/records", "/api/v1/badges"),
)
LOBBY: Final = ("GET", "/api/v1/tables")  # opening a table answers with its invite code, so the method counts
SMALLEST: Final = 1024
LEVEL: Final = 5  # nearly as small as 9 in a third of the time


class Compression:
    """Compresses the listed paths for clients that accept it."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an app."""
        self._app: Final = app
        self._compressing: Final = GZipMiddleware(app, minimum_size=SMALLEST, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, compressed or not."""
        if scope["type"] != "http" or not is_compressed(scope["method"], scope["path"]):
            return await self._app(scope, receive, send)
        if "gzip" in accepted(Headers(scope=scope).get("accept-encoding", "")):
            return await self._compressing(scope, receive, send)
        return await IdentityResponder(self._app, SMALLEST)(scope, receive, send)


def is_compressed(method: str, path: str) -> bool:
    """Do answers there hold no secret?"""
    return path.startswith(COMPRESSED) or (method, path) == LOBBY
