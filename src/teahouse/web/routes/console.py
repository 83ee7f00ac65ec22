"""The console, for administrators only. Everybody else gets 404."""

from collections.abc import Iterable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import Response

from teahouse.core.record import record_bytes
from teahouse.service.errors import refused
from teahouse.service.moderation.audit_log import AuditedAction
from teahouse.service.moderation.fair_play import judged_games, last_games
from teahouse.service.moderation.moderation import PersonCard
from teahouse.service.moderation.reports import Report, ReportStatus
from teahouse.service.moderation.tables import TableCheck
from teahouse.service.people.restrictions.sanctions import SanctionKind
from teahouse.web.answers import LINES, answer, body_of, nothing
from teahouse.web.auth import context_of, visitor
from teahouse.web.bodies.console import AuditPage, CardPage, NewSanction, ReportPage, TablePage, Why
from teahouse.web.figures import LiveFigures, live_figures
from teahouse.web.routes.parameters import RowId
from teahouse.web.routes.streaming import json_lines, streamed
from teahouse.web.schemas import PROBLEMS, Answers, gives, gives_nothing, takes

router = APIRouter(tags=["console"], prefix="/console")

ConsoleLimit = Annotated[int, Query(ge=1, le=100)]
LINE_STREAM: Answers = {200: {"description": "JSON lines `FairPlay`.", "content": {LINES: {}}}}


async def administrator(request: Request) -> str:
    """The administrator who asks; everybody else gets 404."""
    who = await visitor(request)
    if who is None or not await context_of(request).moderation.is_administrator(who.person.id):
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
    reports = await context_of(request).moderation.reports(status, limit, after)
    return answer(ReportPage(tuple(reports), await _names(request, *map(_people_in, reports))))


@router.post("/reports/{report}", responses=gives(ReportPage), openapi_extra=takes(Why))
async def decide(request: Request, by: By, report: RowId) -> Response:
    """Close a report with a note."""
    body = await body_of(request, Why)
    closed = await context_of(request).moderation.decide(by, report, body.why)
    return answer(ReportPage((closed,), await _names(request, _people_in(closed))))


@router.get("/people", responses=gives(CardPage))
async def find_person(request: Request, _by: By, name: Annotated[str, Query(min_length=1, max_length=200)]) -> Response:
    """A person by name or id."""
    moderation = context_of(request).moderation
    return await _card(request, await moderation.card((await moderation.find(name)).id))


@router.post("/people/{person}/{kind}", responses=gives(CardPage), openapi_extra=takes(NewSanction))
async def impose(request: Request, by: By, person: RowId, kind: SanctionKind) -> Response:
    """Mute a person in the whole house, or suspend them, for some minutes."""
    body, context = await body_of(request, NewSanction), context_of(request)
    act = context.moderation.mute if kind == "mute" else context.moderation.suspend
    await act(by, person, body.minutes, body.why)
    await context.feed.catch_up()
    return await _card(request, await context.moderation.card(person))


@router.delete("/people/{person}/{kind}", responses=gives(CardPage))
async def lift(request: Request, by: By, person: RowId, kind: SanctionKind) -> Response:
    """End a mute or a suspension early."""
    moderation = context_of(request).moderation
    await moderation.lift(by, person, kind)
    return await _card(request, await moderation.card(person))


@router.post("/people/{person}/games/battle", responses=LINE_STREAM | PROBLEMS)
async def look_at_games(request: Request, by: By, person: RowId) -> Response:
    """Count the only-moves in a person's last games of Battle: a summary so far, one line after each game.

    It proves nothing by itself, and nothing follows from it.
    """
    context = context_of(request)
    player = await context.moderation.find(person)
    await context.moderation.log_action(AuditedAction(by, "look", "", player.id))
    games = await context.store.read(lambda connection: last_games(connection, player.id))

    async def record(table: str, deal: int) -> bytes:
        return record_bytes(await context.house.record(table, deal, player.id))

    return streamed(request, json_lines(judged_games(games, record, context.judge_service.only_moves)), LINES)


@router.get("/tables/{table}", responses=gives(TablePage))
async def check_table(request: Request, _by: By, table: RowId) -> Response:
    """A table: its log is read and played again."""
    return await _table(request, await context_of(request).moderation.check_table(table))


@router.post("/tables/{table}/close", responses=gives(TablePage), openapi_extra=takes(Why))
async def close_table(request: Request, by: By, table: RowId) -> Response:
    """Close a table; the stakes go back to those who paid them."""
    body, context = await body_of(request, Why), context_of(request)
    await context.moderation.close_table(by, table, body.why)
    await context.feed.catch_up()
    return await _table(request, await context.moderation.check_table(table))


@router.post("/tables/{table}/repair", responses=gives(TablePage))
async def repair_table(request: Request, by: By, table: RowId) -> Response:
    """Write a table's row in the lists again from its log."""
    context = context_of(request)
    check = await context.moderation.repair_table(by, table)
    await context.feed.catch_up()
    return await _table(request, check)


@router.post("/tables/{table}/retire", status_code=204, responses=gives_nothing(), openapi_extra=takes(Why))
async def retire_table(request: Request, by: By, table: RowId) -> Response:
    """Give a broken table up; the stakes go back to those who paid them."""
    body, context = await body_of(request, Why), context_of(request)
    await context.moderation.retire_table(by, table, body.why)
    await context.feed.catch_up()
    return nothing()


@router.get("/log", responses=gives(AuditPage))
async def read_log(
    request: Request, _by: By, before: Annotated[int | None, Query(ge=0, le=2**31)] = None, limit: ConsoleLimit = 50
) -> Response:
    """What administrators did, the newest first; `before` is the number of the last one of the page before."""
    entries = await context_of(request).moderation.log(limit, before)
    people = ((one.administrator, one.person) for one in entries)
    return answer(AuditPage(tuple(entries), await _names(request, *people)))


async def _card(request: Request, card: PersonCard) -> Response:
    reported = (_people_in(one) for one in card.reports)
    logged = ((one.administrator, one.person) for one in card.log)
    return answer(CardPage(card, await _names(request, *reported, *logged)))


async def _table(request: Request, check: TableCheck) -> Response:
    return answer(TablePage(check, await _names(request, check.seats)))


def _people_in(report: Report) -> Iterable[str]:
    return (report.reporter, report.person, *report.evidence.seats, *(line.person for line in report.evidence.chat))


async def _names(request: Request, *groups: Iterable[str]) -> dict[str, Any]:
    """The names of everybody that an answer mentions, by their ids."""
    return dict(await context_of(request).moderation.names({one for group in groups for one in group if one}))
