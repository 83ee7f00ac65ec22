"""Scorebooks of evenings at a real table: everybody at the table reads and writes the same book."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.hosting.classic.saved_scorebooks import (
    NewScorebook,
    Scorebook,
    ScorebookEntry,
    ScorebookTitle,
)
from teahouse.web.answers import answer, body_of, nothing
from teahouse.web.auth import context_of, signed_in_or_guest, visitor, visitor_id
from teahouse.web.middleware.guard import address_of
from teahouse.web.routes.classic.saved import saved_by_people
from teahouse.web.routes.parameters import RowId
from teahouse.web.schemas import PROBLEMS, Answers, gives, takes

router = APIRouter(tags=["scorer"])

Since = Annotated[int, Query(ge=-1, description="the version that is known; no body when there is nothing newer")]
CSV: Answers = {**PROBLEMS, 200: {"description": "A table.", "content": {"text/csv": {"schema": {"type": "string"}}}}}
UNCHANGED: Answers = {204: {"description": "Nothing newer."}}


@router.post("/scorebooks", status_code=201, responses=gives(Scorebook, status=201), openapi_extra=takes(NewScorebook))
async def open_scorebook(request: Request) -> Response:
    """Open a scorebook; you are its keeper. Everybody who has its address can read it and take a free seat."""
    body = await body_of(request, NewScorebook)
    context, who = context_of(request), await signed_in_or_guest(request)
    context.limits.tables.check(who.person.id)
    context.limits.tables_from.check(address_of(request.scope))
    return answer(await saved_by_people(request).scorebooks.open(who.person.id, body), 201)


@router.get("/me/scorebooks", responses=gives(ScorebookTitle, many=True))
async def list_scorebooks(request: Request) -> Response:
    """The scorebooks that you opened or have a seat in, the last joined first; none without a session."""
    who = await visitor(request)
    return answer([] if who is None else await saved_by_people(request).scorebooks.of(who.person.id))


@router.get("/scorebooks/{book}", responses=gives(Scorebook) | UNCHANGED)
async def read_scorebook(request: Request, book: RowId, since: Since = -1) -> Response:
    """A scorebook as you see it."""
    person, books = await visitor_id(request), saved_by_people(request).scorebooks
    if since >= 0 and await books.version(book) == since:
        return nothing()
    return answer(await books.read(book, person))


@router.post("/scorebooks/{book}/entries", responses=gives(Scorebook), openapi_extra=takes(ScorebookEntry))
async def write_scorebook(request: Request, book: RowId) -> Response:
    """Write an action into a scorebook: once, however often it is sent with the same id."""
    entry = await body_of(request, ScorebookEntry)
    who = await signed_in_or_guest(request)
    return answer(await saved_by_people(request).scorebooks.enter(book, who.person.id, entry))


@router.get("/scorebooks/{book}/csv", responses=CSV)
async def read_table(request: Request, book: RowId) -> Response:
    """A scorebook as CSV text for spreadsheets."""
    text = await saved_by_people(request).scorebooks.table(book)
    headers = {"content-disposition": f'attachment; filename="scorebook-{book}.csv"'}
    return Response(text, media_type="text/csv", headers=headers)
