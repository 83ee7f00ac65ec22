"""Ratings: your own, and what the matches of a table changed."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.hosting import HOSTING
from teahouse.service.people.ratings.reading import (
    GameRating,
    RatingChange,
    SeatRating,
    changes_at,
    ratings_of,
    seat_ratings,
)
from teahouse.web.answers import answer
from teahouse.web.auth import context_of, visitor_id
from teahouse.web.routes.parameters import Invite, TableId
from teahouse.web.schemas import gives

router = APIRouter(tags=["ratings"])


@router.get("/me/ratings", responses=gives(GameRating, many=True))
async def read_ratings(request: Request) -> Response:
    """Your ratings, with the house player of each game that fits; without a session those of a newcomer."""
    person, games = await visitor_id(request), [name for name, hosting in HOSTING.items() if hosting.rating is not None]
    return answer(await context_of(request).store.read(lambda connection: ratings_of(connection, person, games)))


@router.get("/tables/{table}/ratings", responses=gives(RatingChange, many=True))
async def read_changes(request: Request, table: TableId, invite: Invite = "") -> Response:
    """What the rated matches of a table changed, the first match first."""
    context = context_of(request)
    await context.house.table_for(table, await visitor_id(request), invite)
    return answer(await context.store.read(lambda connection: changes_at(connection, table)))


@router.get("/tables/{table}/seats/ratings", responses=gives(SeatRating, many=True))
async def read_seats(request: Request, table: TableId, invite: Invite = "") -> Response:
    """How strong the players of a table are; free seats, and house players without a rating, are left out."""
    context = context_of(request)
    info = (await context.house.table_for(table, await visitor_id(request), invite)).table
    seats = [(one.person, one.bot) if one else (None, None) for one in info.seats]
    return answer(await context.store.read(lambda connection: seat_ratings(connection, info.game, seats)))
