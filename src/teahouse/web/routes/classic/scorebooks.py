"""Scorebooks of evenings at a real table: everybody at the table reads and writes the same book."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Query
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.hosting.classic.scorebooks import (
    NewScorebook,
    Scorebook,
    ScorebookEntry,
    Scorebooks,
    ScorebookTitle,
)
from teahouse.service.people.reserved import FORMER
from teahouse.service.people.shown_names import names_of
from teahouse.web.answers import answer, body_of, nothing
from teahouse.web.auth import anybody, context_of, visitor
from teahouse.web.middleware.guard import address_of
from teahouse.web.schemas import PROBLEMS, Answers, gives, takes

router = APIRouter(tags=["scorer"])

BookId = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")]
Since = Annotated[int, Query(ge=-1, description="the version that is known; no body when there is nothing newer")]
CSV: Answers = {**PROBLEMS, 200: {"description": "A table.", "content": {"text/csv": {"schema": {"type": "string"}}}}}
UNCHANGED: Answers = {204: {"description": "Nothing newer."}}


def scorebooks_of(request: Request) -> Scorebooks:
    """The scorebooks of this server, with their cache."""
    state, context = request.app.state, context_of(request)
    if not isinstance(getattr(state, "scorebooks", None), Scorebooks):
        state.scorebooks = Scorebooks(context.store, context.timers.date, _names)
    kept: Scorebooks = state.scorebooks
    return kept


def _names(connection: Connection, people: Sequence[str]) -> list[str]:
    known = names_of(connection, people)
    return [known.get(one, FORMER) for one in people]


@router.post("/scorebooks", status_code=201, responses=gives(Scorebook, status=201), openapi_extra=takes(NewScorebook))
async def open_scorebook(request: Request) -> Response:
    """Open a scorebook; you are its keeper. Everybody who has its address can read it and take a free seat."""
    wish = await body_of(request, NewScorebook)
    context, who = context_of(request), await anybody(request)
    context.limits.tables.check(who.person.id)
    context.limits.tables_from.check(address_of(request.scope))
    return answer(await scorebooks_of(request).open(who.person.id, wish), 201)


@router.get("/me/scorebooks", responses=gives(ScorebookTitle, many=True))
async def list_scorebooks(request: Request) -> Response:
    """The scorebooks that you opened or have a seat in, the last joined first; none without a session."""
    who = await visitor(request)
    return answer([] if who is None else await scorebooks_of(request).of(who.person.id))


@router.get("/scorebooks/{book}", responses=gives(Scorebook) | UNCHANGED)
async def read_scorebook(request: Request, book: BookId, since: Since = -1) -> Response:
    """A scorebook as you see it."""
    who, books = await visitor(request), scorebooks_of(request)
    if since >= 0 and await books.version(book) == since:
        return nothing()
    return answer(await books.look(book, who.person.id if who else ""))


@router.post("/scorebooks/{book}/entries", responses=gives(Scorebook), openapi_extra=takes(ScorebookEntry))
async def write_scorebook(request: Request, book: BookId) -> Response:
    """Write an action into a scorebook: once, however often it is sent with the same id."""
    entry = await body_of(request, ScorebookEntry)
    who = await anybody(request)
    return answer(await scorebooks_of(request).enter(book, who.person.id, entry))


@router.get("/scorebooks/{book}/csv", responses=CSV)
async def read_table(request: Request, book: BookId) -> Response:
    """A scorebook as CSV text for spreadsheets."""
    text = await scorebooks_of(request).table(book)
    headers = {"content-disposition": f'attachment; filename="scorebook-{book}.csv"'}
    return Response(text, media_type="text/csv", headers=headers)
