"""Records: listed, downloaded, and uploaded to be verified or stepped through."""

import asyncio
from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from teahouse.core.errors import InvalidRecord
from teahouse.core.record import record_lines
from teahouse.core.seats import Seat
from teahouse.service.engines.analysis import Opinion
from teahouse.service.errors import refused
from teahouse.service.listings import RECORDS_LENGTH
from teahouse.service.replays import Replay, Verdict, replayed, verified
from teahouse.web.answers import LINES, LONGEST_UPLOAD, Cursor, answer, answer_page, bytes_of
from teahouse.web.auth import context_of, visitor
from teahouse.web.bodies import RecordInfo
from teahouse.web.middleware.guard import address_of
from teahouse.web.routes.tables import Invite, TableId
from teahouse.web.schemas import PROBLEMS, Answers, gives, takes_record

T = TypeVar("T")

router = APIRouter(tags=["records"])
Eyes = Annotated[int | None, Query(ge=0, le=11)]
RECORD: Answers = {200: {"description": "One line a move.", "content": {LINES: {"schema": {"type": "string"}}}}}


@router.get("/records", responses=gives(RecordInfo, many=True))
async def list_records(
    request: Request, after: Cursor = "", limit: Annotated[int, Query(ge=1, le=200)] = RECORDS_LENGTH
) -> Response:
    """The public deals that finished last; the header `link` names the next page."""
    return answer_page(request, await context_of(request).house.listings.records(after, limit), limit)


@router.get("/records/{table}/{deal}", responses=RECORD | PROBLEMS)
async def read_record(
    request: Request, table: TableId, deal: Annotated[int, Path(ge=0, le=1_000_000)], invite: Invite = ""
) -> Response:
    """The record of a finished deal, as JSON lines."""
    who = await visitor(request)
    record = await context_of(request).house.record(table, deal, who.person.id if who else "", invite)
    lines = b"".join(line + b"\n" for line in record_lines(record))
    name = f'attachment; filename="teahouse-{table}-{deal}.jsonl"'
    return Response(lines, media_type=LINES, headers={"content-disposition": name})


@router.post("/records/verify", responses=gives(Verdict), openapi_extra=takes_record())
async def verify(request: Request) -> Response:
    """Recompute a record from its deal: whether it is valid, or the wrong line."""
    return answer(await _on_upload(request, verified))


@router.post("/records/steps", responses=gives(Replay), openapi_extra=takes_record())
async def steps(request: Request, seat: Eyes = None) -> Response:
    """A record step by step, as an onlooker or the named seat saw it."""
    try:
        return answer(await _on_upload(request, lambda data: replayed(data, None if seat is None else Seat(seat))))
    except InvalidRecord as error:
        raise refused("record/invalid", str(error), "line", {"line": error.line}) from None


@router.post("/records/analysis", responses=gives(Opinion), openapi_extra=takes_record())
async def analyse(request: Request, seat: Annotated[int, Query(ge=0, le=11)] = 0) -> Response:
    """Judge a game of Battle, a deal of Classic, or one seat's game of Solitaire."""
    context = context_of(request)
    context.limits.uploads.check(address_of(request.scope))
    data = await bytes_of(request, LONGEST_UPLOAD)
    return answer(Opinion(await context.analyst.judge(data, Seat(seat))))


async def _on_upload(request: Request, work: Callable[[bytes], T]) -> T:
    """Work on a record in a thread, on a few at once, so that nothing else is blocked."""
    context = context_of(request)
    context.limits.uploads.check(address_of(request.scope))
    data = await bytes_of(request, LONGEST_UPLOAD)
    async with context.uploads:
        return await asyncio.to_thread(work, data)
