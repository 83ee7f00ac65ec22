"""The analysis board: positions set up and played on, engines, and analyses that are saved and shared by link."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from teahouse.core.seats import Seat
from teahouse.service.analysis.board import ExploreRequest, RecordRequest
from teahouse.service.analysis.positions import AnalysisPosition, AnalysisRequest, AnalysisStart
from teahouse.service.analysis.saved_analyses import AnalysisTitle, AnalysisTree, SavedAnalysis
from teahouse.service.engines.queue import Lane
from teahouse.web.answers import LINES, LONGEST_UPLOAD, answer, body_of, bytes_of, nothing
from teahouse.web.auth import context_of, signed_in, signed_in_or_guest, visitor, visitor_id
from teahouse.web.middleware.guard import address_of
from teahouse.web.routes.parameters import RowId
from teahouse.web.routes.streaming import json_lines, streamed
from teahouse.web.schemas import PROBLEMS, Answers, gives, gives_nothing, takes, takes_record

router = APIRouter(tags=["analysis"])

SVG = "image/svg+xml"
SeatQuery = Annotated[int, Query(ge=0, le=11)]
ANALYSIS_LINES: Answers = {200: {"description": "JSON lines: `queued`, `thought`, `ended`.", "content": {LINES: {}}}}
PICTURE: Answers = {200: {"description": "A picture.", "content": {SVG: {"schema": {"type": "string"}}}}}
RECORD: Answers = {200: {"description": "One line a move.", "content": {LINES: {"schema": {"type": "string"}}}}}


async def lane_of(request: Request) -> Lane:
    """The household, and the person if known, on whose account a request is computed."""
    return Lane(address_of(request.scope), await visitor_id(request), "")


@router.post("/analysis/positions", responses=gives(AnalysisPosition), openapi_extra=takes(AnalysisRequest))
async def read_position(request: Request) -> Response:
    """A position after moves, and after one more: what everybody sees, and what can be played."""
    body = await body_of(request, AnalysisRequest)
    return answer(await context_of(request).analysis.position(await lane_of(request), body))


@router.post("/analysis/picture", responses=PICTURE | PROBLEMS, openapi_extra=takes(AnalysisRequest))
async def draw_position(request: Request, seat: SeatQuery = 0) -> Response:
    """A position as an SVG picture, as a seat sees it."""
    body = await body_of(request, AnalysisRequest)
    svg = await context_of(request).analysis.picture(await lane_of(request), body, Seat(seat))
    return Response(svg, media_type=SVG, headers={"content-disposition": 'attachment; filename="teahouse.svg"'})


@router.post("/analysis/start", responses=gives(AnalysisStart), openapi_extra=takes_record())
async def start_from_record(request: Request, seat: SeatQuery = 0) -> Response:
    """The first position of a record, and the moves that were played."""
    context_of(request).limits.uploads.check(address_of(request.scope))
    data = await bytes_of(request, LONGEST_UPLOAD)
    return answer(await context_of(request).analysis.start(await lane_of(request), data, Seat(seat)))


@router.post("/analysis/record", responses=RECORD | PROBLEMS, openapi_extra=takes(RecordRequest))
async def write_record(request: Request) -> Response:
    """Moves from a deal as a record."""
    body = await body_of(request, RecordRequest)
    lines = await context_of(request).analysis.record(await lane_of(request), body)
    return Response(lines, media_type=LINES, headers={"content-disposition": 'attachment; filename="teahouse.jsonl"'})


@router.post("/analysis/engine", responses=ANALYSIS_LINES | PROBLEMS, openapi_extra=takes(ExploreRequest))
async def think(request: Request) -> Response:
    """Let an engine think about a position: one line for each thing it finds. A new body ends your last one."""
    body = await body_of(request, ExploreRequest)
    messages = await context_of(request).analysis.explore(await lane_of(request), body)
    return streamed(request, json_lines(messages), LINES)


@router.post(
    "/analyses", status_code=201, responses=gives(SavedAnalysis, status=201), openapi_extra=takes(AnalysisTree)
)
async def save_analysis(request: Request) -> Response:
    """Save an analysis. Everybody who has its address can read it."""
    tree = await body_of(request, AnalysisTree)
    who = await signed_in_or_guest(request)
    board = context_of(request).analysis
    return answer(await board.save(await lane_of(request), who.person.id, tree), 201)


@router.get("/me/analyses", responses=gives(AnalysisTitle, many=True))
async def list_analyses(request: Request) -> Response:
    """The analyses that you saved, the last changed first; none without a session."""
    who = await visitor(request)
    return answer([] if who is None else await context_of(request).analysis.analyses.of(who.person.id))


@router.get("/analyses/{analysis}", responses=gives(SavedAnalysis))
async def read_analysis(request: Request, analysis: RowId) -> Response:
    """A saved analysis."""
    return answer(await context_of(request).analysis.analyses.read(await visitor_id(request), analysis))


@router.put("/analyses/{analysis}", responses=gives(SavedAnalysis), openapi_extra=takes(AnalysisTree))
async def change_analysis(request: Request, analysis: RowId) -> Response:
    """Change an analysis of your own."""
    tree = await body_of(request, AnalysisTree)
    who = await signed_in(request)
    board = context_of(request).analysis
    return answer(await board.save(await lane_of(request), who.person.id, tree, analysis))


@router.delete("/analyses/{analysis}", status_code=204, responses=gives_nothing())
async def delete_analysis(request: Request, analysis: RowId) -> Response:
    """Delete an analysis of your own."""
    who = await signed_in(request)
    await context_of(request).analysis.analyses.delete(who.person.id, analysis)
    return nothing()
