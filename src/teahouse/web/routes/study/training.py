"""Training: a person's mistakes as cards, and puzzles. No solution is sent before an answer."""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from teahouse.core.record import record_bytes, record_seed
from teahouse.service.engines.queue import Lane
from teahouse.service.tables.results.deals_in_play import seed_key
from teahouse.service.training.puzzles import Origin
from teahouse.service.training.tasks import AnswerRequest, CardRequest, NextTask, TrainingVerdict
from teahouse.service.training.training import TrainingOverview
from teahouse.web.answers import answer, body_of, nothing
from teahouse.web.auth import context_of, signed_in, signed_in_or_guest, visitor_id
from teahouse.web.middleware.guard import address_of
from teahouse.web.routes.parameters import AnyGameQuery, RowId
from teahouse.web.schemas import gives, gives_nothing, takes

router = APIRouter(tags=["training"])

GamePath = Annotated[str, Path(max_length=32)]


@router.get("/me/training", responses=gives(TrainingOverview))
async def read_training(request: Request) -> Response:
    """An overview of your training: cards that are due, boxes, and your strength in puzzles."""
    return answer(await context_of(request).training.overview(await visitor_id(request)))


@router.get("/me/training/next", responses=gives(NextTask))
async def next_card(request: Request, game: AnyGameQuery) -> Response:
    """The next card that is due, without its solution; none without a session."""
    return answer(await context_of(request).training.next_card(await visitor_id(request), game))


@router.post("/me/training/cards", status_code=204, responses=gives_nothing(), openapi_extra=takes(CardRequest))
async def add_card(request: Request) -> Response:
    """Train on a slip of a finished deal that you may see."""
    body, who, context = await body_of(request, CardRequest), await signed_in_or_guest(request), context_of(request)
    context.limits.advice.check(who.person.id)
    record = await context.house.record(body.table, body.deal, who.person.id, body.invite)
    key = seed_key(record.header.game, record_seed(record))
    lane = Lane(address_of(request.scope), who.person.id, "")
    origin = Origin(body.table, body.deal, key, public=False)
    await context.training.add(lane, record_bytes(record), body.step, origin)
    return nothing()


@router.post("/me/training/cards/{card}", responses=gives(TrainingVerdict), openapi_extra=takes(AnswerRequest))
async def answer_card(request: Request, card: RowId) -> Response:
    """Answer a card with a move. It moves to another box when it is due."""
    body, who = await body_of(request, AnswerRequest), await signed_in(request)
    return answer(await context_of(request).training.answer_card(who.person.id, card, body.move))


@router.delete("/me/training/cards/{card}", status_code=204, responses=gives_nothing())
async def take_card_out(request: Request, card: RowId) -> Response:
    """Take a card out of your training."""
    who = await signed_in(request)
    await context_of(request).training.take_out(who.person.id, card)
    return nothing()


@router.post("/puzzles/{game}/next", responses=gives(NextTask))
async def next_puzzle(request: Request, game: GamePath) -> Response:
    """The puzzle that you hold, or a new one near your strength, without its solution."""
    who, context = await signed_in_or_guest(request), context_of(request)
    context.limits.advice.check(who.person.id)
    lane = Lane(address_of(request.scope), who.person.id, "")
    return answer(await context.training.next_puzzle(lane, game))


@router.post("/puzzles/{puzzle}/answer", responses=gives(TrainingVerdict), openapi_extra=takes(AnswerRequest))
async def answer_puzzle(request: Request, puzzle: RowId) -> Response:
    """Answer a puzzle that you hold. The first answer counts; an empty one gives up."""
    body, who = await body_of(request, AnswerRequest), await signed_in(request)
    return answer(await context_of(request).training.answer_puzzle(who.person.id, puzzle, body.move))
