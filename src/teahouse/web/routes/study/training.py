"""Training: a person's mistakes as cards, and puzzles. No solution is sent before an answer."""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from teahouse.core.record import record_bytes, record_seed
from teahouse.service.engines.queue import Lane
from teahouse.service.tables.settlement import seed_key
from teahouse.service.training.puzzles import Origin
from teahouse.service.training.tasks import AnswerWish, CardWish, NextTask, TrainingVerdict
from teahouse.service.training.training import TrainingOverview
from teahouse.web.answers import answer, body_of, nothing
from teahouse.web.auth import anybody, context_of, somebody, visitor
from teahouse.web.middleware.guard import address_of
from teahouse.web.routes.parameters import GameQuery
from teahouse.web.schemas import gives, gives_nothing, takes

router = APIRouter(tags=["training"])

PuzzleId = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")]
GamePath = Annotated[str, Path(max_length=32)]


@router.get("/me/training", responses=gives(TrainingOverview))
async def read_training(request: Request) -> Response:
    """An overview of your training: cards that are due, boxes, and your strength in puzzles."""
    who = await visitor(request)
    return answer(await context_of(request).training.overview(who.person.id if who else ""))


@router.get("/me/training/next", responses=gives(NextTask))
async def next_card(request: Request, game: GameQuery = "") -> Response:
    """The next card that is due, without its solution; none without a session."""
    who = await visitor(request)
    return answer(await context_of(request).training.next_card(who.person.id if who else "", game))


@router.post("/me/training/cards", status_code=204, responses=gives_nothing(), openapi_extra=takes(CardWish))
async def add_card(request: Request) -> Response:
    """Train on a slip of a finished deal that you may see."""
    wish, who, context = await body_of(request, CardWish), await anybody(request), context_of(request)
    context.limits.advice.check(who.person.id)
    record = await context.house.record(wish.table, wish.deal, who.person.id, wish.invite)
    key = seed_key(record.header.game, record_seed(record))
    lane = Lane(address_of(request.scope), who.person.id, "")
    origin = Origin(wish.table, wish.deal, key, public=False)
    await context.training.add(lane, record_bytes(record), wish.step, origin)
    return nothing()


@router.post("/me/training/cards/{puzzle}", responses=gives(TrainingVerdict), openapi_extra=takes(AnswerWish))
async def answer_card(request: Request, puzzle: PuzzleId) -> Response:
    """Answer a card with a move. It moves to another box when it is due."""
    wish, who = await body_of(request, AnswerWish), await somebody(request)
    return answer(await context_of(request).training.answer_card(who.person.id, puzzle, wish.move))


@router.delete("/me/training/cards/{puzzle}", status_code=204, responses=gives_nothing())
async def take_card_out(request: Request, puzzle: PuzzleId) -> Response:
    """Take a card out of your training."""
    who = await somebody(request)
    await context_of(request).training.take_out(who.person.id, puzzle)
    return nothing()


@router.post("/puzzles/{game}/next", responses=gives(NextTask))
async def next_puzzle(request: Request, game: GamePath) -> Response:
    """The puzzle that you hold, or a new one near your strength, without its solution."""
    who, context = await anybody(request), context_of(request)
    context.limits.advice.check(who.person.id)
    lane = Lane(address_of(request.scope), who.person.id, "")
    return answer(await context.training.next_puzzle(lane, game))


@router.post("/puzzles/{puzzle}/answer", responses=gives(TrainingVerdict), openapi_extra=takes(AnswerWish))
async def answer_puzzle(request: Request, puzzle: PuzzleId) -> Response:
    """Answer a puzzle that you hold. The first answer counts; an empty one gives up."""
    wish, who = await body_of(request, AnswerWish), await somebody(request)
    return answer(await context_of(request).training.answer_puzzle(who.person.id, puzzle, wish.move))
