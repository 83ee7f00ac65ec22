"""The analysis board: positions set up and played on, engines, and analyses that are saved and shared by link."""

from collections.abc import AsyncGenerator
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from teahouse.core.seats import Seat
from teahouse.service.analysis.board import EngineWish, RecordWish
from teahouse.service.analysis.explorer_wire import AnalysisMessage
from teahouse.service.analysis.kept import AnalysisTitle, AnalysisTree, KeptAnalysis
from teahouse.service.analysis.positions import AnalysisPosition, AnalysisStart, AnalysisWish
from teahouse.service.engines.queue import Lane
from teahouse.web.answers import LINES, LONGEST_UPLOAD, answer, body_of, bytes_of, nothing
from teahouse.web.auth import anybody, context_of, somebody, visitor
from teahouse.web.middleware.guard import address_of
from teahouse.web.routes.streaming import streamed
from teahouse.web.schemas import PROBLEMS, Answers, gives, gives_nothing, takes, takes_record

router = APIRouter(tags=["analysis"])

SVG = "image/svg+xml"
AnalysisId = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")]
EyesQuery = Annotated[int, Query(ge=0, le=11)]
THOUGHTS: Answers = {200: {"description": "JSON lines: `queued`, `thought`, `ended`.", "content": {LINES: {}}}}
PICTURE: Answers = {200: {"description": "A picture.", "content": {SVG: {"schema": {"type": "string"}}}}}
RECORD: Answers = {200: {"description": "One line a move.", "content": {LINES: {"schema": {"type": "string"}}}}}


async def lane_of(request: Request) -> Lane:
    """The household, and the person if known, on whose account a request is computed."""
    who = await visitor(request)
    return Lane(address_of(request.scope), who.person.id if who else "", "")


@router.post("/analysis/positions", responses=gives(AnalysisPosition), openapi_extra=takes(AnalysisWish))
async def look_at_position(request: Request) -> Response:
    """A position after moves, and after one more: what everybody sees, and what can be played."""
    wish = await body_of(request, AnalysisWish)
    return answer(await context_of(request).analysis.look(await lane_of(request), wish))


@router.post("/analysis/picture", responses=PICTURE | PROBLEMS, openapi_extra=takes(AnalysisWish))
async def draw_position(request: Request, seat: EyesQuery = 0) -> Response:
    """A position as an SVG picture, as a seat sees it."""
    wish = await body_of(request, AnalysisWish)
    drawn = await context_of(request).analysis.picture(await lane_of(request), wish, Seat(seat))
    return Response(drawn, media_type=SVG, headers={"content-disposition": 'attachment; filename="teahouse.svg"'})


@router.post("/analysis/start", responses=gives(AnalysisStart), openapi_extra=takes_record())
async def start_from_record(request: Request, seat: EyesQuery = 0) -> Response:
    """The first position of a record, and the moves that were played."""
    context_of(request).limits.uploads.check(address_of(request.scope))
    data = await bytes_of(request, LONGEST_UPLOAD)
    return answer(await context_of(request).analysis.start(await lane_of(request), data, Seat(seat)))


@router.post("/analysis/record", responses=RECORD | PROBLEMS, openapi_extra=takes(RecordWish))
async def write_record(request: Request) -> Response:
    """Moves from a deal as a record."""
    wish = await body_of(request, RecordWish)
    lines = await context_of(request).analysis.record(await lane_of(request), wish)
    return Response(lines, media_type=LINES, headers={"content-disposition": 'attachment; filename="teahouse.jsonl"'})


@router.post("/analysis/engine", responses=THOUGHTS | PROBLEMS, openapi_extra=takes(EngineWish))
async def think(request: Request) -> Response:
    """Let an engine think about a position: one line for each thing it finds. A new wish ends your last one."""
    wish = await body_of(request, EngineWish)
    told = await context_of(request).analysis.explore(await lane_of(request), wish)
    return streamed(request, _lines(told), LINES)


async def _lines(told: AsyncGenerator[AnalysisMessage]) -> AsyncGenerator[bytes]:
    async for one in told:
        yield msgspec.json.encode(one) + b"\n"


@router.post("/analyses", status_code=201, responses=gives(KeptAnalysis, status=201), openapi_extra=takes(AnalysisTree))
async def keep_analysis(request: Request) -> Response:
    """Save an analysis. Everybody who has its address can read it."""
    tree = await body_of(request, AnalysisTree)
    who = await anybody(request)
    board = context_of(request).analysis
    return answer(await board.keep(await lane_of(request), who.person.id, tree), 201)


@router.get("/me/analyses", responses=gives(AnalysisTitle, many=True))
async def list_analyses(request: Request) -> Response:
    """The analyses that you saved, the last changed first; none without a session."""
    who = await visitor(request)
    return answer([] if who is None else await context_of(request).analysis.analyses.of(who.person.id))


@router.get("/analyses/{analysis}", responses=gives(KeptAnalysis))
async def read_analysis(request: Request, analysis: AnalysisId) -> Response:
    """A saved analysis."""
    who = await visitor(request)
    return answer(await context_of(request).analysis.analyses.look(who.person.id if who else "", analysis))


@router.put("/analyses/{analysis}", responses=gives(KeptAnalysis), openapi_extra=takes(AnalysisTree))
async def change_analysis(request: Request, analysis: AnalysisId) -> Response:
    """Change an analysis of your own."""
    tree = await body_of(request, AnalysisTree)
    who = await somebody(request)
    board = context_of(request).analysis
    return answer(await board.keep(await lane_of(request), who.person.id, tree, analysis))


@router.delete("/analyses/{analysis}", status_code=204, responses=gives_nothing())
async def forget_analysis(request: Request, analysis: AnalysisId) -> Response:
    """Delete an analysis of your own."""
    who = await somebody(request)
    await context_of(request).analysis.analyses.forget(who.person.id, analysis)
    return nothing()
