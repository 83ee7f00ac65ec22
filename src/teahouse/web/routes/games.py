"""The games."""

import asyncio
from functools import cache

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from teahouse.core.errors import InvalidOption
from teahouse.games import GAMES, make_game
from teahouse.games.rule_book import ORIGINAL, RuleBook, rule_book
from teahouse.players import PLAYERS
from teahouse.service.errors import check_among, refused
from teahouse.service.hosting import HOSTING, hosted_matches, lesson_of
from teahouse.service.hosting.lesson import Lesson
from teahouse.service.people.ratings.reading import house_ratings
from teahouse.web.answers import answer, body_of
from teahouse.web.bodies.house import GameInfo, RulesQuestion
from teahouse.web.schemas import gives, gives_schema, takes

router = APIRouter(tags=["games"])


@router.get("/games", responses=gives(GameInfo, many=True))
async def list_games() -> Response:
    """Every game with its matches, clocks and players."""
    return answer(_games())


@router.get("/games/{name}/options", responses=gives_schema("The JSON schema of the options."))
async def read_options(name: str) -> Response:
    """A game's options as a JSON schema."""
    check_among(name, GAMES, "a game", "name", "wire/unknown")
    return answer(msgspec.json.schema(GAMES[name].types.rules))


@router.get("/games/{name}/rules", responses=gives(RuleBook))
async def read_rules(name: str, lang: str = ORIGINAL) -> Response:
    """A game's rules in words, and every option with its values and their sources.

    `lang` is a language by its two letters; the text is English if it is not translated.
    """
    try:
        return answer(rule_book(name, lang))
    except InvalidOption as error:
        raise refused("wire/unknown", str(error)) from None


@router.post("/games/{name}/rules", responses=gives(RuleBook), openapi_extra=takes(RulesQuestion))
async def read_table_rules(request: Request, name: str) -> Response:
    """A game's rules in words with the options of a table, and what is unusual in them."""
    question = await body_of(request, RulesQuestion)
    try:
        return answer(rule_book(name, question.lang, question.options))
    except InvalidOption as error:
        raise refused("table/options", str(error)) from None


@router.get("/games/{name}/lesson", responses=gives(Lesson))
async def read_lesson(name: str) -> Response:
    """A game's lesson: small steps on a real board, each with its right moves."""
    return answer(await asyncio.to_thread(lesson_of, name))


@cache
def _games() -> tuple[GameInfo, ...]:
    return tuple(_described(name) for name in GAMES if name in HOSTING)


def _described(name: str) -> GameInfo:
    game, rating = make_game(name), HOSTING[name].rating
    return GameInfo(
        name=name,
        summary=GAMES[name].summary,
        seats=len(game.seats),
        matches=hosted_matches(name),
        clocks=tuple(HOSTING[name].clocks),
        claims=tuple(HOSTING[name].windows),
        players=tuple(PLAYERS[name].levels),
        rated=() if rating is None else rating.matches,
        ratings=house_ratings(name),
    )
