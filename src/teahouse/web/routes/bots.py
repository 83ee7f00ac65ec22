"""Bots over HTTP: tokens of people, and what a bot may do with one."""

import secrets
from typing import Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from teahouse.core.fair import SHARE_BYTES
from teahouse.core.seats import Seat
from teahouse.service.errors import refused
from teahouse.service.house import TableForPerson
from teahouse.service.opening import OpenTable
from teahouse.service.people.people import SignedIn
from teahouse.service.people.sessions import Session
from teahouse.service.remote_bots import ask_table, bot_name, open_for_bot, sit_bot
from teahouse.service.tables import requests as r
from teahouse.service.tables.events import move_text
from teahouse.web.answers import LINES, answer, body_of, nothing
from teahouse.web.auth import bot, context_of, signed_in
from teahouse.web.bodies.bots import BotMove, BotSeat, Done, NewToken, TokenInfo
from teahouse.web.bodies.people import Me
from teahouse.web.middleware.guard import address_of
from teahouse.web.routes.access.signing_in import me_of
from teahouse.web.routes.parameters import Invite, RowId, TableId
from teahouse.web.routes.streaming import streamed
from teahouse.web.schemas import PROBLEMS, Answers, gives, gives_nothing, takes
from teahouse.web.socket.streams import EventStream, event_lines, table_lines

router = APIRouter(tags=["bots"])

LINE_STREAM: Final[Answers] = {200: {"description": "JSON lines that go on.", "content": {LINES: {}}}}


@router.get("/tokens", responses=gives(TokenInfo, many=True))
async def list_tokens(request: Request) -> Response:
    """The tokens of your bots."""
    who = await signed_in(request)
    return answer([_token_info(each) for each in await context_of(request).people.tokens(who.person.id)])


@router.post("/tokens", status_code=201, responses=gives(TokenInfo, status=201), openapi_extra=takes(NewToken))
async def make_token(request: Request) -> Response:
    """Create a token for a bot; it is shown once. It ends when it is revoked or unused for a month."""
    context = context_of(request)
    body = await body_of(request, NewToken)
    who = await signed_in(request)
    context.limits.sign_ins.check(address_of(request.scope))
    session, token = await context.people.make_token(who.person.id, body.name)
    return answer(_token_info(session, token), 201)


@router.delete("/tokens/{token}", status_code=204, responses=gives_nothing())
async def end_token(request: Request, token: RowId) -> Response:
    """Revoke a token; streams opened with it close."""
    who = await signed_in(request)
    context = context_of(request)
    if token not in {each.id for each in await context.people.tokens(who.person.id)}:
        raise refused("person/session")
    await context.people.end_session(who.person.id, token)
    context.hub.end_session(token)
    return nothing()


def _token_info(session: Session, token: str | None = None) -> TokenInfo:
    return TokenInfo(session.id, session.agent, session.created, session.seen, session.expires, token)


@router.get("/bot/account", responses=gives(Me))
async def read_account(request: Request) -> Response:
    """The owner of this bot."""
    return answer(await me_of(request, await bot(request)))


@router.get("/bot/stream/events", responses=LINE_STREAM | PROBLEMS)
async def stream_events(request: Request) -> Response:
    """Stream the changes of the tables at which the bot sits."""
    who = await bot(request)
    stream = EventStream(context_of(request), who)
    return streamed(request, stream.lines(event_lines(context_of(request), who, stream)), LINES)


@router.post(
    "/bot/tables", status_code=201, responses=gives(TableForPerson, status=201), openapi_extra=takes(OpenTable)
)
async def open_table(request: Request) -> Response:
    """Open a table and sit down; anybody with its invite code may join."""
    context = context_of(request)
    who = await bot(request)
    body = await body_of(request, OpenTable)
    context.limits.tables.check(who.person.id)
    return answer(await open_for_bot(context.house, who.person, body), 201)


@router.get("/bot/tables/{table}/stream", responses=LINE_STREAM | PROBLEMS)
async def stream_table(request: Request, table: TableId, invite: Invite = "") -> Response:
    """Stream the table's messages to the bot: those of the socket, one on each line."""
    who, context = await bot(request), context_of(request)
    await context.house.table_for(table, who.person.id, invite)
    stream = EventStream(context, who)
    return streamed(request, stream.lines(table_lines(context, who, table, stream, invite)), LINES)


@router.post("/bot/tables/{table}/sit", responses=gives(TableForPerson), openapi_extra=takes(BotSeat))
async def sit(request: Request, table: TableId) -> Response:
    """Sit down."""
    who, context = await bot(request), context_of(request)
    body = await body_of(request, BotSeat)
    seat = None if body.seat is None else Seat(body.seat)
    return answer(await sit_bot(context.house, who.person, table, seat, body.invite))


@router.post("/bot/tables/{table}/ready", responses=gives(Done))
async def be_ready(request: Request, table: TableId) -> Response:
    """Be ready for the next deal; the server draws the bot's random share."""
    who = await bot(request)
    return await _send(request, table, r.Ready(*_id_and_name(who), secrets.token_hex(SHARE_BYTES)))


@router.post("/bot/tables/{table}/move", responses=gives(Done), openapi_extra=takes(BotMove))
async def move(request: Request, table: TableId) -> Response:
    """Play a move; sent again with the same id it counts once."""
    who = await bot(request)
    body = await body_of(request, BotMove)
    return await _send(
        request, table, r.Act(*_id_and_name(who), body.id or secrets.token_hex(8), body.v, move_text(body.move))
    )


@router.post("/bot/tables/{table}/leave", responses=gives(Done))
async def leave(request: Request, table: TableId) -> Response:
    """Leave; during play this resigns."""
    return await _send(request, table, r.Leave(*_id_and_name(await bot(request))))


def _id_and_name(who: SignedIn) -> tuple[str, str]:
    return who.person.id, bot_name(who.person)


async def _send(request: Request, table: str, action: r.AnyRequest) -> Response:
    return answer(Done((await ask_table(context_of(request).house, table, action)).v))
