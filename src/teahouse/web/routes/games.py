"""The games."""

import asyncio
from functools import cache

import msgspec
from fastapi import APIRouter
from starlette.responses import Response

from teahouse.core.errors import InvalidOption
from teahouse.games import GAMES, make_game
from teahouse.games.rule_book import ORIGINAL, RuleBook, rule_book, rules_text
from teahouse.players import PLAYERS
from teahouse.service.errors import refused
from teahouse.service.hosting import HOSTING, hosted_matches, lesson_of
from teahouse.service.hosting.lesson import Lesson
from teahouse.web.answers import answer
from teahouse.web.bodies import GameInfo
from teahouse.web.schemas import gives

router = APIRouter(tags=["games"])


@router.get("/games", responses=gives(GameInfo, many=True))
async def list_games() -> Response:
    """Every game with its options, matches, clocks, players and rules."""
    return answer(_games())


@router.get("/games/{name}/rules", responses=gives(RuleBook))
async def read_rules(name: str, lang: str = ORIGINAL) -> Response:
    """A game's rules in words, and every option with its values and their sources.

    `lang` is a language by its two letters; the text is English where it is not translated.
    """
    try:
        return answer(rule_book(name, lang))
    except InvalidOption as error:
        raise refused("wire/unknown", str(error)) from None


@router.get("/games/{name}/lesson", responses=gives(Lesson))
async def read_lesson(name: str) -> Response:
    """A game's lesson: small steps on a real board, each with its right moves."""
    return answer(await asyncio.to_thread(lesson_of, name))


@cache
def _games() -> tuple[GameInfo, ...]:
    return tuple(_described(name) for name in GAMES if name in HOSTING)


def _described(name: str) -> GameInfo:
    game = make_game(name)
    return GameInfo(
        name=name,
        summary=GAMES[name].summary,
        seats=len(game.seats),
        options=msgspec.json.schema(game.types.rules),
        matches=hosted_matches(name),
        clocks=tuple(HOSTING[name].clocks),
        claims=tuple(HOSTING[name].windows),
        players=tuple(PLAYERS[name].levels),
        rules=rules_text(name),
    )
