"""The pictures of shared links. They show what an onlooker without an invite sees, or else the house's own picture."""

from typing import Annotated, Final

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.engines.queue import Lane
from teahouse.service.previews import PreviewKey
from teahouse.web.auth import context_of
from teahouse.web.middleware.guard import address_of
from teahouse.web.routes.parameters import TableId

router = APIRouter(include_in_schema=False)
PNG: Final = "image/png"
CACHE_CONTROL: Final = "public, max-age=60"


@router.get("/previews/house.png", response_class=Response)
async def house_picture(request: Request) -> Response:
    """The house's own picture, for its links."""
    return await _picture(request, ())


@router.get("/previews/tables/{table}.png", response_class=Response)
async def table_picture(request: Request, table: TableId) -> Response:
    """What goes on at a public table; the house's own picture for any other."""
    return await _picture(request, (table,))


@router.get("/previews/records/{table}/{deal}.png", response_class=Response)
async def record_picture(request: Request, table: TableId, deal: Annotated[int, Path(ge=0, le=1_000_000)]) -> Response:
    """The middle of a finished public deal; the house's own picture for any other."""
    return await _picture(request, (table, str(deal)))


async def _picture(request: Request, subject: PreviewKey) -> Response:
    lane = Lane(address_of(request.scope), "", "")
    png = await context_of(request).previews.png(subject, lane)
    return Response(png, media_type=PNG, headers={"cache-control": CACHE_CONTROL})
