"""Tables: the lobby, daily deals, and opening, finding and reading a table."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from teahouse.players.advice import Advice
from teahouse.service.days.calendar import Calendar, DayPage, calendar_of, day_page
from teahouse.service.hosting.daily import Today, day_of
from teahouse.service.house import TableForPerson
from teahouse.service.listings import PAGE_LENGTH
from teahouse.service.opening import OpenTable
from teahouse.service.tables.viewers.messages import TableInfo
from teahouse.web.answers import answer, answer_page, body_of
from teahouse.web.auth import context_of, signed_in, signed_in_or_guest, visitor, visitor_id
from teahouse.web.bodies.house import TableFound
from teahouse.web.lobby import without_people
from teahouse.web.middleware.guard import address_of
from teahouse.web.routes.parameters import Cursor, Invite, TableId
from teahouse.web.routes.streaming import streamed
from teahouse.web.schemas import PROBLEMS, Answers, gives, takes

router = APIRouter(tags=["tables"])

STREAM: Answers = {200: {"description": "Events `tables` and `seeks`.", "content": {"text/event-stream": {}}}}
Limit = Annotated[int, Query(ge=1, le=PAGE_LENGTH)]
Month = Annotated[
    str, Query(pattern="^([0-9]{4}-(0[1-9]|1[0-2]))?$", description="such as 2026-11; this month without")
]
DayPath = Annotated[str, Path(pattern="^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")]


@router.get("/tables", responses=gives(TableInfo, many=True))
async def list_tables(request: Request, after: Cursor = "", limit: Limit = PAGE_LENGTH) -> Response:
    """The public tables that are not over, the newest first; the header `link` names the next page."""
    context = context_of(request)
    page = await context.house.listings.lobby(after, limit)
    hidden = await context.blocks.blocked_either_way(await visitor_id(request))
    return answer_page(request, page._replace(items=without_people(page.items, hidden)), limit)


@router.get("/me/tables", responses=gives(TableInfo, many=True))
async def list_own_tables(request: Request, after: Cursor = "", limit: Limit = PAGE_LENGTH) -> Response:
    """Your tables that are not over, private ones too, the oldest first; none without a session."""
    who = await visitor(request)
    if who is None:
        return answer([])
    return answer_page(request, await context_of(request).house.listings.tables_of(who.person.id, after, limit), limit)


@router.get("/today", responses=gives(Today))
async def read_today(request: Request) -> Response:
    """Today's deals, the same for everybody, with the best scores so far and your own tries; open one with `daily`."""
    return answer(await context_of(request).house.today(await visitor_id(request)))


@router.get("/days", responses=gives(Calendar))
async def read_calendar(request: Request, month: Month = "") -> Response:
    """The days of a month that had deals, with your scores, and your days in a row."""
    context = context_of(request)
    await context.house.today()  # which chooses the secret of a day that nobody has asked for yet
    today, person = day_of(context.timers.date()), await visitor_id(request)
    return answer(await context.store.read(lambda c: calendar_of(c, person, month or today[:7], today)))


@router.get("/days/{day}", responses=gives(DayPage))
async def read_day(request: Request, day: DayPath) -> Response:
    """A day: its best scores; when it is over its secret, and the results of house players with its deals."""
    context = context_of(request)
    today = day_of(context.timers.date())
    page = await context.store.read(lambda connection: day_page(connection, day, today))
    if page.secret is not None:
        context.pars.want(day, page.pars)
    return answer(page)


@router.post("/tables", status_code=201, responses=gives(TableForPerson, status=201), openapi_extra=takes(OpenTable))
async def open_table(request: Request) -> Response:
    """Open a table and sit down at it."""
    context = context_of(request)
    body = await body_of(request, OpenTable)
    who = await signed_in_or_guest(request)
    context.limits.tables.check(who.person.id)
    context.limits.tables_from.check(address_of(request.scope))
    info = await context.house.open_table(who.person.id, who.person.name, body)
    return answer(await context.house.table_for(info.id, who.person.id), 201)


@router.get("/tables/{table}", responses=gives(TableForPerson))
async def read_table(request: Request, table: TableId, invite: Invite = "") -> Response:
    """A table, and your seat."""
    return answer(await context_of(request).house.table_for(table, await visitor_id(request), invite))


@router.get("/tables/{table}/advice", responses=gives(Advice))
async def read_advice(request: Request, table: TableId) -> Response:
    """Advice: your moves ranked, with reasons. Only if all others are bots."""
    who = await signed_in(request)
    context = context_of(request)
    context.limits.advice.check(who.person.id)
    return answer(await context.house.advice(table, who.person.id))


@router.get("/invites/{code}", responses=gives(TableFound))
async def find_table(request: Request, code: Annotated[str, Path(pattern="^[0-9A-Za-z]{1,16}$")]) -> Response:
    """The table of an invite code."""
    context = context_of(request)
    context.limits.invites.check(address_of(request.scope))
    return answer(TableFound(await context.house.find(code)))


@router.get(
    "/lobby/stream",
    responses=STREAM | PROBLEMS,
)
async def stream_lobby(request: Request) -> Response:
    """Server-sent events: the lists of tables and of seeks, now and after each change."""
    return streamed(request, context_of(request).lobby.events(await visitor_id(request)), "text/event-stream")
