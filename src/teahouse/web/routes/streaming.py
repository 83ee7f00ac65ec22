"""Streaming answers, counted for each address while they are open."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from teahouse.service.errors import refused
from teahouse.web.auth import context_of
from teahouse.web.middleware.guard import address_of


def streamed(request: Request, lines: AsyncGenerator[bytes], media_type: str) -> Response:
    """An answer that sends lines as they come; refused when the server stops, or at too many streams of an address."""
    context = context_of(request)
    if context.hub.is_stopping:
        raise refused("table/busy")
    crowd = context.limits.streams.inside(address_of(request.scope))
    crowd.__enter__()

    async def sent() -> AsyncGenerator[bytes]:
        try:
            async with aclosing(lines):
                async for line in lines:
                    yield line
        finally:
            crowd.__exit__(None, None, None)

    return StreamingResponse(sent(), media_type=media_type, headers={"x-accel-buffering": "no"})
