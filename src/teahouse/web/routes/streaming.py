"""Streaming answers, counted for each address while they are open."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from teahouse.service.errors import refused
from teahouse.web.auth import context_of
from teahouse.web.middleware.guard import address_of


async def json_lines(values: AsyncGenerator[msgspec.Struct]) -> AsyncGenerator[bytes]:
    """Values as JSON, one on each line."""
    async for value in values:
        yield msgspec.json.encode(value) + b"\n"


def streamed(request: Request, lines: AsyncGenerator[bytes], media_type: str) -> Response:
    """An answer that sends lines as they come; refused when the server stops or the address has too many streams."""
    context = context_of(request)
    if context.hub.is_stopping:
        raise refused("table/busy")
    counted = context.limits.streams.inside(address_of(request.scope))
    counted.__enter__()

    async def counted_lines() -> AsyncGenerator[bytes]:
        try:
            async with aclosing(lines):
                async for line in lines:
                    yield line
        finally:
            counted.__exit__(None, None, None)

    return StreamingResponse(counted_lines(), media_type=media_type, headers={"x-accel-buffering": "no"})
