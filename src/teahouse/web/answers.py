"""HTTP answers: JSON written by msgspec, and refusals with a code, a sentence and a status."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import ExitStack
from typing import IO, Any, Final, TypeVar
from urllib.parse import quote, urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from teahouse.service.errors import Refused, refused
from teahouse.service.pages import Page
from teahouse.service.structs import READING_ERRORS, complaint_about

T = TypeVar("T")

JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"
ZIP: Final = "application/zip"
LONGEST_BODY: Final = 64 * 1024
LONGEST_UPLOAD: Final = 4 * 1024 * 1024
BODY_SECONDS: Final = 60.0
PIECE: Final = 64 * 1024

# Codes that are not listed are 409: the request was understood, and the state of things forbids it.
STATUS: Final[Mapping[str, int]] = {
    "table/unknown": 404,
    "table/private": 403,
    "table/seat": 403,
    "table/host": 403,
    "table/options": 422,
    "table/removed": 403,
    "table/refused": 403,
    "person/muted": 403,
    "person/suspended": 403,
    "report/reason": 422,
    "report/unknown": 404,
    "training/unknown": 404,
    "training/slip": 422,
    "training/unweighed": 422,
    "puzzle/none": 404,
    "table/busy": 503,
    "chat/phrase": 422,
    "person/name": 422,
    "person/farewell": 422,
    "person/password": 401,
    "person/current": 401,
    "person/weak": 422,
    "person/session": 404,
    "person/missing": 404,
    "person/recovery": 401,
    "person/confirm": 403,
    "person/private": 403,
    "person/blocked": 403,
    "person/refused": 403,
    "person/guest": 403,
    "person/slow": 429,
    "person/busy": 503,
    "passkey/host": 422,
    "passkey/late": 401,
    "passkey/invalid": 401,
    "passkey/unknown": 404,
    "mail/address": 422,
    "mail/token": 401,
    "person/unknown": 401,
    "coins/stake": 422,
    "record/unknown": 404,
    "daily/unknown": 404,
    "deal/unknown": 404,
    "record/invalid": 422,
    "score/hand": 422,
    "scorebook/unknown": 404,
    "rules/unknown": 404,
    "rules/invalid": 422,
    "record/unjudged": 422,
    "analysis/game": 422,
    "analysis/position": 422,
    "analysis/move": 422,
    "analysis/unknown": 404,
    "analysis/owner": 403,
    "analysis/large": 413,
    "work/large": 422,
    "work/busy": 503,
    "store/full": 503,
    "store/readonly": 503,
    "store/locked": 503,
    "store/away": 503,
    "store/damaged": 503,
    "wire/unreadable": 400,
    "wire/unknown": 404,
    "wire/large": 413,
    "wire/slow": 408,
    "wire/origin": 403,
    "wire/flood": 429,
    "metrics/closed": 403,
}
FORBIDDEN_NOW: Final = 409
RETRY_AFTER: Final = {"wire/flood": 5, "work/busy": 5, "person/busy": 5, "person/slow": 60}
"""Seconds after which trying again may help, if the refusal does not name the seconds."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was not done: a code for programs, a sentence for people.

    why, values: a more specific code and the values of its sentence, so that it can be translated.
    """

    code: str
    text: str
    why: str | None = None
    values: Mapping[str, str | int] | None = None


def answer(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type=JSON)


def answer_page(request: Request, page: Page[Any], limit: int) -> Response:
    """A page of a list as JSON; the header `link` names the next one, with the same filters."""
    response = answer(page.items)
    if page.after is not None:
        query = dict(request.query_params) | {"limit": limit, "after": page.after}
        response.headers["link"] = f'<{quote(request.url.path)}?{urlencode(query)}>; rel="next"'
    return response


def streamed_file(file: IO[bytes], closing: ExitStack, media_type: str = JSON) -> Response:
    """The content of a file, read in pieces as fast as the client takes them; then everything is closed."""

    async def pieces() -> AsyncGenerator[bytes]:
        with closing:
            while piece := await asyncio.to_thread(file.read, PIECE):
                yield piece

    return StreamingResponse(pieces(), media_type=media_type)


def nothing() -> Response:
    """An answer without a body."""
    return Response(status_code=204)


def problem(error: Refused) -> Response:
    """A refusal."""
    response = answer(Problem(error.code, str(error), error.why, error.values), STATUS.get(error.code, FORBIDDEN_NOW))
    if error.code in RETRY_AFTER:
        response.headers["retry-after"] = str((error.values or {}).get("seconds", RETRY_AFTER[error.code]))
    return response


async def body_of(request: Request, kind: type[T]) -> T:
    """The body read as a type, or a refusal."""
    data = await bytes_of(request, LONGEST_BODY)
    try:
        return msgspec.json.decode(data, type=kind)
    except READING_ERRORS as error:
        raise refused("wire/unreadable", complaint_about(error, data, kind)) from None


async def bytes_of(request: Request, longest: int) -> bytes:
    """The body, up to its largest size."""
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                size += len(part)
                if size > longest:
                    raise refused("wire/large", f"expected at most {longest} bytes")
                parts.append(part)
    except TimeoutError:
        raise refused("wire/slow", f"expected the whole body within {BODY_SECONDS:g} seconds") from None
    return b"".join(parts)
