"""The console, for administrators only. Everybody else gets 404."""

from collections.abc import AsyncGenerator, Iterable
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from teahouse.core.record import record_lines
from teahouse.service.errors import refused
from teahouse.service.order.audit_log import Deed
from teahouse.service.order.fair_play import FairPlay, last_games, looked_at
from teahouse.service.order.order import PersonCard
from teahouse.service.order.reports import Report, ReportStatus
from teahouse.service.order.tables import TableCheck
from teahouse.service.people.sanctions import SanctionKind
from teahouse.web.answers import LINES, answer, body_of, nothing
from teahouse.web.auth import context_of, visitor
from teahouse.web.bodies.console import AuditPage, CardPage, NewSanction, ReportPage, TablePage, Why
from teahouse.web.figures import LiveFigures, live_figures
from teahouse.web.routes.streaming import streamed
from teahouse.web.schemas import PROBLEMS, Answers, gives, gives_nothing, takes

router = APIRouter(tags=["console"], prefix="/console")

RowId = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")]
ConsoleLimit = Annotated[int, Query(ge=1, le=100)]
LINE_STREAM: Answers = {200: {"description": "JSON lines `FairPlay`.", "content": {LINES: {}}}}


async def administrator(request: Request) -> str:
    """The administrator who asks; everybody else gets 404."""
    who = await visitor(request)
    if who is None or not await context_of(request).order.is_administrator(who.person.id):
        raise refused("wire/unknown")
    await context_of(request).feed.begin()
    return who.person.id


By = Annotated[str, Depends(administrator)]


@router.get("/live", responses=gives(LiveFigures))
async def read_live(request: Request, _by: By) -> Response:
    """What this server does right now."""
    return answer(live_figures(context_of(request)))


@router.get("/reports", responses=gives(ReportPage))
async def list_reports(
    request: Request,
    _by: By,
    status: Annotated[ReportStatus, Query()] = "open",
    after: Annotated[str, Query(max_length=32)] = "",
    limit: ConsoleLimit = 50,
) -> Response:
    """Reports with their evidence, the newest first; `after` is the id of the last one of the page before."""
    found = await context_of(request).order.reports(status, limit, after)
    return answer(ReportPage(tuple(found), await _names(request, *map(_people_in, found))))


@router.post("/reports/{report}", responses=gives(ReportPage), openapi_extra=takes(Why))
async def decide(request: Request, by: By, report: RowId) -> Response:
    """Close a report with a note."""
    wish = await body_of(request, Why)
    found = await context_of(request).order.decide(by, report, wish.why)
    return answer(ReportPage((found,), await _names(request, _people_in(found))))


@router.get("/people", responses=gives(CardPage))
async def find_person(request: Request, _by: By, name: Annotated[str, Query(min_length=1, max_length=200)]) -> Response:
    """A person by name or id."""
    order = context_of(request).order
    return await _card(request, await order.card((await order.find(name)).id))


@router.post("/people/{person}/{kind}", responses=gives(CardPage), openapi_extra=takes(NewSanction))
async def impose(request: Request, by: By, person: RowId, kind: SanctionKind) -> Response:
    """Mute a person in the whole house, or suspend them, for some minutes."""
    wish, context = await body_of(request, NewSanction), context_of(request)
    act = context.order.mute if kind == "mute" else context.order.suspend
    await act(by, person, wish.minutes, wish.why)
    await context.feed.catch_up()
    return await _card(request, await context.order.card(person))


@router.delete("/people/{person}/{kind}", responses=gives(CardPage))
async def lift(request: Request, by: By, person: RowId, kind: SanctionKind) -> Response:
    """End a mute or a suspension early."""
    order = context_of(request).order
    await order.lift(by, person, kind)
    return await _card(request, await order.card(person))


@router.post("/people/{person}/games/battle", responses=LINE_STREAM | PROBLEMS)
async def look_at_games(request: Request, by: By, person: RowId) -> Response:
    """Count the only-moves in a person's last games of Battle: a summary so far, one line after each game.

    It proves nothing by itself, and nothing follows from it.
    """
    context = context_of(request)
    found = await context.order.find(person)
    await context.order.note(Deed(by, "look", "", found.id))
    games = await context.store.read(lambda connection: last_games(connection, found.id))

    async def record(table: str, deal: int) -> bytes:
        kept = await context.house.record(table, deal, found.id)
        return b"".join(line + b"\n" for line in record_lines(kept))

    return streamed(request, _lines(looked_at(games, record, context.analyst.only_moves)), LINES)


async def _lines(told: AsyncGenerator[FairPlay]) -> AsyncGenerator[bytes]:
    async for one in told:
        yield msgspec.json.encode(one) + b"\n"


@router.get("/tables/{table}", responses=gives(TablePage))
async def check_table(request: Request, _by: By, table: RowId) -> Response:
    """A table: its log is read and played again."""
    return await _table(request, await context_of(request).order.check_table(table))


@router.post("/tables/{table}/close", responses=gives(TablePage), openapi_extra=takes(Why))
async def close_table(request: Request, by: By, table: RowId) -> Response:
    """Close a table; the stakes go back to those who paid them."""
    wish, context = await body_of(request, Why), context_of(request)
    await context.order.close_table(by, table, wish.why)
    await context.feed.catch_up()
    return await _table(request, await context.order.check_table(table))


@router.post("/tables/{table}/repair", responses=gives(TablePage))
async def repair_table(request: Request, by: By, table: RowId) -> Response:
    """Write a table's row in the lists again from its log."""
    context = context_of(request)
    check = await context.order.repair_table(by, table)
    await context.feed.catch_up()
    return await _table(request, check)


@router.post("/tables/{table}/retire", status_code=204, responses=gives_nothing(), openapi_extra=takes(Why))
async def retire_table(request: Request, by: By, table: RowId) -> Response:
    """Give a broken table up; the stakes go back to those who paid them."""
    wish, context = await body_of(request, Why), context_of(request)
    await context.order.retire_table(by, table, wish.why)
    await context.feed.catch_up()
    return nothing()


@router.get("/log", responses=gives(AuditPage))
async def read_log(
    request: Request, _by: By, before: Annotated[int | None, Query(ge=0, le=2**31)] = None, limit: ConsoleLimit = 50
) -> Response:
    """What administrators did, the newest first; `before` is the number of the last one of the page before."""
    found = await context_of(request).order.log(limit, before)
    people = ((one.administrator, one.person) for one in found)
    return answer(AuditPage(tuple(found), await _names(request, *people)))


async def _card(request: Request, card: PersonCard) -> Response:
    about = (_people_in(one) for one in card.reports)
    acting = ((one.administrator, one.person) for one in card.log)
    return answer(CardPage(card, await _names(request, *about, *acting)))


async def _table(request: Request, check: TableCheck) -> Response:
    return answer(TablePage(check, await _names(request, check.seats)))


def _people_in(report: Report) -> Iterable[str]:
    return (report.reporter, report.person, *report.evidence.seats, *(line.person for line in report.evidence.chat))


async def _names(request: Request, *groups: Iterable[str]) -> dict[str, Any]:
    """The names of everybody that an answer mentions, by their ids."""
    return dict(await context_of(request).order.names({one for group in groups for one in group if one}))
