"""Your data: its export as one file, and its deletion."""

from contextlib import ExitStack
from typing import Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.errors import refused
from teahouse.service.people.names import LONGEST_TYPED, name_key
from teahouse.service.personal.deletion import delete_person
from teahouse.service.personal.export import write_export
from teahouse.web.answers import ZIP, body_of, nothing, streamed_file
from teahouse.web.auth import clear_session_cookie, context_of, signed_in
from teahouse.web.bodies.access import AccountDeletion
from teahouse.web.middleware.guard import address_of
from teahouse.web.schemas import PROBLEMS, Answers, gives_nothing, takes

router = APIRouter(tags=["people"])
EXPORT: Final[Answers] = {200: {"description": "A ZIP file of JSON.", "content": {ZIP: {}}}}


@router.get("/me/export", responses=EXPORT | PROBLEMS)
async def export(request: Request) -> Response:
    """Everything the house holds about you, in one ZIP file; secrets are left out."""
    who, context, address = await signed_in(request), context_of(request), address_of(request.scope)
    context.limits.uploads.check(address)
    with ExitStack() as stack:
        stack.enter_context(context.limits.exports.inside(who.person.id))
        file = stack.enter_context(context.workers.file())
        await write_export(context.store, context.house, who.person, file)
        response = streamed_file(stack.enter_context(file.open("rb")), stack.pop_all(), ZIP)
    response.headers["content-disposition"] = 'attachment; filename="teahouse-your-data.zip"'
    return response


@router.post("/me/deletion", status_code=204, responses=gives_nothing(), openapi_extra=takes(AccountDeletion))
async def delete_me(request: Request) -> Response:
    """Delete yourself for good: leave every table, end every session, and become a former player in old records."""
    who, context = await signed_in(request), context_of(request)
    body = await body_of(request, AccountDeletion)
    if name_key(body.name[:LONGEST_TYPED]) != name_key(who.person.name):
        raise refused("person/farewell")
    if not who.person.guest:
        context.limits.sign_ins.check(address_of(request.scope))
        with context.limits.guesses.guessing(f"session {who.session.id}"):
            await context.people.confirm(who, body.password)
    for session in await delete_person(context.store, context.house, who.person):
        context.hub.end_session(session)
    clear_session_cookie(request)
    return nothing()
