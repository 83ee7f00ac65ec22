"""Records: listed, downloaded, and uploaded to be verified or stepped through."""

from contextlib import ExitStack
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from teahouse.core.errors import InvalidRecord
from teahouse.core.record import record_bytes
from teahouse.core.seats import Seat
from teahouse.service.engines.judge_tasks import JudgedRecord
from teahouse.service.engines.queue import Lane
from teahouse.service.errors import refused
from teahouse.service.judging.reviews import Review
from teahouse.service.listings import RECORDS_LENGTH
from teahouse.service.replays import RECORD_SECONDS, Replay, Verdict, record_verdict, write_replay
from teahouse.web.answers import LINES, LONGEST_UPLOAD, answer, answer_page, bytes_of, streamed_file
from teahouse.web.auth import context_of, visitor_id
from teahouse.web.bodies.house import RecordInfo
from teahouse.web.middleware.guard import address_of
from teahouse.web.routes.parameters import Cursor, Invite, TableId
from teahouse.web.schemas import PROBLEMS, Answers, gives, takes_record

router = APIRouter(tags=["records"])
SeatQuery = Annotated[int | None, Query(ge=0, le=11)]
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
    record = await context_of(request).house.record(table, deal, await visitor_id(request), invite)
    name = f'attachment; filename="teahouse-{table}-{deal}.jsonl"'
    return Response(record_bytes(record), media_type=LINES, headers={"content-disposition": name})


@router.get("/records/{table}/{deal}/judgement", responses=gives(Review))
async def read_judgement(
    request: Request, table: TableId, deal: Annotated[int, Path(ge=0, le=1_000_000)], invite: Invite = ""
) -> Response:
    """The review of a finished deal; asking for one that still waits puts it first in the queue."""
    review = await context_of(request).reviews.of_deal(table, deal, await visitor_id(request), invite)
    return answer(review)


@router.post("/records/verify", responses=gives(Verdict), openapi_extra=takes_record())
async def verify(request: Request) -> Response:
    """Recompute a record from its deal: whether it is valid, or the wrong line."""
    data = await _upload(request)
    return answer(await context_of(request).workers.run(_lane(request), RECORD_SECONDS, record_verdict, data))


@router.post("/records/steps", responses=gives(Replay), openapi_extra=takes_record())
async def steps(request: Request, seat: SeatQuery = None) -> Response:
    """A record step by step, as an onlooker or the named seat saw it."""
    context, data, address = context_of(request), await _upload(request), address_of(request.scope)
    viewer = None if seat is None else Seat(seat)
    with ExitStack() as stack:
        stack.enter_context(context.limits.replays.inside(address))
        file = stack.enter_context(context.workers.file())
        try:
            await context.workers.run(_lane(request), RECORD_SECONDS, write_replay, data, viewer, file)
        except InvalidRecord as error:
            raise refused("record/invalid", str(error), "line", {"line": error.line}) from None
        return streamed_file(stack.enter_context(file.open("rb")), stack.pop_all())


@router.post("/records/analysis", responses=gives(JudgedRecord), openapi_extra=takes_record())
async def analyse(request: Request) -> Response:
    """Judge a finished game: every seat's choices, accuracy and luck, the turning points, and the game's details."""
    data = await _upload(request)
    return answer(await context_of(request).reviews.of_record(data, _lane(request)))


async def _upload(request: Request) -> bytes:
    context_of(request).limits.uploads.check(address_of(request.scope))
    return await bytes_of(request, LONGEST_UPLOAD)


def _lane(request: Request) -> Lane:
    return Lane(address_of(request.scope), "", "")
