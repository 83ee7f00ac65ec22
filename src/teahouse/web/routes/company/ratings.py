"""Ratings: your own, and what the matches of a table changed."""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.hosting import HOSTING
from teahouse.service.people.ratings.reading import GameRating, RatingChange, changes_at, ratings_of
from teahouse.web.answers import answer
from teahouse.web.auth import context_of, visitor
from teahouse.web.routes.tables import Invite
from teahouse.web.schemas import gives

router = APIRouter(tags=["ratings"])


@router.get("/me/ratings", responses=gives(GameRating, many=True))
async def read_ratings(request: Request) -> Response:
    """Your ratings, with the house player of each game that fits; without a session those of a newcomer."""
    who, games = await visitor(request), [name for name, hosting in HOSTING.items() if hosting.rating is not None]
    person = who.person.id if who else ""
    return answer(await context_of(request).store.read(lambda connection: ratings_of(connection, person, games)))


@router.get("/tables/{table}/ratings", responses=gives(RatingChange, many=True))
async def read_changes(
    request: Request, table: Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")], invite: Invite = ""
) -> Response:
    """What the rated matches of a table changed, the first match first."""
    context, who = context_of(request), await visitor(request)
    await context.house.look(table, who.person.id if who else "", invite)
    return answer(await context.store.read(lambda connection: changes_at(connection, table)))
